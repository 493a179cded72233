//! Positions written by hand.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::Deserialize;
use table::{Chance, MAX_SEATS, Name, Refusal, Seat, SeatSet};

use crate::Options;
use crate::beliefs::deals;
use crate::pieces::{CLANS, Card, Cards, Clan, Colour, INQUISITORS, Rank, Token, showing, supply};
use crate::rules::{Play, ability, intervention, setup, turn};
use crate::state::{Phase, State};

/// A position in a scenario file. Characters that are left open are dealt so that they fit the tokens.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Position {
    /// Who holds the dagger; by lot if left out.
    pub dagger: Option<Seat>,
    /// How often in a row it has been passed.
    pub passes: u8,
    /// What lies before the seats, by their numbers.
    pub seats: BTreeMap<String, Spot>,
    /// An attack under way, by the holder of the dagger.
    pub attack: Option<Attack>,
}

/// What lies before a seat.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Spot {
    /// The character card.
    pub character: Option<Card>,
    /// Some character of this clan, if the card is left open.
    pub clan: Option<Clan>,
    /// Tokens in the order in which they were taken.
    pub tokens: Vec<Token>,
    /// The rank token lay here once and was put back: everybody knows the rank.
    pub shown: bool,
    /// Everybody knows that this is not the Inquisitor.
    pub cleared: bool,
    /// Holds a Quill.
    pub quill: bool,
    /// Holds this Sword.
    pub sword: Option<Colour>,
    /// Holds these Shields.
    pub shields: Vec<Colour>,
    /// Holds a Staff.
    pub staff: bool,
    /// Holds a Fan.
    pub fan: bool,
    /// Holds this curse.
    pub curse: Option<Curse>,
    /// Has looked at these cards as Harlequin.
    pub looked: SeatSet,
}

/// The face of a curse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Curse {
    /// The True Curse.
    True,
    /// A False Curse.
    False,
}

/// An attack under way.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Attack {
    /// Who was struck.
    pub target: Seat,
    /// How far it has come.
    pub stage: AttackStage,
    /// Who has offered to intervene.
    #[serde(default)]
    pub offers: SeatSet,
    /// Who has answered that they stay out, while the answers come in.
    #[serde(default)]
    pub stay_out: SeatSet,
    /// Who has taken the wound for the target, at the ability.
    #[serde(default)]
    pub intervener: Option<Seat>,
}

/// How far an attack has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AttackStage {
    /// The target may call.
    Call,
    /// The call is being answered.
    Answers,
    /// The target chooses among the offers.
    Offers,
    /// The target suffers the wound.
    Wound,
    /// The player who took his rank token may use his ability.
    Ability,
}

fn impossible(reason: impl Display) -> Refusal {
    Refusal::malformed(Name(reason))
}

/// Sets the position up, or says why it is impossible.
pub(crate) fn arrange<C: Chance>(
    options: &Options,
    position: &Position,
    chance: &mut C,
) -> Result<State, Refusal> {
    let players = usize::from(options.players);
    let sits = |seat: Seat| {
        let ok = seat.index() < players;
        ok.then_some(seat).ok_or_else(|| impossible(format!("Seat {} is not at the table.", seat.number())))
    };
    let dagger = match position.dagger {
        Some(seat) => sits(seat)?,
        None => Seat::new(chance.index(players)),
    };
    let mut spots: [Spot; MAX_SEATS] = Default::default();
    for (key, spot) in &position.seats {
        let seat = key.parse().ok().and_then(Seat::from_number);
        let seat = sits(seat.ok_or_else(|| impossible(format!("\"{key}\" is not the number of a seat.")))?)?;
        spots[seat.index()] = spot.clone();
    }
    let mut state = setup::empty(options, dagger);
    for (seat, spot) in Seat::all(players).zip(&spots) {
        lay(&mut state, seat, spot)?;
        spot.looked.iter().try_for_each(|at| sits(at).map(drop))?;
    }
    deal_rest(&mut state, &spots, position, chance)?;
    check_cards(&state, &spots)?;
    set_passes(&mut state, position.passes)?;
    if let Some(attack) = &position.attack {
        sits(attack.target)?;
        attack.intervener.map(sits).transpose()?;
        set_attack(&mut state, attack, chance)?;
    }
    Ok(state)
}

