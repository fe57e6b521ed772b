/* Two threads count in a file; each operation on the stream is locked, and they are not locked together. */
/* class: crash */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *
count(void *arg)
{
	FILE *f = arg;
	int n;
	rewind(f);
	if (fscanf(f, "%d", &n) != 1)
		abort();
	rewind(f);
	fprintf(f, "%d", n + 1);
	fseek(f, 0, SEEK_END);
	return NULL;
}

int
main(void)
{
	FILE *f = tmpfile();
	int n;
	if (!f)
		abort();
	fputs("0 ", f);
	pthread_t threads[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, count, f);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	rewind(f);
	if (fscanf(f, "%d", &n) != 1)
		abort();
	assert(n == 2);
	fclose(f);
	return 0;
}
