//! How the table looks, and what things are called.

mod describe;
mod narrate;

pub(crate) use describe::describe;
pub(crate) use narrate::narrate;

use table::outcome::Outcome;
use table::scene::{Face, Layout, Mark, Piece, Place, Sentence, Tint, Track, Zone, key};
use table::{Scene, Seat, SeatSet};

use crate::pieces::{Card, Class, EventCard, Sign, Vampire, tables};
use crate::rules::night;
use crate::sight::{HeldEvent, HunterView, Observation};
use crate::state::Phase;

/// The id of a vampire's board.
fn board_id(vampire: Vampire) -> String {
    format!("board/{}", vampire.power().slug)
}

/// The id of the face-down event before a vampire.
fn event_id(vampire: Vampire) -> String {
    format!("event/{}", vampire.power().slug)
}

const DRAWN: &str = "event/drawn";
const DECK: &str = "deck";
const DISCARD: &str = "discard";

/// How the table looks.
pub(crate) fn scene(o: &Observation, waiting: SeatSet) -> Scene {
    let mut zones = boards(o);
    zones.extend([deck(o), discard(o)]);
    zones.extend(Seat::all(o.options.players).map(|seat| events(o, seat)));
    Scene {
        heading: heading(o),
        prompt: prompt(o, waiting),
        mood: mood(o).into(),
        help: help(o).into(),
        round: o.round.into(),
        seats: Seat::all(o.options.players).map(|seat| place(o, seat, waiting)).collect(),
        zones,
        tracks: vec![daylight(o)],
        knowledge: knowledge(o, waiting),
        verdict: verdict(o),
        ..Scene::default()
    }
}

fn heading(o: &Observation) -> String {
    let length = match o.options.target {
        0 => format!("Night {} of {}", o.round, o.options.rounds),
        target => format!("Night {}, hunting for {target}", o.round),
    };
    match tables().deck.len() - usize::from(o.deck) {
        _ if o.phase == Phase::Over => format!("{length}, the hunt is over"),
        0 => format!("{length}, before the first card"),
        drawn => format!("{length}, {drawn} drawn"),
    }
}

fn mood(o: &Observation) -> &'static str {
    match (o.phase, o.daylight) {
        (Phase::Over, _) => "dawn",
        (_, 0..=1) => "midnight",
        (_, 2) => "night",
        _ => "twilight",
    }
}

fn help(o: &Observation) -> &'static str {
    match o.phase {
        Phase::Look => "8.7",
        Phase::Decide if o.options.spoken => "10.4",
        Phase::Decide => "3.2",
        Phase::Give => "6.2",
        Phase::Revealed | Phase::Applied => "7.3",
        Phase::Slayer => "4.4",
        Phase::Invitation => "5.1",
        Phase::Over => "9.6",
    }
}

fn prompt(o: &Observation, waiting: SeatSet) -> String {
    let Some(seat) = o.observer.seat().filter(|&seat| waiting.contains(seat)) else {
        return match o.phase {
            Phase::Over => "The hunt is over".into(),
            Phase::Look => format!("{waiting} may look at the deck"),
            Phase::Decide => format!("{waiting} must decide: stay or leave"),
            Phase::Give => format!("{waiting} must hand an event on"),
            Phase::Revealed | Phase::Applied => format!("{waiting} may use something"),
            Phase::Slayer => format!("{waiting} must face the Slayer"),
            Phase::Invitation => format!("{waiting} must answer the Invitation"),
        };
    };
    let whose = match o.deciding(seat).filter(|_| o.options.two_vampires) {
        Some(vampire) => format!(" for {vampire}"),
        None => String::new(),
    };
    let card = o.showing.map_or("the card", |card| card.name);
    match o.phase {
        Phase::Look => "Look at the top of the deck before the decisions?".into(),
        Phase::Decide => format!("Stay on the hunt or leave it{whose}?"),
        Phase::Give => "You hold too many events: hand one on".into(),
        Phase::Revealed => format!("Use something before {card} takes effect?"),
        Phase::Applied => "Use something before the next draw?".into(),
        Phase::Slayer => format!("Choose what the Slayer costs you{whose}"),
        Phase::Invitation => format!("Answer the Invitation{whose}: guess the next card's sign, or decline"),
        Phase::Over => "The hunt is over".into(),
    }
}

