# long: where several builds are tested, in the last one only
# failures of several classes, found with several calls at once too, come back in new processes
W=$SRC/specs/warehouse
for name in signal if limit silent unlock crash unlocked; do
	srtest run --seed 3 --shrink-time 2 --save $name.srt $W/warehouse.yaml $W/faulty/$name.c >out && exit 9
	class=$(grep -o '\[[a-z]*,' out)
	for i in 1 2 3; do
		srtest replay $name.srt >out && status=0 || status=$?
		[ "$class" = "$(grep -o '\[[a-z]*,' out)" ] && echo "$name: $status: $(head -1 out)"
	done
done
