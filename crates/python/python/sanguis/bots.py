"""Players: ours and yours."""

from __future__ import annotations

import json
from typing import Any, NamedTuple, Protocol, Union

from . import _sanguis
from .games import Setup, setup
from .match import Array, Choice, Match, check_seed
from .refusal import Refusal


class Question:
    """What a player is asked. It holds what the player's seat may know, and nothing else."""

    def __init__(self, match: Match, seat: int) -> None:
        self._match = match
        #: The seat it plays, from 0.
        self.seat = seat
        #: The codes it may choose.
        self.codes = match.legal(seat)

    @property
    def waited_on(self) -> bool:
        """Does the game wait for this seat? If not, the last code lets the moment pass."""
        return self.codes[-1] != self._match.pass_code

    @property
    def array(self) -> Array:
        """What the seat may know, as an array; `sanguis.layout` names its parts."""
        return self._match.array(self.seat)

    @property
    def mask(self) -> Array:
        """1 for each code it may choose."""
        return self._match.mask(self.seat)

    @property
    def observation(self) -> dict[str, Any]:
        """What the seat may know, in readable form."""
        return self._match.observation(self.seat)

    @property
    def choices(self) -> list[Choice]:
        """What it may do, in words."""
        return self._match.choices(self.seat)

    @property
    def text(self) -> str:
        """The table in words."""
        return self._match.text(self.seat)


class Player(Protocol):
    """Anything with this one method can play. It goes by its ``name`` if it has one, otherwise by its class."""

    def act(self, question: Question, /) -> int:
        """One of ``question.codes``."""
        ...


class Bot:
    """One of our bots: ``sanguis.Bot("bloodlust", "search")``. `levels` lists them."""

    def __init__(
        self, game: str, level: str, *, seed: int = 0, iterations: int = 400, seconds: float | None = None
    ) -> None:
        self.settings = (game, level, seed, iterations, seconds)
        self._bot = _sanguis.Bot(game, level, check_seed(seed), iterations, seconds)

    def act(self, question: Question, /) -> int:
        """Its choice, from what its seat sees."""
        return self._bot.decide(question._match._env, question.seat)

    def witness(self, match: Match, seat: int) -> None:
        """Shows it what its seat sees and was told. `play` does this before the first action and after each one; a bot that misses some
        of it only has weaker beliefs."""
        self._bot.witness(match._env, seat)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_bot, self.settings)

    def __repr__(self) -> str:
        return f"<{self.settings[1]} bot for {self.settings[0]}>"


def _bot(game: str, level: str, seed: int, iterations: int, seconds: float | None) -> Bot:
    return Bot(game, level, seed=seed, iterations=iterations, seconds=seconds)


def levels() -> list[str]:
    """The levels of our bots, weakest first."""
    return _sanguis.levels()


#: A player, or the level of one of our bots.
Somebody = Union[Player, str]


def play(
    game: str | Setup,
    field: list[Somebody],
    *,
    seed: int = 0,
    iterations: int = 400,
    seconds: float | None = None,
    **options: Any,
) -> Match:
    """Plays a whole game, with one player for each seat, and returns the finished match."""
    names = [_name(player) for player in field]
    match = Match(game, len(field), seed=seed, names=names, **options)
    limits = {"iterations": iterations, "seconds": seconds}
    return _play_out(match, [_seated(match, player, seed + 1 + seat, limits) for seat, player in enumerate(field)])


def _name(player: Somebody) -> str:
    return player if isinstance(player, str) else str(getattr(player, "name", type(player).__name__))


def _seated(match: Match, player: Somebody, seed: int, limits: dict[str, Any]) -> Player:
    return Bot(match.setup.game, player, seed=seed, **limits) if isinstance(player, str) else player


