// Who throws out of call_once leaves it to the next: one of those who wait for it.
#include <mutex>
#include <pthread.h>
#include <thread>
#include <unistd.h>
#define CHECK(x) do { if (!(x)) return __LINE__; } while (0)

static void leaves() { pthread_exit(nullptr); }
static thread_local int ran;
static void runs() { ran++; }

extern "C" int
visit()
{
	std::once_flag flag;
	int n = 0, done = 0, thrown = 0;
	auto once = [&] {
		try {
			std::call_once(flag, [&] {
				usleep(1);
				if (n++ < 2)
					throw 1;
				done++;
			});
		} catch (int) {
			thrown++;
		}
	};
	{
		std::jthread a(once), b(once), c(once);
	}
	CHECK(n == 3 && done == 1 && thrown == 2);
	pthread_once_t o = PTHREAD_ONCE_INIT;
	std::thread([&] { pthread_once(&o, leaves); }).join();
	int before = ran;
	pthread_once(&o, runs);
	pthread_once(&o, runs);
	CHECK(ran == before + 1);
	return 0;
}
