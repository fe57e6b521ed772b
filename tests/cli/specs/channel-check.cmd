# long: the largest of the specifications that are explored to the end
cd $SRC/specs/channel
srtest check channel.yaml
