"""Languages and time zones by their names."""

from __future__ import annotations

import pytest

from clz_cli.script.world_names import locale_mistake, zone_mistake


@pytest.mark.parametrize(
    "name", ["de", "de-DE", "zh-Hant-TW", "es-419", "DE-de", "gsw", "ca-ES-valencia", "sr-Latn-RS"]
)
def test_locales_that_there_are_pass(name: str) -> None:
    assert locale_mistake(name) == ""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("de_DE", "There is no locale de_DE. Did you mean: de-DE?"),
        ("de_DE.UTF-8", "There is no locale de_DE.UTF-8. Did you mean: de-DE?"),
        ("en-US,en;q=0.5", "There is no locale en-US,en;q=0.5. Did you mean: en-US?"),
        ("german", "There is no locale german"),
        ("xx-DE", "There is no locale xx-DE"),
        ("", "There is no locale "),
    ],
)
def test_other_locales_are_named_with_what_was_meant(name: str, said: str) -> None:
    assert locale_mistake(name) == said


@pytest.mark.parametrize("name", ["Europe/Berlin", "europe/berlin", "UTC", "Etc/GMT+5", "+05:30", "UTC+2", "-0330"])
def test_zones_that_there_are_pass(name: str) -> None:
    assert zone_mistake(name) == ""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Berlin", "There is no time zone Berlin. Did you mean: Europe/Berlin?"),
        ("new york", "There is no time zone new york. Did you mean: America/New_York?"),
        ("Europe/Berlim", "There is no time zone Europe/Berlim. Did you mean: Europe/Berlin"),
        ("Mars", "There is no time zone Mars"),
    ],
)
def test_other_zones_are_named_with_what_was_meant(name: str, said: str) -> None:
    assert zone_mistake(name).startswith(said)
