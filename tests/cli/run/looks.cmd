# long: where several builds are tested, in the last one only
# Who looks many times, yields meanwhile, and then sleeps, must be let look while others stand still, or what is lost between the last look
# and the sleep is never lost: for as many rounds as that takes, naps among them.
spec=$SRC/specs/program/program.yaml
try() {
	said=$(srtest run --seed 1 --shrink-time 1 --no-save --race off --cflags "$*" $spec $SRC/tests/cli/run/looks/looks.c | sed -nE '1s/.*(passed|FAILED|UNDECIDED).*/\1/p')
	echo "$*: $said"
}
for kind in ${KINDS--DFUTEX_-DYIELDS -DCONDITION_-DBACKS_OFF -DBELL_-DNAPS}; do
	try ${kind//_-/ -} -DFAULTY
	try ${kind//_-/ -}
done
