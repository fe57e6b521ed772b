# long: where several builds are tested, in the last one only
# writes beyond the end of memory that was allocated, and to memory that was freed, are found, whenever they show
cat >r.yaml <<'END'
resource: r
operations: { use: {} }
clients: { c: { calls: [ { call: use } ] } }
implementation:
  prototypes: "typedef struct r r; r *r_new(void); void r_free(r *); void r_use(r *);"
  create: self = r_new()
  destroy: r_free(self)
  use: r_use(self)
END
cat >r.c <<'END'
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

enum { N = 20 };
typedef struct r {
	char *kept;
} r;

r *
r_new(void)
{
	r *r = malloc(sizeof *r);
	r->kept = calloc(N, 1);
	return r;
}

void
r_free(r *r)
{
	if (!LEFT)
		free(r->kept);
	free(r);
}

static char *volatile at;

void
r_use(r *r)
{
	(void)r;
	USE;
	at = NULL;
}
END
try() {
	gcc -w -shared -fPIC -O1 -DLEFT=$1 -DUSE="$2" -o r.so r.c
	echo "$2: $(srtest run --no-save --seed 1 --tests 10 --round 1 --shrink-time 0 r.yaml r.so | grep -o '^[*][*][*].*\|passed [0-9]* tests')"
}
for left in 0 1; do
	try $left 'memset(r->kept, 1, N)'
	try $left 'memset(r->kept, 1, N + 1)'
	try $left 'r->kept[N + 15] = 1'
	try $left 'at = r->kept, at[N] = 0, at[-1] = 1'
done
try 0 'at = malloc(N), memset(at, 1, malloc_usable_size(at)), free(at)'
try 0 'at = malloc(N), at[N] = 1, free(at)'
try 0 'at = memalign(256, N), memset(at, 1, N), free(at)'
try 0 'at = memalign(256, N), at[N] = 1, free(at)'
try 0 'at = memalign(32, N), memset(at, 1, N), free(at), at = memalign(32, N), at[-1] = 1, free(at)'
try 0 'at = realloc(malloc(N), 2 * N), memset(at, 1, 2 * N), free(at)'
try 0 'at = malloc(N), at[N] = 1, free(realloc(at, 2 * N))'
try 0 'at = malloc(0), free(at)'
try 0 'at = malloc(0), at[0] = 1, free(at)'
try 0 'at = malloc(100000), memset(at, 1, 100000), free(at)'
try 0 'at = malloc(100000), at[100000] = 1, free(at)'
try 0 'at = malloc(N), free(at), at[N - 1] = 1'
try 0 'at = malloc(N), free(at), at[0] = 1'
try 0 'at = malloc(N), free(at), at[N - 1] = 1, at = malloc(N), free(at)'
try 0 'at = malloc(N), free(at), at = malloc(N), at[N - 1] = 1, free(at)'
try 0 'at = malloc(N), at[-1] = 1, free(at)'
try 0 'at = malloc(N), memset(at - 16, 1, 16), free(at)'
try 0 'at = calloc(N, N), free(at + 64)'
try 0 'at = malloc(N), free(at + 1)'
