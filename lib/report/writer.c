#include "report/private.h"

#include <string.h>

void
list_names(char *to, size_t room, const char *(*name)(size_t), size_t n)
{
	size_t at = 0;
	for (size_t i = 0; i < n && at < room; i++)
		at += (size_t)snprintf(to + at, room - at, "%s%s", i == 0 ? "" : i + 1 == n ? " or " : ", ", name(i));
}

static const struct report_writer writers[] = {{"text", write_text}, {"json", write_json}, {"junit", write_junit}, {"html", write_html}, {"github", write_github}};

const struct report_writer *
report_writer(const char *name)
{
	for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
		if (strcmp(writers[i].name, name) == 0)
			return &writers[i];
	return NULL;
}

static const char *
name_of(size_t writer)
{
	return writers[writer].name;
}

const char *
report_writers(void)
{
	static char names[256];
	list_names(names, sizeof names, name_of, sizeof writers / sizeof *writers);
	return names;
}
