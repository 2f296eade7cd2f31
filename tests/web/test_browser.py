"""The study in a real browser, against a real server in a process of its own."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable
from typing import Any

import pytest

from lookabout.results.load import load_run
from lookabout.results.tables import summary_table
from tests.web.conftest import Served, Serving, fly, join, wait_for

pytestmark = pytest.mark.slow

NewPage = Callable[..., Any]
HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'


def test_an_episode_to_its_verdict(shared: Served, new_page: NewPage) -> None:
    study, page = shared, new_page()
    heard: list[str] = []
    told: list[str] = []
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("console", lambda message: heard.append(message.text))
    page.route("**/*", lambda route: _listen(route, told))
    join(page, study.url, "anna")
    assert page.inner_text("h1") == "FS-1 city · find\na red pickup truck"
    assert "9 of 9" in page.inner_text(".state")
    # Refused: too high. Nothing is spent.
    fly(page, "0", "0", "100")
    page.wait_for_selector(".notice")
    assert "would take you above 120 metres" in page.inner_text(".notice")
    assert "9 of 9" in page.inner_text(".state")
    # Six refusals do not end a person's search.
    for height in range(101, 106):
        fly(page, "0", "0", str(height))
        page.wait_for_selector(f"text=0, 0, {height} >> visible=false", state="attached")
    # Out of the view last shown: people may.
    fly(page, "60", "0", "0")
    page.wait_for_selector("text=8 of 9")
    start_x = study.steps("anna", 1)[0]["position"][0]
    fly(page, str(-60 - start_x), "4", "-32")
    page.wait_for_selector("text=7 of 9")
    assert page.evaluate("document.activeElement.id") == "x"
    before = list(told)  # what comes from now on may tell
    page.click("button:text-is('FOUND')")
    page.wait_for_selector(".verdict")
    assert page.inner_text(".verdict") == "✓ Found"
    assert "it was right in the middle" in page.inner_text(".reasons")
    assert page.locator(".mark").count() == 1
    page.unroute_all(behavior="ignoreErrors")

    wait_for(lambda: study.runs("anna")[0]["verdict"] is not None)
    [episode] = study.runs("anna")
    assert episode["agent"] == {
        "name": "human/anna",
        "kind": "human",
        "privileged": False,
        "settings": {},
    }
    assert episode["settings"]["player"] == "human"
    assert episode["ending"] == "claimed"
    assert episode["verdict"]["success"] is True
    steps = study.steps("anna", 9)
    assert [step["outcome"] for step in steps] == ["refused"] * 6 + ["moved"] * 2 + ["ended"]
    assert all(step["agent_s"] > 0 for step in steps)
    run = load_run(study.out / "flysearch-fs1-city" / "anna")
    assert not run.problems
    assert summary_table([run]).rows[0][1:2]

    # Nothing that the browser got before the result says where or which scenario this is.
    assert not [text for text in heard if "favicon" not in text], heard
    secrets = ["secret-", "target_", episode["scene_fingerprint"], "flysearch/fs1-city/"]
    assert len(before) > 10
    for text in before:
        assert not [word for word in secrets if word in text], text
        assert not re.search(r"target_visible|truth|red_pickup|bbox|seed", text), text


def _listen(route: Any, told: list[str]) -> None:
    """Note all that an answer of the server holds, but a picture's pixels."""
    answer = route.fetch()
    body = "" if "/pictures/" in answer.url else answer.text()
    told.append(f"{route.request.url} {answer.url} {answer.headers} {body}")
    route.fulfill(response=answer)


