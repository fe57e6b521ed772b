# long: where several builds are tested, in the last one only
# the same seed gives the same marks, whatever the number of jobs, the order of paths, the part, or what is tested beside it
. $SRC/tests/cli/grade/class.inc
hand_in good
hand_in safety "$too_early"
hand_in progress "$never_wakes"
hand_in order "$out_of_turn"
hand_in overlap "$only_at_once"
hand_in broken 'TAKE mine = permit'
hand_in crash 'TAKE if (mine == 1) abort()'
# what is in journals, but for the time it took and the order it came in
records() {
	python3 - "$@" <<'PY'
import json, sys
for line in sorted(line for path in sys.argv[1:] for line in open(path).readlines()[1:]):
    record = json.loads(line)
    record.pop("seconds")
    record.get("report", {}).pop("seconds", None)
    print(json.dumps(record, sort_keys=True))
PY
}
grade -j 1 --seed 7 --journal one $spec class >one.txt
grade -j 4 --seed 7 --journal four $spec class >four.txt
grade -j 2 --seed 7 --journal turned $spec class/safety.c class/good.c class/progress.c class/overlap.c class/order.c class/broken.c class/crash.c >turned.txt
for part in 1 2 3; do
	grade -j 2 --seed 7 --journal part$part --shard $part/3 $spec class >part$part.txt
done
records one | sort >expected
for other in four turned 'part1 part2 part3'; do
	records $other | sort | diff expected - && echo "$other: the same"
done
for other in four turned; do
	diff <(same_everywhere <one.txt) <(same_everywhere <$other.txt)
done
wc -l <expected
grade -j 2 --seed 8 --journal eight $spec class >eight.txt
records eight | sort | cmp -s expected - || echo "another seed: other tests"
