cd $SRC/specs/warehouse
srtest check warehouse.yaml -D ROBOTS=2
srtest check warehouse.yaml -D ROBOTS=2 --policy fifo.yaml
srtest check warehouse.yaml -D ROBOTS=2 --policy heaviest-first.yaml
