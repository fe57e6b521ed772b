#include "cmd/cmd.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double
seconds_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void
progress_start(struct progress *p, const struct common *c)
{
	const char *term = getenv("TERM");
	*p = (struct progress){.shown = !c->quiet && isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0, .last = seconds_now()};
}

bool
progress_due(struct progress *p)
{
	double now = p->shown ? seconds_now() : 0;
	if (!p->shown || now - p->last < 0.1)
		return false;
	p->last = now;
	return true;
}

void
progress_show(struct progress *p, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	fputs("\r\033[K", stderr);
	vfprintf(stderr, fmt, ap);
	fflush(stderr);
	va_end(ap);
	p->dirty = true;
}

void
progress_clear(struct progress *p)
{
	if (p->dirty)
		fputs("\r\033[K", stderr);
	p->dirty = false;
}
