/* The message queues of System V. */
#include "drivers/native/cancel.h"
#include "drivers/native/failed.h"
#include "drivers/native/heap.h"
#include "drivers/native/kept.h"
#include "drivers/native/misuse.h"
#include "drivers/native/race.h"
#include "drivers/native/shown.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/msg.h>

#define EXPORT __attribute__((visibility("default")))

/* As Linux has them, unless it is told otherwise. */
enum { LONGEST = 8192, MOST_BYTES = 16384 };

struct message {
	struct message *next;
	long type;
	size_t size;
	char text[];
};

struct mailbox {
	struct kept kept;
	size_t room, bytes, n;
	struct message *first;
};

struct sending {
	struct wish wish;
	struct message *message;
	bool now;
};

struct receiving {
	struct wish wish;
	long type;
	size_t room;
	int flags;
	struct message *message;
};

/* What a caller's buffer begins with. */
struct buffer {
	long type;
	char text[];
};

static struct mailbox *
find(int id)
{
	struct mailbox *m = kept_numbered(KEPT_MAILBOX, id);
	if (!m)
		errno = EINVAL;
	return m;
}

/* What is received was sent before, and where there is no room now something was received before. */
static const void *
sent(const struct mailbox *m)
{
	return &m->first;
}

static const void *
received(const struct mailbox *m)
{
	return &m->n;
}

/* NOW: it does not wait, and the wish fails with this. */
static bool
not_yet(struct wish *w, bool now, int error)
{
	w->error = now ? error : 0;
	return now;
}

static bool
put(struct kept *k, struct wish *w)
{
	struct mailbox *m = (void *)k;
	const struct sending *s = (void *)w;
	struct message **at = &m->first;
	if (m->bytes + s->message->size > m->room || m->n >= m->room)
		return not_yet(w, s->now, EAGAIN);
	while (*at)
		at = &(*at)->next;
	*at = s->message;
	m->bytes += s->message->size;
	m->n++;
	return true;
}

static bool
fits(const struct message *m, long type, int flags)
{
	if (type > 0)
		return flags & MSG_EXCEPT ? m->type != type : m->type == type;
	return type == 0 || type == LONG_MIN || m->type <= -type;
}

/* The first of those that fit; where a type is the highest that will do, the first of the lowest. */
static struct message **
choose(struct mailbox *m, long type, int flags)
{
	struct message **chosen = NULL;
	for (struct message **at = &m->first; *at; at = &(*at)->next)
		if (fits(*at, type, flags) && (!chosen || (type < 0 && (*at)->type < (*chosen)->type)))
			chosen = at;
	return chosen;
}

static bool
take(struct kept *k, struct wish *w)
{
	struct mailbox *m = (void *)k;
	struct receiving *r = (void *)w;
	struct message **at = choose(m, r->type, r->flags);
	if (!at)
		return not_yet(w, r->flags & IPC_NOWAIT, ENOMSG);
	if ((*at)->size > r->room && !(r->flags & MSG_NOERROR)) {
		w->error = E2BIG;
		return true;
	}
	r->message = *at;
	*at = r->message->next;
	m->bytes -= r->message->size;
	m->n--;
	return true;
}

EXPORT int
msgget(key_t key, int flags)
{
	schedule_act("get message queue", NULL, PLACE);
	struct mailbox *m = kept_get(KEPT_MAILBOX, key, flags, sizeof *m);
	if (!m)
		return -1;
	if (m->room == 0 && m->n == 0)
		m->room = MOST_BYTES;
	return m->kept.number;
}

/* Nonzero: why it did not come true. */
static int
wish(struct mailbox *m, struct wish *w, const void *place)
{
	return kept_wish(&m->kept, w, FOREVER, false, place) == WOKEN ? w->error : EINTR;
}

EXPORT int
msgsnd(int id, const void *from, size_t size, int flags)
{
	const struct buffer *b = from;
	cancel_act("send message", find(id), PLACE);
	struct mailbox *m = find(id);
	if (!m || size > LONGEST || b->type < 1)
		return failed(EINVAL);
	struct message *message = heap_take(sizeof *message + size);
	if (!message)
		return failed(ENOMEM);
	message->type = b->type;
	message->size = size;
	memcpy(message->text, b->text, size);
	show_copy(b->text, size);
	race_give(sent(m));
	struct sending s = {{.grant = put}, message, flags & IPC_NOWAIT};
	int error = wish(m, &s.wish, PLACE);
	if (error) {
		heap_give(message);
		return failed(error);
	}
	race_take(received(m));
	schedule_point();
	return 0;
}

EXPORT ssize_t
msgrcv(int id, void *to, size_t room, long type, int flags)
{
	struct buffer *b = to;
	cancel_act("receive message", find(id), PLACE);
	struct mailbox *m = find(id);
	if (!m || room > LONG_MAX)
		return failed(EINVAL);
	if (flags & MSG_COPY)
		return failed(ENOSYS);
	race_give(received(m));
	struct receiving r = {{.grant = take}, type, room, flags, NULL};
	int error = wish(m, &r.wish, PLACE);
	if (error)
		return failed(error);
	race_take(sent(m));
	size_t size = r.message->size < room ? r.message->size : room;
	b->type = r.message->type;
	memcpy(b->text, r.message->text, size);
	heap_give(r.message);
	schedule_point();
	return (ssize_t)size;
}

static void
end(struct mailbox *m)
{
	kept_refuse(&m->kept, EIDRM);
	for (struct message *next; m->first; m->first = next) {
		next = m->first->next;
		heap_give(m->first);
	}
	kept_end(&m->kept);
}

EXPORT int
msgctl(int id, int command, struct msqid_ds *about)
{
	schedule_act("control message queue", find(id), PLACE);
	struct mailbox *m = find(id);
	if (!m)
		return -1;
	switch (command) {
	case IPC_RMID:
		end(m);
		return 0;
	case IPC_STAT:
		*about = (struct msqid_ds){.msg_qnum = m->n, .msg_qbytes = m->room, .__msg_cbytes = m->bytes};
		race_take(sent(m));
		race_take(received(m));
		return 0;
	case IPC_SET:
		if (about->msg_qbytes > MOST_BYTES)
			return failed(EPERM);
		m->room = about->msg_qbytes;
		kept_changed(&m->kept);
		return 0;
	}
	unseen("a command of msgctl", PLACE);
	return failed(EINVAL);
}
