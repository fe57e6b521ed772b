"""A host for monitors in Python. It speaks the protocol of srtest-host(7) through standard input and output.

The calls of a phase are threads of which one runs at a time. A monitor gets our Lock, RLock and Condition for those of
threading; wherever a thread goes through one of them, another may be chosen. All is at rest when no thread can go on.
"""
import importlib.util
import os
import random
import struct
import sys
import _thread
import threading
import traceback

LOAD, BEGIN, ISSUE, CONTINUE, END, QUIT = 1, 2, 3, 4, 6, 7
HELLO, CREATED, RETURNED, AT_REST, DIED, ENDED, REFUSED = 65, 66, 67, 69, 72, 73, 74
NONE, INT, UINT, FLOAT, BYTES, LIST, HANDLE = range(7)
NUMBERS = {INT: "=q", UINT: "=Q", FLOAT: "=d", HANDLE: "=Q"}
RECORD = struct.Struct("=IHHIIQQ")  # size, kind, component, instance, client, call, time
calls, running, instance = {}, None, None


def closed():
    """A lock of Python's own that somebody else must open: the one of threading becomes ours."""
    lock = _thread.allocate_lock()
    lock.acquire()
    return lock


baton = closed()  # of the thread that reads commands


def decode(data):
    values, at = [], 0
    while at < len(data):
        tag, size = struct.unpack_from("=II", data, at)
        body, at = data[at + 8:at + 8 + size], at + 8 + (size + 7 & ~7)
        values.append(decode(body) if tag == LIST else struct.unpack(NUMBERS[tag], body)[0] if tag in NUMBERS else body if tag == BYTES else None)
    return values


def encode(value):
    if isinstance(value, list):
        tag, body = LIST, b"".join(map(encode, value))
    elif isinstance(value, str):
        tag, body = BYTES, value.encode()
    else:
        tag, body = (NONE, b"") if value is None else (FLOAT, struct.pack("=d", value)) if isinstance(value, float) else (INT, struct.pack("=q", value))
    return struct.pack("=II", tag, len(body)) + body + bytes(-len(body) % 8)


def say(kind, *values, client=0, call=0):
    body = b"".join(map(encode, values))
    out.write(RECORD.pack(RECORD.size + len(body), kind, 0, 0, client, call, 0) + body)


class Call:
    """A client's call, on a thread of its own. `rests_on`: what it waits for, or None."""

    def __init__(self, client, number, function, args):
        self.client, self.number, self.work, self.turn = client, number, (function, args), closed()
        self.rests_on, self.points, self.done = None, 0, False
        _thread.start_new_thread(self.run, ())

    def run(self):
        self.turn.acquire()
        try:
            result = self.work[0](*self.work[1])
        except BaseException as e:
            traceback.print_exc()
            die(f"{type(e).__name__}: {e}")
        say(RETURNED, result, client=self.client, call=self.number)
        self.done = True
        baton.release()


def die(why):
    say(DIED, why, None)
    out.flush()
    os._exit(0)


def point(rests_on=None):
    """Lets another call run, or the same again. Outside of calls nothing else can."""
    me = running
    if me:
        me.rests_on = rests_on
        baton.release()
        me.turn.acquire()
    elif rests_on:
        die("create or destroy would wait for ever")


def wake(thing, most=None):
    for call in [c for c in calls.values() if c.rests_on is thing][:most]:
        call.rests_on = None


class Lock:
    again = False

    def __init__(self):
        self.owner, self.depth = None, 0

    def acquire(self):
        point()
        while self.depth and not (self.again and self.owner is running):
            point(self)
        self.owner, self.depth = running, self.depth + 1
        return True

    def release(self):
        if not self.depth:
            raise RuntimeError("release unlocked lock")
        self.depth -= 1
        wake(self)

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *_):
        self.release()


class RLock(Lock):
    again = True


