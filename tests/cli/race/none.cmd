# long: where several builds are tested, in the last one only
. $SRC/tests/cli/race/try
try bytes two --tests 300
try ordered ordered --tests 600
