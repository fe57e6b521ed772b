cd $SRC/specs/cas-register
srtest check --define MOST=1 cas-register.yaml
