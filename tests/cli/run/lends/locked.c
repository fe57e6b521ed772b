/*
 * A box behind a mutex. With BEYOND it reads one number more than it was lent, with FRONT one less, with MANY it writes one more, with COPY it
 * copies one more; with TEXT it looks behind the end of a name.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct box {
	pthread_mutex_t mutex;
	int pair[3];
	char name[8];
} box;

box *
box_new(void)
{
	box *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	b->pair[0] = b->pair[1] = 1;
	b->name[0] = 'a';
	return b;
}

void
box_free(box *b)
{
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

void
box_put(box *b, const int *pair)
{
	pthread_mutex_lock(&b->mutex);
#if defined COPY
	memcpy(b->pair, pair, sizeof b->pair);
#else
	int n = 2;
#ifdef BEYOND
	n = 3;
#endif
	for (int i = 0; i < n; i++)
		b->pair[i] = pair[i];
#ifdef FRONT
	b->pair[2] = pair[-1];
#endif
#endif
	pthread_mutex_unlock(&b->mutex);
}

void
box_get(box *b, int *pair)
{
	pthread_mutex_lock(&b->mutex);
#ifdef MANY
	for (int i = 0; i <= 2; i++)
		pair[i] = b->pair[i];
#else
	memcpy(pair, b->pair, 2 * sizeof *pair);
#endif
	pthread_mutex_unlock(&b->mutex);
}

void
box_swap(box *b, int *pair)
{
	pthread_mutex_lock(&b->mutex);
	for (int i = 0; i < 2; i++) {
		int had = b->pair[i];
		b->pair[i] = pair[i];
		pair[i] = had;
	}
	pthread_mutex_unlock(&b->mutex);
}

void
box_call(box *b, const char *name)
{
	pthread_mutex_lock(&b->mutex);
	strcpy(b->name, name);
	pthread_mutex_unlock(&b->mutex);
}

bool
box_called(box *b, const char *name)
{
	bool same = true;
	pthread_mutex_lock(&b->mutex);
#ifdef TEXT
	for (volatile int i = 0; i < 4; i++)
		same = same && (i > (int)strlen(b->name) || name[i] == b->name[i]) && (name[i] || i >= (int)strlen(b->name));
#else
	same = strcmp(b->name, name) == 0;
#endif
	pthread_mutex_unlock(&b->mutex);
	return same;
}
