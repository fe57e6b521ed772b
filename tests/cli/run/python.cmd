# long: where several builds are tested, in the last one only
# monitors in Python, driven by a host in Python: a right one, one that forgets to look again, and some that go wrong otherwise
cat >good.py <<'PY'
import threading


class Buffer:
    def __init__(self, capacity):
        self.capacity, self.items, self.changed = capacity, [], threading.Condition()


def buffer_new(capacity):
    return Buffer(capacity)


def buffer_free(b):
    assert not b.changed.lock.depth


def buffer_put(b, item):
    with b.changed:
        while len(b.items) == b.capacity:
            b.changed.wait()
        b.items.append(item)
        b.changed.notify_all()


def buffer_get(b):
    with b.changed:
        b.changed.wait_for(lambda: b.items)
        item = b.items.pop(0)
        b.changed.notify_all()
        return item
PY
sed 's/while len/if len/' good.py >if.py
sed '/append/{n;d}' good.py >silent.py
sed 's/pop(0)/pop()/' good.py >last.py
sed 's/item = b.items.pop(0)/print("about to fail", flush=True); item = b.items[7]/' good.py >raises.py
sed 's/def buffer_get/def buffer_take/' good.py >poor.py
try() { srtest run --no-save --seed 1 --tests 60 --host "python3 $SRC/tests/cli/run/host.py" $SRC/specs/bounded-buffer/bounded-buffer.yaml $1.py >$1.out 2>&1 && status=0 || status=$?; echo "$1: exit $status"; cat $1.out; }
try good | grep 'exit\|passed\|engine\|say when'
for m in if silent last; do try $m | sed 's/after .* tests*//; s/shrunk.*//'; done
try raises | grep 'exit\|Error\|about to fail'
try poor
srtest run --host 'exec false' $SRC/specs/bounded-buffer/bounded-buffer.yaml good.py 2>&1 || echo "exit $?"
srtest run --host 'no-such-program' $SRC/specs/bounded-buffer/bounded-buffer.yaml good.py 2>&1 || echo "exit $?"
srtest run --host 'yes' $SRC/specs/bounded-buffer/bounded-buffer.yaml good.py 2>&1 || echo "exit $?"
# a host that tells of places where calls could be stopped whenever a test ends, also when one is made for the second time
sed 's/say(ENDED, .*/say(ENDED, 0, 0, [4096])/' $SRC/tests/cli/run/host.py >learned.py
srtest run --seed 1 --tests 70 --round 1,2 --host "python3 learned.py" $SRC/specs/bounded-buffer/bounded-buffer.yaml good.py | head -1
# what a host starts ends with it
cat >leaves.sh <<'SH'
setsid sleep 30 &
(setsid sh -c 'sleep 30 & sleep 30' &)
exec python3 "$1"
SH
srtest run -q --seed 1 --tests 3 --host "sh leaves.sh $SRC/tests/cli/run/host.py" $SRC/specs/bounded-buffer/bounded-buffer.yaml good.py || echo "exit $?"
# and its failures are kept like others
srtest run -q --seed 1 --tests 20 --save last.srt --host "python3 $SRC/tests/cli/run/host.py" $SRC/specs/bounded-buffer/bounded-buffer.yaml last.py >last.out || echo "exit $?"
srtest replay --host "python3 $SRC/tests/cli/run/host.py" last.srt || echo "exit $?"
# what such a host cannot see is undecided: there is no other engine for it, so it is not started again to run calls freely
sed '/say(AT_REST,/s/say(.*/say(75, "a raven", None)/' $SRC/tests/cli/run/host.py >blind.py
srtest run --no-save --seed 1 --tests 30 --host "python3 blind.py" $SRC/specs/bounded-buffer/bounded-buffer.yaml good.py >out || echo "exit $?"
grep -E "UNDECIDED|freely" out
