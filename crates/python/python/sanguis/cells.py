"""What every cell of an observation means: ``python -m sanguis.cells bloodlust --players 2`` prints them all.

`sanguis.layout` names the parts of an array; here each part has axes, and each cell a name. Names are those of the readable
observation (`sanguis.Match.observation`): seats count from 1, areas of Bloodstones from 0.
"""

from __future__ import annotations

import argparse
import sys
from itertools import product
from typing import Any, NamedTuple

from .games import Part, game as find_game, games, layout, options as check_options
from .refusal import Refusal

#: What the cells of a part hold.
KINDS = {
    "bits": "0 or 1",
    "one": "0 or 1; at most one cell along the last axis is 1",
    "number": "a number",
    "wide": "a number: its hundreds, then the rest",
    "sign": "1, 0 or -1",
}


class Axis(NamedTuple):
    """One direction in which a part extends."""

    name: str
    labels: tuple[str, ...]


class Block(NamedTuple):
    """A part of an array, and how its cells are arranged: the last axis runs fastest."""

    part: Part
    kind: str
    axes: tuple[Axis, ...]

    @property
    def cells(self) -> list[str]:
        """The name of each cell within the part; empty for the only one."""
        return [", ".join(labels) for labels in product(*(axis.labels for axis in self.axes))]


class Cell(NamedTuple):
    """A cell of an array."""

    at: int
    part: str
    #: Which cell of the part it is; empty if it is the only one.
    name: str
    kind: str


_WIDE = Axis("hundreds and rest", ("hundreds", "rest"))
_Spec = dict[str, tuple[Any, ...]]


def _axis(name: str, labels: str) -> Axis:
    return Axis(name, tuple(labels.split(",")))


def _blood_bound(seats: Axis, parts: dict[str, int]) -> _Spec:
    names = "elder,assassin,harlequin,alchemist,mentalist,guardian,berserker,mage,courtesan".split(",")
    ranks = Axis("rank", (*names, "inquisitor"))
    cards = Axis("card", tuple(f"{clan}-{name}" for clan in ("rose", "beast") for name in names)
                 + ("inquisitor with a rose clue", "inquisitor with a beast clue"))  # fmt: skip
    phases = _axis("phase", "turn,call,answers,offers,wound,ability,look,heal,suffer,curses,true-curse,over")
    held = ("quills", "purple sword", "green sword", "purple shields", "green shields", "staffs", "fans", "curses")
    return {
        "what a seat may be for all who watched": ("bits", seats, cards),
        "rank shown": ("one", seats, ranks),
        "looked at": ("bits", Axis("who looked", seats.labels), seats),
        **{name: ("bits", seats) for name in (*held, "answered", "offers")},
        "rose, beast, unknown and rank tokens": ("number", seats, _axis("token", "rose,beast,unknown,rank")),
        **{name: ("one", seats) for name in ("own seat", "dagger", "struck, healed or looked at", "true curse")},
        "user of the ability": ("one", seats),
        "passes in a row": ("wide", _WIDE),
        "phase": ("one", phases),
        "wounds left to suffer": ("number",),
        "card that this seat knows": ("one", seats, cards),
        "clue of the Rose, then of the Beast, that this seat knows": ("bits", _axis("clue", "rose,beast"), seats),
    }


_FACES = (
    *(f"bloodlust {worth} {sign}" for worth in (1, 2, 3) for sign in ("full", "half", "quarter")),
    "slayer bloodline 2 full", "slayer bloodline 2 quarter", "slayer bloodline 3 full", "slayer bloodline 3 half",
    "slayer health 1 full", "slayer health 1 half", "slayer health 1 quarter", "slayer health 2 half",
    "slayer health 2 quarter", "slayer choice 2-1 full", "slayer choice 2-1 quarter",
    *(f"daylight {worth} {sign}" for worth in (1, 2) for sign in ("full", "half", "quarter")),
    "night 1 full", "night 1 half", "night 1 quarter", "night 2 half",
    "invitation full", "invitation half", "invitation quarter",
)  # fmt: skip