def test_reload_second_tab_back_and_double_clicks(serve: Serving, new_page: NewPage) -> None:
    study, page = serve(), new_page()
    join(page, study.url, "ben")
    other = page.context.new_page()
    other.goto(study.url)
    other.wait_for_selector("#x:enabled")
    # Two clicks in one turn are one move.
    for name, value in (("x", "-3"), ("y", "0"), ("z", "-5")):
        page.fill(f"#{name}", value)
    page.dblclick("button:text-is('MOVE')")
    page.wait_for_selector("text=8 of 9")
    # The other tab is out of date: its move is not made, it is told so and shows the present.
    fly(other, "10", "10", "-10")
    other.wait_for_selector("text=That page was out of date")
    assert "8 of 9" in other.inner_text(".state")
    # A form that is sent twice, by something that does not know about turns.
    twice = """async () => {
        const form = document.querySelector('.fly');
        const data = new URLSearchParams(new FormData(form));
        data.set('x', '-1'); data.set('do', 'move');
        const send = () => fetch('/act', {method: 'POST', body: data});
        await Promise.all([send(), send(), send()]);
    }"""
    page.evaluate(twice)
    page.reload()
    page.wait_for_selector("text=7 of 9")
    page.goto(study.url + "/static/study.css")
    page.go_back()
    page.wait_for_selector("text=7 of 9")
    assert [step["outcome"] for step in study.steps("ben", 2)] == ["moved", "moved"]
    # A reload while the picture is being made.
    study.switch("slow")
    fly(page, "0", "0", "-1")
    page.wait_for_selector(".busy .progress")
    page.reload()
    page.wait_for_selector("text=6 of 9")
    # A lost connection: the move is said to be unsent, and can be sent again.
    page.context.set_offline(True)
    fly(page, "0", "0", "-2")
    page.wait_for_selector("text=No connection. Nothing is lost")
    assert page.input_value("#z") == "-2"
    assert page.is_enabled("button:text-is('MOVE')")
    page.context.set_offline(False)
    # What was typed survives a reload, since the move was not made.
    page.reload()
    page.wait_for_selector("text=6 of 9")
    assert [page.input_value(f"#{name}") for name in "xyz"] == ["0", "0", "-2"]
    page.click("button:text-is('MOVE')")
    page.wait_for_selector("text=5 of 9")
    page.wait_for_selector("#x:enabled")
    assert len(study.steps("ben", 4)) == 4
    # It belongs to that turn alone: the next one begins with fields of its own.
    page.reload()
    page.wait_for_selector("#x:enabled")
    assert page.input_value("#z") != "-2"
    # What stands between may answer with a page of its own.
    page.route("**/act", lambda route: route.fulfill(status=502, body="<p>Bad gateway"))
    fly(page, "1", "2", "-3")
    page.wait_for_selector("text=No connection. Nothing is lost")
    page.unroute("**/act")
    page.click("button:text-is('MOVE')")
    page.wait_for_selector("text=4 of 9")
    assert len(study.steps("ben", 5)) == 5


def test_keyboard_only(shared: Served, new_page: NewPage) -> None:
    study, page = shared, new_page(viewport={"width": 390, "height": 800})
    page.goto(study.url)
    assert page.evaluate("document.activeElement.id") == "nickname"
    page.keyboard.type("kim")
    page.keyboard.press("Enter")
    page.wait_for_selector("#x:enabled")
    assert page.evaluate("document.activeElement.id") == "x"
    page.keyboard.type("abc")
    page.keyboard.press("Enter")
    page.wait_for_selector("#error-x")
    assert page.input_value("#x") == "abc"
    assert page.get_attribute("#x", "aria-invalid") == "true"
    assert page.get_attribute("#x", "aria-describedby") == "about-x error-x"
    assert page.evaluate("document.activeElement.id") == "x"
    page.keyboard.type("-5")
    page.keyboard.press("Tab")
    for _ in range(4):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    for _ in range(3):
        page.keyboard.press("PageDown")
    assert [page.input_value(f"#{name}") for name in "xyz"] == ["-5", "4", "-30"]
    page.keyboard.press("Enter")
    page.wait_for_selector("text=8 of 9")
    wait_for(lambda: "8 moves left" in page.inner_text("#live"))
    assert page.evaluate("document.activeElement.id") == "x"
    # The page never scrolls sideways, on a phone's width either.
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for _ in range(4):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "FOUND"
    page.keyboard.press("Enter")
    page.wait_for_selector(".verdict")
    assert page.evaluate("document.activeElement.textContent") == "Next search"
    page.keyboard.press("Enter")
    page.wait_for_selector("#x:enabled")
    assert "9 of 9" in page.inner_text(".state")
    images = page.locator("img")
    for index in range(images.count()):
        assert images.nth(index).get_attribute("alt")


