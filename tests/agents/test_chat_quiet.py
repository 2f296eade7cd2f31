"""What a chat agent leaves behind: nothing on disk, nothing on the screen, no other network."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.agents.chat_server import ChatServer, error

# Sockets to anywhere but this machine, and look-ups of any other name, are errors.
PROGRAM = """
import socket, sys
import numpy as np

connect, look_up = socket.socket.connect, socket.getaddrinfo

def connect_here(self, address):
    assert address[0] == "127.0.0.1", address
    return connect(self, address)

def look_up_here(host, *rest, **options):
    assert host in ("127.0.0.1", b"127.0.0.1", None), host
    return look_up(host, *rest, **options)

socket.socket.connect, socket.getaddrinfo = connect_here, look_up_here

from lookabout.agents.chat import ChatAgent
from lookabout.errors import ServiceError
from lookabout.exchange import Briefing, Image, Observation, Text

agent = ChatAgent(sys.argv[1], base_url=sys.argv[2], timeout_s=20, backoff_s=0.001)
agent.begin(Briefing(seed=1))
observation = Observation((Text("hi"), Image(np.zeros((8, 8, 3), np.uint8))))
assert agent.reply(observation).retries == 1
try:
    agent.reply(observation)
except ServiceError:
    agent.close()
"""


@pytest.mark.slow
@pytest.mark.parametrize("model", ["openai-api/test/any", "openai/gpt-4o"])
def test_nothing_is_left_behind(tmp_path: Path, model: str) -> None:
    home, work = tmp_path / "home", tmp_path / "work"
    home.mkdir()
    work.mkdir()
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "TMPDIR": str(home),
        "PYTHONDONTWRITEBYTECODE": "1",
        "TEST_API_KEY": "a-key-for-tests",
        "OPENAI_API_KEY": "a-key-for-tests",
    }
    with ChatServer([error(500), "fine", error(400)]) as server:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, model, server.url],
            cwd=work,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert len(server.requests) == 3
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert [str(path) for path in tmp_path.rglob("*") if path.is_file()] == []
