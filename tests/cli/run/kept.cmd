# long: where several builds are tested, in the last one only
# Semaphores, message queues and shared memory that are found by a key or a name: as the system has them, and scheduled.
cat >room.yaml <<'Y'
resource: room
operations: { visit: { returns: int, result: 0 } }
clients: { guest: { count: 2, calls: [{ call: visit }] } }
implementation:
  prototypes: |
    int visit(void);
  visit: result = visit()
testing: { phases: 1..4, concurrency: 1..2 }
Y
gcc -w -g -O1 -shared -fPIC -pthread -o rules.so $SRC/tests/cli/run/kept/rules.c
look() { srtest run --no-save --seed 1 --shrink-time 1 "$@" room.yaml rules.so >told 2>&1 || true; grep -E 'passed [0-9]|UNDECIDED|^\*\*\*|returned' told || cat told; }
look --round 1 --tests 20
look --round 2 --tests 60
gcc -w -g -O1 -DSYSTEM -shared -fPIC -pthread -o rules.so $SRC/tests/cli/run/kept/rules.c
look --engine free --tests 1 # here it is the system that keeps them
. $SRC/tests/cli/run/waiting/try sets messages queues
