//! How an observation looks on the table.

mod beat;
mod describe;
mod narrate;
mod notebook;
pub(crate) mod pictures;

use std::sync::LazyLock;

use table::chance::quick;
use table::scene::{Face, Layout, Mark, Piece, Place, Scene, Sentence, Tint, Track, Zone, key, seat_id};
use table::{Name, Observer, Seat, SeatSet, Text, Voice, say};

use crate::beliefs::deals;
use crate::pieces::{Card, Cards, Clan, Colour, INQUISITORS, Rank, in_common, supply};
use crate::rules::{ending, setup};
use crate::sight::{self, Observation, SeatView};
use crate::state::{End, Phase};

pub(crate) use beat::beat;
pub(crate) use describe::{attempts, describe};
pub(crate) use narrate::narrate;

/// The whole table.
pub(crate) fn scene(o: &Observation, waiting: SeatSet) -> Scene {
    let possible = notebook::possible(o);
    let mut scene = Scene {
        heading: heading(o),
        prompt: prompt(o, waiting),
        mood: mood(o.phase).to_owned(),
        help: help(o.phase).to_owned(),
        knowledge: knowledge(o, &possible),
        notebook: notebook::notebook(o),
        goal: goal(o, &possible),
        role: own_card(o).map(|card| card_face(card).into()),
        verdict: verdict(o),
        ..Scene::default()
    };
    for ((seat, view), may_be) in Seat::all(o.seats.len()).zip(&o.seats).zip(possible) {
        scene.seats.push(place(o, seat, view, may_be, waiting));
    }
    scene.zones = zones(o);
    let limit = o.options.pass_limit();
    if limit > 0 && !o.over() {
        let (label, at) = (say!("Passes in a row"), o.passes.into());
        let track = Track::single("passes", label, limit.into(), "Passed", at, Tint::Bone);
        scene.tracks.push(Track { alarm: Some(limit.into()), ..track });
    }
    scene
}

fn heading(o: &Observation) -> Text {
    let (voice, holder) = (Voice(o.observer), o.dagger);
    match o.phase {
        Phase::Turn => say!(voice, holder: "{holder} holds the dagger", "You hold the dagger"),
        Phase::Call { target }
        | Phase::Answers { target, .. }
        | Phase::Offers { target, .. }
        | Phase::Wound { target } => {
            let target = voice.whom(target);
            say!(voice, holder: "{holder} strikes {target}", "You strike {target}")
        }
        Phase::Ability { user, .. } | Phase::Look { user, .. } | Phase::Heal { user, .. } => {
            let rank = rank_name(o, user);
            say!(voice, user: "{user} has shown the {rank}", "You have shown the {rank}")
        }
        Phase::Suffer { user, victim, .. } => {
            let victim = voice.whom(victim);
            say!(voice, user: "{user} wounds {victim}", "You wound {victim}")
        }
        Phase::Curses { user } | Phase::TrueCurse { user } => {
            say!(voice, user: "{user} lays the curses", "You lay the curses")
        }
        Phase::Over { .. } => say!("The game is over"),
    }
}

fn own_card(o: &Observation) -> Option<Card> {
    o.observer.seat().and_then(|seat| o.view(seat)?.card)
}

fn goal(o: &Observation, possible: &[Cards]) -> Text {
    match own_card(o).map(Card::clan) {
        Some(Some(clan)) => rivals_leader(o, possible, clan.rival()),
        Some(None) => {
            say!("You win alone: be captured, or lay the True Curse before the leader of the clan that wins.")
        }
        None => say!(
            "A clan wins when one of its own captures the leader of the other. Capturing anybody else loses."
        ),
    }
}

