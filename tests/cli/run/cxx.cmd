# soak: it takes long
# code in C++, with all that C++20 has to wait with: the scheduler sees it, what is right passes, and what is wrong fails
specs=$SRC/specs
sed 's/count: 2 \* PARTIES/count: PARTIES/' $specs/barrier/barrier.yaml >barrier.yaml # who leaves a std::barrier may come again; others may not come too early
try() {
	g++ -std=c++20 -g -O1 -w -shared -fPIC -D$2 -DKIND=$3 ${4:+-DFAULTY=1} -o code.so $SRC/tests/cli/run/languages/waits.cc
	srtest run -v --no-save --seed 1 --tests 300 --shrink-time 1 $1 code.so >out 2>&1 && status=0 || status=$?
	echo "$3${4:+ $4}: $status$(sed -n 's/^\*\*\*.*\(\[[a-z]*\).*/ \1]/p' out)$(grep -o ', with fibers\|, with threads' out) $(grep -o 'UNDECIDED.*\|ERROR.*\|freely.*' out)" | sed 's/ *$//'
}
for how in '' faulty; do
	for kind in counting_semaphore condition_any atomic_wait; do try $specs/timed-semaphore/timed-semaphore.yaml TSEM $kind $how; done
	for kind in shared_timed atomic_notify; do try $specs/readers-writers/readers-writers.yaml RW $kind $how; done
	for kind in two_semaphores jthread_serves; do try $specs/bounded-buffer/bounded-buffer.yaml BUFFER $kind $how; done
	try $specs/barrier/barrier.yaml BARRIER latches $how
	try barrier.yaml BARRIER barrier_of_std $how
done
