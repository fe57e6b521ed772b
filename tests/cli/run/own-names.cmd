# what an implementation calls like functions and variables of the C library stays its own, whatever the host does with them
cat >own.c <<'END'
#include <pthread.h>
#include <stdlib.h>
struct box { pthread_mutex_t mutex; pthread_cond_t changed; int v; };
int optind;
void connect(struct box *b) { pthread_mutex_lock(&b->mutex); }
void wait(struct box *b) { pthread_cond_wait(&b->changed, &b->mutex); }
void send(struct box *b) { pthread_cond_broadcast(&b->changed); pthread_mutex_unlock(&b->mutex); }
int error(struct box *b, int full) { return optind != full; }
struct box *
box_new(void)
{
	struct box *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->changed, NULL);
	optind = 0;
	return b;
}
void box_free(struct box *b) { free(b); }
void
box_put(struct box *b, int v)
{
	connect(b);
	while (error(b, 0))
		wait(b);
	optind = 1;
	b->v = v;
	send(b);
}
int
box_get(struct box *b)
{
	connect(b);
	while (error(b, 1))
		wait(b);
	optind = 0;
	int v = b->v;
	send(b);
	return v;
}
END
gcc -shared -fPIC -O1 -o own.so own.c
for engine in controlled free; do
	srtest run --seed 1 --tests 20 --no-save --engine $engine $SRC/tests/cli/run/box/box.yaml own.so | head -1
done
