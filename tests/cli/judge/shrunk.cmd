# Of a long history in the order of time that fails, the calls are shown that cannot be explained whatever the others did.
judge() { srtest judge "$@" || echo "exit $?"; }
cas=$SRC/specs/cas-register/cas-register.yaml
invoke() { printf 'INFO  jepsen.util - %s\t:invoke\t:%s\t%s\n' "$@"; }
ok() { printf 'INFO  jepsen.util - %s\t:ok\t:%s\t%s\n' "$@"; }
call() { invoke $1 $2 "$3"; ok $1 $2 "${4-$3}"; }
lost() { invoke $1 $2 "$3"; printf 'INFO  jepsen.util - %s\t:info\t:%s\t:timed-out\n' $1 $2; }

# what is read in the end was overwritten; some calls are lost, and one is open
{
	call 0 write 1; call 1 read nil 1; lost 2 write 5; call 3 cas '[1 4]'; invoke 4 write 6; call 1 write 7
	for value in 8 9 8 9; do call 1 write $value; call 3 read nil $value; done
	lost 5 cas '[9 3]'; call 3 write 0; call 1 read nil 0; call 1 read nil 7; call 1 write 2; call 3 read nil 2
} >log
judge --from jepsen $cas log
judge --from jepsen -f json $cas log

# a lost call explains what is read, as long as nothing shows that it went ahead before
{ lost 0 write 5; call 1 write 7; call 1 read nil 7; call 2 read nil 5; } >log
judge --from jepsen $cas log
{ lost 0 write 5; call 1 read nil 5; call 1 write 7; call 2 read nil 7; call 2 read nil 5; } >log
judge --from jepsen $cas log

# what stays blocked at rest: the lock was released long ago
event() { printf '{"event": "%s"' $1; [ $# = 1 ] || printf ', "client": "%s"' $2; [ $# -lt 3 ] || printf ', "op": "%s"' $3; echo '}'; }
turn() { event called $1 acquire; event returned $1; event called $1 release; event returned $1; }
{ for client in a b c a b c a; do turn $client; done; event called eve acquire; event called bob acquire; event returned eve; event at-rest
  event called eve release; event returned eve; event at-rest; } >history
judge --order time $SRC/specs/mutex/mutex.yaml history

# many clients do not stand beside each other
{ for client in 1 2 3 4 5 6; do echo "{:process $client, :type :invoke, :f :append, :key \"key\", :value \"value $client\"}"; done
  for client in 1 2 3 4 5 6; do echo "{:process $client, :type :ok, :f :append, :key \"key\", :value \"value $client\"}"; done
  echo '{:process 10, :type :invoke, :f :get, :key "key"} {:process 10, :type :ok, :f :get, :key "key", :value ""}'; } >history
judge --from porcupine-kv $SRC/specs/kv/kv.yaml history | sed -n '1,/^Model/p'
