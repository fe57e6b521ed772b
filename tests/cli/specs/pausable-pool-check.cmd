cd $SRC/specs/pausable-pool
srtest check --define JOBS=4 pausable-pool.yaml
