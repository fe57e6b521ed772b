cd $SRC/specs/bounded-buffer
srtest check bounded-buffer.yaml
srtest check bounded-buffer.yaml -D PRODUCERS=2 -D CONSUMERS=2 --policy fifo-per-operation
srtest check bounded-buffer.yaml -D PRODUCERS=2 -D CONSUMERS=2 --policy fifo
