# soak: it takes too long for every day
# a class in parts, by a job array: together they find what one run finds
for program in munged slurmctld slurmd sbatch; do
	command -v $program >/dev/null || PATH=$PATH:/usr/sbin command -v $program >/dev/null ||
		{ echo "Slurm is not installed here: there is no $program (scripts/deps cluster)"; exit 77; }
done
[ $(id -u) = 0 ] || { echo "only root can start the daemons of Slurm here"; exit 77; }
. $SRC/tests/cli/grade/parts.inc
. $SRC/tests/cli/grade/cluster.inc
whole >whole.csv
cluster_start || { echo "Slurm cannot be started here:"; cluster_says; exit 77; }
last=$($SRC/specs/ci/slurm.sh 2 'the parts' $spec "$class")
cluster_await $last
outcomes <'the parts/report.txt'
same 'the parts'
echo "once more, with nothing left to do:"
cp 'the parts/part-1.jsonl' before.jsonl
cluster_await $($SRC/specs/ci/slurm.sh 2 'the parts' $spec "$class")
outcomes <'the parts/report.txt' | tail -1
cmp before.jsonl 'the parts/part-1.jsonl'
