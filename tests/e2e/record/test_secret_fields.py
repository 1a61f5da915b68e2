"""What is entered in a secret field is in no journal, no recording and no difference of two looks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.browsers import Browser, Page

VALUES = {"password": "Zq7!vermil<ion&40", "code": "739164", "card": "4929123456789019"}
MARKUP = """<!doctype html><title>Pay</title><h1>Pay</h1>
<label>Password <input id="password" type="password"></label>
<label>Code <input id="code" autocomplete="one-time-code"></label>
<label>Card <input id="card" autocomplete="cc-number"></label>
<button id="pay">Pay now</button><p id="echo" role="status">Nothing yet</p>
<script>
for (const field of document.querySelectorAll("input")) field.oninput = () => {
  echo.textContent = "You wrote " + field.value;
  document.title = field.value;
  console.error("got", field.value);
};
</script>"""


def told(folder: Path) -> list[str]:
    """Which values stand in a file below a folder, in whichever way JSON and addresses write them."""
    found = []
    for path in (path for path in folder.rglob("*") if path.is_file()):
        text = path.read_bytes().decode(errors="replace")
        for name, value in VALUES.items():
            if value in text or json.dumps(value)[1:-1] in text:
                found.append(f"{name} in {path.name}: {text[max(0, text.find(value) - 200) :][:300]}")
    return found


def test_no_journal_no_recording_and_no_difference_tells_what_was_entered(
    browser: Browser, page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = tmp_path / "journal"
    source = f"document.open(); document.write({json.dumps(MARKUP)}); document.close(); 1"
    with monkeypatch.context() as recording:
        recording.setenv("CLZ_JOURNAL", str(journal))
        page.open("blank.html")
        page.call("evaluate", expression=source, unsafe=True)
        looks = [page.call("getAccessibilitySnapshot")["snapshot"]]
        for name, value in VALUES.items():
            for command in ("fill", "type"):
                page.call(command, target=f"#{name}", text=value)
                looks.append(page.call("getAccessibilitySnapshot", diff=True)["snapshot"])
                page.fails("expect", condition="text", target="#echo", value="other", waitMs=0)
            looks.append(page.call("click", target="#pay")["text"])
            page.fails("click", target="#nowhere", waitMs=0)
    assert "You wrote ••••••" in "".join(looks), "what changed is told, masked"
    assert not [value for value in VALUES.values() for look in looks if value in look]
    assert len(list(journal.rglob("*"))) > 10
    assert not told(journal)
    file = tmp_path / "written" / "pay.clz"
    file.parent.mkdir()
    done = browser.clz("record", str(file), "--from", str(journal))
    assert done.returncode == 0, done.stderr
    assert "fill" in file.read_text()
    assert not told(file.parent)
