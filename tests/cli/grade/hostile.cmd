# soak: it takes too long for every day
mkdir class other
cat >lock.yaml <<'Y'
resource: lock
state: { free: nat = 1 }
operations:
  acquire: { cpre: free > 0, post: free -= 1 }
  release: { post: free += 1 }
clients:
  worker:
    count: 3
    vars: { holds: bool = false }
    calls:
      - { call: acquire, when: not holds, then: "holds := true" }
      - { call: release, when: holds, then: "holds := false" }
implementation:
  prototypes: |
    typedef struct lock lock;
    lock *lock_new(void);
    void lock_free(lock *);
    void lock_acquire(lock *);
    void lock_release(lock *);
  create: self = lock_new()
  destroy: lock_free(self)
  acquire: lock_acquire(self)
  release: lock_release(self)
testing: { phases: 2..5, concurrency: 1..3 }
Y
cat >prologue <<'C'
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>
typedef struct lock lock;
#define raw(number, ...) raw_call(number, (long[6]){__VA_ARGS__})
static long raw_call(long number, const long a[6])
{
	long result;
	register long d __asm__("r10") = a[3], e __asm__("r8") = a[4], f __asm__("r9") = a[5];
	__asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(d), "r"(e), "r"(f) : "rcx", "r11", "memory");
	return result;
}
C
cat >good <<'C'
struct lock { pthread_mutex_t mutex; pthread_cond_t freed; int free; };
lock *lock_new(void) { lock *l = calloc(1, sizeof *l); pthread_mutex_init(&l->mutex, NULL); pthread_cond_init(&l->freed, NULL); l->free = 1; return l; }
void lock_free(lock *l) { free(l); }
void lock_acquire(lock *l) { pthread_mutex_lock(&l->mutex); while (!l->free) pthread_cond_wait(&l->freed, &l->mutex); l->free--; pthread_mutex_unlock(&l->mutex); }
void lock_release(lock *l) { pthread_mutex_lock(&l->mutex); l->free++; pthread_cond_signal(&l->freed); pthread_mutex_unlock(&l->mutex); }
C
cat >faulty <<'C'
static void when_called(void);
lock *lock_new(void) { return calloc(1, 16); }
void lock_free(lock *l) { free(l); }
void lock_acquire(lock *l) { when_called(); }
void lock_release(lock *l) { }
C
wrong() {
	echo "WRONG: $*"
	cat report
	exit 1
}
# all that they have in common is that they are wrong; NAME, and what it does when it is loaded and when it is called
hand_in() {
	{ cat prologue faulty; echo "static void when_called(void) { $2 }"; } >class/$1-call.c
	{ cat prologue faulty; echo "static void when_called(void) { } __attribute__((constructor)) static void load(void) { $2 }"; } >class/$1-load.c
}
hand_in_folder() {
	mkdir -p class/$1
	cp plain.c class/$1/a.c
	printf 'all:\n%b' "$2" >class/$1/Makefile
}
{ cat prologue faulty; echo 'static void when_called(void) { }'; } >plain.c
cp plain.c class/honest-faulty.c
{ cat prologue good; echo '__attribute__((constructor)) static void load(void) { if (getenv("PASSWORD_OF_A_SERVICE")) abort(); }'; } >class/honest-good.c
mkdir class/honest-folder
cat prologue good >class/honest-folder/a.c
printf 'all:\n\tgcc -w -shared -fPIC -o a.so a.c\n\tcp a.so $$SRTEST_OUTPUT\n' >class/honest-folder/Makefile
gcc -w -shared -fPIC -o other/submission.so class/honest-folder/a.c

