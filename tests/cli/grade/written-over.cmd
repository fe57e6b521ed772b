# nothing that is read is written over, neither by a report nor by the journal, whatever way leads there; two reports go to two places
. $SRC/tests/cli/grade/class.inc
cp $spec permits.yaml
printf 'policy: mine\noperations: { take: { enabled: empty(older(take)) } }\n' >mine.yaml
touch permits.h
echo 'x' >class/a.c
mkdir class/b
echo 'all:' >class/b/Makefile
: >class/empty.c
ln permits.yaml hard.yaml
ln -s permits.yaml soft.yaml
ln -s report link-to-nothing
ln -s class folder
before=$(find . -type f ! -name report.txt -exec cksum {} + | sort)
try() {
	srtest grade -q "$@" permits.yaml class >report.txt 2>&1 && echo "written: $*" || { echo "exit $?"; head -n 1 report.txt; }
}
try --journal journal --output journal
try --journal journal --output ./journal
try --journal journal --output folder/../journal
try --journal report --output link-to-nothing
try --journal report --resume -f csv -o x -f json -o report
echo "--- what is read"
try --output hard.yaml
try --output soft.yaml
try --journal hard.yaml --resume
try --journal permits.h
try --output permits.h
try --policy mine.yaml --journal mine.yaml --resume
try --policy mine.yaml --output ./mine.yaml
try --journal class/a.c --resume
try --journal folder/empty.c
try --journal class/new.so
try --output class/new.h
try --output class/b/Makefile
try --output folder/b/new
echo "--- two reports"
try -f csv -o new -f json -o ./new
try -f csv -o link-to-nothing -f json -o report
ln -s report.txt to-report.txt
try -f csv -o to-report.txt -f text
test "$before" = "$(find . -type f ! -name report.txt -exec cksum {} + | sort)" && echo "nothing has changed"
