"""The pages of a study over HTTP."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from lookabout.web.headers import HEADERS, with_headers
from lookabout.web.limits import Limiter, RefusedError, read_form
from lookabout.web.offer import Offer
from lookabout.web.pages import Pages
from lookabout.web.people import NICKNAME_RULE, Person, form_token, is_nickname, is_token
from lookabout.web.study import FullError, Study
from lookabout.web.task import CLAIM, NO_MOVE, Form, read_move

_STATIC = Path(__file__).parent / "static"
_SWEEP_S = 1.0
_COOKIE_S = 90 * 86400
MAX_REPORT = 4000
"""Characters of a report of a problem."""
_WORDS = {
    404: "There is no such page.",
    405: "This address takes no such request.",
}


def make_app(study: Study) -> FastAPI:
    """The site; it closes the study when it ends."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(_sweep(study))
        yield
        sweeping.cancel()
        with suppress(asyncio.CancelledError):
            await sweeping
        await run_in_threadpool(study.close)

    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan)
    site = _Site(study)
    app.get("/")(site.home)
    app.get("/version")(site.version)
    app.get("/pictures/{key}/{index}")(site.picture)
    forms = {
        "/start": site.start,
        "/next": site.next,
        "/act": site.act,
        "/go-on": site.go_on,
        "/report": site.report,
    }
    for address, answer in forms.items():
        app.post(address)(answer)
        app.get(address)(_home)  # a reload of what a form answered
    app.mount("/static", StaticFiles(directory=_STATIC))
    app.middleware("http")(with_headers)
    app.exception_handler(RefusedError)(site.refused)
    app.exception_handler(FullError)(site.full)
    app.exception_handler(HTTPException)(site.failed)
    app.exception_handler(RequestValidationError)(site.malformed)
    app.exception_handler(Exception)(site.broken)
    return app


async def _sweep(study: Study) -> None:
    while True:
        await asyncio.sleep(_SWEEP_S)
        study.sweep()


FormFields = Annotated[dict[str, str], Depends(read_form)]


