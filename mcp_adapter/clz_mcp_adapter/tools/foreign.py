"""Names of other servers' tools, and the tool here that does the same.

Those of Playwright's MCP server (`browser_…`), of Chrome DevTools', and of Claude's own browser tools. A name that
is the same here but for its prefix needs no line.
"""

from __future__ import annotations

import re

PREFIXES = re.compile(r"^(?:mcp__.+?__)?(?:firefox_|browser_|chrome_|puppeteer_|playwright_|page_)?")
TOOLS = {
    # going to pages
    "goto": "open",
    "new_page": "open",
    "new_tab": "open",
    "tab_new": "open",
    "tabs_create": "open",
    "tabs_create_mcp": "open",
    "web_fetch": "open",
    "navigate_page": "navigate",
    "navigate_back": "back",
    "go_back": "back",
    "navigate_page_history": "back",
    "navigate_forward": "forward",
    "go_forward": "forward",
    "refresh": "reload",
    "list_pages": "tabs",
    "tab_list": "tabs",
    "tabs_context": "tabs",
    "tabs_context_mcp": "tabs",
    "select_page": "tab_select",
    "close": "tab_close",
    "close_page": "tab_close",
    "tabs_close": "tab_close",
    "install": "browser_start",
    "resize": "viewport",
    "resize_page": "viewport",
    # looking
    "find": "snapshot",
    "read_page": "snapshot",
    "take_snapshot": "snapshot",
    "accessibility_snapshot": "snapshot",
    "get_page_text": "content",
    "get_text": "content",
    "visible_text": "content",
    "visible_html": "content",
    "take_screenshot": "screenshot",
    "computer": "screenshot",
    "zoom": "screenshot",
    "pdf_save": "pdf",
    "save_as_pdf": "pdf",
    "generate_locator": "element",
    "verify_element_visible": "expect",
    "verify_list_visible": "expect",
    "verify_text_visible": "expect",
    "verify_value": "expect",
    "javascript_tool": "eval",
    "execute_javascript": "eval",
    "evaluate_script": "eval",
    "run_code": "py",
    "run_code_unsafe": "py",
    "console_messages": "console",
    "list_console_messages": "console",
    "get_console_message": "console",
    "read_console_messages": "console",
    "network_requests": "network",
    "list_network_requests": "network",
    "read_network_requests": "network",
    "get_network_request": "network_body",
    "network_request": "network_body",
    "performance_start_trace": "vitals",
    "performance_analyze_insight": "vitals",
    # acting
    "left_click": "click",
    "mouse_click_xy": "mouse",
    "mouse_move_xy": "mouse",
    "mouse_down": "mouse",
    "mouse_up": "mouse",
    "mouse_drag_xy": "drag",
    "double_click": "dblclick",
    "form_input": "fill",
    "select_option": "select",
    "send_keys": "press",
    "keyboard_type": "type",
    "press_sequentially": "type",
    "file_upload": "upload",
    "upload_file": "upload",
    "upload_image": "upload",
    "handle_dialog": "dialog_accept",
    "cookie_banner": "consent",
    "accept_cookies": "consent",
    "dismiss_cookie_banner": "consent",
    # what a tab is shown, keeps and sends
    "emulate_network": "network_throttle",
    "network_state_set": "network_offline",
    "cookie_list": "cookies",
    "cookie_get": "cookies_get",
    "cookie_set": "cookies_set",
    "cookie_delete": "cookies_delete",
    "cookie_clear": "cookies_clear",
    "localstorage_list": "storage_local",
    "localstorage_get": "storage_local",
    "localstorage_set": "storage_local",
    "sessionstorage_list": "storage_session",
    "sessionstorage_get": "storage_session",
    "sessionstorage_set": "storage_session",
    "storage_state": "state_save",
    "set_storage_state": "state_load",
}


def plain(name: str) -> str:
    """A tool's name as it is looked up: in small letters, without the prefix of its server."""
    snake = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower().replace("-", "_")
    return PREFIXES.sub("", snake)
