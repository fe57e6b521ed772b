/* What a library brings along, as it says; and libraries that lie. */
#include "sandbox/sandbox.h"

#include "unit/unit.h"

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

static char here[PATH_MAX];

static void
sh(const char *line)
{
	assert_int_equal(system(line), 0);
}

static int
start(void **state)
{
	assert_non_null(getcwd(here, sizeof here));
	sh("echo 'int one(void) { return 1; }' >one.c; gcc -shared -fPIC -o libone.so one.c;"
	   "echo 'int one(void); int two(void) { return one(); }' >two.c; gcc -shared -fPIC -o two.so two.c -L. -lone '-Wl,-rpath,$ORIGIN'");
	return 0;
}

static int
finish(void **state)
{
	sh("rm -f one.c two.c libone.so two.so bad.so");
	return 0;
}

static size_t
needed(struct arena *a, const char *name, const char *const **at)
{
	size_t n;
	*at = sandbox_needed(a, arena_printf(a, "%s/%s", here, name), here, &n);
	return n;
}

static void
a_library_and_what_it_names_are_found(void **state)
{
	struct arena a = {0};
	const char *const *at;
	assert_int_equal(needed(&a, "two.so", &at), 2);
	assert_non_null(strstr(at[0], "/two.so"));
	assert_non_null(strstr(at[1], "/libone.so"));
	arena_free(&a);
}

/* Writes a copy of two.so in which n bytes at this offset are others. */
static void
spoil(size_t offset, uint64_t value, size_t n)
{
	sh("cp two.so bad.so");
	int fd = open("bad.so", O_WRONLY);
	assert_int_equal(pwrite(fd, &value, n, (off_t)offset), n);
	close(fd);
}

/* Whatever it says: nothing but itself is found, or what it names, and who asks lives on. */
static void
expect_little(void)
{
	struct arena a = {0};
	const char *const *at;
	assert_in_range(needed(&a, "bad.so", &at), 0, 2);
	arena_free(&a);
}

static void
lying_headers_harm_nobody(void **state)
{
	static const uint64_t lies[] = {0, 1, 0x7fffffff, 0xffffffff, 0x7fffffffffffffff, 0xffffffffffffffff, 0xfffffffffffff000};
	Elf64_Ehdr head;
	int fd = open("two.so", O_RDONLY);
	assert_int_equal(read(fd, &head, sizeof head), sizeof head);
	Elf64_Shdr sections[64];
	size_t n = head.e_shnum < 64 ? head.e_shnum : 64;
	assert_int_equal(pread(fd, sections, n * sizeof *sections, (off_t)head.e_shoff), n * sizeof *sections);
	close(fd);
	for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
		spoil(offsetof(Elf64_Ehdr, e_shoff), lies[i], 8);
		expect_little();
		spoil(offsetof(Elf64_Ehdr, e_shnum), lies[i], 2);
		expect_little();
		for (size_t k = 0; k < n; k++) {
			size_t section = head.e_shoff + k * sizeof *sections;
			if (sections[k].sh_type != SHT_DYNAMIC && sections[k].sh_type != SHT_STRTAB)
				continue;
			spoil(section + offsetof(Elf64_Shdr, sh_offset), lies[i], 8);
			expect_little();
			spoil(section + offsetof(Elf64_Shdr, sh_size), lies[i], 8);
			expect_little();
			spoil(section + offsetof(Elf64_Shdr, sh_entsize), lies[i], 8);
			expect_little();
			spoil(section + offsetof(Elf64_Shdr, sh_link), lies[i], 4);
			expect_little();
		}
	}
}

static void
what_is_cut_short_or_no_library_names_nothing(void **state)
{
	struct arena a = {0};
	const char *const *at;
	sh("head -c 100 two.so >bad.so");
	assert_in_range(needed(&a, "bad.so", &at), 0, 1);
	sh("echo text >bad.so");
	assert_int_equal(needed(&a, "bad.so", &at), 0);
	sh("rm bad.so; mkfifo bad.so");
	assert_int_equal(needed(&a, "bad.so", &at), 0);
	sh("rm bad.so; ln -s /dev/zero bad.so");
	assert_int_equal(needed(&a, "bad.so", &at), 0);
	arena_free(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_library_and_what_it_names_are_found),
		cmocka_unit_test(lying_headers_harm_nobody),
		cmocka_unit_test(what_is_cut_short_or_no_library_names_nothing),
	};
	return cmocka_run_group_tests(tests, start, finish);
}
