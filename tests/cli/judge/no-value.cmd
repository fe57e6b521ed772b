# a condition that cannot be evaluated for what a call returned does not hold of it; where the value has nothing to do with it, or another clause goes wrong, the specification does
says() {
	printf '{"event": "called", "client": "a", "op": "get", "args": [1]}\n{"event": "returned", "client": "a", "value": %s}\n{"event": "at-rest"}\n' "$3" >h.jsonl
	cat >s.yaml <<Y
resource: s
state: { table: 'map 0..3 to int', owner: option int = none, items: 'seq of int = [4, 5]', names: 'map int to int = {7 -> 1}' }
functions:
  share: { params: { n: int }, value: 10 div n }
  first: { params: { n: int }, value: the(owner) }
operations:
  get:
    params: { k: int }
    returns: $1
    $(echo -e "$2")
clients: { who: { count: 1, calls: [ call: get(1) ] } }
Y
	srtest judge s.yaml h.jsonl >out 2>err || true
	echo "$2, $3: $(sed -n 's/^\*\*\* //p' out)$(grep -h -m1 'error:' err || true)"
	sed -n 's/^ *the call returned/  the call returned/p' out
}
says int 'ensures: 10 div result > 1' 0
says int 'ensures: 10 div result > 1' 20
says int 'ensures: 10 div result > 1' 3
says int 'ensures: table[result] == 0' 9
says int 'ensures: table[result] == 0' 3
says int 'ensures: names[result] == 1' 8
says int 'ensures: items[result] == 5' 2
says int 'ensures: items[result] == 5' 1
says int 'ensures: let x = result + 1 in 10 div x > 1' -1
says int 'ensures: share(result) > 1' 0
says int 'ensures: exists i in 2..3 . table[i + result] == 0' 2
says int 'ensures: result + 1 > k' 9223372036854775807
says int 'ensures: k > 0 and (result == 5 or 10 mod (result - 6) == 0)' 6
says 'option int' 'ensures: the(result) > 0' null
says 'seq of int' 'ensures: head(result) > 0' '[]'
says '{ n: int, d: int }' 'ensures: result.n div result.d == 2' '{"n": 1, "d": 0}'
says int 'ensures: 10 div result > 1 or empty(others())' 0
says int 'pre: k > 1\n    reject: 10 div result > 1' 0
says int 'ensures: forall i in 0..result . table[i] == 0' 5
says int 'ensures: len([10 div i | i in [result]]) == 1' 0
# not by the value
says int 'ensures: result == the(owner)' 3
says int 'ensures: result > 0 and the(owner) > 0' 3
says int 'ensures: result == first(k)' 3
says int 'ensures: result == table[k + 5]' 3
says int 'ensures: let x = k - 1 in result == 10 div x' 3
says int 'result: 10 div (k - 1)' 3
# ensures lets it pass, so the model can produce it
says int 'ensures: result >= 0\n    post: table[result] += 1' 9
