# A race in JSON and in JUnit XML.
. $SRC/tests/cli/race/try
try unlocked two --tests 300 --format json --output report.json --format junit --output report.xml
python3 - <<'END'
import json
import xml.etree.ElementTree as xml

report = json.load(open("report.json"))
print(report["verdict"], len(report["races"]))
for race in report["races"]:
    print(race["memory"], race["size"])
    for a in race["accesses"]:
        print(" ", a["actor"], a["call"], a["does"], [(p["function"], p["line"]) for p in a["stack"]])
suite = xml.parse("report.xml").getroot()[0]
print(suite.attrib["failures"], suite.attrib["errors"], suite[0][1].tag)
print(suite[0][1].text)
END
