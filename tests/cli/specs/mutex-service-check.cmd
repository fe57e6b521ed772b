cd $SRC/specs/mutex-service
srtest check --define USERS=2 mutex-service.yaml
