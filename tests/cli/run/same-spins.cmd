# long: where several builds are tested, in the last one only
# where calls spin is found by a timer, which strikes anywhere, and yet the same seed gives the same run; so it does while other places are learned
try() {
	srtest run -v --no-save --seed "$@" >one
	srtest run -v --no-save --seed "$@" >two
	head -1 one
	diff one two
	grep "two ways" one || true
}
try 1 --tests 10 --variant hooked --cflags "-w -I$SRC/specs/warehouse" $SRC/specs/warehouse/warehouse.yaml $SRC/tests/cli/run/same-spins/tickets.c
try 92 --tests 30 $SRC/specs/semaphore/semaphore.yaml $SRC/specs/semaphore/good/local-spin.c
# in front of whose accesses there are checks, it is found there
srtest run --no-save --seed 1 --tests 2 --variant guarded $SRC/specs/semaphore/semaphore.yaml $SRC/specs/semaphore/good/local-spin.c | head -1
