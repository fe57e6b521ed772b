# -v: what compilers said, and the reports on failures, stand below the line of each
. $SRC/tests/cli/grade/class.inc
hand_in good
hand_in early "$too_early"
hand_in broken 'TAKE mine = permit'
grade -v $spec class | sed -nE '/^    (permits|broken)/s/ (after|error).*/ \1/p; /^[^ ]/p' | same_everywhere
