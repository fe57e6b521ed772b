# long: where several builds are tested, in the last one only
# who gets no thread because its user has as many elsewhere is undecided, and tested once more, alone, when others are gone
# the kernel does not count what root starts
as=()
if [ $(id -u) = 0 ]; then
	as=(setpriv --reuid 54321 --regid 54321 --clear-groups)
	chmod 777 .. .
	"${as[@]}" srtest --version >/dev/null 2>&1 || { echo "another user cannot run srtest"; exit 77; }
fi
mkdir class
gcc -shared -fPIC -o class/right.so $SRC/specs/warehouse/good/broadcast.c -pthread
cp $SRC/specs/warehouse/warehouse.yaml .
chmod -R a+rX .
"${as[@]}" bash -c '
# others of the user: threads and processes, but for these
others=$(ps -L -u $(id -u) --no-headers | wc -l)
export TMPDIR=$(mktemp -d /tmp/crowded.XXXXXX) # another user may not come to ours
prlimit --nproc=$((others + 5)) srtest grade -j 1 --sandbox=off --tests 20 --journal journal.jsonl warehouse.yaml class >out 2>&1
rmdir $TMPDIR
' || echo "exit $?"
sed -n '/^right/p' out
sed -n 2,3p journal.jsonl | grep -o '"verdict":"[a-z]*"\|"limit":"[a-z]*"\|"hindered":true\|"tries":2' | tr '\n' ' '
echo
