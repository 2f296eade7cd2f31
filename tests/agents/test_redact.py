from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookabout.agents.redact import MASK, MESSAGE_LIMIT, masked, scrub, secrets_in


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Incorrect API key provided: sk-proj-abcdefghijklmnop.", "sk-proj-abcdefghijklmnop"),
        ("header 'Authorization: Bearer abc.def-ghi_jkl'", "abc.def-ghi_jkl"),
        ("for url 'https://x.test/v1?key=AIzaSyabc&alt=json'", "AIzaSyabc"),
        ("cannot reach http://anna:hunter22@host/v1", "hunter22"),
    ],
)
def test_what_looks_like_a_secret_is_hidden(text: str, secret: str) -> None:
    assert secret not in scrub(text, ())
    assert MASK in scrub(text, ())


def test_keys_of_the_environment_are_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "plainwords9")
    monkeypatch.setenv("SHORT_KEY", "a")
    assert scrub("the key plainwords9 is a bad one", ()) == f"the key {MASK} is a bad one"


@settings(max_examples=50, deadline=None)
@given(st.text(), st.text(alphabet="abcdef0123456789", min_size=8), st.text())
def test_a_known_secret_never_shows(before: str, secret: str, after: str) -> None:
    assert secret not in scrub(before + secret + after, [secret])


@settings(max_examples=50, deadline=None)
@given(st.text())
def test_messages_are_one_short_line(text: str) -> None:
    shown = scrub(text, ())
    assert len(shown) <= MESSAGE_LIMIT + 1
    assert len(shown.splitlines()) <= 1


def test_settings_are_masked_at_any_depth() -> None:
    settings = {
        "api_key": "kkkkkkkk",
        "default_headers": {"Authorization": "Basic eHh4"},
        "nested": [{"client_secret": "ssssssss", "size": 3}],
        "max_tokens": 5,
        "base_url": "http://host/v1",
    }
    assert masked(settings) == {
        "api_key": MASK,
        "default_headers": MASK,
        "nested": [{"client_secret": MASK, "size": 3}],
        "max_tokens": 5,
        "base_url": "http://host/v1",
    }
    assert sorted(secrets_in(settings)) == ["Basic eHh4", "kkkkkkkk", "ssssssss"]
