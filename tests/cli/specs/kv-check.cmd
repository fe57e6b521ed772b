cd $SRC/specs/kv
srtest check --define USERS=2 kv.yaml
