# long: what it writes can be checked and run as it is, without a warning of either compiler
srtest init box
ls
srtest check -q box.yaml
srtest run --seed 1 --tests 200 --cflags "-Wall -Wextra -Werror -O2" box.yaml box.c | head -1
srtest run --seed 1 --tests 200 --cc clang --cflags -Werror box.yaml box.c | head -1
sed -i 's/while (b->n == 0)/if (b->n == 0 \&\& b->first)/' box.c
srtest run -q --seed 1 --shrink-time 1 box.yaml box.c >out && exit 9
srtest replay box-1.srt | head -1
