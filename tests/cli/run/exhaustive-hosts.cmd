# long: where several builds are tested, in the last one only
# Hosts of other kinds may tell where there is something to choose; where they do not, that is said.
cat >good.py <<'PY'
import threading

lock = threading.Lock()
items = []


def buffer_new(capacity):
    global lock, items
    lock, items = threading.Condition(), []
    return items


def buffer_free(b):
    pass


def buffer_put(b, item):
    with lock:
        while len(items) == 2:
            lock.wait()
        items.append(item)
        lock.notify_all()


def buffer_get(b):
    with lock:
        while not items:
            lock.wait()
        item = items.pop(0)
        lock.notify_all()
        return item
PY
sed 's/while not/if not/' good.py >if.py
sed 's/, \*told)/)/' $SRC/tests/cli/run/host.py >silent.py
try() { srtest run --no-save --exhaustive=1 --max-calls $2 --max-choices 1 --host "python3 $1" $SRC/specs/bounded-buffer/bounded-buffer.yaml $3.py || echo exit $?; }
try $SRC/tests/cli/run/host.py 2 good
try $SRC/tests/cli/run/host.py 3 if | sed -E "s/ in [0-9]+ runs//; 3q"
try silent.py 2 good | sed 's/ states.*//'
