#include "grade/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* LONGEST: what no line of ours reaches. */
enum { VERSION = 1, LONGEST = 1 << 26 };

struct entry {
	const char *name;
	uint64_t mark;
	off_t at; /* of its line */
	size_t length;
};

struct journal {
	struct arena arena;
	const char *path; /* as it was named; or "the journal" */
	int fd;
	off_t end; /* of the last whole line */
	struct journal_head head;
	VEC(struct entry) entries;
	VEC(json_t *) read; /* what graded records point into */
};

static bool
wrong(const struct journal *j, struct diags *d, const char *why)
{
	return diag_error(d, (struct span){0}, "%s: %s", j->path, why);
}

/* --- numbers as JSON text: they may have 64 bits --- */

static json_t *
json_mark(uint64_t mark)
{
	char s[24];
	snprintf(s, sizeof s, "0x%016" PRIx64, mark);
	return json_string(s);
}

static uint64_t
mark_in(const json_t *o, const char *key)
{
	const char *s = json_string_value(json_object_get(o, key));
	return s ? strtoull(s, NULL, 0) : 0;
}

/* --- lines out --- */

/* A line that could not be written whole is taken back: a disk that was full may have room again. */
static bool
write_line(struct journal *j, struct diags *d, const json_t *o)
{
	char *line = json_dumps(o, JSON_COMPACT);
	size_t n = strlen(line);
	line[n++] = '\n'; /* in place of the end of the string */
	bool done = pwrite(j->fd, line, n, j->end) == (ssize_t)n && (fdatasync(j->fd) == 0 || errno == EINVAL || errno == EROFS);
	free(line);
	if (done) {
		j->end += (off_t)n;
		return true;
	}
	int error = errno ? errno : ENOSPC;
	if (ftruncate(j->fd, j->end) < 0)
		error = errno;
	diag_error(d, (struct span){0}, "%s: cannot be written: %s", j->path, strerror(error));
	diag_hint(d, "what is in it is whole; --resume goes on from there");
	return false;
}

static json_t *
head_object(const struct journal_head *h)
{
	json_t *o = json_pack("{s:s, s:i}", "journal", "srtest grade", "version", VERSION);
	json_object_set_new(o, "spec", graded_string(h->spec));
	json_object_set_new(o, "mark", json_mark(h->mark));
	json_object_set_new(o, "seed", json_mark(h->seed));
	json_object_set_new(o, "options", graded_string(h->options));
	json_object_set_new(o, "shard", json_pack("[i, i]", (int)h->shard, (int)h->shards));
	json_object_set_new(o, "submissions", json_integer((json_int_t)h->submissions));
	return o;
}

static bool
write_head(struct journal *j, struct diags *d, const struct journal_head *h)
{
	j->head = *h;
	json_t *o = head_object(h);
	bool done = write_line(j, d, o);
	json_decref(o);
	return done;
}

/* --- lines in --- */

static const char *
copied(struct journal *j, const json_t *o, const char *key)
{
	const char *s = json_string_value(json_object_get(o, key));
	return arena_strdup(&j->arena, s ? s : "");
}

static bool
read_head(struct journal *j, struct diags *d, const json_t *o)
{
	const json_t *shard = json_object_get(o, "shard");
	const char *name = json_string_value(json_object_get(o, "journal"));
	if (!name || strcmp(name, "srtest grade") != 0)
		return wrong(j, d, "is no journal of srtest grade");
	if (json_integer_value(json_object_get(o, "version")) != VERSION)
		return wrong(j, d, "is a journal of another version of srtest");
	j->head = (struct journal_head){
		.spec = copied(j, o, "spec"), .mark = mark_in(o, "mark"), .seed = mark_in(o, "seed"), .options = copied(j, o, "options"),
		.shard = (unsigned)json_integer_value(json_array_get(shard, 0)), .shards = (unsigned)json_integer_value(json_array_get(shard, 1)),
		.submissions = (size_t)json_integer_value(json_object_get(o, "submissions")),
	};
	return true;
}

static bool
take_line(struct journal *j, struct diags *d, const char *line, size_t n, size_t number)
{
	json_error_t error;
	json_t *o = json_loadb(line, n, 0, &error);
	const char *name = json_string_value(json_object_get(o, "submission"));
	bool good = o && (number == 1 ? read_head(j, d, o) : name != NULL);
	if (good && number > 1)
		vec_push(&j->arena, &j->entries, (struct entry){arena_strdup(&j->arena, name), mark_in(o, "mark"), j->end, n});
	if (!o && number == 1)
		wrong(j, d, "is no journal of srtest grade");
	else if (!good && number > 1)
		diag_error(d, (struct span){0}, "%s:%zu: this line is no record of a submission%s%s", j->path, number, o ? "" : ": ", o ? "" : error.text);
	json_decref(o);
	return good;
}

