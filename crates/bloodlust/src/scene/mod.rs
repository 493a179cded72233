//! How the table looks, and what things are called.

mod beat;
mod describe;
mod narrate;
pub(crate) mod pictures;

pub(crate) use beat::beat;
pub(crate) use describe::{attempts, describe};
pub(crate) use narrate::narrate;

use std::sync::LazyLock;

use table::outcome::Outcome;
use table::scene::{Face, Layout, Mark, Piece, Place, Sentence, Tint, Track, Zone, key};
use table::{Scene, Seat, SeatSet, Text, Voice, say};

use crate::action::Action;
use crate::pieces::{Card, Class, EventCard, Sign, VAMPIRES, Vampire, tables};
use crate::rules::{self, night};
use crate::sight::{self, HeldEvent, HunterView, Observation};
use crate::state::Phase;
use crate::unseen::{Unseen, brings_dawn};

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
        goal: goal(o),
        role: o.own().next().map(|hunter| vampire_face(o.options.ability_signs, hunter.vampire).into()),
        verdict: verdict(o),
        ..Scene::default()
    }
}

fn heading(o: &Observation) -> Text {
    let round = o.round;
    let night = match o.options.target {
        0 => say!("Night {round} of {rounds}", rounds = o.options.rounds),
        target => say!("Night {round}, hunting for {target}"),
    };
    match tables().deck.len() - usize::from(o.deck) {
        _ if o.phase == Phase::Over => say!("{night}, the hunt is over"),
        0 => say!("{night}, before the first card"),
        1 => say!("{night}, 1 card drawn"),
        drawn => say!("{night}, {drawn} cards drawn"),
    }
}

fn goal(o: &Observation) -> Text {
    let aim = match o.options.target {
        0 if o.options.rounds == 1 => say!("Bring home the most Bloodline (points) in a single night."),
        0 => say!("Bring home the most Bloodline (points) in {rounds} nights.", rounds = o.options.rounds),
        target => say!("Bring home the most Bloodline (points) by the night somebody reaches {target}."),
    };
    Text::sentences([aim, say!("Hunt until dawn and you lose the night's gain.")])
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
        Phase::Revealed => "7.1",
        Phase::Applied => "8.1",
        Phase::Slayer => "4.4",
        Phase::Invitation => "5.1",
        Phase::Over => "9.6",
    }
}

fn prompt(o: &Observation, waiting: SeatSet) -> Text {
    let Some(seat) = o.observer.seat().filter(|&seat| waiting.contains(seat)) else {
        return match o.phase {
            Phase::Over => say!("The hunt is over"),
            Phase::Look => say!("{waiting} may look at the top of the deck"),
            Phase::Decide => say!("{waiting} must decide: stay or leave"),
            Phase::Give => say!("{waiting} must hand an event on"),
            Phase::Revealed | Phase::Applied => say!("{waiting} may react"),
            Phase::Slayer => say!("{waiting} must face the Slayer"),
            Phase::Invitation => say!("{waiting} must answer the Invitation"),
        };
    };
    let one = o.deciding(seat).filter(|_| o.options.two_vampires);
    let mut options = Vec::new();
    rules::legal(&sight::known(o), seat, &mut options);
    match (o.phase, one) {
        (Phase::Look, _) => say!("Look at the top of the deck before the decisions?"),
        (Phase::Decide, Some(vampire)) => say!("Does {vampire} stay on the hunt or leave it?"),
        (Phase::Decide, None) => say!("Stay on the hunt or leave it?"),
        (Phase::Give, _) => say!("You hold too many events: hand one on"),
        (Phase::Revealed | Phase::Applied, _) if options == [Action::Pass] => {
            say!("There is nothing you can use now: pass")
        }
        (Phase::Revealed, _) => say!("React before {card} takes effect?", card = showing(o)),
        (Phase::Applied, _) => say!("React before the next draw?"),
        (Phase::Slayer, Some(vampire)) => say!("Choose what the Slayer costs {vampire}"),
        (Phase::Slayer, None) => say!("Choose what the Slayer costs you"),
        (Phase::Invitation, one) => {
            let (right, wrong) = (tables().guess_right, tables().guess_wrong);
            match one {
                Some(vampire) => say!(
                    "Guess the next card's sign for {vampire}? {right} Bloodline if right, {wrong} health lost if wrong"
                ),
                None => say!(
                    "Guess the next card's sign? {right} Bloodline if right, {wrong} health lost if wrong"
                ),
            }
        }
        (Phase::Over, _) => say!("The hunt is over"),
    }
}

