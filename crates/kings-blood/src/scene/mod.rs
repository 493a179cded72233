//! How the table looks, and what things are called.

mod beat;
mod describe;
mod narrate;
pub(crate) mod pictures;
mod prompt;

pub(crate) use beat::beat;
pub(crate) use describe::{attempts, describe};
pub(crate) use narrate::{cards, narrate};

use std::cell::LazyCell;
use std::sync::LazyLock;

use table::known::{self, Known, Part};
use table::scene::{Face, Id, Key, Layout, Leaf, Mark, Piece, Place, Spot, Tint, Tree, Zone, key, seat_id};
use table::{Game, Name, Observer, Scene, Seat, SeatSet, Text, Voice, say};

use crate::KingsBlood;
use crate::genealogy::{Cell, Genealogy, Side};
use crate::pieces::{Card, Cards, Colour, Kind, Special, deck};
use crate::sight::{Observation, PhaseView};

/// How the table looks.
pub(crate) fn scene(o: &Observation, waiting: SeatSet) -> Scene {
    sketch(o, waiting, &mut Known::nothing())
}

/// The same without what is known.
pub(crate) fn sketch(o: &Observation, waiting: SeatSet, known: &mut Known) -> Scene {
    let stuck = prompt::stuck(o);
    Scene {
        heading: heading(o),
        prompt: prompt::prompt(o, stuck),
        mood: prompt::mood(o).into(),
        help: prompt::help(o, stuck).into(),
        reversed: !o.clockwise,
        seats: Seat::all(o.seats.len()).map(|seat| place(o, seat, waiting, known)).collect(),
        zones: zones(o, known),
        tree: Some(draw_tree(o, known)),
        knowledge: prompt::knowledge(o),
        goal: prompt::goal(o),
        verdict: prompt::verdict(o),
        ..Scene::default()
    }
}

fn heading(o: &Observation) -> Text {
    let way = if o.clockwise { "clockwise" } else { "anticlockwise" };
    let (hand, target) = (o.hand, o.options.target);
    if o.options.scored() {
        say!("Hand {hand}, to {target} points, turns go {way}")
    } else {
        say!("Turns go {way}")
    }
}

fn place(o: &Observation, seat: Seat, waiting: SeatSet, known: &mut Known) -> Place {
    let player = &o.seats[seat.index()];
    let over = matches!(o.phase, PhaseView::Over { .. });
    let blank = Place::new(seat, o.observer, waiting);
    let debt = (o.phase == PhaseView::Debt).then_some(o.debt);
    let turn = (o.turn == seat).then_some(debt);
    let states = [over, player.called, player.penalty, player.passed, o.dealer == seat];
    let from = (player.held, player.score, o.options.scored(), turn, states, blank.you, blank.waiting);
    known.draw(Part::Seat(seat.index()), &from, || marked(o, seat, waiting), || blank)
}

/// A seat with all that lies before it.
fn marked(o: &Observation, seat: Seat, waiting: SeatSet) -> Place {
    let player = &o.seats[seat.index()];
    let id = seat_id(seat);
    let mark = |name: &str, label: &'static str, icon: &'static str, note: &'static str| Mark {
        note: note.into(),
        ..Mark::new([&id, "/", name].concat(), label, icon)
    };
    let mut marks =
        vec![Mark { count: Some(player.held.into()), ..mark("cards", "Cards", "card-random", "") }];
    if o.options.scored() {
        marks.push(Mark { count: Some(player.score.into()), ..mark("score", "Score", "laurels", "") });
    }
    if player.called {
        let called = mark("called", "King's Blood!", "crown", "Down to one card, and has said so.");
        marks.push(Mark { tint: Tint::Red, ..called });
    }
    if player.penalty {
        marks.push(mark("penalty", "Loses next turn", "hourglass", "The call was forgotten."));
    }
    if player.passed {
        marks.push(mark("passed", "Passed", "hand", "Could play nothing, and there was nothing to draw."));
    }
    if o.turn == seat && o.phase == PhaseView::Debt {
        let debt = mark(
            "debt",
            "Owes cards",
            "card-draw",
            "To be drawn, or passed on with Skip, Reverse or Draw 3.",
        );
        marks.push(Mark { count: Some(o.debt.into()), tint: Tint::Orange, ..debt });
    }
    if o.dealer == seat {
        marks.push(mark("dealer", "Dealer", "card-pickup", ""));
    }
    let over = matches!(o.phase, PhaseView::Over { .. });
    // Without points, how far everybody had come.
    let title = match player.held {
        _ if !over || o.options.scored() => Text::default(),
        0 => say!("no card left"),
        1 => say!("1 card left"),
        held => say!("{held} cards left"),
    };
    Place { title, turn: o.turn == seat && !over, marks, ..Place::new(seat, o.observer, waiting) }
}

