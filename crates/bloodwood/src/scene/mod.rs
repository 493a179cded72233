//! How an observation looks on the table.

mod beat;
mod describe;
mod narrate;
pub(crate) mod pictures;

use std::sync::LazyLock;

use table::chance::quick;
use table::scene::{
    Face, Id, Layout, Mark, Notebook, Piece, Place, Sentence, Suspect, Tint, Track, Zone, key, seat_id,
};
use table::{Observer, Scene, Seat, SeatSet, Text, Voice, say};

use crate::action::Action;
use crate::event::Ending;
use crate::pieces::{Card, Cards, DECK_SIZE, Deck, Entity, Faction, Special};
use crate::sight::{self, Observation, SeatView};
use crate::state::{Then, TurnStage};

pub(crate) use beat::beat;
pub(crate) use describe::{attempts, describe};
pub(crate) use narrate::narrate;

/// The id of a draw pile.
fn pile_id(deck: Deck) -> Id {
    format!("pile/{}", deck.name().to_lowercase()).into()
}

/// The id of a card in the hand that the observer decides with.
fn hand_card_id(seat: Seat, card: Card) -> Id {
    format!("hand/{}/{}", seat.number(), card.index()).into()
}

/// The whole table.
pub(crate) fn scene(o: &Observation, waiting: SeatSet) -> Scene {
    let over = matches!(o.stage, TurnStage::Over { .. });
    let (prompt, help) = prompt(o, waiting);
    Scene {
        heading: heading(o),
        prompt,
        mood: match (o.stage, o.phase) {
            (TurnStage::Declare { .. } | TurnStage::Over { .. }, _) => "reckoning",
            (_, Deck::Day) => "day",
            (_, Deck::Night) => "night",
        }
        .to_owned(),
        help: help.to_owned(),
        reversed: !o.clockwise,
        seats: Seat::all(o.options.players).map(|seat| place(o, seat, waiting)).collect(),
        zones: zones(o),
        tracks: tracks(o),
        knowledge: knowledge(o),
        notebook: (!over).then(|| notebook(o)),
        goal: goal(o),
        role: own_entity(o).map(|entity| entity_face(entity).into()),
        verdict: over.then(|| verdict(o)),
        ..Scene::default()
    }
}

fn own_entity(o: &Observation) -> Option<Entity> {
    o.observer.seat().and_then(|seat| o.entities[seat.index()])
}

fn entity_face(entity: Entity) -> Face {
    let text = match entity.leads() {
        true => say!("You lead your side and know what everybody is."),
        false => say!(
            "You know only yourself: find out who is on your side. Dracula and The Alpha, if they play, know everybody."
        ),
    };
    Face {
        name: entity.name().into(),
        sign: entity.faction().name().into(),
        text,
        icon: faction_icon(entity.faction()).into(),
        tint: faction_tint(entity.faction()),
        ..Face::default()
    }
}

fn goal(o: &Observation) -> Text {
    match own_entity(o).map(Entity::faction) {
        Some(side) => {
            let enemies = if side == Faction::Vampires { Faction::Werewolves } else { Faction::Vampires };
            let enemies = enemies.name();
            let permanent = o.observer.seat().is_some_and(|seat| o.seats[seat.index()].permanent);
            let win = match side_size(o) {
                _ if permanent => say!(
                    "You are mutated for good: another of your side has to declare the end and name all {enemies} while \
                    they are mutated. One mistake loses."
                ),
                Some(count) => say!(
                    "Have all {count} {enemies} mutated at once; then declare the end while you are pure and name \
                    them. One mistake loses."
                ),
                None => say!(
                    "Have all {enemies} mutated at once; then declare the end while you are pure and name them. \
                    One mistake loses."
                ),
            };
            Text::sentences([
                win,
                sides(o),
                say!("Everybody begins pure. A Bite makes pure mutated, and mutated pure again."),
            ])
        }
        None => say!(
            "A pure player declares the end and names the other side. If all of it is mutated, that side has lost."
        ),
    }
}

/// How many are on each side, where everybody knows it: with an odd number of players one side has one more.
fn side_size(o: &Observation) -> Option<usize> {
    let players = o.options.players;
    players.is_multiple_of(2).then_some(players / 2)
}

