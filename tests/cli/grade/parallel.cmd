# long: where several builds are tested, in the last one only
# a class in parts, by GNU parallel: together they find what one run finds, and the second time there is nothing to do
command -v parallel >/dev/null || { echo "GNU parallel is not installed (scripts/deps cluster)"; exit 77; }
. $SRC/tests/cli/grade/parts.inc
whole >whole.csv
$SRC/specs/ci/parallel.sh 2 'the parts' $spec "$class" | outcomes
same 'the parts'
cp 'the parts/part-1.jsonl' before.jsonl
$SRC/specs/ci/parallel.sh 2 'the parts' $spec "$class" | outcomes | tail -1
cmp before.jsonl 'the parts/part-1.jsonl'
echo "a part that cannot be had:"
rm 'the parts/part-2.jsonl' && mkdir 'the parts/part-2.jsonl'
$SRC/specs/ci/parallel.sh 2 'the parts' $spec "$class" >out 2>&1 || echo "exit $?"
grep '^srtest' out
