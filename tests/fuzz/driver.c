/* Feeds files to a fuzz target once each, and reports like a unit test. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static uint8_t *
slurp(const char *path, size_t *n)
{
	FILE *f = fopen(path, "rb");
	if (!f || fseek(f, 0, SEEK_END) < 0) {
		perror(path);
		exit(1);
	}
	*n = (size_t)ftell(f);
	rewind(f);
	uint8_t *bytes = malloc(*n); /* exactly as long as the input, so that reading past it is seen */
	if ((!bytes && *n) || fread(bytes, 1, *n, f) != *n) {
		perror(path);
		exit(1);
	}
	fclose(f);
	return bytes;
}

int
main(int argc, char **argv)
{
	printf("1..%d\n", argc - 1);
	for (int i = 1; i < argc; i++) {
		size_t n;
		printf("# %s\n", argv[i]);
		fflush(stdout);
		uint8_t *bytes = slurp(argv[i], &n);
		LLVMFuzzerTestOneInput(bytes, n);
		free(bytes);
		const char *slash = strrchr(argv[i], '/');
		printf("ok %d - %s\n", i, slash ? slash + 1 : argv[i]);
	}
	return 0;
}