/// Rule 10.5: only the Quill of a clan's own Elder counts, and an Elder need not have shown the clan.
fn rivals_leader(o: &Observation, possible: &[Cards], clan: Clan) -> Text {
    let rival = clan.name();
    let (highest, maybe) = quill(o, possible, clan);
    if let Some((seat, card)) = leader(o, possible, clan) {
        let card = card.name();
        say!(
            "Give {seat}, the {card}, the fourth wound: now the leader of the {rival}. If you capture anybody else, your clan loses."
        )
    } else if highest {
        say!(
            "Give the leader of the {rival} the fourth wound: now its highest number, for its Elder holds the Quill. If you capture anybody else, your clan loses."
        )
    } else if maybe {
        say!(
            "Give the leader of the {rival} the fourth wound: its lowest number, or its highest if its own Elder holds the Quill. If you capture anybody else, your clan loses."
        )
    } else {
        say!(
            "Give the leader of the {rival}, its lowest number, the fourth wound. If you capture anybody else, your clan loses."
        )
    }
}

/// Does an Elder of this clan surely hold the Quill, and may one?
fn quill(o: &Observation, possible: &[Cards], clan: Clan) -> (bool, bool) {
    let elders = || o.quills.iter().filter_map(|seat| possible.get(seat.index()));
    let surely = elders().any(|cards| cards.minus(clan.cards()).is_empty());
    (surely, elders().any(|cards| !cards.intersection(clan.cards()).is_empty()))
}

/// Who surely leads a clan.
fn leader(o: &Observation, possible: &[Cards], clan: Clan) -> Option<(Seat, Card)> {
    let (surely, maybe) = quill(o, possible, clan);
    notebook::known_leader(possible, clan, surely).filter(|_| surely == maybe)
}

