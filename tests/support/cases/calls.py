"""An example of every command that acts in a page, in a browser or in the host: what fronts are tried with."""

from __future__ import annotations

from typing import Any

from clz_mcp_adapter.tools.catalog import TOOLS

SITE = "https://example.com"
ELSEWHERE = {  # called by tests of their own
    "firefox_browser_stop",
    "firefox_dialog_accept",
    "firefox_dialog_dismiss",
    "firefox_pool_grant",
    "firefox_diff",
    "firefox_download",
    "firefox_ask",
    "firefox_read_result",
    "firefox_network_body",
    "firefox_py",
}
FILES = ("path", "files")
# By their tools, in an order that makes sense: what the tool's answer says, and the arguments where they are not the
# command's own example.
_CALLS: list[tuple[str, str] | tuple[str, str, dict[str, Any]]] = [
    ("firefox_open", "Opened tabId"),
    ("firefox_navigate", '"Form"'),
    ("firefox_content", "\n0\n"),
    ("firefox_click", "button#count"),
    ("firefox_wait", "There."),
    ("firefox_expect", "As expected"),
    ("firefox_type", ": Ada"),
    ("firefox_press", "Tab on input#text"),
    ("firefox_screenshot", "Tab "),
    ("firefox_back", "index.html"),
    ("firefox_forward", "form.html"),
    ("firefox_reload", "form.html"),
    ("firefox_tabs", "(current)"),
    ("firefox_tab_select", "Your current tab"),
    ("firefox_emulate", "locale: de-DE"),
    ("firefox_emulate", "nothing is emulated", {"reset": True}),
    ("firefox_cookies_set", "one=***"),
    ("firefox_cookies_import", "1 cookie"),
    ("firefox_cookies", "one=***"),
    ("firefox_cookies_get", "x"),
    ("firefox_cookies_delete", "deleted one"),
    ("firefox_cookies_clear", "two"),
    ("firefox_storage_local", "set one"),
    ("firefox_storage_session", "deleted "),
    ("firefox_storage", "local "),
    ("firefox_storage_clear", "deleted "),
    ("firefox_clipboard_write", "wrote 3 characters"),
    ("firefox_clipboard_read", "Ada"),
    ("firefox_clipboard_paste", "pasted 3 characters"),
    ("firefox_state_save", "state.json"),
    ("firefox_state_load", "loaded ", {"path": "state.json"}),
    ("firefox_passkey_on", "passkeys on: internal"),
    ("firefox_auth_set", "STAGING"),
    ("firefox_auth_list", "ada"),
    ("firefox_auth_clear", "https://example.com"),
    ("firefox_ping", "answers"),
    ("firefox_version", "\nFirefox "),
    ("firefox_status", "\nhost    pid "),
    ("firefox_doctor", "Nothing to do."),
    ("firefox_browser_status", "running (session "),
    ("firefox_browser_start", "Firefox is running already"),
    ("firefox_loop_start", "focus loop started: up to 20 iterations"),
    ("firefox_loop_state", "iteration 0/20"),
    ("firefox_loop_list", "Go on"),
    ("firefox_loop_stop", "focus loop stopped after 0 of 20 iterations"),
    ("firefox_navigate", '"Form"'),
    ("firefox_snapshot", ' button "Count"'),
    ("firefox_get", "before"),
    ("firefox_element", "button"),
    ("firefox_page_state", "headings\n  @"),
    ("firefox_dblclick", "button#count"),
    ("firefox_hover", "button#count"),
    ("firefox_focus", "input#text"),
    ("firefox_fill", "at once"),
    ("firefox_fill_form", "Filled 3 fields."),
    ("firefox_batch", "1 hover:"),
    ("firefox_select", "Pear"),
    ("firefox_check", "input#agree"),
    ("firefox_uncheck", "input#agree"),
    ("firefox_upload", "gave given.txt ("),
    ("firefox_drag", "span#total"),
    ("firefox_scroll", ", at 0, "),
    ("firefox_mouse", "button#count"),
    ("firefox_wheel", "button#count"),
    ("firefox_select_text", "Form"),
    ("firefox_dialog_status", "policy: "),
    ("firefox_dialog_policy", "dialogs: dismiss"),
    ("firefox_eval", "2"),
    ("firefox_console", "0"),
    ("firefox_network_record", "bodies: text"),
    ("firefox_reload", "form.html"),
    ("firefox_network_sockets", "0 of 0 messages"),
    ("firefox_network", "form.html"),
    ("firefox_network_har", "page.har"),
    ("firefox_network_record", "not recorded", {"state": "off"}),
    ("firefox_route", "**/nowhere.css"),
    ("firefox_route_list", "**/nowhere.css"),
    ("firefox_unroute", "1 route"),
    ("firefox_network_headers_set", "X-One: 1, X-Two: 2"),
    ("firefox_network_headers_clear", "all tabs: removed X-One; sends X-Two: 2"),
    ("firefox_network_offline", "all tabs: online"),
    ("firefox_network_throttle", "all tabs: not throttled"),
    ("firefox_network_conditions", "no network conditions"),
    ("firefox_init_add", "in each page of your tabs from the next one on"),
    ("firefox_init_list", "script "),
    ("firefox_init_remove", "1 init script removed, 0 left"),
    ("firefox_consent", "no consent banner"),
    ("firefox_agents", "* agent_"),
    ("firefox_config_get", "evaluate_unsafe  on"),
    ("firefox_config_list", "evaluate_unsafe  on"),
    ("firefox_config_set", "127.0.0.1"),
    ("firefox_can_navigate", "https://example.org/ is not allowed by "),
    ("firefox_window_mode", "normal"),
    ("firefox_window_private", "normal"),
    ("firefox_pool_request", " of 12 tabs"),
    ("firefox_pool_status", " of 12 tabs"),
    ("firefox_viewport", "iphone-14: 390×"),
    ("firefox_tap", "button#count"),
    ("firefox_swipe", "h1"),
    ("firefox_window_list", "1 window; "),
    ("firefox_window_resize", "1366×768"),
    ("firefox_pdf", "page.pdf"),
    ("firefox_activate", "Listed now", {"category": "all"}),
]
_CLOSING: list[tuple[str, str]] = [
    ("firefox_tab_close", "You have no tab left."),
    ("firefox_open", "Opened tabId"),
    ("firefox_window_close", "closed tabs "),
]


