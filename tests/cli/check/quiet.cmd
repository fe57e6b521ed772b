printf 'resource: r\nstate: { n: 0..1 = 0 }\noperations:\n  a: { cpre: n == 1 }\n  b: { post: n -= 1 }\nclients: { c: { calls: [ call: a ] }, d: { calls: [ call: b ] } }\n' >r.yaml
srtest check -q r.yaml || echo $?
sed -i 's/n -= 1/n := 0/' r.yaml
srtest check -q r.yaml
