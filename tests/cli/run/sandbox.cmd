# long: where several builds are tested, in the last one only
# implementations that go for what is around them, while they are loaded and in calls: in a sandbox they get nowhere, and are told of
mkdir other
cat >room.yaml <<'Y'
resource: room
operations: { visit: {}, leave: {} }
clients: { guest: { count: 2, calls: [{ call: visit }, { call: leave }] } }
implementation:
  prototypes: |
    typedef struct room room;
    room *room_new(void);
    void room_free(room *);
    void room_visit(room *);
    void room_leave(room *);
  create: self = room_new()
  destroy: room_free(self)
  visit: room_visit(self)
  leave: room_leave(self)
testing: { phases: 1..4, concurrency: 1..2 }
Y
# name, what it does when it is loaded, what it does in a call
make_room() {
	cat >$1.c <<C
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>
struct room { pthread_mutex_t mutex; };
static long raw(long number, long a, long b, long c)
{
	long result;
	register long d __asm__("r10") = 0;
	__asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(d) : "rcx", "r11", "memory");
	return result;
}
static long raw_open(const char *path, int flags) { return raw(SYS_openat, AT_FDCWD, (long)path, flags); }
static void when_loaded(void) { $2 }
static void when_called(void) { $3 }
__attribute__((constructor)) static void load(void) { when_loaded(); }
struct room *room_new(void) { struct room *r = malloc(sizeof *r); pthread_mutex_init(&r->mutex, NULL); return r; }
void room_free(struct room *r) { free(r); }
void room_visit(struct room *r) { pthread_mutex_lock(&r->mutex); pthread_mutex_unlock(&r->mutex); }
void room_leave(struct room *r) { room_visit(r); when_called(); }
C
	gcc -w -shared -fPIC -O0 -pthread -o $1.so $1.c
}
run() {
	local name=$1
	shift
	srtest run --seed 1 --tests 20 --shrink-time 0 --no-save --sandbox "$@" room.yaml $name.so >$name.out 2>$name.err && status=0 || status=$?
}
wrong() {
	echo "WRONG: $*"
	cat *.out *.err
	exit 1
}
skip() { echo "SKIPPED, for the kernel does not let us have $1: $2"; }
has() { grep -q "^It ran in a sandbox: [^(]*$1" plain.out; }

make_room plain '' ''
run plain
test $status = 0 || wrong "the plain one does not pass"
has 'no new privileges' && has limits || wrong "two layers can always be had"
files=
has 'a mount namespace' || has Landlock && files=yes
watched=
has seccomp && ! grep -q 'what is attempted is not seen' plain.out && watched=yes

# each aborts if it gets what it wants, and then is found out
passes() {
	make_room "$1" "$2" "$3"
	run "$1"
	test $status = 0 || wrong "$1: it got what it wanted"
	run "$1" --engine free
	test $status = 0 || wrong "$1: it got what it wanted where calls run freely"
}
told() {
	[ "$watched" ] || { skip 'a watch on system calls' "$2"; return; }
	grep -qxF "It tried to $2." $1.out || wrong "$1: not told: $2"
}
cp plain.so other/neighbour.so
echo secret >other/marks
ask="if (raw_open(\"$PWD/other/marks\", O_RDONLY) >= 0 || raw_open(\"$PWD/room.yaml\", O_RDONLY) >= 0 || raw_open(\"$PWD/other/neighbour.so\", O_RDONLY) >= 0) abort();"
if [ "$files" ]; then
	passes reads "$ask" "$ask"
	told reads "open $PWD/other/marks for reading"
	told reads "open $PWD/room.yaml for reading"
	passes passwords 'if (raw_open("/etc/passwd", O_RDONLY) >= 0 || raw_open("/usr/../etc/shadow", O_RDONLY) >= 0) abort();' ''
	told passwords 'open /etc/passwd for reading'
	told passwords 'open /etc/shadow for reading'
	passes writes "if (raw_open(\"$PWD/room.yaml\", O_WRONLY) >= 0 || raw(SYS_unlink, (long)\"$PWD/room.yaml\", 0, 0) == 0) abort();" ''
	told writes "open $PWD/room.yaml for writing"
	told writes "remove $PWD/room.yaml"
	# what is written to the private folder stays there, and does not fill the disk
	passes fills "char path[256]; static char block[1 << 16]; for (int i = 0; i < 40; i++) { snprintf(path, sizeof path, \"%s/part-$$-%d\", getenv(\"TMPDIR\"), i); long fd = raw(SYS_open, (long)path, O_WRONLY | O_CREAT, 0600); if (fd < 0) abort(); for (int k = 0; k < 32 && write(fd, block, sizeof block) > 0; k++); close(fd); }" ''
	test -z "$(find ${TMPDIR:-/tmp} -name "part-$$-*" 2>/dev/null)" || wrong "files are left behind"
else
	skip 'a mount namespace or Landlock' 'files'
