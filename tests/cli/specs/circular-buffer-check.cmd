cd $SRC/specs/circular-buffer
srtest check circular-buffer.yaml --states 100000
