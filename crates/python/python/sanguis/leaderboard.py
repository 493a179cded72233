"""A leaderboard: ``python -m sanguis.leaderboard bloodlust --players 2 --html board.html``.

Every two players of the field meet. Each deal is played twice, so that either plays from the other's seats (in games with teams, the
other's team), and luck cancels out.
"""

from __future__ import annotations

import argparse
import html
import importlib
import json
import shlex
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from . import _sanguis, baselines
from .bots import Player, Share, Somebody, levels, played, share, standings
from .games import Setup, game as find_game, setup
from .match import check_seed
from .refusal import Refusal


class Meeting(NamedTuple):
    """What came of the games between two players."""

    first: str
    second: str
    games: int
    #: Games that the first won; a draw and a shared win count in parts.
    wins: float


class Row(NamedTuple):
    """A player's line: all its games together."""

    player: str
    games: int
    wins: float
    share: Share


class Board(NamedTuple):
    """A leaderboard."""

    table: Setup
    seed: int
    iterations: int
    meetings: list[Meeting]

    @property
    def rows(self) -> list[Row]:
        """The players, best first. Where all play equally well, each wins half of its games."""
        games: dict[str, int] = {}
        wins: dict[str, float] = {}
        for first, second, count, won in self.meetings:
            for name, part in ((first, won), (second, count - won)):
                games[name] = games.get(name, 0) + count
                wins[name] = wins.get(name, 0.0) + part
        rows = [Row(name, games[name], wins[name], share(wins[name], games[name])) for name in games]
        return sorted(rows, key=lambda row: -row.share.value)

    def against(self, player: str, other: str) -> Share | None:
        """What a player wins against another."""
        for first, second, games, wins in self.meetings:
            if games and {first, second} == {player, other}:
                return share(wins if player == first else games - wins, games)
        return None

    @property
    def title(self) -> str:
        """What was played."""
        return f"{find_game(self.table.game).name}, {self.table.options['players']} seats"


def entrants(table: Setup, names: list[str]) -> dict[str, Somebody]:
    """The players of a field: levels of our bots, and ``module:Name`` for players of yours. Refuses ``net`` where there is no network."""
    field: dict[str, Somebody] = {}
    for name in names:
        if ":" in name:
            field[name] = _yours(name)
        elif name not in levels():
            raise Refusal(f'There is no player "{name}"; there are: {", ".join(levels())}, and module:Name for yours.')
        else:
            if name == "net":
                baselines.load(table.game, int(table.options["players"])).check(table)
            field[name] = name
    if len(field) < 2 or len(field) < len(names):
        raise Refusal("A field has two players or more, each of them once.")
    return field


def _yours(name: str) -> Player:
    module, _, attribute = name.partition(":")
    try:
        made = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise Refusal(f"{name} cannot be loaded: {error}.") from error
    player: Player = made() if isinstance(made, type) else made
    if not hasattr(player, "act"):
        raise Refusal(f"{name} is not a player: it has no method act(question).")
    return player


