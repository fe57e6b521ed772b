# long: what one test cannot tell, another may: after a test that is undecided, the run goes on, but not for ever
cat >box.yaml <<'Y'
resource: box
state: { n: nat = 0 }
operations:
  add: { post: n += 1 }
  get: { returns: int, result: n, cases: { always: n >= 0 } }
  ask: {}
clients:
  user: { count: 2, calls: [ { call: add }, { call: get }, { call: ask } ] }
implementation:
  prototypes: |
    void add(void);
    int get(void);
    void ask(void);
  add: add()
  get: result = get()
  ask: ask()
Y
try() {
	cat >box.c <<C
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int n, asked;
void add(void), ask(void);
int get(void);

void
add(void)
{
	pthread_mutex_lock(&mutex);
	n++;
	pthread_mutex_unlock(&mutex);
}

int
get(void)
{
	pthread_mutex_lock(&mutex);
	int result = $2;
	pthread_mutex_unlock(&mutex);
	return result;
}

void
ask(void)
{
	pthread_mutex_lock(&mutex);
	if (++asked == $1)
		syscall(SYS_io_uring_setup, 1, NULL);
	pthread_mutex_unlock(&mutex);
}
C
	gcc -g -shared -fPIC -o box.so box.c
	shift 2
	srtest run --engine controlled --seed 1 --no-save "$@" box.yaml ./box.so >out && status=0 || status=$?
	sed -nE '1p; /undecided/p' out
	srtest run --engine controlled --seed 1 --no-save --format json "$@" box.yaml ./box.so |
		python3 -c 'import json, sys; t = json.load(sys.stdin); print(sys.argv[1], t["verdict"], t["tests"], t.get("undecided"), t.get("doubt"))' "exit $status" || true
}
echo "--- few are undecided, and all others pass"
try 22 n --tests 300
echo "--- many are"
try 1 n
echo "--- a fifth is"
try 1 n --tests 50
echo "--- others fail"
try 2 'n == 3 ? 4 : n' --tests 300
echo "--- none is, and one fails"
try 1000 'n == 3 ? 4 : n' --tests 300
echo "--- all small tests"
try 2 n --exhaustive=0 --max-calls 2
try 1 'n == 2 ? 4 : n' --exhaustive=0 --max-calls 3
try 1 n --exhaustive=0 --max-calls 4
echo "--- what the others exercised is counted"
try 22 n --tests 300 >/dev/null
srtest run --engine controlled --seed 1 --no-save --tests 300 --format json box.yaml ./box.so |
	python3 -c 'import json, sys; get = json.load(sys.stdin)["statistics"]["operations"][1]; print(get["cases"]["always"] > get["made"] * 0.9)' || true
