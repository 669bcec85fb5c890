"""The tools of the Model Context Protocol server.

Each tool is a method of `Tools`; its docstring is what the model reads. A refusal by the rules is
an answer with case and reason; all other failures are tool errors.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, Literal, TypeVar, cast

from mcp.server.context import ServerMiddleware
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from bridgehead._version import __version__
from bridgehead.core.errors import BridgeheadError, IllegalAction
from bridgehead.core.titles.games import game_info, title_of
from bridgehead.mcp_server import board
from bridgehead.mcp_server.host import Host
from bridgehead.mcp_server.seat import MOST_ACTIONS, STOPS, Seat
from bridgehead.server.views.story import Entry
from bridgehead.terminal.texts.goals import briefing_lines

INSTRUCTIONS = """\
Bridgehead plays operational wargames of the Suez Canal with every rule enforced. You play one side
against a computer player. Call `new_game` (or use the game_id that you were given), read `briefing`
and `view`, then repeat: `legal_actions`, `act`. A turn is a chain of small decisions (move a unit,
declare an attack, choose a retreat); `end` ends a phase. Dice are rolled for you. After each `act`
the other side plays until you decide again. `why_not` explains a refusal, `rules` has the rules."""

MOST_LISTED = 500  # legal actions of an answer
MOST_LINES = 400  # of the log
Wrapped = TypeVar("Wrapped", bound=Callable[..., Any])
GameId = Annotated[str, Field(description="id of the game, as `new_game` returned it")]
Actions = Annotated[
    list[str],
    Field(description=f"actions as texts, in their order; at most {MOST_ACTIONS}"),
]


def told(work: Wrapped) -> Wrapped:
    """Turn errors of the package into tool errors, which the model reads as sentences."""

    @functools.wraps(work)
    def answer(*args: Any, **kwargs: Any) -> Any:
        try:
            return work(*args, **kwargs)
        except BridgeheadError as error:
            raise ToolError(str(error)) from error

    return cast(Wrapped, answer)


class Tools:
    """The tools for the games of a host."""

    def __init__(self, host: Host) -> None:
        self.host = host

    # Games

    @told
    def list_games(self) -> dict[str, Any]:
        """List the games: id, title, edition, sides, options (with a sentence each), opponents."""
        return {"games": self.host.offered(), "going_on": self.host.going_on()}

    @told
    def new_game(
        self,
        game: Annotated[str, Field(description="a game of `list_games`")],
        side: Annotated[str, Field(description="the side that you play")],
        opponent: Annotated[
            str | None,
            Field(description="recruit, sergeant, captain@0.5, general@200n; see `list_games`"),
        ] = None,
        options: Annotated[
            list[str] | None, Field(description="options of the edition to switch on")
        ] = None,
        seed: Annotated[
            int | None, Field(ge=0, lt=2**63, description="makes dice and opponent reproducible")
        ] = None,
    ) -> dict[str, Any]:
        """Start a game against a computer player, which plays until you decide; get its game_id."""
        name, seat = self.host.begin(game, side, opponent, options, seed)
        with seat.lock:
            return {
                "game_id": name,
                "game": seat.game.id,
                "side": seat.side,
                "opponent": seat.opponent,
                "next": "\n".join(seat.looked_at(board.headline)),
            }

    @told
    def save_record(
        self,
        game_id: GameId,
        name: Annotated[str, Field(description="a file name without a folder, such as my-game")],
    ) -> dict[str, Any]:
        """Save the record of a game to a new file in the server's records folder."""
        seat = self.host.seat(game_id)
        path = self.host.record_path(name)
        with seat.lock:
            seat.save(path)
        return {"saved": str(path)}

    # Reading

    @told
    def briefing(
        self, game: Annotated[str, Field(description="id of a game (list_games names them)")]
    ) -> str:
        """Read what a newcomer should know: the situation, how each side wins, first moves."""
        info = game_info(game)
        lines = briefing_lines(info.id)
        if not lines:
            raise BridgeheadError(f"{info.id} has no briefing")
        return "\n".join([f"{info.title} ({info.edition})", info.about, "", *lines])

    @told
    def rules(
        self,
        game: Annotated[str, Field(description="id of a game (list_games names them)")],
        case: Annotated[
            str, Field(description="a case or a section: 4.5, 9; empty: contents")
        ] = "",
    ) -> str:
        """Read summaries of the rules: the table of contents, or the rules under a case number."""
        info = game_info(game)
        title = title_of(info.id)
        if not case.strip():
            return "\n".join(f"{rule.case} {rule.title}" for rule in title.rules_text(info.id))
        found = title.rules_for(info.id, case)
        if not found:
            raise BridgeheadError(
                f"{info.id} has no rule {case!r}: leave `case` empty to list them"
            )
        return "\n\n".join(f"[{rule.case}] {rule.title}\n{rule.text}" for rule in found)

    @told
    def view(self, game_id: GameId) -> str:
        """Read the position as your side may know it: decision, points, goals, units by place."""
        seat = self.host.seat(game_id)
        with seat.lock:
            return "\n".join(seat.looked_at(board.summary))

    @told
    def view_data(self, game_id: GameId) -> dict[str, Any]:
        """Read the same position as JSON, in Bridgehead's format of positions."""
        seat = self.host.seat(game_id)
        with seat.lock:
            return seat.view()

    @told
    def places(
        self,
        game_id: GameId,
        places: Annotated[
            list[str],
            Field(
                description="hexes (0910) or points (port-said) of the map",
                min_length=1,
                max_length=board.MOST_PLACES,
            ),
        ],
    ) -> str:
        """Read terrain, neighbors and units of places of the map."""
        seat = self.host.seat(game_id)
        with seat.lock:
            return "\n".join(
                seat.looked_at(lambda at, view, _: board.describe_places(at.game, view, places))
            )

    @told
    def legal_actions(
        self,
        game_id: GameId,
        unit: Annotated[str, Field(description="only actions that name this unit")] = "",
        verb: Annotated[str, Field(description="only actions of this verb: move, attack")] = "",
        offset: Annotated[int, Field(ge=0)] = 0,
        limit: Annotated[int, Field(ge=1, le=MOST_LISTED)] = 100,
    ) -> dict[str, Any]:
        """List the legal actions of your decision, page by page. `resign` is always legal too."""
        seat = self.host.seat(game_id)
        with seat.lock:
            actions = seat.legal()
        counted = board.verbs(actions)
        if unit:
            unit = seat.game.units[seat.game.grammar.unit(unit)]
            actions = [text for text in actions if unit in text.split()[1:]]
        if verb:
            if verb not in seat.game.grammar.verbs:
                known = ", ".join(seat.game.grammar.verbs)
                raise BridgeheadError(
                    f"{verb[:40]!r} is not a verb of {seat.game.id}; there are {known}"
                )
            actions = [text for text in actions if text.split()[0] == verb]
        end = min(offset + limit, len(actions))
        return {
            "verbs": counted,
            "total": len(actions),
            "offset": offset,
            "actions": actions[offset:end],
            "next_offset": end if end < len(actions) else None,
        }

    @told
    def odds(
        self,
        game_id: GameId,
        actions: Annotated[
            list[str],
            Field(
                description='declares an attack, carried out on a copy: ["attack 0910 with matt-3"]'
            ),
        ] = [],  # noqa: B006 - the protocol's default; never changed
    ) -> dict[str, Any]:
        """Compute the odds of an attack before you make it, or of the pending combat.

        Chances are fractions such as 1/6. In a game of points and routes leave `actions` empty: the
        result is about the present battle. Nothing is carried out.
        """
        seat = self.host.seat(game_id)
        with seat.lock:
            found = seat.odds(actions)
        if found is None:
            return {"odds": None, "reason": "no attack is declared or being fought"}
        return {"odds": found}

    @told
    def why_not(self, game_id: GameId, action: str) -> dict[str, Any]:
        """Ask whether an action is legal now; if not, which rule forbids it and why."""
        seat = self.host.seat(game_id)
        with seat.lock:
            error = seat.why_not(action)
        return {"legal": True} if error is None else {"legal": False, **refusal(seat, error)}

    @told
    def history(
        self, game_id: GameId, last: Annotated[int, Field(ge=1, le=MOST_LINES)] = 50
    ) -> dict[str, Any]:
        """Read the last lines of the log, as your side may read it."""
        seat = self.host.seat(game_id)
        with seat.lock:
            return {"log": log(seat.history(last))}

    @told
    def score(self, game_id: GameId) -> dict[str, Any]:
        """Read victory points, the state of the victory conditions, and the final result."""
        seat = self.host.seat(game_id)
        with seat.lock:
            return {
                "over": seat.over,
                "result": seat.result,
                "points": seat.points(),
                "goals": seat.goals(),
                **({"ended": seat.given_up} if seat.given_up else {}),
            }

    # Playing

    @told
    def act(self, game_id: GameId, actions: Actions) -> dict[str, Any]:
        """Carry out your actions one after the other; then dice and the other side answer.

        It stops before an action that is refused, after one that leads to dice or to the other
        side, and after one that shows a hidden unit. `done` says how many were carried out,
        `happened` what happened since, `next` what you decide now.
        """
        seat = self.host.seat(game_id)
        with seat.lock:
            walk, happened = seat.act(actions)
            answer: dict[str, Any] = {
                "done": walk.done,
                "given": len(actions),
                "stopped": STOPS.get(walk.stopped, ""),
            }
            if isinstance(walk.error, IllegalAction):
                answer["refused"] = {"action": actions[walk.done], **refusal(seat, walk.error)}
            answer |= _now(seat, happened)
            return answer

    @told
    def resign(self, game_id: GameId) -> dict[str, Any]:
        """Resign the game: the other side wins."""
        seat = self.host.seat(game_id)
        with seat.lock:
            return _now(seat, seat.resign())


