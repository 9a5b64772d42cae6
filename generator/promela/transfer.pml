/* The transfer machine a second time, written by hand from the specification's page; from the machine it has only the bounds of the
   three worlds, the alphabet and the names of states. SPIN explores it; every step is printed, and must be the grounded table, transition by transition.
   Records stand in the order of submission and keep it. Only the printed line puts those that no call tells apart in one order. */
#define RECORDS 3                     /* two handles and a queue of one */
#define NOBODY 255
/* What is submitted. */
#define FULL 1
#define EMPTY 0                       /* of zero bytes */

c_decl {
  enum { HANDLE = 1, QUEUE = 2 };     /* who owns a record */
  static char before[96], input[32], outcome[32];
}
byte owner[RECORDS], records, handles, queued;
bool done[RECORDS];                   /* its copy has run */
bool proven[RECORDS];                 /* is_ready said so, or there was nothing to copy */
byte room;
bool opened, closed, keeps, runtime, package, lost, reported, kept, forgotten;
byte it, older;                       /* the record that the step is about, and how many handles are older */
bool again;                           /* the step submits the package that came back */

c_code {
  static int find(int who, int skip) {
    for (int i = 0; i < now.records; i++) if (now.owner[i] == who && skip-- == 0) return i;
    return 255;
  }
  static void give(int at, int who) {
    now.handles += (who == HANDLE) - (now.owner[at] == HANDLE);
    now.queued += (who == QUEUE) - (now.owner[at] == QUEUE);
    now.owner[at] = who;
  }
  static void add(int zero) {
    int i = now.records++;
    give(i, HANDLE);
    now.done[i] = now.proven[i] = zero;
  }
  static void take(int at) {
    give(at, 0);
    now.records--;
    for (int i = at; i < now.records; i++) {
      now.owner[i] = now.owner[i + 1]; now.done[i] = now.done[i + 1]; now.proven[i] = now.proven[i + 1];
    }
    now.owner[now.records] = now.done[now.records] = now.proven[now.records] = 0;
  }
  /* A stream runs its copies in order: what was submitted before has run too. */
  static void ran(int upto) { for (int i = 0; i < upto; i++) now.done[i] = 1; }
  static void next(void) { for (int i = 0; i < now.records; i++) if (!now.done[i]) { now.done[i] = 1; return; } }

  /* What is queued and complete stands first, what is queued and pending before the next pending handle. */
  static void line(char *to) {
    int queued = find(QUEUE, 0), pending = queued != 255 && !now.done[queued];
    if (queued != 255 && !pending) *to++ = 'C';
    for (int i = 0; i < now.records; i++) {
      if (now.owner[i] != HANDLE) continue;
      if (pending && i > queued && !now.done[i]) { *to++ = 'P'; pending = 0; }
      *to++ = now.proven[i] ? 'd' : now.done[i] ? 'c' : 'p';
    }
    if (pending) *to++ = 'P';
    if (now.records == 0) *to++ = '-';
    *to = 0;
  }
  static void state(char *to) {
    char records[RECORDS + 2];
    line(records);
    sprintf(to, "%s %s %d %d %d %d %s",
            !now.opened ? "unopened" : now.closed ? "closed" : !now.lost ? "live.working" : now.reported ? "live.lost.known" : "live.lost.unknown",
            records, now.room, now.keeps, now.runtime, now.package, now.forgotten ? "pinned" : now.kept ? "kept" : "clean");
  }
  static void begin(const char *name) { state(before); snprintf(input, 32, "%s", name); }
  static void say(const char *what) { snprintf(outcome, 32, "%s", what); }
  static void finish(void) {
    char after[96];
    state(after);
    printf("T|%s|%s|%s||%s\n", before, input, outcome, after);
  }
}
#define IN(name) c_code { begin(name); }
#define SAY(what) c_code { say(what); }
#define ABSENT :: else -> SAY("absent")
#define TAKE c_code { take(now.it); }
#define RUN_ALL c_code { ran(now.records); }
#define FIND_QUEUED c_code { now.it = find(QUEUE, 0); }
#define REPORT if :: lost -> reported = true :: else fi

/* Which call of a step fails. */
#define NOTHING 0
#define QUERY 1
#define BEFORE 2
#define COPY 3
#define RECORD 4
#define EVENT 5
#define BARRIER 6                     /* the event and the stream */

/* Every call of a lost device fails, and its query decides nothing; else what is complete is released. */
inline drain(fault) {
  FIND_QUEUED;
  if :: it == NOBODY -> skip
     :: it != NOBODY && lost -> reported = true
     :: it != NOBODY && !lost -> if :: done[it] && fault != QUERY -> TAKE :: else -> skip fi
  fi
}

/* The last external owner went: an own queue is drained, waiting, unless a forgotten handle pins the runtime. */
inline teardown() {
  if :: opened && !closed && !runtime && !package && handles == 0 ->
          closed = true;
          FIND_QUEUED;
          if :: it != NOBODY && !forgotten -> if :: lost -> kept = true :: else fi; TAKE :: else fi;
          lost = false; reported = false
     :: else fi
}
#define END it = NOBODY; teardown(); it = NOBODY; older = 0; again = false; c_code { finish(); }

/* A package came back; with one held already, or where none is kept, it is let go. One without bytes is exchanged for one with. */
inline came_back() { if :: keeps -> package = true :: else fi }

/* A handle begins; at the bound its transfer is waited for and let go at once, or held again. */
inline handle_begins() {
  if :: handles < room -> if :: again -> package = false :: else fi; c_code { add(0); }
     :: handles == room -> RUN_ALL
  fi
}
inline empty_begins() { if :: handles < room -> c_code { add(1); } :: handles == room -> skip fi }

