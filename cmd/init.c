#include "cmd/cmd.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES = 3, LONGEST_NAME = 100 };

/* In these, @ stands for the name and % for the name in capitals. */
static const char spec_text[] =
	"# @: a buffer with room for a few items. Change it into what your resource does; srtest-spec(5) tells what can stand here.\n"
	"#\n"
	"#     srtest check @.yaml\n"
	"#         looks for mistakes in this file, and explores all that its clients can do\n"
	"#     srtest run @.yaml @.c\n"
	"#         tests an implementation\n"
	"resource: @\n"
	"\n"
	"types:\n"
	"  Item: 0..2\n"
	"\n"
	"# Each test draws its own, so some have less room than there are clients.\n"
	"# --define capacity=2 fixes it.\n"
	"parameters:\n"
	"  capacity: 1..3\n"
	"\n"
	"# What there is to know about the resource, and what always holds.\n"
	"state:\n"
	"  items: seq of Item = []\n"
	"invariant: len(items) <= capacity\n"
	"\n"
	"# What can be called. `cpre` says when a call may go ahead: until then it blocks. `post` says what it does to the state.\n"
	"operations:\n"
	"  put:\n"
	"    params: { item: Item }\n"
	"    cpre: len(items) < capacity\n"
	"    post: items := items ++ [item]\n"
	"  get:\n"
	"    returns: Item\n"
	"    cpre: not empty(items)\n"
	"    result: head(items) # in the state before `post`\n"
	"    post: items := tail(items)\n"
	"\n"
	"# Which of several waiting calls goes first: always (any of them), fifo, fifo-per-operation, lifo, or a policy of your own.\n"
	"scheduling: always\n"
	"\n"
	"# Who calls what. Three of each, so that several calls of an operation wait at once: with one, that is never tested. `srtest check`\n"
	"# warns that one of three can be overtaken for ever; fifo-per-operation forbids that, and then the implementation has to see to it.\n"
	"clients:\n"
	"  producer:\n"
	"    count: 3\n"
	"    calls:\n"
	"      - call: put(pick 0..2)\n"
	"  consumer:\n"
	"    count: 3\n"
	"    calls:\n"
	"      - call: get\n"
	"\n"
	"# How calls become calls of C functions.\n"
	"implementation:\n"
	"  prototypes: |\n"
	"    typedef struct @ @;\n"
	"    @ *@_new(int capacity);\n"
	"    void @_free(@ *);\n"
	"    void @_put(@ *, int item);\n"
	"    int @_get(@ *);\n"
	"  create: self = @_new(capacity)\n"
	"  destroy: { call: @_free(self), when: true } # also where something is in it; without `when`, only where it is as a new one\n"
	"  put: @_put(self, item)\n"
	"  get: @_get(self)\n";

static const char header_text[] =
	"/* @: a buffer with room for a few items. Any number of threads may call it at the same time. */\n"
	"#ifndef %_H\n"
	"#define %_H\n"
	"\n"
	"typedef struct @ @;\n"
	"\n"
	"/* NULL if there is no memory. */\n"
	"@ *@_new(int capacity);\n"
	"/* Nobody may be in a call. */\n"
	"void @_free(@ *);\n"
	"/* Waits while the buffer is full. */\n"
	"void @_put(@ *, int item);\n"
	"/* Takes the oldest item; waits while there is none. */\n"
	"int @_get(@ *);\n"
	"\n"
	"#endif\n";

static const char source_text_[] =
	"#include \"@.h\"\n"
	"\n"
	"#include <pthread.h>\n"
	"#include <stdlib.h>\n"
	"\n"
	"struct @ {\n"
	"\tpthread_mutex_t lock; /* for everything below */\n"
	"\tpthread_cond_t changed;\n"
	"\tint capacity, first, n;\n"
	"\tint items[]; /* n of them from `first` on, and around */\n"
	"};\n"
	"\n"
	"@ *\n"
	"@_new(int capacity)\n"
	"{\n"
	"\t@ *b = malloc(sizeof *b + (size_t)capacity * sizeof b->items[0]);\n"
	"\tif (!b)\n"
	"\t\treturn NULL;\n"
	"\tpthread_mutex_init(&b->lock, NULL);\n"
	"\tpthread_cond_init(&b->changed, NULL);\n"
	"\tb->capacity = capacity;\n"
	"\tb->first = b->n = 0;\n"
	"\treturn b;\n"
	"}\n"
	"\n"
	"void\n"
	"@_free(@ *b)\n"
	"{\n"
	"\tpthread_cond_destroy(&b->changed);\n"
	"\tpthread_mutex_destroy(&b->lock);\n"
	"\tfree(b);\n"
	"}\n"
	"\n"
	"void\n"
	"@_put(@ *b, int item)\n"
	"{\n"
	"\tpthread_mutex_lock(&b->lock);\n"
	"\twhile (b->n == b->capacity)\n"
	"\t\tpthread_cond_wait(&b->changed, &b->lock);\n"
	"\tb->items[(b->first + b->n) % b->capacity] = item;\n"
	"\tb->n++;\n"
	"\tpthread_cond_broadcast(&b->changed);\n"
	"\tpthread_mutex_unlock(&b->lock);\n"
	"}\n"
	"\n"
	"int\n"
	"@_get(@ *b)\n"
	"{\n"
	"\tpthread_mutex_lock(&b->lock);\n"
	"\twhile (b->n == 0)\n"
	"\t\tpthread_cond_wait(&b->changed, &b->lock);\n"
	"\tint item = b->items[b->first];\n"
	"\tb->first = (b->first + 1) % b->capacity;\n"
	"\tb->n--;\n"
	"\tpthread_cond_broadcast(&b->changed);\n"
	"\tpthread_mutex_unlock(&b->lock);\n"
	"\treturn item;\n"
	"}\n";

