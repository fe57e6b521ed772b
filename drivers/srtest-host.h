/*
 * The protocol between srtest and a host, the program that drives an implementation. Version 1.
 *
 * Both sides write records, one after the other, into a stream of bytes: a ring in shared memory, or a pipe. A record is a
 * header and a payload of values. Numbers have the byte order of the machine. Whoever reads a record checks every size
 * in it, and takes a record that does not fit its rules for the end of the other side.
 */
#ifndef SRTEST_HOST_H
#define SRTEST_HOST_H

#include <stdint.h>

enum { SRTEST_PROTOCOL = 1, SRTEST_LARGEST_RECORD = 1 << 20 };

/* What is wanted of a test, a bit each: code is to be learned; new memory is to be all zero. */
enum { SRTEST_LEARN = 1, SRTEST_ZEROS = 2 };

/*
 * Among what is wanted of a test: what becomes of blocks of memory that were freed. They are kept back, as far as there is room, so that nobody
 * is given them again; or the one that was freed last is given again first, or the one that was freed first.
 */
enum srtest_reuse { SRTEST_KEEP = 0, SRTEST_GIVE_LATEST = 4, SRTEST_GIVE_OLDEST = 8, SRTEST_REUSE = 12 };

/* Kinds of misuse that a test goes on after, in what is wanted of it: misuse.h says which they are. */
enum srtest_allowed { SRTEST_ALLOW_UNLOCK = 1 << 8, SRTEST_ALLOW_DESTROY = 1 << 9, SRTEST_ALLOW_WAIT = 1 << 10, SRTEST_ALLOW_USE = 1 << 11 };

/* The last of it: times are asked for. BEGAN is told of every call, and where all are at rest, time goes on to the horizon, as far as nobody polls. */
enum { SRTEST_TIMES = 1 << 12 };

/* How a test is to end, a bit each: the instance is to be destroyed; steps of that are wanted. */
enum { SRTEST_DESTROY = 1, SRTEST_STEPS = 2 };

/* What happens rarely may be left out by kinds, a bit each; rare.h says what they are. */
enum srtest_rare { SRTEST_SPURIOUS = 1, SRTEST_TIMEOUT = 2, SRTEST_TRYLOCK = 4, SRTEST_INTERRUPT = 8, SRTEST_EXCHANGE = 16 };

/* With this status a host ends that read what is no record: somebody wrote into the shared memory. */
enum { SRTEST_EXIT_NONSENSE = 86 };

/* With this one a host ends that the implementation asked for memory, when there was no more. */
enum { SRTEST_EXIT_MEMORY = 87 };

/* With this one a host ends that needs a thread, and gets none: there are as many as there may be, be they its own or others of its user. */
enum { SRTEST_EXIT_THREADS = 88 };

/* SRTEST_RECORD(id, number, payload, what it says) */
#define SRTEST_TO_HOST(RECORD) \
	RECORD(LOAD, 1, "path, engine, plans, must create return an instance, are races wanted; a mutation and its place, or 0 and 0; arguments for a whole program, does its status mean nothing; how long a call may compute without a scheduling point, in nanoseconds", "load the implementation; answered by HELLO or DIED") \
	RECORD(BEGIN, 2, "places where calls are known to spin, places of breakpoints, what is wanted of the test, arguments of create", "make an instance; answered by CREATED") \
	RECORD(ISSUE, 3, "plan, arguments", "a client makes a call in the next phase") \
	RECORD(CONTINUE, 4, "horizon (SRTEST_FREE: how long it may take), patience, are steps wanted, which rare things may happen, and: seed, strategy, depth; or list of choices, the first point to be told (where points are wanted)", "run until all is at rest; answered by events and AT_REST") \
	RECORD(LATER, 5, "may waits time out, too", "a call is not back that has to return: lets those go on that would after the horizon, until a call returns; answered as CONTINUE") \
	RECORD(END, 6, "arguments of destroy, how the test is to end", "the test is over; answered by ENDED") \
	RECORD(QUIT, 7, "", "end the host") \
	RECORD(MORE, 8, "", "when the call of this client that is not back, or else the one that it makes next, returns in this phase, the host waits, and nothing else moves, for ISSUE of another one, or for NO_MORE") \
	RECORD(NO_MORE, 9, "", "the client that is waited for makes no more calls in this phase")

