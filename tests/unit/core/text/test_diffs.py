"""Changes of a snapshot in few lines."""

from __future__ import annotations

from clz_core.text.snapshots.diffs import short_changes


def test_of_what_is_another_now_the_new_line_is_left_and_of_what_is_gone_its_root() -> None:
    assert short_changes(
        """\
-   - link "Basket (0)" [ref=e1]
+   - link "Basket (1)" [ref=e1]
-   - button "Add" [ref=e2]
+   - button "Add" [active] [ref=e2]
-   - article:
-     - heading "Rake" [level=2]
-     - text: old
-   - text: 0
+   - text: 1
+   - article:
+     - heading "Hose" [level=2]"""
    ).splitlines() == [
        '~ e1 "Basket (1)"',
        "- article",
        "+ text: 1",
        "+ article:",
        '+   heading "Hose" [level=2]',
    ]


def test_what_is_gone_in_a_row_is_counted() -> None:
    gone = "\n".join(f'- - button "{n}" [ref=e{n}]' for n in range(5))
    assert short_changes(gone).splitlines() == ['- button "0" … and 4 more']
    fields = "\n".join(f'- - textbox "{n}" (email) [required] [ref=e{n}]: ada' for n in range(5))
    assert short_changes(fields).splitlines() == ['- textbox "0" … and 4 more']


def test_what_a_field_takes_is_not_said_again_and_its_states_are() -> None:
    assert short_changes(
        """\
- - textbox "Born" (date: YYYY-MM-DD) [required] [ref=e1]
+ - textbox "Born" (date: YYYY-MM-DD) [invalid] [required] [ref=e1]: 2015-12-10
- - combobox "Sort" [options: "Name", "a [b]", and 3 more] [ref=e2]: Name
+ - combobox "Sort" [disabled] [options: "Name", "a [b]", and 3 more] [ref=e2]: a [b]
- - combobox "Town" [required] [options: "Rome"] [ref=e3]
+ - combobox "Town" [options: "Rome", "Bern"] [ref=e3]
- - textbox "Code [required]" [ref=e4]
+ - textbox "Code [required]" (password) [required] [ref=e4]"""
    ).splitlines() == [
        '~ e1 "Born" invalid: 2015-12-10',
        '~ e2 "Sort" disabled: a [b]',
        '~ e3 "Town" ["Rome", "Bern"]',
        '~ e4 "Code [required]" (password) required',
    ]


def test_what_a_command_entered_is_not_said_again() -> None:
    diff = '- - textbox "Born" [ref=e1]\n+ - textbox "Born" [invalid] [ref=e1]: 2015: x'
    assert short_changes(diff, {"e1": "2015: x"}) == '~ e1 "Born" invalid'
    assert short_changes(diff, {"e1": "2015"}) == '~ e1 "Born" invalid: 2015: x'


def test_what_is_said_of_many_lines_is_kept_and_no_page_can_say_it() -> None:
    note = "… 12 lines are [inert] now, behind an open dialog"
    assert short_changes(note) == note
    assert short_changes(f"+ - dialog [ref=e9]:\n+   - text: {note}\n{note}").splitlines() == [
        "+ e9 dialog:",
        f"+   text: {note}",
        note,
    ]


def test_where_nothing_changed_nothing_is_said() -> None:
    assert short_changes("") == ""
    assert short_changes('- - button "Go" [active] [ref=e1]\n+ - button "Go" [ref=e1]') == ""
