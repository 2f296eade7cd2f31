"""The page in a real browser, opened from disk."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from lookabout.records import AgentInfo
from lookabout.results.report import write_report
from tests.results.folders import ORACLE, Fake, make_episode, write_attempt, write_run

pytestmark = pytest.mark.slow

HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@dataclass
class Heard:
    """What the browser complained of, and what it asked for."""

    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("no chromium on this machine (Debian: apt-get install chromium)")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    hostile = AgentInfo(name=f"pilot {HOSTILE}", kind="model")
    pilot = write_run(
        folder / "pilot",
        Fake(episodes=8, agent=hostile, frames=48, reply=HOSTILE + " {where} {action}", skill=0.5),
    )
    oracle = write_run(folder / "oracle", Fake(episodes=8, agent=ORACLE, skill=1.0, frames=48))
    write_attempt(
        oracle,
        make_episode(
            Fake(agent=ORACLE), 3, attempt=2, ending="claimed", verdict={"success": False}
        ),
    )
    return write_report([pilot, oracle], folder / "out").page


@pytest.fixture(params=[("light", 1400), ("dark", 420)], ids=["light-wide", "dark-narrow"])
def opened(
    request: pytest.FixtureRequest, browser: Any, report: Path
) -> Iterator[tuple[Any, Heard]]:
    scheme, width = request.param
    page = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": 900})
    page.set_default_timeout(20_000)
    heard = Heard()
    page.on("console", lambda message: heard.complaints.append(message.text))
    page.on("pageerror", lambda error: heard.complaints.append(str(error)))
    page.on("request", lambda sent: heard.requests.append(sent.url[:60]))
    page.goto(report.as_uri())
    yield page, heard
    page.close()


def shown(page: Any) -> int:
    return int(page.locator(".episode:visible").count())


def test_opens_quietly_and_runs_nothing_hostile(opened: tuple[Any, Heard], report: Path) -> None:
    page, heard = opened
    for summary in page.locator(".episode > summary").all():
        summary.click()
    page.locator("#problems").scroll_into_view_if_needed()
    first = page.locator(".zoom img").first
    first.scroll_into_view_if_needed()
    assert first.evaluate("image => image.decode().then(() => image.naturalWidth)") == 48
    assert page.evaluate("window.hacked") is None
    assert heard.complaints == []
    network = [url for url in heard.requests if not url.startswith("data:")]
    assert network == [report.as_uri()[:60]]
    assert page.get_by_text("window.hacked=1").count() > 8
    width, inner = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= inner


def test_a_map_is_large_enough_to_read(opened: tuple[Any, Heard]) -> None:
    page, _ = opened
    page.locator(".episode > summary").first.click()
    assert page.locator(".episode[open] .map").first.bounding_box()["width"] >= 200


def test_a_long_table_scrolls_below_its_head(browser: Any, tmp_path: Path) -> None:
    runs = [write_run(tmp_path / f"run{k}", Fake(episodes=1, seed=k)) for k in range(40)]
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(write_report(runs, tmp_path / "out").page.as_uri())
    frame = page.locator("#section-summary .scroll")
    assert frame.evaluate("e => e.scrollHeight > e.clientHeight + 200")
    assert frame.bounding_box()["height"] <= 640
    head = page.locator("#section-summary thead th").nth(1)
    before = head.bounding_box()["y"]
    frame.evaluate("e => e.scrollTo(0, 300)")
    assert head.bounding_box()["y"] == pytest.approx(before, abs=1)
    page.close()


def test_a_shadow_says_where_more_of_a_table_is_out_of_view(browser: Any, report: Path) -> None:
    page = browser.new_page(color_scheme="light", viewport={"width": 700, "height": 900})
    page.goto(report.as_uri())
    box = page.locator("#section-summary .scroll")
    assert box.evaluate("box => box.scrollWidth > box.clientWidth + 60")

    def at_the_edge() -> float:
        """How dark the darkest column of pixels is, of the last few within the box."""
        with Image.open(io.BytesIO(box.screenshot())) as image:
            grey = np.asarray(image.convert("L"))
        # The median passes over words and lines.
        return float(np.median(grey[60:-20, -8:-3], axis=0).min())

    before = at_the_edge()
    box.evaluate("box => { box.scrollLeft = box.scrollWidth; }")
    assert before < 225
    assert at_the_edge() > 250
    page.close()


def test_policy_stops_scripts_that_slip_in(opened: tuple[Any, Heard]) -> None:
    page, heard = opened
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'),"
        " {textContent: 'window.hacked = 1'}))"
    )
    assert page.evaluate("window.hacked") is None
    assert any("Content Security Policy" in text for text in heard.complaints)


def test_filters(opened: tuple[Any, Heard]) -> None:
    page, _ = opened
    assert shown(page) == 16
    page.select_option("select[data-key=run]", "1")
    assert shown(page) == 8
    page.select_option("select[data-key=outcome]", "failure")
    assert shown(page) == 1
    assert page.locator("#count").inner_text() == "1 of 16 episodes"
    page.get_by_role("button", name="Clear").click()
    page.get_by_text("16 episodes", exact=True).wait_for()
    page.fill("#text", "FOUND Oracle")
    page.get_by_text("7 of 16 episodes", exact=True).wait_for()
    page.fill("#text", "no such words")
    page.get_by_text("No episode fits.", exact=True).wait_for()
    assert shown(page) == 0


def test_links_keyboard_and_large_pictures(opened: tuple[Any, Heard], report: Path) -> None:
    page, _ = opened
    page.goto(report.as_uri() + "#run1-episode2")
    episode = page.locator("#run1-episode2")
    assert episode.evaluate("e => e.open")
    episode.locator("summary").first.focus()
    page.keyboard.press("Enter")
    assert not episode.evaluate("e => e.open")
    page.keyboard.press("Enter")
    episode.locator(".zoom").first.focus()
    page.keyboard.press("Enter")
    dialog = page.locator("dialog")
    assert dialog.is_visible()
    assert "(1 of " in dialog.inner_text()
    page.keyboard.press("ArrowRight")
    assert "(2 of " in dialog.inner_text()
    page.keyboard.press("Escape")
    assert not dialog.is_visible()


def test_contrast_of_text(opened: tuple[Any, Heard]) -> None:
    # WCAG 2.1, 4.5 to 1, for every colour of the page on every background that it may have.
    page, _ = opened
    ratios = page.evaluate(
        """() => {
          const style = getComputedStyle(document.documentElement);
          const light = (name) => {
            const hex = style.getPropertyValue(name).trim();
            const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
              .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const pairs = [];
          for (const back of ["--page", "--sheet", "--sunk"])
            for (const ink of ["--ink", "--soft", "--accent"]) pairs.push([ink, back]);
          for (const name of ["good", "bad", "unsure"]) pairs.push([`--${name}`, `--${name}-back`]);
          pairs.push(["--bad", "--page"]);
          return pairs.map(([a, b]) => {
            const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
            return [a + " on " + b, (x + 0.05) / (y + 0.05)];
          });
        }"""
    )
    assert [pair for pair in ratios if pair[1] < 4.5] == []
