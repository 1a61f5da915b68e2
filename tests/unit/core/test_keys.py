"""Keys of agents."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from clz_core.client.keys import (
    agent_id,
    agent_name,
    authorize,
    authorized_agent,
    kept_key,
    keys_dir,
    load_key,
    new_key,
    remove_key,
    short_id,
)
from clz_core.config.paths import SessionPaths, data_dir
from clz_core.contract.errors import ClzError
from tests.support.scratch import Scratch


def test_an_agent_id_is_a_fingerprint_of_the_key() -> None:
    assert re.fullmatch(r"agent_[0-9a-f]{32}", agent_id(b"0" * 40))
    assert agent_id(b"0" * 40) != agent_id(b"1" * 40)
    assert short_id(agent_id(b"0" * 40)) == agent_id(b"0" * 40)[:12]


def test_a_key_is_made_once_and_kept(scratch: Scratch) -> None:
    first = load_key("cli")
    assert load_key("cli") == first
    assert load_key("other").agent_id != first.agent_id
    assert (data_dir() / "keys/cli.json").stat().st_mode & 0o777 == 0o600


def test_who_asks_for_a_kept_key_brings_none_back(scratch: Scratch) -> None:
    assert kept_key("gone") is None
    assert not keys_dir().exists()
    key = load_key("there")
    assert kept_key("there") == key
    assert remove_key("there")
    assert kept_key("there") is None
    assert list(keys_dir().iterdir()) == []


def test_first_calls_at_once_end_with_one_key(scratch: Scratch) -> None:
    code = "from clz_core.client.keys import load_key; print(load_key('cli').agent_id)"
    calls = [subprocess.Popen([sys.executable, "-c", code], env=scratch.env, stdout=subprocess.PIPE) for _ in range(8)]
    assert len({call.communicate()[0] for call in calls}) == 1


@pytest.mark.parametrize("content", ["", "{}", '{"public": 1, "secret": 2}', '{"public": "x", "secret": "y"}', "\0"])
def test_a_broken_key_is_named(scratch: Scratch, content: str) -> None:
    load_key("cli")
    path = data_dir() / "keys/cli.json"
    path.write_text(content)
    with pytest.raises(ClzError) as caught:
        load_key("cli")
    assert caught.value.code == "AUTH_FAILED"
    assert str(path) in caught.value.hint


def test_only_admitted_keys_are_known(scratch: Scratch) -> None:
    paths = SessionPaths("default").make()
    known, stranger = new_key("worker"), new_key("worker")
    authorize(paths, known)
    assert authorized_agent(paths, known.public) == known.agent_id
    assert agent_name(paths, known.agent_id) == "worker"
    assert authorized_agent(paths, stranger.public) is None
