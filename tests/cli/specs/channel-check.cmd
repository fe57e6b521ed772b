cd $SRC/specs/channel
srtest check channel.yaml