fn sides(o: &Observation) -> Text {
    let (small, large) = (o.options.players / 2, o.options.players.div_ceil(2));
    match side_size(o) {
        Some(count) => say!("There are {count} Vampires and {count} Werewolves."),
        None => say!("One side has {small} players, the other {large}."),
    }
}

fn tracks(o: &Observation) -> Vec<Track> {
    let players = o.options.players as i32;
    let (label, at) = (say!("Turns of this {phase}", phase = o.phase), o.counter.into());
    let mut tracks = vec![Track::single("phase", label, players, "turns over", at, phase_tint(o.phase))];
    if let TurnStage::Declare { named, .. } = o.stage {
        // The smaller side is the least that can be named, the larger one ends the list.
        let (least, most) = (players / 2, (players + 1) / 2);
        let at = named.len() as i32;
        let track = Track::single("named", "Enemies named", most, "named", at, Tint::Orange);
        tracks.push(Track { alarm: Some(least), ..track });
    }
    tracks
}

fn phase_tint(phase: Deck) -> Tint {
    [Tint::Blue, Tint::Gold][phase.index()]
}

fn deck_icon(deck: Deck) -> &'static str {
    ["night-sky", "sun"][deck.index()]
}

fn heading(o: &Observation) -> Text {
    let players = o.options.players;
    // A draw comes when a turn has been counted, a declaration while one is under way.
    let drawn = matches!(o.stage, TurnStage::Over { winners, .. } if winners.is_empty());
    let round = o.turns.saturating_sub(drawn.into()) / players as u32 + 1;
    let (phase, turn, of) = (o.phase, o.counter + 1, o.options.rounds);
    let seat = o.turn;
    let now = match o.stage {
        TurnStage::Over { .. } => return say!("The end, in round {round}"),
        TurnStage::Declare { .. } => return say!("The declaration"),
        _ => say!(Voice(o.observer), seat:
            "{phase}, turn {turn} of {players}: {seat}", "{phase}, turn {turn} of {players}: yours"),
    };
    let now = if o.clockwise { now } else { say!("{now}, turns go to the right") };
    // Rounds matter only when the last one is near.
    if round + 2 < of.into() { now } else { say!("Round {round} of {of}. {now}") }
}

/// What is asked, and the rule it is about.
fn prompt(o: &Observation, waiting: SeatSet) -> (Text, &'static str) {
    let (voice, turn) = (Voice(o.observer), o.turn);
    let mine = o.observer.seat().is_some_and(|me| waiting.contains(me));
    match o.stage {
        TurnStage::Play if o.asleep() => {
            (say!(voice, turn: "{turn} sleeps through a turn", "You sleep through this turn"), "5.10")
        }
        TurnStage::Play if voice.0.is(turn) => play_prompt(o),
        TurnStage::Play => (say!("{turn} plays or discards a card"), "3.1"),
        TurnStage::Draw { seat, left, then } => {
            let text = match left {
                1 => say!(voice, seat: "{seat} draws a card", "Draw a card: from which deck?"),
                _ => say!(
                    voice, seat: "{seat} draws {left} cards, one by one",
                    "Draw {left} cards, one by one: from which deck?"
                ),
            };
            let special = o.barred.filter(|_| then == Then::PlayOn);
            (text, special.map_or("3.5", Special::rule))
        }
        TurnStage::Defend { target, card } => {
            let text = match voice.0.is(target) {
                true if options(o).len() > 1 => {
                    say!("{turn} plays {card} on you. {effect} Answer it?", effect = card.text())
                }
                true => {
                    say!(
                        "{turn} plays {card} on you. {effect} You have no answer: go on",
                        effect = card.text()
                    )
                }
                false => say!(
                    voice, turn: "{target} may answer {turn}'s {card}", "{target} may answer your {card}"
                ),
            };
            (text, "6.1")
        }
        TurnStage::Leshy if mine => {
            let own = o.observer.seat().and_then(|me| o.seats.get(me.index()));
            let (nth, of) = own.map_or((1, 2), |own| (own.sealed + 1, own.hand.min(2)));
            (say!("Choose what The Leshy takes from you: {nth} of {of}"), "5.13")
        }
        TurnStage::Leshy => (say!("The Leshy walks: two cards from everybody else"), "5.13"),
        TurnStage::Hunt if mine => (say!("Choose a card to give to {turn}"), "5.14"),
        TurnStage::Hunt => (say!("The Hunter gathers: a card from everybody else"), "5.14"),
        TurnStage::Catch => {
            (say!(voice, turn: "{turn} sorts the catch", "Keep up to four, discard the rest"), "5.14")
        }
        TurnStage::Voodoo { keeper, other } => {
            let whom = voice.whom(other);
            let text = say!(
                voice, keeper: "{keeper} sorts the cards after Voodoo on {whom}",
                "Keep up to four; choose what {other} gets back"
            );
            (text, "5.12")
        }
        TurnStage::Declare { seat, named } if named.is_empty() => {
            (say!(voice, seat: "{seat} is naming the enemies", "Name your enemies"), "8.3")
        }
        TurnStage::Declare { seat, named } => {
            let names = voice.list(named);
            let text = say!(
                voice, seat: "{seat} is naming the enemies (so far {names})",
                "Name your enemies (so far {names})"
            );
            (text, "8.3")
        }
        TurnStage::Over { .. } => (say!("The game is over"), "8.4"),
    }
}

