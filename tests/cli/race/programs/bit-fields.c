/* Neighbours in a word: whoever changes one of them writes both. */
static struct {
	unsigned left : 4, right : 4;
} flags;

void
left(void)
{
	flags.left++;
}

void
right(void)
{
	flags.right++;
}
