# JSON and XML of a name with everything in it that they cannot hold as it is
cp $SRC/tests/cli/run/box/* . && chmod u+w *
name=$'a<b>&"\'c\x01\xff\n.so'
gcc -shared -fPIC -O1 -o good.so box.c && mv good.so "$name"
srtest run --seed 1 --tests 5 -q -f json -o a.json -f junit -o b.xml box.yaml "$name"
python3 - <<'END'
import json
from xml.etree import ElementTree
print(ascii(json.load(open("a.json"))["implementation"]))
print(ascii(ElementTree.parse("b.xml").getroot()[0][0].attrib["name"]))
END
