#include "grade/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

/* LONGEST: what no line of ours reaches. */
enum { VERSION = 1, LONGEST = 1 << 26 };

struct entry {
	const char *name, *path, *mark;
	struct journal_known known;
	off_t at; /* of its line */
	size_t length;
	size_t part; /* of those that were merged */
};

struct journal {
	struct arena arena;
	const char *path; /* as it was named; or "the journal" */
	bool named;
	int fd;
	off_t end; /* of the last whole line */
	struct journal_head head;
	VEC(struct entry) entries;
	VEC(json_t *) read; /* what graded records point into */
	VEC(unsigned) parts; /* the shards that it was merged from */
	bool lacks; /* a part of it was not there, or not whole */
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

uint64_t
journal_mark(const struct spec *s)
{
	const struct source *policy = s->policy ? s->policy->span.src : NULL;
	return policy && policy != s->source ? XXH3_64bits_withSeed(policy->text, policy->length, s->said) : s->said;
}

/* --- lines out --- */

static bool
write_all(int fd, const char *s, size_t n, off_t at)
{
	while (n > 0) {
		ssize_t done = pwrite(fd, s, n, at);
		if (done == 0 || (done < 0 && errno != EINTR))
			return false;
		s += done > 0 ? done : 0;
		n -= done > 0 ? (size_t)done : 0;
		at += done > 0 ? done : 0;
	}
	return true;
}

/* A line that could not be written whole is taken back: a disk that was full may have room again. */
static bool
write_line(struct journal *j, struct diags *d, const json_t *o)
{
	char *line = json_dumps(o, JSON_COMPACT);
	size_t n = strlen(line);
	line[n++] = '\n'; /* in place of the end of the string */
	errno = 0;
	bool done = write_all(j->fd, line, n, j->end) && (fdatasync(j->fd) == 0 || errno == EINVAL || errno == EROFS);
	int error = errno ? errno : ENOSPC;
	free(line);
	if (done) {
		j->end += (off_t)n;
		return true;
	}
	if (ftruncate(j->fd, j->end) < 0)
		error = errno;
	diag_error(d, (struct span){0}, "%s: cannot be written: %s", j->path, strerror(error));
	if (j->named && j->end > 0)
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

/* Something ended the run that began it before the first line was whole. What it is instead of a journal is nobody's to remove. */
static bool
is_cut_head(int fd, const struct journal_head *h)
{
	json_t *o = head_object(h);
	char *line = json_dumps(o, JSON_COMPACT), start[1 << 12];
	ssize_t n = pread(fd, start, sizeof start, 0);
	bool cut = n > 0 && (size_t)n < sizeof start && (size_t)n <= strlen(line) && memcmp(start, line, (size_t)n) == 0;
	free(line);
	json_decref(o);
	return cut;
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

/* What was tested under another name has its verdict under this one now, and none under that. */
static void
forget_path(struct journal *j, const struct graded *whole)
{
	size_t kept = 0;
	for (size_t i = 0; i < j->entries.n; i++) {
		const struct entry *e = &j->entries.at[i];
		if (strcmp(e->path, whole->path) != 0 || strcmp(e->name, whole->name) == 0)
			j->entries.at[kept++] = *e;
	}
	j->entries.n = kept;
}

/* False: it is no record. */
static bool
add_entry(struct journal *j, const json_t *o, off_t at, size_t length)
{
	struct arena a = {0};
	struct graded whole;
	bool good = graded_read(&a, o, &whole);
	if (good) {
		forget_path(j, &whole);
		vec_push(&j->arena, &j->entries, (struct entry){
			.name = arena_strdup(&j->arena, whole.name), .path = arena_strdup(&j->arena, whole.path), .mark = copied(j, o, "mark"), .known = {whole.verdict, whole.hindered, whole.tries}, .at = at, .length = length,
		});
	}
	arena_free(&a);
	return good;
}

static bool
take_line(struct journal *j, struct diags *d, const char *line, size_t n, size_t number)
{
	json_error_t error;
	json_t *o = json_loadb(line, n, 0, &error);
	bool good = o && (number == 1 ? read_head(j, d, o) : add_entry(j, o, j->end, n));
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
		if (line[n - 1] != '\n' && number == 1) {
			good = wrong(j, d, "is no journal of srtest grade");
			break;
		}
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
	*j = (struct journal){.path = path ? path : "the journal", .named = path != NULL, .fd = -1};
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
	diag_hint(d, "it was begun with: --seed 0x%" PRIx64 " --shard %u/%u %s; name another journal to begin anew", j->head.seed, j->head.shard, j->head.shards, j->head.options);
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
	if (is_empty(j->fd) || (is_cut_head(j->fd, h) && ftruncate(j->fd, 0) == 0))
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

void
journal_leave(struct journal *j)
{
	close(j->fd);
	j->fd = -1;
}

bool
journal_is_whole(const struct journal *j)
{
	return !j->lacks;
}

const struct journal_head *
journal_head(const struct journal *j)
{
	return &j->head;
}

/* --- records --- */

bool
journal_add(struct journal *j, struct diags *d, const char *mark, const json_t *record)
{
	json_t *o = json_copy((json_t *)(uintptr_t)record);
	json_object_set_new(o, "mark", json_string(mark));
	off_t at = j->end;
	bool done = write_line(j, d, o) && add_entry(j, o, at, (size_t)(j->end - at));
	json_decref(o);
	return done;
}

bool
journal_knows(const struct journal *j, const char *name, const char *mark, struct journal_known *to)
{
	struct arena a = {0};
	const char *written = graded_name(&a, name);
	const struct entry *last = NULL;
	for (size_t i = 0; i < j->entries.n; i++)
		if (strcmp(j->entries.at[i].name, written) == 0)
			last = &j->entries.at[i];
	arena_free(&a);
	if (!last || strcmp(last->mark, mark) != 0)
		return false;
	*to = last->known;
	return true;
}

static int
by_name(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order = strcmp(x->name, y->name);
	return order ? order : (x->at > y->at) - (x->at < y->at);
}

static const struct entry *
sorted_entries(struct journal *j)
{
	size_t n = j->entries.n;
	struct entry *sorted = arena_array(&j->arena, struct entry, n + 1);
	if (n)
		memcpy(sorted, j->entries.at, n * sizeof *sorted);
	qsort(sorted, n, sizeof *sorted, by_name);
	return sorted;
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
	const struct entry *sorted = sorted_entries(j);
	*all = arena_array(&j->arena, struct graded, count + 1);
	*n = 0;
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
	struct stat st;
	struct journal *j = journal_new(path);
	j->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (j->fd < 0 || fstat(j->fd, &st) < 0) {
		wrong(j, d, strerror(errno));
		return given_up(j);
	}
	if (!S_ISREG(st.st_mode)) {
		wrong(j, d, S_ISDIR(st.st_mode) ? "is a folder, not a journal" : "is no regular file");
		return given_up(j);
	}
	return read_lines(j, d) ? j : given_up(j);
}

static bool
copy_records(struct journal *to, struct diags *d, const struct journal *from)
{
	for (size_t i = 0; i < from->entries.n; i++) {
		struct entry e = from->entries.at[i];
		char *line = mem_alloc(e.length);
		bool done = pread(from->fd, line, e.length, e.at) == (ssize_t)e.length && write_all(to->fd, line, e.length, to->end);
		free(line);
		if (!done)
			return wrong(from, d, "cannot be copied");
		vec_push(&to->arena, &to->entries, (struct entry){
			.name = arena_strdup(&to->arena, e.name), .path = arena_strdup(&to->arena, e.path), .mark = arena_strdup(&to->arena, e.mark), .known = e.known, .at = to->end, .length = e.length, .part = to->parts.n,
		});
		to->end += (off_t)e.length;
	}
	return true;
}

/* A submission that was handed in anew has a record for each time. */
static size_t
count_names(struct journal *j)
{
	const struct entry *sorted = sorted_entries(j);
	size_t n = 0;
	for (size_t i = 0; i < j->entries.n; i++)
		n += i == 0 || strcmp(sorted[i - 1].name, sorted[i].name) != 0;
	return n;
}

/* Why it is no part of the same whole; NULL: it is one. */
static const char *
misfit(const struct journal *all, const struct journal *part)
{
	const char *what = difference(&all->head, &part->head);
	if (!what && all->head.shards != part->head.shards)
		return "it was split into another number of parts";
	for (size_t i = 0; !what && i < all->parts.n; i++)
		if (all->parts.at[i] == part->head.shard)
			what = "it is the same part as one before";
	return what;
}

static void
take_head(struct journal *all, const struct journal *part)
{
	size_t before = all->parts.n ? all->head.submissions : 0;
	all->head = part->head;
	all->head.spec = arena_strdup(&all->arena, part->head.spec);
	all->head.options = arena_strdup(&all->arena, part->head.options);
	all->head.submissions = before + part->head.submissions;
	vec_push(&all->arena, &all->parts, part->head.shard);
}

static bool
join(struct journal *all, struct diags *d, struct journal *part)
{
	const char *what = all->parts.n ? misfit(all, part) : NULL;
	size_t names = count_names(part);
	if (what)
		return diag_error(d, (struct span){0}, "%s: does not belong to the journals before it: %s", part->path, what);
	if (!copy_records(all, d, part))
		return false;
	if (names < part->head.submissions) {
		diag_warning(d, (struct span){0}, "%s: %zu of its %zu submissions are missing: that run did not come to its end", part->path, part->head.submissions - names, part->head.submissions);
		all->lacks = true;
	}
	take_head(all, part);
	return true;
}

static bool
add_part(struct journal *all, struct diags *d, const char *path)
{
	struct journal *part = open_part(d, path);
	bool done = part && join(all, d, part);
	journal_close(part);
	return done;
}

/* Then the parts were not taken from the same class, and there may be others that nobody tested. */
static bool
has_doubles(struct journal *all, struct diags *d)
{
	const struct entry *sorted = sorted_entries(all);
	for (size_t i = 1; i < all->entries.n; i++)
		if (strcmp(sorted[i - 1].name, sorted[i].name) == 0 && sorted[i - 1].part != sorted[i].part) {
			diag_error(d, (struct span){0}, "%s is in two parts: not all of them had the same submissions to choose from", sorted[i].name);
			return true;
		}
	return false;
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
		if (!add_part(all, d, paths[i]))
			return given_up(all);
	if (has_doubles(all, d))
		return given_up(all);
	if (all->head.shards > n) {
		diag_warning(d, (struct span){0}, "there %s %zu of %u parts", n == 1 ? "is" : "are", n, all->head.shards);
		all->lacks = true;
	}
	return all;
}
