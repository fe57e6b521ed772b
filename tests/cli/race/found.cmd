. $SRC/tests/cli/race/try
for name in unlocked double-checked publication worker fields bit-fields spinning; do
	try $name two --tests 300
done
