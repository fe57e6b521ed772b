# lines in the order of time: who began after a return comes after it
judge() { srtest judge "$@" || echo "exit $?"; }
call() { echo "{\"event\":\"called\",\"client\":\"$1\",\"op\":\"$2\"${3:+,\"args\":[$3]}}"; }
back() { echo "{\"event\":\"returned\",\"client\":\"$1\"${2:+,\"value\":$2}}"; }
rest='{"event":"at-rest"}'
register=$SRC/specs/register/register.yaml

# a read that began after the write had returned, and one that had begun before
stale() { call w write 7; call a read; back w; call b read; back a $1; back b $2; echo "$rest"; }
for values in '0 7' '7 7' '0 0' '7 0'; do
	stale $values >lines
	for order in rest time real-time; do
		{ echo "{\"event\":\"begin\",\"order\":\"$order\"}"; cat lines; } >history
		echo "$values, $order: $(judge $register history | head -n 1)"
	done
	echo "$values, nothing said: $(judge $register lines | head -n 1), and with --order time: $(judge --order time $register lines | head -n 1)"
	echo "$values, with --order rest: $(judge --order rest $register history | head -n 1)"
done
stale 7 0 >lines
judge --order time $register lines
judge --order time -f json $register lines

# a permit that nobody had given back when it was taken; when calls return alone says so
semaphore=$SRC/specs/semaphore/semaphore.yaml
{ call a acquire; back a; call b acquire; back b; call c release; back c; echo "$rest"; } >lines
judge --order rest --define PERMITS=1 $semaphore lines
judge --order time --define PERMITS=1 $semaphore lines

# of two that wait at the same time either may have come first, though one was called later
{ call a acquire; back a; echo "$rest"; call b acquire; call c release; back c; call d acquire; back d; echo "$rest"; } >lines
judge --order time --define PERMITS=1 $semaphore lines

# a client's own calls come one after the other, whatever the order of others means
twice() { call a write 1; back a; call a write 2; call b read; back a; back b $1; echo "$rest"; }
for value in 0 1 2 3; do
	twice $value >lines
	echo "$value: $(judge $register lines | head -n 1), $(judge --order time $register lines | head -n 1)"
done
twice 3 >lines
judge $register lines | grep '<<'