fn place(o: &Observation, seat: Seat, waiting: SeatSet) -> Place {
    let own = || o.hunters.iter().filter(move |hunter| hunter.seat == seat);
    let titles: Vec<&str> = own().map(|hunter| hunter.vampire.name()).collect();
    let mut marks = Vec::new();
    if o.leader == seat {
        let note = "Draws first tonight and is asked first.".into();
        marks.push(Mark { tint: Tint::Gold, note, ..Mark::new("leader", "Leader", "crown") });
    }
    own().for_each(|hunter| vampire_marks(o, hunter, &mut marks));
    Place {
        title: titles.join(" and "),
        turn: own().any(|hunter| Some(hunter.vampire) == o.drawer),
        out: own().all(|hunter| !hunter.active),
        tint: TINTS[seat.index() % TINTS.len()],
        marks,
        ..Place::new(seat, o.observer, waiting)
    }
}

const TINTS: [Tint; 10] = [
    Tint::Red,
    Tint::Blue,
    Tint::Green,
    Tint::Gold,
    Tint::Violet,
    Tint::Orange,
    Tint::Teal,
    Tint::Silver,
    Tint::Bone,
    Tint::Black,
];

fn vampire_marks(o: &Observation, hunter: &HunterView, marks: &mut Vec<Mark>) {
    let vampire = hunter.vampire;
    let named = |label: &str| match o.options.two_vampires {
        true => format!("{vampire}: {label}"),
        false => label.to_owned(),
    };
    let mut mark =
        |what: &str, label: &str, icon: &'static str, tint, count: Option<i32>, of, note: String| {
            let mark = Mark::new(format!("{}/{what}", vampire.power().slug), named(label), icon);
            marks.push(Mark { count, of, tint, note: note.into(), ..mark });
        };
    let health = tables().health;
    mark("total", "Total", "crown-of-thorns", Tint::Gold, Some(hunter.total.into()), None, String::new());
    let label = if hunter.active { "Tonight" } else { "Brought home" };
    mark("round", label, "drop", Tint::Red, Some(hunter.bloodline.into()), None, String::new());
    let left = Some(hunter.health.into());
    mark("health", "Health", "hearts", Tint::Green, left, Some(health.into()), String::new());
    let (state, label, icon) =
        if hunter.active { ("hunting", "Hunting", "fangs") } else { ("gone", "Gone", "coffin") };
    mark(state, label, icon, Tint::Plain, None, None, String::new());
    if hunter.ability_used {
        mark("ability", "Ability used", "cancel", Tint::Plain, None, None, vampire.text().into());
    }
    if let Some(sign) = hunter.guess {
        let label = format!("Guesses {}", sign.name());
        mark("guess", &label, sign_icon(sign), Tint::Silver, None, None, "About the next card.".into());
    }
    if o.phase == Phase::Revealed && hunter.active {
        if hunter.void {
            mark("gain", "Gains nothing", "church", Tint::Plain, None, None, String::new());
        } else if hunter.gain > 0 && Some(hunter.gain) != o.showing.map(|card| card.bloodline) {
            let gain = Some(hunter.gain.into());
            mark("gain", "Will gain", "bleeding-heart", Tint::Red, gain, None, String::new());
        }
        if hunter.ignoring {
            mark("ignoring", "Ignores the Slayer", "fog", Tint::Plain, None, None, String::new());
        }
    }
    if o.collecting() && hunter.active && !hunter.ignoring && !hunter.undecided {
        let note = hunter.sealed.map_or(String::new(), |choice| describe::choice(choice).to_owned());
        mark("sealed", "Has decided", "wax-seal", Tint::Plain, None, None, note);
    }
}

/// The boards: the observer's own first, to be read in full, then the others.
fn boards(o: &Observation) -> Vec<Zone> {
    let board = |hunter: &HunterView| {
        let power = hunter.vampire.power();
        let owner = (!o.observer.is(hunter.seat)).then_some(hunter.seat);
        let face = Face {
            name: power.name.into(),
            key: key(power.sign),
            sign: power.sign.name().into(),
            text: power.text.into(),
            icon: power.icon.into(),
            ..Face::default()
        };
        Piece { owner, ..Piece::face_up(board_id(hunter.vampire), face, 1u32) }
    };
    let own: Vec<Piece> = o.own().map(board).collect();
    let others: Vec<Piece> =
        o.hunters.iter().filter(|hunter| !o.observer.is(hunter.seat)).map(board).collect();
    let yours = o.observer.seat().filter(|_| !own.is_empty());
    let yours = yours.map(|seat| Zone::new("boards/own", "You are", Layout::Row, own).of(seat));
    yours.into_iter().chain([Zone::new("boards", "The coven", Layout::Row, others)]).collect()
}