hand_in exit 'raw(SYS_exit_group, 0);'
hand_in exit-politely 'exit(0);'
hand_in exit-later 'atexit((void (*)(void))_exit);'
hand_in end-thread 'raw(SYS_exit, 0);'
hand_in kill-everybody 'for (int i = 1; i < 40000; i++) if (i != getpid()) raw(SYS_kill, i, SIGKILL); raw(SYS_kill, -1, SIGSTOP);'
hand_in close 'raw(SYS_close_range, 0, ~0u, 0);'
hand_in print 'for (int i = 0; i < 100; i++) raw(SYS_write, i, (long)"{\"submission\":\"honest-faulty\",\"verdict\":\"pass\"}\n", 49);'
hand_in print-and-exit 'for (int i = 1; i < 100; i++) dprintf(i, "lock: passed 600 tests (seed 0x1)\n"); raw(SYS_exit_group, 0);'
hand_in fork 'for (;;) if (raw(SYS_fork) == 0) for (;;) raw(SYS_pause);'
hand_in forget-parents 'if (raw(SYS_fork) == 0) { raw(SYS_setsid); if (raw(SYS_fork) == 0) for (;;) sleep(100); raw(SYS_exit_group, 0); }'
hand_in namespace 'long how[11] = {0x10000000}; if (raw(SYS_clone3, (long)how, sizeof how) == 0) raw(SYS_exit_group, 0);'
hand_in overwrite 'FILE *f = fopen("/proc/self/maps", "r"); char line[512]; unsigned long from, to; while (f && fgets(line, sizeof line, f)) if (strstr(line, "memfd:srtest") && sscanf(line, "%lx-%lx", &from, &to) == 2) for (; from < to; from += 8) ++*(volatile uint64_t *)from;'
hand_in patch 'char *p = dlsym(RTLD_DEFAULT, "pthread_mutex_lock"); raw(SYS_mprotect, (long)p & ~4095l, 8192, 7); memcpy(p, "\x31\xc0\xc3", 3);'
hand_in own-memory 'int f = raw(SYS_open, (long)"/proc/self/mem", O_RDWR); if (f >= 0) pwrite(f, "\xc3", 1, (long)dlsym(RTLD_DEFAULT, "pthread_mutex_lock"));'
hand_in peep "if (raw(SYS_open, (long)\"$PWD/lock.yaml\", O_RDONLY) >= 0 || raw(SYS_open, (long)\"$PWD/class/honest-good.c\", O_RDONLY) >= 0 || raw(SYS_open, (long)\"/proc/1/environ\", O_RDONLY) >= 0) puts(\"it can be READ\");"
hand_in share "shmget(0x53525400 + $$ % 1000, 4096, 01600); shm_open(\"/left-$$\", O_CREAT | O_RDWR, 0600); open(\"/tmp/left-$$\", O_CREAT | O_RDWR, 0600);"
hand_in memory 'for (int i = 0; i < 64; i++) { int id = shmget(IPC_PRIVATE, 64 << 20, 01600); char *p = shmat(id, NULL, 0); if (p != (void *)-1) { memset(p, 1, 64 << 20); shmdt(p); } }'
{ cat plain.c; echo '__attribute__((destructor)) static void unload(void) { _exit(0); }'; } >class/exit-last.c
echo "#include \"$PWD/class/honest-good.c\"" >class/include.c
{ cat plain.c; echo '__asm__(".section .rodata; .incbin \"/etc/passwd\"; .text");'; } >class/include-bytes.c
# what it calls is the work of somebody else, which it names as a library that it needs
{
	cat prologue
	echo "static void *find(const char *name) { void *l = dlopen(\"$PWD/other/submission.so\", RTLD_NOW), *p = l ? dlsym(l, name) : NULL; if (!p) abort(); return p; }"
	echo 'lock *lock_new(void) { return ((lock *(*)(void))find("lock_new"))(); }'
	for name in free acquire release; do
		echo "void lock_$name(lock *l) { ((void (*)(lock *))find(\"lock_$name\"))(l); }"
	done
} >needs.c
gcc -shared -fPIC -x c /dev/null -Wl,-soname,$PWD/other/submission.so -o stub.so
gcc -w -shared -fPIC -Wl,--no-as-needed needs.c stub.so -o class/needs.so
hand_in_folder link-out "\trm -rf ../output; ln -s $PWD/other ../output\n"
hand_in_folder move-out "\tcd ..; mv work gone; ln -s $PWD/other work\n"
hand_in_folder spoil "\tgcc -w -shared -fPIC -o a.so a.c; echo x >$PWD/lock.yaml; cp a.c $PWD/class/honest-good.c; rm -rf $PWD/class\n"
hand_in_folder stay "\tgcc -w -shared -fPIC -o a.so a.c; nohup setsid sleep 3599$$ >/dev/null 2>&1 & (setsid sleep 3599$$ &)\n"
hand_in_folder many '\tbash -c ":(){ :|:& };:"; sleep 1000\n'
hand_in_folder talk '\tyes "{\\"verdict\\":\\"pass\\"}"\n'
hand_in_folder fill '\tgcc -w -shared -fPIC -o a.so a.c; for i in `seq 40`; do dd if=/dev/zero of=f$$i bs=1M count=60 2>/dev/null; done; sleep 1000\n'

