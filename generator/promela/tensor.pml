/* The tensor machine a second time, written by hand from the specification's pages and from nothing else.
   SPIN explores it; every step is printed, and must be the grounded table, transition by transition. */
c_decl {
  static char before[96], input[32], outcome[32];
  static int frees, deletes;
}
bool made, foreign, handle, filled, armed, owned, out;   /* out: door 2 was granted once */
byte aliases, leases, moved, copied;

c_code {
  static const char *where(void) {
    return !now.made ? "unmade" : now.filled ? "shared" : now.armed ? "consumed.moved" : now.out ? "consumed.tombstoned" : "freed";
  }
  static void state(char *to) {
    sprintf(to, "%s %s %d %d %d %d %d %d", where(), now.foreign ? "foreign" : "exclusive",
            now.handle, now.aliases, now.leases, now.owned, now.moved, now.copied);
  }
  static void begin(const char *name) { state(before); snprintf(input, 32, "%s", name); frees = deletes = 0; }
  static void say(const char *what) { snprintf(outcome, 32, "%s", what); }
  static void finish(void) {
    char after[96];
    state(after);
    printf("T|%s|%s|%s|%s%s|%s\n", before, input, outcome, deletes ? "delete " : "", frees ? "free " : "", after);
  }
}
#define IN(name) c_code { begin(name); }
#define SAY(what) c_code { say(what); }
#define FREE c_code { frees = 1; }
#define DELETE c_code { deletes = 1; }
#define ABSENT :: else -> SAY("absent")
#define END c_code { finish(); }

/* A reference goes; the buffer goes with the last one. */
#define RELEASE if :: filled && !handle && aliases + leases == 0 -> filled = false; FREE :: else fi

/* What door 1 says: a tombstone is told apart before anything but a wrong argument. */
#define REFUSE(name, what) \
  :: atomic { IN(name); if :: handle && filled -> SAY(what) :: handle && !filled -> SAY("refuse consumed") ABSENT fi; END }
#define COPY(name, what) \
  :: atomic { IN(name); if :: handle && filled -> SAY(what); if :: copied < 1 -> copied++ :: else -> DELETE fi \
              :: handle && !filled -> SAY("refuse consumed") ABSENT fi; END }
/* What an OwnedTensor says: armed, spent, or not there. */
#define OWNED_REFUSE(name, what) \
  :: atomic { IN(name); if :: owned && armed -> SAY(what) :: owned && !armed -> SAY("refuse consumed") ABSENT fi; END }
#define OWNED_MOVE(name, what) \
  :: atomic { IN(name); if :: owned && armed -> SAY(what); armed = false; moved++ \
              :: owned && !armed -> SAY("refuse consumed") ABSENT fi; END }
#define OWNED_COPY(name, what) \
  :: atomic { IN(name); if :: owned && armed -> SAY(what); armed = false; FREE; if :: copied < 1 -> copied++ :: else -> DELETE fi \
              :: owned && !armed -> SAY("refuse consumed") ABSENT fi; END }
#define SEE(name, there, what) :: atomic { IN(name); if :: there -> SAY(what) ABSENT fi; END }

active proctype world() {
  do
  :: atomic { IN("make.exclusive"); if :: !made -> SAY("accept made"); made = true; handle = true; filled = true ABSENT fi; END }
  :: atomic { IN("make.foreign"); if :: !made -> SAY("accept made"); made = true; handle = true; filled = true; foreign = true ABSENT fi; END }
  SEE("inspect", handle, "accept metadata")
  :: atomic { IN("open_face");
       if :: handle && filled -> SAY("accept face"); if :: aliases < 2 -> aliases++ :: else fi
          :: handle && !filled -> SAY("refuse consumed") ABSENT fi; END }
  :: atomic { IN("close_face"); if :: aliases > 0 -> SAY("accept closed"); aliases--; RELEASE ABSENT fi; END }
  :: atomic { IN("dlpack.view");
       if :: handle && filled -> SAY("accept view"); if :: leases < 2 -> leases++ :: else -> DELETE fi
          :: handle && !filled -> SAY("refuse consumed") ABSENT fi; END }
  COPY("dlpack.copy", "accept copy")
  COPY("dlpack.legacy_copy", "accept legacy_copy")
  SEE("dlpack.argument", handle, "refuse argument")
  REFUSE("dlpack.stream", "refuse stream")
  REFUSE("dlpack.device", "refuse device")
  REFUSE("dlpack.unmarkable", "refuse cannot-mark-read-only")
  REFUSE("dlpack.no_memory", "refuse memory")
  :: atomic { IN("into_dlpack");
       if :: handle && !filled -> SAY("refuse consumed")
          :: handle && filled && aliases + leases > 0 -> SAY("refuse shared")
          :: handle && filled && aliases + leases == 0 && foreign -> SAY("refuse not-exclusive")
          :: handle && filled && aliases + leases == 0 && !foreign -> SAY("accept owned"); filled = false; armed = true; owned = true; out = true
          ABSENT fi; END }
  :: atomic { IN("drop_tensor"); if :: handle -> SAY("accept dropped"); handle = false; RELEASE ABSENT fi; END }
  SEE("owned.inspect", owned, "accept metadata")
  OWNED_MOVE("owned.dlpack.move", "accept move")
  OWNED_MOVE("owned.dlpack.legacy_move", "accept legacy_move")
  OWNED_COPY("owned.dlpack.copy", "accept copy")
  OWNED_COPY("owned.dlpack.legacy_copy", "accept legacy_copy")
  SEE("owned.dlpack.argument", owned, "refuse argument")
  OWNED_REFUSE("owned.dlpack.stream", "refuse stream")
  OWNED_REFUSE("owned.dlpack.device", "refuse device")
  OWNED_REFUSE("owned.dlpack.no_memory", "refuse memory")
  :: atomic { IN("drop_owned");
       if :: owned -> SAY("accept owned_dropped"); owned = false; if :: armed -> armed = false; FREE :: else fi ABSENT fi; END }
  :: atomic { IN("end_lease"); if :: leases > 0 -> SAY("environment ended"); leases--; DELETE; RELEASE ABSENT fi; END }
  :: atomic { IN("end_export.moved"); if :: moved > 0 -> SAY("environment ended"); moved--; DELETE; FREE ABSENT fi; END }
  :: atomic { IN("end_export.copied"); if :: copied > 0 -> SAY("environment ended"); copied--; DELETE ABSENT fi; END }
  SEE("read.face", aliases > 0, "environment bytes")
  SEE("read.lease", leases > 0, "environment bytes")
  SEE("write_through.moved", moved > 0, "environment written")
  SEE("write_through.copied", copied > 0, "environment written")
  od
}
