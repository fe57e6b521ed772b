#include "base/sha256.h"

#include <stdio.h>

#include "unit/unit.h"

/* In hexadecimal; the text is added in parts of so many bytes. */
static void
digest_of(const char *text, size_t n, size_t part, char hex[2 * SHA256_BYTES + 1])
{
	struct sha256 h;
	unsigned char digest[SHA256_BYTES];
	sha256_start(&h);
	for (size_t i = 0; i < n; i += part)
		sha256_add(&h, text + i, part < n - i ? part : n - i);
	sha256_end(&h, digest);
	for (size_t i = 0; i < SHA256_BYTES; i++)
		snprintf(hex + 2 * i, 3, "%02x", digest[i]);
}

static void
digests_are_those_that_the_standard_gives(void **state)
{
	static const struct {
		const char *text, *digest;
	} cases[] = {
		{"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
		{"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
		{"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
		{"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
			"cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
	};
	char hex[2 * SHA256_BYTES + 1];
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (size_t part = 1; part < 120; part += 17) {
			digest_of(cases[i].text, strlen(cases[i].text), part, hex);
			assert_string_equal(hex, cases[i].digest);
		}
}

static void
a_million_letters_have_the_digest_that_the_standard_gives(void **state)
{
	char *letters = malloc(1000000), hex[2 * SHA256_BYTES + 1];
	memset(letters, 'a', 1000000);
	digest_of(letters, 1000000, 4093, hex);
	assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
	free(letters);
}

static void
texts_of_every_length_around_a_block_differ(void **state)
{
	char zeros[140] = {0}, last[2 * SHA256_BYTES + 1] = "", hex[2 * SHA256_BYTES + 1];
	for (size_t n = 0; n < sizeof zeros; n++) {
		digest_of(zeros, n, 64, hex);
		assert_string_not_equal(hex, last);
		memcpy(last, hex, sizeof last);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(digests_are_those_that_the_standard_gives),
		cmocka_unit_test(a_million_letters_have_the_digest_that_the_standard_gives),
		cmocka_unit_test(texts_of_every_length_around_a_block_differ),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