def test_without_scripts(shared: Served, new_page: NewPage) -> None:
    study, page = shared, new_page(java_script_enabled=False)
    join(page, study.url, "nora")
    fly(page, "-5", "4", "-32")
    page.wait_for_selector("text=8 of 9", timeout=10_000)
    page.click("text=Report a problem")
    page.fill("#text", "no scripts here")
    page.click("button:text-is('Send report')")
    page.wait_for_selector("text=Your report has been kept.")
    page.click("a:text-is('Back to the study')")
    page.click("button:text-is('FOUND')")
    page.wait_for_selector(".verdict.good")


def test_two_people_one_simulator(serve: Serving, new_page: NewPage) -> None:
    study = serve("--workers", "1", scenarios=2)
    first, second = new_page(), new_page()
    join(first, study.url, "one")
    second.goto(study.url)
    second.fill("#nickname", "ONE")
    second.click("button:text-is('Start')")
    second.wait_for_selector("text=Somebody has this nickname already")
    second.fill("#nickname", "two")
    second.click("button:text-is('Start')")
    second.wait_for_selector("text=You are next")
    # The picture of one is not for the other.
    picture = first.get_attribute(".view img", "src")
    assert second.request.get(study.url + picture).status == 404
    assert first.request.get(study.url + picture).status == 200
    fly(first, "-5", "4", "-32")
    first.wait_for_selector("text=8 of 9")
    first.click("button:text-is('FOUND')")
    first.wait_for_selector(".verdict")
    second.wait_for_selector("#x:enabled")
    first.click("button:text-is('Next search')")
    first.wait_for_selector("text=You are next")
    second.click("button:text-is('FOUND')")
    second.wait_for_selector(".verdict.bad")
    assert "You were 38.2 m above" in second.inner_text(".reasons")
    first.wait_for_selector("#x:enabled")
    first.click("button:text-is('FOUND')")
    first.wait_for_selector("text=You have had every search of this study")
    # Both scenarios were given evenly, and to nobody twice.
    one, two = ([run["scenario"]["id"] for run in study.runs(who)] for who in ("one", "two"))
    assert sorted(one) == ["secret-0", "secret-1"]
    assert two == [one[1]]
    # One simulator has served all of it.
    assert study.stop() == 130
    assert (study.switches / "engines").read_text().split().count("opened") == 2
    assert (study.switches / "engines").read_text().split().count("closed") == 2


def test_a_restart_goes_on_where_people_were(serve: Serving, new_page: NewPage) -> None:
    study, page = serve(), new_page()
    join(page, study.url, "rita")
    fly(page, "-5", "0", "-2")
    page.wait_for_selector("text=8 of 9")
    fly(page, "0", "0", "300")
    page.wait_for_selector(".notice")
    page.fill("#z", "-30")
    page.fill("#y", "4")
    study.stop(signal.SIGKILL)
    page.click("button:text-is('MOVE')")
    page.wait_for_selector("text=No connection")
    port = study.url.rpartition(":")[2]
    study = serve("--port", port)
    # The page of before the restart still works: its move is flown after the earlier ones.
    page.click("button:text-is('MOVE')")
    page.wait_for_selector("text=That page was out of date")
    page.click("button:text-is('Go on')")
    page.wait_for_selector("text=8 of 9")
    assert "would take you above" in page.inner_text(".notice")
    fly(page, "0", "4", "-30")
    page.wait_for_selector("text=7 of 9")
    study.stop(signal.SIGTERM)
    interrupted = study.runs("rita")
    assert [run["ending"] for run in interrupted] == [None, None]
    assert len(study.steps("rita", 3, attempt=2)) == 3
    # In another world than before the search starts anew, and says so.
    study.switch("other")
    study = serve("--port", port)
    page.reload()
    page.click("button:text-is('Go on')")
    page.wait_for_selector("text=This search had to start from its beginning")
    assert "9 of 9" in page.inner_text(".state")
    fly(page, "-5", "4", "-32")
    page.wait_for_selector("text=8 of 9")
    page.click("button:text-is('FOUND')")
    page.wait_for_selector(".verdict.good")
    study.stop()
    study = serve("--port", port)
    page.reload()
    page.wait_for_selector("text=1 found in 1 search")
    endings = [run["ending"] for run in study.runs("rita")]
    assert endings == [None, None, "claimed"]
    assert len(study.steps("rita", 2, attempt=3)) == 2