#define SRTEST_FROM_HOST(RECORD) \
	RECORD(HELLO, 65, "version, what the host can do, symbols of note, are accesses to memory seen, can those be told that nothing orders, can clients make bursts of calls, what its times are", "the implementation is loaded") \
	RECORD(CREATED, 66, "instance", "an instance is there") \
	RECORD(BEGAN, 81, "", "a call begins that was issued: nothing of it has happened before, so that it comes after all that had returned by then; a call of which this is not told may have begun with the phase") \
	RECORD(RETURNED, 67, "result, out-parameters", "a call has returned") \
	RECORD(STEP, 68, "actor, action, object, place, ending, time", "one step of the schedule, where CONTINUE wants them") \
	RECORD(RACE, 76, "what of memory, size, two accesses", "two accesses to the same memory, of which neither happens before the other; may come before any other record of a test") \
	RECORD(UNWRITTEN, 79, "places where memory is read; where it was allocated", "the first time in a test that memory is read that nobody has written; comes as RACE does") \
	RECORD(AT_REST, 69, "number of steps, how sure it is, list of choices; a mark of the steps, where it can be had; has time gone by for somebody who was to go on; points, where CONTINUE wants them", "nothing moves any more") \
	RECORD(MISUSE, 70, "rule, places, list of choices", "the implementation broke a rule of a primitive; the test is over") \
	RECORD(MEMORY, 77, "what, places, list of choices; places where the memory was allocated, and where it was freed", "the implementation accessed memory that it must not; the test is over") \
	RECORD(STUCK, 78, "is it destroy, how sure it is, places", "create does not return, or destroy; the test is over") \
	RECORD(SPINS, 71, "places", "a call spins there: the test is void, and to be made again with scheduling points there") \
	RECORD(COMPUTES, 80, "places, list of choices", "a call has computed for longer than LOAD allows, and may end some time: the test is over, and undecided") \
	RECORD(DIED, 72, "how, places, list of choices", "the implementation ends the host") \
	RECORD(ENDED, 73, "is another host to be started, were races missed, places that were learned, calls that stood at each breakpoint, a number for the order in which calls went on, at how many points there was a choice, how many descriptors and threads of the implementation are left, have calls come to code that is in no file, how many blocks of memory it has lost, of how many bytes, and places where the first of them was allocated; at how many points a call that could have gone on stood while another could have, too, and at how many of them another did", "the test is over, the next may begin") \
	RECORD(UNSEEN, 75, "what, places, list of choices", "the implementation does what the scheduler cannot see: the test is over, and undecided") \
	RECORD(REFUSED, 74, "why", "the implementation cannot be loaded, or the command makes no sense")

/*
 * The places of MISUSE, MEMORY, STUCK, COMPUTES, DIED and UNSEEN are the stack of the call that failed, the innermost first. Each is the offset in the
 * library of the instruction that runs, or that makes the call; or a list of a file and the offset in that one; or a list of a number of
 * places that are left out here. Where nothing is known of it, the list is empty, or NONE stands for it.
 */
/* How DIED says that a call has used up its stack. */
#define SRTEST_OVERFLOW "stack overflow"

enum srtest_kind {
#define RECORD(id, number, payload, doc) SRTEST_##id = number,
	SRTEST_TO_HOST(RECORD)
	SRTEST_FROM_HOST(RECORD)
#undef RECORD
};

struct srtest_record {
	uint32_t size; /* of the record with this header; a multiple of 8 */
	uint16_t kind;
	uint16_t component; /* 0 */
	uint32_t instance; /* of a test */
	uint32_t client;
	uint64_t call; /* number of the call in the test */
	uint64_t time; /* of BEGAN, RETURNED and AT_REST, where times are asked for: since the instance was there, in nanoseconds */
};

