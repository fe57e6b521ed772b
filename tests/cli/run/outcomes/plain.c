static int n, m;
int use(int who);

/* Accesses to memory are all there is. */
int
use(int who)
{
	n = n + 1;
	m = m * 2 + n;
	n = n + who;
	return (n * 4 + m) % 61;
}
