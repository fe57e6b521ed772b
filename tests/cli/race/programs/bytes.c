/* Other bytes of the same word are nobody else's business. */
static struct {
	unsigned char left, right, both;
} bytes;
static _Thread_local int mine;

void
left(void)
{
	static unsigned char claimed;
	if (!__atomic_test_and_set(&claimed, __ATOMIC_ACQUIRE)) {
		bytes.left++;
		__atomic_clear(&claimed, __ATOMIC_RELEASE);
	}
	mine++;
}

void
right(void)
{
	static unsigned char claimed;
	if (!__atomic_test_and_set(&claimed, __ATOMIC_ACQUIRE)) {
		bytes.right++;
		__atomic_clear(&claimed, __ATOMIC_RELEASE);
	}
	mine++;
}
