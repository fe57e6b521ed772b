# long: where several builds are tested, in the last one only
# a stack that was written over tells what it still can, and the tester goes on
. $SRC/tests/cli/stack/call.inc
smash() {
	echo "
static long far = 0x4141414141414141;
void lift(void *h, int w)
{
	long here;
	if (w > 300)
		$1;
}"
}
all='__asm__ volatile("rep stosq" :: "a"(far), "c"(64L), "D"(\&here) : "memory")'
all=${all//\\/}
for engine in controlled free; do
	echo "$engine:"
	try over '-O0 -g -fno-stack-protector' "$(smash "{ $all; *(volatile int *)0 = 1; }")" --engine $engine | head -2
	try returns '-O0 -g -fno-stack-protector' "$(smash "{ $all; }")" --engine $engine | head -2
	try low '-O0 -g' "$(smash '__asm__ volatile("mov $16, %%rsp; mov %%rsp, %%rbp; mov %%rsp, 0" ::: "memory")')" --engine $engine
	try nowhere '-O0 -g' "$(smash '__asm__ volatile("mov %0, %%rsp; mov %%rsp, %%rbp; mov %%rsp, 0" :: "r"(far) : "memory")')" --engine $engine
	try data '-O0 -g' "$(smash '__asm__ volatile("mov %0, %%rsp; mov %%rsp, %%rbp; mov %%rsp, 0" :: "r"(&far) : "memory")')" --engine $engine
	try round '-O0 -g' "$(smash '{ long *self = __builtin_frame_address(0); self[0] = (long)self; self[1] = (long)__builtin_extract_return_addr(__builtin_return_address(0)); *(volatile int *)0 = 1; }')" --engine $engine
done
