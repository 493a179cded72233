//! How an observation looks on the table.

mod describe;
mod narrate;
mod notebook;

use table::chance::quick;
use table::scene::{Face, Layout, Mark, Piece, Place, Scene, Sentence, Tint, Track, Zone, key, seat_id};
use table::{Observer, Seat, SeatSet, Voice};

use crate::beliefs::deals;
use crate::pieces::{Card, Cards, Clan, Colour, INQUISITORS, Rank, in_common, supply};
use crate::rules::{ending, setup};
use crate::sight::{self, Observation, SeatView};
use crate::state::{End, Phase};

pub(crate) use describe::describe;
pub(crate) use narrate::narrate;

/// The whole table.
pub(crate) fn scene(o: &Observation, waiting: SeatSet) -> Scene {
    let mut scene = Scene {
        heading: heading(o),
        prompt: prompt(o, waiting),
        mood: mood(o.phase).to_owned(),
        help: help(o.phase).to_owned(),
        knowledge: knowledge(o),
        notebook: notebook::notebook(o),
        verdict: verdict(o),
        ..Scene::default()
    };
    for ((seat, view), may_be) in Seat::all(o.seats.len()).zip(&o.seats).zip(notebook::possible(o)) {
        let may_be = view.may_be().intersection(deals::clans_of(may_be));
        scene.seats.push(place(o, seat, view, may_be, waiting));
    }
    scene.zones = zones(o);
    let limit = o.options.pass_limit();
    if limit > 0 && !o.over() {
        let (label, at) = ("Passes in a row", o.passes.into());
        let track = Track::single("passes", label, limit.into(), "Passed", at, Tint::Bone);
        scene.tracks.push(Track { alarm: Some(limit.into()), ..track });
    }
    scene
}

fn heading(o: &Observation) -> String {
    let voice = Voice(o.observer);
    match o.phase {
        Phase::Turn => format!("{} the dagger", voice.does(o.dagger, "holds", "hold")),
        Phase::Call { target }
        | Phase::Answers { target, .. }
        | Phase::Offers { target, .. }
        | Phase::Wound { target } => {
            format!("{} {}", voice.does(o.dagger, "strikes", "strike"), voice.whom(target))
        }
        Phase::Ability { user, .. } | Phase::Look { user, .. } | Phase::Heal { user, .. } => {
            format!("{} the {}", voice.does(user, "has shown", "have shown"), rank_name(o, user))
        }
        Phase::Suffer { user, victim, .. } => {
            format!("{} {}", voice.does(user, "wounds", "wound"), voice.whom(victim))
        }
        Phase::Curses { user } | Phase::TrueCurse { user } => {
            format!("{} the curses", voice.does(user, "lays", "lay"))
        }
        Phase::Over { .. } => "The game is over".to_owned(),
    }
}

fn mood(phase: Phase) -> &'static str {
    match phase {
        Phase::Turn => "candlelight",
        Phase::Call { .. } | Phase::Answers { .. } | Phase::Offers { .. } => "blade",
        Phase::Wound { .. } | Phase::Suffer { .. } => "blood",
        Phase::Ability { .. } | Phase::Look { .. } | Phase::Heal { .. } => "unmasked",
        Phase::Curses { .. } | Phase::TrueCurse { .. } => "curse",
        Phase::Over { .. } => "dawn",
    }
}

fn help(phase: Phase) -> &'static str {
    match phase {
        Phase::Turn => "4.1",
        Phase::Call { .. } => "5.1",
        Phase::Answers { .. } => "5.3",
        Phase::Offers { .. } => "5.4",
        Phase::Wound { .. } | Phase::Suffer { .. } => "6.1",
        Phase::Ability { .. } => "7.1",
        Phase::Look { .. } => "8.3",
        Phase::Heal { .. } => "8.4",
        Phase::Curses { .. } | Phase::TrueCurse { .. } => "9.1",
        Phase::Over { .. } => "10.1",
    }
}

/// The character a seat has shown.
fn shown(o: &Observation, seat: Seat) -> Option<Rank> {
    o.view(seat).and_then(|view| view.rank)
}

fn rank_name(o: &Observation, seat: Seat) -> &'static str {
    shown(o, seat).map_or("character", Rank::name)
}