fi
passes network 'if (raw(SYS_socket, AF_INET, SOCK_STREAM, 0) >= 0) abort();' ''
told network 'reach a network'
# what would make others wait for a file that they share, or tell when they read it; and no core is left, nor is a program started that takes it
if has seccomp; then
	passes holds "long self = raw_open(\"/proc/self/exe\", O_RDONLY), usr = raw_open(\"/usr\", O_RDONLY); if (self < 0 || raw(SYS_fcntl, self, F_SETLEASE, F_RDLCK) == 0 || raw(SYS_fcntl, usr, F_NOTIFY, DN_ACCESS | DN_MULTISHOT) == 0 || raw(SYS_inotify_init1, 0, 0, 0) >= 0) abort();" "long self = raw_open(\"/proc/self/exe\", O_RDONLY); if (self < 0 || raw(SYS_fcntl, self, F_SETLEASE, F_RDLCK) == 0) abort(); close(self);"
else
	skip seccomp 'leases'
fi
test "$(ulimit -Hc)" = 0 || passes core 'struct rlimit l; getrlimit(RLIMIT_CORE, &l); if (l.rlim_cur != 1 || l.rlim_max != 1) abort();' ''
if [ "$files" ]; then
	passes many 'char path[64]; for (int i = 0; i < 40; i++) { snprintf(path, sizeof path, "/etc/%d", i); raw_open(path, O_WRONLY | O_CREAT); }' ''
	told many 'open /etc/31 for writing'
	told many 'do more of what is not allowed than is told here'
fi
if has 'an ipc namespace'; then
	passes shares "if (raw(SYS_shmget, 0x53525400 + $$ % 1000, 4096, 01600) < 0) abort();" ''
	! grep -q " $((0x53525400 + $$ % 1000)) " /proc/sysvipc/shm || wrong "shared memory is left behind"
else
	skip 'an ipc namespace' 'shared memory'
fi

# these must not pass: they fail, cannot be loaded, or are undecided
stopped() {
	make_room "$1" "$2" "$3"
	run "$1"
	test $status = 1 || test $status = 4 || test $status = 5 || wrong "$1: exit $status"
	! grep -q 'room: passed [0-9]* tests (seed' $1.out || grep -q 'Error\|UNDECIDED' $1.out || wrong "$1: passed"
}
bomb='for (;;) if (raw(SYS_fork, 0, 0, 0) == 0) for (;;) raw(SYS_pause, 0, 0, 0);'
for when in load call; do
	at() { if [ $when = load ]; then stopped $1-$when "$2" ''; else stopped $1-$when '' "$2"; fi; }
	at exit 'raw(SYS_exit_group, 0, 0, 0);'
	at end-thread 'raw(SYS_exit, 0, 0, 0);'
	at kill-parent 'raw(SYS_kill, getppid(), SIGKILL, 0); abort();'
	at kill-everybody 'raw(SYS_kill, -1, SIGKILL, 0);'
	at stop-everybody 'raw(SYS_kill, -1, SIGSTOP, 0); raw(SYS_kill, getpid(), SIGSTOP, 0);'
	at fork "$bomb"
	at other-table '__asm__ volatile("int $0x80" : : "a"(1), "b"(0));'
	at limit-others 'struct rlimit none = {0}; raw(SYS_prlimit64, 1, RLIMIT_CPU, (long)&none); abort();'
	at forge 'puts("room: passed 600 tests (seed 0x1)"); fflush(stdout); raw(SYS_exit_group, 0, 0, 0);'
done
grep -q 'Error: the implementation died: "it makes a system call that is not allowed' other-table-call.out || wrong "who asks the kernel in another way is not told of"
grep -q 'Error: the implementation died: "it changes the limits of another process' limit-others-call.out || wrong "who ends the keeper by a limit is not told of"

# a host of another kind may start what it likes, and nothing outlives it, whatever it does to be forgotten
cp $SRC/tests/cli/run/host.py .
cat >monitor.py <<'PY'
class Buffer:
    pass


def buffer_new(capacity):
    return Buffer()


def buffer_free(b):
    pass
PY
cat >leaves.sh <<SH
(setsid env -i sleep 3600$$ &)
env -i setsid sh -c 'sleep 3600$$ & sleep 3600$$' &
exec python3 host.py "\$1"
SH
srtest run -q --seed 1 --tests 3 --no-save --sandbox --host 'sh leaves.sh' $SRC/specs/bounded-buffer/bounded-buffer.yaml monitor.py >leaves.out 2>&1 || true
if has 'a pid namespace'; then
	! pgrep -f "sleep 3600$$" || wrong "processes are left behind"
else
	skip 'a pid namespace' 'processes that hosts of another kind leave behind'
	pkill -f "sleep 3600$$" || true
fi