/// What a seat is asked on its own turn.
fn play_prompt(o: &Observation) -> (Text, &'static str) {
    let plays = |action: &Action| matches!(action, Action::Play(_) | Action::PlayOn { .. });
    match (options(o).iter().any(plays), o.barred) {
        (false, _) => (say!("You can play none of your cards now: discard one"), "3.3"),
        (true, Some(_)) => (say!("Play again, or discard a card"), "3.1"),
        (true, None) => (say!("Play a card, or discard one"), "3.1"),
    }
}

/// What the observer may do. It follows from what the observer knows, so any sample will do.
fn options(o: &Observation) -> Vec<Action> {
    let world = sight::sample(o, &mut quick(0));
    o.observer.seat().map_or_else(Vec::new, |me| table::game::legal::<crate::Bloodwood>(&world, me))
}

fn place(o: &Observation, seat: Seat, waiting: SeatSet) -> Place {
    let before = &o.seats[seat.index()];
    let entity = o.entities[seat.index()];
    Place {
        title: entity.map(|entity| entity.name().into()).unwrap_or_default(),
        key: key(entity.map(Entity::faction)),
        turn: seat == o.turn && !matches!(o.stage, TurnStage::Over { .. }),
        tint: entity.map_or(Tint::Plain, |entity| faction_tint(entity.faction())),
        marks: marks(o, seat, before),
        ..Place::new(seat, o.observer, waiting)
    }
}

fn faction_tint(faction: Faction) -> Tint {
    [Tint::Red, Tint::Silver][faction as usize]
}

fn faction_icon(faction: Faction) -> &'static str {
    ["bat", "werewolf"][faction as usize]
}

fn marks(o: &Observation, seat: Seat, before: &SeatView) -> Vec<Mark> {
    let mark = |name: &str, label: &'static str, icon: &'static str, tint: Tint, note: Text| {
        let mark = Mark::new(format!("mark/{}/{name}", seat.number()), label, icon);
        Mark { tint, note, ..mark }
    };
    let counted = |mark: Mark, count: u8| Mark { count: Some(count.into()), ..mark };
    let cards = mark("cards", "Cards", "card-draw", Tint::Plain, say!("Cards in hand."));
    let mut marks = vec![counted(cards, before.hand)];
    if o.hands[seat.index()].is_none() {
        let known = o.known.get(seat.index()).unwrap_or(&o.open[seat.index()]);
        for (deck, count) in [(Deck::Day, known.day), (Deck::Night, known.night)] {
            if count > 0 {
                let name = deck.name();
                let note =
                    say!("At least this many of the cards are {deck} cards, counted from draws and plays.");
                let least = mark(&name.to_lowercase(), name, deck_icon(deck), phase_tint(deck), note);
                marks.push(counted(least, count));
            }
        }
    }
    marks.push(match (before.permanent, before.mutated) {
        (true, _) => mark(
            "dna",
            "Mutated for good",
            "dna2",
            Tint::Black,
            say!("No Bite, Vaccine or Curse Mark changes it any more: may never declare the end."),
        ),
        (_, true) => {
            let note =
                say!("Turned by a Bite: may not declare the end. Another Bite or a Vaccine turns it back.");
            mark("dna", "Mutated", "dna1", Tint::Violet, note)
        }
        _ => {
            let note = say!("As everybody began: may declare the end. A Bite makes this player mutated.");
            mark("dna", "Pure", "dna1", Tint::Green, note)
        }
    });
    if before.curse > 0 {
        let note = say!("Turns left to be rid of it, by a Candle or a Bite, or the mutation is for good.");
        marks.push(counted(mark("curse", "Curse Mark", "evil-eyes", Tint::Red, note), before.curse));
    }
    if before.chained {
        let note = say!("No Night cards until Keys open them.");
        marks.push(mark("chains", "Chains", "crossed-chains", Tint::Bone, note));
    }
    if before.tranquillized {
        let note = say!("Cannot answer attacks, and sleeps through the next turn.");
        marks.push(mark("tranquillizer", "Tranquillized", "syringe", Tint::Teal, note));
    }
    if before.sealed > 0 {
        marks.push(mark(
            "sealed",
            "Has chosen",
            "card-pick",
            Tint::Plain,
            say!("A choice that is not open yet."),
        ));
    }
    if let TurnStage::Declare { named, .. } = o.stage
        && named.contains(seat)
    {
        marks.push(mark("named", "Named as an enemy", "pointing", Tint::Orange, say!("In the declaration.")));
    }
    marks
}

