#include "cmd/cmd.h"

#include <getopt.h>

static int
run(int argc, char **argv)
{
	static const struct option options[] = {{"help", no_argument, NULL, 'h'}, {0}};
	int option;
	while ((option = next_option(&command_schema, argc, argv, ":h", options)) != -1)
		return option == 'h' ? help(&command_schema) : EXIT_USAGE;
	if (argc != optind)
		return usage(&command_schema, "it takes no arguments");
	struct text out = {0};
	spec_schema(&out);
	fputs(out.s, stdout);
	text_free(&out);
	return EXIT_CONFORMS;
}

const struct command command_schema = {
	"schema", "", "Prints the JSON Schema of specifications, for editors",
	"  -h, --help                this text\n",
	run,
};
