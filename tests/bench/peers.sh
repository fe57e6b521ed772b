#!/bin/bash
# Commands a second on a correct mailbox with long tests: `srtest run` beside RapidCheck and fast-check. They take turns, round by
# round, on the same library. PEERS is the folder of the peers' own programs (a_cirq), NODE_DEPS the one where npm has put
# fast-check and koffi; what is not there is left out, and a line says so.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mailbox=$here/../../specs/mailbox/mailbox.yaml
peers=$(realpath -m "${PEERS:-$here/../../../shared/peers}")/a_cirq
NODE_DEPS=$(realpath -m "${NODE_DEPS:-/tmp/peers-node}")
export NODE_DEPS
rounds=${ROUNDS:-5}
sizes=${SIZES:-100 1000} # tests of a run: usual, and so many that warming up hardly counts
longest=600              # calls of a test; mailbox.yaml says the same

say() { echo "peers.sh: $*" >&2; }

have_rapidcheck() {
	echo '#include <rapidcheck.h>' | g++ -std=c++17 -fsyntax-only -x c++ - 2>/dev/null && return
	say "g++ or librapidcheck-dev is not installed: RapidCheck is left out"
	return 1
}

have_fast_check() {
	if ! command -v node >/dev/null; then
		say "node is not installed: fast-check is left out"
	elif [ ! -d "$NODE_DEPS/node_modules/fast-check" ] || [ ! -d "$NODE_DEPS/node_modules/koffi" ]; then
		say "fast-check is left out; to have it: npm install --prefix $NODE_DEPS fast-check koffi"
	else
		return 0
	fi
	return 1
}

# Prints what a tool says of a run with a seed.
# start TOOL TESTS SEED
start() {
	local tests=$2 seed=$3
	case $1 in
	srtest) timeout 300 srtest run --no-save --seed "$seed" --tests "$tests" --format json "$mailbox" ./libcirq.so ;;
	RapidCheck) RC_PARAMS="max_success=$tests max_size=$longest seed=$seed" timeout 300 ./rapidcheck ;;
	fast-check) SEED=$seed NTESTS=$tests MAXCMDS=$longest CIRQ_SO=./libcirq.so timeout 300 node "$peers/fc_mbox.mjs" ;;
	esac
}

# The number after a word in `out`.
number() { grep -oE "$1[0-9.]+" out | head -1 | grep -oE '[0-9.]+$'; }

# Adds to `runs`: tests asked for, round, tool, commands, tests, seconds by the tool's own clock, microseconds from start to exit.
# run TOOL TESTS ROUND
run() {
	local names='cmds= tests= secs=' start=$EPOCHREALTIME end
	start "$1" "$2" "$3" >out 2>log || true
	end=$EPOCHREALTIME
	[ "$1" != srtest ] || names='"calls": "tests": "seconds":'
	if ! grep -qE 'outcome=ok|"verdict":"pass"' out; then
		say "$1 did not pass:"
		cat out log >&2
		exit 1
	fi
	echo "$2 $3 $1 $(for name in $names; do number "$name"; done | tr '\n' ' ') $((${end/./} - ${start/./}))" >>runs
}

# Medians of the rounds of a size. A ratio is that of two runs of the same round.
# summarise TESTS
summarise() {
	awk -v tests="$1" '
	function value(what, round, tool) {
		if (what ~ /^ratio/)
			return at[substr(what, 7), round, "srtest"] / at[substr(what, 7), round, tool]
		return at[what, round, tool]
	}
	function median(what, tool,   i, j, sorted, v) {
		for (i = 1; i <= rounds; i++) {
			v = value(what, i, tool)
			for (j = i; j > 1 && sorted[j - 1] > v; j--)
				sorted[j] = sorted[j - 1]
			sorted[j] = v
		}
		return sorted[int((rounds + 1) / 2)]
	}
	$1 == tests {
		if (!seen[$3]++)
			tools[++n] = $3
		rounds = $2
		at["length", $2, $3] = $4 / $5
		at["inside", $2, $3] = $4 / $6
		at["whole", $2, $3] = $4 / ($7 / 1e6)
	}
	END {
		for (k = 1; k <= n; k++)
			printf "{\"bench\": \"mailbox beside peers\", \"tool\": \"%s\", \"tests\": %d, \"calls_per_test\": %d, \"calls_per_second\": %d, \"whole_command\": %d}\n",
				tools[k], tests, median("length", tools[k]), median("inside", tools[k]), median("whole", tools[k])
		for (k = 2; k <= n; k++)
			printf "{\"bench\": \"mailbox beside peers\", \"tests\": %d, \"ratio_to\": \"%s\", \"calls_per_second\": %.3f, \"whole_command\": %.3f}\n",
				tests, tools[k], median("ratio inside", tools[k]), median("ratio whole", tools[k])
	}' runs
}

if [ ! -d "$peers" ]; then
	say "no peers at $peers: the mailbox beside RapidCheck and fast-check is left out"
	exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cc -O2 -g -shared -fPIC -o libcirq.so "$peers/cirq.c"
tools=srtest
if have_rapidcheck; then
	g++ -O2 -g -std=c++17 -o rapidcheck "$peers/rc_mbox.cpp" -L. -lcirq -lrapidcheck -Wl,-rpath,"$work"
	tools="$tools RapidCheck"
fi
if have_fast_check; then
	tools="$tools fast-check"
fi
for tests in $sizes; do
	for ((round = 1; round <= rounds; round++)); do
		for tool in $tools; do
			run "$tool" "$tests" "$round"
		done
	done
	summarise "$tests"
done
