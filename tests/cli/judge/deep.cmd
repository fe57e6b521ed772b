# deep nesting, a long line and many outstanding calls: a message each, no crash
spec=$SRC/specs/warehouse/warehouse.yaml
status() { "$@" >out 2>err || echo "exit $?"; cut -c 1-100 <out; head -n 1 err | cut -c 1-100; }
python3 -c 'print("[" * 100000)' >nested
status srtest judge $spec nested
python3 -c 'print("{\"event\":\"called\",\"client\":\"" + "r" * 2000000 + "\",\"op\":\"enter\",\"args\":[0,1]}")' >long
status srtest judge $spec long
for i in $(seq 70); do echo '{"event":"called","client":"c'$i'","op":"enter","args":[0,2000]}'; done >many
echo '{"event":"at-rest"}' >>many
status srtest judge $spec many