/// What a clan's own leader, or somebody who may have become it, must know.
fn own_lead(o: &Observation, possible: &[Cards], you: Seat) -> Option<Text> {
    let clan = own_card(o)?.clan()?;
    let name = clan.name();
    if let Some((seat, _)) = leader(o, possible, clan) {
        return (seat == you)
            .then(|| say!("You lead the {name}: your fourth wound would lose the game for your clan."));
    }
    let (surely, maybe) = quill(o, possible, clan);
    let rank = own_card(o)?.rank();
    let higher = |card: Card| card.clan() == Some(clan) && card.rank() > rank;
    let outranked = possible.iter().any(|cards| cards.iter().all(higher));
    // The numbers of a clan are all different, so its highest is at least the size of the clan.
    let too_low = usize::from(rank.number()) < o.seats.len() / 2;
    if !maybe || outranked || too_low {
        return None;
    }
    let rank = rank.number();
    Some(match surely {
        true => say!(
            "The Quill makes the highest number of the {name} its leader: that may be you, with your {rank}."
        ),
        false => say!(
            "If the Elder who holds the Quill is of the {name}, its highest number leads: that may be you, with your {rank}."
        ),
    })
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

fn prompt(o: &Observation, waiting: SeatSet) -> Text {
    let you = o.observer.seat().filter(|&seat| waiting.contains(seat));
    if you.is_none() {
        return others_prompt(o, waiting);
    }
    match o.phase {
        Phase::Turn if o.options.pass_limit() > 0 && o.passes >= o.options.pass_limit() => {
            say!("Choose whom to strike: the dagger has been passed too often")
        }
        Phase::Turn => say!("Choose whom to strike, or pass the dagger"),
        Phase::Call { .. } => say!("{attacker} strikes you. Call for help?", attacker = o.dagger),
        Phase::Answers { target, .. } => {
            let attacker = o.dagger;
            say!("{target} calls for help against {attacker}. Take the wound and show your rank?")
        }
        Phase::Offers { .. } => say!("Choose who takes the wound for you, or accept nobody"),
        Phase::Wound { .. } => say!("You are wounded. Choose what to show"),
        Phase::Suffer { left, .. } if left > 1 => say!("You suffer two wounds. Choose what to show first"),
        Phase::Suffer { .. } => say!("You suffer a wound. Choose what to show"),
        Phase::Heal { .. } => say!("You are healed. Choose a token to put back"),
        Phase::Ability { user, .. } => match shown(o, user) {
            Some(Rank::Elder) => say!("Give up the lead of your clan?"),
            Some(Rank::Assassin) => say!("Choose who suffers two wounds"),
            Some(Rank::Harlequin) => say!("Choose the first of two cards to look at"),
            Some(Rank::Alchemist) => say!("Wound or heal the player you helped?"),
            Some(Rank::Mentalist) => say!("Choose who suffers a wound and must show their rank"),
            Some(Rank::Guardian) => say!("Choose whom to shield"),
            Some(Rank::Berserker) => say!("Strike back at {attacker}?", attacker = o.dagger),
            Some(Rank::Mage) => say!("Choose whose clan a Staff hides from now on"),
            Some(Rank::Courtesan) => say!("Choose who gets a Fan: nobody can intervene for them"),
            Some(Rank::Inquisitor) => say!("Choose who gets the first curse"),
            None => say!("Use your ability?"),
        },
        Phase::Look { .. } => say!("Choose the second card to look at"),
        Phase::Curses { .. } => say!("Choose who gets the next curse"),
        Phase::TrueCurse { .. } => say!("Choose who holds the True Curse"),
        Phase::Over { .. } => Text::default(),
    }
}

/// What is asked of somebody else.
fn others_prompt(o: &Observation, waiting: SeatSet) -> Text {
    let voice = Voice(o.observer);
    match o.phase {
        Phase::Turn => say!("{holder} strikes or passes the dagger", holder = o.dagger),
        Phase::Call { target } => say!("{target} may call for help"),
        Phase::Answers { target, .. } => {
            say!("{waiting} may intervene for {target}", target = voice.whom(target))
        }
        Phase::Offers { target, offers } => {
            say!("{target} may accept help from {offers}", offers = voice.list(offers))
        }
        Phase::Wound { target } | Phase::Suffer { victim: target, .. } => say!("{target} takes a token"),
        Phase::Heal { target, .. } => say!("{target} puts back a token"),
        Phase::Ability { user, .. } => {
            say!("{user} may use the ability of the {rank}", rank = rank_name(o, user))
        }
        Phase::Look { user, .. } => say!("{user} chooses a second card to look at"),
        Phase::Curses { user } => say!("{user} lays the curses"),
        Phase::TrueCurse { user } => say!("{user} settles which curse is the true one"),
        Phase::Over { .. } => Text::default(),
    }
}

fn knowledge(o: &Observation, possible: &[Cards]) -> Vec<Sentence> {
    let mut lines = Vec::new();
    let Some(you) = o.observer.seat() else { return lines };
    if o.over() {
        return lines;
    }
    let right = you.right(o.seats.len());
    if let Some(clue) = o.view(right).and_then(|view| view.clue) {
        let clue = clue.name();
        lines.push(say!("{right} on your right has shown you the sign of the {clue}.").into());
    }
    if let Some(card) = o.view(you).and_then(|view| view.card) {
        let (left, clue) = (you.left(o.seats.len()), card.clue().name());
        let line = match card.clan() {
            Some(clan) if clan != card.clue() => {
                say!(
                    "You have shown {left} on your left the sign of the {clue}: the Harlequin bears the other clan's."
                )
            }
            _ => say!("You have shown {left} on your left the sign of the {clue}."),
        };
        lines.push(line.into());
    }
    lines.extend(own_lead(o, possible, you).map(Sentence::from));
    let looked = o.view(you).map_or(SeatSet::EMPTY, |view| view.looks);
    for seat in looked {
        if let Some(card) = o.view(seat).and_then(|view| view.card) {
            lines.push(say!("You have looked at the card of {seat}: {card}.").into());
        }
    }
    for (seat, may_be) in Seat::all(o.seats.len()).zip(possible) {
        let hidden = o.view(seat).is_some_and(|view| view.card.is_none() && view.rank.is_none());
        if let Some(card) = may_be.only().filter(|_| hidden) {
            lines.push(say!("{seat} can only be this one: {card}.").into());
        }
    }
    if let Some(holder) = o.true_curse {
        lines.push(say!("You have laid the True Curse on {holder}.").into());
    }
    lines
}

fn verdict(o: &Observation) -> Option<Text> {
    let Phase::Over { end } = o.phase else { return None };
    let (voice, holder) = (Voice(o.observer), o.dagger);
    let End::Capture { captor, captive } = end else {
        return Some(say!(voice, holder: "{holder} had to strike and could strike nobody. Nobody wins.",
            "You had to strike and could strike nobody. Nobody wins."));
    };
    // All cards are open now, so the sample is the truth.
    let world = sight::sample(o, &mut quick(0));
    let outcome = ending::outcome(&world)?;
    let (whom, prey) = (voice.whom(captive), world.card(captive));
    let story = match outcome.ending() {
        "leader-captured" => say!(voice, captor: "{captor} captured {whom}, the {prey}, leader of the clan.",
            "You captured {whom}, the {prey}, leader of the clan."),
        "wrong-captive" => {
            say!(voice, captor: "{captor} captured {whom}, the {prey}, who did not lead the clan.",
                "You captured {whom}, the {prey}, who did not lead the clan.")
        }
        "own-clan-captured" => {
            say!(voice, captor: "{captor} captured {whom}, the {prey}, of the captor's own clan.",
                "You captured {whom}, the {prey}, of your own clan.")
        }
        _ => say!(voice, captor: "{captor} captured {whom}, the {prey}.", "You captured {whom}, the {prey}."),
    };
    // Who led, where that was not the lowest number: the Quill explains what looks wrong.
    let led = prey.clan().and_then(|clan| Some((clan, ending::leader(&world, clan)?)));
    let story = match led.filter(|_| matches!(outcome.ending(), "leader-captured" | "wrong-captive")) {
        Some((clan, leader)) => {
            let (who, card) = (voice.whom(leader), world.card(leader));
            let quill = ending::led(&world, clan, SeatSet::EMPTY) != Some(leader);
            match (quill, leader == captive) {
                (true, true) => {
                    Text::sentences([story, say!("The Quill had made the highest number leader.")])
                }
                (true, false) => {
                    let cause = say!("The Quill had made the highest number leader: {who}, the {card}.");
                    Text::sentences([story, cause])
                }
                (false, true) => story,
                (false, false) => Text::sentences([story, say!("The leader was {who}, the {card}.")]),
            }
        }
        None => story,
    };
    let winners = voice.list(outcome.winners());
    let clan = |seat: Seat| world.card(seat).clan().map(Clan::name);
    let alone = say!("The Inquisitor wins alone: {winners}.");
    Some(match (outcome.winners().first().and_then(clan), world.true_curse) {
        (Some(clan), _) => Text::sentences([story, say!("The {clan} wins: {winners}.")]),
        (None, Some(leader)) if outcome.ending() == "true-curse" => {
            let (clan, leader) = (clan(leader).unwrap_or_default(), voice.whom(leader));
            let curse = say!("The {clan} would win, but the True Curse lies before its leader, {leader}.");
            Text::sentences([story, curse, alone])
        }
        (None, _) => Text::sentences([story, alone]),
    })
}

/// What somebody may be, in words: "any Rose except 3; Beast 3; Inquisitor".
fn guess(cards: Cards) -> Text {
    let ranks = |clan: Clan| -> Vec<&str> {
        cards.intersection(clan.cards()).iter().map(|card| card.rank().sign()).collect()
    };
    let (rose, beast) = (ranks(Clan::Rose), ranks(Clan::Beast));
    let mut parts = Vec::new();
    let list = |clan: &'static str, ranks: &[&str]| match ranks.len() {
        9 => say!("any {clan}"),
        8 => {
            let missing = Rank::ALL.iter().find(|rank| !ranks.contains(&rank.sign()));
            say!("any {clan} except {missing}", missing = missing.map_or("", |rank| rank.sign()))
        }
        _ => say!("{clan} {ranks}", ranks = Name(ranks.join(", "))),
    };
    if rose == beast && !rose.is_empty() {
        parts.push(list("Rose or Beast", &rose));
    } else {
        let sides = [(Clan::Rose, &rose), (Clan::Beast, &beast)];
        let sides = sides.iter().filter(|(_, ranks)| !ranks.is_empty());
        parts.extend(sides.map(|(clan, ranks)| list(clan.name(), ranks)));
    }
    if !cards.intersection(INQUISITORS).is_empty() {
        parts.push(Rank::Inquisitor.name().into());
    }
    parts.into_iter().reduce(|first, next| say!("{first}; {next}")).unwrap_or_default()
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
        (Some(clan), Some(rank)) => Card::new(clan, rank).name(),
        (Some(clan), None) => say!("{clan} clan", clan = clan.name()),
        (None, Some(rank)) => rank.name().into(),
        (None, None) => Text::default(),
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
    let mut put = |word: &str, label: Text, count: Option<u8>, icon: &'static str, tint: Tint, note: Text| {
        marks.push(Mark {
            count: count.map(i32::from),
            of: (word == "wounds").then_some(FATAL),
            sign: view.rank.filter(|_| word == "rank").map_or("", Rank::sign).into(),
            tint,
            note,
            ..Mark::new(format!("{}/{word}", seat_id(seat)), label, icon)
        });
    };
    if o.dagger == seat {
        put("dagger", say!("Dagger"), None, "plain-dagger", Tint::Silver, say!("Strikes or passes."));
    }
    if let Phase::Call { target: struck }
    | Phase::Answers { target: struck, .. }
    | Phase::Offers { target: struck, .. }
    | Phase::Wound { target: struck }
    | Phase::Suffer { victim: struck, .. } = o.phase
        && struck == seat
    {
        put("struck", say!("Struck"), None, "drop", Tint::Red, say!("The wound is not dealt yet."));
    }
    let (wounds, note) = (Some(view.wounds()), say!("The fourth captures."));
    put("wounds", say!("Wounds"), wounds, "bleeding-wound", Tint::Red, note);
    if view.rose > 0 {
        let (icon, note) = (clan_icon(Clan::Rose), say!("Bears the sign of the Rose."));
        put("rose", say!("Rose token"), Some(view.rose), icon, Tint::Red, note);
    }
    if view.beast > 0 {
        let (icon, note) = (clan_icon(Clan::Beast), say!("Bears the sign of the Beast."));
        put("beast", say!("Beast token"), Some(view.beast), icon, Tint::Blue, note);
    }
    if view.unknown > 0 {
        let note = say!("Such a wound does not show the clan.");
        put("unknown", say!("Question mark"), Some(view.unknown), "uncertainty", Tint::Bone, note);
    }
    if let Some(rank) = view.rank {
        let label = say!("Rank {sign} {name}", sign = rank.sign(), name = rank.name());
        put("rank", label, None, rank.icon(), Tint::Gold, rank.ability().into());
    }
    if o.quills.contains(seat) {
        let note = say!("The highest number leads the clan of this Elder.");
        put("quill", say!("Quill"), None, "quill", Tint::Gold, note);
    }
    for colour in Colour::ALL {
        let (word, tint) = (colour.name(), colour_tint(colour));
        if o.swords[colour as usize] == Some(seat) {
            let note =
                say!("Its Shields protect others until this player's third wound; then all of them go back.");
            put(&format!("sword-{word}"), sword_label(colour), None, "broadsword", tint, note);
        }
        if o.shields[colour as usize].contains(seat) {
            let note = say!("Cannot be struck or wounded by an ability.");
            put(&format!("shield-{word}"), shield_label(colour), None, "shield", tint, note);
        }
    }
    if o.staffs.contains(seat) {
        let note = say!("New affiliation tokens are question marks.");
        put("staff", say!("Staff"), None, "wizard-staff", Tint::Teal, note);
    }
    if o.fans.contains(seat) {
        let note = say!("Nobody can intervene for this player.");
        put("fan", say!("Fan"), None, "feather", Tint::Orange, note);
    }
    if o.curses.contains(seat) {
        let (label, note) = match o.true_curse {
            None => (say!("Curse"), say!("Face down. The Inquisitor knows whether it is the true one.")),
            Some(holder) if holder == seat => {
                (say!("True Curse"), say!("If this player leads the winning clan, the Inquisitor wins."))
            }
            Some(_) => (say!("False Curse"), say!("Does nothing.")),
        };
        put("curse", label, None, "cursed-star", Tint::Black, note);
    }
    match o.phase {
        Phase::Answers { answered, offers, .. } if answered.contains(seat) => {
            let label = match (o.observer.sees(seat), offers.contains(seat)) {
                (false, _) => say!("Has answered"),
                (true, true) => say!("Answered: intervenes"),
                (true, false) => say!("Answered: stays out"),
            };
            put("answer", label, None, "envelope", Tint::Bone, say!("Opened when all have answered."));
        }
        Phase::Offers { offers, .. } if offers.contains(seat) => {
            put("offer", say!("Offers help"), None, "hand", Tint::Gold, say!("Would take the wound."));
        }
        _ => {}
    }
    if let (Some(clue), None) = (view.clue, view.card) {
        let label = say!("Clue: {clue}", clue = clue.name());
        let note = say!("The sign that this player has shown to you alone.");
        put(&format!("clue-{}", key(clue)), label, None, clan_icon(clue), clan_tint(Some(clue)), note);
    }
    // Before anything is known of a player, that somebody else has a card is not worth a note.
    if may_be.only().is_none()
        && view.may_be().intersection(deals::clans_of(may_be)) != setup::cards_in_play(o.seats.len())
        && in_common(may_be, Card::rank).is_none()
    {
        let label = say!("May be {who}", who = guess(may_be));
        put("may-be", label, None, "magnifying-glass", Tint::Bone, say!("By all that has been shown."));
    }
    marks
}

