# what is wrong with a file is told with its place
cp $SRC/specs/warehouse/warehouse.yaml .
replay() {
	srtest replay "$@" 2>&1 && echo "exit 0" || echo "exit $?"
}
cat >bad.srt <<END
replay: 1
spec: warehouse.yaml
implementation: x.so
fials: progress
seed: 0x5eeed1g
phases: []
END
replay bad.srt
cat >bad.srt <<END
replay: 1
spec: warehouse.yaml
implementation: x.so
phases:
  - calls:
      ann: entr(0, 100)
      bob: enter(0, 5000)
END
replay bad.srt
replay nowhere.srt
mkdir folder
replay folder
printf '\377' >bad.srt
replay bad.srt
printf 'replay: 1\nspec: nowhere.yaml\nimplementation: x.so\nphases: []\n' >bad.srt
replay bad.srt
printf 'replay: 1\nspec: warehouse.yaml\nimplementation: nowhere.so\nphases: []\n' >bad.srt
replay bad.srt
replay