/// Lays tokens and ability cards before a seat.
fn lay(state: &mut State, seat: Seat, spot: &Spot) -> Result<(), Refusal> {
    let number = seat.number();
    let i = seat.index();
    for &token in &spot.tokens {
        if token == Token::Rank && state.tokens[i].rank {
            return Err(impossible(format!("Seat {number} has two rank tokens.")));
        }
        state.tokens[i].add(token);
    }
    if state.tokens[i].affiliation() > 2 {
        return Err(impossible(format!("Seat {number} has more than two affiliation tokens.")));
    }
    // With a Staff, question marks after the last sign of a clan prove nothing.
    let mut proven = [0u8; 3];
    let last_sign = spot.tokens.iter().rposition(|token| matches!(token, Token::Rose | Token::Beast));
    let honest = if spot.staff { last_sign.map_or(0, |at| at + 1) } else { spot.tokens.len() };
    for &token in spot.tokens[..honest].iter().filter(|&&token| token != Token::Rank) {
        proven[token as usize] += 1;
    }
    let open = &mut state.open[i];
    *open = open.intersection(showing(proven[0], proven[1], proven[2]));
    if spot.cleared {
        *open = open.minus(INQUISITORS);
    }
    if spot.quill {
        state.quills.insert(seat);
    }
    if spot.staff {
        state.staffs.insert(seat);
    }
    if spot.fan {
        state.fans.insert(seat);
    }
    if let Some(colour) = spot.sword
        && state.swords[colour as usize].replace(seat).is_some()
    {
        return Err(impossible(format!("There is only one {} Sword.", colour.name())));
    }
    for &colour in &spot.shields {
        state.shields[colour as usize].insert(seat);
    }
    if let Some(curse) = spot.curse {
        state.curses.insert(seat);
        if curse == Curse::True && state.true_curse.replace(seat).is_some() {
            return Err(impossible("There is only one True Curse."));
        }
    }
    state.looks[i] = spot.looked;
    Ok(())
}

/// Deals the characters that are left open.
fn deal_rest<C: Chance>(
    state: &mut State,
    spots: &[Spot; MAX_SEATS],
    position: &Position,
    chance: &mut C,
) -> Result<(), Refusal> {
    let players = state.players();
    let mut may_be = [CLANS; MAX_SEATS];
    for (seat, spot) in Seat::all(players).zip(spots) {
        let mut cards = state.open[seat.index()];
        let mut narrow = |when: bool, to: Cards, why: &str| {
            if when {
                cards = cards.intersection(to);
            }
            if cards.is_empty() {
                return Err(impossible(format!("Seat {} cannot be: {why}.", seat.number())));
            }
            Ok(())
        };
        narrow(false, CLANS, "no character has such tokens")?;
        if let Some(card) = spot.character {
            narrow(
                true,
                Cards::one(card),
                &format!("the tokens or the table do not fit the {}", card.name()),
            )?;
        }
        if let Some(clan) = spot.clan {
            narrow(true, clan.cards(), "the character is of another clan")?;
        }
        narrow(spot.quill, Rank::Elder.cards(), "only an Elder holds a Quill")?;
        narrow(spot.sword.is_some(), Rank::Guardian.cards(), "only a Guardian holds a Sword")?;
        narrow(!spot.looked.is_empty(), Rank::Harlequin.cards(), "only a Harlequin looks at cards")?;
        // Rule 4.4.
        let fatal = position.attack.as_ref().is_some_and(|attack| {
            seat == state.dagger
                && attack.target.index() < players
                && state.wounds(attack.target) == 3
                && (attack.stage != AttackStage::Ability || attack.intervener.is_some())
        });
        narrow(fatal, CLANS, "the Inquisitor strikes nobody with three wounds")?;
        may_be[seat.index()] = cards;
    }
    let Some(cards) = deals::draw(&may_be[..players], chance) else {
        return Err(impossible(
            "There is no deal with these characters: each is there once, clans are even.",
        ));
    };
    state.cards = cards;
    for (seat, spot) in Seat::all(players).zip(spots) {
        let i = seat.index();
        let known = state.tokens[i].rank || spot.shown || proves_rank(spot);
        if known {
            state.open[i] = state.open[i].intersection(state.cards[i].rank().cards());
        }
    }
    Ok(())
}

/// Does something lie there that only a player who has shown his rank can have?
fn proves_rank(spot: &Spot) -> bool {
    spot.quill || spot.sword.is_some() || !spot.looked.is_empty()
}

