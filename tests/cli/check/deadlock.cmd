cat >forks.yaml <<'END'
resource: forks
state:
  free: map[0..1] bool = true
operations:
  take:
    params: { i: 0..1 }
    cpre: free[i]
    post: free[i] := false
  drop:
    params: { i: 0..1 }
    post: free[i] := true
clients:
  philosopher:
    count: 2
    vars: { n: 0..3 = 0 }
    calls:
      - call: take(if n == 0 then id else 1 - id)
        when: n < 2
        then: n += 1
      - call: drop(n - 2)
        when: n >= 2
        then: n := (n + 1) mod 4
END
srtest check forks.yaml
