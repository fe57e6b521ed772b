# long: a test of very many phases is kept and made again, and its report is short; more than a file may have is told
cat >counter.c <<'EOF'
static int total;
int *counter_new(void) { total = 0; return &total; }
int counter_add(int *self) { return ++total == 12000 ? 0 : total; }
EOF
cat >counter.yaml <<'EOF'
resource: counter
state: { total: nat = 0 }
operations: { add: { returns: int, post: total += 1, result: total + 1 } }
clients: { user: { count: 1, calls: [{ call: add }] } }
implementation:
  prototypes: int *counter_new(void); int counter_add(int *);
  create: self = counter_new()
  add: counter_add(self)
testing: { phases: 13000..13000 }
EOF
srtest run --round 1 --tests 1 --seed 1 --shrink-time 0 --save long.srt counter.yaml counter.c >report || true
head -n 1 report
srtest replay long.srt >again || true
sed -n '1p; /\.\.\.\|here/p' again
test $(wc -l <again) -lt 60 || wc -l again
phases() { echo 'replay: 1'; echo 'spec: counter.yaml'; echo 'phases:'; yes -- '- { calls: { ann: add() } }' | head -n $1; }
phases 200001 >many.srt
srtest replay many.srt counter.c 2>&1 | head -n 1 || true
phases 3000 >few.srt
srtest replay few.srt counter.c
