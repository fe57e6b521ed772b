// A bag that throws and catches across functions that have arrays, and across those of the library; with BEYOND it goes beyond one afterwards.
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

struct queue {
	std::mutex lock;
	std::condition_variable changed;
	int counts[10] = {};
};

#define APART __attribute__((noinline))

static std::vector<int> first = {1, 2, 3};
static std::string name = "a bag";

static APART void
fill(char *to, int with, std::size_t n)
{
	for (std::size_t i = 0; i < n; i++)
		to[i] = static_cast<char>(with);
}

static APART void
look(int n)
{
	char text[11];
	int varying[n + 1];
	fill(text, n, sizeof text);
	fill(reinterpret_cast<char *>(varying), 0, sizeof varying);
	if (n > 3)
		look(n - 1);
	(void)first.at(static_cast<std::size_t>(n) + text[0]);
}

static APART void
lie(int n)
{
	char wide[700];
	fill(wide, n, sizeof wide);
}

static APART void
work(int n)
{
	char text[8];
	try {
		look(n);
	} catch (const std::out_of_range &) {
		lie(n);
	}
	std::string told = name + std::to_string(n);
	std::strncpy(text, told.c_str(), sizeof text);
#if defined BEYOND
	fill(text, n, n == 7 ? 9 : 8);
#endif
}

extern "C" {

queue *
queue_new(void)
{
	return new queue;
}

void
queue_free(queue *q)
{
	delete q;
}

void
queue_put(queue *q, int n)
{
	std::lock_guard<std::mutex> locked(q->lock);
	work(n);
	q->counts[n]++;
	q->changed.notify_all();
}

int
queue_get(queue *q)
{
	std::unique_lock<std::mutex> locked(q->lock);
	for (;;) {
		for (int n = 0; n < 10; n++)
			if (q->counts[n] > 0)
				return q->counts[n]--, n;
		q->changed.wait(locked);
	}
}

}