def _placed(name: str, value: Any) -> Any:
    """A value of an example, with the places in it that a test fills in."""
    if name == "tabId":
        return "{tab}"
    if name in FILES:
        return f"{{folder}}/{value}" if isinstance(value, str) else [f"{{folder}}/{each}" for each in value]
    return value.replace(SITE, "{site}") if name == "url" else value


_LISTED = {call[0] for call in (*_CALLS, *_CLOSING)}
# Those that are in no list do what their examples say, whatever they answer.
_OTHERS = [(_tool, "") for _tool in TOOLS if _tool not in _LISTED | ELSEWHERE]
CALLS: list[tuple[str, dict[str, Any], str]] = []
for _tool, _said, *_own in (*_CALLS, *_OTHERS, *_CLOSING):
    _given = _own[0] if _own else TOOLS[_tool].example or {}
    CALLS.append((_tool, {name: _placed(name, value) for name, value in _given.items()}, _said))


def filled(arguments: dict[str, Any], words: dict[str, Any]) -> dict[str, Any]:
    """Arguments with `{site}` in them made an address, `{folder}` a path and `{tab}` a number."""
    return {name: _filled(value, words) for name, value in arguments.items()}


def _filled(value: Any, words: dict[str, Any]) -> Any:
    if isinstance(value, list):
        return [_filled(each, words) for each in value]
    if not isinstance(value, str):
        return value
    return words["tab"] if value == "{tab}" else value.format(**words)
