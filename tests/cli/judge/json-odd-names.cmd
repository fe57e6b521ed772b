# file names that are not UTF-8 and clients with quotes make valid JSON too
printf '{"event":"called","client":"\\"\\u00e9\\n","op":"enter","args":[0,1100]}\n{"event":"returned","client":"\\"\\u00e9\\n"}\n{"event":"at-rest"}\n' >$'odd\xff"name'
srtest judge -f json $SRC/specs/warehouse/warehouse.yaml $'odd\xff"name' >line || true
python3 -c 'import json; o = json.load(open("line")); print(ascii(o["history"]), ascii(o["why"][0]["client"]), o["class"])'
