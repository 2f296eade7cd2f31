"""The editor over HTTP: one page, and what its script asks for."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from html import escape
from pathlib import Path
from typing import Any, TypeVar

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from pydantic import Field, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect

from lookabout.benchmarks.dronecats.authoring import Draft
from lookabout.errors import LookaboutError, UsageError
from lookabout.exchange import Image
from lookabout.sim.scenario import describe
from lookabout.web.editor.desk import Desk, TakenError
from lookabout.web.editor.stock import stock
from lookabout.web.headers import with_headers
from lookabout.world.spec import SpecModel

_HERE = Path(__file__).parent
_MAX_BYTES = 200_000
T = TypeVar("T", bound=SpecModel)


class Saving(SpecModel):
    """A wish to save."""

    name: str = Field(max_length=200)
    replace: bool = False
    draft: Draft | None = None
    """As the page shows it: another page may have put its own in place since."""


def make_editor(desk: Desk, hosts: Sequence[str]) -> FastAPI:
    """
    The site; it closes the simulator when it ends.

    :param hosts: names by which it may be asked for: a page elsewhere cannot speak to it under
        a name of its own.
    """

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        await run_in_threadpool(desk.simulator.close)

    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan)
    site = _Site(desk)
    app.get("/")(site.page)
    app.get("/api/desk")(site.desk)
    app.get("/api/stock")(site.stock)
    app.get("/api/plan")(site.plan)
    app.get("/api/view/{index}")(site.view)
    app.put("/api/draft")(site.draft)
    app.post("/api/save")(site.save)
    app.mount("/static", StaticFiles(directory=_HERE / "static"))
    app.middleware("http")(with_headers)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(hosts))
    app.exception_handler(TakenError)(_taken)
    app.exception_handler(LookaboutError)(_wrong)
    app.exception_handler(HTTPException)(_failed)
    app.exception_handler(RequestValidationError)(_misread)
    app.exception_handler(Exception)(_broken)
    return app


class _Site:
    """One method for each address."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._token = secrets.token_urlsafe(24)
        """Only the page knows it, so no other site's form or script can change anything."""

    async def page(self) -> Response:
        text = (_HERE / "static" / "editor.html").read_text(encoding="utf-8")
        return HTMLResponse(text.replace("{{token}}", escape(self._token)))

    async def desk(self) -> Response:
        """The draft and what the rules say of it."""
        return JSONResponse(await run_in_threadpool(self._desk.report))

    async def stock(self) -> Response:
        """What can be placed, and where things like to stand."""
        return JSONResponse(await run_in_threadpool(stock, self._desk.draft))

    async def plan(self) -> Response:
        """The map from above."""
        return await _picture(await run_in_threadpool(self._desk.plan))

    async def view(self, index: int) -> Response:
        """What a drone sees at the start."""
        return await _picture(await run_in_threadpool(self._desk.view, index))

    async def draft(self, request: Request) -> Response:
        """Go on with another draft."""
        draft = _read(Draft, await self._body(request))
        return JSONResponse(await run_in_threadpool(self._desk.replace, draft))

    async def save(self, request: Request) -> Response:
        """Write the record."""
        wish = _read(Saving, await self._body(request))

        def write() -> dict[str, Any]:
            return self._desk.save(wish.name, replace=wish.replace, draft=wish.draft)

        return JSONResponse(await run_in_threadpool(write))

    async def _body(self, request: Request) -> bytes:
        given = request.headers.get("x-editor", "")
        if not secrets.compare_digest(given.encode(), self._token.encode()):
            raise HTTPException(403, "This page is of an editor that was closed: load it again.")
        body = b""
        try:
            async for chunk in request.stream():
                body += chunk
                if len(body) > _MAX_BYTES:
                    raise HTTPException(413, "A draft is not that large.")
        except ClientDisconnect:
            raise HTTPException(400, "The request did not arrive whole.") from None
        return body


def _read(model: type[T], body: bytes) -> T:
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        raise UsageError(describe(error)) from None


async def _picture(picture: Image) -> Response:
    data = await run_in_threadpool(lambda: picture.data)
    return Response(data, media_type=f"image/{picture.kind}")


async def _taken(_: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error), "taken": True}, 409)


async def _wrong(_: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, 422)


async def _failed(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code)


async def _misread(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    problem = error.errors()[0]
    return JSONResponse({"error": f"{problem['loc'][-1]}: {problem['msg']}"}, 422)


async def _broken(_: Request, error: Exception) -> Response:
    return JSONResponse({"error": f"The editor failed: {type(error).__name__}."}, 500)
