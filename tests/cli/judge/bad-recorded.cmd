# Each of these is no history: each gets a message that points at it, and exit status 3.
spec=$SRC/specs/cas-register/cas-register.yaml
judge() { srtest judge --from jepsen $1 history || { status=$?; [ $status = 3 ] || echo "exit $status" >&2; }; }
try() {
	echo "--- $1" >&2
	shift
	printf '%s\n' "$@" >history
	judge $spec
}
invoke='{:process 0, :type :invoke, :f :write, :value 3}'
ok='{:process 0, :type :ok, :f :write, :value 3}'
try 'cut within a map' "$invoke" '{:process 0, :type'
try 'cut within a string' "$invoke" '{:process 0, :error "ab'
try 'cut within the list' "[$invoke" "$ok"
try 'cut behind a tag' "$invoke" '#jepsen.history.Op'
try 'closed twice' "[$invoke]" ']'
try 'closed by another' "[$invoke)"
try 'something behind the end' "[$invoke]" "$ok"
try 'a map without a value' '{:process 0, :type}'
try 'no map' "$invoke" '[1 2]'
try 'nested too deep' "$(printf '[%.0s' $(seq 10000))"
try 'nested too deep in a map' "{:process 0, :value $(printf '#a %.0s' $(seq 10000))"
try 'a key twice' '{:process 0, :type :invoke, :f :write, :value 3, :value 4}'
try 'no process' '{:type :invoke, :f :write, :value 3}'
try 'no type' '{:process 0, :f :write, :value 3}'
try 'an unknown type' '{:process 0, :type :invoked, :f :write, :value 3}'
try 'no function' '{:process 0, :type :invoke, :value 3}'
try 'an unknown function' '{:process 0, :type :invoke, :f :wirte, :value 3}'
try 'a function that is no word' '{:process 0, :type :invoke, :f [write], :value 3}'
try 'completes nothing' "$ok"
try 'lost, and nothing was invoked' '{:process 0, :type :info, :f :write, :value 3}'
try 'completes twice' "$invoke" "$ok" "$ok"
try 'completes another function' "$invoke" '{:process 0, :type :ok, :f :read, :value 3}'
try 'invokes twice' "$invoke" "$invoke"
try 'goes on after it was lost' "$invoke" '{:process 0, :type :info, :f :write, :value 3}' "$invoke"
try 'a value of another type' '{:process 0, :type :invoke, :f :write, :value "3"}'
try 'a value outside its type' '{:process 0, :type :invoke, :f :write, :value 33}'
try 'no value' '{:process 0, :type :invoke, :f :write}'
try 'a fraction' '{:process 0, :type :invoke, :f :write, :value 3.5}'
try 'a number that no machine holds' '{:process 0, :type :invoke, :f :write, :value 99999999999999999999}'
try 'no number' '{:process 0, :type :invoke, :f :write, :value 3x}'
try 'too few elements' '{:process 0, :type :invoke, :f :cas, :value [3]}'
try 'no list' '{:process 0, :type :invoke, :f :cas, :value 3}'
try 'returned what it cannot' '{:process 0, :type :invoke, :f :read, :value nil}' '{:process 0, :type :ok, :f :read, :value :timed-out}'
try 'time goes back' '{:process 0, :type :invoke, :f :write, :value 3, :time 9}' '{:process 0, :type :ok, :f :write, :value 3, :time 8}'
try 'numbers go back' '{:process 0, :type :invoke, :f :write, :value 3, :index 9}' '{:process 0, :type :ok, :f :write, :value 3, :index 9}'
try 'an escape that is none' '{:process 0, :error "\q"}'
try 'a character that is none' '{:process 0, :error \qq}'
try 'a keyword without a name' '{: 0}'
try 'no tag' '# {}'
printf '{:process 0 \0}' >history; echo '--- a byte that is no text' >&2; judge $spec
log() { what=$1; shift; try "$what" "${@/#/INFO  jepsen.util - }"; }
log 'a log that is cut' $'0\t:invoke\t:write\t3' $'0\t:o'
log 'a log line without a function' $'0\t:invoke'
log 'a log line whose value is cut' $'0\t:invoke\t:cas\t[3 '
log 'a log line that completes nothing' $'0\t:ok\t:write\t3'
log 'a log line with another type' $'0\t:invoke\t:write\t3' $'0\t:done\t:write\t3'
# the text stands in the middle of a long line, and behind many lines
{ for i in $(seq 3000); do printf '%s%s' "$invoke" "$ok"; done; echo "$ok"; } >history; echo '--- in a long line' >&2; judge $spec
{ for i in $(seq 3000); do printf '%s\n%s\n' "$invoke" "$ok"; done; echo " $ok"; } >history; echo '--- after many lines' >&2; judge $spec
{ echo "$invoke"; head -c 1100000 /dev/zero | tr '\0' ' '; echo "$ok"; } >history; echo '--- a mebibyte of blanks' >&2; judge $spec
{ printf '{:process 0 :error "'; head -c 1100000 /dev/zero | tr '\0' x; echo '"}'; } >history; echo '--- a map of more than a mebibyte' >&2; judge $spec
{ printf '[{:process 0 :type :invoke :f :txn :value [[:write :x 1]]}\n {:process 0 :type :fail :f :txn}\n  {:process 0, :type :invoke, :f :txn,\n :value [[:write :x 1] [:write :x 2]]}]'; } >history; echo '--- outside the precondition' >&2; judge $SRC/specs/multi-register/multi-register.yaml
echo '--- nothing says how calls are recorded' >&2; judge $SRC/specs/stack/stack.yaml