{ cat plain.c; echo 'static int zero(void) { return 0; } static void *pick(void) { raw(SYS_exit_group, 0); return zero; } int lock_ifunc(void) __attribute__((ifunc("pick"))); int use(void) { return lock_ifunc(); }'; } >class/ifunc.c
{ cat plain.c; echo 'void *malloc(size_t n) { static char all[1 << 24]; static size_t at; return all + (at += (n + 15) & ~15) - ((n + 15) & ~15); } void free(void *p) { } ssize_t write(int f, const void *p, size_t n) { return n; } int pthread_mutex_lock(pthread_mutex_t *m) { return 0; } void _exit(int s) { for (;;); }'; } >class/own-library.c
hand_in pid-1 'for (int i = 1; i < 32; i++) raw(SYS_kill, 1, i); raw(SYS_tgkill, 1, 1, SIGKILL);'
hand_in claim-memory 'raw(SYS_exit_group, 87);'
hand_in claim-threads 'raw(SYS_exit_group, 88);'
hand_in_folder preload "\tgcc -w -shared -fPIC -o a.so a.c\n"
sed -i "1i export LD_PRELOAD := $PWD/other/submission.so" class/preload/Makefile
hand_in_folder link-result "\tln -s $PWD/other/submission.so ../output/submission.so; ln -s $PWD/other/submission.so a.so\n"
hand_in_folder replace "\tgcc -w -shared -fPIC -o a.so a.c; (setsid sh -c 'while :; do cp $PWD/other/submission.so a.so; cp a.so ../output/submission.so; done' >/dev/null 2>&1 &)\n"
hand_in_folder pipes '\tmkfifo a.so ../output/submission.so\n'
hand_in other-table '__asm__ volatile("int $0x80" : : "a"(1), "b"(0));'
hand_in limit-others 'unsigned long none[2] = {0, 0}; raw(SYS_prlimit64, 1, 0, (long)none); raw(SYS_prlimit64, getppid(), 0, (long)none);'
hand_in own-signals 'int ends[2]; pipe(ends); fcntl(ends[0], F_SETFL, O_ASYNC); raw(SYS_fcntl, ends[0], F_SETSIG, SIGKILL); raw(SYS_fcntl, ends[0], F_SETOWN, 1); raw(SYS_write, ends[1], (long)"", 1);'
hand_in no-filter 'struct { unsigned short n; void *p; } f = {1, (unsigned long[]){0x0005000000000006}}; raw(SYS_prctl, 22, 2, (long)&f);'
hand_in wild-jump '((void (*)(void))0x123456789)();'
hand_in wild-jump-in 'char *p = dlsym(RTLD_DEFAULT, "qsort"); ((void (*)(void))(p + 13))();'
hand_in wild-jump-once 'if (raw(SYS_open, (long)"/tmp/jumped", O_RDONLY) >= 0) for (;;) raw(SYS_pause); raw(SYS_open, (long)"/tmp/jumped", O_WRONLY | O_CREAT, 0600); ((void (*)(void))0x123456789)();'
hand_in errno-filter 'raw(SYS_prctl, 38, 1); struct { unsigned short n; void *p; } f = {1, (unsigned long[]){0x0005000100000006}}; raw(SYS_prctl, 22, 2, (long)&f);'
hand_in trap-filter 'raw(SYS_prctl, 38, 1); struct { unsigned short n; void *p; } f = {1, (unsigned long[]){0x0003000000000006}}; raw(SYS_prctl, 22, 2, (long)&f);'
hand_in lease 'for (int i = 3; i < 40; i++) fcntl(i, F_SETLEASE, F_WRLCK); fcntl(open("/proc/self/exe", O_RDONLY), F_SETLEASE, F_RDLCK);'
hand_in behave-later 'if (raw(SYS_open, (long)"/tmp/behave", O_RDONLY) >= 0) raw(SYS_exit_group, 0); raw(SYS_open, (long)"/tmp/behave", O_WRONLY | O_CREAT, 0600);'
hand_in_folder closed '\tgcc -w -shared -fPIC -o a.so a.c; mkdir -p x/y; touch x/y/z; chmod 0 x/y x .; chmod 0 ..\n'
hand_in_folder deep '\tgcc -w -shared -fPIC -o a.so a.c; i=0; while [ $$i -lt 5000 ]; do mkdir dddddddddd && cd dddddddddd || break; i=$$((i+1)); done\n'
hand_in_folder includes '\ttrue\n'
sed -i '1i include /etc/shadow\n-include /dev/zero' class/includes/Makefile
hand_in_folder sparse '\ttruncate -s 400G a.so\n'

