# long: time goes on until those who nap have looked again, for however long they nap; one who looks in vain fails, and again in replay
for kind in GOOD FAULTY; do
	gcc -shared -fPIC -O1 -g -w -D$kind -o $kind.so $SRC/tests/cli/run/waiting/naps.c
	for way in sleep usleep doubling until select poll condition semaphore clock $(test $kind = FAULTY || echo timer); do
		NAP=$way srtest run --seed 1 --tests 20 --round 2 --save $way.srt $SRC/tests/cli/run/waiting/permits.yaml $kind.so >out && status=0 || status=$?
		echo "$way $kind: exit $status $(grep -oE 'UNDECIDED.*|\[[a-z]+' out | tr -d '[')"
	done
done
NAP=doubling srtest replay doubling.srt | head -1
