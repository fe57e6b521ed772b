// What several threads use at once as the standard library lets them: a shared pointer's count, and how a thread is asked to stop. It goes by
// whether the C library knows of several threads, here from when it is loaded. The fault: who has waited for a while goes on without a permit.
extern "C" {
#include "permits.h"
}

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <stop_token>
#include <sys/single_threaded.h>
#include <thread>

struct state {
	std::mutex mutex;
	std::condition_variable changed;
	unsigned free;
	~state() { free = 12345; }
};

struct permits {
	std::shared_ptr<state> now = std::make_shared<state>();
	std::mutex mutex;
	std::condition_variable_any nothing;
	std::jthread server{[this](std::stop_token stop) {
		std::unique_lock lock(mutex);
		nothing.wait(lock, stop, [] { return false; });
	}};
};

static void
look()
{
	if (!__libc_single_threaded)
		return;
	std::fputs("there is one thread\n", stderr);
	std::abort();
}

static struct loaded {
	loaded() { look(); }
} loaded;

extern "C" permits *
permits_new(unsigned n)
{
	look();
	auto p = new permits;
	p->now->free = n;
	return p;
}

extern "C" void
permits_free(permits *p)
{
	look();
	delete p;
}

extern "C" void
permits_acquire(permits *p)
{
	auto now = p->now;
	look();
	std::unique_lock lock(now->mutex);
	while (now->free == 0) {
		auto again = now;
#ifdef FAULTY
		again->changed.wait_for(lock, std::chrono::hours(1));
		return;
#else
		again->changed.wait(lock);
#endif
	}
	now->free--;
}

extern "C" void
permits_release(permits *p)
{
	auto now = p->now;
	look();
	std::unique_lock lock(now->mutex);
	now->free++;
	now->changed.notify_all();
}
