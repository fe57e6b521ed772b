/* What System V and POSIX, or Linux where they leave it open, say of semaphores, message queues and shared memory. `visit` returns the line of what is not so. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mqueue.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <time.h>
#include <unistd.h>

#define CHECK(x) do { if (!(x)) return __LINE__; } while (0)
#define FAILS(x, error) CHECK((x) == -1 && errno == (error))

static atomic_int uses;

/* Something that takes long: the line at which a thread of it went wrong, or 0. */
struct job {
	int (*run)(struct job *);
	int id, number, line, got;
	long type;
	atomic_int thread; /* its number in the system */
};

static void *
do_job(void *job)
{
	struct job *j = job;
#ifdef SYSTEM
	j->thread = gettid();
#endif
	j->line = j->run(j);
	return NULL;
}

#ifdef SYSTEM
/* Time says nothing on a machine that is busy: is it asleep? */
static int
waits(struct job *j)
{
	char name[64], state = 0;
	snprintf(name, sizeof name, "/proc/self/task/%d/stat", j->thread);
	FILE *f = j->thread ? fopen(name, "r") : NULL;
	if (f && fscanf(f, "%*d %*s %c", &state) != 1)
		state = 0;
	if (f)
		fclose(f);
	return state == 'S';
}
#endif

static pthread_t
start(struct job *j)
{
	pthread_t t;
	pthread_create(&t, NULL, do_job, j);
#ifdef SYSTEM
	for (int seen = 0; seen < 3; seen = waits(j) ? seen + 1 : 0)
		usleep(2000);
#else
	usleep(20000); /* it waits by then */
#endif
	return t;
}

static struct timespec
soon(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	t.tv_nsec += 20000000;
	t.tv_sec += t.tv_nsec / 1000000000;
	t.tv_nsec %= 1000000000;
	return t;
}

/* --- semaphores of System V --- */

static int
op(int id, int number, int by, int flags)
{
	return semop(id, &(struct sembuf){number, by, flags}, 1);
}

static int wait_one(struct job *j) { CHECK(op(j->id, j->number, -1, 0) == 0); j->got = 1; return 0; }
static int wait_zero(struct job *j) { CHECK(op(j->id, j->number, 0, 0) == 0); j->got = 1; return 0; }
static int wait_both(struct job *j) { CHECK(semop(j->id, (struct sembuf[]){{0, -1, 0}, {1, -2, 0}}, 2) == 0); j->got = 1; return 0; }
static int wait_removed(struct job *j) { FAILS(op(j->id, j->number, -1, 0), EIDRM); return 0; }
static int wait_interrupted(struct job *j) { FAILS(op(j->id, j->number, -1, 0), EINTR); return 0; }

static int
set_values(void)
{
	int id = semget(IPC_PRIVATE, 3, 0600);
	unsigned short values[3];
	struct semid_ds about;
	CHECK(id >= 0);
	CHECK(semctl(id, 0, GETALL, values) == 0 && values[0] == 0 && values[1] == 0 && values[2] == 0);
	CHECK(semctl(id, 1, SETVAL, 5) == 0 && semctl(id, 1, GETVAL) == 5);
	CHECK(op(id, 1, -3, 0) == 0 && semctl(id, 1, GETVAL) == 2 && semctl(id, 1, GETPID) == getpid());
	CHECK(op(id, 0, 0, 0) == 0);
	FAILS(op(id, 1, -3, IPC_NOWAIT), EAGAIN);
	FAILS(op(id, 1, 0, IPC_NOWAIT), EAGAIN);
	FAILS(op(id, 1, 32767, 0), ERANGE);
	FAILS(semctl(id, 1, SETVAL, 32768), ERANGE);
	FAILS(op(id, 3, 1, 0), EFBIG);
	FAILS(semctl(id, 3, GETVAL), EINVAL);
	FAILS(semop(id, NULL, 0), EINVAL);
	FAILS(semop(id, values, 501), E2BIG);
	/* all or nothing, one after the other */
	FAILS(semop(id, (struct sembuf[]){{0, 1, 0}, {1, -3, IPC_NOWAIT}}, 2), EAGAIN);
	CHECK(semctl(id, 0, GETVAL) == 0);
	CHECK(semop(id, (struct sembuf[]){{0, 2, 0}, {0, -2, 0}, {0, 0, 0}, {2, 1, 0}}, 4) == 0 && semctl(id, 2, GETVAL) == 1);
	CHECK(semctl(id, 0, SETALL, (unsigned short[]){7, 8, 9}) == 0 && semctl(id, 2, GETVAL) == 9);
	CHECK(semctl(id, 0, IPC_STAT, &about) == 0 && about.sem_nsems == 3);
	CHECK(semtimedop(id, &(struct sembuf){0, -7, 0}, 1, &(struct timespec){0, 20000000}) == 0);
	FAILS(semtimedop(id, &(struct sembuf){0, -7, 0}, 1, &(struct timespec){0, 20000000}), EAGAIN);
	FAILS(semtimedop(id, &(struct sembuf){0, -7, 0}, 1, &(struct timespec){0, -1}), EINVAL);
	CHECK(semctl(id, 0, IPC_RMID) == 0);
	FAILS(op(id, 0, 1, 0), EINVAL);
	FAILS(semget(IPC_PRIVATE, 0, 0600), EINVAL);
	return 0;
}

