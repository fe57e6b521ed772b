# failures of every class, found with several calls at once too, come back in new processes
W=$SRC/specs/warehouse
for name in signal if limit silent unlock crash unlocked; do
	srtest run --seed 3 --shrink-time 2 --save $name.srt $W/warehouse.yaml $W/faulty/$name.c >out && exit 9
	for i in 1 2 3; do
		srtest replay $name.srt >out && status=0 || status=$?
		echo "$name: $status: $(head -1 out) $(grep -o '\[[a-z]*,' out)"
	done
done
