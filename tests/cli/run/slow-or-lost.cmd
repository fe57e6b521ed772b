# who polls is waited for longer before it fails; what cannot be however little the phases before were waited for fails, though it passes when they are
cat >room.py <<'PY'
import sys
import threading

waited = sys.modules["__main__"].waited  # how long those who poll were waited for, phase by phase


def make():
    waited.clear()
    return threading.Condition()


def visit(room):
    with room:
        if is_stuck():
            room.wait()


PY
{ cat room.py; printf 'def is_stuck():\n    return waited[-1] < 16\n'; } >slow.py
{ cat room.py; printf 'def is_stuck():\n    return len(waited) > 1 and waited[-2] < 10\n'; } >lost.py
{ cat room.py; printf 'def is_stuck():\n    return len(waited) > 1\n'; } >stuck.py
cat >room.yaml <<'YAML'
resource: room
operations: { visit: {} }
clients: { guest: { count: 2, calls: [{ call: visit }] } }
implementation:
  prototypes: void *make(void); void visit(void *);
  create: self = make()
  visit: visit(self)
testing: { phases: 1..4, concurrency: 1..2 }
YAML
# a host for which whoever is blocked polls
sed 's/^calls, running.*/&\nwaited = []/; s/^    global running$/&\n    waited.append(patience)/; s/say(AT_REST, count, 0/say(AT_REST, count, 2/' $SRC/tests/cli/run/host.py >polling.py
for m in slow lost stuck; do srtest run --seed 1 --tests 40 --no-save --host "python3 polling.py" room.yaml $m.py >out || echo "exit $?"; sed -n '1,2p' out; done