/// Do the ability cards fit the characters that gave them?
fn check_cards(state: &State, spots: &[Spot; MAX_SEATS]) -> Result<(), Refusal> {
    // Who has shown this rank, now or earlier.
    let known =
        |rank: Rank| state.seats().find(|seat| state.open[seat.index()].minus(rank.cards()).is_empty());
    let too_many = |what: &str| Err(impossible(format!("The box holds fewer {what}.")));
    let needs = |what: &str, rank: Rank| {
        let rank = rank.name();
        Err(impossible(format!(
            "{what} come from the {rank}: say who has shown that rank (tokens or shown)."
        )))
    };
    if state.staffs.len() > supply::STAFFS {
        return too_many("Staffs");
    }
    if !state.staffs.is_empty() && (state.staffs.len() < 2 || known(Rank::Mage).is_none()) {
        return needs("Staffs, two at first,", Rank::Mage);
    }
    if state.fans.len() > supply::FANS {
        return too_many("Fans");
    }
    if !state.fans.is_empty() && known(Rank::Courtesan).is_none() {
        return needs("Fans", Rank::Courtesan);
    }
    for colour in Colour::ALL {
        let shields = state.shields[colour as usize];
        let holder = state.swords[colour as usize];
        if shields.len() > supply::SHIELDS_PER_COLOUR {
            return too_many("Shields");
        }
        if shields.is_empty() != holder.is_none() {
            return Err(impossible(format!("A {0} Sword goes with {0} Shields.", colour.name())));
        }
        if holder.is_some_and(|seat| shields.contains(seat)) {
            return Err(impossible("Nobody holds a Shield of his own Sword's colour."));
        }
    }
    if Colour::ALL.iter().all(|&colour| state.swords[colour as usize].is_some())
        && state.swords[0] == state.swords[1]
    {
        return Err(impossible("A Guardian holds one Sword."));
    }
    for (seat, spot) in state.seats().zip(spots) {
        if spot.looked.contains(seat) || spot.looked.len() == 1 {
            return Err(impossible("A Harlequin looks at two other players."));
        }
    }
    if !state.curses.is_empty() {
        let all = supply::curses(state.players());
        if state.curses.len() != all || state.true_curse.is_none() {
            return Err(impossible(format!("This table has {all} curses, all of them laid; one is true.")));
        }
        match known(Rank::Inquisitor) {
            None => return needs("Curses", Rank::Inquisitor),
            Some(seat) if state.curses.contains(seat) => {
                return Err(impossible("The Inquisitor curses others, not himself."));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

fn set_passes(state: &mut State, passes: u8) -> Result<(), Refusal> {
    let limit = state.options.pass_limit();
    if passes > limit {
        return Err(impossible(format!("At most {limit} passes in a row are counted at this table.")));
    }
    state.passes = passes;
    if turn::must_strike(state) && !turn::corner(state) {
        return Err(impossible("The holder must strike and cannot: that game is over."));
    }
    Ok(())
}

fn set_attack<C: Chance>(state: &mut State, attack: &Attack, chance: &mut C) -> Result<(), Refusal> {
    let target = attack.target;
    state.passes = 0;
    if target == state.dagger || state.shielded().contains(target) {
        return Err(impossible(format!("Seat {} cannot be struck.", target.number())));
    }
    let eligible = intervention::eligible(state, target);
    let callable = !state.fans.contains(target) && !eligible.is_empty();
    let answered = attack.offers.union(attack.stay_out);
    if state.wounds(target) == 3 && (attack.stage != AttackStage::Ability || attack.intervener.is_some()) {
        turn::clear(state, state.dagger);
    }
    state.phase = match attack.stage {
        AttackStage::Call | AttackStage::Answers | AttackStage::Offers if !callable => {
            return Err(impossible(format!("Nobody could intervene for seat {}.", target.number())));
        }
        AttackStage::Answers | AttackStage::Offers if !answered.minus(eligible).is_empty() => {
            return Err(impossible("Somebody has answered who may not intervene."));
        }
        AttackStage::Answers
            if answered == eligible || !attack.offers.intersection(attack.stay_out).is_empty() =>
        {
            return Err(impossible("Somebody must still answer, and nobody twice."));
        }
        AttackStage::Offers if attack.offers.is_empty() => return Err(impossible("Nobody offers.")),
        AttackStage::Call => Phase::Call { target },
        AttackStage::Answers => Phase::Answers { target, answered, offers: attack.offers },
        AttackStage::Offers => Phase::Offers { target, offers: attack.offers },
        AttackStage::Wound if state.wounds(target) == 3 => {
            return Err(impossible("The fourth wound ends the game: begin before it."));
        }
        AttackStage::Wound => {
            Play { state, chance, sink: &mut () }.strike_home(target);
            return Ok(());
        }
        AttackStage::Ability => {
            let user = attack.intervener.unwrap_or(target);
            if !state.tokens[user.index()].rank || user == state.dagger {
                return Err(impossible(format!("Seat {} has not shown his rank.", user.number())));
            }
            if !ability::usable(state, target, user) {
                return Err(impossible(format!("Seat {} has no use for his ability.", user.number())));
            }
            Phase::Ability { target, user }
        }
    };
    Ok(())
}
