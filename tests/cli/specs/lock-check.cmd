cd $SRC/specs/lock
srtest check lock.yaml