fn sword_label(colour: Colour) -> Text {
    ["Purple Sword", "Green Sword"][colour.index()].into()
}

fn shield_label(colour: Colour) -> Text {
    ["Purple Shield", "Green Shield"][colour.index()].into()
}

fn colour_tint(colour: Colour) -> Tint {
    [Tint::Violet, Tint::Green][colour.index()]
}

fn card_face(card: Card) -> &'static Face {
    static FACES: LazyLock<[Face; Card::COUNT]> =
        LazyLock::new(|| std::array::from_fn(|index| print(Card::at(index))));
    &FACES[card.index()]
}

/// What is printed on a card.
fn print(card: Card) -> Face {
    let wounds = match (card.clan(), card.rank().own_icons()) {
        (None, _) => say!("Wounds show any two signs and the rank."),
        (Some(clan), 2) => say!("Wounds show the {clan} twice and the rank.", clan = clan.name()),
        (Some(clan), 1) => say!("Wounds show the {clan}, a question mark and the rank.", clan = clan.name()),
        _ => say!("Wounds show two question marks and the rank."),
    };
    Face {
        name: card.name(),
        corner: card.rank().sign().into(),
        sign: card.clan().map_or("", Clan::name).into(),
        text: Text::sentences([card.rank().ability().into(), wounds]),
        icon: card.rank().icon().into(),
        tint: clan_tint(card.clan()),
        ..Face::default()
    }
}