def _bloodlust(seats: Axis, parts: dict[str, int]) -> _Spec:
    # With two vampires each, a seat has two places.
    each = parts["active"] // len(seats.labels)
    lairs = seats if each == 1 else Axis(
        "vampire", tuple(f"{seat}'s {place} vampire" for seat in seats.labels for place in ("first", "second"))
    )  # fmt: skip
    events = _axis(
        "event", "sanctuary,blood-feast,ambush,mist-form,long-night,daybreak,dark-healing,blood-tithe"
    )
    faces = Axis("face", (*_FACES, *events.labels))
    signs = _axis("sign", "full,half,quarter")
    classes = "bloodlust,slayer-bloodline,slayer-health,slayer-choice,daylight,night,invitation,event"
    vampires = _axis("who", "felicity,luther,mastema,jake,ilse,corvin,sabine,drago,vesper,marek")
    return {
        "face up": ("number", faces),
        "vampire": ("one", lairs, vampires),
        "ability unused": ("bits", lairs),
        "total": ("wide", lairs, _WIDE),
        "showing": ("one", faces),
        "cards seen by this seat": ("one", _axis("place", "top card,next card"), faces),
        "guess": ("one", lairs, signs),
        "holds an event": ("bits", lairs),
        "sign of an event": ("one", lairs, signs),
        "seats that know an event": ("bits", lairs, Axis("who knows", seats.labels)),
        "event that this seat knows": ("one", lairs, events),
        "an event is handed on": ("bits",),
        "event handed on": ("one", events),
        "sign of the event handed on": ("one", signs),
        "seats that know the event handed on": ("bits", seats),
        "own seat": ("one", seats),
        "phase": ("one", _axis("phase", "look,decide,give,revealed,slayer,invitation,applied,over")),
        "night": ("number",),
        "nights left": ("number",),
        "leader": ("one", seats),
        "drawer": ("one", lairs),
        "turn in windows": ("one", seats),
        "asked in windows": ("bits", seats),
        "daylight": ("number",),
        "slowed": ("number",),
        "class of the card": ("one", _axis("class", classes)),
        "cards in the deck": ("number",),
        "cards seen by the looker": ("number",),
        "active": ("bits", lairs),
        "undecided": ("bits", lairs),
        "health": ("number", lairs),
        "gain": ("number", lairs),
        "void": ("bits", lairs),
        "ignoring": ("bits", lairs),
        "own choice made": ("bits", lairs),
        "own choice is to stay, to lose health or to accept": ("bits", lairs),
        "bloodline": ("wide", lairs, _WIDE),
    }


def _bloodstones(seats: Axis, parts: dict[str, int]) -> _Spec:
    tiles = _axis("tile", "skirmishers,swords,shield,cavalry,irregular,siege-engine,ship,castle,leader,special,blank")
    units = Axis("unit", (*tiles.labels, "citadel", "undead", "cutiecorn"))
    areas = Axis("area", tuple(f"area {number}" for number in range(parts["battle in"])))
    standing = (f"{unit} in {area}" for area in areas.labels for unit in units.labels if unit != "blank")
    discards = (f"{tile} discarded" for tile in tiles.labels)
    pieces = Axis("piece", (*standing, *discards, "tiles in the bag"))
    tracks = _axis("track", "regroups,out,idle turns,first lot,second lot")
    phases = _axis(
        "phase",
        "factions,citadels,muster,return,capture,undead,main,move,pay,discard,construct,withdraw,swap,casualty,retreat,"
        "raise,last-battles,over",
    )
    factions = _axis("faction", "dragon-riders,horse-lords,hill-folk,necromancers,chaos-horde,corsairs")
    side = Axis("figure", (
        "units at the start", "battle tiles drawn", "tiles shown", "swap: 0 open, 1 kept, 2 swapped", "total once shown",
    ))  # fmt: skip
    spec: _Spec = {
        "pieces by seat: units by area and kind, discards by kind, tiles in the bag": ("number", seats, pieces),
        "villages by seat and area": ("number", seats, areas),
        "areas fled from": ("bits", seats, areas),
        "faction": ("one", seats, factions),
        "villages captured from": ("number", Axis("captor", seats.labels), Axis("owner", seats.labels)),
        "citadel lost to": ("one", Axis("owner", seats.labels), Axis("captor", seats.labels)),
        "stack moves from": ("one", areas),
        "Cutiecorn stands in": ("one", areas),
        "battle in": ("one", areas),
        "own seat": ("one", seats),
        "phase": ("one", phases),
        **{name: ("one", seats) for name in ("first player", "active player", "ended the game")},
        "round of last battles": ("number",),
        "stalled": ("bits",),
        "pips due, tiles owed, build points": ("number", _axis("figure", "pips due,tiles owed,build points")),
        "group has stepped, horde has raided": ("bits", _axis("fact", "group has stepped,horde has raided")),
        "group": ("number", units),
        "Undead that have moved": ("number", areas),
        "owner of the Cutiecorn": ("one", seats),
        "Cutiecorn is beside the map, or gone": ("one", _axis("where", "beside the map,gone")),
        "points": ("wide", seats, _WIDE),
        "regroups, out, idle turns and lots": ("number", seats, tracks),
        "own hand": ("number", tiles),
        "tiles in hand": ("number", seats),
        "side that decides, loser, fallen, ties": (
            "number", _axis("figure", "side that decides (0 attacker),side that lost (0 attacker),fallen,ties"),
        ),
        "tile swapped in": ("one", seats, tiles),
    }  # fmt: skip
    for name in ("attacker", "defender"):
        spec[name] = ("one", seats)
        spec[f"{name}'s side"] = ("number", side)
        spec[f"{name}'s battle tiles"] = ("number", _axis("place", "highest,second,third,fourth"))
    return spec


