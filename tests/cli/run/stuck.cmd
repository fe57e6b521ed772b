# long: where several builds are tested, in the last one only
# who is stuck is not waited for once srtest is interrupted
cat >room.c <<'EOF'
#include <fcntl.h>
#include <unistd.h>
void *make(void) { close(open("here", O_CREAT | O_WRONLY, 0600)); for (;;); }
void visit(void *room) { (void)room; }
EOF
cat >room.py <<'EOF'
def make():
    open("here", "w").close()
    while True:
        pass


def visit(room):
    pass
EOF
cat >room.yaml <<'EOF'
resource: room
operations: { visit: {} }
clients: { guest: { count: 2, calls: [{ call: visit }] } }
implementation:
  prototypes: void *make(void); void visit(void *);
  create: self = make()
  visit: visit(self)
testing: { phases: 1..4, concurrency: 1..2 }
EOF
gcc -shared -fPIC -o room.so room.c
try() {
	rm -f here
	srtest run --seed 1 --no-save "$@" >out &
	while kill -0 $! && ! test -e here; do sleep 0.1; done
	kill $!
	wait $! || echo "exit $?:" $(sed 's/: [a-z ]*interrupted [a-z0-9 ]*(/: interrupted (/; q' out) # as it waited, or between two answers
}
try --engine free room.yaml ./room.so
try --host "python3 $SRC/tests/cli/run/host.py" room.yaml room.py
