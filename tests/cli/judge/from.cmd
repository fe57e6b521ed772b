# Histories that others recorded: what their lines become, and what is left out.
judge() { srtest judge "$@" || echo "exit $?"; }
cas=$SRC/specs/cas-register/cas-register.yaml register=$SRC/specs/register/register.yaml

# one a line, in a vector, in a list, all in one line, with tags, comments and what is discarded
write='{:process 0, :type :invoke, :f :write, :value 3} {:value 3 :f :write :type :ok :process 0 :link "x\"}" :chars [\a \} \newline \u0041]}'
read='{:process 1, :type :invoke, :f :read, :value nil} {:process 1, :type :ok, :f :read, :value 3}'
echo "$write$read" >history; judge --from jepsen $cas history
echo "[$write,$read]" >history; judge --from jepsen $cas history
echo "; a comment {
( $write
  #_{:process 7 :type :what} ; the next one has a tag
  #jepsen.history.Op$read)
; the end" >history; judge --from jepsen $cas history
printf '\xef\xbb\xbf%s\r\n' "$write" >history; judge --from jepsen $cas history

# a log with dates, and with lines of others
cat >log <<'END'
2026-11-20 10:00:00,123{GMT}	INFO	[main] jepsen.core: Running test: {:type :none}
2026-11-20 10:00:01,123{GMT}	INFO	[jepsen worker 0] jepsen.util: 0	:invoke	:write	3
2026-11-20 10:00:01,124{GMT}	INFO	[jepsen nemesis] jepsen.util: :nemesis	:info	:start	["n1" "n2"]
2026-11-20 10:00:01,125{GMT}	INFO	[jepsen worker 0] jepsen.util: 0	:ok	:write	3

2026-11-20 10:00:01,126{GMT}	INFO	[jepsen worker 1] jepsen.util: 1	:invoke	:read	nil
2026-11-20 10:00:01,128{GMT}	INFO	[jepsen worker 1] jepsen.util: 1	:fail	:read	nil	:timed-out
2026-11-20 10:00:01,129{GMT}	INFO	[jepsen worker 1] jepsen.util: 1	:invoke	:read	nil
2026-11-20 10:00:01,130{GMT}	INFO	[jepsen worker 1] jepsen.util: 1	:ok	:read	4
END
judge --from jepsen $cas log

# a swap that failed returned false; with an error, or another value, it did not happen
fails() { echo "{:process 0, :type :invoke, :f :cas, :value [0 1]} {:process 0, :type :fail, :f :cas, $1}"; }
for how in ':value [0 1]' ':value :timed-out' ':value [0 1] :error :timeout' ':value [0 1] :error nil'; do
	{ echo "$read" | sed s/3/0/g; fails "$how"; } >history
	echo "$how: $(judge --from jepsen $register history | head -n 1)"
done

# nil is none, or what the specification says it is
for value in nil 0 1; do
	echo "$read" | sed "s/3/$value/" >history
	echo "read $value: $(judge --from jepsen $cas history | head -n 1), $(judge --from jepsen $register history | head -n 1)"
done

# values of all kinds, from everywhere in a line
cat >values.yaml <<'END'
resource: values
types:
  Color: [light_red, green]
  Item: { name: string, color: Color }
state:
  items: map int to Item = {}
  known: set of string = {}
operations:
  put: { params: { k: int, item: Item, on: bool }, post: "if on then items := items + {k -> item}" }
  get: { params: { k: int }, returns: option Item, result: "if k in items then some(items[k]) else none" }
  all: { returns: map int to Item, result: items }
  name: { params: { s: set of string, t: string }, post: "known := s + {t}" }
  names: { returns: set of string, result: known }
  count: { returns: nat, result: len(items) }
recorded:
  put-item: { call: "put(value[0], value[1].item, true)" }
  get: { call: "get(value[0])", returns: "value[1]" }
  get-all: { call: all, returns: value }
  name: { call: "name(value.names, key)" }
  names: { call: names, returns: value.names }
  count-three: { call: count, returns: 3 }
END
cat >history <<'END'
{:process 0 :type :invoke :f :put-item :value [7 {:item {:name "a\tbé" :color :light-red}}]}
{:process 0 :type :ok :f :put-item}
{:process 0 :type :invoke :f :put-item :value (8 {:other 1 :item ["b" green]})}
{:process 0 :type :ok :f :put-item}
{:process 0 :type :invoke :f :get :value [7 nil]}
{:process 0 :type :ok :f :get :value [7 {:color :light-red, :name "a\u0009b\u00e9"}]}
{:process 0 :type :invoke :f :get :value [9 nil]}
{:process 0 :type :ok :f :get :value [9 nil]}
{:process 0 :type :invoke :f :get-all}
{:process 0 :type :ok :f :get-all :value {8 {:name "b" :color :green} 7 ["a\tbé" :light-red]}}
{:process 0 :type :invoke :f :name :key :c :value {:names #{"a" b}}}
{:process 0 :type :ok :f :name}
{:process 0 :type :invoke :f :names}
{:process 0 :type :ok :f :names :value {:names ["c" "b" "a"]}}
END
judge --from jepsen values.yaml history
echo '{:process 0 :type :invoke :f :count-three} {:process 0 :type :ok :f :count-three}' >>history
judge --from jepsen values.yaml history | grep -v '^  <<'

judge --from porcupine $cas history
judge --from jepsen --order rest $cas history
# several at once: the worst decides, and each is told
judge --from jepsen $cas $SRC/specs/cas-register/service-ok.log history missing.log $SRC/specs/cas-register/service-bad.log | grep -E 'conforms|FAILED|UNDECIDED|exit'
judge --from jepsen -q $cas $SRC/specs/cas-register/service-ok.log missing.log $SRC/specs/cas-register/service-ok.log
judge --from jepsen --no-shrink $cas $SRC/specs/cas-register/service-bad.log
# each key by itself, so that the calls of others do not matter
judge --from porcupine-kv $SRC/specs/kv/kv.yaml $SRC/specs/kv/store-ok.edn $SRC/specs/kv/store-bad.edn | head -3