fn zones(o: &Observation, known: &mut Known) -> Vec<Zone> {
    let blank = || Zone::new("", "", Layout::Row, Vec::new());
    let hand = |seat: Seat| {
        let player = &o.seats[seat.index()];
        let from = (player.cards, player.shown, player.held, o.observer.is(seat), o.options.few());
        known.draw(Part::Zone(seat.index()), &from, || hand(o, seat), blank)
    };
    let mut zones: Vec<Zone> = Seat::all(o.seats.len()).map(hand).collect();
    let mut on_the_way: Vec<Card> = o.chosen.into_iter().collect();
    if let PhaseView::Connect { card, .. } = o.phase {
        on_the_way.push(card);
    }
    zones.push(Zone::new("pile", "Draw pile", Layout::Pile, Vec::new()).holding(o.pile));
    let discards = || {
        let cards = o.discards.iter().map(|card| open(o, Spread::Discards, card)).collect();
        Zone::new("discards", "Discards", Layout::Discard, cards)
    };
    let from = (o.discards, o.options.few());
    zones.push(known.draw(Part::Zone(zones.len()), &from, discards, blank));
    if o.aside {
        zones.push(Zone::new("aside", "Set aside", Layout::Row, vec![open(o, Spread::Aside, Card::BLOOD)]));
    }
    if !on_the_way.is_empty() {
        let played = on_the_way.iter().map(|&card| open(o, Spread::Played, card)).collect();
        zones.push(Zone::new("played", "Being played", Layout::Row, played).of(o.turn));
    }
    zones
}

fn hand(o: &Observation, seat: Seat) -> Zone {
    let player = &o.seats[seat.index()];
    let id = hand_id(seat);
    let seen = player.cards.unwrap_or(player.shown);
    let mut pieces: Vec<Piece> = seen.iter().map(|card| open(o, Spread::Hand(seat), card)).collect();
    let unseen = u32::from(player.held) - seen.len() as u32;
    if unseen > 0 {
        pieces.push(Piece::face_down(format!("{id}/hidden"), "Card", unseen));
    }
    let label = say!(Voice(o.observer), seat: "Hand of {seat}", "Your hand");
    Zone::new(id, label, Layout::Hand, pieces).of(seat)
}

/// The id of a hand.
fn hand_id(seat: Seat) -> Id {
    format!("hand/{}", seat.number()).into()
}

/// Where a card can lie open.
#[derive(Clone, Copy)]
enum Spread {
    Tree,
    Discards,
    Played,
    Aside,
    Hand(Seat),
}

/// The id of a card that lies open somewhere. All of them are made once.
fn card_id(spread: Spread, card: Card) -> Id {
    static IDS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
        let spreads = ["tree", "discards", "played", "aside"].map(Id::from).into_iter();
        let spreads = spreads.chain(Seat::all(KingsBlood::INFO.max_players).map(hand_id));
        let ids = |spread: Id| all_cards().map(move |card| [&spread, "/", card.slug()].concat());
        spreads.map(|spread| ids(spread).collect()).collect()
    });
    let at = match spread {
        Spread::Tree => 0,
        Spread::Discards => 1,
        Spread::Played => 2,
        Spread::Aside => 3,
        Spread::Hand(seat) => 4 + seat.index(),
    };
    Id::Borrowed(&IDS[at][card.index()])
}

/// The id of a card of the tree.
fn tree_id(card: Card) -> Id {
    card_id(Spread::Tree, card)
}

/// The id of an empty place of the tree.
fn spot_id(beside: Card, side: Side) -> Id {
    ["spot/", beside.slug(), "/", side.word()].concat().into()
}

fn open(o: &Observation, spread: Spread, card: Card) -> Piece {
    Piece::face_up(card_id(spread, card), face(o.options.few(), card), 1u32)
}

/// Every card, in the order of their indices.
fn all_cards() -> impl Iterator<Item = Card> {
    Cards::DECK.iter().chain([Card::BLOOD])
}

/// What an ability does, in a few words.
pub(super) fn ability(special: Special) -> Text {
    match special {
        Special::Skip => say!("Skip: the next player loses their turn."),
        Special::Reverse => say!("Reverse: the direction of play turns round."),
        Special::Draw3 => say!("Draw 3: the next player draws three cards."),
    }
}