static int
set_keys(void)
{
	key_t key = 0x10000 * (getpid() & 0x7fff) + ++uses;
	FAILS(semget(key, 1, 0600), ENOENT);
	int id = semget(key, 2, IPC_CREAT | IPC_EXCL | 0600);
	CHECK(id >= 0 && semget(key, 2, 0) == id && semget(key, 0, 0) == id && semget(key, 1, IPC_CREAT) == id);
	FAILS(semget(key, 2, IPC_CREAT | IPC_EXCL), EEXIST);
	FAILS(semget(key, 3, 0), EINVAL);
	int messages = msgget(key, IPC_CREAT | 0600), segment = shmget(key, 8, IPC_CREAT | 0600);
	CHECK(messages >= 0 && segment >= 0 && msgget(key, 0) == messages && shmget(key, 8, 0) == segment);
	FAILS(shmget(key, 9, 0), EINVAL);
	CHECK(msgctl(messages, IPC_RMID, NULL) == 0 && shmctl(segment, IPC_RMID, NULL) == 0 && semctl(id, 0, IPC_RMID) == 0);
	FAILS(semget(key, 1, 0), ENOENT);
	return 0;
}

/* Whoever waits has what it waits for at once, before anybody who comes later. */
static int
set_waits(void)
{
	int id = semget(IPC_PRIVATE, 2, 0600);
	struct job one = {wait_one, id, 0}, other = {wait_one, id, 0}, zero = {wait_zero, id, 1}, both = {wait_both, id};
	pthread_t t[4] = {start(&one), start(&other)};
	CHECK(semctl(id, 0, GETNCNT) == 2 && semctl(id, 0, GETZCNT) == 0);
	CHECK(op(id, 0, 1, 0) == 0 && semctl(id, 0, GETVAL) == 0 && semctl(id, 0, GETNCNT) == 1);
	pthread_join(t[0], NULL);
	CHECK(one.got && !one.line && !other.got);
	t[2] = start(&both);
	CHECK(semctl(id, 0, GETNCNT) == 2 && semctl(id, 1, GETNCNT) == 0);
	CHECK(op(id, 1, 2, 0) == 0 && semctl(id, 1, GETVAL) == 2);
	t[3] = start(&zero);
	CHECK(semctl(id, 1, GETZCNT) == 1);
	CHECK(op(id, 0, 2, 0) == 0 && semctl(id, 0, GETVAL) == 0 && semctl(id, 1, GETVAL) == 0);
	for (int i = 1; i < 4; i++)
		pthread_join(t[i], NULL);
	CHECK(other.got && zero.got && both.got && !other.line && !zero.line && !both.line);
	CHECK(semctl(id, 0, IPC_RMID) == 0);
	return 0;
}

/* Those who wait for zero see it, though others wait to change that. */
static int
set_zero(void)
{
	int id = semget(IPC_PRIVATE, 2, 0600);
	CHECK(semctl(id, 0, SETVAL, 1) == 0);
	struct job up = {wait_one, id, 1}, zero = {wait_zero, id, 0}, more = {wait_zero, id, 0};
	pthread_t t[3] = {start(&up), start(&zero), start(&more)};
	CHECK(semop(id, (struct sembuf[]){{0, -1, 0}, {1, 1, 0}}, 2) == 0 && op(id, 0, 1, 0) == 0);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	CHECK(up.got && zero.got && more.got);
	struct job again = {wait_zero, id, 0};
	t[0] = start(&again);
	CHECK(semctl(id, 0, SETVAL, 0) == 0 && semctl(id, 0, SETVAL, 3) == 0);
	pthread_join(t[0], NULL);
	CHECK(again.got && semctl(id, 0, IPC_RMID) == 0);
	return 0;
}

