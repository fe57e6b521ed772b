/* The message queues of POSIX. Who has waited longest comes first, as POSIX has it. */
#include "drivers/native/cancel.h"
#include "drivers/native/failed.h"
#include "drivers/native/heap.h"
#include "drivers/native/kept.h"
#include "drivers/native/misuse.h"
#include "drivers/native/primitives.h"
#include "drivers/native/queues.h"
#include "drivers/native/race.h"
#include "drivers/native/shown.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mqueue.h>
#include <stdarg.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

/* What a queue holds if it is not told, and at most. */
enum { USUAL_MESSAGES = 10, USUAL_SIZE = 8192, MOST_MESSAGES = 65536, LARGEST = 1 << 24 };

struct message {
	struct message *next;
	unsigned priority;
	size_t size;
	char text[];
};

/* An unlinked one lives until it was closed as often as it was opened. */
struct queue {
	struct kept kept;
	long room, size, n;
	unsigned opened;
	struct message *first;
};

struct open_queue {
	struct kept kept;
	struct queue *queue;
	int flags;
};

struct sending {
	struct wish wish;
	struct message *message;
	bool now;
};

struct receiving {
	struct wish wish;
	struct message *message;
	bool now;
};

bool
queue_is(int descriptor)
{
	return descriptor > FIRST_QUEUE;
}

static struct open_queue *
find(mqd_t descriptor)
{
	struct open_queue *o = queue_is(descriptor) ? kept_numbered(KEPT_OPEN_QUEUE, descriptor - FIRST_QUEUE) : NULL;
	if (!o)
		errno = EBADF;
	return o;
}

/* --- opening and closing --- */

static void
end_unused(struct queue *q)
{
	if (q->opened || *q->kept.name)
		return;
	for (struct message *next; q->first; q->first = next) {
		next = q->first->next;
		heap_give(q->first);
	}
	kept_end(&q->kept);
}

static struct queue *
make(const char *name, const struct mq_attr *a)
{
	if (a && (a->mq_maxmsg <= 0 || a->mq_maxmsg > MOST_MESSAGES || a->mq_msgsize <= 0 || a->mq_msgsize > LARGEST)) {
		errno = EINVAL;
		return NULL;
	}
	struct queue *q = kept_make(KEPT_QUEUE, name, sizeof *q);
	if (!q)
		return NULL;
	q->room = a ? a->mq_maxmsg : USUAL_MESSAGES;
	q->size = a ? a->mq_msgsize : USUAL_SIZE;
	return q;
}

/* Nonzero: what is wrong with it. */
static int
wrong_with(const char *path)
{
	if (path[0] != '/')
		return EINVAL;
	if (!path[1])
		return ENOENT;
	if (strchr(path + 1, '/'))
		return EACCES;
	return strlen(path + 1) > NAME_MAX ? ENAMETOOLONG : 0;
}

static mqd_t
open_queue(const char *path, int flags, const struct mq_attr *a, const void *place)
{
	int error = wrong_with(path);
	schedule_act("open message queue", error ? NULL : kept_find(KEPT_QUEUE, path + 1), place);
	if (error)
		return failed(error);
	struct queue *q = kept_find(KEPT_QUEUE, path + 1);
	if (q && flags & O_CREAT && flags & O_EXCL)
		return failed(EEXIST);
	if (!q && !(flags & O_CREAT))
		return failed(ENOENT);
	if (!q && !(q = make(path + 1, a)))
		return -1;
	struct open_queue *o = kept_make(KEPT_OPEN_QUEUE, "", sizeof *o);
	if (!o)
		return -1;
	o->queue = q;
	o->flags = flags;
	q->opened++;
	return FIRST_QUEUE + o->kept.number;
}

EXPORT mqd_t
mq_open(const char *path, int flags, ...)
{
	const struct mq_attr *a = NULL;
	va_list rest;
	va_start(rest, flags);
	if (flags & O_CREAT) {
		(void)va_arg(rest, mode_t);
		a = va_arg(rest, const struct mq_attr *);
	}
	va_end(rest);
	return open_queue(path, flags, a, PLACE);
}

EXPORT mqd_t __mq_open_2(const char *path, int flags);
mqd_t
__mq_open_2(const char *path, int flags)
{
	if (flags & O_CREAT)
		misuse("makes a message queue without saying who may use it", PLACE);
	return open_queue(path, flags, NULL, PLACE);
}

EXPORT int
mq_close(mqd_t descriptor)
{
	schedule_act("close message queue", NULL, PLACE);
	struct open_queue *o = find(descriptor);
	if (!o)
		return -1;
	struct queue *q = o->queue;
	kept_end(&o->kept);
	q->opened--;
	end_unused(q);
	return 0;
}

EXPORT int
mq_unlink(const char *path)
{
	schedule_act("unlink message queue", NULL, PLACE);
	int error = wrong_with(path);
	struct queue *q = error ? NULL : kept_find(KEPT_QUEUE, path + 1);
	if (!q)
		return failed(error ? error : ENOENT);
	*q->kept.name = '\0';
	end_unused(q);
	return 0;
}

/* --- sending and receiving --- */

/* What is received was sent before, and where there is no room now something was received before. */
static const void *
sent(const struct queue *q)
{
	return &q->first;
}

static const void *
received(const struct queue *q)
{
	return &q->n;
}

static bool
put(struct kept *k, struct wish *w)
{
	struct queue *q = (void *)k;
	const struct sending *s = (void *)w;
	struct message **at = &q->first;
	if (q->n == q->room) {
		w->error = s->now ? EAGAIN : 0;
		return s->now;
	}
	while (*at && (*at)->priority >= s->message->priority)
		at = &(*at)->next;
	s->message->next = *at;
	*at = s->message;
	q->n++;
	return true;
}

