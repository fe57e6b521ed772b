cd $SRC/specs/try-ring
srtest check try-ring.yaml
