/* simcuda: control functions of the simulated CUDA driver.
 *
 * The library also exports the functions of cuda.h that its README lists; include cuda.h for those, or declare
 * them. Handles and addresses pass as void * and uint64_t. Every function here may be called on any thread, also
 * while the device is lost; none is logged, none waits for the device. "Since the reset" means since the last
 * simcuda_reset, or since the library was loaded.
 *
 * An index out of range, an unknown kind or an unknown function counts 0; it never crashes.
 */
#ifndef SIMCUDA_H
#define SIMCUDA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Answers of the functions that can refuse. */
enum {
    SIMCUDA_OK = 0,
    SIMCUDA_UNKNOWN_FUNCTION = -1, /* no function of the driver has this name */
    SIMCUDA_CODE_REFUSED = -2,     /* a CUresult that not every binding level lists, or that makes no sense here */
    SIMCUDA_ARGUMENT_REFUSED = -3,
    SIMCUDA_UNKNOWN_STREAM = -4
};

/* Kinds of objects in the ledger. */
enum { SIMCUDA_CONTEXT = 0, SIMCUDA_STREAM = 1, SIMCUDA_EVENT = 2, SIMCUDA_DEVICE = 3, SIMCUDA_PINNED = 4 };

/* Fills fresh and freed memory. */
enum { SIMCUDA_FRESH = 0xCD, SIMCUDA_POISON = 0xDE };

/* ---- Reset ------------------------------------------------------------------------------------------------ */

/* 0: everything back to the start. Held work never runs; memory is gone; old handles are unknown, since none is
 * ever used twice in a process. SIMCUDA_KEEP_LIVE: held work runs, live objects stay, and all else is forgotten:
 * counters, log, violations, faults, gates, lost devices, quarantined memory. */
enum { SIMCUDA_KEEP_LIVE = 1 };
int32_t simcuda_reset(uint32_t flags);

/* How many devices there are, 0 to 8; 2 after a reset. Refused once a context exists. */
int32_t simcuda_set_device_count(int32_t count);

/* How many calls the log keeps, the latest; 65536 at first, 0 switches it off. A reset leaves it. */
int32_t simcuda_set_log_entries_max(uint64_t entries);

/* ---- Gates and time --------------------------------------------------------------------------------------- */

/* A closed gate holds the work of its stream; opening it runs what it held. NULL, 1 and 2 are the default streams
 * of the context current on this thread. The _all forms hold every stream, also those made later; opening all
 * opens each stream's own gate too. A call that waits lets through what it waits for; the gate stays closed. */
int32_t simcuda_gate_close(void *stream);
int32_t simcuda_gate_open(void *stream);
void simcuda_gate_close_all(void);
void simcuda_gate_open_all(void);

/* Runs the oldest piece of held work, or all work up to the oldest held event record. 1 if there was one, else 0. */
int32_t simcuda_complete_oldest(void);
int32_t simcuda_complete_oldest_record(void);

/* Pieces of work that have not run. */
uint64_t simcuda_pending(void);

/* ---- Faults ----------------------------------------------------------------------------------------------- */

enum {
    SIMCUDA_STICKY = 1,      /* the nth call and every later one; with SIMCUDA_LATE: the device is lost with it */
    SIMCUDA_EFFECT_DONE = 2, /* the call, or the late work, has its effect although it fails */
    SIMCUDA_LATE = 4         /* the call succeeds, the work it queued fails when it runs, a later call reports it */
};

/* The nth call (1: the next) of a function, or of any (NULL or "*"), answers with this code. Code 0 is a lie: the
 * call has no effect and reports success; refused for functions that hand something out. CUDA_ERROR_NOT_READY on
 * cuEventQuery is the other lie. Code 600 of any function is accepted. SIMCUDA_LATE wants a function that queues
 * work: a copy or fill, cuLaunchHostFunc, cuMemFreeAsync. */
int32_t simcuda_arm_fault(const char *function, uint64_t nth, uint32_t code, uint32_t flags);

/* The same, naming who reports the late error: that function's next call, or the next on a context (NULL). */
int32_t simcuda_arm_late_fault(const char *function, uint64_t nth, uint32_t code, const char *reporter,
                               uint32_t flags);

/* Disarms what has not fired, and forgets late errors that nobody reported. */
void simcuda_clear_faults(void);
uint64_t simcuda_faults_armed(void);
uint64_t simcuda_faults_fired(void);

/* From now on every call on the device fails with this code, without effect, and its work has stopped. Questions
 * about devices, versions and error names still answer. */
int32_t simcuda_lose_device(uint32_t code);
int32_t simcuda_lose_one_device(int32_t device, uint32_t code);

/* Not 0: until concealed is 0 again, or the next reset, calls answer as if no device were lost: for a harness that
 * makes or frees objects between the calls it judges. Work on a lost device stays stopped, and a call that waits for
 * such work still fails. */
void simcuda_conceal_loss(int32_t concealed);

/* ---- Counts since the reset ------------------------------------------------------------------------------- */

/* Objects of a kind. What goes with its context counts as released. */
uint64_t simcuda_created(uint32_t kind);
uint64_t simcuda_released(uint32_t kind);
uint64_t simcuda_live(uint32_t kind);
/* Live ones whose release no call has asked for: a leak, where a failed release is none. */
uint64_t simcuda_live_unasked(uint32_t kind);
/* Made by a call that reported failure (SIMCUDA_EFFECT_DONE): nobody can release them. */
uint64_t simcuda_orphans(uint32_t kind);
/* Of a handle or address: 0 unknown, 1 live, 2 live with its free queued, 3 released. */
int32_t simcuda_object_state(uint64_t handle);

/* Calls of a function, or of all (NULL or "*"); calls that may wait; and those that found work unfinished. */
uint64_t simcuda_calls(const char *function);
uint64_t simcuda_waits(const char *function);
uint64_t simcuda_blocked(const char *function);

uint64_t simcuda_violations(void);
/* Looks for writes to freed memory; each block found is a new violation. Returns how many were found. */
uint64_t simcuda_check_poison(void);

/* ---- Text: written up to room bytes with its final zero; returns the length of the whole, like snprintf ---- */

size_t simcuda_violation_text(uint64_t index, char *buffer, size_t room);
size_t simcuda_ledger_json(char *buffer, size_t room);
size_t simcuda_log_json(char *buffer, size_t room);
/* One line a call: 4 cuEventCreate(2) = CUDA_SUCCESS -> event#1 */
size_t simcuda_log_text(char *buffer, size_t room);

#ifdef __cplusplus
}
#endif

#endif
