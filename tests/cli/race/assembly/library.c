/* A lock in a library that is built without hooks. */
void library_lock(void);
void library_unlock(void);

static char taken;

void
library_lock(void)
{
	while (__atomic_test_and_set(&taken, __ATOMIC_ACQUIRE))
		__builtin_ia32_pause();
}

void
library_unlock(void)
{
	__atomic_clear(&taken, __ATOMIC_RELEASE);
}