/// What the face-up card is called in a sentence.
fn showing(o: &Observation) -> Text {
    let Some(card) = o.showing else { return say!("the card") };
    match card.class {
        Class::SlayerBloodline | Class::SlayerHealth | Class::SlayerChoice => say!("the Slayer"),
        Class::Invitation => say!("the Invitation"),
        _ => card.name(),
    }
}

fn place(o: &Observation, seat: Seat, waiting: SeatSet) -> Place {
    let own = || o.hunters.iter().filter(move |hunter| hunter.seat == seat);
    let mut marks = Vec::new();
    if o.leader == seat {
        let note = "Draws first tonight and is asked first.".into();
        marks.push(Mark { tint: Tint::Gold, note, ..Mark::new("leader", "Draws first", "card-draw") });
    }
    marks.extend(own().flat_map(|hunter| vampire_marks(o, hunter)));
    Place {
        title: Text::list(own().map(|hunter| hunter.vampire)),
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

fn vampire_marks(o: &Observation, hunter: &HunterView) -> Vec<Mark> {
    let vampire = hunter.vampire;
    let mark = |what: &str, label: Text, icon: &'static str| {
        let label = if o.options.two_vampires { say!("{vampire}: {label}") } else { label };
        Mark::new(format!("{}/{what}", vampire.power().slug), label, icon)
    };
    let count = |count: u16| Some(count.into());
    let (tonight, fate) = match hunter.active {
        true => (
            say!("Tonight"),
            say!("Bloodline, the points of this game: lost if dawn comes before the vampire leaves."),
        ),
        false => {
            (say!("Brought home"), say!("Bloodline, the points of this game: safe, it counts in the total."))
        }
    };
    let mut marks = vec![
        Mark {
            tint: Tint::Gold,
            count: count(hunter.total),
            note: say!("Bloodline brought home in all nights. The highest total wins."),
            ..mark("total", say!("Total"), "crown-of-thorns")
        },
        Mark {
            tint: Tint::Red,
            count: count(hunter.bloodline),
            note: fate,
            ..mark("round", tonight, "drop")
        },
        Mark {
            tint: Tint::Green,
            count: count(hunter.health.into()),
            of: count(tables().health.into()),
            note: say!("At 0 the vampire leaves the hunt and keeps what it has."),
            ..mark("health", say!("Health"), "hearts")
        },
        match hunter.active {
            true => {
                Mark { note: say!("Shares in the next card."), ..mark("hunting", say!("Hunting"), "fangs") }
            }
            false => {
                Mark { note: say!("Home until the next night."), ..mark("gone", say!("Gone"), "coffin") }
            }
        },
    ];
    if hunter.ability_used {
        let used = mark("ability", say!("Ability used"), "cancel");
        marks.push(Mark { note: say!("Every vampire has one ability, once a night."), ..used });
    }
    if let Some(sign) = hunter.guess {
        let guess = mark("guess", say!("Guesses {sign}"), sign_icon(sign));
        marks.push(Mark { tint: Tint::Silver, note: "About the next card.".into(), ..guess });
    }
    if o.phase == Phase::Revealed && hunter.active {
        if hunter.void {
            let nothing = mark("gain", say!("Gains nothing"), "church");
            marks.push(Mark { note: say!("From the card that lies open."), ..nothing });
        } else if hunter.gain > 0 && Some(hunter.gain) != o.showing.map(|card| card.bloodline) {
            let gain = mark("gain", say!("Will gain"), "bleeding-heart");
            let note = say!("From the card that lies open.");
            marks.push(Mark { tint: Tint::Red, count: count(hunter.gain.into()), note, ..gain });
        }
        if hunter.ignoring {
            let ignoring = mark("ignoring", say!("Ignores the Slayer"), "fog");
            marks.push(Mark { note: say!("It does nothing to this vampire."), ..ignoring });
        }
    }
    if o.collecting() && hunter.active && !hunter.ignoring && !hunter.undecided {
        let note = hunter.sealed.map_or(say!("Opened when all have decided."), describe::choice);
        marks.push(Mark { note, ..mark("sealed", say!("Has decided"), "wax-seal") });
    }
    marks
}

/// The boards: the observer's own first, to be read in full, then the others.
fn boards(o: &Observation) -> Vec<Zone> {
    let board = |hunter: &HunterView| {
        let owner = (!o.observer.is(hunter.seat)).then_some(hunter.seat);
        let face = vampire_face(o.options.ability_signs, hunter.vampire);
        Piece { owner, ..Piece::face_up(board_id(hunter.vampire), face, 1u32) }
    };
    let own: Vec<Piece> = o.own().map(board).collect();
    let others: Vec<Piece> =
        o.hunters.iter().filter(|hunter| !o.observer.is(hunter.seat)).map(board).collect();
    let yours = o.observer.seat().filter(|_| !own.is_empty());
    let yours = yours.map(|seat| Zone::new("boards/own", "You are", Layout::Row, own).of(seat));
    yours.into_iter().chain([Zone::new("boards", "The coven", Layout::Row, others)]).collect()
}

/// What is printed on a vampire's board. Its sign means something only where abilities need theirs (10.3).
fn vampire_face(signs: bool, vampire: Vampire) -> &'static Face {
    static FACES: LazyLock<[Vec<Face>; 2]> = LazyLock::new(|| {
        let face = |signs: bool, vampire: Vampire| {
            let power = vampire.power();
            let sign = signs.then_some(power.sign);
            Face {
                name: power.name.into(),
                key: sign.map(key).unwrap_or_default(),
                sign: sign.map_or("", Sign::name).into(),
                text: Text::sentences([power.text.into(), say!("Once a night.")]),
                icon: power.icon.into(),
                ..Face::default()
            }
        };
        [false, true].map(|signs| (0..VAMPIRES as u8).map(|at| face(signs, Vampire(at))).collect())
    });
    &FACES[usize::from(signs)][usize::from(vampire.0)]
}