static void
handle(int signal)
{
	(void)signal;
}

static int
set_ends(void)
{
	int id = semget(IPC_PRIVATE, 1, 0600);
	struct job ended = {wait_removed, id, 0}, interrupted = {wait_interrupted, id, 0};
	sigaction(SIGUSR1, &(struct sigaction){.sa_handler = handle, .sa_flags = SA_RESTART}, NULL);
	pthread_t t = start(&interrupted);
	pthread_kill(t, SIGUSR1);
	pthread_join(t, NULL);
	t = start(&ended);
	CHECK(semctl(id, 0, IPC_RMID) == 0);
	pthread_join(t, NULL);
	CHECK(!interrupted.line && !ended.line);
	return 0;
}

/* --- messages of System V --- */

struct message {
	long type;
	char text[16];
};

static int
post(int id, long type, const char *text, int flags)
{
	struct message m = {type};
	strcpy(m.text, text);
	return msgsnd(id, &m, strlen(text) + 1, flags);
}

static int
next_is(int id, long type, int flags, long wanted, const char *text)
{
	struct message m = {0};
	return msgrcv(id, &m, sizeof m.text, type, flags) == (ssize_t)strlen(text) + 1 && m.type == wanted && strcmp(m.text, text) == 0;
}

static int receives(struct job *j) { struct message m; CHECK(msgrcv(j->id, &m, sizeof m.text, j->type, 0) == 2); j->got = m.text[0]; return 0; }
static int receives_short(struct job *j) { struct message m; FAILS(msgrcv(j->id, &m, 1, 0, 0), E2BIG); return 0; }
static int receives_removed(struct job *j) { struct message m; FAILS(msgrcv(j->id, &m, 1, 0, 0), EIDRM); return 0; }
static int sends(struct job *j) { CHECK(post(j->id, 5, "s", 0) == 0); j->got = 1; return 0; }

static int
message_types(void)
{
	int id = msgget(IPC_PRIVATE, 0600);
	struct message m;
	struct msqid_ds about;
	CHECK(id >= 0);
	FAILS(msgrcv(id, &m, sizeof m.text, 0, IPC_NOWAIT), ENOMSG);
	FAILS(post(id, 0, "x", 0), EINVAL);
	CHECK(post(id, 3, "a", 0) == 0 && post(id, 2, "b", 0) == 0 && post(id, 3, "c", 0) == 0 && post(id, 1, "d", 0) == 0 && post(id, 2, "e", 0) == 0);
	CHECK(msgctl(id, IPC_STAT, &about) == 0 && about.msg_qnum == 5 && about.__msg_cbytes == 10);
	CHECK(next_is(id, 2, 0, 2, "b") && next_is(id, -3, 0, 1, "d") && next_is(id, -3, 0, 2, "e") && next_is(id, 0, 0, 3, "a"));
	FAILS(msgrcv(id, &m, sizeof m.text, -2, IPC_NOWAIT), ENOMSG);
	FAILS(msgrcv(id, &m, sizeof m.text, 3, IPC_NOWAIT | MSG_EXCEPT), ENOMSG);
	FAILS(msgrcv(id, &m, 1, 0, 0), E2BIG);
	CHECK(msgrcv(id, &m, 1, 2, MSG_EXCEPT | MSG_NOERROR) == 1 && m.type == 3 && m.text[0] == 'c');
	CHECK(msgctl(id, IPC_RMID, NULL) == 0);
	FAILS(msgrcv(id, &m, sizeof m.text, 0, 0), EINVAL);
	FAILS(post(id, 1, "x", 0), EINVAL);
	return 0;
}

static int
message_room(void)
{
	int id = msgget(IPC_PRIVATE, 0600);
	struct msqid_ds about;
	CHECK(msgctl(id, IPC_STAT, &about) == 0 && about.msg_qbytes == 16384);
	about.msg_qbytes = 4;
	CHECK(msgctl(id, IPC_SET, &about) == 0);
	CHECK(post(id, 1, "a", 0) == 0 && post(id, 2, "b", 0) == 0);
	FAILS(post(id, 3, "c", IPC_NOWAIT), EAGAIN);
	struct job sender = {sends, id};
	pthread_t t = start(&sender);
	CHECK(!sender.got && next_is(id, 0, 0, 1, "a"));
	pthread_join(t, NULL);
	CHECK(sender.got && !sender.line && next_is(id, 0, 0, 2, "b") && next_is(id, 0, 0, 5, "s"));
	CHECK(msgctl(id, IPC_RMID, NULL) == 0);
	return 0;
}

