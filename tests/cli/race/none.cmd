. $SRC/tests/cli/race/try
try bytes two --tests 300
try ordered ordered --tests 600