enum srtest_tag {
	SRTEST_NONE, /* no data */
	SRTEST_INT, /* int64_t */
	SRTEST_UINT, /* uint64_t that is no int64_t */
	SRTEST_FLOAT, /* double */
	SRTEST_BYTES, /* size bytes, then zeros up to a multiple of 8 */
	SRTEST_LIST, /* values */
	SRTEST_HANDLE, /* uint64_t: a pointer that only the host understands */
};

struct srtest_value {
	uint32_t tag;
	uint32_t size; /* of the data behind this header */
};

/*
 * A mutation: what a primitive does not do where it is called from one place. NO_WAKE: wakes nobody. WAKE_ONE: wakes one of all.
 * NO_LOCK: the lock is free again at once. WEAK_LOCK: a lock for writing is one for reading. NO_WAIT: does not wait.
 * NO_RECHECK: who has waited leaves the loop around the wait; where a step says "leave loop" or "find loop over" there is one.
 */
enum srtest_mutation { SRTEST_UNCHANGED, SRTEST_NO_WAKE, SRTEST_WAKE_ONE, SRTEST_NO_LOCK, SRTEST_WEAK_LOCK, SRTEST_NO_WAIT, SRTEST_NO_RECHECK };

/* What the times of a host are: none; or virtual, so that none goes by while anybody can go on; or real, so that who is slow has waited for less. */
enum srtest_times { SRTEST_NO_TIMES, SRTEST_VIRTUAL_TIMES, SRTEST_REAL_TIMES };

/* How the host runs the calls. */
enum srtest_engine { SRTEST_CONTROLLED, SRTEST_FREE };

/* A phase deviates from the default no more often than this. */
enum { SRTEST_MOST_CHOICES = 1 << 14 };

/*
 * Strategies, by which a host draws the choices of a phase: SRTEST_STRATEGY(id, number, name, what it does). The depth is a
 * number that a strategy makes of what it likes; 0 leaves it to the strategy. A host may have strategies of its own instead.
 */
#define SRTEST_STRATEGIES(STRATEGY) \
	STRATEGY(WALK, 1, "walk", "a random walk: stays with whoever runs, but for now and then") \
	STRATEGY(PCT, 2, "pct", "random priorities, which change at depth - 1 points") \
	STRATEGY(POS, 3, "pos", "a random priority for each operation, drawn again when a conflicting one was done") \
	STRATEGY(SURW, 4, "surw", "all orders of the operations on a few objects are alike, by how many of them each thread has left") \
	STRATEGY(FOLLOW, 5, "follow", "lets operations follow each other on an object that seldom have") \
	STRATEGY(ALIGN, 6, "align", "lets all come to their nth operation, or their nth at one place, before anyone goes on") \
	STRATEGY(QUEUE, 7, "queue", "who can go on stands in a queue, and runs until it blocks, or now and then until its call is over")

enum srtest_strategy {
	SRTEST_NO_STRATEGY,
#define STRATEGY(id, number, name, doc) SRTEST_##id = number,
	SRTEST_STRATEGIES(STRATEGY)
#undef STRATEGY
	SRTEST_STRATEGY_NUMBERS
};

/*
 * How sure it is that nothing moves any more: every call has returned or is blocked; or some would go on by themselves after the
 * horizon; or some poll, and nothing has changed for a number of rounds (patience multiplies it); or some go through primitives
 * all the time, or spin, and may be polling or busy; or all are blocked, but some in waits that something outside the process
 * may end, and none has for a while; or some went on and on over memory, and were stopped in the middle of it: they may wait for
 * others, or compute.
 */
enum srtest_certainty { SRTEST_SURE, SRTEST_LATE, SRTEST_POLLING, SRTEST_BUSY, SRTEST_OUTSIDE, SRTEST_UNCLEAR };

/*
 * How an actor goes on after a step. An actor is a client; or a thread of the implementation, counted from SRTEST_THREAD; or
 * SRTEST_HOST, which runs create and destroy. WAKES: the object of the step is the actor that it wakes.
 */
