# where a sandbox has no room of its own, rights and times can be changed of what is in its folder, by all calls there are, and of nothing else, whatever a name means meanwhile
cp $SRC/tests/cli/grade/permits.yaml $SRC/tests/cli/grade/kernel.inc .
. ./kernel.inc
mkdir -p class/a outside
echo secret >outside/file
chmod 640 outside/file
touch -d 2001-02-03 outside/file
cat >class/a/Makefile <<'M'
all:
	@/usr/bin/python3 -I rights.py
	@touch -d 2002-03-04 made && cp -p made copy && install -m 751 made installed && ln -s made link && touch -h -d 2003-04-05 link || true
	@tar cf all.tar made installed && mkdir into && tar --no-same-owner -xpf all.tar -C into && stat -c '%n %a' made copy installed into/installed && stat -c '%n of %y' made copy into/made | cut -c 1-24
	@false
M
cat >class/a/rights.py <<PY
import ctypes, os, threading
libc = ctypes.CDLL(None, use_errno=True)
outside = "$PWD/outside/file"
PY
cat >>class/a/rights.py <<'PY'
here = os.getcwd()
open("mine", "w").close()
os.symlink("mine", "mine-too")
folder = os.open(".", os.O_RDONLY)
fd = os.open("mine", os.O_RDONLY)
path_fd = os.open("mine", os.O_PATH)
AT_FDCWD, NOFOLLOW = -100, 0x100

class Times(ctypes.Structure):
    _fields_ = [("n", ctypes.c_long * 4)]

def times(*n):
    return ctypes.byref(Times((ctypes.c_long * 4)(*n)))

def call(number, *args):
    return libc.syscall(number, *[a.encode() if isinstance(a, str) else a for a in args])

def ways(name, fd, path_fd, base, within):
    "rights, then times, by each call that there is"
    yield "chmod", lambda: call(90, name, 0o611), None
    yield "fchmodat", lambda: call(268, base, within, 0o612), None
    if fd is not None:
        yield "fchmod", lambda: call(91, fd, 0o613), None
    yield "chmod by number", lambda: call(90, "/proc/self/fd/%d" % path_fd, 0o614), None
    yield "utime", lambda: call(132, name, times(11, 12)), 12
    yield "utimes", lambda: call(235, name, times(13, 0, 14, 0)), 14
    yield "futimesat", lambda: call(261, base, within, times(15, 0, 16, 0)), 16
    yield "utimensat", lambda: call(280, base, within, times(17, 0, 18, 0), 0), 18
    if fd is not None:
        yield "futimens", lambda: call(280, fd, None, times(19, 0, 20, 0), 0), 20

for name in "mine", here + "/mine", "mine-too", "../" + os.path.basename(here) + "/mine":
    for what, change, time in ways(name, fd, path_fd, folder, "mine"):
        done = change() == 0
        st = os.stat("mine")
        mode = 0o610 + {"chmod": 1, "fchmodat": 2, "fchmod": 3, "chmod by number": 4}.get(what, 0)
        if not done or (st.st_mtime != time if time else st.st_mode & 0o777 != mode):
            print("WRONG:", what, "of", name, oct(st.st_mode), st.st_mtime)
os.symlink(outside, "away")
os.mkdir("d")
root = os.open("/", os.O_PATH)
away = os.open(outside, os.O_PATH)
for name in outside, "away", "/proc/self/cwd/away", "/proc/self/root" + outside, here + "/d/../away":
    for what, change, time in ways(name, None, away, root, outside[1:]):
        if change() == 0:
            print("WRONG:", what, "of", name, "is done")
for what, done in (("fchmodat2", call(452, AT_FDCWD, outside, 0o777, 0)), ("chown", call(92, outside, os.getuid(), os.getgid())), ("lchown", call(94, "away", 1, 1)),
                   ("fchownat", call(260, root, outside[1:], 1, 1, 0)), ("setxattr", call(188, outside, "user.x", "y", 1, 0)), ("removexattr", call(197, outside, "user.x"))):
    if done == 0:
        print("WRONG:", what, "is done")
# a name that is one thing when it is looked at and another one when it is used
stop = False
def swap():
    while not stop:
        for to in "mine", outside:
            os.symlink(to, "new")
            os.rename("new", "swapped")
os.symlink("mine", "swapped")
swapper = threading.Thread(target=swap)
swapper.start()
done = sum(call(90, "swapped", 0o777) == 0 for _ in range(3000)) + sum(call(280, AT_FDCWD, "swapped", times(1, 0, 2, 0), 0) == 0 for _ in range(3000))
stop = True
swapper.join()
print("swapped: some are done" if 0 < done <= 6000 else "WRONG: none is done")
PY
without srtest grade -v permits.yaml class >out 2>/dev/null
grep -q '^Sandbox: [^(]*seccomp' out && ! grep -q 'is not seen' out || { echo "the kernel does not let us have seccomp"; exit 77; }
grep '^Sandbox: [^(]*a mount namespace' out || true
grep 'WRONG\|swapped:\|^ *\(made\|copy\|installed\|into\)\(/[a-z]*\)\? ' out | sed 's/^ *//' | sort -u
stat -c '%a %y' outside/file | cut -c 1-14
