# long: where several builds are tested, in the last one only
# a stack that is used up by recursion is told in a few lines, with the number of calls, on fibers, on threads and freely
. $SRC/tests/cli/stack/call.inc
count() { sed -E 's/[0-9]{4,}/MANY/' "$@"; }
again() {
	srtest replay warehouse-1.srt $1.so >again && return
	diff <(stack out) <(stack again) && echo "and again"
	rm warehouse-1.srt
}
one='
int dig(int w) { return w + dig(w + 1); }
void lift(void *h, int w)
{
	if (ASK && w > 300)
		dig(w);
}'
two='
int dig(int w);
int scoop(int w) { return w + dig(w + 1); }
int dig(int w) { return w + scoop(w + 1); }
void lift(void *h, int w)
{
	if (w > 300)
		dig(w);
}'
few='
int dig(int w, int n)
{
	if (n == 0)
		abort();
	return w + dig(w, n - 1);
}
void lift(void *h, int w)
{
	if (w > 300)
		dig(w, 30);
}'
try fibers '-O0 -g -DASK=1' "$one" | count
again fibers
try threads '-O0 -g -DASK=gettid()' "$one" | count
again threads
try freely '-O0 -g -DASK=1' "$one" --engine free | count
rm -f warehouse-1.srt
try mutual '-O0 -g' "$two" | count | sed 's/#0 dig mutual.c:4\|#0 scoop mutual.c:3/#0 (either)/; s/#1 dig mutual.c:4\|#1 scoop mutual.c:3/#1 (the other)/'
again mutual
try few '-O0 -g' "$few"
again few
