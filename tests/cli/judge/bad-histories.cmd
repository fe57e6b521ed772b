# Each of these is wrong in one way; each gets a message that points at it, and exit status 3.
spec=$SRC/specs/warehouse/warehouse.yaml
called='{"event":"called","client":"r0","op":"enter","args":[0,100]}'
returned='{"event":"returned","client":"r0"}'
rest='{"event":"at-rest"}'
try() {
	echo "--- $1" >&2
	shift
	printf '%s\n' "$@" >history
	srtest judge $spec history || { status=$?; [ $status = 3 ] || echo "exit $status" >&2; }
}
try 'unknown operation' '{"event":"called","client":"r0","op":"entr","args":[0,100]}'
try 'unknown event' '{"event":"calld","client":"r0"}'
try 'unknown key' '{"event":"called","klient":"r0","op":"enter","args":[0,100]}'
try 'a key is missing' '{"event":"called","client":"r0","args":[0,100]}'
try 'returns twice' "$called" "$returned" "$returned" "$rest"
try 'returns without a call' "$returned"
try 'a client overlaps itself' "$called" "$called"
try 'too few arguments' '{"event":"called","client":"r0","op":"enter","args":[0]}'
try 'no arguments' '{"event":"called","client":"r0","op":"enter"}'
try 'wrong type' '{"event":"called","client":"r0","op":"enter","args":[0,"100"]}'
try 'wrong type, by name' '{"event":"called","client":"r0","op":"enter","args":{"w":"100","n":0}}'
try 'outside its type' '{"event":"called","client":"r0","op":"enter","args":[9,100]}'
try 'a value that nobody asked for' "$called" '{"event":"returned","client":"r0","value":[1,"]"]}'
try 'not JSON' "$called" 'this is not JSON'
try 'cut in the middle' "$called" '{"event":"retu'
try 'two objects in a line' "$rest $rest"
try 'not an object' '[1, 2]'
try 'a number that no machine holds' '{"event":"called","client":"r0","op":"enter","args":[0,99999999999999999999]}'
try 'and another' '{"event":"called","client":"r0","op":"enter","args":[0,1e999]}'
try 'a fraction' '{"event":"called","client":"r0","op":"enter","args":[0,0.5]}'
try 'a key twice' '{"event":"at-rest","event":"at-rest"}'
try 'a client without a name that can be shown' '{"event":"called","client":"r\u0000","op":"enter","args":[0,100]}'
try 'not UTF-8' $'{"event":"called","client":"\xff","op":"enter","args":[0,100]}'
try 'parameters that are none' '{"event":"begin","parameters":{"size":3}}'
try 'parameters too late' "$called" '{"event":"begin","parameters":{}}'
try 'an order that is none' '{"event":"begin","order":"tme"}'
try 'an order that is no word' '{"event":"begin","order":[]}'
try 'it begins twice' '{"event":"begin","order":"time"}' '{"event":"begin","order":"rest"}'
try 'lost without a call' '{"event":"lost","client":"r0"}'
try 'calls after it was lost' "$called" '{"event":"lost","client":"r0"}' "$called"
try 'a lost call has no value' "$called" '{"event":"lost","client":"r0","value":1}'
{ srtest judge $spec / || echo "exit $?"; srtest judge $spec nowhere || echo "exit $?"; } >&2
