# long: where several builds are tested, in the last one only
# points are the same in all reports that have them, and are what the section says
. $SRC/tests/cli/grade/class.inc
hand_in good
hand_in safety "$too_early"
hand_in progress "$never_wakes"
hand_in crash 'TAKE if (mine == 1) abort()'
hand_in overlap "$only_at_once"
hand_in broken 'TAKE mine = permit'
sed '/^grading/d' $spec >without.yaml
{ cat without.yaml; echo 'grading: { round1: 1, costs: { crash: 50, progress: 50 } }'; } >costs.yaml
{ cat without.yaml; echo 'grading: {}'; } >nothing.yaml
cat >compare.py <<'PY'
import csv, json
for row in csv.DictReader(open("out.csv", newline="")):
    name, points, of = row["submission"], float(row["points"]), float(row["of"])
    scope = json.load(open("out.gradescope"))[name]
    learn = json.load(open("out.prairielearn"))[name]
    parts = [(t["name"], t["score"], t["max_score"]) for t in scope["tests"]]
    same = parts == [(t["name"], t["points"], t["max_points"]) for t in learn["tests"]]
    same = same and scope["score"] == points == max(0, sum(p for _, p, _ in parts)) and abs(learn["score"] - (points / of if of else 0)) < 1e-9 and of == sum(m for _, _, m in parts)
    print(f"{name}: {points:g} of {of:g}", *(f"{title} {p:g}/{m:g}" for title, p, m in parts), "" if same else "NOT THE SAME", sep="; ")
PY
{ cat $spec; echo 'display: { take: "a permit, please", give: "done" }'; } >shown.yaml
for marks in $spec shown.yaml without.yaml costs.yaml nothing.yaml; do
	echo "--- $marks"
	grade --format csv -o out.csv --format gradescope -o out.gradescope --format prairielearn -o out.prairielearn --format text $marks class | cut -c 1-62 | sed '/^$/,$d'
	python3 compare.py
done
