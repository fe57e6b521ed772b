# long: where several builds are tested, in the last one only
# every folder of implementations has a test here that runs them
for folder in $SRC/specs/*/good* $SRC/specs/*/faulty*; do
	name=$(basename $(dirname $folder))-$(basename $folder)
	[ -e $SRC/tests/cli/implementations/$name.cmd ] || echo "missing: tests/cli/implementations/$name.cmd"
done
