"""Which bid makes games between generals even, by the printed margin and where any lead wins?

    python -m benchmarks.bids GAME [GAME ...] [--games N] [--rollouts N] [--processes N]
        [--option NAME ...] [--seed N] [--player NAME] [--minutes N]

Generals with counted rollouts play each GAME against themselves, `--games` times for either way of
winning (`any_lead` off and on). For each is printed how the games ended, the mean and the standard
deviation of the first side's lead, how often each lead came, and what each bid near the best would
have made of these games: won, drawn, lost and the score of the first side with its standard error.
What ended at once counts as it ended, whatever the bid. The table at the end is what
`data/players.toml` of the title takes. With `--option bid=SIDE:POINTS` the games are played with
that bid, and the leads hold it: so the best further bid shows whether it was right.

All games are shared by the processes; those of the GAMEs and of both ways take turns.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.variants import Variant
from bridgehead.core.titles.bids import ANY_LEAD, Bid, MeasuredBid
from bridgehead.core.titles.games import load_with
from bridgehead.core.titles.options import BID, name_of
from bridgehead.core.workers import Processes
from bridgehead.lab.matches import cores, lead_of, outcome_of, play_through, random_of, seeds_of

ON_POINTS = {"points", "draw", "major victory", "minor victory"}  # endings that a bid changes
MOST = 120  # half points of a bid that is tried
SHOWN = 3  # bids on either side of the best


@dataclass(frozen=True)
class Setting:
    """A game and a way of winning."""

    game: str
    options: tuple[str, ...]


@dataclass(frozen=True)
class Task:
    """One game to be played."""

    setting: Setting
    player: str
    rollouts: int
    seed: int
    number: int
    latest: float  # the time after which no game begins


@dataclass(frozen=True)
class Ended:
    """How a game ended: the first side's lead, its score, and whether points decided it."""

    lead: float
    score: float
    on_points: bool
    seconds: float


def play(task: Task) -> Ended | None:
    """Play a game between two players of the same kind; None if the time to begin games is over."""
    if time.time() > task.latest:
        return None
    began = time.process_time()
    game = load_with(task.setting.game, task.setting.options)
    random = random_of(task.seed, task.number)
    maker = Variant(task.player, 0.0, task.rollouts)
    seeds = seeds_of(random, [task.player] * len(game.sides))
    playing = {
        side: maker(game, seed % 2**31) for side, seed in zip(game.sides, seeds, strict=True)
    }
    position = game.start()
    play_through(position, random, lambda side: position.push(playing[side].choose(position)))
    winner, ending, _ = outcome_of(position)
    lead = lead_of(position)
    if lead is None:
        raise SystemExit(f"{game.id} knows no victory points")
    score = {0: 1.0, 1: 0.0}.get(winner, 0.5)
    return Ended(lead, score, ending in ON_POINTS, time.process_time() - began)


def scores_with(games: Sequence[Ended], half_points: int, win_by: int) -> Any:
    """Return the first side's score in each game if it had had so many half points more."""
    found = []
    for one in games:
        lead = round(2 * one.lead) + half_points
        won, lost = lead >= win_by, -lead >= win_by
        found.append((1.0 if won else 0.0 if lost else 0.5) if one.on_points else one.score)
    return np.array(found)


def best_bid(games: Sequence[Ended], win_by: int) -> int:
    """Return the number of half points that brings the score nearest to a half.

    Of equals, the fewest.
    """
    return min(
        range(-MOST, MOST + 1),
        key=lambda bid: (abs(float(scores_with(games, bid, win_by).mean()) - 0.5), abs(bid)),
    )


def standard_error(scores: Any) -> float:
    """Return the standard error of the mean of some scores."""
    return float(np.std(scores, ddof=1)) / len(scores) ** 0.5 if len(scores) > 1 else float("nan")


def text_of(sides: Sequence[str], half_points: int) -> str:
    """Return a bid as an option; "" for none."""
    return str(Bid(sides[half_points < 0], abs(half_points))) if half_points else ""


