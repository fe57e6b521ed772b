/* wrong: code that is copied to memory */
#include "count.h"

int
count_take(count *c)
{
	static taking *code;
	if (!code) {
		code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		memcpy((void *)code, take, TAKE_SIZE);
	}
	return code(c);
}
