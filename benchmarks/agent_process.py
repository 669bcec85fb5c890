"""An agent that is a program of its own and speaks the Model Context Protocol over HTTP."""

from __future__ import annotations

import os
import shlex
import shutil
import socket
import subprocess
from collections.abc import Callable
from typing import Any

import anyio
import uvicorn

from bridgehead.core.errors import BridgeheadError

HOST = "127.0.0.1"
EVERY = 0.1  # seconds between two looks at the game
TO_LEAVE = 5.0  # seconds that a program has to end when the game is over, and once it is told to


class CommandAgent:
    """Runs a program for each game; BRIDGEHEAD_MCP_URL and BRIDGEHEAD_GAME tell it where to play.

    The program reads its task from standard input, and is stopped when the game is over.
    """

    def __init__(self, command: str) -> None:
        try:
            self.words = shlex.split(command)
        except ValueError as error:
            raise BridgeheadError(f"--command {command}: {error}") from error
        if not self.words or shutil.which(self.words[0]) is None:
            raise BridgeheadError(f"--command {command}: there is no such program")

    async def play(self, server: Any, game: Any, is_over: Callable[[], bool]) -> None:
        """Serve a game to the program until it is over or the program has ended."""
        with socket.socket() as listener:
            listener.bind((HOST, 0))
            url = f"http://{HOST}:{listener.getsockname()[1]}/mcp"
            app = server.streamable_http_app(host=HOST)
            http = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="on"))
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(lambda: http.serve(sockets=[listener]))
                try:
                    await self._run(url, game, is_over)
                finally:
                    http.should_exit = True

    async def _run(self, url: str, game: Any, is_over: Callable[[], bool]) -> None:
        env = {
            **os.environ,
            "BRIDGEHEAD_MCP_URL": url,
            "BRIDGEHEAD_GAME": game.game_id,
            "BRIDGEHEAD_SEED": str(game.seed),
        }
        process = subprocess.Popen(self.words, stdin=subprocess.PIPE, env=env)
        try:
            await anyio.to_thread.run_sync(self._tell, process, game.prompt)
            while process.poll() is None and not is_over():
                await anyio.sleep(EVERY)
            with anyio.move_on_after(TO_LEAVE):
                while process.poll() is None:
                    await anyio.sleep(EVERY)
        finally:
            process.terminate()
            try:
                process.wait(TO_LEAVE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    @staticmethod
    def _tell(process: subprocess.Popen[bytes], prompt: str) -> None:
        """Write the task to the program's standard input; the program need not read it."""
        stdin = process.stdin
        assert stdin is not None
        try:
            stdin.write(prompt.encode())
            stdin.close()
        except BrokenPipeError:
            pass
