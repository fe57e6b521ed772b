/* Two threads count in a file, one after the other. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void
count(int file)
{
	int n = 0;
	if (pread(file, &n, sizeof n, 0) != sizeof n)
		abort();
	n++;
	if (pwrite(file, &n, sizeof n, 0) != sizeof n)
		abort();
}

static void *
work(void *arg)
{
	pthread_mutex_lock(&lock);
	count((int)(intptr_t)arg);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int
main(void)
{
	char name[] = "counterXXXXXX";
	int file = mkstemp(name), n = 0;
	if (file < 0 || unlink(name) < 0 || pwrite(file, &n, sizeof n, 0) != sizeof n)
		abort();
	pthread_t threads[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, (void *)(intptr_t)file);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	if (pread(file, &n, sizeof n, 0) != sizeof n)
		abort();
	assert(n == 2);
	close(file);
	return 0;
}
