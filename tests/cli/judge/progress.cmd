# Safe never comes from Viable: the report names the phase in which the call became bound.
cat >spec.yaml <<'END'
resource: cell
state: { x: int = 0 }
operations:
  set: { params: { v: int }, post: x := v }
  await: { params: { v: int }, cpre: x == v }
  read: { returns: int, result: x }
END
cat >history <<'END'
{"event":"called","client":"a","op":"set","args":[1]}
{"event":"called","client":"b","op":"set","args":[2]}
{"event":"called","client":"c","op":"await","args":[1]}
{"event":"returned","client":"a"}
{"event":"returned","client":"b"}
{"event":"at-rest"}
{"event":"called","client":"a","op":"read"}
{"event":"returned","client":"a","value":1}
{"event":"at-rest"}
END
srtest judge spec.yaml history
