# long: where several builds are tested, in the last one only
cat >slots.yaml <<'END'
resource: slots
state: { free: 0..9 = 1 }
invariant:
  - free >= 0
  - free < 9
operations:
  take:
    cpre: free > 0 and free < 5 # nobody has that many
    post: free -= 1
  give:
    post: free += 1
clients:
  user:
    count: 2
    vars: { has: bool = false }
    calls:
      - { call: take, when: not has, then: has := true }
      - { call: give, when: has, then: has := false }
END
srtest check --mutants slots.yaml
echo ---
srtest check --mutants --quiet slots.yaml
srtest check --mutants --seed 3 --tests 20 slots.yaml >one
srtest check --mutants --seed 3 --tests 20 slots.yaml | cmp - one
srtest check --mutants --verbose slots.yaml | sed -n '/nothing instead of .free > 0/,/here$/p'
