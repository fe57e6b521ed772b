/* Locks of two clients, in assembly. With OPEN the second one leaves its lock out; with TALLY it counts something outside of it, too. */
#include <stdbool.h>
#include <stdint.h>

#define NAP __asm__ volatile("pause" ::: "memory")

#if defined COMPARE
static int taken;
static void lock(int me)
{
	int was;
	(void)me;
	do
		__asm__ volatile("lock cmpxchgl %2, %1" : "=a"(was), "+m"(taken) : "r"(1), "0"(0) : "memory", "cc");
	while (was);
}
static void unlock(int me)
{
	(void)me;
	__asm__ volatile("movl $0, %0" : "=m"(taken)::"memory");
}
#elif defined EXCHANGE
static volatile unsigned char taken[3];
static void lock(int me)
{
	unsigned char had;
	(void)me;
	do {
		while (taken[1])
			NAP;
		had = 1;
		__asm__ volatile("xchgb %0, %1" : "+q"(had), "+m"(taken[1])::"memory");
	} while (had);
}
static void unlock(int me)
{
	(void)me;
	__asm__ volatile("" ::: "memory");
	taken[1] = 0;
}
#elif defined TICKET
static unsigned next;
static volatile unsigned serving;
static void lock(int me)
{
	unsigned mine = 1;
	(void)me;
	__asm__ volatile("lock xaddl %0, %1" : "+r"(mine), "+m"(next)::"memory", "cc");
	while (serving != mine)
		NAP;
}
static void unlock(int me)
{
	(void)me;
	__asm__ volatile("lock incl %0" : "+m"(serving)::"memory", "cc");
}
#elif defined TICKETS
static unsigned next, now;
static unsigned look(void)
{
	unsigned seen;
	__asm__ volatile("movl %1, %0" : "=r"(seen) : "m"(now) : "memory");
	return seen;
}
static void lock(int me)
{
	unsigned mine = 1;
	(void)me;
	__asm__ volatile("lock xaddl %0, %1" : "+r"(mine), "+m"(next)::"memory", "cc");
	while (look() != mine)
		NAP;
}
static void unlock(int me)
{
	(void)me;
	__asm__ volatile("lock incl %0" : "+m"(now)::"memory", "cc");
}
#elif defined HALVES
static union { uint32_t both; uint16_t half[2]; } tickets; /* the upper one is served, and raised by whoever is */
static void lock(int me)
{
	uint32_t mine = 1;
	uint16_t served;
	(void)me;
	__asm__ volatile("lock xaddl %0, %1" : "+r"(mine), "+m"(tickets.both)::"memory", "cc");
	served = (uint16_t)(mine >> 16);
	while (served != (uint16_t)mine)
		__asm__ volatile("pause\n\tmovw %1, %0" : "=r"(served) : "m"(tickets.half[1]) : "memory");
}
static void unlock(int me)
{
	(void)me;
	__asm__ volatile("incw %0" : "+m"(tickets.half[1])::"memory", "cc");
}
#elif defined WHOLE
static int taken;
static void lock(int me)
{
	(void)me;
	__asm__ volatile("1: movl $1, %%eax\n\txchgl %%eax, %0\n\ttestl %%eax, %%eax\n\tjz 3f\n"
		"2: pause\n\tcmpl $0, %0\n\tjne 2b\n\tjmp 1b\n3:" : "+m"(taken)::"eax", "memory", "cc");
}
static void unlock(int me)
{
	(void)me;
	__asm__ volatile("movl $0, %0" : "=m"(taken)::"memory");
}
#elif defined SEQUENCE
static uint64_t sequence; /* odd: it is taken */
static void lock(int me)
{
	uint64_t was, next;
	(void)me;
	do {
		do
			__asm__ volatile("pause\n\tmovq (%1), %0" : "=r"(was) : "r"(&sequence) : "memory");
		while (was & 1);
		next = was;
		__asm__ volatile("lock cmpxchgq %2, (%1)" : "+a"(next) : "r"(&sequence), "r"(was + 1) : "memory", "cc");
	} while (next != was);
}
static void unlock(int me)
{
	(void)me;
	__asm__ volatile("addq $1, (%0)" : : "r"(&sequence) : "memory", "cc");
}
#elif defined LIBRARY
void library_lock(void);
void library_unlock(void);
#define lock(me) library_lock()
#define unlock(me) library_unlock()
#elif defined BITS
static uint64_t bits[4];
static void lock(int me)
{
	bool was;
	(void)me;
	do
		__asm__ volatile("lock btsq %2, %1" : "=@ccc"(was), "+m"(bits) : "r"((uint64_t)131) : "memory");
	while (was);
}
static void unlock(int me)
{
	(void)me;
	__asm__ volatile("lock btrq %1, %0" : "+m"(bits) : "r"((uint64_t)131) : "memory", "cc");
}
#elif defined WIDE
static struct { uint64_t low, high; } __attribute__((aligned(16))) owner;
static bool swap(uint64_t from, uint64_t to)
{
	bool done;
	uint64_t low = from, high = from;
	__asm__ volatile("lock cmpxchg16b %1" : "=@ccz"(done), "+m"(owner), "+a"(low), "+d"(high) : "b"(to), "c"(to) : "memory");
	return done;
}
static void lock(int me)
{
	while (!swap(0, (uint64_t)me + 1))
		NAP;
}
static void unlock(int me)
{
	swap((uint64_t)me + 1, 0);
}
#else
static KIND int wants[2], turn;
static void lock(int me)
{
	wants[me] = 1;
	turn = !me;
	__asm__ volatile("mfence" ::: "memory");
	while (wants[!me] && turn == !me)
		NAP;
}
static void unlock(int me)
{
	__asm__ volatile("" ::: "memory");
	wants[me] = 0;
}
#endif

static unsigned count;
static unsigned tally;

unsigned left(void)
{
	lock(0);
	unsigned now = ++count;
	unlock(0);
#ifdef TALLY
	tally++;
#endif
	return now;
}

unsigned right(void)
{
#ifdef OPEN
	return ++count;
#else
	lock(1);
	unsigned now = ++count;
	unlock(1);
#ifdef TALLY
	tally++;
#endif
	return now;
#endif
}
