# Who asks for how long calls have waited needs a history with times; who does not may have one.
spec=$SRC/specs/timed-semaphore/timed-semaphore.yaml
called='{"event": "called", "client": "a", "op": "acquire_for", "args": [10], "time": 1.5}'
try() {
	echo "--- $1"
	shift
	printf '%s\n' "$@" >history
	srtest judge $spec history 2>&1 || echo "exit $?"
}
try 'no time' '{"event": "called", "client": "a", "op": "acquire"}'
try 'no time of the rest' "$called" '{"event": "at-rest"}'
try 'back in time' "$called" '{"event": "returned", "client": "a", "value": "acquired", "time": 1.4}'
try 'no number' "$called" '{"event": "at-rest", "time": "now"}'
try 'before all time' "$called" '{"event": "at-rest", "time": -1}'
try 'after all time' "$called" '{"event": "at-rest", "time": 1e13}'
late() {
	try "$1" '{"event": "called", "client": "b", "op": "acquire", "time": 0}' '{"event": "returned", "client": "b", "time": 0}' '{"event": "at-rest", "time": 1}' \
		"$called" "{\"event\": \"returned\", \"client\": \"a\", \"value\": \"timed_out\", \"time\": $2}" '{"event": "at-rest", "time": 500}'
}
late 'a little too soon' 10.5
late 'just in time' 10.500001
late 'in time' 62.499999
late 'a little too late' 62.5
spec=$SRC/specs/bounded-buffer/bounded-buffer.yaml
try 'times that nobody asks for' '{"event": "called", "client": "a", "op": "put", "args": [1], "time": 3}' '{"event": "returned", "client": "a", "time": 4}' '{"event": "at-rest", "time": 4}'
try 'but right ones' '{"event": "called", "client": "a", "op": "put", "args": [1], "time": 3}' '{"event": "returned", "client": "a", "time": 2}' '{"event": "at-rest", "time": 4}'
