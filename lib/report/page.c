/* What all pages in HTML share: text as it may stand there, and how they look. */
#include "report/html.h"

#include "base/unicode.h"

#include <string.h>

enum { MOST_TEXT = 200000 };

/* --- text --- */

static bool
within(uint32_t c, uint32_t from, uint32_t to)
{
	return from <= c && c <= to;
}

/* What neither HTML nor XML can hold, however it is written. */
static bool
unwritable(uint32_t c)
{
	return within(c, 0x80, 0x9f) || (c & 0xfffe) == 0xfffe || within(c, 0xfdd0, 0xfdef);
}

static void
put_character(struct text *out, const char *s, size_t length)
{
	uint32_t c = length ? utf8_character(s, length) : 0xfffd;
	if (c < ' ' || c == 0x7f)
		text_printf(out, "&#x%x;", c == 0x7f ? 0x2421u : 0x2400u + c); /* the pictures of control characters */
	else if (length == 0 || unwritable(c))
		text_str(out, "&#xfffd;");
	else if (character_is_hidden(c))
		text_printf(out, "&#x27e8;U+%04X&#x27e9;", c);
	else if (strchr("&<>\"'", (int)c) && length == 1)
		text_printf(out, "&#%u;", c);
	else
		text_add(out, s, length);
}

static void
put_text(struct text *out, const char *s, bool lines)
{
	size_t all = strlen(s), n = all < MOST_TEXT ? all : MOST_TEXT;
	while (n < all && n > MOST_TEXT - 4 && ((unsigned char)s[n] & 0xc0) == 0x80)
		n--;
	for (size_t i = 0; i < n;) {
		size_t length = utf8_length(s + i, n - i);
		if (lines && (s[i] == '\n' || s[i] == '\t'))
			text_char(out, s[i]);
		else
			put_character(out, s + i, length);
		i += length ? length : 1;
	}
	if (n < all)
		text_printf(out, "%s&#x2026; and %zu more bytes", lines ? "\n" : " ", all - n);
}

void
html_text(struct text *out, const char *s)
{
	put_text(out, s, false);
}

void
html_lines(struct text *out, const char *s)
{
	put_text(out, s, true);
}

/* Columns that a character of so many bytes takes: those of East Asia are about twice as wide. */
static size_t
columns(const char *s, size_t length)
{
	uint32_t c = length ? utf8_character(s, length) : 0xfffd;
	return character_is_hidden(c) ? 8 : c >= 0x1100 ? 2 : 1;
}

size_t
html_width(const char *s, size_t most)
{
	size_t width = 0;
	for (size_t n = strnlen(s, 4 * most + 4), i = 0; i < n && width <= most;) {
		size_t length = utf8_length(s + i, n - i);
		width += columns(s + i, length);
		i += length ? length : 1;
	}
	return width < most ? width : most;
}

void
html_short(struct text *out, const char *s, size_t most)
{
	size_t width = 0, n = strnlen(s, 4 * most + 8);
	for (size_t i = 0; i < n;) {
		size_t length = utf8_length(s + i, n - i), step = length ? length : 1;
		width += columns(s + i, length);
		if (width > most || (width == most && i + step < n)) {
			text_str(out, "&#x2026;");
			return;
		}
		put_character(out, s + i, length);
		i += step;
	}
}

/* --- parts --- */

void
html_element(struct text *out, const char *element, const char *class, const char *words)
{
	if (!words || !*words)
		return;
	text_printf(out, class ? "<%s class=\"%s\">" : "<%s>", element, class);
	html_text(out, words);
	text_printf(out, "</%s>\n", element);
}

void
html_details(struct text *out, const char *summary, const char *lines, bool open)
{
	if (!lines || !*lines)
		return;
	text_printf(out, "<details%s><summary>%s</summary>\n<pre tabindex=\"0\">\n", open ? " open=\"open\"" : "", summary);
	html_lines(out, lines);
	text_str(out, "</pre>\n</details>\n");
}

