# long: where several builds are tested, in the last one only
weak() {
	cat <<-END
		resource: r
		state: { n: nat }
		operations: { add: { post: n += 1 }, get: { returns: nat, result: n } }
		$1
	END
}
weak 'clients: { c: { calls: [ call: add, call: get ] } }' >good.yaml
weak 'clients: { c: { calls: [ call: add ] } }' >weak.yaml
weak '' >alone.yaml
weak 'clients: { c: { calls: [ call: add ] } } }' >bad.yaml
printf 'resource: r\nstate: { n: 0..1 }\noperations: { add: { post: n += 1 } }\nclients: { c: { calls: [ call: add ] } }\n' >wrong.yaml
printf 'resource: r\noperations: { add: {} }\nclients: { c: { calls: [ call: add ] } }\n' >nothing.yaml
printf 'resource: r\noperations: { a: { returns: int, ensures: result > 1000 } }\nclients: { c: { calls: [ call: a ] } }\n' >unknown.yaml
for arguments in good.yaml '--min-score 100 good.yaml' weak.yaml '--min-score 1 weak.yaml' '--min-score 50 -q good.yaml weak.yaml' alone.yaml bad.yaml wrong.yaml nothing.yaml unknown.yaml nowhere.yaml; do
	status=0
	srtest check --mutants $arguments >out 2>err || status=$?
	echo "$arguments: $status: $(grep '%\|wrong\|UNDECIDED' out || true)$(grep -o 'error: .*' err || true)"
done
