# long: the end of hosts and compilers is seen by one who was started with it ignored; what is closed at the start is not used for something else
cat >with.py <<'PY'
import os, signal, sys

what, command = sys.argv[1], sys.argv[2:]
if what == "ignored":
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
elif what == "blocked":
    signal.pthread_sigmask(signal.SIG_SETMASK, signal.valid_signals())
else:
    os.closerange(0, int(what))
os.execvp(command[0], command)
PY
cp $SRC/tests/cli/run/box/* . && chmod u+w *
gcc -shared -fPIC -O1 -o good.so box.c
gcc -shared -fPIC -O1 -o ends.so -D'PUT=__asm__ volatile("mov $39, %%eax; syscall; mov %%eax, %%edi; mov $9, %%esi; mov $62, %%eax; syscall" ::: "rax", "rcx", "rdi", "rsi", "r11", "memory")' box.c
echo '#error no' >wrong.c
for what in ignored blocked; do
	for implementation in good.so ends.so wrong.c box.c; do
		python3 with.py $what srtest run --seed 1 --tests 20 --no-save box.yaml $implementation >out 2>&1 && status=0 || status=$?
		echo "$what, $implementation: exit $status $(grep -oE '^box: passed|^\*\*\* Error: [^[]*|cannot be compiled.*' out)"
	done
done
for n in 1 2 3; do
	python3 with.py $n srtest run --seed 1 --tests 20 --no-save -o report box.yaml box.c >/dev/null 2>&1 && status=0 || status=$?
	echo "without the first $n: exit $status $(grep -o '^box: passed' report)"
done