fn prompt(o: &Observation, waiting: SeatSet) -> String {
    let you = o.observer.seat().filter(|&seat| waiting.contains(seat));
    if you.is_none() {
        let voice = Voice(o.observer);
        return match o.phase {
            Phase::Turn => format!("{} strikes or passes the dagger", o.dagger),
            Phase::Call { target } => format!("{target} may call for help"),
            Phase::Answers { target, .. } => format!("{waiting} may intervene for {}", voice.whom(target)),
            Phase::Offers { target, offers } => {
                format!("{target} may accept help from {}", voice.list(offers))
            }
            Phase::Wound { target } | Phase::Suffer { victim: target, .. } => {
                format!("{target} takes a token")
            }
            Phase::Heal { target, .. } => format!("{target} puts back a token"),
            Phase::Ability { user, .. } => {
                format!("{user} may use the ability of the {}", rank_name(o, user))
            }
            Phase::Look { user, .. } => format!("{user} chooses a second card to look at"),
            Phase::Curses { user } => format!("{user} lays the curses"),
            Phase::TrueCurse { user } => format!("{user} settles which curse is the true one"),
            Phase::Over { .. } => String::new(),
        };
    }
    match o.phase {
        Phase::Turn if o.options.pass_limit() > 0 && o.passes >= o.options.pass_limit() => {
            "Choose whom to strike: the dagger has been passed too often".to_owned()
        }
        Phase::Turn => "Choose whom to strike, or pass the dagger".to_owned(),
        Phase::Call { .. } => format!("{} strikes you. Call for help?", o.dagger),
        Phase::Answers { target, .. } => {
            format!("{target} calls for help against {}. Take the wound and show your rank?", o.dagger)
        }
        Phase::Offers { .. } => "Choose who takes the wound for you, or accept nobody".to_owned(),
        Phase::Wound { .. } => "You are wounded. Choose what to show".to_owned(),
        Phase::Suffer { left, .. } if left > 1 => {
            "You suffer two wounds. Choose what to show first".to_owned()
        }
        Phase::Suffer { .. } => "You suffer a wound. Choose what to show".to_owned(),
        Phase::Heal { .. } => "You are healed. Choose a token to put back".to_owned(),
        Phase::Ability { user, .. } => match shown(o, user) {
            Some(Rank::Elder) => "Give up the lead of your clan?".to_owned(),
            Some(Rank::Assassin) => "Choose who suffers two wounds".to_owned(),
            Some(Rank::Harlequin) => "Choose the first of two cards to look at".to_owned(),
            Some(Rank::Alchemist) => "Wound or heal the player you helped?".to_owned(),
            Some(Rank::Mentalist) => "Choose who suffers a wound and must show their rank".to_owned(),
            Some(Rank::Guardian) => "Choose whom to shield".to_owned(),
            Some(Rank::Berserker) => format!("Strike back at {}?", o.dagger),
            Some(Rank::Mage) => "Choose who gets a Staff".to_owned(),
            Some(Rank::Courtesan) => "Choose who gets a Fan".to_owned(),
            Some(Rank::Inquisitor) => "Choose who gets the first curse".to_owned(),
            None => "Use your ability?".to_owned(),
        },
        Phase::Look { .. } => "Choose the second card to look at".to_owned(),
        Phase::Curses { .. } => "Choose who gets the next curse".to_owned(),
        Phase::TrueCurse { .. } => "Choose who holds the True Curse".to_owned(),
        Phase::Over { .. } => String::new(),
    }
}

fn knowledge(o: &Observation) -> Vec<Sentence> {
    let mut lines = Vec::new();
    let Some(you) = o.observer.seat() else { return lines };
    if o.over() {
        return lines;
    }
    let right = you.right(o.seats.len());
    if let Some(clue) = o.view(right).and_then(|view| view.clue) {
        lines.push(format!("{right} on your right has shown you the sign of the {}.", clue.name()).into());
    }
    let looked = o.view(you).map_or(SeatSet::EMPTY, |view| view.looks);
    for seat in looked {
        if let Some(card) = o.view(seat).and_then(|view| view.card) {
            lines.push(format!("You have looked at the card of {seat}: {card}.").into());
        }
    }
    if let Some(holder) = o.true_curse {
        lines.push(format!("You have laid the True Curse on {holder}.").into());
    }
    lines
}

