#include "submit/unpack.h"

#include "unit/submit/found.h"

static int
start(void **state)
{
	(void)state;
	return mkdir("into", 0700);
}

static int
finish(void **state)
{
	(void)state;
	remove_all("into");
	return 0;
}

/* The archives come from these lines, in which add(name, type, data, link) adds to a tar archive `t`. */
static void
make_with_python(const char *lines)
{
	FILE *python = popen("python3 -", "w");
	assert_non_null(python);
	fputs("import io, tarfile, zipfile, gzip, os\n"
	      "def add(name, type=tarfile.REGTYPE, data=b'int x;\\n', link=''):\n"
	      "    i = tarfile.TarInfo(name)\n"
	      "    i.type, i.linkname, i.size, i.mode = type, link, len(data) if type == tarfile.REGTYPE else 0, 0o644\n"
	      "    t.addfile(i, io.BytesIO(data))\n",
	      python);
	fputs(lines, python);
	assert_int_equal(pclose(python), 0);
}

static void
expect_refused(const char *archive, const char *words)
{
	struct diags d = {0};
	assert_false(unpack(&d, archive, "into"));
	assert_int_equal(d.errors, 1);
	expect_said(&d, words);
	expect_said(&d, archive);
	diags_free(&d);
}

static void
expect_unpacked(const char *archive)
{
	struct diags d = {0};
	bool ok = unpack(&d, archive, "into");
	if (!ok)
		diags_print(&d, stderr, false);
	assert_true(ok);
	diags_free(&d);
}

static void
each_kind_of_archive_is_unpacked(void **state)
{
	static const char *const names[] = {"a.tar", "a.tar.gz", "a.tgz", "a.tar.xz", "a.tar.bz2", "a.zip"};
	(void)state;
	make_with_python("for name, mode in ('a.tar', 'w'), ('a.tar.gz', 'w:gz'), ('a.tgz', 'w:gz'), ('a.tar.xz', 'w:xz'), ('a.tar.bz2', 'w:bz2'):\n"
			 "    t = tarfile.open('into/' + name, mode)\n"
			 "    add(name + '-top/queue.c')\n"
			 "    t.close()\n"
			 "zipfile.ZipFile('into/a.zip', 'w', zipfile.ZIP_DEFLATED).writestr('a.zip-top/queue.c', 'int x;')\n");
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char path[100];
		snprintf(path, sizeof path, "into/%s", names[i]);
		expect_unpacked(path);
		snprintf(path, sizeof path, "into/%s-top/queue.c", names[i]);
		assert_int_equal(access(path, R_OK), 0);
	}
}

static void
what_would_lie_elsewhere_is_refused(void **state)
{
	(void)state;
	make_with_python("for i, name in enumerate(('../out.c', 'a/../../out.c', '/tmp/srtest-out.c', 'a/..', '..')):\n"
			 "    t = tarfile.open('into/%d.tar' % i, 'w')\n"
			 "    add(name)\n"
			 "    t.close()\n"
			 "    zipfile.ZipFile('into/%d.zip' % i, 'w').writestr(name, 'int x;')\n");
	for (int i = 0; i < 5; i++) {
		char path[100];
		const char *words = i == 2 ? "is an absolute name" : "would lie outside of its folder";
		snprintf(path, sizeof path, "into/%d.tar", i);
		expect_refused(path, words);
		snprintf(path, sizeof path, "into/%d.zip", i);
		expect_refused(path, words);
	}
	assert_int_not_equal(access("out.c", F_OK), 0);
	assert_int_not_equal(access("../out.c", F_OK), 0);
	assert_int_not_equal(access("/tmp/srtest-out.c", F_OK), 0);
}

static void
links_and_devices_are_refused(void **state)
{
	static const char *const said[] = {"x is a link", "x is a link", "x is a device", "x is a device", "x is a pipe"};
	(void)state;
	make_with_python("for i, type in enumerate((tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE)):\n"
			 "    t = tarfile.open('into/%d.tar' % i, 'w')\n"
			 "    add('y')\n"
			 "    add('x', type, link='y')\n"
			 "    t.close()\n"
			 "z = zipfile.ZipInfo('x')\n"
			 "z.create_system, z.external_attr = 3, 0o120777 << 16\n"
			 "zipfile.ZipFile('into/link.zip', 'w').writestr(z, '/etc/passwd')\n");
	for (int i = 0; i < 5; i++) {
		char path[100];
		snprintf(path, sizeof path, "into/%d.tar", i);
		expect_refused(path, said[i]);
	}
	expect_refused("into/link.zip", "x is a link");
}

