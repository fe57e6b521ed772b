cd $SRC/specs/multi-register
srtest check multi-register.yaml
