"""Playwright's names for what clz has, so that tests run after their import was changed.

    from clz.playwright.sync_api import expect, sync_playwright

    with sync_playwright() as playwright:
        page = playwright.firefox.launch().new_page()
        page.goto("https://example.com")
        expect(page.get_by_role("heading")).to_have_text("Example Domain")

`async_api` is the same for asyncio. What clz does not have raises an error that names the way.
"""
