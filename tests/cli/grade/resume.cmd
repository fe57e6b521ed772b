# long: what is tested again: by --resume what has changed, and once more what the machine hindered; by --retry all that is undecided, or an error
. $SRC/tests/cli/grade/class.inc
cp $spec permits.yaml
echo 'int n = CLASS;' >class/a.c
echo '#define CLASS x' >class/class.h
mkdir class/b
ln -s Makefile class/b/link
printf 'all:\n\tfalse\n' >class/b/Makefile
echo 'no library' >class/c.so
# what is tested again, by the lines that the journal gets
again() {
	local words=$1 before=$(cat journal 2>/dev/null | wc -l)
	shift
	srtest grade -j 1 --tests 5 --journal journal "$@" permits.yaml class >out 2>err || cat err
	echo "$words:" $(tail -n +$((before + 1)) journal | sed -nE 's/^\{"submission":"([^"]*)".*/\1/p')
}
again "at first"
again "nothing has changed" --resume
echo '#define CLASS y' >class/class.h
again "a header beside a source" --resume
ln -sfn nowhere class/b/link
again "where a link in a folder leads" --resume
touch permits.h
again "a header beside the specification" --resume
CPATH=$PWD again "what compilers are told" --resume
again "what they are told now" --resume
rm class/c.so
ln -s / class/c.so
again "a link to everything" --resume
echo "--- by itself, once"
hinder() { sed -i -E '$s/"verdict":"error"/"verdict":"undecided","hindered":true'"${1-}"'/' journal; }
hinder
again "hindered" --resume
grep -o '"tries":2' journal
hinder
again "hindered twice" --resume
again "hindered twice, and asked for" --retry
srtest grade --retry permits.yaml class 2>&1 || echo "exit $?"
echo "--- no mark but its own"
cp class/a.c class/a2.c
mkdir class/a2
again "a folder called like a file" --resume
cat err
srtest grade --merge -q --format csv permits.yaml journal | cut -d, -f1,2
