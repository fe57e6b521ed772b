/* wrong: the same, and all wake one after the other */
#include "count.h"

int
count_take(count *c)
{
	static taking *code;
	static int naps;
	if (!code) {
		code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		memcpy((void *)code, take, TAKE_SIZE);
	}
	usleep(1000 * (unsigned)++naps);
	return code(c);
}