class Condition:
    def __init__(self, lock=None):
        self.lock = lock or RLock()
        self.acquire, self.release = self.lock.acquire, self.lock.release

    def __enter__(self):
        return self.lock.acquire()

    def __exit__(self, *_):
        self.lock.release()

    def wait(self):
        if not self.lock.depth or self.lock.owner is not running:
            raise RuntimeError("cannot wait on un-acquired lock")
        depth, self.lock.depth = self.lock.depth, 0
        wake(self.lock)
        point(self)
        self.lock.acquire()
        self.lock.depth = depth
        return True

    def wait_for(self, predicate):
        while not (result := predicate()):
            self.wait()
        return result

    def notify(self, n=1):
        if not self.lock.depth or self.lock.owner is not running:
            raise RuntimeError("cannot notify on un-acquired lock")
        wake(self, n)

    def notify_all(self):
        self.notify(None)


def load(path, engine, plans, needs_instance, *rest):
    threading.Lock, threading.RLock, threading.Condition = Lock, RLock, Condition
    spec = importlib.util.spec_from_file_location("monitor", path)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        functions = [plan and (getattr(module, plan[0].decode()), plan[2:]) for plan in plans]
    except Exception as e:
        return say(REFUSED, f"{type(e).__name__}: {e}")
    if any(direction not in (None, 0) for f in functions if f for direction, *_ in f[1]):
        return say(REFUSED, "this host passes arguments by value only")
    say(HELLO, 1, "python", [])
    return functions


def prepared(plan, values):
    """A function and its arguments: what the plan leaves open is the instance."""
    function, parameters = plan
    values = iter(values)
    return function, [instance if p[0] is None else next(values) for p in parameters]


def proceed(horizon, patience, steps, rare, how, *rest):
    """Runs the calls until none can go on, with a strategy of our own. Only choices that differ from the usual one are told, and given.
    Where choices are given and one more number comes, it is told too where there was a choice, from that time on."""
    global running
    chance = random.Random(how) if isinstance(how, int) else None
    given = {} if chance else {tuple(how[i:i + 2]): how[i + 2] for i in range(0, len(how), 3)}
    taken, count, points = [], 0, []
    for c in calls.values():
        c.points = 0
    while ready := [c for c in calls.values() if not c.done and not c.rests_on]:
        usual = running if running in ready else min(ready, key=lambda c: c.client)
        usual.points, count = usual.points + 1, count + 1
        if len(ready) > 1:
            points.append([usual is not running, usual.client, usual.points, 0, len(ready), usual.client, *(c.client for c in ready if c is not usual)])
        wanted = given.get((usual.client, usual.points))
        running = next((c for c in ready if c.client == wanted), usual)
        if chance and chance.random() < 0.3:
            running = chance.choice(ready)
        if running is not usual:
            taken += [usual.client, usual.points, running.client]
        running.turn.release()
        baton.acquire()
    running = None
    told = [[len(points), 0, 0, *(n for p in points[rest[0]:] for n in p)]] if rest and not chance else []
    say(AT_REST, count, 0, taken, *told)


def obey(kind, client, number, values):
    global plans, instance
    if kind == LOAD:
        plans = load(values[0].decode(), *values[1:])
    elif kind == BEGIN:
        function, args = prepared(plans[0], values[3:])
        instance = function(*args)
        out.write(RECORD.pack(RECORD.size + 16, CREATED, 0, 0, 0, 0, 0) + struct.pack("=IIQ", HANDLE, 8, 1))
    elif kind == ISSUE:
        calls[client] = Call(client, number, *prepared(plans[values[0]], values[1:]))
    elif kind == CONTINUE:
        proceed(*values)
    elif kind == END:
        *values, how = values
        if plans[1] and how & 1 and all(c.done for c in calls.values()):
            function, args = prepared(plans[1], values)
            function(*args)
        calls.clear()
        say(ENDED, int(_thread._count() > 100))  # with too many that will never go on, another host should


out = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)  # what a monitor prints is no record
while (head := sys.stdin.buffer.read(RECORD.size)) and len(head) == RECORD.size:
    size, kind, _, _, client, number, _ = RECORD.unpack(head)
    if kind == QUIT:
        break
    obey(kind, client, number, decode(sys.stdin.buffer.read(size - RECORD.size)))
    out.flush()
os._exit(0)