static int
message_waits(void)
{
	int id = msgget(IPC_PRIVATE, 0600);
	struct job two = {receives, .id = id, .type = 2}, any = {receives, .id = id}, later = {receives, .id = id, .type = 2}, small = {receives_short, id}, gone = {receives_removed, id};
	pthread_t t[4] = {start(&two), start(&any), start(&later)};
	CHECK(post(id, 1, "a", 0) == 0 && post(id, 2, "b", 0) == 0 && post(id, 2, "c", 0) == 0);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	CHECK(two.got == 'b' && any.got == 'a' && later.got == 'c');
	t[0] = start(&small);
	CHECK(post(id, 1, "dd", 0) == 0);
	pthread_join(t[0], NULL);
	CHECK(!small.line && next_is(id, 0, 0, 1, "dd"));
	t[0] = start(&gone);
	CHECK(msgctl(id, IPC_RMID, NULL) == 0);
	pthread_join(t[0], NULL);
	CHECK(!gone.line);
	return 0;
}

/* --- shared memory --- */

static int
memory(void)
{
	int id = shmget(IPC_PRIVATE, 100, 0600);
	struct shmid_ds about;
	int *at = shmat(id, NULL, 0);
	CHECK(at != (void *)-1 && ((uintptr_t)at & 4095) == 0 && *at == 0);
	*at = 7;
	int *again = shmat(id, NULL, SHM_RDONLY);
	CHECK(again != (void *)-1 && *again == 7);
	CHECK(shmctl(id, IPC_STAT, &about) == 0 && about.shm_segsz == 100 && about.shm_nattch == 2);
	CHECK(shmctl(id, IPC_RMID, NULL) == 0 && *at == 7);
	CHECK(shmdt(again) == 0 && *at == 7 && shmdt(at) == 0);
	FAILS(shmdt(at), EINVAL);
	CHECK(shmat(id, NULL, 0) == (void *)-1 && errno == EINVAL);
	FAILS(shmget(IPC_PRIVATE, 0, 0600), EINVAL);
	return 0;
}

static int
file(void)
{
	char name[64];
	int *at[2], fd[3];
	snprintf(name, sizeof name, "/srtest-%d-%d", (int)getpid(), ++uses);
	FAILS(shm_open(name, O_RDWR, 0600), ENOENT);
	FAILS(shm_open("/", O_RDWR | O_CREAT, 0600), EINVAL);
	FAILS(shm_open("/a/b", O_RDWR | O_CREAT, 0600), EINVAL);
	fd[0] = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
	FAILS(shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600), EEXIST);
	fd[1] = shm_open(name + 1, O_RDWR | O_CREAT, 0600);
	CHECK(fd[0] >= 0 && fd[1] >= 0 && ftruncate(fd[0], 100) == 0);
	for (int i = 0; i < 2; i++) {
		at[i] = mmap(NULL, 100, PROT_READ | PROT_WRITE, MAP_SHARED, fd[i], 0);
		CHECK(at[i] != MAP_FAILED && close(fd[i]) == 0);
	}
	*at[0] = 7;
	CHECK(*at[1] == 7 && shm_unlink(name) == 0 && *at[0] == 7);
	FAILS(shm_unlink(name), ENOENT);
	FAILS(shm_open(name, O_RDWR, 0600), ENOENT);
	fd[2] = shm_open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
	CHECK(fd[2] >= 0 && lseek(fd[2], 0, SEEK_END) == 0 && close(fd[2]) == 0 && shm_unlink(name) == 0);
	CHECK(munmap(at[0], 100) == 0 && munmap(at[1], 100) == 0);
	return 0;
}

/* --- message queues of POSIX --- */

static int queue_receives(struct job *j) { char c[4]; unsigned p; CHECK(mq_receive(j->id, c, sizeof c, &p) == 1); j->got = c[0]; return 0; }
static int queue_sends(struct job *j) { CHECK(mq_send(j->id, "s", 1, 3) == 0); j->got = 1; return 0; }

