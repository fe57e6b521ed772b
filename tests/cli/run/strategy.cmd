# long: --strategy draws all schedules of a run in one way; else several take turns in round 3, and the report says so.
spec=$SRC/specs/program/program.yaml
gcc -shared -fPIC -O1 -g -o bad.so $SRC/specs/program/faulty/crossed-locks.c
gcc -shared -fPIC -O1 -g -o good.so $SRC/specs/program/good/transfers.c
for s in walk pct pos surw follow align queue pct,depth=3 surw,depth=1 follow,depth=2; do
	srtest run --seed 1 --tests 30 --strategy $s $spec good.so | grep strategy
	srtest run --seed 1 --strategy $s --save bad.srt $spec bad.so >out && echo passed
	sed -E '1!d; s/after .* tests? //; s/, shrunk.*//' out
	srtest replay bad.srt | head -1
done
srtest run --seed 1 --tests 200 $spec good.so | grep strategy
srtest run --seed 1 --tests 40 -f json $spec good.so | grep -o '"strategies":{[^}]*}'
srtest run --seed 1 -f json $spec bad.so | grep -o '"strategy":"[^"]*"'
# the same seed gives the same run
for n in 1 2; do srtest run --seed 5 --no-save $spec bad.so >same-$n || true; done
cmp same-1 same-2
for s in walk,depth=2 align,depth=1 queue,depth=1 pct,depth=0 pct,depth=x pct,deep none ''; do srtest run --strategy "$s" $spec good.so 2>&1 || echo "exit $?"; done
