# soak: compilers and traps take long
# code in Rust, whose std waits with futexes, parks threads and spins: the scheduler sees all of it, what is right passes, and what is wrong fails
export RUSTUP_HOME=${RUSTUP_HOME:-$(getent passwd $(id -u) | cut -d : -f 6)/.rustup}
rustc --version >/dev/null 2>&1 || { echo "there is no rustc"; exit 77; }
try() {
	rustc -A warnings --edition 2021 --crate-type cdylib -g -O --cfg "kind=\"$2\"" ${3:+--cfg $3} -o code.so $SRC/tests/cli/run/languages/waits.rs
	srtest run -v --no-save --seed 1 --tests 300 --shrink-time 1 $1 code.so >out 2>&1 && status=0 || status=$?
	echo "$2${3:+ $3}: $status$(sed -n 's/^\*\*\*.*\(\[[a-z]*\).*/ \1]/p' out)$(grep -o ', with fibers\|, with threads' out) $(grep -o 'UNDECIDED.*\|ERROR.*\|freely.*' out)" | sed 's/ *$//'
}
specs=$SRC/specs
# of readers, those of std may stay where a writer waits
sed 's/    cpre: writers == 0$/&\n    must: empty(waiting(before_write))/' $specs/readers-writers/readers-writers.yaml >polite.yaml
for how in '' faulty; do
	for kind in timeout park park_timeout spin; do try $specs/readers-writers/readers-writers.yaml $kind $how; done
	try polite.yaml rwlock $how
	for kind in ticket queue; do try $specs/semaphore/semaphore.yaml $kind $how; done
	for kind in channel spinlock; do try $specs/bounded-buffer/bounded-buffer.yaml $kind $how; done
done
# std's own are no match for who expects that readers never wait for each other
try $specs/readers-writers/readers-writers.yaml rwlock
