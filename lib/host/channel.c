#include "host/channel.h"

#include "host/core.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/*
 * The first look at a silent host comes soon, so that one that just died is not waited for; but not before the next tick of most
 * kernels: to set a clock for what is sooner costs as much as half a trip, each time.
 */
enum { FIRST_NAP = 10000000, LONGEST_NAP = 50000000 };

/*
 * While the host has a processor of its own, both sides look for about 100 microseconds before they sleep. If too often that is not
 * enough, as others want the processors or a phase takes long, both go on sharing one, and try again after many trips; after
 * twice as many each time that it fails.
 */
enum { LOOKS = 5000, FIRST_TRIPS = 16, TRIPS_APART = 64, MOST_SLEEPS = 8, TRIPS_TOGETHER = 1024, MOST_TOGETHER = 65536 };

static int64_t
next_nap(struct channel *c)
{
	c->nap = c->nap == 0 ? FIRST_NAP : c->nap * 2 < LONGEST_NAP ? c->nap * 2 : LONGEST_NAP;
	return c->nap;
}

/* --- which processors --- */

static void
move(struct channel *c, bool apart)
{
	c->apart = apart && core_part();
	if (!c->apart)
		core_join();
	atomic_store(&c->looks, c->apart ? LOOKS : 0);
	atomic_store(&c->shared->looks, c->apart ? LOOKS : 0);
	c->trips = c->slept = 0;
}

/* Before each trip. */
static void
consider(struct channel *c)
{
	if (!c->near)
		return;
	c->slept += atomic_load(&c->shared->to_host.reader_waits) != 0;
	c->trips++;
	if (c->apart && c->slept >= MOST_SLEEPS) {
		c->patience = c->patience < MOST_TOGETHER ? c->patience * 2 : MOST_TOGETHER;
		move(c, false);
	} else if (c->apart && c->trips >= TRIPS_APART) {
		c->patience = TRIPS_TOGETHER;
		c->trips = c->slept = 0;
	} else if (!c->apart && c->trips >= c->patience) {
		move(c, true);
	}
}

/* --- a ring --- */

static bool
wait_for_host(void *context, _Atomic uint32_t *counter, uint32_t seen)
{
	struct channel *c = context;
	struct timespec nap = {.tv_nsec = next_nap(c)};
	c->slept++;
	if (syscall(SYS_futex, counter, FUTEX_WAIT, seen, &nap, NULL, 0) < 0 && errno == ETIMEDOUT)
		return c->watch(c->context);
	return true;
}

static void
wake_host(_Atomic uint32_t *counter)
{
	syscall(SYS_futex, counter, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static bool
no_memory(struct diags *d, int fd)
{
	int error = errno;
	if (fd >= 0)
		close(fd);
	return diag_error(d, (struct span){0}, "shared memory cannot be had: %s", strerror(error));
}

bool
channel_open_ring(struct channel *c, struct diags *d, int *theirs)
{
	int fd = memfd_create("srtest", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	c->fd = -1;
	/* sealed, or the host could take the memory away under us */
	if (fd < 0 || ftruncate(fd, sizeof *c->shared) < 0 || fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) < 0)
		return no_memory(d, fd);
	struct srtest_shared *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (s == MAP_FAILED)
		return no_memory(d, fd);
	s->version = SRTEST_PROTOCOL;
	s->size = sizeof *s;
	c->shared = s;
	c->to = (struct ring_end){.ring = &s->to_host, .wait = wait_for_host, .wake = wake_host, .context = c, .looks = &c->looks};
	c->from = (struct ring_end){.ring = &s->from_host, .wait = wait_for_host, .wake = wake_host, .context = c, .looks = &c->looks};
	c->patience = FIRST_TRIPS;
	*theirs = fd;
	return true;
}

/* --- a socket --- */

bool
channel_open_socket(struct channel *c, struct diags *d, int *theirs)
{
	int ends[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0)
		return diag_error(d, (struct span){0}, "a socket cannot be had: %s", strerror(errno));
	c->fd = ends[0];
	*theirs = ends[1];
	return true;
}

/* After a transfer of n bytes, or none: true if it is worth another attempt. */
static bool
try_again(struct channel *c, ssize_t n, short event)
{
	struct pollfd p = {.fd = c->fd, .events = event};
	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
		return false;
	if (n > 0)
		return true;
	int ready = poll(&p, 1, (int)(next_nap(c) / 1000000));
	return ready > 0 || c->watch(c->context) || poll(&p, 1, 0) > 0; /* there may be last words */
}

static bool
socket_write(struct channel *c, const char *from, size_t n)
{
	while (n > 0) {
		ssize_t done = send(c->fd, from, n, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (!try_again(c, done, POLLOUT))
			return false;
		from += done > 0 ? done : 0;
		n -= done > 0 ? (size_t)done : 0;
	}
	return true;
}

static bool
socket_read(struct channel *c, char *to, size_t n)
{
	while (n > 0) {
		ssize_t got = recv(c->fd, to, n, MSG_DONTWAIT);
		if (!try_again(c, got, POLLIN))
			return false;
		to += got > 0 ? got : 0;
		n -= got > 0 ? (size_t)got : 0;
	}
	return true;
}

/* --- either --- */

static bool
all_right(struct channel *c, enum ring_result r)
{
	c->broken = c->broken || r == RING_NONSENSE;
	return r == RING_DONE;
}

bool
channel_send(struct channel *c, const struct text *record)
{
	c->nap = 0;
	if (!c->shared)
		return socket_write(c, record->s, record->n);
	consider(c);
	bool sent = all_right(c, ring_write(&c->to, record->s, record->n));
	ring_flush(&c->to);
	return sent;
}

static bool
take(struct channel *c, char *to, size_t n)
{
	return c->shared ? all_right(c, ring_read(&c->from, to, n)) : socket_read(c, to, n);
}

const struct srtest_record *
channel_receive(struct channel *c)
{
	struct srtest_record header;
	c->nap = 0;
	if (!take(c, (char *)&header, sizeof header))
		return NULL;
	if (header.size < sizeof header || header.size > SRTEST_LARGEST_RECORD || header.size % 8) {
		c->broken = true;
		return NULL;
	}
	c->in.n = 0;
	text_add(&c->in, (const char *)&header, sizeof header);
	text_fill(&c->in, 0, header.size - sizeof header);
	if (!take(c, c->in.s + sizeof header, header.size - sizeof header))
		return NULL;
	return (const struct srtest_record *)(const void *)c->in.s;
}

void
channel_close(struct channel *c)
{
	if (c->shared)
		munmap(c->shared, sizeof *c->shared);
	if (c->fd >= 0)
		close(c->fd);
	text_free(&c->in);
	*c = (struct channel){.fd = -1};
}