/* Words of C, and macros of common compilers and headers, that a type cannot be called. */
static const char *const taken[] = {
	"auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float", "for", "goto", "if", "inline",
	"int", "long", "register", "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void",
	"volatile", "while", "asm", "typeof", "alignas", "alignof", "bool", "constexpr", "false", "nullptr", "static_assert", "thread_local", "true",
	"typeof_unqual", "linux", "unix", "i386", "errno", "stdin", "stdout", "stderr", "malloc", "free", "main", "div", "ldiv", "random", "system", "exit",
};

static bool
is_taken(const char *name)
{
	for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
		if (strcmp(name, taken[i]) == 0)
			return true;
	return name_is_reserved(name);
}

static bool
usable(const char *name)
{
	size_t n = strlen(name);
	if (!text_is_name(name) || *name == '_' || n > LONGEST_NAME)
		usage(&command_init, "'%s' cannot be a name in C: letters, digits and _, at most %d, and a letter first", name, LONGEST_NAME);
	else if (is_taken(name) || (n > 2 && strcmp(name + n - 2, "_t") == 0))
		usage(&command_init, "'%s' has a meaning in C or in specifications; take another name", name);
	else
		return true;
	return false;
}

static void
fill(struct text *out, const char *template, const char *name)
{
	for (; *template; template++) {
		if (*template == '@')
			text_str(out, name);
		else if (*template != '%' || strncmp(template, "%_H", 3) != 0)
			text_char(out, *template);
		else
			for (const char *c = name; *c; c++)
				text_char(out, *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c);
	}
}

static bool
write_new(const char *path, const struct text *text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
	bool ok = f && fwrite(text->s, 1, text->n, f) == text->n;
	ok = (!f || fclose(f) == 0) && ok;
	if (!ok)
		fprintf(stderr, "srtest init: %s: cannot be written: %s\n", path, strerror(errno));
	return ok;
}

static int
init(struct arena *a, const char *name)
{
	static const struct {
		const char *end, *text;
	} files[FILES] = {{"yaml", spec_text}, {"h", header_text}, {"c", source_text_}};
	const char *paths[FILES];
	struct stat st;
	for (int i = 0; i < FILES; i++) {
		paths[i] = arena_printf(a, "%s.%s", name, files[i].end);
		if (lstat(paths[i], &st) == 0) {
			fprintf(stderr, "srtest init: %s is there already; nothing was written\n", paths[i]);
			return EXIT_USAGE;
		}
	}
	for (int i = 0; i < FILES; i++) {
		struct text text = {0};
		fill(&text, files[i].text, name);
		bool ok = write_new(paths[i], &text);
		text_free(&text);
		if (!ok)
			return EXIT_SYSTEM;
	}
	return EXIT_CONFORMS;
}

static int
run(int argc, char **argv)
{
	static const struct option options[] = {COMMON_LONG, {0}};
	struct common common = {0};
	int option;
	while ((option = next_option(&command_init, argc, argv, COMMON_SHORT, options)) != -1) {
		if (option == 'h')
			return help(&command_init);
		if (!take_common(&command_init, &common, option, optarg))
			return EXIT_USAGE;
	}
	if (argc - optind != 1)
		return usage(&command_init, optind < argc ? "it takes one name" : "a name is needed");
	const char *name = argv[optind];
	if (!usable(name))
		return EXIT_USAGE;
	struct arena a = {0};
	int status = init(&a, name);
	arena_free(&a);
	if (status == EXIT_CONFORMS && !common.quiet)
		printf("%s.yaml  a specification to start from\n%s.h  its functions\n%s.c  an implementation\n\nNext:  srtest check %s.yaml && srtest run %s.yaml %s.c\n", name, name,
			name, name, name, name);
	return status;
}

const struct command command_init = {
	"init", "NAME", "Writes a specification to start from, a header and an implementation",
	"  -q, --quiet               say nothing but errors\n"
	"  -h, --help                this text\n",
	run,
};