fn verdict(o: &Observation) -> Option<String> {
    let Phase::Over { end } = o.phase else { return None };
    let voice = Voice(o.observer);
    let End::Capture { captor, captive } = end else {
        let had = voice.does(o.dagger, "had", "had");
        return Some(format!("{had} to strike and could strike nobody. Nobody wins."));
    };
    // All cards are open now, so the sample is the truth.
    let world = sight::sample(o, &mut quick(0));
    let outcome = ending::outcome(&world)?;
    let prey = world.card(captive);
    let end = match outcome.ending() {
        "leader-captured" => ", leader of the clan",
        "wrong-captive" => ", who did not lead the clan",
        "own-clan-captured" if o.observer.is(captor) => ", of your own clan",
        "own-clan-captured" => ", of the captor's own clan",
        "inquisitor-captured" => "",
        _ => "",
    };
    let captured = voice.does(captor, "captured", "captured");
    let story = format!("{captured} {}, the {prey}{end}.", voice.whom(captive));
    let winners = voice.list(outcome.winners());
    let clan = |seat: Seat| world.card(seat).clan().map(Clan::name);
    Some(match (outcome.winners().first().and_then(clan), world.true_curse) {
        (Some(clan), _) => format!("{story} The {clan} wins: {winners}."),
        (None, Some(leader)) if outcome.ending() == "true-curse" => {
            let (clan, leader) = (clan(leader).unwrap_or_default(), voice.whom(leader));
            let curse = format!("The {clan} would win, but the True Curse lies before its leader, {leader}.");
            format!("{story} {curse} The Inquisitor wins alone: {winners}.")
        }
        (None, _) => format!("{story} The Inquisitor wins alone: {winners}."),
    })
}

/// What somebody may be, in words: "any Rose except 3; Beast 3; Inquisitor".
fn guess(cards: Cards) -> String {
    let ranks = |clan: Clan| -> Vec<&str> {
        cards.intersection(clan.cards()).iter().map(|card| card.rank().sign()).collect()
    };
    let (rose, beast) = (ranks(Clan::Rose), ranks(Clan::Beast));
    let mut parts = Vec::new();
    let list = |clan: &str, ranks: &[&str]| match ranks.len() {
        9 => format!("any {clan}"),
        8 => {
            let missing = Rank::ALL.iter().find(|rank| !ranks.contains(&rank.sign()));
            format!("any {clan} except {}", missing.map_or("", |rank| rank.sign()))
        }
        _ => format!("{clan} {}", ranks.join(", ")),
    };
    if rose == beast && !rose.is_empty() {
        parts.push(list("Rose or Beast", &rose));
    } else {
        let sides = [("Rose", &rose), ("Beast", &beast)];
        parts.extend(sides.iter().filter(|side| !side.1.is_empty()).map(|(clan, ranks)| list(clan, ranks)));
    }
    if !cards.intersection(INQUISITORS).is_empty() {
        parts.push("Inquisitor".to_owned());
    }
    parts.join("; ")
}

fn clan_icon(clan: Clan) -> &'static str {
    ["rose", "wolf-head"][clan as usize]
}

fn clan_tint(clan: Option<Clan>) -> Tint {
    match clan {
        Some(Clan::Rose) => Tint::Red,
        Some(Clan::Beast) => Tint::Blue,
        None => Tint::Plain,
    }
}

fn place(o: &Observation, seat: Seat, view: &SeatView, may_be: Cards, waiting: SeatSet) -> Place {
    let rank = in_common(may_be, Card::rank);
    let clan = in_common(may_be, Card::clan).flatten();
    let title = match (clan, rank) {
        (_, Some(Rank::Inquisitor)) => "Inquisitor".to_owned(),
        (Some(clan), Some(rank)) => format!("{} {}", clan.name(), rank.name()),
        (Some(clan), None) => format!("{} clan", clan.name()),
        (None, Some(rank)) => rank.name().to_owned(),
        (None, None) => String::new(),
    };
    let side = match rank {
        Some(Rank::Inquisitor) => key(rank),
        _ => key(clan),
    };
    Place {
        title,
        key: side,
        turn: o.dagger == seat,
        out: matches!(o.phase, Phase::Over { end: End::Capture { captive, .. } } if captive == seat),
        tint: clan_tint(clan),
        marks: marks(o, seat, view, may_be),
        ..Place::new(seat, o.observer, waiting)
    }
}

/// The wound that captures.
const FATAL: i32 = 4;