fn face(card: Card) -> &'static Face {
    static FACES: LazyLock<[Face; Card::ALL.len()]> = LazyLock::new(|| Card::ALL.map(print));
    &FACES[card.index()]
}

/// A card that is discarded: what it would have done does not happen.
fn unused_face(card: Card) -> &'static Face {
    static FACES: LazyLock<[Face; Card::ALL.len()]> =
        LazyLock::new(|| Card::ALL.map(|card| Face { text: Text::default(), ..print(card) }));
    &FACES[card.index()]
}

/// What is printed on a card.
fn print(card: Card) -> Face {
    Face {
        name: card.name().into(),
        sign: card.deck().name().into(),
        text: card.text().into(),
        icon: card.icon().into(),
        tint: phase_tint(card.deck()),
        ..Face::default()
    }
}

fn pieces(cards: impl Iterator<Item = (Card, u8)>, id: impl Fn(Card) -> Id) -> Vec<Piece> {
    cards.map(|(card, count)| Piece::face_up(id(card), face(card), count)).collect()
}

fn counted(cards: Cards) -> impl Iterator<Item = (Card, u8)> {
    cards.kinds().map(move |card| (card, cards.count(card)))
}

fn zones(o: &Observation) -> Vec<Zone> {
    let mut zones = Vec::new();
    for seat in Seat::all(o.options.players) {
        let number = seat.number();
        let Some(hand) = o.hands[seat.index()] else {
            zones.extend(known_zone(o, seat));
            continue;
        };
        let label = say!(Voice(o.observer), seat: "Hand of {seat}", "Your hand");
        let held = pieces(counted(hand), |card| hand_card_id(seat, card));
        zones.push(Zone::new(format!("hand/{number}"), label, Layout::Hand, held).of(seat));
        let aside = match o.stage {
            TurnStage::Voodoo { keeper, .. } if keeper == seat => o.aside.unwrap_or_default(),
            _ => o.sealed[seat.index()].unwrap_or_default(),
        };
        if !aside.is_empty() {
            let chosen = pieces(counted(aside), |card| format!("aside/{number}/{}", card.index()).into());
            zones.push(Zone::new(format!("aside/{number}"), "Chosen", Layout::Row, chosen).of(seat));
        }
    }
    if let TurnStage::Defend { card, .. } = o.stage {
        let attack = vec![Piece::face_up("attack/card", face(card), 1u32)];
        zones.push(Zone::new("attack", "On the table", Layout::Row, attack).of(o.turn));
    }
    for (deck, count) in [(Deck::Day, o.day_pile), (Deck::Night, o.night_pile)] {
        let pile = Zone::new(pile_id(deck), say!("{deck} deck"), Layout::Pile, Vec::new());
        zones.push(pile.holding(count));
        let (id, label) = (format!("discards/{}", deck.name().to_lowercase()), say!("{deck} discards"));
        let here = o.discards.iter().filter(|(card, _)| card.deck() == deck).map(|(&card, &n)| (card, n));
        let discards = pieces(here, |card| format!("{id}/{}", card.index()).into());
        zones.push(Zone::new(id, label, Layout::Discard, discards));
    }
    debug_assert!(zones.iter().all(|zone| zone.count <= 2 * u32::from(DECK_SIZE)));
    zones
}

