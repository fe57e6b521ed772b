# long: where several builds are tested, in the last one only
# what calls are lent lies at the same addresses each time a test is made: who polls, and looks at it, goes the same way
srtest run --no-save --seed 1 $SRC/specs/channel/channel.yaml $SRC/specs/channel/good/hand-over.c >out
grep -o "passed [0-9]* tests\|went two ways" out
