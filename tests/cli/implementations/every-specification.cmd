# every specification that comes with implementations has a test here that runs them
for folder in $SRC/specs/*/good; do
	spec=$(basename $(dirname $folder))
	[ -e $SRC/tests/cli/implementations/$spec.cmd ] || echo "$spec: no tests/cli/implementations/$spec.cmd"
done
