# long: where several builds are tested, in the last one only
# what waits where the scheduler does not see it runs freely: each waiting call has a FIFO of its own; or a message queue, on request
cat >gate.h <<'H'
#include <fcntl.h>
#include <mqueue.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef QUEUE
static int gate_open(void)
{
	char name[64];
	struct mq_attr attr = {.mq_maxmsg = 1, .mq_msgsize = 1};
	static __thread int mine;
	snprintf(name, sizeof name, "/srtest-%d-%p", (int)getpid(), (void *)&mine);
	int gate = mq_open(name, O_RDWR | O_CREAT | O_EXCL, 0600, &attr);
	mq_unlink(name);
	return gate;
}
static void gate_wait(int gate) { char c; mq_receive(gate, &c, 1, NULL); }
static void gate_post(int gate) { mq_send(gate, "", 1, 0); }
static void gate_close(int gate) { mq_close(gate); }
#else
static int gate_open(void)
{
	char name[] = "gate-XXXXXX";
	mkdtemp(name);
	char path[64];
	snprintf(path, sizeof path, "%s/fifo", name);
	mkfifo(path, 0600);
	int gate = open(path, O_RDWR);
	unlink(path);
	rmdir(name);
	return gate;
}
static void gate_wait(int gate) { char c; if (read(gate, &c, 1) != 1) abort(); }
static void gate_post(int gate) { if (write(gate, "", 1) != 1) abort(); }
static void gate_close(int gate) { close(gate); }
#endif
H
sed 's,"../warehouse.h","'$SRC'/specs/warehouse/warehouse.h",; s/#include <semaphore.h>/#include "gate.h"/; s/sem_t/int/; s/sem_init(&\(.*\), 0, 0)/\1 = gate_open()/
	s/sem_wait(&/gate_wait(/; s/sem_post(&/gate_post(/; s/sem_destroy(&/gate_close(/' $SRC/specs/warehouse/good/handoff.c >gate.c
sed 's/gate_post(/if (c->enters) &/' gate.c >silent.c
gcc -shared -fPIC -O1 -DQUEUE -o queue.so gate.c
gcc -shared -fPIC -O1 -o fifo.so gate.c
gcc -shared -fPIC -O1 -o silent.so silent.c
srtest run --seed 1 --tests 6 $SRC/specs/warehouse/warehouse.yaml fifo.so
srtest run --engine free --seed 2 --tests 4 $SRC/specs/warehouse/warehouse.yaml queue.so
srtest run --seed 1 --shrink-time 1 $SRC/specs/warehouse/warehouse.yaml silent.so || echo "silent: exit $?"
srtest run --engine slow $SRC/specs/warehouse/warehouse.yaml queue.so 2>&1 || echo "slow: exit $?"