/* A last line without its end was being written when something ended the run: that submission is tested again. */
static bool
read_lines(struct journal *j, struct diags *d)
{
	FILE *f = fdopen(dup(j->fd), "r");
	char *line = NULL;
	size_t cap = 0, number = 0;
	bool good = f != NULL;
	for (ssize_t n; good && (n = getline(&line, &cap, f)) > 0;) {
		number++;
		if (line[n - 1] != '\n') {
			diag_note(d, (struct span){0}, "%s: the last line was cut off; that submission is tested again", j->path);
			break;
		}
		good = n < LONGEST ? take_line(j, d, line, (size_t)n, number) : wrong(j, d, "has a line that is too long");
		j->end += n;
	}
	free(line);
	if (f)
		fclose(f);
	return good && (j->end > 0 || wrong(j, d, "is empty"));
}

/* --- opening --- */

static struct journal *
journal_new(const char *path)
{
	struct journal *j = mem_alloc(sizeof *j);
	*j = (struct journal){.path = path ? path : "the journal", .fd = -1};
	return j;
}

static struct journal *
given_up(struct journal *j)
{
	journal_close(j);
	return NULL;
}

static const char *
difference(const struct journal_head *a, const struct journal_head *b)
{
	if (a->mark != b->mark)
		return "the specification has changed since";
	if (a->seed != b->seed)
		return "it has another seed";
	return strcmp(a->options, b->options) != 0 ? "its options were others" : NULL;
}

static bool
continues(struct journal *j, struct diags *d, const struct journal_head *h)
{
	const char *what = difference(&j->head, h);
	if (!what && (j->head.shard != h->shard || j->head.shards != h->shards))
		what = "it is of another part";
	if (!what)
		return true;
	diag_error(d, (struct span){0}, "%s: cannot be gone on with: %s", j->path, what);
	diag_hint(d, "it was begun with: %s, seed 0x%" PRIx64 ", part %u of %u; name another journal to begin anew", j->head.options, j->head.seed, j->head.shard, j->head.shards);
	return false;
}

/* Without a name, the file goes away with the program. */
static int
open_nameless(void)
{
	const char *folder = getenv("TMPDIR");
	FILE *f = NULL;
	int fd = open(folder && *folder ? folder : "/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (fd < 0 && (f = tmpfile())) {
		fd = fcntl(fileno(f), F_DUPFD_CLOEXEC, 3);
		fclose(f);
	}
	return fd;
}

static bool
is_empty(int fd)
{
	struct stat st;
	return fstat(fd, &st) == 0 && st.st_size == 0;
}