def counted(scores: Any) -> str:
    """Return how many games were won, drawn and lost, and the score."""
    won, drawn, lost = (int((scores == value).sum()) for value in (1.0, 0.5, 0.0))
    error = standard_error(scores)
    return f"won {won}, drawn {drawn}, lost {lost}: {scores.mean():.1%} ± {error:.1%} (SE)"


def report(setting: Setting, games: Sequence[Ended]) -> MeasuredBid:
    """Print the results of a setting's games and return the best bid."""
    game: Any = load_with(setting.game, setting.options)
    win_by = int(game.board[0].win_by)
    leads = np.array([one.lead for one in games])
    way = "any lead wins" if ANY_LEAD in setting.options else f"a lead of {win_by / 2:g} wins"
    print(f"\n{setting.game} ({', '.join(setting.options) or 'no options'}): {way}; "
          f"{len(games)} games, {np.mean([one.seconds for one in games]):.0f} s each")  # fmt: skip
    print(f"  {game.sides[0]} {counted(np.array([one.score for one in games]))}")
    print(f"  lead: mean {leads.mean():.2f} ± {standard_error(leads):.2f} (SE), standard deviation "
          f"{np.std(leads):.2f}, quartiles {np.quantile(leads, (0.25, 0.5, 0.75))}; "
          f"{sum(not one.on_points for one in games)} games ended at once")  # fmt: skip
    spread = sorted(Counter(leads.tolist()).items())
    print("  " + ", ".join(f"{lead:g}: {count}" for lead, count in spread))
    best = best_bid(games, win_by)
    for bid in range(best - SHOWN, best + SHOWN + 1):
        told = text_of(game.sides, bid) or "no bid"
        print(
            f"  {'>' if bid == best else ' '} {told:<24} {counted(scores_with(games, bid, win_by))}"
        )
    scores = scores_with(games, best, win_by)
    plain = tuple(option for option in setting.options if name_of(option) != BID)
    return MeasuredBid(
        plain, text_of(game.sides, best), len(games), float(scores.mean()), standard_error(scores)
    )


def as_table(game_id: str, found: MeasuredBid) -> str:
    """Return a measured bid in the format of `data/players.toml`."""
    options = ", ".join(f'"{option}"' for option in found.options)
    return (
        f'[[bids]]\ngame = "{game_id}"\noptions = [{options}]\nbid = "{found.bid}"\n'
        f"games = {found.games}\nscore = {found.score:.3f}\n"
        f"standard_error = {found.error:.3f}\n"
    )


def settings(games: Iterable[str], options: Sequence[str]) -> list[Setting]:
    """Return each game with the options, with and without `any_lead`."""
    plain = [option for option in options if option != ANY_LEAD]
    return [
        Setting(game, load_with(game, [*plain, *more]).options)
        for game in games
        for more in ([], [ANY_LEAD])
    ]


def main() -> None:
    """Play the games and print the reports."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="+")
    parser.add_argument("--games", type=int, default=40, help="for each way of winning")
    parser.add_argument("--rollouts", type=int, default=60, help="of a plan")
    parser.add_argument("--processes", type=int, default=cores())
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--player", default="general", help="as for benchmarks.variants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="begin no game after that")
    args = parser.parse_args()
    asked = settings(args.game, args.option)
    crew = Processes(args.processes)
    for game in args.game:
        crew.warm(game)
    latest = time.time() + 60 * args.minutes if args.minutes else float("inf")
    tasks = [
        Task(setting, args.player, args.rollouts, args.seed, number, latest)
        for number in range(args.games)
        for setting in asked
    ]
    played: dict[Setting, list[Ended]] = {setting: [] for setting in asked}
    for done, (place, ended) in enumerate(crew.share(play, tasks), start=1):
        if ended is not None:
            played[tasks[place].setting].append(ended)
        print(f"\r{done} of {len(tasks)} games", end="", file=sys.stderr, flush=True)
    tables = [as_table(one.game, report(one, games)) for one, games in played.items() if games]
    print("\n" + "\n".join(tables))


if __name__ == "__main__":
    main()