fn marks(o: &Observation, seat: Seat, view: &SeatView, may_be: Cards) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    let mut put = |word: &str, label: String, count: Option<u8>, icon: &str, tint: Tint, note: &str| {
        let mark = Mark::new(format!("{}/{word}", seat_id(seat)), label, icon.to_owned());
        marks.push(Mark {
            count: count.map(i32::from),
            of: (word == "wounds").then_some(FATAL),
            sign: view.rank.filter(|_| word == "rank").map_or("", Rank::sign).into(),
            tint,
            note: note.to_owned().into(),
            ..mark
        });
    };
    if o.dagger == seat {
        put("dagger", "Dagger".into(), None, "plain-dagger", Tint::Silver, "Strikes or passes.");
    }
    if let Phase::Call { target: struck }
    | Phase::Answers { target: struck, .. }
    | Phase::Offers { target: struck, .. }
    | Phase::Wound { target: struck }
    | Phase::Suffer { victim: struck, .. } = o.phase
        && struck == seat
    {
        put("struck", "Struck".into(), None, "drop", Tint::Red, "The wound is not dealt yet.");
    }
    put("wounds", "Wounds".into(), Some(view.wounds()), "bleeding-wound", Tint::Red, "The fourth captures.");
    if view.rose > 0 {
        put(
            "rose",
            "Rose token".into(),
            Some(view.rose),
            clan_icon(Clan::Rose),
            Tint::Red,
            "Bears the sign of the Rose.",
        );
    }
    if view.beast > 0 {
        put(
            "beast",
            "Beast token".into(),
            Some(view.beast),
            clan_icon(Clan::Beast),
            Tint::Blue,
            "Bears the sign of the Beast.",
        );
    }
    if view.unknown > 0 {
        let note = "Bears a question mark.";
        put("unknown", "Question mark".into(), Some(view.unknown), "uncertainty", Tint::Bone, note);
    }
    if let Some(rank) = view.rank {
        let label = format!("Rank {} {}", rank.sign(), rank.name());
        put("rank", label, None, rank.icon(), Tint::Gold, rank.ability());
    }
    if o.quills.contains(seat) {
        let note = "The highest number leads the clan of this Elder.";
        put("quill", "Quill".into(), None, "quill", Tint::Gold, note);
    }
    for colour in Colour::ALL {
        let tint = colour_tint(colour);
        if o.swords[colour as usize] == Some(seat) {
            let note = "Goes back at the third wound, with all Shields of its colour.";
            let label = format!("{} Sword", capital(colour.name()));
            put(&format!("sword-{}", colour.name()), label, None, "broadsword", tint, note);
        }
        if o.shields[colour as usize].contains(seat) {
            let note = "Cannot be struck or wounded by an ability.";
            let label = format!("{} Shield", capital(colour.name()));
            put(&format!("shield-{}", colour.name()), label, None, "shield", tint, note);
        }
    }
    if o.staffs.contains(seat) {
        let note = "New affiliation tokens are question marks.";
        put("staff", "Staff".into(), None, "wizard-staff", Tint::Teal, note);
    }
    if o.fans.contains(seat) {
        put("fan", "Fan".into(), None, "feather", Tint::Orange, "Nobody can intervene for this player.");
    }
    if o.curses.contains(seat) {
        let (label, note) = match o.true_curse {
            None => ("Curse", "Face down. The Inquisitor knows whether it is the true one."),
            Some(holder) if holder == seat => {
                ("True Curse", "If this player leads the winning clan, the Inquisitor wins.")
            }
            Some(_) => ("False Curse", "Does nothing."),
        };
        put("curse", label.into(), None, "cursed-star", Tint::Black, note);
    }
    match o.phase {
        Phase::Answers { answered, offers, .. } if answered.contains(seat) => {
            let own = o.observer.sees(seat);
            let label = match (own, offers.contains(seat)) {
                (false, _) => "Has answered",
                (true, true) => "Answered: intervenes",
                (true, false) => "Answered: stays out",
            };
            put("answer", label.into(), None, "envelope", Tint::Bone, "Opened when all have answered.");
        }
        Phase::Offers { offers, .. } if offers.contains(seat) => {
            put("offer", "Offers help".into(), None, "hand", Tint::Gold, "Would take the wound.");
        }
        _ => {}
    }
    if let (Some(clue), None) = (view.clue, view.card) {
        let label = format!("Clue: {}", clue.name());
        let note = "The sign that this player has shown to you alone.";
        put(&format!("clue-{}", key(clue)), label, None, clan_icon(clue), clan_tint(Some(clue)), note);
    }
    if may_be.only().is_none()
        && may_be != setup::cards_in_play(o.seats.len())
        && in_common(may_be, Card::rank).is_none()
    {
        let label = format!("May be {}", guess(may_be));
        put("may-be", label, None, "magnifying-glass", Tint::Bone, "By all that has been shown.");
    }
    marks
}

fn capital(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}

fn colour_tint(colour: Colour) -> Tint {
    [Tint::Violet, Tint::Green][colour.index()]
}

fn card_face(card: Card) -> Face {
    let icons = match (card.clan(), card.rank().own_icons()) {
        (None, _) => "any, any".into(),
        (Some(clan), 2) => format!("{0}, {0}", clan.name()).into(),
        (Some(clan), 1) => format!("{}, ?", clan.name()).into(),
        _ => "?, ?".into(),
    };
    Face {
        name: card.to_string().into(),
        corner: card.rank().sign().into(),
        sign: icons,
        text: format!("{} Clue: {}.", card.rank().ability(), card.clue().name()).into(),
        icon: card.rank().icon().into(),
        tint: clan_tint(card.clan()),
        ..Face::default()
    }
}

