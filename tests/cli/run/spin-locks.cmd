# soak: it takes long
# many calls that poll, each behind a spin lock: none is kept from it for long, and that all wait is soon known
srtest run -v --no-save --variant hooked --seed 5 --tests 200 $SRC/specs/warehouse/warehouse.yaml $SRC/specs/warehouse/good/spin-lock.c >out
head -1 out
steps=$(sed -n 's/.*, \([0-9]*\) scheduling steps/\1/p' out)
[ "$steps" -lt 20000000 ] || echo "$steps steps"
