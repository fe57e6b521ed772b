cd $SRC/specs/register
srtest check --define MOST=2 --define USERS=3 register.yaml
