# A recv, a send and a close at the same time, by clients of three kinds, show that the recv looked without the lock.
srtest run --seed 1 --no-save --shrink-time 0 $SRC/specs/channel/channel.yaml $SRC/tests/cli/run/mingled/glance.c | sed -n '/^\*\*\* /p'
