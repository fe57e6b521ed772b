cd $SRC/specs/readers-writers
srtest check readers-writers.yaml
srtest check readers-writers.yaml --policy writers-over-readers.yaml
srtest check readers-writers.yaml --policy writers-over-readers-history.yaml
