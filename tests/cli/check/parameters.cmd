# The smallest value of each parameter, and the two after it; or what --define says.
cat >buffer.yaml <<'END'
resource: buffer
parameters: { size: 1..256, spare: bool }
state: { n: nat = 0 }
invariant: n < 3
operations:
  put: { cpre: n < size, post: n += 1, cases: { full: n == 2 } }
  get: { cpre: n > 0, post: n -= 1 }
clients:
  c: { calls: [ call: put ] }
  d: { calls: [ call: get ] }
END
srtest check buffer.yaml || echo $?
srtest check -D size=2 -D spare=true buffer.yaml