def test_who_walks_away_is_not_judged(serve: Serving, new_page: NewPage) -> None:
    study = serve("--idle", "0.02")
    page = new_page()
    join(page, study.url, "walker")
    fly(page, "-5", "4", "-2")
    page.wait_for_selector("text=8 of 9")
    page.wait_for_timeout(2500)
    [run] = study.runs("walker")
    assert run["ending"] is None
    # The move typed into the old page counts: the search goes on by itself.
    fly(page, "0", "0", "-30")
    page.wait_for_selector("text=7 of 9")
    page.click("button:text-is('FOUND')")
    page.wait_for_selector(".verdict.good")
    assert [run["ending"] for run in study.runs("walker")] == [None, "claimed"]


def test_a_failing_simulator_is_not_the_persons_fault(serve: Serving, new_page: NewPage) -> None:
    study, page = serve(), new_page()
    join(page, study.url, "eve")
    fly(page, "-5", "4", "-2")
    page.wait_for_selector("text=8 of 9")
    study.switch("break")
    fly(page, "0", "0", "-30")
    page.wait_for_selector("text=The simulator has failed")
    assert "Traceback" not in page.content()
    study.switch("break", on=False)
    page.click("button:text-is('Try again')")
    page.wait_for_selector("text=7 of 9")
    page.click("button:text-is('FOUND')")
    page.wait_for_selector(".verdict.good")
    assert [run["ending"] for run in study.runs("eve")] == ["simulator_error", "claimed"]


def test_reports_and_hostile_words(shared: Served, new_page: NewPage) -> None:
    study, page = shared, new_page()
    page.goto(study.url)
    page.evaluate("document.getElementById('nickname').removeAttribute('maxlength')")
    for name in (HOSTILE, "../../etc/passwd", "..", "a" * 5000, "a b", "\u202eevil", "-x"):
        page.fill("#nickname", name)
        page.click("button:text-is('Start')")
        page.wait_for_selector("text=A nickname has")
        page.evaluate("document.getElementById('nickname').removeAttribute('maxlength')")
    assert page.evaluate("window.hacked") is None
    page.fill("#nickname", "mallory")
    page.click("button:text-is('Start')")
    page.wait_for_selector("#x:enabled")
    page.fill("#x", HOSTILE)
    page.click("button:text-is('MOVE')")
    page.wait_for_selector("#error-x")
    page.click("text=Report a problem")
    page.fill("#text", HOSTILE)
    page.click("button:text-is('Send report')")
    page.wait_for_selector("text=Your report has been kept.")
    line = (study.out / "bugs.jsonl").read_text().splitlines()[-1]
    report = json.loads(line)
    assert report["text"] == HOSTILE
    assert (report["nickname"], report["episode"], report["phase"]) == ("mallory", 0, "turn")
    assert page.evaluate("window.hacked") is None
    names = {path.stem for path in (study.out / "people").iterdir()}
    assert names <= {"anna", "kim", "nora", "mallory"}
