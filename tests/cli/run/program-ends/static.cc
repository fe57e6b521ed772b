/* A thread that uses static objects, of the file or of a function, which end with the program. */
#include <mutex>
#include <thread>
#include <vector>

static std::mutex mutex;

struct list {
	std::vector<int> *all = new std::vector<int>;
	~list()
	{
		std::lock_guard guard(mutex);
		delete all;
		all = nullptr;
	}
};

static list &
known()
{
#ifdef LOCAL
	static list one;
#else
	extern list one;
#endif
	return one;
}

#ifndef LOCAL
list one;
#endif

static void
work()
{
	std::lock_guard guard(mutex);
#ifdef GUARDED
	if (!known().all)
		return;
#endif
	known().all->push_back(1);
}

int
main()
{
	known();
	std::thread thread(work);
#ifdef JOINS
	thread.join();
#else
	thread.detach();
#endif
}
