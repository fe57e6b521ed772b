cp $SRC/tests/cli/run/box/* . && chmod u+w *
gcc -shared -fPIC -O1 -o good.so box.c
try() { srtest run --seed 1 --tests 50 "$@" 2>&1 && echo "exit 0" || echo "exit $?"; }
is_json() { python3 -c 'import json,sys; o = json.load(open(sys.argv[1])); print(sys.argv[1], o["verdict"], o["tests"])' "$1"; }
is_junit() { python3 -c 'import sys; from xml.etree import ElementTree as e; r = e.parse(sys.argv[1]).getroot(); print(sys.argv[1], r[0].attrib["tests"], r[0].attrib["errors"])' "$1"; }
echo "several at once, and the text besides:"
try -f json -o a.json --format junit --output b.xml box.yaml good.so | sed '/ calls in /d'
is_json a.json
is_junit b.xml
echo "a report on standard output stands alone:"
try -f json box.yaml good.so | grep -c .
echo "an old file is replaced, with its permissions, and a link stays one:"
echo old >real.json && chmod 600 real.json && ln -s real.json link.json
try -q -f json -o link.json box.yaml good.so
is_json real.json
stat -c '%a %F' real.json link.json
echo "text, in a file:"
try -q -o words.txt box.yaml good.so
head -1 words.txt
echo "what cannot be:"
try -o nowhere/report box.yaml good.so
try -f json -o . box.yaml good.so
try -f json -f text box.yaml good.so
try -f yaml box.yaml good.so
try -o '' box.yaml good.so
try -f json -o box.yaml box.yaml good.so
try -f json -o new.json -o new.json box.yaml good.so
try -q -f json -o /dev/null -o /dev/null box.yaml good.so
mkdir class && cp box.c class && echo "#define ROOM 1" >class/room.h
for f in box.c room.h; do
	(srtest grade -o class/$f box.yaml class 2>&1 || echo "exit $?")
done
cmp box.c class/box.c && cat class/room.h && rm -r class
echo "a device that is full:"
try -q -f json -o /dev/full box.yaml good.so
(srtest run --tests 5 box.yaml good.so >/dev/full) 2>&1 || echo "exit $?"
echo "an implementation that cannot be loaded:"
try -f json -o a.json box.yaml nowhere.so
python3 -c 'import json; o = json.load(open("a.json")); print(o["verdict"], o["reason"])'
ls
