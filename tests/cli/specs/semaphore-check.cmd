cd $SRC/specs/semaphore
srtest check semaphore.yaml
