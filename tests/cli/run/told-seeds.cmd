# long: where several builds are tested, in the last one only
# what a host is told of tests gives nobody the seed of the run, with which all other tests could be known beforehand
cat >log.yaml <<'YAML'
resource: log
state:
  lines: nat = 0
operations:
  add:
    params: { line: 0..9223372036854775806 }
    post: lines := lines + 1
  count:
    returns: nat
    result: lines
clients:
  writer:
    count: 3
    calls:
      - call: add(pick 0..9223372036854775806)
      - call: count
implementation:
  prototypes: |
    void *log_new(void);
    void log_add(void *, uint64_t line);
    unsigned log_count(void *);
  create: self = log_new()
  add: log_add(self, line)
  count: log_count(self)
YAML
cat >log.py <<'PY'
def log_new():
    return [0]


def log_add(log, line):
    log[0] += 1


def log_count(log):
    return log[0]
PY
sed '/^def obey/a\    print(kind, client, number, repr(values), file=open("told", "a"))' $SRC/tests/cli/run/host.py >host.py
srtest run -q --seed 20261120 --tests 12 --round 3 --host "python3 host.py" log.yaml log.py
cat >guess.py <<'PY'
"""Computes backwards, as whoever knows how tests are drawn can do: from what one of them was told to what it was made of."""
ALL, STEP, SEED = 2**64 - 1, 0x9E3779B97F4A7C15, 20261120


def unshift(x, by):
    y = x
    for _ in range(64 // by + 1):
        y = x ^ y >> by
    return y


def mix(x):
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & ALL
    x = (x ^ x >> 27) * 0x94D049BB133111EB & ALL
    return x ^ x >> 31


def unmix(x):
    x = unshift(x, 31) * pow(0x94D049BB133111EB, -1, 2**64) & ALL
    x = unshift(x, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64) & ALL
    return unshift(x, 30)


schedules, arguments = [[]], []
for line in open("told"):
    kind, client, number, values = line.split(" ", 3)
    values = eval(values)
    if kind == "2":
        schedules.append([])
    elif kind == "3" and len(values) > 1:
        arguments.append((int(client), values[-1]))
    elif kind == "4":
        schedules[-1].append(values[4])
# the phases of a test are drawn from one stream, a step apart for each number that is drawn
steps = {n * STEP & ALL for n in range(-200, 0)}
print("a schedule follows from another one:", any(unmix(a) - unmix(b) & ALL in steps for test in schedules for a, b in zip(test, test[1:])))
# where the stream of something is known, the seed of its test is, and of that the seed of the run
tests = {unmix(unmix(test[0]) - n * STEP & ALL) ^ 12345 for test in schedules if test for n in range(20)}
print("a schedule shows the seed of the run:", any(unmix(t) ^ mix(n) == SEED for t in tests for n in range(24)))
tests = {unmix(unmix(a) - STEP & ALL) ^ mix(c * 1000003 + nth * 4 + what) for c, a in arguments for nth in range(5) for what in range(1, 5)}
print("an argument shows the seed of the run:", any(unmix(t) ^ mix(n) == SEED for t in tests for n in range(24)))
print("there was something to see:", len(schedules) > 10 and len(arguments) > 10)
PY
python3 guess.py
