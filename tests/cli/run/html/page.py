"""Looks at pages that srtest has written, without a browser: page.py FILE... prints what is wrong, and what there is."""
import re
import sys
from html.parser import HTMLParser
from xml.etree import ElementTree

HTML, SVG = "{http://www.w3.org/1999/xhtml}", "{http://www.w3.org/2000/svg}"
ELEMENTS = set("""html head meta title style body main nav section h1 h2 h3 h4 p span b strong a ul li dl dt dd div pre code table thead tbody tr th td
    caption details summary figure figcaption""".split())
DRAWN = set("svg defs pattern rect path text title".split())
ATTRIBUTES = set("""lang charset http-equiv content name class id href open tabindex scope colspan role aria-labelledby aria-label aria-hidden focusable
    width height viewBox x y d patternUnits text-anchor""".split())
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffe\uffff]")


class Tags(HTMLParser):
    """The elements as a parser for HTML sees them; a browser takes the page for that, not for XML."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def handle_starttag(self, tag, attributes):
        self.seen.append(tag.lower())

    handle_startendtag = handle_starttag


def elements(root):
    """Its elements without their namespaces, those that may not be there marked."""
    for e in root.iter():
        namespace, _, name = e.tag.rpartition("}")
        allowed = ELEMENTS if namespace + "}" == HTML else DRAWN if namespace + "}" == SVG else ()
        yield e, name, name in allowed


def look(path):
    with open(path, encoding="utf-8") as f:
        source = f.read()
    root = ElementTree.fromstring(source)
    wrong = []
    ids = [e.get("id") for e in root.iter() if e.get("id") is not None]
    wrong += [f"two elements have the id {i}" for i in set(ids) if ids.count(i) > 1]
    for e, name, allowed in elements(root):
        if not allowed:
            wrong.append(f"there is an element {e.tag}")
        wrong += [f"<{name}> has {a}" for a in e.attrib if a not in ATTRIBUTES]
        if "href" in e.attrib and (e.get("href")[:1] != "#" or e.get("href")[1:] not in ids):
            wrong.append(f"a link leads to {e.get('href')}")
        wrong += [f"{name} is named by {i}, which is not there" for i in e.get("aria-labelledby", "").split() if i not in ids]
        if name == "svg" and e.get("aria-hidden") != "true" and (e.get("role") != "img" or not e.get("aria-labelledby")):
            wrong.append("a drawing has no name")
    style = "".join(e.text for e in root.iter(HTML + "style"))
    wrong += [f"the style refers to {u}" for u in re.findall(r"url\((?!#)[^)]*|@import|https?:", style)]
    policy = [e.get("content") for e in root.iter(HTML + "meta") if e.get("http-equiv") == "Content-Security-Policy"]
    wrong += ["there is no policy for its content"] if policy != [POLICY] else []
    wrong += [f"the text has the character U+{ord(c):04X}" for c in set(UNSEEN.findall("".join(root.itertext())))]
    parser = Tags()
    parser.feed(source)
    if parser.seen != [name.lower() for _, name, _ in elements(root)]:
        wrong.append("it is another page as HTML than as XML")
    return root, wrong


def text(path):
    """All words on the page."""
    return "".join(look(path)[0].itertext())


if __name__ == "__main__":
    bad = False
    for path in sys.argv[1:]:
        root, wrong = look(path)
        count = {name: sum(1 for e in root.iter() if e.tag.endswith("}" + name)) for name in ("main", "section", "figure", "details")}
        drawings = [e for e in root.iter(SVG + "svg") if e.get("class") == "row"]
        marks = [e for d in drawings for e in d.iter(SVG + "path") if e.get("class") == "mark"]
        print(ascii(path) + ":", ", ".join(f"{n} {name}" for name, n in count.items() if n) + f"; {len(drawings)} rows, {len(marks)} marks")
        for problem in sorted(set(wrong)):
            print(" ", ascii(problem))
        bad = bad or bool(wrong)
    sys.exit(bad)