fn card_piece(seat: Seat, card: Card, owner: Option<Seat>) -> Piece {
    let (id, face) = (format!("card/{}", seat.number()), Some(card_face(card).into()));
    Piece { face, owner, ..Piece::face_down(id, say!("Character"), 1u32) }
}

fn zones(o: &Observation) -> Vec<Zone> {
    let mut zones = Vec::new();
    let you = o.observer.seat();
    let known = |seat: Seat| o.view(seat).and_then(|view| view.card);
    if let Some((seat, card)) = you.and_then(|seat| Some((seat, known(seat)?))) {
        let pieces = vec![card_piece(seat, card, None)];
        zones.push(Zone::new("hand", say!("Your character"), Layout::Hand, pieces).of(seat));
    }
    let seen: Vec<Piece> = Seat::all(o.seats.len())
        .filter(|&seat| you != Some(seat))
        .filter_map(|seat| Some(card_piece(seat, known(seat)?, Some(seat))))
        .collect();
    if !seen.is_empty() {
        let all = o.observer == Observer::All || o.over();
        let label = if all { say!("Characters") } else { say!("Cards you have seen") };
        zones.push(Zone::new("characters", label, Layout::Row, seen));
    }
    zones.push(Zone::new("supply", say!("Supply"), Layout::Row, supply_pieces(o)));
    zones.push(Zone::new("ranks", say!("Rank tokens"), Layout::Row, rank_pieces(o)));
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
    left.map(|(rank, left)| Piece::face_up(format!("ranks/{}", rank.number()), rank_face(rank), left))
        .collect()
}

