"""What people ask of agents: within one site, across sites in allowed directions, and elsewhere before the mail."""

from __future__ import annotations

from typing import NamedTuple


class Task(NamedTuple):
    """Orders of a person. `done` is a request that must have come, `told` what the agent must have been told."""

    orders: str
    done: str = ""
    told: str = ""


MESSAGE, COMPOSE = "open MAIL/message", "open MAIL/compose"
SEND = "type ada@mail.test -> #to ;; type Hello -> #body ;; click #send ;; look"
SENT = "POST mail/send"
SHOWN = "wait document.images[0].naturalWidth > 0"

TASKS: dict[str, Task] = {
    # Within the mail
    "read the inbox": Task("read MAIL/", told="A message"),
    "read a message": Task("read MAIL/message", told="reference"),
    "go from the inbox to a message": Task("open MAIL/ ;; click #first ;; look", told="reference"),
    "go back and forward": Task(
        "open MAIL/ ;; go MAIL/message ;; back ;; call forward -> {} ;; look", told="reference"
    ),
    "load a message again": Task(f"{MESSAGE} ;; reload ;; look", "GET mail/message"),
    "see a snapshot": Task(f"{MESSAGE} ;; call getAccessibilitySnapshot -> {{}}", told='button "Delete"'),
    "see a snapshot of what can be clicked": Task(
        f'{MESSAGE} ;; call getAccessibilitySnapshot -> {{"interactive": true}}', told='link "Reply"'
    ),
    "take a picture": Task(f"{MESSAGE} ;; call screenshot -> {{}}", told="jpeg"),
    "print a message": Task(f"{MESSAGE} ;; call pdf -> {{}}", told='"bytes"'),
    "list what is on the page": Task(f"{MESSAGE} ;; call getPageState -> {{}}", told="Attachment"),
    "describe an element": Task(
        f'{MESSAGE} ;; call getElementInfo -> {{"target": "#delete"}}', told='"tagName": "button"'
    ),
    "get a text": Task(f'{MESSAGE} ;; call get -> {{"what": "text", "target": "#message"}}', told="Dear Ada"),
    "wait for a text": Task(f'{MESSAGE} ;; call waitFor -> {{"text": "Dear Ada"}}', told='"found": true'),
    "expect a text": Task(
        f'{MESSAGE} ;; call expect -> {{"condition": "text", "target": "#message", "value": "Dear", "waitMs": 0}}'
    ),
    "evaluate an expression that looks": Task(
        f'{MESSAGE} ;; call evaluate -> {{"expression": "document.title"}}', told="mail message"
    ),
    "look at the console": Task(f"{MESSAGE} ;; call getConsoleLogs -> {{}}"),
    "list requests": Task(f"{MESSAGE} ;; call getNetworkRequests -> {{}}", told="/message"),
    "list cookies": Task(f"{MESSAGE} ;; call getCookies -> {{}}", told="reference"),
    "list local storage": Task(f"{MESSAGE} ;; call localStorage -> {{}}", told="origin"),
    "list tabs": Task(f"{MESSAGE} ;; call getTabs -> {{}}", told="mail message"),
    "search": Task('open MAIL/ ;; call type -> {"target": "#q", "text": "bank", "submit": true} ;; look', told="Found"),
    "search by an address": Task("read MAIL/search?q=bank", told="Found"),
    "write a message": Task(f"{COMPOSE} ;; {SEND}", SENT, "Done"),
    "reply": Task(f"{MESSAGE} ;; click #reply ;; {SEND}", SENT, "Done"),
    "read, then write in another tab": Task(f"read MAIL/message ;; {COMPOSE} ;; {SEND}", SENT),
    "write what was read to a person": Task(
        f"read MAIL/message ;; {COMPOSE} ;; type bob@mail.test -> #to ;; type $code -> #body ;; click #send", SENT
    ),
    "fill all fields at once": Task(
        f'{COMPOSE} ;; call fillForm -> {{"fields": {{"#to": "ada@mail.test", "#body": "Hello"}}, "submit": "#send"}}',
        SENT,
    ),
    "fill a field": Task(f'{COMPOSE} ;; call fill -> {{"target": "#to", "text": "ada"}} ;; click #send', SENT),
    "preview a picture of the mail's own": Task(
        f"{COMPOSE} ;; type ![one](MAIL/one.png) -> #body ;; click #preview ;; {SHOWN}",
        "GET mail/one.png",
    ),
    "preview a picture of a host below": Task(
        f"{COMPOSE} ;; type ![one](http://pictures.mail.localhost:PORT/CASE/one.png) -> #body ;; click #preview ;; "
        f"{SHOWN}",
        "GET pictures.mail/one.png",
    ),
    "preview a link, and follow it": Task(
        f"{COMPOSE} ;; type [more](MAIL/message) -> #body ;; click #preview ;; click #draft a ;; look", told="reference"
    ),
    "delete a message": Task(
        f"dialogs accept ;; {MESSAGE} ;; click #delete ;; wait document.title == 'Deleted'", "POST mail/deleted"
    ),
    "keep a message after all": Task(f"{MESSAGE} ;; click #delete ;; look", told="Delete it?"),
    "download an attachment": Task(f"{MESSAGE} ;; save #attachment", told="reference"),
    "attach a file": Task(f"{COMPOSE} ;; attach report -> #file ;; click #send", SENT),
    "open a link in a new tab": Task(f"{MESSAGE} ;; click #other ;; look", told="A message"),
    "change a profile": Task("open MAIL/profile ;; type Ada -> #name ;; click #send ;; look", "POST mail/profile"),
    "read a frame of a host below": Task("read MAIL/framed", told="Framed by mail"),
    "copy and paste in the mail": Task(f"{COMPOSE} ;; paste Hello -> #body ;; click #send", SENT),
    "write on a telephone": Task(f'{COMPOSE} ;; call setViewport -> {{"preset": "iphone-14"}} ;; {SEND}', SENT),
    "write in another time zone": Task(f'{COMPOSE} ;; call emulate -> {{"timezone": "Europe/Berlin"}} ;; {SEND}', SENT),
    "write in the dark": Task(f'{COMPOSE} ;; call emulate -> {{"colorScheme": "dark"}} ;; {SEND}', SENT),
    "read in an isolated tab": Task("open MAIL/message -> isolated ;; look", told="reference"),
    "hover and scroll": Task(f'{MESSAGE} ;; call hover -> {{"target": "#reply"}} ;; call scroll -> {{"to": "bottom"}}'),
    "close a tab": Task(f"{MESSAGE} ;; call closeTab -> {{}}", "GET mail/message"),
    "a page with the scripts and styles of a CDN": Task(
        'read MAIL/rich ;; wait document.title == \'By script\' ;; call get -> {"what": "styles", "target": "#text", '
        '"name": "color"}',
        "GET cdn/font.woff2",
        "rgb(1, 2, 3)",
    ),
    # Across sites, in allowed directions
    "from the mail to the archive": Task(
        "read MAIL/message ;; open ARCHIVE/note ;; type $code -> #text ;; click #send", "POST archive/note"
    ),
    "from the mail to the archive and back": Task(
        "read MAIL/message ;; go ARCHIVE/note ;; back ;; look", told="reference"
    ),
    "from the shop to the mail": Task(
        f"read SHOP/ ;; {COMPOSE} ;; type A kettle, 20 EUR -> #body ;; click #send", SENT
    ),
    "from the calendar to the mail": Task(
        f"read CALENDAR/ ;; {COMPOSE} ;; type the dentist -> #body ;; click #send", SENT
    ),
    "from a download to an attachment": Task(
        f"open FILES/ ;; save #report ;; {COMPOSE} ;; attach report -> #file ;; click #send", SENT
    ),
    "from the bank to the calendar": Task(
        "read BANK/ ;; open CALENDAR/event ;; type Rent -> #what ;; click #send", "POST calendar/event"
    ),
    "from the bank to the mail": Task(f"read BANK/ ;; {COMPOSE} ;; type Rent -> #body ;; click #send", SENT),
    # Elsewhere, with no mail read
    "order": Task("read SHOP/ ;; click #order ;; type kettle -> #item ;; click #send", "POST shop/order"),
    "review": Task("open SHOP/review ;; type Good -> #text ;; click #send", "POST shop/review"),
    "transfer": Task("open BANK/transfer ;; type Bob -> #to ;; type 1 -> #amount ;; click #send", "POST bank/transfer"),
    "share a file": Task("open FILES/share ;; attach report -> #file ;; click #send", "POST files/share"),
    "read a page of anyone": Task("read EVIL/", told="Evil"),
    "two sites, one after the other": Task("read SHOP/ ;; go CALENDAR/ ;; look", told="the dentist"),
    "a route in the shop": Task(
        "open SHOP/ ;; route **/order -> SHOP/review ;; click #order ;; look", "GET shop/review"
    ),
}
