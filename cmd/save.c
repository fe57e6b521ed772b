#include "cmd/cmd.h"
#include "test/replay.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file in another folder names others by their whole paths: its reader seeks them beside it. */
static const char *
path_for(struct arena *a, const char *file, const char *path)
{
	char *real = strchr(file, '/') && *path != '/' ? realpath(path, NULL) : NULL;
	const char *copy = real ? arena_strdup(a, real) : path;
	free(real);
	return copy;
}

static struct replay_head
head(const struct saving *s, struct arena *a, const struct spec *spec, const struct tested *t, const char *file)
{
	const char **paths = arena_array(a, const char *, s->nimplementation + 1);
	for (size_t i = 0; i < s->nimplementation; i++)
		paths[i] = path_for(a, file, s->implementation[i]);
	struct replay_head h = {
		.spec = path_for(a, file, s->spec), .nimplementation = s->nimplementation, .implementation = paths, .spec_marked = true,
		.spec_mark = replay_mark_spec(spec), .seeded = true, .seed = t->seed, .round = t->round, .fails = t->class, .ndefines = s->common->spec.ndefines,
		.defines = s->common->spec.defines, .policy = s->common->spec.policy, .order = s->common->spec.order, .allowed = s->allowed, .narguments = s->narguments, .arguments = s->arguments,
	};
	h.code_marked = replay_mark_code(target_library(s->target, t->record->test->variant), &h.code_mark);
	if (h.policy && access(h.policy, F_OK) == 0)
		h.policy = path_for(a, file, h.policy);
	return h;
}

static const char *
default_name(struct arena *a, const struct spec *spec, uint64_t seed)
{
	char *name = arena_printf(a, "%s-%llx.srt", spec->resource, (unsigned long long)seed);
	for (char *c = name; *c; c++)
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.", *c) || (c == name && strchr("-.", *c)))
			*c = '_';
	return name;
}

/* "box-1.srt", "box-1-2.srt" */
static const char *
numbered(struct arena *a, const char *file, size_t nth)
{
	const char *end = strrchr(file, '.');
	size_t n = end && !strchr(end, '/') ? (size_t)(end - file) : strlen(file);
	return nth > 1 ? arena_printf(a, "%.*s-%zu%s", (int)n, file, nth, file + n) : file;
}

/* Nothing is lost but another replay file. */
static bool
may_overwrite(const char *file)
{
	struct arena a = {0};
	struct diags unsaid = {0};
	struct stat st;
	if (lstat(file, &st) < 0)
		return errno == ENOENT;
	const struct source *src = S_ISREG(st.st_mode) ? source_read(&a, &unsaid, file, REPLAY_LARGEST) : NULL;
	bool may = src && ((src->length >= 7 && memcmp(src->text, "replay:", 7) == 0) || memmem(src->text, src->length, "\nreplay:", 8));
	diags_free(&unsaid);
	arena_free(&a);
	return may;
}

static bool
write_file(const char *file, const struct text *text)
{
	int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
	if (!f) {
		fprintf(stderr, "srtest: %s: cannot be written: %s\n", file, strerror(errno));
		return false;
	}
	bool written = fwrite(text->s, 1, text->n, f) == text->n;
	written = fclose(f) == 0 && written;
	if (!written) {
		fprintf(stderr, "srtest: %s: cannot be written: %s\n", file, strerror(errno));
		unlink(file);
	}
	return written;
}

static bool
write_replay(const char *file, const struct spec *spec, const struct replay *r)
{
	struct text text = {0};
	bool written = false;
	if (!may_overwrite(file))
		fprintf(stderr, "srtest: %s: is there already, and no replay file; --save names another one\n", file);
	else if (r->test->n > REPLAY_MOST_PHASES)
		fprintf(stderr, "srtest: %s: is not written: the test has %zu phases, and a replay file holds %d\n", file, r->test->n, REPLAY_MOST_PHASES);
	else if (!replay_write(&text, spec, r))
		fprintf(stderr, "srtest: %s: is not written: the name of a file, or an argument, is not UTF-8\n", file);
	else if (text.n > REPLAY_LARGEST)
		fprintf(stderr, "srtest: %s: is not written: it would be larger than the %d MiB that srtest replay reads\n", file, REPLAY_LARGEST >> 20);
	else
		written = write_file(file, &text);
	text_free(&text);
	return written;
}

const char *
save_failure(const struct saving *s, struct arena *a, const struct spec *spec, const struct tested *t, size_t nth)
{
	if (s->off || t->verdict != TESTED_FAIL || !t->record)
		return NULL;
	const char *file = numbered(a, s->file ? s->file : default_name(a, spec, t->seed), nth);
	struct replay r = *t->record;
	r.head = head(s, a, spec, t, file);
	return write_replay(file, spec, &r) ? file : NULL;
}
