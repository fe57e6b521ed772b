# mistakes of beginners that have a hint of their own, and a range of one value, which is called what it is
cat >slot.yaml <<'YAML'
resource: slot
constants: { MAX: 1 }
state: { n: 0..MAX }
operations:
  put: { cpre: n < MAX, post: n++ }
  get: { cpre: empty(older(get)), post: n -= 1 }
YAML
srtest check slot.yaml 2>&1 || true
sed -i 's/n++/n += 1/; s/empty(older(get))/n > 0/' slot.yaml
srtest check -D MAX=0 slot.yaml 2>&1 || true
