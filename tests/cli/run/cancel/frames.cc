// A thread that ends within functions of C++ leaves their objects tidy.
#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <string>
#include <unistd.h>

#define CHECK(x) do { if (!(x)) return __LINE__; } while (0)

namespace {
struct at {
	std::mutex mutex, other;
	std::condition_variable cond;
	std::string order;
};

struct noted {
	at *where;
	char what;
	~noted() { where->order += what; }
};

void deep(at *a, int depth)
{
	noted n{a, char('0' + depth)};
	if (depth > 0)
		return deep(a, depth - 1);
	std::unique_lock<std::mutex> lock(a->mutex);
	for (;;)
		a->cond.wait(lock);
}

void *cancelled(void *arg)
{
	at *a = static_cast<at *>(arg);
	std::lock_guard<std::mutex> lock(a->other);
	try {
		deep(a, 2);
	} catch (...) {
		a->order += 'c';
		throw;
	}
	return nullptr;
}

void *leaves(void *arg)
{
	at *a = static_cast<at *>(arg);
	std::lock_guard<std::mutex> lock(a->other);
	noted n{a, 'l'};
	pthread_exit(a);
}
}

extern "C" int
visit()
{
	at a;
	pthread_t t;
	void *value;
	CHECK(pthread_create(&t, nullptr, cancelled, &a) == 0);
	usleep(100);
	CHECK(pthread_cancel(t) == 0 && pthread_join(t, &value) == 0 && value == PTHREAD_CANCELED);
	CHECK(a.order == "012c" && a.mutex.try_lock() && a.other.try_lock());
	a.mutex.unlock();
	a.other.unlock();
	CHECK(pthread_create(&t, nullptr, leaves, &a) == 0);
	CHECK(pthread_join(t, &value) == 0 && value == &a && a.order == "012cl" && a.other.try_lock());
	a.other.unlock();
	return 0;
}
