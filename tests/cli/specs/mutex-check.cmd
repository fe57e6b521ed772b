cd $SRC/specs/mutex
srtest check mutex.yaml