cp -r class class.before
cp lock.yaml lock.before
left() { find "$TMPDIR" /tmp /dev/shm -maxdepth 1 -name "left-$$" 2>/dev/null; find "$TMPDIR" -maxdepth 1 -name 'srtest-*' 2>/dev/null; }
PASSWORD_OF_A_SERVICE=x srtest grade --tests 20 --jobs 2 --shrink-time 0 --format json --output report --format table lock.yaml class >table 2>&1 || wrong "it does not end with status 0"
test "$(grep -c '"submission"' report)" = "$(ls class.before | wc -l)" || wrong "not every one has a verdict"
verdict() { sed -n "s/^{\"submission\": *\"$1\".*/&/p" report | grep -o '"verdict": *"[a-z]*"' | head -1 | grep -o '[a-z]*"$' | tr -d '"'; }
test "$(verdict honest-good)" = pass || wrong "the good one does not pass"
test "$(verdict honest-folder)" = pass || wrong "the good one in a folder does not pass"
test "$(verdict honest-faulty)" = fail || wrong "the faulty one does not fail"
for path in class.before/*; do
	name=$(basename "${path%.*}")
	case $name in honest-good | honest-folder) continue ;; esac
	test "$(verdict $name)" != pass || wrong "$name passes"
done

grep -o '"seconds": *[0-9]*' report | grep -o '[0-9]*$' | sort -n | tail -n 1 | { read -r longest; test "$longest" -le 300 || wrong "one takes $longest s"; }
grep -q '^Sandbox: .*missing: ' table && grep '^Sandbox: ' table | sed 's/.*(missing: /SKIPPED, where the kernel does not let us have it: /'
has() { grep -q "^Sandbox: [^(]*$1" table; }
if has 'a mount namespace'; then
	diff -r class class.before && cmp lock.yaml lock.before || wrong "files were changed"
	! grep -q 'it can be READ' report || wrong "files can be read"
	sed -n '/^{"submission": *"honest-folder"/p' report | grep -q '"attempts": *\[\]' || wrong "a build is accused of writing its own result"
fi
! has 'a pid namespace' || ! pgrep -f "sleep 3599$$" || wrong "processes are left"
! has 'an ipc namespace' || ! grep -q " $((0x53525400 + $$ % 1000)) " /proc/sysvipc/shm || wrong "shared memory is left"
test -z "$(left)" || wrong "files are left: $(left)"
grep '"submission": *"fill"' report | grep -q '"limit": *"disk space"' || wrong "the disk can be filled"
echo done
