# Nothing was judged, or not all, or a cap was reached: exit status 5, and the reason.
spec=$SRC/specs/warehouse/warehouse.yaml
judge() { srtest judge "$@" || echo "exit $?"; }
: >empty
judge $spec empty
printf '\n  \n' >blank
judge $spec blank
printf '%s\n' '{"event":"at-rest"}' >rest
judge $spec rest
printf '%s\n' '{"event":"called","client":"r0","op":"enter","args":[0,100]}' '{"event":"returned","client":"r0"}' '{"event":"at-rest"}' \
	'{"event":"called","client":"r0","op":"exit","args":[0,100]}' >unfinished
judge $spec unfinished
{ srtest judge $spec unfinished --format json || true; } | python3 -c 'import json, sys; o = json.load(sys.stdin); print(o["verdict"], "-", o["reason"])'
for i in 1 2 3 4 5 6; do printf '{"event":"called","client":"r%d","op":"enter","args":[0,%d]}\n' $i $i; done >six
for i in 1 2 3 4 5 6; do printf '{"event":"returned","client":"r%d"}\n' $i; done >>six
printf '%s\n' '{"event":"at-rest"}' >>six
judge $spec six --cap 10
judge $spec six
