# the report of the replay is that of the run but for its first line; twice, and with another binary of the same code
W=$SRC/specs/warehouse
srtest run --seed 1 --no-hooks $W/warehouse.yaml $W/faulty/signal.c >run && exit 9
tail -1 run
sed -e 1d -e '/^$/N;/\nAgain:/d' run >expected
for i in 1 2; do
	srtest replay --no-hooks warehouse-1.srt >replay && exit 9
	sed -n 1p replay
	sed 1d replay | diff - expected
done
gcc -shared -fPIC -O1 -g -pthread -Wl,-Bsymbolic -o stripped.so $W/faulty/signal.c
strip stripped.so
srtest replay warehouse-1.srt stripped.so | sed -n 1p
