"""What is typed for each line of each skill, and what it then prints. A line that is not here fails the test.

`{site}` is the test site, `{smoke}` the page of the smoke tests, `{folder}` a folder, `{free}` a free port, `{ref}` the
first ref of the last snapshot. Of several lines the last is the one of the skill: the others prepare it.
"""

from __future__ import annotations

from typing import NamedTuple

DELETE = """click 'tr:has-text("Ada") >> role=button[name="Delete"]'"""
PEOPLE = "open {site}/people.html"
ROWS = "[...document.querySelectorAll('tr')].slice(1).map(row => [...row.cells].map(cell => cell.textContent))"


class Typed(NamedTuple):
    """Lines, what the last of them prints and ends with, and what it reads."""

    lines: tuple[str, ...]
    printed: str = ""
    code: int = 0
    input: str = ""


def typed(*lines: str, printed: str = "", code: int = 0, input: str = "") -> Typed:
    return Typed(lines, printed, code, input)


FORM = typed("open {site}/form.html", printed="opened ")
LOOK = typed("snapshot -i", printed="\ne2 ")
SECRET = typed("secret set SHOP_PASSWORD --for 127.0.0.1", printed="SHOP_PASSWORD", input="correct horse")
PASSWORD = typed('fill label=Password "{{{{SHOP_PASSWORD}}}}"', printed="SHOP_PASSWORD")
SAVE = typed("state save {folder}/login.json", printed="login.json")
LOGGED_IN = typed("open {site}/form.html --isolated --state {folder}/login.json", printed="opened ")

