cd $SRC/specs/asymmetric-buffer
srtest check asymmetric-buffer.yaml
