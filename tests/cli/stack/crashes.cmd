# long: where several builds are tested, in the last one only
# an implementation that crashes: the report tells its whole stack, however it was compiled, and a replay tells the same
. $SRC/tests/cli/stack/call.inc
deep() {
	echo "
static __attribute__((noinline)) void turn(int w)
{
	$1;
}
static __attribute__((noinline)) void crane(int w)
{
	if (w > 300)
		turn(w);
	asm(\"\");
}
void lift(void *h, int w)
{
	crane(w);
	asm(\"\");
}"
}
again() {
	srtest replay warehouse-1.srt $1.so >again && return
	diff <(stack out) <(stack again) && echo "and again"
	rm warehouse-1.srt
}
try abort '-O0 -g' "$(deep 'abort()')"
again abort
try null '-O0 -g' "$(deep 'static int *volatile nowhere; *nowhere = w')"
again null
try null-function '-O0 -g' "$(deep 'static void (*volatile none)(int); none(w)')"
again null-function
try wild-function '-O0 -g' "$(deep 'static int data; static void *volatile wild = &data; ((void (*)(int))wild)(w)')"
again wild-function
try assert '-O0 -g' "$(deep 'assert(w <= 300 && "heavy")')"
again assert
try exit '-O0 -g' "$(deep 'exit(3)')"
again exit
try twice '-O0 -g' "$(deep 'void *p = malloc(w); free(p); free(p)')"
again twice
try unlocks '-O0 -g' "$(deep 'static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_unlock(&m)')"
again unlocks
try calls-back '-O0 -g' '
static int compare(const void *a, const void *b)
{
	abort();
}
void lift(void *h, int w)
{
	int all[] = {w, w};
	if (w > 300)
		qsort(all, 2, sizeof *all, compare);
}'
again calls-back
try thread '-O0 -g' '
static void *other(void *arg)
{
	return *(void *volatile *)arg;
}
void lift(void *h, int w)
{
	pthread_t t;
	if (w > 300 && pthread_create(&t, NULL, other, NULL) == 0)
		pthread_join(t, NULL);
}'
again thread
try handler '-O0 -g' '
static void handle(int number)
{
	abort();
}
void lift(void *h, int w)
{
	signal(SIGUSR1, handle);
	if (w > 300)
		raise(SIGUSR1);
}'
again handler
echo "without frame pointers, with functions put into each other, without debug information, and without names:"
try optimized '-O2 -g -fomit-frame-pointer' "$(deep 'static int *volatile nowhere; *nowhere = w')"
again optimized
try inlined '-O2 -g -Dnoinline=' "$(deep 'static int *volatile nowhere; *nowhere = w')"
again inlined
try no-debug '-O2 -fomit-frame-pointer' "$(deep 'static int *volatile nowhere; *nowhere = w; asm("")')"
again no-debug
try no-names '-O2 -s' "$(deep 'static int *volatile nowhere; *nowhere = w; asm("")')"
again no-names
echo "through a library that it brings along:"
printf '#line 1 "helper.c"\nvoid help(void (*fn)(int), int w)\n{\n\tfn(w);\n}\n' >helper.c
gcc -shared -fPIC -g -o libhelper.so helper.c
try helped "-O0 -g -Wl,--no-as-needed -L. -lhelper -Wl,-rpath,\$ORIGIN" '
static void turn(int w)
{
	abort();
}
void help(void (*)(int), int);
void lift(void *h, int w)
{
	if (w > 300)
		help(turn, w);
}'
again helped
gcc -shared -fPIC -o libhelper.so helper.c
srtest run --seed 1 --tests 50 $SRC/specs/warehouse/warehouse.yaml helped.so >out || stack out