void
html_badge(struct text *out, const char *verdict)
{
	text_str(out, "<span class=\"badge ");
	html_text(out, verdict);
	text_str(out, "\">");
	html_text(out, verdict);
	text_str(out, "</span>");
}

const char *
json_words(const json_t *o, const char *key)
{
	return json_string_value(json_object_get(o, key));
}

/* --- the page --- */

#define LIGHT \
	"color-scheme:light;--ground:#fff;--panel:#f6f7f9;--ink:#1b1f24;--faint:#59636e;--line:#d1d7de;--link:#0a58ca;--bar:#3b6fb5;--bar-ink:#1f4a82;" \
	"--wait:#7d8894;--bad:#c4151c;--bad-ground:#fdebec;--good:#17693a;--good-ground:#e5f5ea;--open:#805300;--open-ground:#fdf3d8;"
#define DARK \
	"color-scheme:dark;--ground:#14171b;--panel:#1d2228;--ink:#e6e9ed;--faint:#a3adb8;--line:#39424c;--link:#86b8ff;--bar:#6ea3e6;--bar-ink:#a9cbf7;" \
	"--wait:#8a96a3;--bad:#ff7b78;--bad-ground:#3d1b1d;--good:#6fd394;--good-ground:#16311f;--open:#f0c25a;--open-ground:#36290c;"

