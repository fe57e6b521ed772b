/* A permit is a message in a queue of POSIX, and who gives one back waits for room. The fault: who waits for one for long goes on without. */
#include "permits.h"

#include <fcntl.h>
#include <mqueue.h>
#include <stdlib.h>
#include <time.h>

struct permits {
	mqd_t queue;
};

permits *
permits_new(unsigned n)
{
	permits *p = malloc(sizeof *p);
	struct mq_attr a = {.mq_maxmsg = n, .mq_msgsize = 1};
	p->queue = mq_open("/permits", O_RDWR | O_CREAT | O_EXCL, 0600, &a);
	mq_unlink("/permits");
	if (p->queue < 0)
		abort();
	while (n-- > 0)
		mq_send(p->queue, "", 1, n);
	return p;
}

void
permits_free(permits *p)
{
	mq_close(p->queue);
	free(p);
}

void
permits_acquire(permits *p)
{
	char text[1];
#ifdef FAULTY
	struct timespec time;
	clock_gettime(CLOCK_REALTIME, &time);
	time.tv_sec++;
	mq_timedreceive(p->queue, text, sizeof text, NULL, &time);
#else
	mq_receive(p->queue, text, sizeof text, NULL);
#endif
}

void
permits_release(permits *p)
{
	mq_send(p->queue, "", 1, 0);
}