fn sign_icon(sign: Sign) -> &'static str {
    ["plain-circle", "eclipse", "moon"][sign.index()]
}

/// What a card does, in a line.
fn card_text(card: Card) -> Text {
    let (bloodline, health, steps) = (card.bloodline, card.health, card.daylight);
    match card.class {
        Class::Bloodlust => say!("Every hunter gains {bloodline}."),
        Class::SlayerBloodline => say!("Every hunter loses {bloodline} Bloodline."),
        Class::SlayerHealth => say!("Every hunter loses {health} health."),
        Class::SlayerChoice => {
            say!("Every hunter chooses to lose {bloodline} Bloodline or {health} health.")
        }
        Class::Daylight => say!("Daylight moves up by {steps}; every hunter gains {bloodline}."),
        Class::Night => say!("Daylight moves down by {steps}."),
        Class::Invitation => {
            let (right, wrong) = (tables().guess_right, tables().guess_wrong);
            say!("Guess the next card's sign: {right} Bloodline if right, {wrong} health lost if wrong.")
        }
        Class::Event => card.event().map_or("", EventCard::text).into(),
    }
}

fn card_face(card: Card) -> &'static Face {
    static FACES: LazyLock<Vec<Face>> = LazyLock::new(|| Card::all().map(print).collect());
    &FACES[usize::from(card.0)]
}

