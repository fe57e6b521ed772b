cd $SRC/specs/stack
srtest check --states 100000 stack.yaml
