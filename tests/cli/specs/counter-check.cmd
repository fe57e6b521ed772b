cd $SRC/specs/counter
srtest check --define USERS=3 counter.yaml