/// The cards that another hand surely holds.
fn known_zone(o: &Observation, seat: Seat) -> Option<Zone> {
    let known = o.known.get(seat.index())?.cards;
    let number = seat.number();
    (!known.is_empty()).then(|| {
        let (id, label) = (format!("known/{number}"), say!("You know that {seat} holds"));
        let cards = pieces(counted(known), |card| format!("{id}/{}", card.index()).into());
        Zone::new(id, label, Layout::Row, cards).of(seat)
    })
}

fn knowledge(o: &Observation) -> Vec<Sentence> {
    let Observer::Seat(me) = o.observer else { return Vec::new() };
    let mut lines = Vec::new();
    if let Some(entity) = o.entities[me.index()] {
        let text = match entity {
            Entity::Dracula => say!("You are Dracula, leader of the Vampires."),
            Entity::Alpha => say!("You are the Alpha, leader of the Werewolves."),
            Entity::Vampire | Entity::Werewolf => say!("You are a {name}.", name = entity.name()),
        };
        lines.push(Sentence { text, about: seat_id(me) });
    }
    let over = matches!(o.stage, TurnStage::Over { .. });
    for seat in Seat::all(o.options.players).filter(|&seat| seat != me && !over) {
        if let Some(entity) = o.entities[seat.index()] {
            lines.push(narrate::identity(seat, entity).into());
        }
    }
    for seat in Seat::all(o.options.players).filter(|&seat| seat != me) {
        let cards = o.known[seat.index()].cards;
        if !cards.is_empty() {
            lines.push(say!("{seat} holds {cards}.").into());
        }
    }
    lines
}

/// Which side each seat may be on: a complete side has no room for anybody else. With an odd number of players the larger side has
/// no leader.
fn notebook(o: &Observation) -> Notebook {
    let sides = [Faction::Vampires, Faction::Werewolves];
    let side = |seat: Seat| o.entities[seat.index()].map(Entity::faction);
    let (small, large) = (o.options.players / 2, o.options.players.div_ceil(2));
    let full = |faction: Faction| {
        let led = o.entities.iter().flatten().any(|entity| entity.leads() && entity.faction() == faction);
        let count = Seat::all(o.options.players).filter(|&seat| side(seat) == Some(faction)).count();
        count == if led { small } else { large }
    };
    let rows = Seat::all(o.options.players).map(|seat| {
        let possible = |faction| side(seat).map_or(!full(faction), |known| known == faction);
        let may_be = (0..).zip(sides).filter(|&(_, faction)| possible(faction)).map(|(at, _)| at).collect();
        Suspect { seat, may_be }
    });
    let column = |faction: Faction| Face {
        name: faction.name().into(),
        corner: side_size(o).map_or(Text::default(), |count| say!("{count}")),
        icon: faction_icon(faction).into(),
        tint: faction_tint(faction),
        ..Face::default()
    };
    Notebook { rows: rows.collect(), columns: sides.map(column).to_vec() }
}

fn verdict(o: &Observation) -> Text {
    let TurnStage::Over { ending, winners } = o.stage else { return Text::default() };
    let winner = winners.first().and_then(|seat| o.entities[seat.index()]);
    let side = winner.map_or("", |entity| entity.faction().name());
    let who = Voice(o.observer).list(winners);
    let pure: SeatSet = winners.iter().filter(|seat| !o.seats[seat.index()].mutated).collect();
    match ending {
        Ending::Declared => {
            say!("The declaration named every enemy, and all were mutated: the {side} win ({who}).")
        }
        // Against a false declaration the side wins that should have been named.
        Ending::FalseDeclaration if pure.is_empty() => {
            say!("The declaration named the wrong players: the {side} win ({who}).")
        }
        Ending::FalseDeclaration => say!(
            "The declaration named the wrong players, and enemies were still pure ({pure}): the {side} win ({who}).",
            pure = Voice(o.observer).list(pure)
        ),
        Ending::TooEarly => say!(
            "The declaration came too early, with enemies still pure ({pure}): the {side} win ({who}).",
            pure = Voice(o.observer).list(pure)
        ),
        Ending::AllCursed => say!("Everybody is mutated for good: nobody can ever declare. A draw."),
        Ending::Stalemate => say!("The last round is over, and nobody has declared: a draw."),
    }
}
