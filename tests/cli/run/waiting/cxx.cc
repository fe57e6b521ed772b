// A monitor of C++, that starts threads, throws exceptions and prints. The fault: who was told looks no more.
extern "C" {
#include "permits.h"
}

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <semaphore>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct permits {
	std::mutex mutex;
	std::condition_variable changed;
	std::vector<std::string> free;
	std::counting_semaphore<100> turn{1};
	std::atomic<int> calls{0};
};

static thread_local std::string last;
static std::once_flag once;

extern "C" permits *
permits_new(unsigned n)
{
	auto p = std::make_unique<permits>();
	for (unsigned i = 0; i < n; i++)
		p->free.push_back("permit " + std::to_string(i));
	return p.release();
}

extern "C" void
permits_free(permits *p)
{
	delete p;
}

static std::string
take(permits *p)
{
	if (p->free.empty())
		throw std::runtime_error("there is none");
	auto permit = p->free.back();
	p->free.pop_back();
	return permit;
}

extern "C" void
permits_acquire(permits *p)
{
	std::call_once(once, [] { std::cout << "first" << std::endl; });
	std::unique_lock lock(p->mutex);
	for (;;) {
		try {
			last = take(p);
			p->calls.fetch_add(1);
			return;
		} catch (const std::runtime_error &e) {
			std::ostringstream text;
			text << e.what() << " after " << p->calls;
			std::cerr << text.str() << std::endl;
#ifdef FAULTY
			p->changed.wait_for(lock, std::chrono::hours(1));
			p->free.clear();
			return;
#else
			p->changed.wait(lock);
#endif
		}
	}
}

extern "C" void
permits_release(permits *p)
{
	p->turn.acquire();
	std::thread helper([p] {
		std::lock_guard lock(p->mutex);
		p->free.push_back("back");
		p->changed.notify_one();
	});
	helper.join();
	p->turn.release();
	std::async(std::launch::async, [] { std::this_thread::yield(); }).get();
}