fn sign_icon(sign: Sign) -> &'static str {
    ["plain-circle", "eclipse", "moon"][sign.index()]
}

/// What a card does, in a line.
fn card_text(card: Card) -> String {
    let (bloodline, health, steps) = (card.bloodline, card.health, card.daylight);
    let payoffs = tables();
    match card.class {
        Class::Bloodlust => format!("Every hunter gains {bloodline}."),
        Class::SlayerBloodline => format!("Every hunter loses {bloodline} Bloodline."),
        Class::SlayerHealth => format!("Every hunter loses {health} health."),
        Class::SlayerChoice => {
            format!("Every hunter chooses to lose {bloodline} Bloodline or {health} health.")
        }
        Class::Daylight => format!("Daylight moves up by {steps}; every hunter gains {bloodline}."),
        Class::Night => format!("Daylight moves down by {steps}."),
        Class::Invitation => format!(
            "Guess the next card's sign: {} Bloodline if right, {} health lost if wrong.",
            payoffs.guess_right, payoffs.guess_wrong
        ),
        Class::Event => card.event().map_or("", EventCard::text).to_owned(),
    }
}

fn card_face(card: Card) -> Face {
    let (icon, tint) = match card.class {
        Class::Bloodlust => ("fangs", Tint::Red),
        Class::SlayerBloodline | Class::SlayerHealth | Class::SlayerChoice => ("stake-hammer", Tint::Black),
        Class::Daylight => ("sun", Tint::Gold),
        Class::Night => ("night-sky", Tint::Blue),
        Class::Invitation => ("envelope", Tint::Violet),
        Class::Event => (card.event().map_or("", |event| event.power().icon), Tint::Teal),
    };
    // "Bloodlust 3" has its number in the corner.
    let (name, corner) = match card.name.rsplit_once(' ') {
        Some((name, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => (name, number),
        _ => (card.name, ""),
    };
    Face {
        name: name.into(),
        key: key(card.sign),
        corner: corner.into(),
        sign: card.sign.name().into(),
        text: card_text(card).into(),
        icon: icon.into(),
        tint,
        ..Face::default()
    }
}

fn deck(o: &Observation) -> Zone {
    let seen = o.seen.iter().flat_map(|seen| &seen.cards).flatten();
    let pieces = seen
        .enumerate()
        .map(|(place, &card)| Piece::face_up(format!("deck/{}", place + 1), card_face(card), 1u32))
        .collect();
    Zone::new(DECK, "Deck", Layout::Pile, pieces).holding(o.deck)
}

/// What lies face up, like cards together, the showing one on top.
fn discard(o: &Observation) -> Zone {
    let mut pieces = Vec::new();
    let mut rest = &o.discard[..];
    while let Some(&card) = rest.first() {
        let count = rest.iter().take_while(|&&other| other == card).count();
        rest = &rest[count..];
        let count = count as u32 - u32::from(o.showing == Some(card));
        if count > 0 {
            let id = format!("discard/{}", card.slug.replace(' ', "-"));
            pieces.push(Piece::face_up(id, card_face(card), count));
        }
    }
    if let Some(card) = o.showing {
        pieces.push(Piece::face_up("showing", card_face(card), 1u32));
    }
    Zone::new(DISCARD, "Face up", Layout::Discard, pieces).holding(o.discard.len() as u32)
}

fn event_piece(id: String, held: &HeldEvent) -> Piece {
    match (held.event, held.sign) {
        (Some(event), _) => Piece::face_up(id, card_face(event.card()), 1u32),
        (None, Some(sign)) => Piece::face_down(id, format!("Event ({})", sign.name()), 1u32),
        (None, None) => Piece::face_down(id, "Event", 1u32),
    }
}

/// The face-down events of a player.
fn events(o: &Observation, seat: Seat) -> Zone {
    let own = o.hunters.iter().filter(|hunter| hunter.seat == seat);
    let mut pieces: Vec<Piece> = own
        .clone()
        .filter_map(|hunter| Some(event_piece(event_id(hunter.vampire), hunter.event.as_ref()?)))
        .collect();
    if let Some(drawn) = &o.drawn
        && own.clone().any(|hunter| Some(hunter.vampire) == o.drawer)
    {
        pieces.push(event_piece(DRAWN.into(), drawn));
    }
    let label = if o.observer.is(seat) { "Your events".to_owned() } else { format!("Events before {seat}") };
    Zone::new(format!("events/{}", seat.number()), label, Layout::Hand, pieces).of(seat)
}

fn daylight(o: &Observation) -> Track {
    let dawn = tables().dawn.into();
    let track = Track::single("daylight", "Daylight", dawn, "The sun", o.daylight.into(), Tint::Gold);
    Track { alarm: Some(dawn), ..track }
}

/// What this observer has learned in secret beyond its own cards.
fn knowledge(o: &Observation, waiting: SeatSet) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let Some(you) = o.observer.seat() else { return sentences };
    for hunter in o.hunters.iter().filter(|hunter| hunter.seat != you) {
        if let Some(event) = hunter.event.as_ref().and_then(|held| held.event) {
            let (name, sign) = (event.name(), event.sign().name());
            sentences.push(format!("The event before {} is {name} ({sign}).", hunter.seat).into());
        }
    }
    if let Some(event) = o.drawn.as_ref().and_then(|held| held.event)
        && !waiting.contains(you)
    {
        sentences.push(format!("The event just drawn is {}.", event.name()).into());
    }
    if let Some(cards) = o.seen.as_ref().and_then(|seen| seen.cards.as_ref()) {
        let names: Vec<String> = cards.iter().map(Card::to_string).collect();
        sentences.push(format!("On top of the deck: {}.", names.join(", then ")).into());
    }
    sentences
}

/// The final standing, which lies open.
fn outcome(o: &Observation) -> Option<Outcome> {
    night::standing(
        o.phase,
        o.round,
        o.options.setup(),
        |lair| o.hunters[lair].total,
        |lair| o.hunters[lair].bloodline,
    )
}

fn verdict(o: &Observation) -> Option<String> {
    let outcome = outcome(o)?;
    let first: SeatSet = Seat::all(outcome.seats()).filter(|&seat| outcome.placing(seat) == 1).collect();
    let best = first.first().map_or(0, |seat| outcome.score(seat));
    let level = Seat::all(outcome.seats()).filter(|&seat| outcome.score(seat) == best).count();
    let you = o.observer.seat().filter(|&seat| first.contains(seat));
    let (who, takes) = match you {
        Some(_) if first.len() == 1 => ("You".to_owned(), "take"),
        Some(seat) => (format!("You and {}", first.without(seat)), "take"),
        None => (first.to_string(), "takes"),
    };
    Some(match (first.len(), level) {
        (1, 1) => format!("{who} {takes} the empty chair with a Bloodline of {best}."),
        (1, _) => format!("{who} {takes} the empty chair: {best} like others, but more in the last night."),
        _ => format!("{who} share the empty chair with a Bloodline of {best} each."),
    })
}

impl Observation {
    /// The vampire that the next decision of this seat is about, if it has one to make.
    pub fn deciding(&self, seat: Seat) -> Option<Vampire> {
        let decisions = matches!(self.phase, Phase::Decide | Phase::Slayer | Phase::Invitation);
        let own = self.hunters.iter().find(|hunter| hunter.seat == seat && hunter.undecided);
        own.filter(|_| decisions).map(|hunter| hunter.vampire)
    }

    /// Are sealed choices being collected?
    pub fn collecting(&self) -> bool {
        match self.phase {
            Phase::Decide => !self.options.spoken,
            Phase::Slayer | Phase::Invitation => true,
            _ => false,
        }
    }

    /// The observer's own vampires.
    pub fn own(&self) -> impl Iterator<Item = &HunterView> {
        let seat = self.observer.seat();
        self.hunters.iter().filter(move |hunter| Some(hunter.seat) == seat)
    }
}
