# long: where several builds are tested, in the last one only
# Calls arrive in any order; where nothing comes in between their steps, that is no pass unless there is nothing that could.
spec=$SRC/tests/cli/run/apart/count.yaml
verdict() { grep -oE '^(count|ping): (passed|FAILED|UNDECIDED:[^(]*)|in [0-9]+ of them one call or thread.*|warning: .*|note: no call .*' | sed -E 's/in [1-9][0-9]* of them/in some of them/'; }
try() {
	echo "$*"
	gcc -w -shared -fPIC -O1 -o lib.so $SRC/tests/cli/run/apart/$1.c
	shift
	srtest run --no-save --seed 1 --tests 400 --shrink-time 0 $spec lib.so "$@" | verdict
}
for f in $SRC/tests/cli/run/apart/hidden-*.c; do
	try $(basename $f .c)
	try $(basename $f .c) --breakpoints 0
done
for f in $SRC/tests/cli/run/apart/unhooked-*.c; do
	try $(basename $f .c)
	try $(basename $f .c) --breakpoints 0
	echo "... with hooks"
	srtest run --no-save --seed 1 --tests 400 --shrink-time 0 $spec $f --breakpoints 0 | verdict
done
for f in $SRC/tests/cli/run/apart/right-*.c; do
	try $(basename $f .c)
	try $(basename $f .c) --breakpoints 0
done
# it could, and this strategy never lets it
try right-locked --breakpoints 0 --strategy pct,depth=1 --no-rare
# few tests tell nothing
try hidden-copied --tests 90
# there is nothing that calls could share
cat >ping.yaml <<'Y'
resource: ping
operations: { ping: { returns: int, result: 7 } }
clients: { user: { count: 3, calls: [ { call: ping } ] } }
implementation: { prototypes: int ping(void);, ping: ping() }
Y
echo "int ping(void) { return 7; }" >ping.c
gcc -shared -fPIC -o ping.so ping.c
for lib in ping.c ping.so; do
	echo $lib
	srtest run --no-save --seed 1 --tests 400 ping.yaml $lib | verdict
done
