"""Opens pages in headless Chromium and clicks through them: browser.py FILE... prints what is wrong, and what there is.

It talks with the browser over the pipe of the DevTools protocol: JSON, each message ended by a zero.
"""
import ctypes
import fcntl
import json
import os
import shutil
import subprocess
import sys

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
PR_SET_CHILD_SUBREAPER = 36
COLORS = {}  # what the page looks like, by scheme

# The least contrast of a text with what is behind it, as WCAG counts it.
CONTRAST = """(() => {
    const parse = c => (c.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
    const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
    const ground = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
    let least = 99;
    for (const e of document.querySelectorAll('body *')) {
        if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || e.closest('title') || e.closest('defs')) continue;
        const style = getComputedStyle(e), drawn = e.closest('svg.row');
        const behind = drawn ? [...drawn.querySelectorAll('.column')].filter(c => c.getBBox().x <= +e.getAttribute('x')).map(c => parse(getComputedStyle(c).fill)).filter(c => c.length < 4 || c[3] > 0).pop() : null;
        const a = light(parse(drawn ? style.fill : style.color)), b = light(behind || ground(e));
        least = Math.min(least, (Math.max(a, b) + .05) / (Math.min(a, b) + .05));
    }
    return least;
})()"""


class Browser:
    """A browser, and one page in it."""

    def __init__(self, program):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        folder = os.path.abspath("browser")
        os.makedirs(folder, exist_ok=True)
        commands, self.to, self.back, answers = (fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 10) for fd in (*os.pipe(), *os.pipe()))
        os.dup2(commands, 3), os.dup2(answers, 4)  # where the browser looks for them
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-breakpad", "--no-first-run", "--remote-debugging-pipe",
             "--hide-scrollbars", "--window-size=1100,900", f"--user-data-dir={folder}", "about:blank"], pass_fds=(3, 4), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ, HOME=folder, TMPDIR=folder, XDG_CONFIG_HOME=folder, XDG_CACHE_HOME=folder))
        for fd in (3, 4, commands, answers):
            os.close(fd)
        os.closerange(5, 10)
        self.rest, self.number, self.events, self.session = b"", 0, [], None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "DOM", "Accessibility"):
            self.ask(domain + ".enable")

    def message(self):
        while b"\0" not in self.rest:
            more = os.read(self.back, 1 << 16)
            if not more:
                sys.exit("the browser has ended")
            self.rest += more
        text, _, self.rest = self.rest.partition(b"\0")
        message = json.loads(text)
        if message.get("method") == "Page.javascriptDialogOpening":  # nothing goes on before it is closed
            self.send("Page.handleJavaScriptDialog", {"accept": True})
        return message

    def send(self, method, parameters):
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters} | ({"sessionId": self.session} if self.session else {})
        data = json.dumps(command).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        return self.number

    def ask(self, method, **parameters):
        number = self.send(method, parameters)
        while (message := self.message()).get("id") != number:
            self.events.append(message)
        if "error" in message:
            sys.exit(f"{method}: {message['error']['message']}")
        return message["result"]

    def wait(self, event):
        while not any(e.get("method") == event for e in self.events):
            self.events.append(self.message())

    def evaluate(self, expression):
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            sys.exit(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def open(self, path):
        self.events = []
        self.ask("Page.navigate", url="file://" + os.path.abspath(path).replace("%", "%25").replace("#", "%23").replace("?", "%3f"))
        self.wait("Page.loadEventFired")

    def click(self, element):
        """Clicks the middle of what the expression names, as a mouse does."""
        self.evaluate(f"{element}.scrollIntoView({{block: 'center', behavior: 'instant'}})")
        x, y = self.evaluate(f"(r => [r.left + Math.min(r.width / 2, 40), r.top + Math.min(r.height / 2, 8)])({element}.getBoundingClientRect())")
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def media(self, medium, scheme):
        self.ask("Emulation.setEmulatedMedia", media=medium, features=[{"name": "prefers-color-scheme", "value": scheme}])

    def close(self):
        self.session = None
        self.ask("Browser.close")
        while True:
            try:
                os.wait()
            except ChildProcessError:
                return


def click_details(b, wrong):
    """Every one opens and closes at a click; then all are left open."""
    n = b.evaluate("document.querySelectorAll('details').length")
    for i in range(n):
        details = f"document.querySelectorAll('details')[{i}]"
        before = b.evaluate(details + ".open")
        b.click(details + ".querySelector('summary')")
        if b.evaluate(details + ".open") == before:
            wrong.append(f"details {i} did not change at a click")
        if before:
            b.click(details + ".querySelector('summary')")
        if not b.evaluate(f"{details}.open && {details}.lastElementChild.checkVisibility()"):
            wrong.append(f"details {i} did not open")
    return n


def click_links(b, wrong):
    n = b.evaluate("document.querySelectorAll('a').length")
    for i in range(n):
        link = f"document.querySelectorAll('a')[{i}]"
        b.click(link)
        if not b.evaluate(f"location.hash === {link}.getAttribute('href') && (r => r.top >= -1 && r.top < innerHeight)(document.getElementById({link}.hash.slice(1)).getBoundingClientRect())"):
            wrong.append(f"link {i} does not lead to its place")
    return n


def look(b, path):
    wrong = []
    b.media("screen", "light")
    b.open(path)
    if b.evaluate("document.scripts.length + [...document.querySelectorAll('*')].filter(e => [...e.attributes].some(a => /^on/i.test(a.name))).length"):
        wrong.append("there is something to run")
    title = b.evaluate("document.title")
    details, links = click_details(b, wrong), click_links(b, wrong)
    for scheme in ("light", "dark"):
        b.media("screen", scheme)
        contrast = b.evaluate(CONTRAST)
        if contrast < 4.5:
            wrong.append(f"{scheme}: a text has a contrast of only {contrast:.2f}")
        COLORS[scheme] = b.evaluate("getComputedStyle(document.body).backgroundColor")
    if b.evaluate("document.documentElement.scrollWidth > innerWidth"):
        wrong.append("it is wider than the window")
    columns = b.evaluate("[...document.querySelectorAll('svg.row .column')].map(c => c.querySelector('title').textContent)")
    bars = b.evaluate("[...document.querySelectorAll('svg.row .bar, svg.row .wait')].map(c => c.querySelector('title').textContent)")
    if not all(columns) or not all(bars):
        wrong.append("a part of a drawing says nothing")
    tree = b.ask("Accessibility.getFullAXTree")["nodes"]
    names = [(n.get("role", {}).get("value"), n.get("name", {}).get("value")) for n in tree if not n.get("ignored")]
    images = [name for role, name in names if role == "image"]
    if not all(images) or ("heading", 1) not in [(n.get("role", {}).get("value"), p["value"]["value"]) for n in tree for p in n.get("properties", []) if p["name"] == "level"]:
        wrong.append("those who cannot see it are not told what there is")
    b.evaluate("document.querySelectorAll('details').forEach(d => d.open = false)")
    b.media("print", "dark")
    if b.evaluate("getComputedStyle(document.body).backgroundColor") != COLORS["light"]:
        wrong.append("it is printed on a dark ground")
    if b.evaluate("[...document.querySelectorAll('details')].some(d => !d.lastElementChild.checkVisibility())"):
        wrong.append("what is closed is not printed")
    requests = {e["params"]["request"]["url"] for e in b.events if e.get("method") == "Network.requestWillBeSent"}
    if len(requests) != 1:
        wrong.append(f"it asks for {sorted(requests)}")
    noise = [e for e in b.events if e.get("method") in ("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Page.javascriptDialogOpening")]
    wrong += [f"the browser says {json.dumps(e['params'])}" for e in noise]
    if b.evaluate("document.title") != title:
        wrong.append("its title has changed")
    print(ascii(os.path.basename(path)) + f": {details} details, {links} links, {len(images)} images, {len(columns)} columns, {len(bars)} bars")
    return wrong


if __name__ == "__main__":
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not program:
        print("there is no browser; scripts/deps browser installs one")
        sys.exit(77)
    if not sys.argv[1:]:
        sys.exit()
    browser, bad = Browser(program), False
    for path in sys.argv[1:]:
        for problem in look(browser, path):
            print(" ", ascii(problem))
            bad = True
    print("light and dark differ" if COLORS["light"] != COLORS["dark"] else "dark is light")
    browser.close()
    sys.exit(bad)
