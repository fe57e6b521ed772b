// Cells that are polled, in C++. BEYOND: there are two, and more are looked for.
#include <algorithm>
#include <mutex>
#include <thread>

namespace {
#ifdef BEYOND
constexpr int most = 2, full = 3;
#else
constexpr int most = 1000, full = most;
#endif
std::mutex mutex;
signed char cells[most];

int free_cell() { int i = 0; while (i < full && cells[i]) i++; return i; }
}

struct queue {};
static queue it;
extern "C" queue *queue_new() { std::fill(cells, cells + most, 0); return &it; }
extern "C" void queue_free(queue *) {}

extern "C" void
queue_put(queue *, int n)
{
	for (;; std::this_thread::yield()) {
		std::lock_guard lock(mutex);
		int i = free_cell();
		if (i < full) {
			cells[i] = static_cast<signed char>(n);
			return;
		}
	}
}

extern "C" int
queue_get(queue *)
{
	for (;; std::this_thread::yield()) {
		std::lock_guard lock(mutex);
		for (auto &cell : cells)
			if (cell) {
				int n = cell;
				cell = 0;
				return n;
			}
	}
}
