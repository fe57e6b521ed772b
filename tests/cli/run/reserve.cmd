# long: Addresses that are only reserved are no memory: allocators reserve many, and make few of them writable; more than there may be of that is undecided
cat >count.yaml <<'END'
resource: counter
state: { n: nat = 0 }
operations: { bump: { post: n += 1 } }
clients: { worker: { count: 2, calls: [{ call: bump }] } }
implementation: { prototypes: 'void bump(void);', bump: bump() }
END
try() {
	cat >count.c <<C
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#define SIZE ((size_t)64 << 30)
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char *all;
void
bump(void)
{
	pthread_mutex_lock(&mutex);
	if (!all && (all = mmap(NULL, SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) == MAP_FAILED)
		abort();
	if (mprotect(all, $1, PROT_READ | PROT_WRITE) != 0)
		abort();
	all[$1 - 1]++;
	${2-};
	pthread_mutex_unlock(&mutex);
}
C
	for engine in ${engines:-controlled free}; do
		srtest run --no-save --shrink-time 1 --engine $engine --seed 1 --tests 20 count.yaml count.c | sed -n '1s, (seed.*,,p'
	done
}
try 65536
# where nothing is mapped there is nothing to make writable, which has nothing to do with limits
try 65536 'if (mprotect((char *)65536, 4096, PROT_READ | PROT_WRITE) == 0 || errno != ENOMEM) abort()'
engines=controlled try SIZE