enum srtest_ending { SRTEST_GOES_ON, SRTEST_BLOCKS, SRTEST_PREEMPTED, SRTEST_GIVES_WAY, SRTEST_WAKES };
enum { SRTEST_HOST = -1, SRTEST_THREAD = 1 << 16 };

/*
 * Are data races to be told? NEW: each pair of places once; ALL: in each test. What of memory: a list of the offset of a variable in
 * the library; or of the offset in an allocated block and the size of that; or of nothing. An access is a list: the actor, the
 * number of its call or NONE (of SRTEST_HOST 0 for create, 1 for destroy), what it does, where, and who called that, outwards.
 * Places are offsets in the library of the instruction after the access, or after the call, or NONE if they are elsewhere.
 */
enum srtest_races { SRTEST_RACES_OFF, SRTEST_RACES_NEW, SRTEST_RACES_ALL };
enum srtest_access { SRTEST_READ, SRTEST_WRITE, SRTEST_ATOMIC_READ, SRTEST_ATOMIC_WRITE, SRTEST_ATOMIC_UPDATE };

/*
 * A breakpoint is the offset of an instruction in the library, before which a call may be preempted. With this added, it is between
 * what the instruction reads and what it writes; the instruction is one that does both to the same memory, and is not atomic.
 */
#define SRTEST_WITHIN (UINT64_C(1) << 62)

/*
 * Points, where there is something to choose, are a list: how many there were in the phase; whether anybody polled, who is left out
 * of the choice until nobody else can go on; whether there were more than are told; and for each that is told its kind, the actor
 * whose turn it was, which of its points in the phase this was, a number that is equal only for equal states of all that can
 * matter from there on (0: not known), the number of actors of whom one is chosen, and these, the default first.
 */
enum srtest_point { SRTEST_MAY_STAY, SRTEST_MUST_SWITCH, SRTEST_WAKES_ONE };

/*
 * A plan is a list: symbol, type of the result, and for each argument a list of direction and type. A type is a list that
 * starts with its kind:
 *
 *   kind                        a number
 *   SRTEST_STRUCT size align    then offset, type for each member
 *   SRTEST_BUFFER type          an array of such elements; its length comes with the call
 *   SRTEST_BEHIND type          a pointer to such a value, which comes out instead of it; NULL comes out as NONE
 */
enum srtest_ctype {
	SRTEST_VOID, SRTEST_I8, SRTEST_U8, SRTEST_I16, SRTEST_U16, SRTEST_I32, SRTEST_U32, SRTEST_I64, SRTEST_U64, SRTEST_F32, SRTEST_F64, SRTEST_LONG_DOUBLE,
	SRTEST_POINTER, /* a handle */
	SRTEST_STRING, /* const char *, NUL-terminated; NULL is NONE */
	SRTEST_STRUCT, SRTEST_BUFFER, SRTEST_BEHIND,
};

/* BY_VALUE: the argument itself. The others: a pointer to memory of the type, filled before (IN, INOUT), read after (OUT, INOUT). */
enum srtest_direction { SRTEST_BY_VALUE, SRTEST_IN, SRTEST_OUT, SRTEST_INOUT };

/* The ring: `head` bytes were written and `tail` read so far; each side waits on the other's counter with a futex. */
struct srtest_ring {
	_Alignas(64) _Atomic uint32_t head;
	_Atomic uint32_t reader_waits;
	_Alignas(64) _Atomic uint32_t tail;
	_Atomic uint32_t writer_waits;
	_Alignas(64) unsigned char bytes[1 << 16];
};

/* srtest says how often each side looks whether the other's counter moves before it waits: more than 0 if each has a processor. */
enum { SRTEST_MOST_LOOKS = 10000 };

struct srtest_shared {
	uint32_t version, size; /* of this struct, for the host to check */
	_Atomic uint32_t looks;
	struct srtest_ring to_host, from_host;
};

#endif
