printf 'resource: good\noperations: { a: { } }\nclients: { c: { calls: [ call: a ] } }\n' >good.yaml
status=0
srtest check --graph /dev/full good.yaml >/dev/null || status=$?
echo $status
srtest check --graph nowhere/graph.dot good.yaml