def _play_out(match: Match, players: list[Player]) -> Match:
    """Asks the players until the game is over."""
    shown = -1
    while (seat := match.seat) is not None:
        if match.version != shown:
            shown = match.version
            for own, player in enumerate(players):
                if isinstance(player, Bot):
                    player.witness(match, own)
        question = Question(match, seat)
        code = int(players[seat].act(question))
        if code not in question.codes:
            raise Refusal(f"{_name(players[seat])} in seat {seat + 1} chose {code}, which is not among its codes.", "illegal")
        match.step(code)
    return match


class Share(NamedTuple):
    """A share of games, with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.1%} ({self.low:.1%} to {self.high:.1%})"


def share(wins: float, games: int) -> Share:
    """The share of games won, with Wilson's interval, as ``sanguis arena`` gives it; a shared win counts in parts."""
    if games == 0:
        return Share(0.0, 0.0, 1.0)
    value, spread = wins / games, 1.96**2 / games
    middle, reach = value + spread / 2, (spread * (value * (1 - value) + spread / 4)) ** 0.5
    return Share(value, max((middle - reach) / (1 + spread), 0.0), min((middle + reach) / (1 + spread), 1.0))


class Standing(NamedTuple):
    """How a player has done."""

    player: str
    games: int
    #: Its share of the seats, which is the share of wins that luck alone would give.
    par: float
    #: Games won; a shared win and a draw count in parts.
    wins: float
    #: The mean reward, from -1 to 1.
    reward: float
    #: The 95 % interval of the mean reward.
    low: float
    high: float

    @property
    def share(self) -> Share:
        """The share of games won, with its 95 % interval."""
        return share(self.wins, self.games)


def compete(
    game: str | Setup,
    field: list[Somebody],
    *,
    players: int | None = None,
    deals: int = 50,
    seed: int = 0,
    iterations: int = 400,
    seconds: float | None = None,
    **options: Any,
) -> list[Standing]:
    """Plays each deal once for every rotation of the field round the table, so that luck cancels out.

    The figures are those of ``sanguis arena``, which plays the same games unless the game has teams. For our own bots alone that command
    and `sanguis.ray.arena` are many times faster.
    """
    table = game if isinstance(game, Setup) else setup(game, players, **options)
    limits = {"iterations": iterations, "seconds": seconds}
    chunks = [played(table, field, seed, deal, limits) for deal in range(deals)]
    return standings(table, [_name(player) for player in field], seed, chunks)


def played(table: Setup, field: list[Somebody], seed: int, deal: int, limits: dict[str, Any]) -> str:
    """Plays one deal, counted from 0, for every rotation of the field. Returns the games as the arena tells them."""
    games: list[dict[str, Any]] = []
    for rotation in range(len(field)):
        who = [(seat + rotation) % len(field) for seat in range(int(table.options["players"]))]
        match = Match(table, seed=seed + deal, names=[_name(field[place]) for place in who])
        # Bots get the seeds they have in the arena.
        bots = [
            _seated(match, field[place], check_seed(seed + deal) ^ (seat + 1) << 40 ^ rotation << 50, limits)
            for seat, place in enumerate(who)
        ]
        outcome = _play_out(match, bots).outcome
        assert outcome is not None
        games.append(
            {
                "index": deal * len(field) + rotation,
                "who": who,
                "steps": match.version,
                "outcome": outcome._asdict(),
                "decisions": [],
                "complaints": [],
            }
        )
    return json.dumps(games)


def standings(table: Setup, names: list[str], seed: int, chunks: list[str]) -> list[Standing]:
    """Counts games that the arena or `played` has told."""
    # Players of the same class are different players: each goes by its place in the field.
    places = [(str(place), "") for place in range(len(names))]
    report = json.loads(
        _sanguis.arena_report(table.game, table.options_text, places, check_seed(seed), chunks, 0.0)
    )
    standings = []
    for name, told in zip(names, report["bots"]):
        reward = told["reward"]
        standings.append(
            Standing(name, report["games"], told["par"], told["won"], reward["value"], reward["low"], reward["high"])
        )
    return standings
