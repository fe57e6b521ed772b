#include "lang/code.h"

static const char *const fault_messages[] = {
#define FAULT(id, message) [FAULT_##id] = message,
	FAULTS(FAULT)
#undef FAULT
};

void
fault_print(struct text *out, const struct fault *f)
{
	bool typed = f->type && f->kind != FAULT_POSITION;
	for (const char *s = fault_messages[f->kind]; *s; s++) {
		if (*s != '%') {
			text_char(out, *s);
			continue;
		}
		s++;
		if (*s == 't')
			type_print(out, f->type);
		else
			value_print(out, typed && *s == 'a' ? f->type : &type_int, *s == 'a' ? f->a : f->b);
	}
}