static const char style[] =
	":root{" LIGHT "}\n"
	"@media screen and (prefers-color-scheme:dark){:root{" DARK "}}\n"
	"*{box-sizing:border-box}\n"
	"body{margin:0 auto;padding:2rem 1.5rem 4rem;max-width:68rem;background:var(--ground);color:var(--ink);"
	"font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans','DejaVu Sans',sans-serif;overflow-wrap:anywhere}\n"
	"h1,h2,h3,h4{line-height:1.25;margin:2rem 0 .5rem}h1{font-size:1.75rem;margin-top:0}h2{font-size:1.3rem}h3{font-size:1.1rem}h4{font-size:1rem;margin-top:1.25rem}\n"
	"p{margin:.5rem 0}a{color:var(--link)}\n"
	"pre,code,.mono{font-family:ui-monospace,'SFMono-Regular',Menlo,Consolas,'Liberation Mono','DejaVu Sans Mono',monospace;font-size:.85rem}\n"
	"pre{margin:.5rem 0;padding:.75rem 1rem;background:var(--panel);border:1px solid var(--line);border-radius:6px;overflow-x:auto;line-height:1.45;overflow-wrap:normal}\n"
	"details{margin:.75rem 0}summary{cursor:pointer;color:var(--link);width:fit-content}\n"
	":focus-visible{outline:2px solid var(--link);outline-offset:2px}\n"
	"table{border-collapse:collapse;margin:.75rem 0;font-variant-numeric:tabular-nums}\n"
	"caption{text-align:left;color:var(--faint);font-size:.9rem;padding-bottom:.25rem}\n"
	"th,td{padding:.3rem .8rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}th{font-weight:600;overflow-wrap:normal}thead th{color:var(--faint);font-size:.85rem;white-space:nowrap}\n"
	".number{text-align:right}.center{text-align:center}.faint{color:var(--faint)}.scroll{overflow-x:auto}.scroll td:not(.mono){overflow-wrap:break-word}\n"
	".badge{display:inline-block;padding:.05em .6em;border-radius:1em;font-size:.8rem;font-weight:600;border:1px solid;color:var(--open);background:var(--open-ground);vertical-align:.12em;white-space:nowrap}\n"
	".badge.pass{color:var(--good);background:var(--good-ground)}.badge.fail,.badge.error{color:var(--bad);background:var(--bad-ground)}\n"
	".lead{font-size:1.1rem}.facts{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1.25rem;margin:.75rem 0}.facts dt{color:var(--faint)}.facts dd{margin:0}\n"
	".tiles{display:flex;flex-wrap:wrap;gap:.75rem;margin:1rem 0;padding:0;list-style:none}.tiles li{border:1px solid var(--line);border-radius:8px;background:var(--panel);padding:.5rem 1rem;min-width:7rem}\n"
	".tiles b{display:block;font-size:1.6rem;line-height:1.2;font-variant-numeric:tabular-nums}.tiles .pass b{color:var(--good)}.tiles .fail b{color:var(--bad)}.tiles .undecided b{color:var(--open)}\n"
	".submission,.group{border-top:1px solid var(--line);margin-top:2rem;padding-top:1.25rem}.submission h3,.group h3{margin-top:0}h2+.submission,h2+.group{border-top:0;margin-top:0;padding-top:.25rem}.names{columns:12rem;padding-left:1.2rem}.names li{break-inside:avoid}\n"
	"figure{margin:1rem 0;overflow-x:auto}figcaption{position:sticky;left:0;color:var(--faint);font-size:.85rem;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:center}figcaption svg{vertical-align:-.15em;margin-right:.4em}\n"
	".row{display:block;margin:0 0 1rem}\n"
	"svg text{font:11.5px ui-monospace,'SFMono-Regular',Menlo,Consolas,'Liberation Mono','DejaVu Sans Mono',monospace;fill:var(--ink)}\n"
	"svg .head{font-weight:600;fill:var(--faint)}svg .here{fill:var(--bad);font-weight:700}svg .lane{stroke:var(--line)}svg .edge{stroke:var(--line);stroke-dasharray:2 3}\n"
	"svg .column{fill:transparent}svg .column.odd{fill:var(--panel)}svg .column.decides{fill:var(--bad-ground)}svg .column:hover{fill:var(--open-ground)}\n"
	"svg .bar{fill:var(--bar)}svg .wait{fill:url(#hatch);stroke:var(--wait)}svg .cap{stroke:var(--bar-ink);stroke-width:2.5}svg .tick{stroke:var(--wait)}\n"
	"svg .bad.bar{fill:var(--bad)}svg .bad.wait{fill:url(#hatch-bad);stroke:var(--bad)}svg .bad.cap,svg .mark{stroke:var(--bad);stroke-width:3;fill:none}svg .bad.label{fill:var(--bad);font-weight:700}\n"
	"svg .bar:hover,svg .wait:hover{stroke:var(--ink);stroke-width:1.5}\n"
	".defs{position:absolute}#hatch path{stroke:var(--wait);stroke-width:1.6}#hatch-bad path{stroke:var(--bad);stroke-width:2}#hatch rect,#hatch-bad rect{fill:var(--ground)}\n"
	"@page{margin:14mm}\n"
	"@media print{body{max-width:none;padding:0;font-size:10pt}pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:7.5pt}summary{color:inherit}"
	"details::details-content{content-visibility:visible;display:block;block-size:auto}.row{break-inside:avoid;max-width:100%;height:auto;max-height:240mm}h2,h3,h4,summary{break-after:avoid}tr,.tiles,figcaption{break-inside:avoid}"
	"*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}\n";

/* The hatching, once for all drawings. */
static const char patterns[] =
	"<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\" focusable=\"false\"><defs>"
	"<pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><rect width=\"6\" height=\"6\"/><path d=\"M-1 7 7 -1M-1 1 1 -1M5 7 7 5\"/></pattern>"
	"<pattern id=\"hatch-bad\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><rect width=\"6\" height=\"6\"/><path d=\"M-1 7 7 -1M-1 1 1 -1M5 7 7 5\"/></pattern>"
	"</defs></svg>\n";

void
html_begin(struct text *out, const char *title)
{
	text_str(out, "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<meta name=\"color-scheme\" content=\"light dark\"/>\n<title>");
	html_short(out, title, 200);
	text_str(out, "</title>\n<style>\n");
	text_str(out, style);
	text_str(out, "</style>\n</head>\n<body>\n");
	text_str(out, patterns);
}

void
html_end(struct text *out)
{
	text_str(out, "</body>\n</html>\n");
}