/* TRF-07, TRF-08, then the calls in their order: drain, context and event, copy, record. */
inline submit(what, fault) {
  if :: reported -> SAY("refuse device-lost")
     :: !reported && what == EMPTY -> SAY("accept admitted_empty"); empty_begins()
     :: !reported && what == FULL ->
          drain(fault);
          if :: reported -> SAY("refuse device-lost")
             :: !reported && lost -> SAY("refuse driver"); reported = true
             :: !reported && !lost && fault == BEFORE -> SAY("refuse driver"); came_back()
             :: !reported && !lost && (fault == COPY || fault == RECORD) -> SAY("failed unproven"); kept = true
             :: !reported && !lost && fault < BEFORE -> SAY("accept admitted"); handle_begins()
          fi
  fi
}
#define SUBMIT(name, there, what, fault) :: atomic { IN(name); if :: there -> submit(what, fault) ABSENT fi; END }

#define FIND_HANDLE c_code { now.it = find(HANDLE, now.older); }
#define ABOUT(name, age, what) \
  :: atomic { IN(name); older = age; FIND_HANDLE; if :: it != NOBODY -> what ABSENT fi; END }

inline is_ready(fault) {
  if :: proven[it] -> SAY("accept ready")
     :: !proven[it] && (lost || fault) -> SAY("refuse query"); REPORT
     :: !proven[it] && !lost && !fault && done[it] -> proven[it] = true; SAY("accept ready")
     :: !proven[it] && !lost && !fault && !done[it] -> SAY("accept not_ready")
  fi
}
inline wait(fault) {
  if :: !proven[it] && (lost || fault) -> SAY("failed unproven"); kept = true; REPORT; TAKE
     :: proven[it] || !(lost || fault) ->
          SAY("accept returned");
          if :: !done[it] -> c_code { ran(now.it + 1); } :: else fi;
          came_back();
          TAKE
  fi
}
inline drop() {
  if :: proven[it] -> SAY("accept released"); TAKE
     :: !proven[it] ->
          drain(NOTHING);
          FIND_HANDLE;
          if :: queued == 0 -> SAY("accept detached"); c_code { give(now.it, QUEUE); }
             :: queued > 0 -> SAY("accept retained"); kept = true; TAKE
          fi
  fi
}
#define HANDLE_CALLS(which, age) \
  ABOUT("is_ready." which, age, is_ready(0)) \
  ABOUT("is_ready.error." which, age, is_ready(1)) \
  ABOUT("wait." which, age, wait(0)) \
  ABOUT("wait.error." which, age, wait(1)) \
  ABOUT("drop." which, age, drop()) \
  ABOUT("forget." which, age, SAY("accept forgotten"); forgotten = true; TAKE)

/* Each entry by itself: its event, else the stream, else unproven. Then the stream. The first error is returned. */
inline synchronize(fault) {
  FIND_QUEUED;
  if :: it != NOBODY && (lost || fault == BARRIER) -> SAY("failed sync"); kept = true; TAKE; REPORT
     :: it != NOBODY && !lost && fault == EVENT -> SAY("failed sync"); RUN_ALL; TAKE
     :: it != NOBODY && !lost && fault == NOTHING -> SAY("accept synchronized"); RUN_ALL; TAKE
     :: it == NOBODY && (lost || fault == BARRIER) -> SAY("refuse sync"); REPORT
     :: it == NOBODY && !lost && fault != BARRIER -> SAY("accept synchronized"); RUN_ALL
  fi
}
#define SYNCHRONIZE(name, fault) :: atomic { IN(name); if :: runtime -> synchronize(fault) ABSENT fi; END }
#define OPEN(name, handles, keeping) \
  :: atomic { IN(name); if :: !opened -> SAY("accept opened"); opened = true; runtime = true; room = handles; keeps = keeping ABSENT fi; END }
#define WORKS (opened && !closed && !lost)

active proctype world() {
  atomic { room = 2; keeps = true; it = NOBODY };
  do
  OPEN("open.whole", 2, true)
  OPEN("open.pair", 2, false)
  OPEN("open.single", 1, true)
  SUBMIT("submit", runtime, FULL, NOTHING)
  SUBMIT("submit.empty", runtime, EMPTY, NOTHING)
  SUBMIT("submit.fail_before", runtime, FULL, BEFORE)
  SUBMIT("submit.fail_copy", runtime, FULL, COPY)
  SUBMIT("submit.fail_record", runtime, FULL, RECORD)
  /* A drain can only fail where there is an entry to ask. */
  SUBMIT("submit.drain_error", runtime && queued > 0, FULL, QUERY)
  :: atomic { IN("resubmit"); if :: runtime && package -> again = true; submit(FULL, NOTHING) ABSENT fi; END }
  :: atomic { IN("submit.refused"); if :: runtime -> SAY("refuse package") ABSENT fi; END }
  HANDLE_CALLS("older", 0)
  HANDLE_CALLS("newer", 1)
  SYNCHRONIZE("synchronize", NOTHING)
  SYNCHRONIZE("synchronize.event_error", EVENT)
  SYNCHRONIZE("synchronize.error", BARRIER)
  :: atomic { IN("drop_package"); if :: package -> SAY("accept package_dropped"); package = false ABSENT fi; END }
  :: atomic { IN("drop_runtime"); if :: runtime -> SAY("accept runtime_dropped"); runtime = false ABSENT fi; END }
  :: atomic { IN("complete_oldest"); if :: WORKS -> SAY("environment completes"); c_code { next(); } ABSENT fi; END }
  :: atomic { IN("lose_device"); if :: WORKS -> SAY("environment lost"); lost = true ABSENT fi; END }
  od
}