def _bloodwood(seats: Axis, parts: dict[str, int]) -> _Spec:
    cards = _axis(
        "card",
        "bite,curse-mark,chains,tranquillizer,voodoo,leshy,hunter,mirror,night-eclipse,night-time-loop,"
        "vaccine,candle,keys,pandoras-box,thief,blood-test,confession,amulet,day-eclipse,day-time-loop",
    )
    decks = _axis("deck", "night,day")
    stages = _axis("stage", "play,draw,defend,leshy,hunt,catch,voodoo,declare,over")
    plain = ("cards left to draw", "turns of this phase", "cards laid aside")
    facts = ("clockwise", "has acted in this turn", "got the Curse Mark in this turn")
    single = ("own seat", "turn", "seat that draws, answers, keeps or declares", "other seat of Voodoo")
    marks = ("named in the declaration, or winners", "mutated", "permanently", "in Chains", "tranquillized")
    tallies = ("cards held", "turns before the curse falls", "sealed cards")
    piles = ("own hand", "own sealed cards", "own cards laid aside", "discards")
    return {
        "shown the entities of": ("bits", Axis("who saw", seats.labels), seats),
        "confessed to": ("bits", seats, Axis("to whom", seats.labels)),
        **{name: ("one", seats) for name in single},
        **{name: ("bits", seats) for name in marks},
        **{name: ("number", seats) for name in tallies},
        **{name: ("number",) for name in plain},
        **{name: ("bits",) for name in facts},
        **{name: ("number", cards) for name in piles},
        "stage": ("one", stages),
        "after the draw": ("one", _axis("what follows", "end,play-on,refill")),
        "attacking card": ("one", cards),
        "night or day": ("one", decks),
        "turns of the game": ("wide", _WIDE),
        "special that may not follow itself": ("one", _axis("special", "eclipse,time-loop")),
        "entity that this seat knows": ("one", seats, _axis("entity", "vampire,werewolf,dracula,alpha")),
        "cards in the Night and the Day pile": ("number", decks),
        "Night and Day cards surely in a hand, for all who watched": ("number", seats, decks),
        "Night and Day cards surely in a hand, for this seat": ("number", seats, decks),
        "cards that this seat knows in a hand": ("number", seats, cards),
        "most of each card that its pile can hold, for all who watched": ("number", cards),
        "most of each card that its pile can hold, for this seat": ("number", cards),
    }


def _kings_blood(seats: Axis, parts: dict[str, int]) -> _Spec:
    colours = ("money", "art", "romance", "battle")
    people = tuple(f"{colour}-{number}-{sex}" for colour in colours for number in range(1, 10) for sex in "mf")
    events = _axis(
        "event",
        "assassination-poisoned-cup,assassination-night-dagger,assassination-loose-stair,exile-ship-at-dawn,"
        "exile-closed-gate,exile-long-road,new-connection-forged-letter,new-connection-old-promise,"
        "enthronement-ringing-bells,enthronement-oath-of-the-realm",
    )
    characters = Axis("character", people)
    deck = Axis("card of the deck", (*people, *events.labels))
    cards = Axis("card", (*deck.labels, "kings-blood"))
    sides, shuffles = _axis("side", "left,right"), _axis("shuffle", "the last one,the one before,older")
    phases = "debt,play,drawn,extra,newborn,place,target,give,connect,marry,sibling,close,over"
    ones = ("newborn", "last on the table", "enthroned", "has the King's Blood", "beside")
    return {
        "surely in a hand (1) or surely not (-1)": ("sign", seats, cards),
        **{name: ("bits", characters) for name in ("in the tree", "open on the left", "open on the right")},
        "row": ("number", characters),
        "column": ("number", characters),
        "discards": ("bits", deck),
        **{name: ("one", cards) for name in ("card being played", "card in question")},
        **{name: ("one", characters) for name in ones},
        **{name: ("one", seats) for name in ("own seat", "turn", "dealer", "winner")},
        **{name: ("bits", seats) for name in ("called", "loses a turn", "passed")},
        "clockwise": ("bits",),
        "hand of the series": ("wide", _WIDE),
        "phase": ("one", _axis("phase", phases)),
        "side": ("one", sides),
        "siblings on this side": ("one", sides),
        "row and column it was lifted from": ("number", _axis("figure", "row,column")),
        **{name: ("number",) for name in ("age of the drawn card's shuffle", "debt", "cards in the pile", "shuffles")},
        "scores": ("wide", seats, _WIDE),
        "own hand": ("bits", cards),
        "cards held": ("number", seats),
        "hidden from somebody: 1 and the age of the shuffle": ("number", deck),
        "hidden cards in a hand, by age of the shuffle": ("number", seats, shuffles),
        "enthronement": ("one", events),
        "the King's Blood lies aside": ("bits",),
    }