static void
bombs_are_refused(void **state)
{
	(void)state;
	make_with_python("z = zipfile.ZipFile('into/big.zip', 'w', zipfile.ZIP_DEFLATED)\n"
			 "z.writestr('zeros', bytes(30 << 20))\n"
			 "z.close()\n"
			 "t = tarfile.open('into/many.tar.gz', 'w:gz', compresslevel=1)\n"
			 "for i in range(20001): add('f%d' % i, data=b'')\n"
			 "t.close()\n"
			 "t = tarfile.open('into/deep.tar', 'w')\n"
			 "add('d/' * 50 + 'x')\n"
			 "t.close()\n"
			 "i = tarfile.TarInfo('huge')\n"
			 "i.size = 1 << 40\n"
			 "open('into/huge.tar', 'wb').write(i.tobuf())\n"
			 "t = tarfile.open('into/mac.tar.gz', 'w:gz')\n"
			 "add('__MACOSX/zeros', data=bytes(30 << 20))\n"
			 "t.close()\n");
	expect_refused("into/big.zip", "it holds more than 200 times of what it is");
	expect_refused("into/mac.tar.gz", "it holds more than 200 times of what it is");
	expect_refused("into/many.tar.gz", "it holds more than 20000 files");
	expect_refused("into/deep.tar", "folders lie too deep");
	expect_refused("into/huge.tar", "huge holds more than 256 MiB");
	assert_int_not_equal(access("into/huge", F_OK), 0);
}

static void
what_is_broken_or_cut_short_is_told(void **state)
{
	(void)state;
	make_with_python("data = os.urandom(100000)\n"
			 "t = tarfile.open('into/a.tar.gz', 'w:gz')\n"
			 "add('x', data=data)\n"
			 "t.close()\n"
			 "zipfile.ZipFile('into/a.zip', 'w').writestr('x', data)\n"
			 "for name in 'a.tar.gz', 'a.zip':\n"
			 "    whole = open('into/' + name, 'rb').read()\n"
			 "    open('into/cut-' + name, 'wb').write(whole[:50000])\n"
			 "open('into/bad-a.zip', 'wb').write(whole[:50000] + bytes(4) + whole[50004:])\n"
			 "open('into/none.zip', 'wb')\n"
			 "open('into/text.zip', 'w').write('this is a text\\n' * 100)\n"
			 "tarfile.open('into/empty.tar', 'w').close()\n"
			 "i = tarfile.TarInfo('x')\n"
			 "i.size = 1000\n"
			 "open('into/cut.tar', 'wb').write(i.tobuf() + b'abc')\n");
	expect_refused("into/cut-a.tar.gz", "cannot be read");
	expect_refused("into/cut-a.zip", "cannot be read");
	expect_refused("into/bad-a.zip", "cannot be read");
	expect_refused("into/cut.tar", "cannot be read");
	expect_refused("into/text.zip", "cannot be read");
	expect_refused("into/none.zip", "is empty");
	expect_refused("into/empty.tar", "is empty");
	expect_refused("into/absent.zip", "cannot be opened");
	expect_refused("into", "is a directory");
}

static void
names_that_are_longer_than_paths_are_refused(void **state)
{
	(void)state;
	make_with_python("for i, n in enumerate((300, 5000, 1 << 20, 30 << 20)):\n"
			 "    for kind in 'x', 'x/':\n"
			 "        t = tarfile.open('into/%d%d.tar' % (i, len(kind)), 'w', format=tarfile.GNU_FORMAT)\n"
			 "        add(kind * n)\n"
			 "        t.close()\n");
	expect_refused("into/01.tar", "it holds a name of 300 bytes");
	expect_refused("into/02.tar", "folders lie too deep");
	expect_refused("into/11.tar", "it holds a name of 5000 bytes");
	expect_refused("into/12.tar", "it holds a name of 10000 bytes");
	for (int i = 2; i < 4; i++)
		for (int kind = 1; kind < 3; kind++) {
			char path[100];
			struct diags d = {0};
			snprintf(path, sizeof path, "into/%d%d.tar", i, kind);
			assert_false(unpack(&d, path, "into"));
			assert_int_equal(d.errors, 1);
			assert_true(strlen(d.list.at[0].message) < 500);
			diags_free(&d);
		}
}

