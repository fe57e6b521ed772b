/* A lock made of a volatile flag: nothing in C says that it orders anything. */
static volatile int taken;
static int count;

static void
change(void)
{
	while (taken)
		;
	taken = 1;
	count++;
	taken = 0;
}

void
left(void)
{
	change();
}

void
right(void)
{
	change();
}
