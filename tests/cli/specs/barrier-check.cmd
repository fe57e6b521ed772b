cd $SRC/specs/barrier
srtest check barrier.yaml
