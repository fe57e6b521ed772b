# What is wrong with the results of calls, and with parameters.
try() {
	echo "--- $1" >&2
	spec=$SRC/specs/$2
	shift 2
	printf '%s\n' "$@" >history
	srtest judge $spec history || { status=$?; [ $status = 3 ] || echo "exit $status" >&2; }
}
try 'no value' bounded-buffer/bounded-buffer.yaml '{"event":"called","client":"c","op":"get"}' '{"event":"returned","client":"c"}'
try 'a value of another kind' bounded-buffer/bounded-buffer.yaml '{"event":"called","client":"c","op":"get"}' '{"event":"returned","client":"c","value":[]}'
try 'a parameter is missing' mailbox/mailbox.yaml '{"event":"begin","parameters":{}}'
try 'a parameter is too large' mailbox/mailbox.yaml '{"event":"begin","parameters":{"size":257}}'
try 'a parameter is no number' mailbox/mailbox.yaml '{"event":"begin","parameters":{"size":"big"}}'
