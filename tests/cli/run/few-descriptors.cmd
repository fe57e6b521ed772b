# where our user may have few descriptors open, timers that have one go on as ever
gcc -shared -fPIC -O1 -g -w -DGOOD -o timerfd.so $SRC/tests/cli/run/waiting/timerfd.c
for most in 64 256 512; do
	(ulimit -n $most && srtest run --seed 1 --tests 30 $SRC/tests/cli/run/waiting/permits.yaml timerfd.so) | head -1
done