LINES: dict[str, dict[str, Typed]] = {
    "clz": {
        "open http://localhost:3000": FORM,
        'ready http://localhost:3000 --start "npm start"': typed(
            'ready http://localhost:{free} --start "python3 -m http.server {free}" -- true', printed=""
        ),
        "snapshot -i": LOOK,
        "snapshot": typed("snapshot", printed='heading "Form"'),
        'snapshot --find "Total"': typed('snapshot --find "Fruit"', printed="Apple"),
        "content": typed("content", printed="Five at most"),
        "content TARGET": typed("content h1", printed="Form"),
        "click TARGET": typed("snapshot -i", "click {ref}", printed="clicked"),
        'fill TARGET "text"': typed('fill label=Email "ada@example.com"', printed="ada@example.com"),
        "select TARGET LABEL": typed("select label=Fruit Pear", printed="Pear"),
        "press Enter": typed("press Enter"),
        'fill-form label=Email ada@example.com label=Fruit Pear "label=I agree" true': typed(
            'fill-form label=Email ada@example.com label=Fruit Apple "label=I agree" true', printed="filled 3 fields"
        ),
        "click TARGET --then diff": typed("snapshot -i", 'click "#count" --then diff', printed="text: "),
        'expect text "Thank you"': typed('expect text "Five at most"', printed="as expected"),
        "wait TARGET": typed("wait h1"),
        "screenshot page.png": typed("screenshot {folder}/page.png", printed="page.png"),
        "console": typed("console", printed="messages"),
        "network --status failed": typed("network --status failed"),
        'click TARGET --wait-request "**/api/save"': typed(
            'navigate {site}/form.html --wait-request "**/form.html"', printed="200"
        ),
        """click 'tr:has-text("Ada") >> role=button[name="Edit"]'""": typed(
            PEOPLE, """click 'tr:has-text("Ada") >> role=button[name="Edit"]' --then snapshot""", printed="Edits Ada"
        ),
        'scroll "#orders" --until-text "Order 500"': typed(
            "open {site}/rows.html", 'scroll "#down" --until-text "down 250"', printed="scrolled"
        ),
        "reload": typed("reload", printed="reloaded"),
        "batch -": typed("batch -", printed="Five at most", input="open {site}/form.html\ncontent"),
        "dialog policy accept": typed(
            PEOPLE, "dialog policy accept", f"{DELETE} --then snapshot", printed="Ada is gone"
        ),
        "dialog policy ask": typed(PEOPLE, "dialog policy ask", DELETE, printed="Delete Ada?"),
        "dialog accept": typed("dialog accept", "content", printed="Ada is gone"),
        'fill label=Password "{{SHOP_PASSWORD}}"': typed(
            "open {site}/form.html",
            'fill label=Password "{{{{SHOP_PASSWORD}}}}"',
            printed="SECRET_NOT_FOUND",
            code=2,
        ),
        "secret set SHOP_PASSWORD --for localhost": SECRET,
        "state save login.json": SAVE,
        "open http://localhost:3000 --isolated --state login.json": LOGGED_IN,
        'ask "Please log in"': typed('ask "Please log in" --wait-ms 1000', printed="no person can see", code=1),
        "skills get NAME": typed("skills get forms", printed="# Forms and log-ins"),
        "consent": typed("consent", printed="no consent banner"),
        "dialog dismiss": typed("dialog dismiss", printed="NO_DIALOG", code=1),
        "open": typed("open {site}/index.html", printed="opened "),
        "browser start": typed("browser start", printed="running"),
        "doctor": typed("doctor", printed="0 failed"),
        "tab close": typed("tab close", printed="closed"),
    },
    "clz-forms": {
        "snapshot -i": typed("open {site}/form.html", "snapshot -i", printed="\ne2 "),
        'fill-form label=Email ada@example.com label=Date 2026-03-01 label=Fruit Pear "label=I agree" true': typed(
            'fill-form label=Email ada@example.com label=Date 2026-03-01 label=Fruit Pear "label=I agree" true',
            printed="filled 4 fields",
        ),
        "check label=Small": typed("check label=Small", printed="Small"),
        "select label=Colours red blue": typed("select label=Colours red blue", printed="blue"),
        "upload label=File report.pdf": typed("upload label=File {folder}/report.pdf", printed="report.pdf"),
        'type "#empty" "Lis"': typed('type "#empty" "Lis"', printed="Lis"),
        'press "ArrowDown Enter"': typed('press "ArrowDown Enter"'),
        """click 'role=button[name="Send"]' --then diff""": typed(
            "snapshot -i", """click 'role=button[name="Send"]' --then diff""", printed="+ status: "
        ),
        'expect text "#answer" "ada@example.com" --contains': typed(
            'expect text "#answer" "ada@example.com" --contains', printed="as expected"
        ),
        "network --status failed": typed("network --status failed"),
        "secret set SHOP_PASSWORD --for localhost": SECRET,
        'fill label=Password "{{SHOP_PASSWORD}}"': PASSWORD,
        "secret list": typed("secret list", printed="SHOP_PASSWORD"),
        "passkey on": typed("passkey on", printed="passkeys on"),
        "passkey add --secret NAME": typed(
            "passkey add --secret SHOP_PASSWORD", printed="contains no passkeys", code=2
        ),
        "wait --load quiet": typed("wait --load quiet", printed="found"),
        'ask "Please log in, then press Done"': typed(
            'ask "Please log in, then press Done" --wait-ms 1000', printed="no person can see", code=1
        ),
        "browser start --headed": typed("browser start --headed", printed="running already"),
        "state save login.json": SAVE,
        "open http://localhost:3000 --isolated --state login.json": LOGGED_IN,
        'state load login.json --check http://localhost:3000 --text "Sign out"': typed(
            'state load {folder}/login.json --check {site}/form.html --text "Five at most"', printed="the log-in works"
        ),
        "open http://localhost:3000 --isolated --agent second": typed(
            "open {site}/form.html --isolated --agent second-{agent}", printed="opened "
        ),
    },
    "clz-smoke-tests": {
        "open http://localhost:8000": typed("open {smoke}", printed="opened "),
        "snapshot -i": LOOK,
        "run --check smoke/": typed("run --check {folder}/smoke/", printed="1 test"),
        "run smoke/ --html clz-report": typed("run {folder}/smoke/ --html {folder}/clz-report", printed="1 passed"),
        'ready http://localhost:8000 --start "python3 -m http.server 8000" -- clz run smoke/': typed(
            'ready http://localhost:{free} --start "python3 -m http.server {free}" -- true', printed=""
        ),
        "run smoke/ --last-failed": typed("run {folder}/smoke/ --last-failed", printed="nothing failed"),
        "run smoke/ --heal": typed("run {folder}/smoke/ --heal", printed="1 passed"),
        "record signup.clz": typed("record --help", printed="signup.clz"),
        "record stop": typed("record stop", printed="Nothing is recorded", code=2),
        "run smoke/ --github --junit smoke.xml --retries 1": typed(
            "run {folder}/smoke/ --github --junit {folder}/smoke.xml --retries 1", printed="1 passed"
        ),
    },
    "clz-debug": {
        "open http://localhost:3000": typed("open {site}/devtools.html", printed="opened "),
        "snapshot -i": LOOK,
        "screenshot page.png": typed("screenshot {folder}/page.png", printed="page.png"),
        "console --level error": typed('click "#fail"', "console --level error", printed="uncaught here"),
        "network --status failed": typed(
            """click "#fetch" --wait-request "**/status/404" """, "network --status failed", printed="/status/404"
        ),
        "network --slower-than 1000": typed("network --slower-than 1000"),
        "network record on": typed("network record on", printed="bodies: text"),
        "reload": typed("reload", printed="devtools.html"),
        "network --bodies --type xhr": typed(
            """click "#fetch" --wait-request "**/json*" """, "network --bodies --type xhr", printed="/json"
        ),
        "console --clear": typed("console --clear"),
        "network --clear": typed("network --clear"),
        "click TARGET --then diff": typed("snapshot -i", 'click "#log" --then diff', printed="clicked"),
        'click TARGET --wait-request "**/api/**"': typed(
            """click "#fetch" --wait-request "**/status/*" """, printed="404"
        ),
        "element TARGET": typed('element "#log"', printed="states"),
        "get styles TARGET": typed('get styles "#log"', printed="display:"),
        'get count "li"': typed('get count "button"', printed="5"),
        'eval "document.readyState"': typed('eval "document.readyState"', printed="complete"),
        """route "**/api/users" --json '[]'""": typed("""route "**/api/users" --json '[]'""", printed="answers 200"),
        'route "**/api/**" --status 500': typed('route "**/api/**" --status 500', printed="answers 500"),
        "unroute --all": typed("unroute --all", printed="2 routes removed"),
        "viewport iphone-14": typed("viewport iphone-14", printed="390×844"),
        "emulate --locale de-DE --timezone Europe/Berlin": typed(
            "emulate --locale de-DE --timezone Europe/Berlin", printed="de-DE"
        ),
        "emulate --color-scheme dark": typed("emulate --color-scheme dark", printed="dark"),
        "viewport --reset": typed("viewport --reset"),
        "emulate --reset": typed("emulate --reset"),
        "storage": typed("storage", printed="local"),
        "cookies": typed("cookies set seen yes", "cookies", printed="seen=***"),
        "open http://localhost:3000 --isolated --agent fresh": typed(
            "open {site}/form.html --isolated --agent second-{agent}", printed="opened "
        ),
        "network throttle fast-3g": typed("network throttle fast-3g", printed="1440 kbit/s"),
        "network offline on": typed("network offline on", printed="offline"),
        "network throttle off": typed("network throttle off", printed="not throttled"),
        "network offline off": typed("network offline off", printed="online"),
        "doctor": typed("doctor", printed="0 failed"),
        "skills get smoke-tests": typed("skills get smoke-tests", printed="# Smoke tests"),
    },
    "clz-scrape": {
        "open http://localhost:3000/robots.txt": typed("open {site}/odd.txt", printed="opened "),
        "content": typed("content"),
        "open http://localhost:3000": typed("open {site}/article.html", printed="opened "),
        "consent": typed("consent", printed="no consent banner"),
        "content --format article": typed("open {site}/article.html", "content --format article", printed="# On foxes"),
        "content main": typed("content main", printed="three hundred"),
        'snapshot --find "Ada"': typed(PEOPLE, 'snapshot --find "Ada"', printed="1815"),
        f'eval "{ROWS}" --json': typed(PEOPLE, f'eval "{ROWS}" --json', printed="Ada"),
        "get text h1": typed("get text h1", printed="People"),
        "get attr a href": typed("get attr table class", code=0),
        "scroll --to bottom": typed("scroll --to bottom"),
        """wait --fn "document.querySelectorAll('tr').length > 10\"""": typed(
            """wait --fn "document.querySelectorAll('tr').length > 3\""""
        ),
        """click 'role=button[name="Next"]' --then diff""": typed(
            """click 'role=button[name="Next"]' --then diff""", printed="Barbara"
        ),
        "network record on": typed("network record on", printed="bodies: text"),
        "reload": typed("reload", printed="people.html"),
        "network --bodies --type xhr": typed("network --bodies --type xhr"),
        "get count tr": typed("get count tr", printed="4"),
    },
}
