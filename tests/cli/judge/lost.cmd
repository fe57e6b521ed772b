# A call of which nobody knows what became of it: it may go ahead later, or never; where it could have returned anything, that is said.
cat >box.yaml <<'YAML'
resource: box
state: { value: int = 0 }
operations:
  get: { returns: int, result: value }
  set: { params: { v: int }, post: value := v }
  add: { returns: int, ensures: "result > value or result < 0", post: value := result }
YAML
judge() { srtest judge --no-shrink box.yaml "$1" || echo "exit $?"; }
for order in time rest; do
	echo "--- $order"
	head="{\"event\":\"begin\",\"order\":\"$order\"}"
	set='{"event":"called","client":"a","op":"set","args":[7]}
{"event":"lost","client":"a"}
{"event":"at-rest"}'
	read='{"event":"called","client":"b","op":"get"}'
	for value in 0 7 3; do
		printf '%s\n' "$head" "$set" "$read" "{\"event\":\"returned\",\"client\":\"b\",\"value\":$value}" '{"event":"at-rest"}' >history
		judge history | grep -E 'conforms|FAILED|exit'
	done
	printf '%s\n' "$head" '{"event":"called","client":"a","op":"add"}' '{"event":"lost","client":"a"}' "$read" '{"event":"returned","client":"b","value":7}' '{"event":"at-rest"}' >history
	judge history
done
