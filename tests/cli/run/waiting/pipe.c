/* A permit is a byte in a pipe. The fault: whoever comes first takes two. */
#include "permits.h"

#include <stdlib.h>
#include <unistd.h>

struct permits {
	int ends[2];
};

permits *
permits_new(unsigned n)
{
	permits *p = malloc(sizeof *p);
	if (pipe(p->ends) < 0)
		abort();
	while (n-- > 0)
		write(p->ends[1], "", 1);
	return p;
}

void
permits_free(permits *p)
{
	close(p->ends[0]);
	close(p->ends[1]);
	free(p);
}

void
permits_acquire(permits *p)
{
	char bytes[2];
#ifdef FAULTY
	read(p->ends[0], bytes, 2);
#else
	read(p->ends[0], bytes, 1);
#endif
}

void
permits_release(permits *p)
{
	write(p->ends[1], "", 1);
}
