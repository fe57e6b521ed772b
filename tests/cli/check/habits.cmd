# what those try who come from other programs: help of a command, options in front of it, files of another kind
head=$SRC/specs/semaphore/semaphore.yaml
try() { echo "\$ srtest $*"; srtest "$@" 2>&1 | head -${LINES_SHOWN:-3} || true; }
try help check
try help
try help nothing
try -v check $head
try schema more
try selftest --help
cat >fails.srt <<'SRT'
replay: 1
spec: semaphore.yaml
phases: []
SRT
LINES_SHOWN=8
try check fails.srt
try replay $head
