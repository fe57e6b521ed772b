# long: Threads that end early: by pthread_cancel where they wait or next could, by pthread_exit, or by an exception out of what is called once. They clean up.
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
look() { srtest run --no-save --seed 1 --tests 60 --shrink-time 1 "$@" >told 2>&1 || true; grep -E 'passed [0-9]|UNDECIDED|^\*\*\*|unsupported' told || cat told; }
for name in waits rules; do
	gcc -w -g -O1 -shared -fPIC -pthread -o $name.so $here/$name.c
	look room.yaml ./$name.so
	look room.yaml $here/$name.c
	look --strategy pct room.yaml ./$name.so
	# there the handlers are objects of their frames
	gcc -w -g -O1 -fexceptions -shared -fPIC -pthread -o $name.so $here/$name.c
	look room.yaml ./$name.so
done
for name in frames once; do
	g++ -std=c++20 -w -g -O1 -shared -fPIC -pthread -o $name.so $here/$name.cc
	look room.yaml ./$name.so
done
for how in -DTYPE -DCALLER; do
	gcc -w $how -shared -fPIC -pthread -o anywhere.so $here/anywhere.c
	look room.yaml ./anywhere.so
done
gcc -w -g -O1 -shared -fPIC -pthread -o server.so $here/server.c
look $SRC/specs/bounded-buffer/bounded-buffer.yaml ./server.so
