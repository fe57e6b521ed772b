#include "cdecl/private.h"

enum { FIRST_BUCKETS = 512 };

static uint64_t
hash_of(const char *s, size_t n)
{
	uint64_t h = 0xcbf29ce484222325;
	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)s[i]) * 0x100000001b3;
	return h ^ h >> 29;
}

struct cnames *
names_new(struct arena *a)
{
	struct cnames *names = arena_new(a, struct cnames);
	names->arena = a;
	names->n_buckets = FIRST_BUCKETS;
	names->buckets = arena_array(a, struct name *, FIRST_BUCKETS);
	return names;
}

static struct name *
find(const struct cnames *names, const char *s, size_t n, uint64_t hash)
{
	struct name *name = names->buckets[hash % names->n_buckets];
	while (name && (name->hash != hash || strncmp(name->text, s, n) != 0 || name->text[n]))
		name = name->next;
	return name;
}

struct name *
names_find(const struct cnames *names, const char *s, size_t n)
{
	return find(names, s, n, hash_of(s, n));
}

static void
put(struct cnames *names, struct name *name)
{
	struct name **bucket = &names->buckets[name->hash % names->n_buckets];
	name->next = *bucket;
	*bucket = name;
}

static void
grow(struct cnames *names)
{
	names->n_buckets *= 2;
	names->buckets = arena_array(names->arena, struct name *, names->n_buckets);
	for (size_t i = 0; i < names->all.n; i++)
		put(names, names->all.at[i]);
}

struct name *
names_add(struct cnames *names, const char *s, size_t n)
{
	uint64_t hash = hash_of(s, n);
	struct name *name = find(names, s, n, hash);
	if (name)
		return name;
	if (names->all.n >= names->n_buckets)
		grow(names);
	name = arena_new(names->arena, struct name);
	name->hash = hash;
	name->text = arena_strndup(names->arena, s, n);
	vec_push(names->arena, &names->all, name);
	put(names, name);
	return name;
}
