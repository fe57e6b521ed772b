# long: what a test leaves in the C library, in the process and in the file system is gone when the next one begins, be it abandoned or dead
cat >r.yaml <<'Y'
resource: r
state: { open: bool = false }
operations: { use: { returns: int, result: 0 }, wait: { cpre: open }, release: { post: open := true } }
clients: { c: { count: 2, calls: [ { call: use } ] }, w: { count: 1, calls: [ { call: wait } ] }, o: { calls: [ { call: release } ] } }
implementation:
  prototypes: "int r_use(void); void r_wait(void); void r_open(void);"
  use: result = r_use()
  wait: r_wait()
  release: r_open()
testing: { phases: 2..4 }
Y
cat >r.c <<'C'
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <search.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>
#include <getopt.h>

extern char **environ;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int wrong, is_open;
static char buffer[4096];

static int table(void) { ENTRY e = {"a", buffer}; return hcreate(9) == 0 || hsearch(e, FIND) || !hsearch(e, ENTER); }
static int owner(void) { int taken = getenv("OWNER") != NULL; setenv("OWNER", "me", 1); return taken; }
static int list(void) { static char *none[] = {NULL}; int empty = !*environ; environ = none; return empty; }
static int words(void) { static char text[] = "a b c"; int first = strtok(text, " ") == text; return !first; }
static int numeric(void) { int same = strcmp(setlocale(LC_ALL, NULL), "C") == 0; setlocale(LC_ALL, "C.UTF-8"); return !same; }
static int mode(void) { return umask(07) == 07; }
static int root(void) { return !strcmp(getcwd(buffer, sizeof buffer), "/") || chdir("/"); }
static int own(void) { int fd = open("lock", O_CREAT | O_EXCL | O_RDWR, 0600); return fd < 0; }
static int folder(void) { return mkdir("folder", 0700) || mkdir("folder/inner", 0700) || !fopen("folder/inner/file", "wx"); }
static int raw(void) { return syscall(SYS_mkdir, "raw", 0700) != 0 || symlink("raw", "other") != 0; }
static int swapped(void) { FILE *f = fopen("a", "w"); return !access("b", F_OK) || fputs("1", f) < 0 || rename("a", "b") || rename("given", "c"); }
static int counted(void) { char c = 0; FILE *f = fopen("count", "r+"); int bad = !f || (c = (char)fgetc(f)) != '0'; rewind(f); fputs("1", f); fflush(f); return bad; }
static int removed(void) { return unlink("given") != 0; }
static int named(void) { return sem_open("/r", O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED; }
static int limited(void) { struct rlimit l; getrlimit(RLIMIT_NOFILE, &l); int low = l.rlim_cur == 99; l.rlim_cur = 99; return setrlimit(RLIMIT_NOFILE, &l) || low; }
static int options(void) { char *v[] = {"p", "-ab", "x", NULL}; int bad = getopt(3, v, "+ab") != 'a'; return bad; }
static int closed(void) { int bad = printf("x") != 1; return fclose(stdout) || bad; }
static int wide(void) { int narrow = fwide(stderr, 1) > 0; return !narrow || close(2); }
static int zone(void) { tzset(); int moved = timezone != 0; setenv("TZ", "ABC3", 1); tzset(); return moved; }
static int quiet(void) { return setlogmask(LOG_MASK(LOG_ERR)) != 0xff; }
static int failed(void) { int before = errno; errno = ERANGE; return before == ERANGE; }
static int chosen(void) { static char state[64]; return initstate(3, state, sizeof state) == state; }

static int slack(void) { int late = syscall(SYS_prctl, 30) == 77777; syscall(SYS_prctl, 29, 77777); return late; }

static void
lock(void)
{
	static int begun;
	pthread_mutex_lock(&mutex);
	if (!begun++)
		wrong = AT_FIRST;
}

int
r_use(void)
{
	lock();
	pthread_mutex_unlock(&mutex);
	return wrong;
}

void
r_wait(void)
{
	lock();
	while (!is_open)
		pthread_cond_wait(&changed, &mutex);
	pthread_mutex_unlock(&mutex);
}

void
r_open(void)
{
	lock();
	is_open = 1;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&mutex);
}
C
printf 0 >count; printf kept >given
try() {
	gcc -shared -fPIC -O1 -w -D"AT_FIRST=$1" -o r.so r.c
	srtest run --no-save --seed 1 --tests ${tests:-40} --shrink-time 1 r.yaml ./r.so >told 2>&1 || true
	echo "$1: $(grep -oE '^[*][*][*].*|passed [0-9]* tests|UNDECIDED.*' told) $(ls | tr '\n' ' ')$(cat count given)"
}
for state in table owner list words numeric mode root own folder raw swapped counted removed named limited options closed wide zone quiet failed chosen; do try "$state()"; done
# who dies puts nothing back: the next one does, so that the failure is the one that it is, whatever comes first
try 'own() || mkdir("made", 0700) || (abort(), 0)'
# what nobody knows to be left is no reason to fail anybody
tests=8 try 'slack()'
