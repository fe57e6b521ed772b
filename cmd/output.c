#include "cmd/cmd.h"
#include "submit/submit.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40 };

static bool
is_for_tested(const char *name)
{
	return report_writer(name) != NULL;
}

/* What reports on one implementation are about: what was found in it, of which there may be several. */
struct found {
	const struct tested *at;
	size_t n;
};

static void
write_tested(struct text *to, const struct report_style *style, const char *name, const void *subject)
{
	const struct found *found = subject;
	report_writer(name)->write(to, style, found->at, found->n);
}

const struct formats formats_tested = {report_writers, is_for_tested, write_tested};

static bool
to_standard(const struct output *o)
{
	return !o->path || strcmp(o->path, "-") == 0;
}

static bool
take_format(const struct command *c, struct outputs *o, const char *name)
{
	if (o->n == sizeof o->at / sizeof *o->at) {
		usage(c, "there are more than %zu reports", o->n);
		return false;
	}
	if (!o->formats->known(name)) {
		usage(c, "--format takes %s, not '%s'", o->formats->names(), name);
		return false;
	}
	o->at[o->n++] = (struct output){.format = name};
	return true;
}

bool
take_output(const struct command *c, struct outputs *o, int option, const char *argument)
{
	if (option == 'f')
		return take_format(c, o, argument);
	if (!*argument) {
		usage(c, "--output takes the name of a file");
		return false;
	}
	if ((o->n == 0 || o->at[o->n - 1].path) && !take_format(c, o, "text"))
		return false;
	o->at[o->n - 1].path = argument;
	return true;
}

/* --- before --- */

/* What stands in the way of writing the file; NULL if nothing does. */
static const char *
obstacle(const char *path)
{
	char folder[PATH_MAX];
	struct stat st;
	if (strlen(path) >= sizeof folder)
		return strerror(ENAMETOOLONG);
	if (stat(path, &st) == 0) {
		if (S_ISDIR(st.st_mode))
			return "is a directory";
		if (access(path, W_OK) < 0)
			return strerror(errno);
		if (!S_ISREG(st.st_mode))
			return NULL;
	} else if (errno != ENOENT) {
		return strerror(errno);
	}
	const char *slash = strrchr(path, '/');
	snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
	return access(folder, W_OK | X_OK) < 0 ? strerror(errno) : NULL;
}

/* Where a file is, or will be: without links, also such as lead to what is not there yet. NULL: nowhere; else the caller frees it. */
static char *
place_of(const char *path, unsigned links)
{
	char target[PATH_MAX], *whole = NULL, *place = realpath(path, NULL);
	const char *slash = strrchr(path, '/');
	if (place || errno != ENOENT || links == MOST_LINKS)
		return place;
	char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
	ssize_t n = readlink(path, target, sizeof target - 1);
	target[n > 0 ? n : 0] = 0;
	if (n > 0 && asprintf(&whole, "%s/%s", *target == '/' ? "" : folder, target) > 0) {
		place = place_of(whole, links + 1);
	} else if (n < 0) {
		char *real = realpath(folder, NULL);
		if (real && asprintf(&place, "%s/%s", strcmp(real, "/") == 0 ? "" : real, slash ? slash + 1 : path) < 0)
			place = NULL;
		free(real);
	}
	free(folder);
	free(whole);
	return place;
}

/* By a link of either kind, or by another way there. */
static bool
is_same(const char *path, const char *other)
{
	struct stat a, b;
	if (stat(path, &a) == 0 && stat(other, &b) == 0)
		return S_ISREG(a.st_mode) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
	char *place = place_of(path, 0), *other_place = place_of(other, 0);
	bool same = place && other_place && strcmp(place, other_place) == 0;
	free(place);
	free(other_place);
	return same;
}

/* Does the file lie in the folder that is to be tested, where it is taken for a submission or its header, or in one of its folders? */
static bool
is_handed_in(const char *file, const char *folder)
{
	char *root = realpath(folder, NULL);
	size_t n = root ? strlen(root) : 0;
	struct stat st;
	bool in = n > 1 && stat(root, &st) == 0 && S_ISDIR(st.st_mode) && strncmp(file, root, n) == 0 && file[n] == '/';
	free(root);
	return in && (strchr(file + n + 1, '/') || submission_is_part(file));
}

/* Headers that lie beside what is read are read as well. */
static bool
is_header_beside(const char *file, const char *input)
{
	const char *slash = strrchr(file, '/');
	char *place = build_is_header(slash + 1) ? realpath(input, NULL) : NULL;
	size_t n = (size_t)(slash - file) + 1;
	bool beside = place && strncmp(place, file, n) == 0 && !strchr(place + n, '/');
	free(place);
	return beside;
}

static bool
is_lost(const char *path, const char *const *inputs)
{
	char *file = place_of(path, 0);
	bool lost = false;
	for (; file && *inputs && !lost; inputs++)
		lost = is_same(path, *inputs) || is_handed_in(file, *inputs) || is_header_beside(file, *inputs);
	free(file);
	return lost;
}

