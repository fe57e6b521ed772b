# pthread_cancel: a thread ends where it waits or next could, cleans up, and its end is told to who joins it
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
here=$SRC/tests/cli/run/cancel
look() { srtest run --no-save --seed 1 --tests 300 --shrink-time 1 "$@" >told 2>&1 || true; grep -E 'passed [0-9]|UNDECIDED|^\*\*\*|unsupported' told || cat told; }
for name in waits rules; do
	gcc -w -g -O1 -shared -fPIC -pthread -o $name.so $here/$name.c
	look room.yaml ./$name.so
	look room.yaml $here/$name.c
	look --strategy pct room.yaml ./$name.so
	# there the handlers are objects of their frames
	gcc -w -g -O1 -fexceptions -shared -fPIC -pthread -o $name.so $here/$name.c
	look room.yaml ./$name.so
done
g++ -w -g -O1 -shared -fPIC -pthread -o frames.so $here/frames.cc
look room.yaml ./frames.so
for how in -DTYPE -DCALLER; do
	gcc -w $how -shared -fPIC -pthread -o anywhere.so $here/anywhere.c
	look room.yaml ./anywhere.so
done
gcc -w -g -O1 -shared -fPIC -pthread -o server.so $here/server.c
look $SRC/specs/bounded-buffer/bounded-buffer.yaml ./server.so
