"""The names of cells: there is one for each, and it agrees with the readable observation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sanguis
from conftest import GAMES
from sanguis import cells

ROOT = Path(__file__).resolve().parents[3]

TABLES = [(game.id, players, {}) for game in sanguis.games() for players in range(game.min_players, game.max_players + 1)]
TABLES += [("bloodlust", players, {"two_vampires": True}) for players in (2, 3)]
TABLES += [("bloodstones", 2, {"map": "twin-fords"}), ("bloodstones", 4, {"regroups": 2})]


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_every_cell_has_a_name_of_its_own(game: str, players: int, options: dict[str, Any]) -> None:
    named = cells.cells(game, players, **options)
    assert [cell.at for cell in named] == list(range(len(sanguis.Match(game, players, **options).array(0))))
    assert len({(cell.part, cell.name) for cell in named}) == len(named)


def moments(game: str, players: int, **options: Any) -> Iterator[tuple[dict[str, Any], dict[tuple[str, str], int], Any]]:
    """What seats see in some games: the readable observation, and the cells that are not 0 by their names."""
    named = cells.cells(game, players, **options)
    for seed, level in enumerate(("greedy", "easy", "random")):
        match = sanguis.Match(game, players, seed=seed, **options)
        bots = [sanguis.Bot(game, level, seed=seat) for seat in range(players)]
        for step in range(400):
            if match.seat is None:
                break
            seat = match.seat if step % 3 else step % players
            array = match.array(seat)
            if step % 2 == 0:
                shown = {(named[at].part, named[at].name): int(array[at]) for at in np.flatnonzero(array)}
                yield match.observation(seat), shown, array
            match.step(bots[match.seat].act(sanguis.Question(match, match.seat)))


@pytest.mark.parametrize("game", GAMES)
def test_cells_hold_what_their_kind_says(game: str) -> None:
    players = sanguis.game(game).min_players
    told = cells.blocks(game, players)
    for _, _, array in moments(game, players):
        for block in told:
            part = array[block.part.slice]
            if block.kind in ("bits", "one"):
                assert set(part.tolist()) <= {0, 1}, block.part.name
            if block.kind == "one":
                assert part.reshape(-1, len(block.axes[-1].labels)).sum(axis=1).max() <= 1, block.part.name
            if block.kind == "sign":
                assert set(part.tolist()) <= {-1, 0, 1}, block.part.name


@pytest.mark.parametrize("game", GAMES)
def test_every_phase_goes_by_its_name_in_the_observation(game: str) -> None:
    info = sanguis.game(game)
    name = "stage" if game == "bloodwood" else "phase"
    left = next(set(block.cells) for block in cells.blocks(game) if block.part.name == name)
    for seed in range(60):
        players = info.min_players + seed % (info.max_players - info.min_players + 1)
        where = next(block for block in cells.blocks(game, players) if block.part.name == name)
        match, chance = sanguis.Match(game, players, seed=seed), np.random.default_rng(seed)
        bot = sanguis.Bot(game, "easy", seed=seed)
        for _ in range(3000):
            phase = where.cells[int(match.array(0)[where.part.slice].argmax())]
            if phase in left:
                told = match.observation(0)[name]
                told = told if isinstance(told, str) else told.get("name") or next(iter(told))
                assert phase == told
                left.remove(phase)
            if match.seat is None or not left:
                break
            match.step(
                bot.act(sanguis.Question(match, match.seat)) if seed % 2 else int(chance.choice(match.legal()))
            )
        if not left:
            break
    # A short game seldom ends in last battles; it is the only name that is left for its cell.
    assert left <= {"last-battles"}


def part(shown: dict[tuple[str, str], int], name: str) -> dict[str, int]:
    return {cell: value for (at, cell), value in shown.items() if at == name}


def wide(shown: dict[tuple[str, str], int], name: str, cell: str = "") -> int:
    start = f"{cell}, " if cell else ""
    told = part(shown, name)
    return 100 * told.get(f"{start}hundreds", 0) + told.get(f"{start}rest", 0)


@pytest.mark.parametrize("players", [7, 8])
def test_blood_bound(players: int) -> None:
    for seen, shown, _ in moments("blood-bound", players):
        assert part(shown, "phase") == {seen["phase"]["name"]: 1}
        seats = {f"seat {number}": seat for number, seat in enumerate(seen["seats"], 1)}
        assert wide(shown, "passes in a row") == seen["passes"]
        tokens = part(shown, "rose, beast, unknown and rank tokens")
        open_cards = part(shown, "what a seat may be for all who watched")
        for name, seat in seats.items():
            assert [tokens.get(f"{name}, {kind}", 0) for kind in ("rose", "beast")] == [seat["rose"], seat["beast"]]
            found = [cell.removeprefix(f"{name}, ") for cell in open_cards if cell.startswith(f"{name}, ")]
            assert len(found) == len(seat["open"])
            assert [card for card in found if "inquisitor" not in card] == [
                card for card in seat["open"] if "inquisitor" not in card
            ]
            assert (f"{name}, {seat['rank']}" in part(shown, "rank shown")) == (seat["rank"] is not None)
            for other in seat["looks"]:
                assert f"{name}, seat {other}" in part(shown, "looked at")
            if seat["card"] != "hidden" and "inquisitor" not in seat["card"]:
                assert f"{name}, {seat['card']}" in part(shown, "card that this seat knows")
            if seat["clue"] != "hidden":
                clues = part(shown, "clue of the Rose, then of the Beast, that this seat knows")
                assert f"{seat['clue']}, {name}" in clues


@pytest.mark.parametrize("options", [{}, {"two_vampires": True}])
def test_bloodlust(options: dict[str, Any]) -> None:
    for seen, shown, _ in moments("bloodlust", 2, **options):
        assert part(shown, "phase") == {seen["phase"]: 1}
        assert part(shown, "class of the card") == {seen["class"]: 1}
        assert part(shown, "showing") == ({} if seen["showing"] is None else {seen["showing"]: 1})
        assert part(shown, "face up") == Counter(seen["discard"])
        places = [f"seat {hunter['seat']}" for hunter in seen["hunters"]]
        if options:
            places = [f"{seat}'s {('first', 'second')[at % 2]} vampire" for at, seat in enumerate(places)]
        for place, hunter in zip(places, seen["hunters"]):
            assert f"{place}, {hunter['vampire']}" in part(shown, "vampire")
            assert wide(shown, "bloodline", place) == hunter["bloodline"]
            assert part(shown, "health").get(place, 0) == hunter["health"]
            held = hunter["event"]
            if held and held["event"]:
                assert f"{place}, {held['event']}" in part(shown, "event that this seat knows")


def test_bloodstones() -> None:
    for seen, shown, _ in moments("bloodstones", 2):
        assert part(shown, "phase") == {seen["phase"]: 1}
        assert part(shown, "active player") == {f"seat {seen['active']}": 1}
        pieces = part(shown, "pieces by seat: units by area and kind, discards by kind, tiles in the bag")
        for number, realm in enumerate(seen["realms"], 1):
            seat = f"seat {number}"
            assert (f"{seat}, {realm['faction']}" in part(shown, "faction")) == (realm["faction"] is not None)
            own = {cell.removeprefix(f"{seat}, "): count for cell, count in pieces.items() if cell.startswith(seat)}
            if realm["faction"]:
                told = {f"{unit['unit']} in area {unit['area']}": unit["count"] for unit in realm["units"]}
                told |= {f"{tile} discarded": count for tile, count in Counter(realm["discard"]).items()}
                assert own == told | ({"tiles in the bag": realm["bag-count"]} if realm["bag-count"] else {})
            for village in realm["villages"]:
                assert part(shown, "villages by seat and area")[f"{seat}, area {village['area']}"] == village["count"]
            assert wide(shown, "points", seat) == realm["points"]
            if realm["hand"] is not None:
                assert part(shown, "own hand") == Counter(realm["hand"])


def test_bloodwood() -> None:
    for seen, shown, _ in moments("bloodwood", 5):
        own = seen["observer"] - 1
        assert part(shown, "night or day") == {seen["phase"]: 1}
        stage = seen["stage"] if isinstance(seen["stage"], str) else next(iter(seen["stage"]))
        assert part(shown, "stage") == {stage: 1}
        assert part(shown, "own hand") == Counter(seen["hands"][own])
        assert part(shown, "discards") == seen["discards"]
        assert wide(shown, "turns of the game") == seen["turns"]
        told = {f"seat {number}, {entity}": 1 for number, entity in enumerate(seen["entities"], 1) if entity}
        assert part(shown, "entity that this seat knows") == told
        for number, seat in enumerate(seen["seats"], 1):
            for other in seat["shown"]:
                assert f"seat {number}, seat {other}" in part(shown, "shown the entities of")
            for other in seat["confessed"]:
                assert f"seat {number}, seat {other}" in part(shown, "confessed to")


def test_kings_blood() -> None:
    for seen, shown, _ in moments("kings-blood", 3):
        phase = seen["phase"] if isinstance(seen["phase"], str) else next(iter(seen["phase"]))
        assert part(shown, "phase") == {phase: 1}
        assert set(part(shown, "own hand")) == set(seen["seats"][seen["observer"] - 1]["cards"])
        assert set(part(shown, "in the tree")) == {place["card"] for place in seen["tree"]}
        assert set(part(shown, "discards")) == set(seen["discards"])
        for place in seen["tree"]:
            assert part(shown, "row").get(place["card"], 0) == place["row"]


def test_the_faces_of_bloodlust_are_those_of_its_files() -> None:
    tomllib = pytest.importorskip("tomllib")
    read = lambda name: tomllib.loads((ROOT / "crates/bloodlust/data" / name).read_text(encoding="utf-8"))  # noqa: E731
    faces = [
        (card["kind"], sign) for card in read("deck.toml")["card"] for sign in ("full", "half", "quarter") if card.get(sign)
    ]
    assert faces == [(face.split()[0], face.split()[-1]) for face in cells._FACES]


def test_the_page_is_up_to_date() -> None:
    page = (ROOT / "docs/observations.md").read_text(encoding="utf-8")
    assert page == cells.page(), "python -m sanguis.cells --page > docs/observations.md"
