#!/bin/bash
# What `srtest run` does in a second, and how soon it finds and shrinks a failure: whole commands, medians of several runs.
# PEERS is the folder of the peers' own programs (a_cirq, b_monitors); without it their figures are left out.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
specs=$here/../../specs
peers=$(realpath -m "${PEERS:-$here/../../../shared/peers}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Prints the microseconds that a command takes; its output is in $work/out.
micro() {
	local start=$EPOCHREALTIME
	"$@" >out 2>&1 || true
	echo $((${EPOCHREALTIME/./} - ${start/./}))
}

median() { sort -n | awk '{ at[NR] = $1 } END { print at[int((NR + 1) / 2)] }'; }

build() { cc -O2 -g -shared -fPIC -pthread -o "$@"; }

# Tests a second of a correct implementation, five runs.
# rate WHAT SPEC LIBRARY TESTS
rate() {
	local times
	times=$(for seed in 1 2 3 4 5; do micro srtest run --seed $seed --tests "$4" "$2" "$3"; done | median)
	grep -q passed out || { echo "run.sh: $1 did not pass: $(head -1 out)" >&2; return; }
	local tests calls
	tests=$(grep -o 'passed [0-9]*' out | cut -d' ' -f2)
	calls=$(grep -o '[0-9]* calls' out | cut -d' ' -f1)
	awk -v what="$1" -v t="$tests" -v c="${calls:-0}" -v us="$times" 'BEGIN {
		printf "{\"bench\": \"run %s\", \"tests\": %d, \"calls\": %d, \"seconds\": %.3f, \"tests_per_second\": %d, \"calls_per_second\": %d}\n",
			what, t, c, us / 1e6, t / (us / 1e6), c / (us / 1e6) }'
}

# Whole commands that find and shrink a failure, twenty seeds.
# found WHAT SPEC LIBRARY
found() {
	local seed missed=0 times=() calls=()
	for seed in {1..20}; do
		times+=("$(micro srtest run --seed "$seed" "$2" "$3")")
		grep -q FAILED out || missed=$((missed + 1))
		calls+=("$(grep -o 'calls* to [0-9]*' out | grep -o '[0-9]*' || echo 0)")
	done
	awk -v what="$1" -v missed="$missed" -v us="$(printf '%s\n' "${times[@]}" | median)" -v n="$(printf '%s\n' "${calls[@]}" | median)" 'BEGIN {
		printf "{\"bench\": \"find and shrink %s\", \"seeds\": 20, \"missed\": %d, \"median_seconds\": %.3f, \"median_calls\": %d}\n", what, missed, us / 1e6, n }'
}

for style in broadcast polling server; do
	build $style.so "$specs/warehouse/good/$style.c"
done
rate "warehouse, mutex and condition" "$specs/warehouse/warehouse.yaml" ./broadcast.so 5000
rate "warehouse, polling" "$specs/warehouse/warehouse.yaml" ./polling.so 2000
rate "warehouse, server thread" "$specs/warehouse/warehouse.yaml" ./server.so 2000
for style in pipes pipe; do
	[ -e "$specs/warehouse/good/$style.c" ] || continue
	build $style.so "$specs/warehouse/good/$style.c"
	rate "warehouse, pipes" "$specs/warehouse/warehouse.yaml" ./$style.so 1000
done
# asking for the attributes of its thread makes every call a thread of its own
sed "s,\"../warehouse.h\",\"$specs/warehouse/warehouse.h\"," "$specs/warehouse/good/broadcast.c" >threads.c
echo 'extern void _pthread_cleanup_push(void *, void (*)(void *), void *); void who(void *a) { _pthread_cleanup_push(a, 0, 0); }' >>threads.c
build threads.so threads.c
rate "warehouse, real threads" "$specs/warehouse/warehouse.yaml" ./threads.so 200

# Schedules a second of a program with two threads, each schedule a test, five runs.
# schedules WHAT LIBRARY BREAKPOINTS
schedules() {
	local times
	times=$(for seed in 1 2 3 4 5; do
		micro srtest run --no-save --seed $seed --tests 20000 --breakpoints "$3" "$specs/program/program.yaml" "$2"
	done | median)
	grep -q passed out || { echo "run.sh: schedules, $1: did not pass: $(head -1 out)" >&2; return; }
	local tests steps
	tests=$(grep -o 'passed [0-9]*' out | cut -d' ' -f2)
	steps=$(grep -o '[0-9]* scheduling steps' out | cut -d' ' -f1)
	awk -v what="$1" -v t="$tests" -v s="$steps" -v us="$times" 'BEGIN {
		printf "{\"bench\": \"schedules, two threads, %s\", \"schedules\": %d, \"points_each\": %.1f, \"seconds\": %.3f, \"schedules_per_second\": %d}\n",
			what, t, s / t, us / 1e6, t / (us / 1e6) }'
}
build mutex.so "$here/schedules/two-threads.c"
schedules "a mutex" ./mutex.so 0
build hooks.so -DACCESSES -fsanitize=thread -nostdlib "$here/schedules/two-threads.c"
schedules "memory with hooks" ./hooks.so 0
build bare.so -DACCESSES "$here/schedules/two-threads.c"
schedules "memory with breakpoints" ./bare.so 100

# The most tests that it takes to find a race between accesses to memory, twenty seeds; times are of whole commands.
# race NAME SPEC
race() {
	local seed missed=0 times=() tests=()
	build "$1.so" "$here/races/$1.c"
	for seed in {1..20}; do
		times+=("$(micro srtest run --no-save --seed "$seed" "$here/races/$2.yaml" "./$1.so")")
		grep -q FAILED out || missed=$((missed + 1))
		tests+=("$(grep -o 'after [0-9]* test' out | grep -o '[0-9]*' || echo 0)")
	done
	awk -v what="$1" -v missed="$missed" -v us="$(printf '%s\n' "${times[@]}" | sort -n | tail -1)" -v n="$(printf '%s\n' "${tests[@]}" | sort -n | tail -1)" 'BEGIN {
		printf "{\"bench\": \"race %s\", \"seeds\": 20, \"missed\": %d, \"most_seconds\": %.3f, \"most_tests\": %d}\n", what, missed, us / 1e6, n }'
}
race test-and-set lock
race lost-update counter
race load-then-store counter
race fast-path counter

echo 'resource: r
operations: { f: {} }
clients: { c: { calls: [ { call: f } ] } }
implementation: { prototypes: void f(void);, f: f() }' >r.yaml
echo 'void f(void) { }' >r.c
build r.so r.c
awk -v us="$(for _ in 1 2 3 4 5 6 7 8 9; do micro srtest run --tests 1 r.yaml ./r.so; done | median)" 'BEGIN {
	printf "{\"bench\": \"run, start to exit, one test\", \"seconds\": %.4f}\n", us / 1e6 }'

if [ ! -d "$peers/b_monitors" ]; then
	echo "run.sh: no peers at $peers: the monitors and the capped mailbox are left out" >&2
	exit 0
fi
for bug in 1:rw 2:rw 3:bb 4:wh 5:wh 6:bb 7:rw; do
	build monitors.so -DBUG=${bug%:*} "$peers/b_monitors/monitors.c"
	found "monitor ${bug%:*}" "$here/monitors/${bug#*:}.yaml" ./monitors.so
done
build capped.so -DCIRQ_CAP128 "$peers/a_cirq/cirq.c"
found "mailbox capped at 128" "$specs/mailbox/mailbox.yaml" ./capped.so
