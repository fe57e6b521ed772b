# Each specification is checked; one that is wrong decides the status, and does not keep the others from being checked.
printf 'resource: good\noperations: { a: { } }\nclients: { c: { calls: [ call: a ] } }\n' >good.yaml
printf 'resource: bad\noperations: { a: { cpre: } }\n' >bad.yaml
printf 'resource: alone\noperations: { a: { } }\n' >alone.yaml
srtest check good.yaml missing.yaml bad.yaml alone.yaml
