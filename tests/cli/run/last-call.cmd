# memory that is allocated by the last thing a function does, which returns to the host itself, is the implementation's like any other
cat >r.yaml <<'END'
resource: r
operations: { near: { returns: int, result: 1 } }
clients: { c: { calls: [ { call: near } ] } }
implementation:
  prototypes: "typedef struct r r; r *r_new(void); void r_free(r *); int r_near(r *);"
  create: self = r_new()
  destroy: r_free(self)
  near: r_near(self)
END
cat >r.c <<'END'
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct r {
	int number;
} r;

r *
r_new(void)
{
	return malloc(sizeof(r));
}

void
r_free(r *r)
{
	free(r);
}

static void *
start(void *unused)
{
	(void)unused;
	return r_new();
}

static bool
is_near(const r *a, const r *b)
{
	return ((uintptr_t)a ^ (uintptr_t)b) < 1 << 20;
}

int
r_near(r *first)
{
	void *last;
	pthread_t thread;
	pthread_create(&thread, NULL, start, NULL);
	pthread_join(thread, &last);
	r *usual = malloc(sizeof(r));
	usual->number = 1;
	int near = is_near(first, usual) && is_near(last, usual);
	free(usual);
	free(last);
	return near;
}
END
gcc -O2 -shared -fPIC -o r.so r.c
srtest run --no-save --seed 1 --tests 50 --round 2 r.yaml r.so | head -1
