cat >rw.yaml <<'END'
resource: readers-writers
state: { readers: nat = 0, writers: nat = 0 }
operations:
  before_read: { cpre: writers == 0, post: readers += 1 }
  after_read: { post: readers -= 1 }
  before_write: { cpre: readers == 0 and writers == 0, post: writers += 1 }
  after_write: { post: writers -= 1 }
clients:
  reader:
    count: 2
    vars: { reading: bool = false }
    calls:
      - { call: before_read, when: not reading, then: reading := true }
      - { call: after_read, when: reading, then: reading := false }
  writer:
    count: 2
    vars: { writing: bool = false }
    calls:
      - { call: before_write, when: not writing, then: writing := true }
      - { call: after_write, when: writing, then: writing := false }
END
srtest check --graph - rw.yaml 2>report
srtest check --graph again.dot rw.yaml >/dev/null
srtest check --graph - rw.yaml 2>/dev/null | cmp - again.dot
grep -c warning: report
