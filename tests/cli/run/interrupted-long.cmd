# a test of very many calls is not followed to its end once srtest is interrupted
cat >room.c <<'EOF'
#include <fcntl.h>
#include <unistd.h>
void visit(void) { close(open("here", O_CREAT | O_WRONLY, 0600)); }
EOF
cat >room.yaml <<'EOF'
resource: room
operations: { visit: {} }
clients: { guest: { count: 2, calls: [{ call: visit }] } }
implementation: { prototypes: void visit(void);, visit: visit() }
testing: { phases: 400000..400000 }
EOF
gcc -shared -fPIC -o room.so room.c
srtest run --no-save --seed 1 room.yaml ./room.so >out &
while kill -0 $! && ! test -e here; do sleep 0.1; done
kill $!
wait $! || echo "exit $?:" $(head -1 out)