/* Two runs with one journal would write over each other. */
static bool
open_file(struct journal *j, struct diags *d, const char *path, bool resume)
{
	struct stat st;
	j->fd = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666) : open_nameless();
	if (j->fd < 0 || fstat(j->fd, &st) < 0)
		return wrong(j, d, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return wrong(j, d, "is no regular file");
	if (flock(j->fd, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK)
		return wrong(j, d, "another run writes to it");
	if (st.st_size > 0 && !resume) {
		wrong(j, d, "is there already");
		diag_hint(d, "--resume goes on with it; or name another file, or remove this one");
		return false;
	}
	return true;
}

struct journal *
journal_open(struct diags *d, const char *path, bool resume, const struct journal_head *h)
{
	struct journal *j = journal_new(path);
	if (!open_file(j, d, path, resume))
		return given_up(j);
	if (is_empty(j->fd))
		return write_head(j, d, h) ? j : given_up(j);
	if (!read_lines(j, d) || !continues(j, d, h))
		return given_up(j);
	j->head.submissions = h->submissions;
	return ftruncate(j->fd, j->end) == 0 || wrong(j, d, strerror(errno)) ? j : given_up(j);
}

void
journal_close(struct journal *j)
{
	if (!j)
		return;
	for (size_t i = 0; i < j->read.n; i++)
		json_decref(j->read.at[i]);
	if (j->fd >= 0)
		close(j->fd);
	arena_free(&j->arena);
	free(j);
}

const struct journal_head *
journal_head(const struct journal *j)
{
	return &j->head;
}

/* --- records --- */

bool
journal_add(struct journal *j, struct diags *d, uint64_t mark, const json_t *record)
{
	const char *name = json_string_value(json_object_get(record, "submission"));
	json_t *o = json_copy((json_t *)(uintptr_t)record);
	json_object_set_new(o, "mark", json_mark(mark));
	off_t at = j->end;
	bool done = write_line(j, d, o);
	if (done)
		vec_push(&j->arena, &j->entries, (struct entry){arena_strdup(&j->arena, name), mark, at, (size_t)(j->end - at)});
	json_decref(o);
	return done;
}

bool
journal_has(const struct journal *j, const char *name, uint64_t mark)
{
	json_t *written = graded_string(name);
	bool has = false;
	for (size_t i = 0; i < j->entries.n; i++)
		if (strcmp(j->entries.at[i].name, json_string_value(written)) == 0)
			has = j->entries.at[i].mark == mark;
	json_decref(written);
	return has;
}

static int
by_name(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order = strcmp(x->name, y->name);
	return order ? order : (x->at > y->at) - (x->at < y->at);
}

static bool
read_entry(struct journal *j, struct diags *d, const struct entry *e, struct graded *g)
{
	char *line = mem_alloc(e->length);
	ssize_t n = pread(j->fd, line, e->length, e->at);
	json_t *o = n == (ssize_t)e->length ? json_loadb(line, e->length, 0, NULL) : NULL;
	free(line);
	if (o)
		vec_push(&j->arena, &j->read, o);
	return (o && graded_read(&j->arena, o, g)) || diag_error(d, (struct span){0}, "%s: the record of %s cannot be read", j->path, e->name);
}

bool
journal_read(struct journal *j, struct diags *d, size_t *n, struct graded **all)
{
	size_t count = j->entries.n;
	struct entry *sorted = arena_array(&j->arena, struct entry, count + 1);
	*all = arena_array(&j->arena, struct graded, count + 1);
	*n = 0;
	if (count)
		memcpy(sorted, j->entries.at, count * sizeof *sorted);
	qsort(sorted, count, sizeof *sorted, by_name);
	for (size_t i = 0; i < count; i++) {
		if (i + 1 < count && strcmp(sorted[i].name, sorted[i + 1].name) == 0)
			continue;
		if (!read_entry(j, d, &sorted[i], &(*all)[(*n)++]))
			return false;
	}
	return true;
}

/* --- parts of one whole --- */

static struct journal *
open_part(struct diags *d, const char *path)
{
	struct journal *j = journal_new(path);
	j->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (j->fd < 0) {
		wrong(j, d, strerror(errno));
		return given_up(j);
	}
	return read_lines(j, d) ? j : given_up(j);
}

static bool
copy_records(struct journal *to, struct diags *d, const struct journal *from)
{
	for (size_t i = 0; i < from->entries.n; i++) {
		const struct entry *e = &from->entries.at[i];
		char *line = mem_alloc(e->length);
		bool done = pread(from->fd, line, e->length, e->at) == (ssize_t)e->length && pwrite(to->fd, line, e->length, to->end) == (ssize_t)e->length;
		free(line);
		if (!done)
			return wrong(from, d, "cannot be copied");
		vec_push(&to->arena, &to->entries, (struct entry){arena_strdup(&to->arena, e->name), e->mark, to->end, e->length});
		to->end += (off_t)e->length;
	}
	return true;
}

static bool
add_part(struct journal *all, struct diags *d, const char *path, bool first)
{
	struct journal *part = open_part(d, path);
	const char *what = part && !first ? difference(&all->head, &part->head) : NULL;
	if (!part)
		return false;
	if (what)
		diag_error(d, (struct span){0}, "%s: does not belong to the first journal: %s", path, what);
	bool done = !what && copy_records(all, d, part);
	if (done && part->entries.n < part->head.submissions)
		diag_warning(d, (struct span){0}, "%s: %zu of its %zu submissions are missing: that run did not come to its end", path, part->head.submissions - part->entries.n, part->head.submissions);
	if (first) {
		all->head = part->head;
		all->head.spec = arena_strdup(&all->arena, part->head.spec);
		all->head.options = arena_strdup(&all->arena, part->head.options);
		all->head.submissions = 0;
	}
	all->head.submissions += part->head.submissions;
	journal_close(part);
	return done;
}

struct journal *
journal_merge(struct diags *d, size_t n, const char *const *paths)
{
	struct journal *all = journal_new(NULL);
	all->fd = open_nameless();
	if (all->fd < 0) {
		wrong(all, d, strerror(errno));
		return given_up(all);
	}
	for (size_t i = 0; i < n; i++)
		if (!add_part(all, d, paths[i], i == 0))
			return given_up(all);
	if (all->head.shards != n)
		diag_warning(d, (struct span){0}, "there are %zu journals, of %u parts", n, all->head.shards);
	return all;
}
