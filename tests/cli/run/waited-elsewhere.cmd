# A host that does not tell the time cannot be used where a clause asks for how long calls have waited. One for which no time goes by can.
cat >monitor.py <<'P'
import threading

changed = None
permits = 0


def tsem_new(n):
    global changed, permits
    changed, permits = threading.Condition(), n
    return [n]


def tsem_free(s):
    pass


def tsem_acquire(s):
    global permits
    with changed:
        changed.wait_for(lambda: permits)
        permits -= 1


def tsem_acquire_for(s, ms):
    global permits
    with changed:
        got = permits > 0
        permits -= got
        return int(not got)


def tsem_release(s):
    global permits
    with changed:
        permits += 1
        changed.notify()
P
try() { srtest run --no-save --seed 1 --host "python3 $1" $SRC/specs/timed-semaphore/timed-semaphore.yaml monitor.py 2>&1 || echo "exit $?"; }
try $SRC/tests/cli/run/host.py
sed 's/"python", \[\]/&, 0, 0, 0, 1/' $SRC/tests/cli/run/host.py >clock.py
try clock.py | grep -E 'Error|waited'
