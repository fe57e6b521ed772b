# long: where several builds are tested, in the last one only
# implementations that go for the tester, the system or themselves, in a call: none passes, and the run goes on to its end
wrap() {
	cat <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/pidfd.h>
#include <sys/time.h>
#include <unistd.h>
struct room { pthread_mutex_t mutex; };
static long raw(long number, long a, long b, long c)
{
	long result;
	__asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
	return result;
}
static void each_mapping(const char *name, void (*fn)(unsigned char *, unsigned char *))
{
	static char maps[65536];
	int fd = (int)raw(2, (long)"/proc/self/maps", O_RDONLY, 0);
	long n = 0, got;
	while ((got = raw(0, fd, (long)(maps + n), (long)sizeof maps - 1 - n)) > 0)
		n += got;
	raw(3, fd, 0, 0);
	for (char *line = strtok(maps, "\n"); line; line = strtok(NULL, "\n"))
		if (strstr(line, name)) {
			char *end;
			unsigned char *from = (unsigned char *)strtoul(line, &end, 16);
			fn(from, (unsigned char *)strtoul(end + 1, NULL, 16));
		}
}
static void fill(unsigned char *from, unsigned char *to) { memset(from, 0x5a, (size_t)(to - from)); }
static void ruffle(unsigned char *from, unsigned char *to) { for (unsigned n = 1; from < to; from++) *from = (unsigned char)((n = n * 1103515245 + 12345) >> 16); }
static void clear(unsigned char *from, unsigned char *to) { memset(from, 0, (size_t)(to - from)); }
C
	printf 'static void evil(void) { %s }\n' "$1"
	cat <<'C'
struct room *room_new(void) { struct room *r = malloc(sizeof *r); pthread_mutex_init(&r->mutex, NULL); return r; }
void room_free(struct room *r) { free(r); }
void room_visit(struct room *r) { pthread_mutex_lock(&r->mutex); pthread_mutex_unlock(&r->mutex); }
void room_leave(struct room *r) { room_visit(r); evil(); }
C
}
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
# name, what it does, and the exit status that is meant, without which it is 1 or 5; attack tells the words of the error or "undecided"
attack() {
	judged "$@"
	echo "$1: exit $status $(grep -o '\*\*\* Error: [^[]*\|UNDECIDED' $1.out | head -1)"
}
judged() {
	wrap "$2" | gcc -w -D_GNU_SOURCE -x c -shared -fPIC -O0 -o $1.so -
	srtest run --seed 1 --tests 20 --shrink-time 1 room.yaml $1.so >$1.out 2>&1 && status=0 || status=$?
	case $status in ${3:-[15]}) ;; *) cat $1.out; passed=1 ;; esac
}
attack kill-parent 'kill(getppid(), SIGKILL);'
attack kill-parent-raw 'raw(62, getppid(), SIGKILL, 0);'
attack kill-parent-from-data 'unsigned char code[] = {0xb8, 62, 0, 0, 0, 0x0f, 0x05, 0xc3}; int (*p)(long, long) = mmap(0, 4096, 7, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); memcpy(p, code, sizeof code); p(getppid(), SIGKILL);'
attack kill-everybody 'raw(62, -1, SIGKILL, 0);'
attack stop-self 'raw(62, getpid(), SIGSTOP, 0);'
attack kill-self 'raw(62, getpid(), SIGKILL, 0);'
attack kill-by-descriptor 'char path[32]; snprintf(path, sizeof path, "/proc/%d", getppid()); pidfd_send_signal(open(path, O_RDONLY | O_DIRECTORY), SIGKILL, NULL, 0);'
attack kill-by-limit 'struct rlimit none = {0}; prlimit(getppid(), RLIMIT_CPU, &none, NULL);'
attack kill-by-owner 'int ends[2]; pipe(ends); fcntl(ends[0], F_SETFL, O_ASYNC); fcntl(ends[0], F_SETSIG, SIGKILL); fcntl(ends[0], F_SETOWN, getppid()); write(ends[1], "", 1);'
# limits and signals of its own are its own business
judged own-owner 'struct rlimit l; int ends[2]; if (prlimit(0, RLIMIT_CORE, NULL, &l) < 0 || prlimit(getpid(), RLIMIT_CORE, NULL, &l) < 0 || pipe(ends) < 0 || fcntl(ends[0], F_SETOWN, getpid()) < 0 || fcntl(ends[0], F_GETOWN) != getpid()) abort(); close(ends[0]); close(ends[1]);' 0
attack fork 'for (int i = 0; i < 10; i++) if (raw(57, 0, 0, 0) == 0) for (;;) raw(34, 0, 0, 0);'
attack become-another 'char *argv[] = {"sleep", "30", 0}; raw(59, (long)"/bin/sleep", (long)argv, 0);'
attack trace-parent 'raw(101, PTRACE_ATTACH, getppid(), 0);'
attack scribble 'each_mapping("memfd:srtest", fill);'
attack scribble-at-random 'each_mapping("memfd:srtest", ruffle);'
# either side may be the first to see it
judged scribble-zeros 'each_mapping("memfd:srtest", clear);'
grep -q 'the host talks nonsense\|was overwritten\|UNDECIDED' scribble-zeros.out || cat scribble-zeros.out
attack exit-zero 'raw(231, 0, 0, 0);'
attack close-all 'for (int i = 0; i < 100; i++) raw(3, i, 0, 0);  *(volatile int *)0 = 0;'
attack handlers 'for (int i = 1; i < 65; i++) signal(i, SIG_IGN); *(volatile int *)0 = 0;'
attack mask 'sigset_t s; sigfillset(&s); sigprocmask(SIG_BLOCK, &s, 0); *(volatile int *)0 = 0;'
attack unmap-stack 'char c; munmap((void *)(((long)&c & ~4095l) - 65536), 131072);'
attack stack 'volatile char big[1 << 24]; big[0] = 1; for (int i = 0; i < 1 << 24; i++) big[i] = 1;'
attack heap 'char *volatile p = malloc(16); memset(p - 16, 0x41, 64); free(p);'
attack terminate 'raise(SIGTERM);'
attack wait-outside 'raw(34, 0, 0, 0);'
attack all-addresses 'for (;;) { char *volatile p = malloc(1 << 24); *p = 1; }'
attack print 'for (int i = 0; i < 2000; i++) puts("0123456789012345678901234567890123456789012345678901234567890123456789"); abort();'
grep 'bytes were printed' print.out | tr -d 0-9
test ! "${passed-}"