static int
queue_names(void)
{
	char name[64], text[8192];
	struct mq_attr a, tiny = {.mq_maxmsg = 1, .mq_msgsize = 2}, none = {.mq_maxmsg = 0, .mq_msgsize = 2};
	snprintf(name, sizeof name, "/srtest-%d-%d", (int)getpid(), ++uses);
	FAILS(mq_open(name, O_RDWR), ENOENT);
	FAILS(mq_open(name + 1, O_RDWR | O_CREAT, 0600, NULL), EINVAL);
	FAILS(mq_open("/a/b", O_RDWR | O_CREAT, 0600, NULL), EACCES);
	FAILS(mq_open(name, O_RDWR | O_CREAT, 0600, &none), EINVAL);
	mqd_t q = mq_open(name, O_RDWR | O_CREAT | O_EXCL, 0600, NULL);
	CHECK(q >= 0 && mq_getattr(q, &a) == 0 && a.mq_flags == 0 && a.mq_maxmsg == 10 && a.mq_msgsize == 8192 && a.mq_curmsgs == 0);
	FAILS(mq_open(name, O_RDWR | O_CREAT | O_EXCL, 0600, NULL), EEXIST);
	mqd_t in = mq_open(name, O_RDONLY | O_NONBLOCK), out = mq_open(name, O_WRONLY | O_CREAT, 0600, &tiny);
	FAILS(mq_send(in, "x", 1, 0), EBADF);
	FAILS(mq_receive(out, text, sizeof text, NULL), EBADF);
	FAILS(mq_receive(in, text, sizeof text, NULL), EAGAIN);
	CHECK(mq_send(out, "hi", 2, 0) == 0 && mq_getattr(in, &a) == 0 && a.mq_flags == O_NONBLOCK && a.mq_curmsgs == 1);
	FAILS(mq_receive(in, text, 8191, NULL), EMSGSIZE);
	CHECK(mq_receive(in, text, sizeof text, NULL) == 2 && text[1] == 'i');
	CHECK(mq_setattr(q, &(struct mq_attr){.mq_flags = O_NONBLOCK}, &a) == 0 && a.mq_flags == 0);
	FAILS(mq_receive(q, text, sizeof text, NULL), EAGAIN);
	CHECK(mq_unlink(name) == 0 && mq_send(out, "", 0, 0) == 0 && mq_receive(in, text, sizeof text, NULL) == 0);
	FAILS(mq_unlink(name), ENOENT);
	CHECK(mq_close(in) == 0 && mq_close(out) == 0 && mq_close(q) == 0);
	FAILS(mq_close(q), EBADF);
	FAILS(mq_send(q, "", 0, 0), EBADF);
	return 0;
}

static int
queue_order(void)
{
	char name[64], c[4];
	unsigned p;
	struct mq_attr a = {.mq_maxmsg = 3, .mq_msgsize = 4};
	struct timespec time;
	snprintf(name, sizeof name, "/srtest-%d-%d", (int)getpid(), ++uses);
	mqd_t q = mq_open(name, O_RDWR | O_CREAT, 0600, &a);
	CHECK(q >= 0 && mq_unlink(name) == 0);
	FAILS(mq_send(q, "12345", 5, 0), EMSGSIZE);
	FAILS(mq_send(q, "1", 1, 32768), EINVAL);
	CHECK(mq_send(q, "a", 1, 1) == 0 && mq_send(q, "b", 1, 7) == 0 && mq_send(q, "c", 1, 7) == 0);
	time = soon(CLOCK_REALTIME);
	FAILS(mq_timedsend(q, "d", 1, 0, &time), ETIMEDOUT);
	FAILS(mq_timedsend(q, "d", 1, 0, &(struct timespec){0, -1}), EINVAL);
	struct job sender = {queue_sends, q};
	pthread_t t[2] = {start(&sender)};
	CHECK(!sender.got && mq_receive(q, c, sizeof c, &p) == 1 && c[0] == 'b' && p == 7);
	pthread_join(t[0], NULL);
	CHECK(sender.got && mq_receive(q, c, sizeof c, &p) == 1 && c[0] == 'c' && mq_receive(q, c, sizeof c, &p) == 1 && c[0] == 's' && p == 3);
	CHECK(mq_receive(q, c, sizeof c, &p) == 1 && c[0] == 'a');
	time = soon(CLOCK_REALTIME);
	FAILS(mq_timedreceive(q, c, sizeof c, &p, &time), ETIMEDOUT);
	struct job first = {queue_receives, q}, second = {queue_receives, q};
	t[0] = start(&first);
	t[1] = start(&second);
	CHECK(mq_send(q, "e", 1, 0) == 0 && mq_send(q, "f", 1, 9) == 0);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	CHECK(first.got == 'e' && second.got == 'f' && mq_close(q) == 0);
	return 0;
}

int
visit(void)
{
	int (*const all[])(void) = {set_values, set_keys, set_waits, set_zero, set_ends, message_types, message_room, message_waits, memory, file, queue_names, queue_order};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		int line = all[i]();
		if (line)
			return line;
	}
	return 0;
}