def refusal(seat: Seat, error: IllegalAction) -> dict[str, str]:
    """Return a refusal: case, reason, and the rule's summary if the case is in the rulebook."""
    rules = title_of(seat.game.id).rules_for(seat.game.id, error.case)
    rule = {"rule": f"{rules[0].title}. {rules[0].text}"} if rules else {}
    return {"case": error.case, "reason": error.reason, **rule}


def _now(seat: Seat, happened: list[Entry]) -> dict[str, Any]:
    lines = log(happened[-MOST_LINES:])
    left_out = len(happened) - MOST_LINES
    if left_out > 0:
        lines.insert(0, f"({left_out} lines before these: see `history`)")
    return {
        "happened": lines,
        "over": seat.over,
        "result": seat.result,
        "next": "\n".join(seat.looked_at(board.headline)),
    }


def log(entries: Iterable[Entry]) -> list[str]:
    """Return lines of the log, with a line at each change of turn or phase."""
    lines, clock = [], None
    for entry in entries:
        now = (entry.turn, entry.side, entry.phase)
        if now != clock:
            lines.append(f"-- turn {entry.turn}, {entry.side}, {entry.phase} phase")
            clock = now
        lines.append(f"{entry.text} [{entry.case}]" if entry.case else entry.text)
    return lines


SETTING_UP = ("list_games", "new_game", "save_record")
READING = ("briefing", "rules", "view", "view_data", "places", "legal_actions", "odds", "why_not",
           "history", "score")  # fmt: skip
PLAYING = ("act", "resign")


def create_server(
    host: Host,
    kind: Literal["everything", "one game"] = "everything",
    middleware: Sequence[ServerMiddleware[Any]] = (),
) -> MCPServer[Any]:
    """Return a server with the tools. "one game" omits those that start or save games.

    `middleware` sees every message first, as the `mcp` package describes it.
    """
    from mcp.types import ToolAnnotations

    server: MCPServer[Any] = MCPServer(
        "bridgehead", title="Bridgehead", instructions=INSTRUCTIONS, version=__version__,
        log_level="WARNING", middleware=middleware,
    )  # fmt: skip
    tools = Tools(host)
    names = (*(SETTING_UP if kind == "everything" else ()), *READING, *PLAYING)
    for name in names:
        reads = name in READING or name == "list_games"
        work = getattr(tools, name)
        server.add_tool(
            work,
            name=name,
            description=inspect.getdoc(work),
            annotations=ToolAnnotations(read_only_hint=reads, open_world_hint=False),
        )
    return server
