"""Names of other servers' tools, and the tool here that does the same.

Those of Playwright's MCP server (`browser_…`), of Chrome DevTools', and of Claude's own browser tools. A name that
is the same here but for its prefix needs no line.
"""

from __future__ import annotations

import re

PREFIXES = re.compile(r"^(?:mcp__.+?__)?(?:firefox_|browser_|chrome_|puppeteer_|playwright_|page_)?")
TOOLS = {
    word: tool
    for tool, words in {
        # going to pages
        "open": "goto new_page new_tab tab_new tabs_create tabs_create_mcp web_fetch",
        "navigate": "navigate_page",
        "back": "navigate_back go_back navigate_page_history",
        "forward": "navigate_forward go_forward",
        "reload": "refresh",
        "tabs": "list_pages tab_list tabs_context tabs_context_mcp",
        "tab_select": "select_page",
        "tab_close": "close close_page tabs_close",
        "browser_start": "install",
        "viewport": "resize resize_page",
        # looking
        "snapshot": "find read_page take_snapshot accessibility_snapshot",
        "content": "get_page_text get_text visible_text visible_html",
        "screenshot": "take_screenshot computer zoom",
        "pdf": "pdf_save save_as_pdf",
        "element": "generate_locator",
        "expect": "verify_element_visible verify_list_visible verify_text_visible verify_value",
        "eval": "javascript_tool execute_javascript evaluate_script",
        "py": "run_code run_code_unsafe",
        "console": "console_messages list_console_messages get_console_message read_console_messages",
        "network": "network_requests list_network_requests read_network_requests",
        "network_body": "get_network_request network_request",
        "vitals": "performance_start_trace performance_analyze_insight",
        # acting
        "click": "left_click",
        "mouse": "mouse_click_xy mouse_move_xy mouse_down mouse_up",
        "drag": "mouse_drag_xy",
        "dblclick": "double_click",
        "fill": "form_input",
        "select": "select_option",
        "press": "send_keys",
        "type": "keyboard_type press_sequentially",
        "upload": "file_upload upload_file upload_image",
        "dialog_accept": "handle_dialog",
        "consent": "cookie_banner accept_cookies dismiss_cookie_banner",
        # what a tab is shown, keeps and sends
        "network_throttle": "emulate_network",
        "network_offline": "network_state_set",
        "cookies": "cookie_list",
        "cookies_get": "cookie_get",
        "cookies_set": "cookie_set",
        "cookies_delete": "cookie_delete",
        "cookies_clear": "cookie_clear",
        "storage_local": "localstorage_list localstorage_get localstorage_set",
        "storage_session": "sessionstorage_list sessionstorage_get sessionstorage_set",
        "state_save": "storage_state",
        "state_load": "set_storage_state",
    }.items()
    for word in words.split()
}


def plain(name: str) -> str:
    """A tool's name as it is looked up: in small letters, without the prefix of its server."""
    snake = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower().replace("-", "_")
    return PREFIXES.sub("", snake)