_SPECS = {
    "blood-bound": _blood_bound, "bloodlust": _bloodlust, "bloodstones": _bloodstones, "bloodwood": _bloodwood,
    "kings-blood": _kings_blood,
}  # fmt: skip


def blocks(id: str, players: int | None = None, **chosen: Any) -> list[Block]:
    """The parts of an observation's array with their axes, in order."""
    parts = layout(id, players, **chosen)
    count = int(check_options(id, players, **chosen)["players"])
    seats = Axis("seat", tuple(f"seat {number}" for number in range(1, count + 1)))
    spec = _SPECS[id](seats, {part.name: part.len for part in parts})
    return [Block(part, spec[part.name][0], spec[part.name][1:]) for part in parts]


def cells(id: str, players: int | None = None, **chosen: Any) -> list[Cell]:
    """Every cell of an observation's array, in order: ``cells("bloodlust")[312].name``."""
    return [
        Cell(block.part.start + place, block.part.name, name, block.kind)
        for block in blocks(id, players, **chosen)
        for place, name in enumerate(block.cells)
    ]


def table(id: str, players: int | None = None) -> str:
    """The parts of a game's array as a Markdown table."""
    lines = ["| cells | part | axes | values |", "|--:|---|---|---|"]
    for block in blocks(id, players):
        last = block.part.start + block.part.len - 1
        span = f"{block.part.start}" if block.part.len == 1 else f"{block.part.start}-{last}"
        axes = " × ".join(f"{len(axis.labels)} {axis.name}" for axis in block.axes)
        lines.append(f"| {span} | {block.part.name} | {axes} | {block.kind} |")
    return "\n".join(lines)


def page() -> str:
    """docs/observations.md."""
    kinds = "\n".join(f"| {kind} | {what} |" for kind, what in KINDS.items())
    text = f"""# Observations, cell by cell

An observation is an array of `int8` that holds what one seat may know ([python.md](python.md#seats-codes-observations)). This page lists its parts
for each game at the usual number of seats. `python -m sanguis.cells --page` writes it, and a test checks that it is up to date.

| you want | use |
|---|---|
| every cell of a game by name | `python -m sanguis.cells bloodlust` |
| the same for another number of seats | `python -m sanguis.cells bloodlust --players 2` |
| the parts only | `python -m sanguis.cells bloodlust --parts` |
| the same in a program | `sanguis.cells.cells("bloodlust", 2)`, `sanguis.cells.blocks("bloodlust", 2)` |
| a part of an array | `array[part.slice] for part in sanguis.layout("bloodlust", 2)` |

A part has axes, and the last one varies fastest: `8 seat × 20 card` means cell `20 * seat + card`. Seats are in table order, not relative
to the observing seat. The layout depends on the number of seats, the map of Bloodstones and, in BloodLust, whether each player has two
vampires; `cells` and `blocks` take these options as `sanguis.env` does.

| values | meaning |
|---|---|
{kinds}
"""
    for game in games():
        length = sum(block.part.len for block in blocks(game.id))
        text += f"\n## {game.name}, {game.usual_players} seats: {length} cells\n\n{table(game.id)}\n"
        text += _labels(game.id)
    return text


def _labels(id: str) -> str:
    """The labels of each axis that cannot be counted out, once."""
    found: dict[str, tuple[str, ...]] = {}
    for block in blocks(id):
        for axis in block.axes:
            if 4 <= len(axis.labels) <= 50 and not axis.labels[0].startswith(("seat ", "area ")):
                found.setdefault(axis.name, axis.labels)
    return "\n" + "\n".join(f"- **{name}**: {', '.join(labels)}" for name, labels in found.items()) + "\n"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m sanguis.cells", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?", help="the game's id, such as bloodlust")
    parser.add_argument("--players", type=int, help="how many seats (the usual number)")
    parser.add_argument("--parts", action="store_true", help="print the parts only, as a Markdown table")
    parser.add_argument("--page", action="store_true", help="print docs/observations.md, which lists the parts of all games")
    given = parser.parse_args()
    if given.page:
        sys.stdout.write(page())
        return
    if given.game is None:
        parser.error("which game? There are: " + ", ".join(game.id for game in games()))
    try:
        find_game(given.game)
        if given.parts:
            print(table(given.game, given.players))
            return
        for cell in cells(given.game, given.players):
            print(f"{cell.at}\t{cell.part}\t{cell.name}\t{cell.kind}")
    except Refusal as refusal:
        parser.error(str(refusal))


if __name__ == "__main__":
    main()
