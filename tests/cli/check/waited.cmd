# A clause may ask for how long the call has waited, but not whether that is an exact number; and only some clauses may.
cat >where.yaml <<'Y'
resource: x
state: { n: nat }
operations:
  a:
    params: { ms: nat }
    returns: bool
    pre: waited < 3
    cpre: waited == 5
    result: waited > 5
    post: n += waited
    ensures: result => min(waited, 3) > 2
    cases: { late: waited > 10 }
  b:
    params: { ms: nat }
    cpre: (if waited > 1 then 2 else 1) < n
    must: waited in 3..5
Y
srtest check where.yaml 2>&1 || echo "exit $?"
# a name of the specification's own is what it was
cat >own.yaml <<'Y'
resource: x
state: { waited: 0..1 }
operations:
  a:
    cpre: waited == 0
    post: waited := 1
Y
srtest check -q own.yaml
# in a walk through the model a call may have waited, and may not have: both conditions hold at times, and do not at others
cat >slow.yaml <<'Y'
resource: slow
state: { given: 0..3 }
operations:
  take:
    cpre: waited >= 100 and given < 3
    post: given += 1
  give:
    cpre: waited < 20
    post: if given > 0 then given -= 1
clients:
  one:
    count: 2
    calls: [{ call: take }, { call: give }]
Y
srtest check slow.yaml
srtest check --mutants $SRC/specs/timed-semaphore/timed-semaphore.yaml
