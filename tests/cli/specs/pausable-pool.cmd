cd $SRC/specs/pausable-pool
judge() { srtest judge "$@" || echo "exit $?"; }
judge pausable-pool.yaml left-until-resume-ok.jsonl
judge pausable-pool.yaml asleep-bad.jsonl
