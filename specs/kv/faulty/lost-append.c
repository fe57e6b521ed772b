/* Who appends reads the text and writes the longer one, and lets others in between: what they append is lost. */
/* class: value */
#include "../kv.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	struct entry *next;
	char *key, *value;
};

struct kv {
	pthread_mutex_t mutex;
	struct entry *first;
};

kv *
kv_new(void)
{
	kv *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	return s;
}

void
kv_free(kv *s)
{
	while (s->first) {
		struct entry *e = s->first;
		s->first = e->next;
		free(e->key);
		free(e->value);
		free(e);
	}
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

static const char *
find(const kv *s, const char *key)
{
	for (const struct entry *e = s->first; e; e = e->next)
		if (strcmp(e->key, key) == 0)
			return e->value;
	return "";
}

static void
add(kv *s, const char *key, const char *before, const char *value)
{
	struct entry *e = malloc(sizeof *e);
	e->key = strdup(key);
	e->value = malloc(strlen(before) + strlen(value) + 1);
	strcpy(e->value, before);
	strcat(e->value, value);
	e->next = s->first;
	s->first = e;
}

const char *
kv_get(kv *s, const char *key)
{
	pthread_mutex_lock(&s->mutex);
	const char *value = find(s, key);
	pthread_mutex_unlock(&s->mutex);
	return value;
}

void
kv_put(kv *s, const char *key, const char *value)
{
	pthread_mutex_lock(&s->mutex);
	add(s, key, "", value);
	pthread_mutex_unlock(&s->mutex);
}

void
kv_append(kv *s, const char *key, const char *value)
{
	const char *before = kv_get(s, key);
	pthread_mutex_lock(&s->mutex);
	add(s, key, before, value);
	pthread_mutex_unlock(&s->mutex);
}
