# Whatever a string of the state holds cannot end the label it stands in.
cat >r.yaml <<'END'
resource: r
state:
  s: string = "a\"] b -> c [\\n"
operations:
  set: { post: 's := "\""' }
clients:
  c: { calls: [ call: set ] }
END
srtest check --graph - r.yaml 2>/dev/null
