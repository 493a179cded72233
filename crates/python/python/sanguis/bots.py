"""Players: ours, and yours."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, Union

from . import _sanguis
from .games import Setup
from .match import Array, Choice, Match, check_seed
from .refusal import Refusal


class Question:
    """What a player is asked. It knows what its seat may know, and nothing else."""

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
        """What the seat may know, laid out as `sanguis.layout` says."""
        return self._match.array(self.seat)

    @property
    def mask(self) -> Array:
        """1 for each code it may choose."""
        return self._match.mask(self.seat)

    @property
    def observation(self) -> dict[str, Any]:
        """What the seat may know, to be read."""
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
    """Anything with this one method can play."""

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
        """What it does; it is given what its seat sees."""
        return self._bot.decide(question._match._env, question.seat)

    def witness(self, match: Match, seat: int) -> None:
        """Shows it what its seat sees and was told: before the first action and after each. `play` does this; a bot that is not
        shown only believes less."""
        self._bot.witness(match._env, seat)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_bot, self.settings)

    def __repr__(self) -> str:
        return f"<{self.settings[1]} bot for {self.settings[0]}>"


def _bot(game: str, level: str, seed: int, iterations: int, seconds: float | None) -> Bot:
    return Bot(game, level, seed=seed, iterations=iterations, seconds=seconds)


def levels() -> list[str]:
    """The bots there are, weakest first."""
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
    """Plays a whole game, one player for each seat, and gives the finished match back."""
    names = [player if isinstance(player, str) else type(player).__name__ for player in field]
    match = Match(game, len(field), seed=seed, names=names, **options)
    players: list[Player] = [
        Bot(match.setup.game, player, seed=seed + 1 + seat, iterations=iterations, seconds=seconds)
        if isinstance(player, str)
        else player
        for seat, player in enumerate(field)
    ]
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
            raise Refusal(f"{names[seat]} in seat {seat + 1} chose {code}, which is none of its codes.", "illegal")
        match.step(code)
    return match


class Standing(NamedTuple):
    """How a player has done."""

    player: str
    games: int
    #: Seats it had among all seats there were: the share of wins that luck alone would give.
    par: float
    #: Wins; a win shared by several counts in parts, a draw for all.
    wins: float
    #: The mean reward, from -1 to 1.
    reward: float
    #: The 95 % interval of the mean reward.
    low: float
    high: float


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

    For our own bots alone `sanguis.ray.arena` and the command ``sanguis arena`` are many times faster.
    """
    table = Match(game, players, **options)
    seats = table.players
    won = [0.0] * len(field)
    had = [0] * len(field)
    rewards: list[list[float]] = [[] for _ in field]
    for deal in range(deals):
        for rotation in range(len(field)):
            who = [(seat + rotation) % len(field) for seat in range(seats)]
            match = play(
                table.setup, [field[i] for i in who], seed=seed + deal, iterations=iterations, seconds=seconds
            )
            outcome = match.outcome
            assert outcome is not None
            first = [seat for seat in range(seats) if outcome.placings[seat] == 1]
            for seat, reward in enumerate(match.rewards or []):
                rewards[who[seat]].append(reward)
                had[who[seat]] += 1
                won[who[seat]] += (seat in first) / len(first)
    games = deals * len(field)
    standings = []
    for i, player in enumerate(field):
        count = len(rewards[i])
        mean = sum(rewards[i]) / count
        spread = (sum((reward - mean) ** 2 for reward in rewards[i]) / max(count - 1, 1)) ** 0.5
        reach = 1.96 * spread / count**0.5
        name = player if isinstance(player, str) else type(player).__name__
        standings.append(Standing(name, games, had[i] / (games * seats), won[i], mean, mean - reach, mean + reach))
    return standings
