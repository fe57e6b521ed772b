// Semaphores with timeouts, readers and writers, buffers and barriers, from what C++20 has to wait with. -DKIND chooses one, -DFAULTY=1 makes it wrong.
#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <stop_token>
#include <thread>

#ifndef FAULTY
#define FAULTY 0
#endif
using namespace std::chrono_literals;
using milliseconds = std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace counting_semaphore {
struct tsem {
	std::counting_semaphore<> s;
	tsem(unsigned n) : s(n) {}
	void acquire() { s.acquire(); }
	bool acquire_for(unsigned ms) { return s.try_acquire_for(milliseconds(ms)) || FAULTY; }
	void release() { s.release(); }
};
}

// A condition that a stop would end too.
namespace condition_any {
struct tsem {
	std::mutex m;
	std::condition_variable_any c;
	std::stop_source stop;
	unsigned n;
	tsem(unsigned n) : n(n) {}
	void acquire()
	{
		std::unique_lock l(m);
		c.wait(l, stop.get_token(), [&] { return n > 0; });
		n--;
	}
	bool acquire_for(unsigned ms)
	{
		std::unique_lock l(m);
		if (!c.wait_for(l, stop.get_token(), milliseconds(ms), [&] { return n > 0; }))
			return false;
		n--;
		return true;
	}
	void release()
	{
		std::lock_guard l(m);
		n++;
		if (!FAULTY)
			c.notify_one();
	}
};
}

namespace atomic_wait {
struct tsem {
	std::atomic<unsigned> n;
	tsem(unsigned n) : n(n) {}
	bool try_once()
	{
		for (unsigned was = n; was > 0;)
			if (n.compare_exchange_weak(was, was - 1))
				return true;
		return false;
	}
	void acquire()
	{
		while (!try_once())
			n.wait(0);
	}
	bool acquire_for(unsigned ms)
	{
		for (auto end = steady_clock::now() + milliseconds(ms); !try_once(); std::this_thread::sleep_for(1ms))
			if (steady_clock::now() >= end)
				return false;
		return true;
	}
	void release()
	{
		n++;
		if (!FAULTY)
			n.notify_one();
	}
};
}

namespace shared_timed {
struct rw {
	std::shared_timed_mutex m;
	void before_read() { m.lock_shared(); }
	void after_read() { m.unlock_shared(); }
	void before_write()
	{
		if (!FAULTY)
			m.lock();
		else if (!m.try_lock_for(10ms))
			m.lock_shared();
	}
	void after_write() { m.unlock(); }
};
}

namespace atomic_notify {
struct rw {
	std::atomic<int> n = 0; // readers, or -1
	void before_read()
	{
		for (int was = n; was < 0 || !n.compare_exchange_weak(was, was + 1);)
			if (was < 0) {
				n.wait(was);
				was = n;
			}
	}
	void after_read()
	{
		if (--n == 0 && !FAULTY)
			n.notify_all();
	}
	void before_write()
	{
		for (int was = 0; !n.compare_exchange_strong(was, -1); was = 0)
			n.wait(was);
	}
	void after_write()
	{
		n = 0;
		n.notify_all();
	}
};
}

namespace two_semaphores {
struct buffer {
	std::counting_semaphore<> room, items{0};
	std::mutex m;
	std::deque<int> q;
	buffer(int n) : room(n) {}
	void put(int i)
	{
		room.acquire();
		m.lock();
		FAULTY ? q.push_front(i) : q.push_back(i);
		m.unlock();
		items.release();
	}
	int get()
	{
		items.acquire();
		m.lock();
		int i = q.front();
		q.pop_front();
		m.unlock();
		room.release();
		return i;
	}
};
}

// A thread of its own does all that is asked for, until it is told to stop.
namespace jthread_serves {
struct job {
	int item;
	bool puts;
	std::promise<int> done;
};
struct buffer {
	std::mutex m;
	std::condition_variable_any c;
	std::deque<job *> jobs;
	std::deque<int> q;
	size_t most;
	std::jthread server;
	buffer(int n) : most(n), server([this](std::stop_token t) { serve(t); }) {}
	bool may(const job *j) { return j->puts ? q.size() + FAULTY < most : !q.empty(); }
	void finish(job *j)
	{
		int i = j->item;
		if (j->puts) {
			q.push_back(i);
		} else {
			i = q.front();
			q.pop_front();
		}
		j->done.set_value(i);
	}
	bool step()
	{
		for (auto at = jobs.begin(); at != jobs.end(); ++at)
			if (job *j = *at; may(j)) {
				jobs.erase(at);
				finish(j);
				return true;
			}
		return false;
	}
	void serve(std::stop_token t)
	{
		std::unique_lock l(m);
		while (!t.stop_requested()) {
			while (step())
				;
			c.wait(l, t, [this, n = jobs.size()] { return jobs.size() > n; });
		}
	}
	int ask(int i, bool puts)
	{
		job j{i, puts, {}};
		auto done = j.done.get_future();
		m.lock();
		jobs.push_back(&j);
		m.unlock();
		c.notify_all();
		return done.get();
	}
	void put(int i) { ask(i, true); }
	int get() { return ask(0, false); }
};
}

// A latch for each round.
namespace latches {
struct barrier {
	std::mutex m;
	unsigned parties, n = 0;
	std::shared_ptr<std::latch> round;
	barrier(unsigned p) : parties(p), round(std::make_shared<std::latch>(p)) {}
	void wait()
	{
		m.lock();
		auto mine = round;
		if (++n == parties) {
			n = 0;
			round = std::make_shared<std::latch>(parties - FAULTY);
		}
		m.unlock();
		mine->arrive_and_wait();
	}
};
}

namespace barrier_of_std {
struct barrier {
	std::barrier<> b;
	barrier(unsigned p) : b(p + FAULTY) {}
	void wait() { b.arrive_and_wait(); }
};
}

#define FUNCTION extern "C" __attribute__((visibility("default")))
using namespace KIND;
#ifdef TSEM
FUNCTION tsem *tsem_new(unsigned n) { return new tsem(n); }
FUNCTION void tsem_free(tsem *s) { delete s; }
FUNCTION void tsem_acquire(tsem *s) { s->acquire(); }
FUNCTION int tsem_acquire_for(tsem *s, unsigned ms) { return !s->acquire_for(ms); }
FUNCTION void tsem_release(tsem *s) { s->release(); }
#elif defined RW
FUNCTION rw *rw_new() { return new rw; }
FUNCTION void rw_free(rw *r) { delete r; }
FUNCTION void rw_before_read(rw *r) { r->before_read(); }
FUNCTION void rw_after_read(rw *r) { r->after_read(); }
FUNCTION void rw_before_write(rw *r) { r->before_write(); }
FUNCTION void rw_after_write(rw *r) { r->after_write(); }
#elif defined BUFFER
FUNCTION buffer *buffer_new(int n) { return new buffer(n); }
FUNCTION void buffer_free(buffer *b) { delete b; }
FUNCTION void buffer_put(buffer *b, int i) { b->put(i); }
FUNCTION int buffer_get(buffer *b) { return b->get(); }
#else
FUNCTION barrier *barrier_new(unsigned n) { return new barrier(n); }
FUNCTION void barrier_free(barrier *b) { delete b; }
FUNCTION void barrier_wait(barrier *b) { b->wait(); }
#endif
