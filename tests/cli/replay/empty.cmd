W=$SRC/specs/warehouse
printf 'replay: 1\nspec: %s/warehouse.yaml\nimplementation: %s/good/broadcast.c\nphases: []\n' $W $W >empty.srt
srtest replay empty.srt