const char *
output_obstacle(const char *path, const char *const *inputs)
{
	struct stat st;
	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return NULL;
	return is_lost(path, inputs) ? "would be written over, and is what is to be read" : NULL;
}

static const char *
path_of(const struct output *o)
{
	return to_standard(o) ? "/dev/stdout" : o->path;
}

/* What is read would be lost by the report, or by another one; NULL: nothing would. */
static const char *
lost_by(const struct outputs *o, size_t nth, const char *const *inputs)
{
	const char *path = path_of(&o->at[nth]), *why = output_obstacle(path, inputs);
	struct stat st;
	if (why || (stat(path, &st) == 0 && !S_ISREG(st.st_mode)))
		return why;
	for (size_t i = 0; i < nth; i++)
		if (is_same(path, path_of(&o->at[i])))
			return "is where another report goes";
	return NULL;
}

bool
outputs_spare(const struct command *c, const struct outputs *o, const char *const *inputs)
{
	for (size_t i = 0; i < o->n; i++) {
		const char *why = to_standard(&o->at[i]) ? NULL : obstacle(o->at[i].path);
		if (!why)
			why = lost_by(o, i, inputs);
		if (!why)
			continue;
		if (to_standard(&o->at[i]))
			fprintf(stderr, "srtest %s: standard output: %s\n", c->name, why);
		else
			fprintf(stderr, "srtest %s: --output %s: %s\n", c->name, o->at[i].path, why);
		return false;
	}
	return true;
}

bool
outputs_ready(const struct command *c, struct outputs *o, const char *const *inputs)
{
	size_t standard = 0;
	for (size_t i = 0; i < o->n; i++)
		standard += to_standard(&o->at[i]);
	if (standard > 1) {
		usage(c, "more than one report goes to standard output; give each --format its --output");
		return false;
	}
	if (standard == 0 && o->n < sizeof o->at / sizeof *o->at && !take_format(c, o, "text"))
		return false;
	return outputs_spare(c, o, inputs);
}

/* --- after --- */

static bool
write_all(int fd, const struct text *t)
{
	for (size_t at = 0; at < t->n;) {
		ssize_t n = write(fd, t->s + at, t->n - at);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		at += (size_t)n;
	}
	return true;
}

/* A new file beside the old one takes its place, with its permissions, when it is whole. */
static bool
replace(const char *path, const struct text *t)
{
	char *beside = NULL;
	struct stat old;
	bool there = stat(path, &old) == 0;
	if (asprintf(&beside, "%s.%d.part", path, (int)getpid()) < 0)
		return false;
	int fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	bool done = fd >= 0 && (!there || fchmod(fd, old.st_mode & 07777) == 0) && write_all(fd, t);
	if (fd >= 0 && close(fd) < 0)
		done = false;
	done = done && rename(beside, path) == 0;
	int error = errno;
	if (!done && fd >= 0)
		unlink(beside);
	free(beside);
	errno = error;
	return done;
}

/* What is no regular file (a device, a pipe) is written to as it is. */
static bool
write_file(const char *path, const struct text *t)
{
	char real[PATH_MAX];
	struct stat st;
	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
		int fd = open(path, O_WRONLY | O_CLOEXEC);
		bool done = fd >= 0 && write_all(fd, t);
		return (fd < 0 || close(fd) == 0) && done;
	}
	return replace(realpath(path, real) ? real : path, t); /* a link stays one */
}

/* A failure is told here, and not once more in the end. */
static bool
write_standard(const struct text *t)
{
	bool done = fwrite(t->s ? t->s : "", 1, t->n, stdout) == t->n && fflush(stdout) == 0;
	if (!done)
		clearerr(stdout);
	return done;
}

static bool
write_one(const struct formats *formats, const struct output *o, const struct common *common, const void *subject)
{
	struct report_style style = {.verbose = common->verbose, .color = common->color == COLOR_ALWAYS};
	struct text t = {0};
	bool done = true;
	if (to_standard(o)) {
		style.color = use_color(common, stdout);
		style.quiet = common->quiet;
	}
	formats->write(&t, &style, o->format, subject);
	if (!(to_standard(o) ? write_standard(&t) : write_file(o->path, &t))) {
		fprintf(stderr, "srtest: %s: %s\n", to_standard(o) ? "standard output" : o->path, strerror(errno));
		done = false;
	}
	text_free(&t);
	return done;
}

bool
outputs_write(const struct outputs *o, const struct common *common, const void *subject)
{
	bool done = true;
	for (size_t i = 0; i < o->n; i++)
		done = write_one(o->formats, &o->at[i], common, subject) && done;
	return done;
}

bool
outputs_report(const struct outputs *all, const struct common *common, const struct tested *t, size_t n)
{
	struct outputs o = {.formats = all->formats};
	for (size_t i = 0; i < all->n; i++)
		if (t->verdict != TESTED_ERROR || t->bad_spec || strcmp(all->at[i].format, "text") != 0)
			o.at[o.n++] = all->at[i];
	return outputs_write(&o, common, &(struct found){t, n});
}
