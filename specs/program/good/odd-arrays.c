/* Arrays that end later than their type says, that are counted from behind, seen as something else, or gone through by their bytes. */
#include <pthread.h>
#include <stddef.h>
#include <string.h>

enum { WORKERS = 3, FIELDS = 5 };

struct name {
	int length;
	char letters[];
};

union word {
	unsigned whole[2];
	unsigned char bytes[8];
	struct {
		unsigned char first, rest[7];
	} parts;
};

struct account {
	int number;
	struct {
		int owner, amounts[2];
	} held;
	int last;
};

static struct name name = {5, "hello"};
static union word word;
static int sums[WORKERS];
static struct account accounts[WORKERS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *
work(void *arg)
{
	int *last = arg, number = (int)(last - &accounts[0].last) / FIELDS;
	int *behind = &sums[WORKERS];
	struct account *own = (void *)((char *)last - offsetof(struct account, last));
	pthread_mutex_lock(&mutex);
	for (int i = 0; i < name.length; i++)
		behind[number - WORKERS] += name.letters[i] == 'l';
	for (int back = -1; back >= -2; back--)
		last[back] += number;
	own->number = number;
	word.parts.rest[number]++;
	pthread_mutex_unlock(&mutex);
	return NULL;
}

static int
sum(const int *from, const int *to)
{
	int all = 0;
	while (from < to)
		all += *from++;
	return all;
}

static int
bytes(const void *of, size_t size)
{
	const unsigned char *at = of;
	int all = 0;
	for (size_t i = 0; i < size; i++)
		all += at[i];
	return all;
}

int
main(void)
{
	pthread_t worker[WORKERS];
	for (int i = 0; i < WORKERS; i++)
		pthread_create(&worker[i], NULL, work, &accounts[i].last);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(worker[i], NULL);
	const int *fields = &accounts[0].number;
	int room[2 * WORKERS], *end = &room[2 * WORKERS];
	memset(room, 0, sizeof room);
	memcpy(end - WORKERS, sums, sizeof sums);
	return sum(sums, sums + WORKERS) != 6 || sum(room, end) != 6 || bytes(&word, sizeof word) != 3 || word.bytes[3] != 1 ||
		sum(fields, fields + WORKERS * FIELDS) != 9;
}
