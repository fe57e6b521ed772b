#!/bin/bash
# States a second of `srtest check`, beside SPIN on the same model, whose numbers of states must agree with ours.
# SPIN's program is compiled before it is timed. Both times are those of a whole process, the best of three.
set -eu
models=$(cd "$(dirname "$0")/spin" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Runs a command three times; its output is in $work/out, and $seconds is the shortest time it took.
best_of_three() {
	seconds=
	for _ in 1 2 3; do
		local start=$EPOCHREALTIME
		"$@" >out 2>&1 || true
		local took=$((${EPOCHREALTIME/./} - ${start/./}))
		if [ -z "$seconds" ] || [ "$took" -lt "$seconds" ]; then seconds=$took; fi
	done
}

# print WHAT TOOL STATES
print() {
	awk -v what="$1" -v tool="$2" -v states="$3" -v micro="$seconds" 'BEGIN {
		printf "{\"bench\": \"explore %s\", \"tool\": \"%s\", \"states\": %d, \"seconds\": %.3f, \"per_second\": %d}\n",
			what, tool, states, micro / 1e6, states / (micro / 1e6) }'
}

# explore WHAT MODEL NAME=VALUE...
explore() {
	local what=$1 model=$2 ours theirs
	shift 2
	best_of_three srtest check --states 30000000 --format json "$models/$model.yaml" "${@/#/-D}"
	ours=$(grep -o '"states":[0-9]*' out | cut -d: -f2)
	print "$what" srtest "$ours"
	if ! command -v spin >/dev/null; then
		echo "explore.sh: spin is not installed: no comparison" >&2
		return
	fi
	spin -a -o3 "${@/#/-D}" "$models/$model.pml" >spin.log
	cc -O2 -DSAFETY -DNOREDUCE -o pan pan.c
	best_of_three ./pan -E -m1000000 -w22
	theirs=$(awk '/states, stored/ { printf "%d", $1 }' out)
	print "$what" spin "$theirs"
	if [ "$ours" != "$theirs" ]; then
		echo "explore.sh: $what: $ours states here, $theirs in SPIN" >&2
		exit 1
	fi
}

explore "readers-writers, 6 clients" readers-writers
explore "readers-writers, 12 clients" readers-writers READERS=6 WRITERS=6
explore "warehouse, 4 robots" warehouse
