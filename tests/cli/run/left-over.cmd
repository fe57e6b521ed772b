# long: what a test leaves behind is gone when the next one begins: variables of libraries that it loads, protected memory, what a thread is like
cat >more.c <<'END'
int used;
END
gcc -shared -fPIC -o libmore.so more.c
cat >r.yaml <<'END'
resource: r
operations: { use: {} }
clients: { c: { count: 2, calls: [ { call: use } ] } }
implementation:
  prototypes: "typedef struct r r; r *r_new(void); void r_use(r *);"
  create: self = r_new()
  use: r_use(self)
END
cat >r.c <<'END'
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { PAGE = 4096 };
typedef struct r {
	bool used;
	char *memory;
} r;
static char variable[2 * PAGE] __attribute__((aligned(PAGE)));

r *
r_new(void)
{
	r *r = calloc(1, sizeof *r);
	r->memory = aligned_alloc(PAGE, 2 * PAGE);
	return r;
}

static void
load(void)
{
	int *used = dlsym(dlopen(MORE, RTLD_NOW), "used");
	assert(!*used);
	*used = 1;
}

static void
protect(r *r)
{
	mprotect(r->memory + PAGE, PAGE, PROT_NONE);
	mprotect(variable, PAGE, PROT_READ);
}

static void *
thread(void *upwards)
{
	assert(fegetround() == (upwards ? FE_UPWARD : FE_TONEAREST));
	return NULL;
}

static void
start(void *upwards)
{
	pthread_t t;
	pthread_create(&t, NULL, thread, upwards);
	pthread_join(t, NULL);
}

static void
change(void)
{
	start(NULL);
	assert(uselocale(NULL) == LC_GLOBAL_LOCALE);
	uselocale(newlocale(LC_ALL_MASK, "C", NULL));
	fesetround(FE_UPWARD);
	start("as whoever makes it");
}

static void
resize(void)
{
	char *p = realloc(malloc(1), 0);
	assert(!p);
}

void
r_use(r *r)
{
	if (r->used)
		return;
	r->used = true;
	USE;
}
END
for use in 'load()' 'protect(r)' 'change()' 'resize()'; do
	gcc -shared -fPIC -O1 -w -D"USE=$use" -DMORE="\"$PWD/libmore.so\"" -o r.so r.c -lm
	echo "$use: $(srtest run --no-save --seed 1 --tests 20 --shrink-time 0 r.yaml ./r.so | grep -o '^[*][*][*].*\|passed [0-9]* tests')"
done
# what is protected while it is loaded is so in each test
cat >page.c <<'END'
#include <assert.h>
#include <sys/mman.h>
static char pages[2 * 4096] __attribute__((aligned(4096)));
__attribute__((constructor)) static void protect(void) { pages[0] = 1; mprotect(pages, 4096, PROT_READ); }
void *r_new(void) { return pages; }
void r_use(void *r) { (void)r; assert(pages[0] == 1 && !pages[4096]); pages[4096] = 1; assert(mprotect(pages + 4096, 4096, PROT_READ) == 0); }
END
sed -i 's/count: 2/count: 1/; s/typedef.*void r_use(r \*);/void *r_new(void); void r_use(void *);/; s/testing.*//' r.yaml
echo 'testing: { phases: 1 }' >>r.yaml
gcc -shared -fPIC -o page.so page.c
srtest run --no-save --seed 1 --tests 20 --shrink-time 0 r.yaml ./page.so | head -1
