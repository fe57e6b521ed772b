#!/usr/bin/env bash
# Grades a class on a cluster under Slurm: a job array, a part of the class each, and a job after it that makes one report.
#
# usage: slurm.sh PARTS FOLDER SPEC PATH...
#
# FOLDER, which all nodes must see, gets a journal and a log for each part, and then report.txt, report.csv and report.html.
# The same command once more goes on where it ended: what stands in a journal is not tested again.
#
# GRADE: more options for srtest grade, such as GRADE='--seed 7 --limit-time 120'
# SBATCH_...: options of sbatch, as sbatch(1) has them, such as SBATCH_PARTITION and SBATCH_TIMELIMIT
set -euo pipefail

read -ra options <<<"${GRADE:-}"

# FOLDER SPEC PATH...: one job of the array
part() {
	exec srtest grade "${options[@]}" --jobs "${SLURM_CPUS_PER_TASK:-1}" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
		--journal "$1/part-$SLURM_ARRAY_TASK_ID.jsonl" --resume "${@:2}"
}

# PARTS FOLDER SPEC
merge() {
	local journals=()
	for ((i = 1; i <= $1; i++)); do journals+=("$2/part-$i.jsonl"); done
	exec srtest grade --merge "${options[@]}" --format csv --output "$2/report.csv" --format html --output "$2/report.html" "$3" "${journals[@]}"
}

# PARTS FOLDER SPEC PATH...: prints the number of the last job, for which one can wait
submit() {
	local parts=$1 folder=$2 spec=$3 array
	mkdir -p "$folder"
	array=$(sbatch --parsable --job-name=srtest --array="1-$parts" --requeue --open-mode=append \
		--output="$folder/part-%a.log" "$0" part "${@:2}")
	sbatch --parsable --job-name=srtest-merge --dependency="afterany:${array%%;*}" --output="$folder/report.txt" \
		"$0" merge "$parts" "$folder" "$spec"
}

if [[ ${1:-} = part || ${1:-} = merge ]]; then # in a job
	"$@"
elif [[ $# -ge 4 && $1 = [1-9]* ]]; then
	submit "$@"
else
	echo "usage: slurm.sh PARTS FOLDER SPEC PATH..." >&2
	exit 2
fi
