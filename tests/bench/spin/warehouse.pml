/* The warehouse as `srtest check` explores it; the comment in readers-writers.pml holds here too. */
#define N 4
#define MAX 10

byte weight[N], started;
bool occupied[N];

inline check() {
	assert(weight[0] <= MAX && weight[1] <= MAX && weight[2] <= MAX && weight[3] <= MAX)
}

active [4] proctype robot() {
	byte n, w;
	atomic { started == _pid -> started++; if :: w = 3 :: w = 6 fi };
	do
	:: d_step { weight[n] + w <= MAX -> weight[n] = weight[n] + w; if :: n > 0 -> occupied[n] = false :: else fi; check() };
		skip;
		atomic {
			n == N - 1 || !occupied[n + 1] ->
			weight[n] = weight[n] - w;
			if :: n < N - 1 -> occupied[n + 1] = true :: else fi;
			check();
			n++;
			w++
		};
end:		n < N /* makes its next call, or is done */
	od
}
