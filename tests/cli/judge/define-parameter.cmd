# A parameter that the history does not give has the value that --define gives it.
cat >buffer.yaml <<'END'
resource: buffer
parameters: { size: 1..256 }
state: { n: nat = 0 }
operations:
  put: { cpre: n < size, post: n += 1 }
END
for i in 1 2; do
	echo '{"event": "called", "client": "a", "op": "put"}'
	echo '{"event": "returned", "client": "a"}'
	echo '{"event": "at-rest"}'
done >two.jsonl
srtest judge -D size=2 buffer.yaml two.jsonl
srtest judge -D size=1 buffer.yaml two.jsonl
