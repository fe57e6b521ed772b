# nothing that is built holds what others read, or is told when they do: a lease on a header, and notices of changes, are refused
cp $SRC/tests/cli/grade/permits.yaml .
touch permits.h
mkdir -p class/a
cat >class/a/Makefile <<'M'
all:
	@/usr/bin/python3 hold.py
	@false
M
cat >class/a/hold.py <<'PY'
import ctypes, fcntl, os
header = os.open(os.environ["SRTEST_SPEC_DIR"] + "/permits.h", os.O_RDONLY)
folder = os.open("/usr", os.O_RDONLY)
for what, fd, command, argument in ("lease", header, fcntl.F_SETLEASE, fcntl.F_RDLCK), ("lease to write", header, fcntl.F_SETLEASE, fcntl.F_WRLCK), ("notice", folder, fcntl.F_NOTIFY, 1):
    try:
        fcntl.fcntl(fd, command, argument)
        print(what, "is had")
    except PermissionError:
        print(what, "is refused")
print("own copy is", "had" if open(os.environ["SRTEST_SPEC_DIR"] + "/permits.h", "a").write("x") else "refused")
fcntl.flock(header, fcntl.LOCK_EX)
print("inode is", os.fstat(header).st_ino)
print("watch is", "refused" if ctypes.CDLL(None).inotify_init() < 0 else "had")
PY
srtest grade -v permits.yaml class >out 2>/dev/null
grep -q '^Sandbox: [^(]*seccomp' out || { echo "the kernel does not let us have seccomp"; exit 77; }
sed -i "s/inode is $(stat -c %i permits.h)\$/inode is that of all/; s/inode is [0-9]*/inode is another/" out
grep ' is ' out
test ! -s permits.h && echo "the header is as it was"
