# long: what fails where nothing rare happens is not made smaller by what is rare, which the report would say that it needs
gcc -g -O1 -shared -fPIC -pthread -o late-look.so $SRC/tests/cli/run/rare/late-look.c
for rare in "" --no-rare; do
	for seed in 1 2 3 4 5 6 7 8; do
		srtest run --seed $seed --no-save $rare $SRC/specs/bounded-buffer/bounded-buffer.yaml ./late-look.so >out || sed -n 's/.*\(\[value\).*/\1/p; s/^ *needs: //p' out
	done | sort | uniq -c
done
