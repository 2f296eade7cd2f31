"""The editor in a real browser, against a real server in a process of its own."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lookabout.sim.scenario import read_scenario
from tests.web.conftest import wait_for

pytestmark = pytest.mark.slow
NewPage = Callable[..., Any]
HOSTILE = '<img src=x onerror="window.hacked=1">'


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The address of an editor on blocks, and its folder."""
    out = tmp_path_factory.mktemp("episodes")
    command = [sys.executable, "-m", "lookabout.cli", "edit", "--map", "blocks"]
    command += ["--cell", "commanding", "--out", str(out), "--port", "0"]
    log = out.parent / "editor.log"
    with log.open("w") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found, log.read_text()
    yield found[0], out
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 130
    process.stdout.close()
    assert "Traceback" not in log.read_text()


def click_at(page: Any, x: float, y: float) -> None:
    """On the plan, metres east and north of its middle."""
    box = page.locator("#plan").bounding_box()
    side = min(box["width"], box["height"])
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(middle[0] + x / 160 * side, middle[1] - y / 160 * side)


def settled(page: Any) -> None:
    """Until the server has answered all there is."""
    page.wait_for_selector("#busy", state="hidden")


def test_an_episode_is_laid_out_corrected_and_saved(
    editor: tuple[str, Path], new_page: NewPage
) -> None:
    address, out = editor
    page = new_page(viewport={"width": 1400, "height": 1000})
    page.set_default_timeout(60_000)
    heard: list[str] = []
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.goto(address)
    page.wait_for_selector("#verdict:not(:empty)")
    assert "starts: no drone has a start" in page.inner_text("#problems")

    for number, (x, y) in enumerate([(24, 0), (26, 7), (30, 14), (24, 22)]):
        page.click("[data-tool=thing]")
        click_at(page, x, y)
        page.wait_for_selector(f"#chosen h2:text-matches('Target|Candidate {number + 1}')")
        page.fill("#chosen-inscription", ("OAK", "ELM", "ASH", "YEW")[number])
        page.keyboard.press("Tab")
        settled(page)
    page.click("[data-tool=drone]")
    click_at(page, 0, 0)
    settled(page)
    page.click("[data-tool=drone]")
    click_at(page, 0, 2)
    settled(page)
    assert "commanding needs 4 drones; there are 2" in page.inner_text("#problems")
    assert page.locator("#views img").count() == 2
    drawn = "() => [...document.querySelectorAll('#views img')].every((one) => one.naturalWidth)"
    wait_for(lambda: page.evaluate(drawn), 120.0)

    # The instruction is text, whatever it looks like; what it must name is checked.
    page.fill("#instruction", f"go to {HOSTILE}")
    page.keyboard.press("Tab")
    settled(page)
    assert "the instruction does not name the target's inscription" in page.inner_text("#problems")
    page.fill("#instruction", "go to the sign that reads OAK")
    page.keyboard.press("Tab")
    settled(page)
    assert "does not name" not in page.inner_text("#problems")

    # The second drone is moved with the keyboard, and that is undone.
    page.locator("[data-item='drone 1']").click()
    page.keyboard.press("ArrowUp")
    settled(page)
    assert page.input_value("#chosen-y") == "2.25"
    page.keyboard.press("Control+z")
    settled(page)
    page.locator("[data-item='drone 1']").click()
    assert page.input_value("#chosen-y") == "2"

    page.fill("#name", "trees")
    page.click("#save")
    page.wait_for_selector("#message:has-text('Saved as')")
    record = read_scenario(out / "trees.json")
    assert record.task["instruction"] == "go to the sign that reads OAK"
    assert [item.inscription for item in record.world.objects] == ["OAK", "ELM", "ASH", "YEW"]

    # Saved once more, it asks; a no keeps the file.
    before = (out / "trees.json").read_text()
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.click("#save")
    page.wait_for_selector("#message.bad:has-text('is there already')")
    assert (out / "trees.json").read_text() == before

    # A reload loses nothing.
    page.reload()
    page.wait_for_selector("[data-item='drone 1']")
    assert page.input_value("#instruction") == "go to the sign that reads OAK"
    assert page.evaluate("window.hacked") is None
    assert not heard


def test_strangers_change_nothing(editor: tuple[str, Path], new_page: NewPage) -> None:
    address, out = editor
    page = new_page()
    page.goto(address)

    def status(method: str, path: str, body: str, headers: dict[str, str]) -> int:
        response = page.request.fetch(
            address + path, method=method, data=body, headers=headers, fail_on_status_code=False
        )
        return int(response.status)

    token = page.get_attribute("meta[name=editor-token]", "content")
    desk = page.request.get(f"{address}/api/desk").json()
    assert status("PUT", "/api/draft", "{}", {}) == 403
    assert status("PUT", "/api/draft", "{}", {"X-Editor": "wrong"}) == 403
    for body in ("", "{", "[]", "null", json.dumps({"map": "moon", "cell": "approaching"})):
        assert status("PUT", "/api/draft", body, {"X-Editor": token}) == 422
    assert status("PUT", "/api/draft", " " * 300_000, {"X-Editor": token}) == 413
    saving = json.dumps({"name": "../up", "replace": True})
    assert status("POST", "/api/save", saving, {"X-Editor": token}) == 422
    assert status("GET", "/api/view/99", "", {}) == 422
    assert status("GET", "/", "", {"Host": "evil.example"}) == 400
    assert page.request.get(f"{address}/api/desk").json() == desk
    assert not (out.parent / "up.json").exists()
