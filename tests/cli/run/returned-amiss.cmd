# what a call returned is judged before what a client makes of it goes wrong: values that it cannot remember, or not look up
try() {
	cat >box.yaml <<Y
resource: box
state: { table: 'map 0..3 to int' }
operations:
  get: { returns: int, ensures: $2 }
clients:
  who: { count: 2, vars: { mine: '0..3 = 0', seen: 'map 0..3 to int' }, calls: [ { call: get, then: '$3' } ] }
implementation:
  prototypes: int box_get(void);
  get: result = box_get()
Y
	echo "int box_get(void) { return $4; }" >box.c
	srtest run --no-save --no-hooks --seed 1 --tests 5 box.yaml box.c >out 2>&1 && status=0 || status=$?
	echo "$1: $status $(sed -n 's/^\*\*\* //p' out) $(sed -n 's/^ *the call returned/the call returned/p' out)"
}
try 'beyond its range' 'result in 0..3' 'mine := result' 9
try 'a key that is not there' 'result in 0..3' 'seen[result] := seen[result] + 1' 9
try 'nothing to divide by' 'result > 0' 'mine := 3 div result' 0
try 'no value of a condition' '10 div result > 1' 'mine := 3 div result' 0
try 'right, and remembered' 'result in 0..3' 'mine := result' 3
# it was right to return that
try 'right, and not remembered' 'result in 0..9' 'mine := result' 9
