# long: where several builds are tested, in the last one only
# A round in which each test ended in what belongs to another round has shown nothing, and is worth no points.
. $SRC/tests/cli/grade/class.inc
hand_in crash 'TAKE if (mine == 1) abort()'
hand_in always-crashes 'TAKE abort()'
grade $spec class | same_everywhere