def meet(
    game: str | Setup, names: list[str], *, players: int | None = None, games: int = 40, seed: int = 0, iterations: int = 100
) -> Iterator[Board]:
    """Plays a leaderboard and yields it after each deal of each pair; the last one is complete."""
    table = game if isinstance(game, Setup) else setup(game, players)
    field, seed = entrants(table, names), check_seed(seed)
    pairs = list(combinations(field, 2))
    meetings = {pair: Meeting(*pair, 0, 0.0) for pair in pairs}
    # Deal by deal, so that a leaderboard that was stopped is a fair one.
    for deal in range(-(-games // 2)):
        for pair in pairs:
            chunk = _deal(table, [field[name] for name in pair], seed, deal, iterations)
            first, so_far = standings(table, list(pair), seed, [chunk])[0], meetings[pair]
            meetings[pair] = Meeting(*pair, so_far.games + first.games, so_far.wins + first.wins)
            yield Board(table, seed, iterations, list(meetings.values()))


def _deal(table: Setup, pair: list[Somebody], seed: int, deal: int, iterations: int) -> str:
    ours = [player for player in pair if isinstance(player, str)]
    if len(ours) < 2:
        return played(table, pair, seed, deal, {"iterations": iterations})
    # The arena is faster, and gives each bot a whole team where there are teams.
    return _sanguis.arena_games(
        table.game, table.options_text, ours, seed, [2 * deal, 2 * deal + 1], str(iterations)
    )


def as_text(board: Board) -> str:
    """A plain table."""
    rows = board.rows
    wide = max(len(row.player) for row in rows)
    lines = [f"{board.title}: share of games won, 95 % interval"]
    for row in rows:
        lines.append(
            f"{row.player:{wide}}  {row.share.value:6.1%}  {row.share.low:6.1%} to {row.share.high:6.1%}  {row.games} games"
        )
    return "\n".join(lines)


def as_markdown(board: Board, command: str) -> str:
    """The page as Markdown: all games, then each pair."""
    rows = board.rows
    lines = [f"# {board.title}", "", "| player | games | share | 95 % interval |", "|---|--:|--:|---|"]
    for row in rows:
        value, low, high = row.share
        lines.append(f"| {row.player} | {row.games} | {value:.1%} | {low:.1%} to {high:.1%} |")
    lines += ["", "Each row's share against each column:", "", "| | " + " | ".join(row.player for row in rows) + " |"]
    lines.append("|---|" + "--:|" * len(rows))
    for row in rows:
        cells = [_cell(board.against(row.player, other.player)) for other in rows]
        lines.append(f"| {row.player} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, "", f"`{command}`", ""])


def _cell(found: Share | None) -> str:
    return "" if found is None else f"{found.value:.0%} ({found.low:.0%} to {found.high:.0%})"


_STYLE = """
:root { color-scheme: light dark; --ink: #1d1a1a; --paper: #fbf9f7; --soft: #8a8280; --line: #ddd6d2; --mark: #a3172c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece6e3; --paper: #171414; --soft: #9a918e; --line: #3a3433; --mark: #f0707f; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 54rem; margin: 2rem auto; padding: 0 1rem; }
svg { width: 100%; height: auto; } svg text { font: 14px system-ui, sans-serif; fill: var(--ink); } svg .soft { fill: var(--soft); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .8rem; border-bottom: 1px solid var(--line); text-align: right; } th:first-child { text-align: left; }
code { overflow-wrap: anywhere; } p.soft { color: var(--soft); }
"""


def as_html(board: Board, command: str) -> str:
    """The page: one file without links to others, readable in light and dark."""
    rows, say = board.rows, html.escape
    title = say(f"{board.title}: leaderboard")
    whole = "".join(
        f"<tr><th scope=row>{say(row.player)}<td>{row.games}<td>{row.share.value:.1%}"
        f"<td>{row.share.low:.1%} to {row.share.high:.1%}"
        for row in rows
    )
    head = "".join(f"<th scope=col>{say(row.player)}" for row in rows)
    pairs = "".join(
        f"<tr><th scope=row>{say(row.player)}"
        + "".join(f"<td>{_cell(board.against(row.player, other.player))}" for other in rows)
        for row in rows
    )
    return f"""<!doctype html>
<html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width">
<title>{title}</title><style>{_STYLE}</style>
<h1>{title}</h1>
<p>Every two players meet; each deal is played twice, with sides changed. Where all play equally well, each wins half of its games.
Bars are 95 % intervals.
{_chart(rows)}
<h2>All games</h2>
<div class=scroll><table><tr><th scope=col>player<th scope=col>games<th scope=col>share won<th scope=col>95 % interval{whole}</table></div>
<h2>Pair by pair</h2>
<p>What the player of the row wins against that of the column.
<div class=scroll><table><tr><th>{head}{pairs}</table></div>
<p class=soft>Made by <code>{say(command)}</code>
</html>
"""


def _chart(rows: list[Row]) -> str:
    """Shares as dots with their intervals, on a scale from 0 to 100 %."""
    left, right, step = 150, 690, 34
    foot = step * len(rows) + 10

    def at(value: float) -> float:
        return round(left + (right - left) * value, 1)

    parts = [
        f'<line x1="{at(tick)}" x2="{at(tick)}" y1="4" y2="{foot}" stroke="var(--{"soft" if tick == 0.5 else "line"})"/>'
        f'<text class="soft" x="{at(tick)}" y="{foot + 18}" text-anchor="middle">{tick:.0%}</text>'
        for tick in (0, 0.25, 0.5, 0.75, 1)
    ]
    for number, row in enumerate(rows):
        y, (value, low, high) = step * number + 22, row.share
        parts.append(
            f'<text x="{left - 12}" y="{y + 5}" text-anchor="end">{html.escape(row.player)}</text>'
            f'<line x1="{at(low)}" x2="{at(high)}" y1="{y}" y2="{y}" stroke="var(--mark)" stroke-width="3"/>'
            f'<circle cx="{at(value)}" cy="{y}" r="6" fill="var(--mark)"/>'
        )
    words = "; ".join(f"{row.player} {row.share}" for row in rows)
    return f'<svg viewBox="0 0 720 {foot + 28}" role="img" aria-label="{html.escape(words)}">{"".join(parts)}</svg>'


def as_json(board: Board, command: str) -> str:
    """The figures, for programs."""
    told: dict[str, Any] = {
        "game": board.table.game, "options": board.table.options, "seed": board.seed, "iterations": board.iterations,
        "command": command,
        "players": [{**row._asdict(), "share": row.share._asdict()} for row in board.rows],
        "meetings": [meeting._asdict() for meeting in board.meetings],
    }  # fmt: skip
    return json.dumps(told, indent=2) + "\n"


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m sanguis.leaderboard",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"""players
  {", ".join(levels())}
      our bots (docs/bots.md). net is the trained network, and is refused where there is none.
      Networks: {", ".join(one.name for one in baselines.available())} (game-seats).
  module:Name
      a player of yours: an object with act(question), or a class of such objects.
      Against it, seats alternate; in games with teams both then play in each team.

A share is the part of its games that a player won; a draw is half a win. Half is par.
The table goes to standard output, progress to standard error. Ctrl-C stops, and reports what was played.

examples
  python -m sanguis.leaderboard bloodlust --players 2
  python -m sanguis.leaderboard bloodstones --players 2 --field random,greedy,net --games 20 --html board.html
  python -m sanguis.leaderboard blood-bound --field greedy,net,mine:Cautious --json board.json""",
    )
    parser.add_argument("game", help="the game's id, such as bloodlust")
    parser.add_argument("--players", type=int, help="how many seats (the usual number)")
    parser.add_argument("--games", type=int, default=40, help="games for each pair (40)")
    parser.add_argument("--field", help="who plays, with commas between (random, greedy, search, and net where there is one)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first deal (0); the same seed gives the same games")
    parser.add_argument("--iterations", type=int, default=100, help="the most that bots which search may spend on a decision (100)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures for programs")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page that needs no other file")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the page as Markdown")
    given = parser.parse_args(arguments)
    if given.games < 1 or given.iterations < 1:
        parser.error("games and iterations are numbers from 1")
    files = [(file, page) for file, page in ((given.json, as_json), (given.html, as_html), (given.markdown, as_markdown)) if file]
    for file, _ in files:
        if not file.parent.is_dir():
            parser.error(f"there is no folder {file.parent}")
    command = shlex.join(["python", "-m", "sanguis.leaderboard", *(sys.argv[1:] if arguments is None else arguments)])
    board: Board | None = None
    try:
        table = setup(given.game, given.players)
        names = given.field.split(",") if given.field else _usual(table)
        try:
            for board in meet(table, names, games=given.games, seed=given.seed, iterations=given.iterations):
                _progress(board, given.games)
        except KeyboardInterrupt:
            print("\nStopped; this is what was played.", file=sys.stderr)
    except Refusal as refusal:
        parser.error(str(refusal))
    if board is None:
        return 130
    print(as_text(board))
    for file, page in files:
        file.write_text(page(board, command), encoding="utf-8")
    return 0


def _usual(table: Setup) -> list[str]:
    trained = [(one.game, one.players) for one in baselines.available()]
    return ["random", "greedy", *["net"] * ((table.game, table.options["players"]) in trained), "search"]


def _progress(board: Board, games: int) -> None:
    count, all = sum(meeting.games for meeting in board.meetings), -(-games // 2) * 2 * len(board.meetings)
    if sys.stderr.isatty():
        print(f"\r{count} of {all} games", end="\n" if count == all else "", file=sys.stderr, flush=True)
    elif count == all or count * 10 // all > (count - 2) * 10 // all:
        print(f"{count} of {all} games", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
