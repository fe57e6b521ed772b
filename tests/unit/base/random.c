#include "base/random.h"

#include "unit/unit.h"

/* What the authors of SipHash give for the bytes 0 to 7, with the key that is the bytes 0 to 15. */
static void
the_hash_is_that_of_its_authors(void **state)
{
	static const uint64_t key[] = {0x0706050403020100, 0x0f0e0d0c0b0a0908};
	assert_true(random_hash(key, 0x0706050403020100) == 0x93f5f5799a932462);
}

static void
seeds_that_are_made_of_one_differ(void **state)
{
	enum { MANY = 1000 };
	uint64_t seen[MANY];
	for (uint64_t i = 0; i < MANY; i++) {
		seen[i] = random_derive(7, i);
		assert_true(seen[i] != random_derive(8, i));
		for (uint64_t k = 0; k < i; k++)
			assert_true(seen[i] != seen[k]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_hash_is_that_of_its_authors),
		cmocka_unit_test(seeds_that_are_made_of_one_differ),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
