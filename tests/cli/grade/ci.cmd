# long: where several builds are tested, in the last one only
# the files in specs/ci: they can be read, and the commands in them are ours and run as they stand there
ci=$SRC/specs/ci
for f in $ci/*.sh; do bash -n $f; done
if command -v shellcheck >/dev/null; then shellcheck $ci/*.sh; fi
# our reader of YAML reads them to the end, and then says only that they are no specifications
for f in $ci/*.yml; do
	srtest check $f 2>&1 | sed -n 's/.*: error: //p' | grep -v "a specification has no key '[a-z]*'"
done
# the commands of a job, run where there is what they need
cp $SRC/specs/semaphore/semaphore.yaml spec.yaml
mkdir build
gcc -shared -fPIC -g -I $SRC/specs/semaphore -o build/libimpl.so $SRC/specs/semaphore/good/broadcast.c
for f in $ci/*.yml; do
	line=$(sed -n 's/^ *- \(run: \)\{0,1\}\(srtest run .*\)/\2/p' $f)
	echo "${f##*/}: $line"
	rm -f report.xml
	bash -c "$line --seed 1 --tests 20" | sed -n '1s, (seed.*,,p'
	python3 -c 'from xml.etree import ElementTree as e; print(e.parse("report.xml").getroot()[0].attrib["tests"])'
done
for f in $ci/*.sh; do
	$f 2>&1 && echo "exit 0" || echo "exit $?"
	$f x y z w 2>&1 && echo "exit 0" || echo "exit $?"
done
