#include "report/private.h"

#include <string.h>

static const struct report_writer writers[] = {{"text", write_text}, {"json", write_json}, {"junit", write_junit}, {"html", write_html}, {"github", write_github}};

const struct report_writer *
report_writer(const char *name)
{
	for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
		if (strcmp(writers[i].name, name) == 0)
			return &writers[i];
	return NULL;
}

const char *
report_writers(void)
{
	static char names[256];
	size_t n = sizeof writers / sizeof *writers, at = 0;
	for (size_t i = 0; i < n && at < sizeof names; i++)
		at += (size_t)snprintf(names + at, sizeof names - at, "%s%s", i == 0 ? "" : i + 1 == n ? " or " : ", ", writers[i].name);
	return names;
}
