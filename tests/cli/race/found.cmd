# long: where several builds are tested, in the last one only
. $SRC/tests/cli/race/try
for name in unlocked double-checked publication worker fields bit-fields spinning; do
	try $name two --tests 300
done
