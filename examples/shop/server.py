"""A small shop to try clz on, with nothing but Python: `python3 server.py`, then open http://localhost:8000/.

It has a log-in like that of Django's admin (ada, "correct horse"), orders that come late and in pieces, a report to
download, a board for several users, and a catalogue.
"""

from __future__ import annotations

import html
import json
import secrets
import sys
import time
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

PASSWORDS = {"ada": "correct horse", "grace": "battery staple"}
ORDERS = [{"id": 17, "what": "Tea", "price": 4.5}, {"id": 18, "what": "Cups", "price": 12.0}]
PRODUCTS = [("Tea", 4.5, 120), ("Cups", 12.0, 8), ("Kettle", 39.9, 0), ("Honey", 6.2, 41)]
REPORT = "id,what,price\n" + "".join(f"{order['id']},{order['what']},{order['price']}\n" for order in ORDERS)
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>{title} · Shop</title>
<link rel="icon" href="data:,"><meta name="viewport" content="width=device-width, initial-scale=1">
<style>body {{ font: 1rem/1.5 system-ui; max-width: 40rem; margin: 2rem auto; padding: 0 1rem }}
label {{ display: block }}
table {{ border-collapse: collapse }} td, th {{ padding: .25rem 1rem .25rem 0; text-align: left }}</style>
<nav><a href="/">Shop</a> · <a href="/orders">Orders</a> · <a href="/catalogue">Catalogue</a> · <a href="/board">Board
</a> · <a href="/report">Report</a> · <a href="/admin/">Account</a></nav><main><h1>{title}</h1>{body}</main></html>"""
LOGIN = """{problem}<form method="post" id="login-form">
<input type="hidden" name="csrfmiddlewaretoken" value="{token}">
<label>Username: <input name="username" id="id_username" required></label>
<label>Password: <input type="password" name="password" id="id_password" required></label>
<input type="submit" value="Log in"></form>"""
ORDERS_PAGE = """<p role="status">Loading …</p><ul></ul><script>
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
fetch("/api/orders").then(async (answer) => {
  if (!answer.ok) throw new Error(answer.status);
  for (const order of await answer.json()) {
    await wait(300);
    const line = document.createElement("li");
    line.textContent = `${order.what}, ${order.price.toFixed(2)} €`;
    document.querySelector("ul").append(line);
  }
  document.querySelector("[role=status]").textContent = "All orders are here.";
}).catch(() => { document.querySelector("[role=status]").textContent = "Something went wrong. Try again later."; });
</script>"""
BOARD = """<ul>{messages}</ul>
<form method="post"><label>Message <input name="text" required></label><button>Post</button></form>"""


SESSIONS: dict[str, str] = {}
MESSAGES: list[str] = []


class Shop(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if path == "/":
            self.page("Welcome", "<p>Tea, and what goes with it.</p>")
        elif path == "/orders":
            self.page("Orders", ORDERS_PAGE)
        elif path == "/api/orders":
            time.sleep(0.4)  # as a database that thinks
            self.send("application/json", json.dumps(ORDERS))
        elif path == "/report":
            self.page("Report", '<p><a href="/report.csv">Download the report</a></p>')
        elif path == "/report.csv":
            self.send("text/csv", REPORT, ("Content-Disposition", 'attachment; filename="report.csv"'))
        elif path == "/catalogue":
            rows = "".join(f"<tr><td>{what}<td>{price}<td>{left}" for what, price, left in PRODUCTS)
            self.page("Catalogue", f"<table><tr><th>Product<th>Price<th>In stock{rows}</table>")
        elif path == "/board":
            lines = "".join(f"<li>{html.escape(message)}" for message in MESSAGES)
            self.page("Board", BOARD.format(messages=lines))
        elif path == "/admin/":
            user = self.user()
            if user is None:
                self.go("/admin/login/")
            else:
                self.page(f"Welcome, {user}", '<p><a href="/admin/logout/">Log out</a></p>')
        elif path == "/admin/login/":
            self.page("Log in", LOGIN.format(problem="", token=secrets.token_hex(16)))
        elif path == "/admin/logout/":
            self.go("/", ("Set-Cookie", "sessionid=; Path=/; Max-Age=0"))
        else:
            self.page("Not found", "<p>There is no such page.</p>", 404)

    def do_POST(self) -> None:
        said = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        fields = {name: values[0] for name, values in said.items()}
        if self.path == "/board":
            MESSAGES.append(f"{self.user() or 'somebody'}: {fields['text']}")
            self.go("/board")
        elif PASSWORDS.get(fields["username"]) == fields["password"]:
            key = secrets.token_hex(16)
            SESSIONS[key] = fields["username"]
            self.go("/admin/", ("Set-Cookie", f"sessionid={key}; Path=/; HttpOnly; SameSite=Lax"))
        else:
            wrong = "<p role='alert'>Please enter the correct username and password.</p>"
            self.page("Log in", LOGIN.format(problem=wrong, token=secrets.token_hex(16)))

    def user(self) -> str | None:
        cookie = SimpleCookie(self.headers.get("Cookie", "")).get("sessionid")
        return SESSIONS.get(cookie.value) if cookie else None

    def page(self, title: str, body: str, status: int = 200) -> None:
        self.send("text/html; charset=utf-8", PAGE.format(title=html.escape(title), body=body), status=status)

    def go(self, where: str, *headers: tuple[str, str]) -> None:
        self.send("text/plain", "", ("Location", where), *headers, status=303)

    def send(self, kind: str, body: str, *headers: tuple[str, str], status: int = 200) -> None:
        data = body.encode()
        self.send_response(status)
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(data))), *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """What happens is seen in Firefox."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8000), Shop)
    print(f"http://localhost:{server.server_address[1]}/  (Ctrl-C ends it)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
