#!/usr/bin/env bash
# Grades a class with GNU parallel: a part of the class each, here or on several machines, and then one report.
#
# usage: parallel.sh PARTS FOLDER SPEC PATH...
#
# FOLDER, which all machines must see, gets a journal for each part, and then report.csv and report.html; the text goes to
# standard output. The same command once more goes on where it ended: what stands in a journal is not tested again.
#
# GRADE: more options for srtest grade, such as GRADE='--seed 7 --limit-time 120'
# PARALLEL: options of parallel, as parallel(1) has them, such as PARALLEL='--jobs 4 --sshloginfile machines --workdir .'
set -euo pipefail

if [ $# -lt 4 ] || [[ $1 != [1-9]* ]]; then
	echo "usage: parallel.sh PARTS FOLDER SPEC PATH..." >&2
	exit 2
fi
parts=$1 folder=$2 spec=$3
read -ra options <<<"${GRADE:-}"
mkdir -p "$folder"
status=0
seq "$parts" | parallel --quote -I @PART@ srtest grade "${options[@]}" --jobs 1 --shard "@PART@/$parts" \
	--journal "$folder/part-@PART@.jsonl" --resume "${@:3}" >"$folder/parts.txt" || status=$?

journals=()
for ((i = 1; i <= parts; i++)); do journals+=("$folder/part-$i.jsonl"); done
srtest grade --merge "${options[@]}" --format csv --output "$folder/report.csv" --format html --output "$folder/report.html" "$spec" "${journals[@]}"
exit "$status"