fn card_piece(seat: Seat, card: Card, owner: Option<Seat>) -> Piece {
    let (id, face) = (format!("card/{}", seat.number()), Some(card_face(card)));
    Piece { face, owner, ..Piece::face_down(id, "Character", 1u32) }
}

fn zones(o: &Observation) -> Vec<Zone> {
    let mut zones = Vec::new();
    let you = o.observer.seat();
    let known = |seat: Seat| o.view(seat).and_then(|view| view.card);
    if let Some((seat, card)) = you.and_then(|seat| Some((seat, known(seat)?))) {
        let pieces = vec![card_piece(seat, card, None)];
        zones.push(Zone::new("hand", "Your character", Layout::Hand, pieces).of(seat));
    }
    let seen: Vec<Piece> = Seat::all(o.seats.len())
        .filter(|&seat| you != Some(seat))
        .filter_map(|seat| Some(card_piece(seat, known(seat)?, Some(seat))))
        .collect();
    if !seen.is_empty() {
        let all = o.observer == Observer::All || o.over();
        let label = if all { "Characters" } else { "Cards you have seen" };
        zones.push(Zone::new("characters", label, Layout::Row, seen));
    }
    zones.push(Zone::new("supply", "Supply", Layout::Row, supply_pieces(o)));
    zones.push(Zone::new("ranks", "Rank tokens", Layout::Row, rank_pieces(o)));
    zones
}

/// The rank tokens in the supply: one for each card that may be in play.
fn rank_pieces(o: &Observation) -> Vec<Piece> {
    let taken = |rank: Rank| o.seats.iter().filter(|view| view.rank == Some(rank)).count() as u32;
    let all = |rank: Rank| match rank {
        Rank::Inquisitor => o.seats.len() as u32 % 2,
        _ => 2,
    };
    let left = Rank::ALL
        .iter()
        .map(|&rank| (rank, all(rank).saturating_sub(taken(rank))))
        .filter(|&(_, left)| left > 0);
    left.map(|(rank, left)| {
        let (corner, text) = (rank.sign().into(), rank.ability().into());
        let face =
            Face { name: rank.name().into(), corner, text, icon: rank.icon().into(), ..Face::default() };
        Piece::face_up(format!("ranks/{}", rank.number()), face, left)
    })
    .collect()
}

fn supply_pieces(o: &Observation) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut put = |id: String, name: String, text: &str, icon: &str, tint: Tint, left: usize| {
        if left > 0 {
            let (name, text, icon) = (name.into(), text.to_owned().into(), icon.to_owned().into());
            let face = Face { name, text, icon, tint, ..Face::default() };
            let card = Piece::face_down(format!("supply/{id}"), "Ability card", left as u32);
            pieces.push(Piece { face: Some(face), ..card });
        }
    };
    let left = |all: usize, out: usize| all.saturating_sub(out);
    let text = "The highest number leads the clan of the Elder who holds it.";
    put("quill".into(), "Quill".into(), text, "quill", Tint::Gold, left(supply::QUILLS, o.quills.len()));
    for colour in Colour::ALL {
        let (word, c) = (colour.name(), colour as usize);
        let text = "Goes back at the holder's third wound, with the Shields of its colour.";
        let swords = left(1, o.swords[c].iter().count());
        let name = format!("{} Sword", capital(word));
        put(format!("sword-{word}"), name, text, "broadsword", colour_tint(colour), swords);
        let text = "The holder cannot be struck or wounded by an ability.";
        let shields = left(supply::SHIELDS_PER_COLOUR, o.shields[c].len());
        let name = format!("{} Shield", capital(word));
        put(format!("shield-{word}"), name, text, "shield", colour_tint(colour), shields);
    }
    let text = "The holder's new affiliation tokens are question marks.";
    put(
        "staff".into(),
        "Staff".into(),
        text,
        "wizard-staff",
        Tint::Teal,
        left(supply::STAFFS, o.staffs.len()),
    );
    let text = "Nobody can intervene for the holder.";
    put("fan".into(), "Fan".into(), text, "feather", Tint::Orange, left(supply::FANS, o.fans.len()));
    let curses = left(supply::curses(o.seats.len()), o.curses.len());
    let text = "One of them is true: the Inquisitor wins if the winning leader holds it.";
    put("curse".into(), "Curse".into(), text, "cursed-star", Tint::Black, curses);
    pieces
}
