#include <sys/eventfd.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter = -1;
int use(int who);

/* Takes all that there is, which may be more than was put there for one, and then nothing is left for others. */
int
use(int who)
{
	eventfd_t got = 0;
	pthread_mutex_lock(&lock);
	if (counter < 0)
		counter = eventfd(who == 0, 0);
	pthread_mutex_unlock(&lock);
	if (eventfd_write(counter, (eventfd_t)who + 1) != 0 || eventfd_read(counter, &got) != 0)
		return 60;
	return (int)got;
}