static void
holes_count_as_what_they_are_read_as(void **state)
{
	(void)state;
	make_with_python("t = tarfile.open('into/hole.tar', 'w', format=tarfile.PAX_FORMAT)\n"
			 "i = tarfile.TarInfo('hole')\n"
			 "i.size = 512\n"
			 "i.pax_headers = {'GNU.sparse.major': '0', 'GNU.sparse.minor': '1', 'GNU.sparse.name': 'hole',\n"
			 "                 'GNU.sparse.size': str(1 << 40), 'GNU.sparse.map': '%d,512' % ((1 << 40) - 512)}\n"
			 "t.addfile(i, io.BytesIO(bytes(512)))\n"
			 "t.close()\n");
	expect_refused("into/hole.tar", "hole holds more than 256 MiB");
}

static void
an_encrypted_archive_is_refused(void **state)
{
	(void)state;
	make_with_python("zipfile.ZipFile('into/a.zip', 'w').writestr('x', b'0123456789abcdef')\n"
			 "data = bytearray(open('into/a.zip', 'rb').read())\n"
			 "data[6] |= 1\n"
			 "data[data.index(b'PK\\1\\2') + 8] |= 1\n"
			 "open('into/a.zip', 'wb').write(data)\n");
	expect_refused("into/a.zip", "it is encrypted");
}

static void
names_in_archives_may_hold_anything(void **state)
{
	(void)state;
	make_with_python("names = ['a b', \"it's\", 'line\\nbreak', '-rf', '$(reboot)', '\\udcff\\udcfe', 'n' * 250, 'h\\u00e4', './dot', 'b//c']\n"
			 "for i, format in enumerate((tarfile.GNU_FORMAT, tarfile.PAX_FORMAT)):\n"
			 "    t = tarfile.open('into/%d.tar' % i, 'w', format=format, encoding='utf-8', errors='surrogateescape')\n"
			 "    for name in names: add('%d/' % i + name)\n"
			 "    t.close()\n"
			 "z = zipfile.ZipFile('into/2.zip', 'w')\n"
			 "for name in names:\n"
			 "    if '\\udcff' not in name: z.writestr('2/' + name, 'int x;')\n"
			 "z.close()\n");
	expect_unpacked("into/0.tar");
	expect_unpacked("into/1.tar");
	expect_unpacked("into/2.zip");
	for (int i = 0; i < 3; i++) {
		static const char *const names[] = {"a b", "it's", "line\nbreak", "-rf", "$(reboot)", "h\xc3\xa4", "dot", "b/c", "\xff\xfe"};
		for (size_t k = 0; k < sizeof names / sizeof *names - (i == 2); k++) {
			char path[100];
			snprintf(path, sizeof path, "into/%d/%s", i, names[k]);
			if (access(path, R_OK) != 0)
				print_error("%d: %s\n", i, names[k]);
			assert_int_equal(access(path, R_OK), 0);
		}
	}
}

static void
a_file_in_the_place_of_a_folder_is_told(void **state)
{
	(void)state;
	make_with_python("t = tarfile.open('into/a.tar', 'w')\n"
			 "add('x')\n"
			 "add('x/y')\n"
			 "t.close()\n"
			 "t = tarfile.open('into/twice.tar', 'w')\n"
			 "add('z')\n"
			 "add('z', data=b'longer than before')\n"
			 "t.close()\n");
	expect_refused("into/a.tar", "x/y cannot be unpacked");
	expect_unpacked("into/twice.tar");
	struct stat st;
	assert_int_equal(stat("into/z", &st), 0);
	assert_int_equal(st.st_size, 18);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, start, finish)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(each_kind_of_archive_is_unpacked),
		TEST(what_would_lie_elsewhere_is_refused),
		TEST(links_and_devices_are_refused),
		TEST(bombs_are_refused),
		TEST(what_is_broken_or_cut_short_is_told),
		TEST(names_that_are_longer_than_paths_are_refused),
		TEST(holes_count_as_what_they_are_read_as),
		TEST(an_encrypted_archive_is_refused),
		TEST(names_in_archives_may_hold_anything),
		TEST(a_file_in_the_place_of_a_folder_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