/// An ability by itself, with the picture of what it has just done.
pub(super) fn ability_face(special: Special, icon: &'static str) -> Face {
    let name = match special {
        Special::Skip => say!("Skip"),
        Special::Reverse => say!("Reverse"),
        Special::Draw3 => say!("Draw 3"),
    };
    let text = Text::sentences([ability(special), say!("Only as the last card of a turn.")]);
    Face { name, text, icon: icon.into(), tint: Tint::Black, ..Face::default() }
}

/// What is printed on a card. With few players some have no ability.
fn face(few: bool, card: Card) -> &'static Face {
    static FACES: LazyLock<[Vec<Face>; 2]> =
        LazyLock::new(|| [false, true].map(|few| all_cards().map(|card| print(few, card)).collect()));
    &FACES[usize::from(few)][card.index()]
}

fn print(few: bool, card: Card) -> Face {
    let name = card.name();
    if card.is_character() {
        let (icon, tint) = match card.colour() {
            Colour::Money => ("two-coins", Tint::Gold),
            Colour::Art => ("paint-brush", Tint::Green),
            Colour::Romance => ("rose", Tint::Red),
            Colour::Battle => ("crossed-swords", Tint::Blue),
        };
        let special = deck().specials(few).of(card);
        let (gender, sign) = if card.woman() { (say!("Woman."), '♀') } else { (say!("Man."), '♂') };
        return Face {
            name,
            key: special.map_or(Key::default(), key),
            corner: say!("{number}{sign}", number = card.number(), sign = Name(sign)),
            sign: card.colour().word().into(),
            text: Text::sentences([gender, special.map(ability).unwrap_or_default()]),
            icon: icon.into(),
            tint,
            ..Face::default()
        };
    }
    let (sign, icon, tint) = match card.kind() {
        Some(Kind::Assassination) => ("Event", "plain-dagger", Tint::Black),
        Some(Kind::Exile) => ("Event", "exit-door", Tint::Black),
        Some(Kind::NewConnection) => ("Event", "family-tree", Tint::Black),
        Some(Kind::Enthronement) => ("Event", "queen-crown", Tint::Black),
        None => ("King's Blood", "drop", Tint::Violet),
    };
    let (corner, text) = (Text::filled(&card.points()), event_text(card));
    Face { name, corner, sign: sign.into(), text, icon: icon.into(), tint, ..Face::default() }
}

/// What an Event, or the King's Blood card, does.
fn event_text(card: Card) -> Text {
    match card.kind() {
        Some(Kind::Assassination) => say!("Discard an active card, then you may play one more card."),
        Some(Kind::Exile) => say!("Send an active card to any player's hand."),
        Some(Kind::NewConnection) => {
            say!("Move an active card beside any other; a man and a woman of one colour may marry.")
        }
        Some(Kind::Enthronement) => say!("An active card founds a new tree; all others are discarded."),
        None => say!("Put it under an active card and play on: every Character fits there and marries."),
    }
}

fn draw_tree(o: &Observation, known: &mut Known) -> Tree {
    // Takes longer than looking whether it is needed.
    let tree = LazyCell::new(|| o.genealogy());
    let ground = known::key(&(&o.tree, o.born, o.throne, o.blood_on, o.options.few()));
    let newborn = (o.phase == PhaseView::Newborn).then_some(o.child);
    // Of the hand only what can strike a card.
    let from = (ground, at_hand(o).minus(Cards::CHARACTERS), newborn);
    let cards = known.draw(Part::Cards, &from, || leaves(o, &tree), Vec::new);
    let from = (ground, at_hand(o).intersection(Cards::CHARACTERS), o.phase, o.chosen, o.child);
    let spots = known.draw(Part::Spots, &from, || spots(o, &tree), Vec::new);
    Tree { cards, spots }
}

/// The row of the founder.
fn top(o: &Observation) -> i32 {
    o.tree.iter().map(|placed| i32::from(placed.row)).min().unwrap_or(0)
}