static bool
take(struct kept *k, struct wish *w)
{
	struct queue *q = (void *)k;
	struct receiving *r = (void *)w;
	if (!q->first) {
		w->error = r->now ? EAGAIN : 0;
		return r->now;
	}
	r->message = q->first;
	q->first = r->message->next;
	q->n--;
	return true;
}

/* Nonzero: why it did not come true. Whoever waits has it open, whatever becomes of the descriptor. */
static int
wish(struct queue *q, struct wish *w, uint64_t deadline, const void *place)
{
	q->opened++;
	enum woken woken = kept_wish(&q->kept, w, deadline, deadline == FOREVER, place);
	q->opened--;
	end_unused(q);
	if (woken == WOKEN)
		return w->error;
	return woken == TIMED_OUT ? ETIMEDOUT : EINTR;
}

/* The queue, if it was opened so that this can be done. */
static struct open_queue *
begin(const char *action, mqd_t descriptor, int not_if, const void *place)
{
	struct open_queue *o = find(descriptor);
	cancel_act(action, o ? o->queue : NULL, place);
	o = find(descriptor);
	if (!o || (o->flags & O_ACCMODE) != not_if)
		return o;
	errno = EBADF;
	return NULL;
}

static int
send_message(mqd_t descriptor, const char *text, size_t size, unsigned priority, uint64_t deadline, const void *place)
{
	const struct open_queue *o = begin("send message", descriptor, O_RDONLY, place);
	if (!o)
		return -1;
	struct queue *q = o->queue;
	if (size > (size_t)q->size)
		return failed(EMSGSIZE);
	if (priority >= MQ_PRIO_MAX)
		return failed(EINVAL);
	struct message *m = heap_take(sizeof *m + size);
	if (!m)
		return failed(ENOMEM);
	m->priority = priority;
	m->size = size;
	memcpy(m->text, text, size);
	show_copy(text, size);
	race_give(sent(q));
	struct sending s = {{.grant = put}, m, o->flags & O_NONBLOCK};
	int error = wish(q, &s.wish, deadline, place);
	if (error) {
		heap_give(m);
		return failed(error);
	}
	race_take(received(q));
	schedule_point();
	return 0;
}

static ssize_t
receive_message(mqd_t descriptor, char *text, size_t room, unsigned *priority, uint64_t deadline, const void *place)
{
	const struct open_queue *o = begin("receive message", descriptor, O_WRONLY, place);
	if (!o)
		return -1;
	struct queue *q = o->queue;
	if (room < (size_t)q->size)
		return failed(EMSGSIZE);
	race_give(received(q));
	struct receiving r = {{.grant = take}, NULL, o->flags & O_NONBLOCK};
	int error = wish(q, &r.wish, deadline, place);
	if (error)
		return failed(error);
	race_take(sent(q));
	size_t size = r.message->size;
	memcpy(text, r.message->text, size);
	if (priority)
		*priority = r.message->priority;
	heap_give(r.message);
	schedule_point();
	return (ssize_t)size;
}

EXPORT int
mq_send(mqd_t descriptor, const char *text, size_t size, unsigned priority)
{
	return send_message(descriptor, text, size, priority, FOREVER, PLACE);
}

EXPORT int
mq_timedsend(mqd_t descriptor, const char *text, size_t size, unsigned priority, const struct timespec *time)
{
	uint64_t deadline;
	int error = deadline_at(CLOCK_REALTIME, time, &deadline);
	return error ? failed(error) : send_message(descriptor, text, size, priority, deadline, PLACE);
}

EXPORT ssize_t
mq_receive(mqd_t descriptor, char *text, size_t room, unsigned *priority)
{
	return receive_message(descriptor, text, room, priority, FOREVER, PLACE);
}

EXPORT ssize_t
mq_timedreceive(mqd_t descriptor, char *restrict text, size_t room, unsigned *restrict priority, const struct timespec *restrict time)
{
	uint64_t deadline;
	int error = deadline_at(CLOCK_REALTIME, time, &deadline);
	return error ? failed(error) : receive_message(descriptor, text, room, priority, deadline, PLACE);
}

/* --- attributes --- */

static struct mq_attr
attributes(const struct open_queue *o)
{
	const struct queue *q = o->queue;
	return (struct mq_attr){.mq_flags = o->flags & O_NONBLOCK, .mq_maxmsg = q->room, .mq_msgsize = q->size, .mq_curmsgs = q->n};
}

EXPORT int
mq_getattr(mqd_t descriptor, struct mq_attr *a)
{
	const struct open_queue *o = find(descriptor);
	schedule_look_at("read message queue", o ? o->queue : NULL, PLACE);
	o = find(descriptor);
	if (!o)
		return -1;
	*a = attributes(o);
	race_take(sent(o->queue));
	race_take(received(o->queue));
	return 0;
}

EXPORT int
mq_setattr(mqd_t descriptor, const struct mq_attr *restrict a, struct mq_attr *restrict old)
{
	struct open_queue *o = find(descriptor);
	schedule_act("set message queue", o ? o->queue : NULL, PLACE);
	o = find(descriptor);
	if (!o)
		return -1;
	if (a->mq_flags & ~O_NONBLOCK)
		return failed(EINVAL);
	if (old)
		*old = attributes(o);
	o->flags = (o->flags & ~O_NONBLOCK) | (int)a->mq_flags;
	return 0;
}