/// What is printed on a card.
fn print(card: Card) -> Face {
    let (icon, tint) = match card.class {
        Class::Bloodlust => ("drop", Tint::Red),
        Class::SlayerBloodline | Class::SlayerHealth | Class::SlayerChoice => ("stake-hammer", Tint::Black),
        Class::Daylight => ("sun", Tint::Gold),
        Class::Night => ("night-sky", Tint::Blue),
        Class::Invitation => ("envelope", Tint::Violet),
        Class::Event => (card.event().map_or("", |event| event.power().icon), Tint::Teal),
    };
    // "Bloodlust 3" has its number in the corner.
    let (name, corner) = match card.class {
        Class::Bloodlust => (say!("Bloodlust"), Some(card.bloodline)),
        Class::SlayerBloodline => (say!("Slayer: Bloodline"), Some(card.bloodline)),
        Class::SlayerHealth => (say!("Slayer: health"), Some(card.health)),
        Class::Daylight => (say!("Daylight"), Some(card.daylight)),
        Class::Night => (say!("Darkness"), Some(card.daylight)),
        Class::SlayerChoice | Class::Invitation | Class::Event => (card.name(), None),
    };
    Face {
        name,
        key: key(card.sign),
        corner: corner.map(|number| Text::filled(&number)).unwrap_or_default(),
        sign: card.sign.name().into(),
        text: card_text(card),
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
        (None, Some(sign)) => Piece::face_down(id, say!("Event ({sign})"), 1u32),
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
    let label = say!(Voice(o.observer), seat: "Events before {seat}", "Your events");
    Zone::new(format!("events/{}", seat.number()), label, Layout::Hand, pieces).of(seat)
}

fn daylight(o: &Observation) -> Track {
    let dawn = tables().dawn.into();
    let track = Track::single("daylight", "Daylight", dawn, "The sun", o.daylight.into(), Tint::Gold);
    Track { alarm: Some(dawn), note: danger(o), ..track }
}

/// How many of the cards that the observer has not seen would bring the dawn.
fn danger(o: &Observation) -> Text {
    match Unseen::of(o).among_all(|face| brings_dawn(o, face)) {
        _ if o.phase == Phase::Over => Text::default(),
        (0, 1) => say!("The next card does not bring the dawn."),
        (1, 1) => say!("The next card brings the dawn."),
        (0, _) => say!("No card can bring the dawn yet."),
        (1, all) => say!("1 of {all} unseen cards brings the dawn."),
        (ends, all) => say!("{ends} of {all} unseen cards bring the dawn."),
    }
}

/// What this observer has learned in secret beyond its own cards.
fn knowledge(o: &Observation, waiting: SeatSet) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let Some(you) = o.observer.seat() else { return sentences };
    for hunter in o.hunters.iter().filter(|hunter| hunter.seat != you) {
        if let Some(event) = hunter.event.as_ref().and_then(|held| held.event) {
            let (seat, card) = (hunter.seat, event.card());
            sentences.push(say!("The event before {seat} is {card}.").into());
        }
    }
    if let Some(event) = o.drawn.as_ref().and_then(|held| held.event)
        && !waiting.contains(you)
    {
        sentences.push(say!("The event just drawn is {event}.").into());
    }
    if let Some(cards) = o.seen.as_ref().and_then(|seen| seen.cards.as_ref()) {
        let cards = cards.iter().map(Text::filled).reduce(|first, next| say!("{first}, then {next}"));
        sentences.extend(cards.map(|cards| say!("On top of the deck: {cards}.").into()));
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

fn verdict(o: &Observation) -> Option<Text> {
    let outcome = outcome(o)?;
    let first: SeatSet = Seat::all(outcome.seats()).filter(|&seat| outcome.placing(seat) == 1).collect();
    let winner = first.first()?;
    let best = outcome.score(winner);
    let level = Seat::all(outcome.seats()).filter(|&seat| outcome.score(seat) == best).count();
    let voice = Voice(o.observer);
    let over = match (outcome.ending(), o.options.target) {
        ("target-reached", target) => say!("A total has reached {target}."),
        _ if o.round == 1 => say!("The night is over."),
        _ => say!("All {nights} nights are over.", nights = o.round),
    };
    let won = match (first.len(), level) {
        (1, 1) => say!(
            voice, winner: "{winner} takes the empty chair with a Bloodline of {best}.",
            "You take the empty chair with a Bloodline of {best}."
        ),
        (1, _) => say!(
            voice, winner: "{winner} takes the empty chair: tied at a Bloodline of {best}, \
                but with more in the last night.",
            "You take the empty chair: tied at a Bloodline of {best}, but with more in the last night."
        ),
        _ => match o.observer.seat().filter(|&seat| first.contains(seat)) {
            Some(seat) => {
                let others = first.without(seat);
                say!("You and {others} share the empty chair with a Bloodline of {best} each.")
            }
            None => say!("{first} share the empty chair with a Bloodline of {best} each."),
        },
    };
    Some(Text::sentences([over, won]))
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