/// The cards of the tree.
fn leaves(o: &Observation, tree: &Genealogy) -> Vec<Leaf> {
    let top = top(o);
    let active = tree.active();
    let parents = |card: Card| tree.above(card).filter(|_| tree.born().contains(card));
    let leaf = |card: Card| {
        let (id, cell) = (tree_id(card), tree.cell(card));
        let mut piece = open(o, Spread::Tree, card);
        if let Some(throne) = o.throne.filter(|throne| throne.on == card) {
            let mark = Mark::new(format!("{id}/throne"), throne.card.name(), "queen-crown");
            let note = match o.options.scored() {
                true => "Founder of this tree; each generation is worth points.",
                false => "Founder of this tree.",
            };
            piece.marks.push(Mark { tint: Tint::Gold, note: note.into(), ..mark });
        }
        if o.blood_on == Some(card) {
            let mark = Mark::new(format!("{id}/blood"), Card::BLOOD.name(), "drop");
            let note = "Every Character fits beside this card and marries.".into();
            piece.marks.push(Mark { tint: Tint::Violet, note, ..mark });
        }
        Leaf {
            piece,
            row: i32::from(cell.row) - top,
            column: cell.edge(),
            active: active.contains(card),
            parents: parents(card).into_iter().flatten().map(tree_id).collect(),
            takes: if active.contains(card) { upon(o, card) } else { Vec::new() },
        }
    };
    o.tree.iter().map(|placed| leaf(placed.card)).collect()
}

/// The empty places of the tree.
fn spots(o: &Observation, tree: &Genealogy) -> Vec<Spot> {
    let top = top(o);
    let spot = |card: Card, side: Side| {
        let cell = tree.cell(card).beside(side);
        Spot {
            id: spot_id(card, side),
            row: i32::from(cell.row) - top,
            column: cell.edge(),
            takes: beside(o, card),
        }
    };
    let places = places(o, tree).into_iter().zip(Side::ALL);
    places.flat_map(|(cards, side)| cards.iter().map(move |card| spot(card, side))).collect()
}

/// The cards that the observer holds, while it is up to the observer to play one.
fn at_hand(o: &Observation) -> Cards {
    if yours(o) && o.phase.plays_a_card() {
        o.seats[o.turn.index()].cards.unwrap_or(Cards::EMPTY)
    } else {
        Cards::EMPTY
    }
}

/// The observer's Characters that fit beside a card.
fn beside(o: &Observation, card: Card) -> Vec<Id> {
    let fitting = if o.blood_on == Some(card) { Cards::CHARACTERS } else { card.fits() };
    at_hand(o).intersection(fitting).iter().map(|card| card_id(Spread::Hand(o.turn), card)).collect()
}

/// The observer's Events, and the King's Blood, that can strike an active card.
fn upon(o: &Observation, card: Card) -> Vec<Id> {
    if o.phase == PhaseView::Newborn && o.child != Some(card) {
        return Vec::new();
    }
    let enthroned = o.throne.is_some_and(|throne| throne.on == card);
    let strikes = |event: &Card| !(enthroned && event.kind() == Some(Kind::Enthronement));
    let events = at_hand(o).minus(Cards::CHARACTERS);
    events.iter().filter(strikes).map(|card| card_id(Spread::Hand(o.turn), card)).collect()
}

/// Where a card may go now: left of these, and right of these.
fn places(o: &Observation, tree: &Genealogy) -> [Cards; 2] {
    let all = Side::ALL.map(|side| tree.open(side));
    let only = |cards: Cards| all.map(|open| open.intersection(cards));
    match o.phase {
        PhaseView::Place => {
            let mut beside = o.chosen.map_or(Cards::EMPTY, Card::fits);
            if let Some(royal) = o.blood_on {
                beside.insert(royal);
            }
            match o.child {
                Some(child) => only(beside.intersection(Cards::one(child))),
                None => only(beside),
            }
        }
        PhaseView::Newborn => only(o.child.map_or(Cards::EMPTY, Cards::one)),
        PhaseView::Connect { row, column, .. } => {
            let from = Cell::at(row.into(), column);
            [Side::Left, Side::Right].map(|side| {
                let open = all[side as usize];
                open.iter().filter(|&card| Some(tree.cell(card).beside(side)) != from).collect()
            })
        }
        PhaseView::Marry { card, siblings: Some(side), .. } | PhaseView::Sibling { beside: card, side } => {
            let mut places = [Cards::EMPTY; 2];
            places[side as usize] = all[side as usize].intersection(Cards::one(card));
            places
        }
        PhaseView::Debt | PhaseView::Play | PhaseView::Drawn { .. } | PhaseView::Extra => all,
        _ => [Cards::EMPTY; 2],
    }
}

/// Is this the observer's own decision?
fn yours(o: &Observation) -> bool {
    o.observer == Observer::Seat(o.turn)
}