fn rank_face(rank: Rank) -> &'static Face {
    static FACES: LazyLock<[Face; Rank::ALL.len()]> = LazyLock::new(|| {
        Rank::ALL.map(|rank| {
            let (corner, text) = (rank.sign().into(), rank.ability().into());
            Face { name: rank.name().into(), corner, text, icon: rank.icon().into(), ..Face::default() }
        })
    });
    &FACES[rank as usize]
}

/// The ability cards in the box: id, face and how many there are.
fn supply_faces(players: usize) -> Vec<(String, Face, usize)> {
    let mut faces = Vec::new();
    let mut put = |id: &str, name: Text, text: Text, icon: &'static str, tint: Tint, count: usize| {
        faces.push((id.to_owned(), Face { name, text, icon: icon.into(), tint, ..Face::default() }, count));
    };
    let text = say!("The highest number leads the clan of the Elder who holds it.");
    put("quill", say!("Quill"), text, "quill", Tint::Gold, supply::QUILLS);
    for colour in Colour::ALL {
        let (word, tint) = (colour.name(), colour_tint(colour));
        let text = say!(
            "A Guardian takes it and gives its Shields to others. At the Guardian's third wound all go back."
        );
        put(&format!("sword-{word}"), sword_label(colour), text, "broadsword", tint, 1);
        let text = say!("The holder cannot be struck or wounded by an ability.");
        let shields = supply::SHIELDS_PER_COLOUR;
        put(&format!("shield-{word}"), shield_label(colour), text, "shield", tint, shields);
    }
    let text = say!("The holder's new affiliation tokens are question marks.");
    put("staff", say!("Staff"), text, "wizard-staff", Tint::Teal, supply::STAFFS);
    let text = say!("Nobody can intervene for the holder.");
    put("fan", say!("Fan"), text, "feather", Tint::Orange, supply::FANS);
    let text = say!("One of them is true: the Inquisitor wins if the winning leader holds it.");
    put("curse", say!("Curse"), text, "cursed-star", Tint::Black, supply::curses(players));
    faces
}

fn supply_pieces(o: &Observation) -> Vec<Piece> {
    let of_colour = |c: usize| [o.swords[c].iter().count(), o.shields[c].len()];
    let [[sword, shield], [other_sword, other_shield]] = [of_colour(0), of_colour(1)];
    // In the order of the faces.
    let out = [
        o.quills.len(),
        sword,
        shield,
        other_sword,
        other_shield,
        o.staffs.len(),
        o.fans.len(),
        o.curses.len(),
    ];
    let left = supply_faces(o.seats.len()).into_iter().zip(out);
    left.filter(|((_, _, count), out)| count > out)
        .map(|((id, face, count), out)| {
            let card = Piece::face_down(format!("supply/{id}"), say!("Ability card"), (count - out) as u32);
            Piece { face: Some(face.into()), ..card }
        })
        .collect()
}
