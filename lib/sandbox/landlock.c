/* Landlock: the kernel itself refuses files that were not named, in whatever way they are reached. */
#include "sandbox/private.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What older headers do not name yet. */
#define FS_TRUNCATE (UINT64_C(1) << 14)
#define FS_DEVICES (UINT64_C(1) << 15)
#define NET_ALL (UINT64_C(3))
#define SCOPE_ALL (UINT64_C(3))

#define READS (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define ON_FILES (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | FS_TRUNCATE | FS_DEVICES)

/* As the kernel has it; older ones know only the first of them. */
struct rules {
	uint64_t files, net, scoped;
};

static long
version(void)
{
	return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

int
landlock_missing(void)
{
	long v = version();
	return v > 0 ? 0 : v < 0 ? errno : ENOSYS;
}

static uint64_t
all_of_files(long v)
{
	uint64_t all = (UINT64_C(1) << 13) - 1;
	if (v >= 2)
		all |= LANDLOCK_ACCESS_FS_REFER;
	if (v >= 3)
		all |= FS_TRUNCATE;
	if (v >= 5)
		all |= FS_DEVICES;
	return all;
}

/* What is not there needs no rule. */
static bool
allow(int rules, const char *path, uint64_t what)
{
	struct stat st;
	int fd = open(path, O_PATH | O_CLOEXEC);
	if (fd < 0)
		return true;
	if (fstat(fd, &st) == 0 && !S_ISDIR(st.st_mode))
		what &= ON_FILES;
	struct landlock_path_beneath_attr a = {.allowed_access = what, .parent_fd = fd};
	bool ok = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &a, 0) == 0;
	close(fd);
	return ok;
}

static bool allow_parts(const struct sandbox *s, int rules, const char *folder, uint64_t what);

/* Rules only add to each other: where a part is not to be seen, and no mount hides it, those around it are allowed one by one. */
static bool
allow_seen(const struct sandbox *s, int rules, const char *path, uint64_t what)
{
	char *real = realpath(path, NULL);
	bool whole = sandbox_has(s, SANDBOX_MOUNT) || !real || !seen_in_part(s, real);
	bool ok = whole ? allow(rules, path, what) : allow_parts(s, rules, real, what);
	free(real);
	return ok;
}

/* A link leads to what has a rule of its own, or shall have none. */
static bool
allow_parts(const struct sandbox *s, int rules, const char *folder, uint64_t what)
{
	struct arena a = {0};
	DIR *d = opendir(folder);
	bool ok = true;
	for (struct dirent *e; ok && d && (e = readdir(d));) {
		const char *path = arena_printf(&a, "%s/%s", folder, e->d_name);
		if (e->d_type != DT_LNK && strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 && sandbox_allows(s, path, false))
			ok = allow_seen(s, rules, path, what);
	}
	if (d)
		closedir(d);
	arena_free(&a);
	return ok;
}

static bool
allow_all(const struct sandbox *s, int rules, uint64_t all)
{
	bool ok = allow(rules, s->temporary, all) && allow(rules, "/proc", READS);
	if (sandbox_has(s, SANDBOX_MOUNT))
		ok = ok && allow(rules, "/dev/shm", all);
	for (size_t i = 0; i < s->paths.n; i++)
		if (s->paths.at[i].as != SEEN_NOT)
			ok = ok && allow_seen(s, rules, s->paths.at[i].path, s->paths.at[i].as == SEEN_WRITABLE ? all : READS);
	return ok;
}

bool
landlock_enter(const struct sandbox *s)
{
	long v = version();
	struct rules r = {.files = all_of_files(v), .net = v >= 4 ? NET_ALL : 0, .scoped = v >= 6 ? SCOPE_ALL : 0};
	size_t size = v >= 6 ? sizeof r : v >= 4 ? offsetof(struct rules, scoped) : offsetof(struct rules, net);
	int rules = (int)syscall(SYS_landlock_create_ruleset, &r, size, 0);
	if (rules < 0)
		return false;
	bool ok = allow_all(s, rules, r.files) && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
	close(rules);
	return ok;
}