class _Site:
    """One method for each address."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._pages = Pages(study)
        self._cookie = f"lookabout_{study.id}"
        self._joins = Limiter(30, 60.0)
        self._all_joins = Limiter(300, 60.0)
        self._reports = Limiter(10, 60.0)

    # -- pages -------------------------------------------------------------------------

    async def home(self, request: Request) -> Response:
        """Whatever the person is to see now; the start page for somebody new."""
        token = self._token(request)
        person = self._study.person(token) if token else None
        if person is not None and token is not None:
            return self._shown(person, token, stale="stale" in request.query_params)
        token = token or secrets.token_urlsafe(32)
        return self._start_page(request, token)

    async def version(self, request: Request) -> Response:
        """For pages that wait: changes when there is something new to show."""
        person = self._person(request)[0]
        return JSONResponse({"version": self._pages.version(person)})

    async def picture(self, request: Request, key: str, index: int) -> Response:
        """A picture of the person's own present search."""
        person = self._person(request)[0]
        flight = person.flight
        if flight is None or not secrets.compare_digest(flight.key.encode(), key.encode()):
            raise RefusedError(404, "There is no such picture.")
        pictures = flight.pictures
        if not 0 <= index < len(pictures):
            raise RefusedError(404, "There is no such picture.")
        picture = pictures[index]
        data = await run_in_threadpool(lambda: picture.data)
        # A search that starts anew has another key, so a picture never changes.
        headers = {"Cache-Control": "private, max-age=86400"}
        return Response(data, media_type=f"image/{picture.kind}", headers=headers)

    # -- forms -------------------------------------------------------------------------

    async def start(self, request: Request, form: FormFields) -> Response:
        """Join, and begin with the set that was chosen."""
        token = self._token(request)
        nickname = form.get("nickname", "").strip()
        offer = self._offer(form)
        if token is None:
            token = secrets.token_urlsafe(32)
            words = "Your browser keeps no cookies for this page. Allow them and try again."
            return self._start_page(request, token, nickname, offer, words, status=400)
        self._require_own(request, form, token)
        person = self._study.person(token)
        if person is None:
            if not is_nickname(nickname):
                words = f"A nickname has {NICKNAME_RULE}."
                return self._start_page(request, token, nickname[:64], offer, words, status=422)
            source = request.client.host if request.client else ""
            if not (self._joins.allows(source) and self._all_joins.allows("")):
                raise RefusedError(429, "Too many have just joined from here. Wait a minute.")
            person = self._study.join(nickname, token)
            if person is None:
                words = "Somebody has this nickname already. Choose another."
                return self._start_page(request, token, nickname, offer, words, status=409)
        await run_in_threadpool(self._study.begin, person, offer, 0)
        return _home()

    async def next(self, request: Request, form: FormFields) -> Response:
        """Begin the next search."""
        person = self._require_person(request, form)
        after = _number(form, "begun")
        await run_in_threadpool(self._study.begin, person, self._offer(form), after)
        return _home()

    async def act(self, request: Request, form: FormFields) -> Response:
        """A move, a claim, or the end of a search without moves."""
        person = self._require_person(request, form)
        flight, action = person.flight, form.get("do", "move")
        if action not in ("move", "found", "end"):
            raise RefusedError(400, "The form could not be read.")
        if flight is None or form.get("key") != flight.key:
            return _out_of_date()
        index = _number(form, "index")
        if index != len(flight.replies):
            return _out_of_date()
        if action == "move":
            move = read_move(form)
            if move.errors:
                token = self._token(request) or ""
                return self._shown(person, token, typed=move, status=422)
            reply = move.reply
        else:
            reply = CLAIM if action == "found" else NO_MOVE
        return _home() if flight.answer(index, reply) else _out_of_date()

    async def go_on(self, request: Request, form: FormFields) -> Response:
        """Take up a search after a pause or a failure."""
        person = self._require_person(request, form)
        if person.flight is not None and form.get("key") == person.flight.key:
            person.flight.start()
        return _home()

    async def report(self, request: Request, form: FormFields) -> Response:
        """Keep the report of a problem."""
        token = self._token(request)
        if token is None:
            raise RefusedError(403, "Open the start page first.")
        self._require_own(request, form, token)
        text = form.get("text", "").strip()
        if not text:
            raise RefusedError(422, "The report was empty. Go back and write what went wrong.")
        if len(text) > MAX_REPORT:
            raise RefusedError(422, f"A report has at most {MAX_REPORT} characters.")
        source = request.client.host if request.client else ""
        if not self._reports.allows(source):
            raise RefusedError(429, "Too many reports have just come from here. Wait a minute.")
        browser = request.headers.get("user-agent", "")[:300]
        person = self._study.person(token)
        await run_in_threadpool(self._study.report_bug, person, text, browser=browser)
        return self._pages.thanks()

    # -- what goes wrong ---------------------------------------------------------------

    async def refused(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, RefusedError)
        return self._pages.problem(error.message, error.status)

    async def full(self, request: Request, error: Exception) -> Response:
        return self._pages.problem(str(error), 503)

    async def failed(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        words = _WORDS.get(error.status_code, "The request could not be answered.")
        return self._pages.problem(words, error.status_code)

    async def malformed(self, request: Request, error: Exception) -> Response:
        return self._pages.problem(_WORDS[404], 404)

    async def broken(self, request: Request, error: Exception) -> Response:
        response = self._pages.problem("Something has gone wrong here. Please try again.", 500)
        response.headers.update(HEADERS)  # this answer passes no middleware
        return response

    # -- helpers -----------------------------------------------------------------------

    def _token(self, request: Request) -> str | None:
        token = request.cookies.get(self._cookie, "")
        return token if is_token(token) else None

    def _person(self, request: Request) -> tuple[Person, str]:
        token = self._token(request)
        person = self._study.person(token) if token else None
        if person is None or token is None:
            raise RefusedError(403, "Your session is not known here. Open the start page.")
        return person, token

    def _require_person(self, request: Request, form: dict[str, str]) -> Person:
        person, token = self._person(request)
        self._require_own(request, form, token)
        return person

    def _require_own(self, request: Request, form: dict[str, str], token: str) -> None:
        """The form must come from a page that this session was shown."""
        site = request.headers.get("sec-fetch-site", "same-origin")
        given = form.get("token", "").encode("utf-8", "replace")
        own = secrets.compare_digest(given, form_token(token).encode())
        if not own or site not in ("same-origin", "none"):
            raise RefusedError(403, "This form was not sent from a page of this site.")

    def _offer(self, form: dict[str, str]) -> Offer:
        offer = self._study.offers.get(form.get("set", ""))
        if offer is None:
            raise RefusedError(400, "This study does not offer that set.")
        return offer

    def _shown(
        self,
        person: Person,
        token: str,
        *,
        typed: Form | None = None,
        stale: bool = False,
        status: int = 200,
    ) -> HTMLResponse:
        return self._pages.state(person, form_token(token), typed, stale=stale, status=status)

    def _start_page(
        self,
        request: Request,
        token: str,
        nickname: str = "",
        offer: Offer | None = None,
        error: str = "",
        status: int = 200,
    ) -> Response:
        response = self._pages.start(form_token(token), nickname, offer, error, status)
        response.set_cookie(
            self._cookie,
            token,
            max_age=_COOKIE_S,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
        return response


def _home() -> Response:
    return RedirectResponse("/", status_code=303)


def _out_of_date() -> Response:
    return RedirectResponse("/?stale", status_code=303)


def _number(form: dict[str, Any], name: str) -> int:
    text = form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise RefusedError(400, "The form could not be read.")
    return int(text)
