# long: the historical bug, 'badc' for 'abcd': whatever the seed, one send and one receive show it
gcc -shared -fPIC -O2 -g -o badc.so $SRC/specs/asymmetric-buffer/faulty/badc.c
for seed in {1..20}; do
	srtest run --seed $seed $SRC/specs/asymmetric-buffer/asymmetric-buffer.yaml badc.so >report && status=0 || status=$?
	calls=$(sed -n '/^Calls/,/^$/p' report | grep -oE '(send|receive)\(' | tr -d '(' | sort | paste -sd,)
	echo "exit $status, $calls $(grep -oE '\[[a-z]+, overlap: [a-z]+\]$' report)"
done | uniq -c
