# -v lists the viable configurations after each phase: two after the first, for 900 and 200 do not fit together
cat >history <<'END'
{"event":"called","client":"a","op":"enter","args":[0,900]}
{"event":"called","client":"b","op":"enter","args":[0,50]}
{"event":"called","client":"c","op":"set","args":[1]}
{"event":"called","client":"d","op":"set","args":[2]}
{"event":"returned","client":"a"}
{"event":"returned","client":"b"}
{"event":"returned","client":"c"}
{"event":"returned","client":"d"}
{"event":"at-rest"}
{"event":"called","client":"b","op":"enter","args":[0,200]}
{"event":"at-rest"}
END
cat >spec.yaml <<'END'
resource: rooms
state: { weight: 'map[0..1] nat', last: int = 0 }
operations:
  enter: { params: { n: 0..1, w: nat }, cpre: 'weight[n] + w <= 1000', post: 'weight[n] += w' }
  set: { params: { v: int }, post: last := v }
END
srtest judge -v spec.yaml history
srtest judge --quiet spec.yaml history