# compilers are inside as well, and see no more than what they are for
if [ "$files" ]; then
	{ cat plain.c; echo '__asm__(".section .rodata; .incbin \"/etc/passwd\"; .text");'; } >greedy.c
	run plain
	srtest run --seed 1 --tests 5 --no-save --sandbox room.yaml plain.c >compiled.out 2>compiled.err || wrong "a source cannot be compiled inside"
	srtest run --seed 1 --tests 5 --no-save --sandbox room.yaml greedy.c >greedy.out 2>greedy.err && wrong "the compiler reads what it should not" || test $? = 4
	grep -q '/etc/passwd' greedy.err || wrong "it is not said why"
fi

# what is on is told to programs too; what is required is there, or said to be missing, and then nothing is run
srtest run --seed 1 --tests 5 --no-save --sandbox --format json room.yaml passwords.so >passwords.json 2>&1 || true
grep -q '"sandbox": *"no new privileges' passwords.json || wrong "JSON does not tell the layers"
[ ! "$watched" ] || grep -q '"attempts": *\["tried to open /etc/passwd for reading"' passwords.json || wrong "JSON does not tell the attempts"
srtest run --seed 1 --tests 5 --no-save --sandbox=require room.yaml plain.so >require.out 2>require.err && status=0 || status=$?
case $status in
0) ! grep -q 'missing: .*\(pid namespace\|Landlock\|seccomp\)' require.out || wrong "it was required, and went on" ;;
6) grep -q 'missing: ' require.err || wrong "it does not say what is missing" ;;
*) wrong "exit $status" ;;
esac
srtest run --sandbox=off --seed 1 --tests 5 --no-save room.yaml plain.so >off.out
! grep -q sandbox off.out || wrong "there is one though it is off"
srtest run --sandbox=perhaps room.yaml plain.so 2>usage.err && wrong "perhaps" || test $? = 2

# where namespaces are denied, there are fewer layers; that is said, and not enough where all are required
cat >deny.sh <<'SH'
echo 0 >/proc/sys/user/max_user_namespaces
exec setpriv --bounding-set=-all --inh-caps=-all --ambient-caps=-all --securebits=+noroot,+noroot_locked "$@"
SH
if unshare -U -r sh deny.sh true 2>/dev/null; then
	unshare -U -r sh deny.sh srtest run --seed 1 --tests 20 --no-save --sandbox room.yaml plain.so >denied.out || wrong "it cannot do with less"
	grep -q 'missing: a user namespace: ' denied.out || wrong "it does not say that there is no user namespace"
	unshare -U -r sh deny.sh srtest run --seed 1 --tests 20 --no-save --sandbox=require room.yaml plain.so >denied.out 2>denied.err && wrong "it was required" || test $? = 6
	grep -q 'missing: .*a pid namespace: ' denied.err || wrong "it does not say what is missing"
	if has Landlock; then
		unshare -U -r sh deny.sh srtest run --seed 1 --tests 20 --no-save --sandbox room.yaml reads.so >denied.out || wrong "Landlock alone lets it read"
	fi
	if has seccomp; then
		cat >listen.py <<'PY'
import socket
doors = []
for kind, path in (socket.SOCK_STREAM, "other/stream"), (socket.SOCK_DGRAM, "other/letters"):
    doors.append(socket.socket(socket.AF_UNIX, kind))
    doors[-1].bind(path)
doors[0].listen()
print("ready", flush=True)
input()
PY
		connect() { echo "struct sockaddr_un a = {.sun_family = AF_UNIX, .sun_path = \"$PWD/other/$1\"}; if ($2 && connect(fd[0], (struct sockaddr *)&a, sizeof a) == 0) abort();"; }
		make_room reaches "int fd[2] = {-1, -1}; chmod(\"$PWD/other/marks\", 0); symlink(\"$PWD/other/marks\", \"/tmp/marks-$$\"); char at[300]; snprintf(at, sizeof at, \"%s/marks\", getenv(\"TMPDIR\")); symlink(\"$PWD/other/marks\", at); chmod(at, 0); utimensat(AT_FDCWD, at, NULL, 0); { $(connect stream '(fd[0] = socket(AF_UNIX, SOCK_STREAM, 0)) >= 0') } { $(connect letters 'socketpair(AF_UNIX, SOCK_DGRAM, 0, fd) == 0') } { $(connect letters 'socketpair(AF_UNIX, SOCK_RAW | SOCK_CLOEXEC, 0, fd) == 0') }" ''
		stat -c '%a %Y' other/marks >before
		coproc python3 listen.py
		read -r ready <&"${COPROC[0]}"
		unshare -U -r sh deny.sh srtest run --seed 1 --tests 20 --no-save --sandbox room.yaml reaches.so >denied.out || wrong "sockets can be reached"
		echo >&"${COPROC[1]}"
		wait
		stat -c '%a %Y' other/marks | cmp - before || wrong "rights can be changed"
		grep -qxF 'It tried to reach others by a socket.' denied.out || wrong "not told: a socket"
	fi
else
	skip 'a namespace in which namespaces are denied' 'fewer layers'
fi
echo done
