//! What speaks for a choice, for hints: facts that follow from what the seat sees, each with its rule.

use table::chance::quick;
use table::hint::Reason;
use table::{Seat, Text, say};

use crate::action::Action;
use crate::beliefs;
use crate::pieces::{Clan, Rank, Token};
use crate::rules::ending;
use crate::sight::{self, Observation};
use crate::state::{Phase, State};

/// No more deals than this are counted.
const MOST: usize = 4096;
/// With this many reasons, none that holds at every table is added.
const ENOUGH: usize = 2;

pub(crate) fn reasons(o: &Observation, action: Action, reasons: &mut Vec<Reason>) {
    let Some(me) = o.observer.seat() else { return };
    let Some(card) = o.view(me).and_then(|view| view.card) else { return };
    let mut say = |rule: &str, text: Text| reasons.push(Reason::by_rule(rule, text));
    let wounds = |seat: Seat| o.view(seat).map_or(0, |view| view.wounds());
    let Some(clan) = card.clan() else {
        return inquisitor(o, me, action, &mut say);
    };
    match action {
        Action::Strike(target) => strike(o, clan, target, &mut say),
        Action::Pass(to) => {
            if let Some((kin, all)) = count(o, |world| world.card(to).clan() == Some(clan))
                && 2 * kin > all
            {
                say("4.2", say!("{to} is of your clan in {kin} of the {all} ways the table can be split."));
            }
        }
        Action::Call => {
            if wounds(me) == 3 {
                say(
                    "6.4",
                    say!(
                        "You have three wounds: one more and you are captured, unless somebody takes it for you."
                    ),
                );
            }
            if let Some((lead, all)) = count(o, |world| ending::leader(world, clan) == Some(me))
                && 2 * lead > all
            {
                say(
                    "5.1",
                    say!(
                        "You lead your clan in {lead} of the {all} ways the table can be split: let somebody else take the wound."
                    ),
                );
            }
        }
        Action::StandAlone => {
            if let Some((lead, all)) = count(o, |world| ending::leader(world, clan) == Some(me))
                && 2 * lead < all
            {
                match wounds(me) {
                    3 if lead == 0 => {
                        say("10.3", say!("You do not lead your clan: a rival who captures you loses."))
                    }
                    3 => say(
                        "10.3",
                        say!(
                            "You lead your clan in only {lead} of the {all} ways the table can be split: a rival who captures a decoy loses."
                        ),
                    ),
                    _ => say("5.5", say!("Nobody has to show their rank for you.")),
                }
            }
        }
        Action::Intervene | Action::StayOut => answer(o, me, clan, action, &mut say),
        Action::Accept(by) => {
            say("5.5", say!("{by} takes the wound in your place and has to show the rank."));
        }
        Action::AcceptNone => {
            if let Phase::Offers { offers, .. } = o.phase
                && let Some(by) = offers.first()
                && let Some((foe, all)) = count(o, |world| world.card(by).clan() == Some(clan.rival()))
                && 2 * foe > all
            {
                say(
                    "5.4",
                    say!("{by} is of the rival clan in {foe} of the {all} ways the table can be split."),
                );
            }
        }
        Action::Take(Token::Rank) if matches!(o.phase, Phase::Wound { .. }) => {
            let ability = card.rank().ability();
            say(card.rank().rule(), say!("The rank token opens your ability: {ability}"));
        }
        Action::Take(token) => {
            let Some(view) = o.view(me) else { return };
            if token == Token::Unknown {
                say("2.2", say!("A question mark does not say which clan you belong to."));
            } else if view.rose + view.beast > 0 {
                say("6.1", say!("Your clan lies open already: this token tells nothing new."));
            }
            if view.rank.is_none() {
                say("5.2", say!("As long as your rank is hidden, you can still intervene for others."));
            }
        }
        Action::Return(Token::Rank) => {
            say(
                "7.4",
                say!("With your rank back in the supply you can intervene, and use your ability once more."),
            );
        }
        Action::UseOn(on) => ability(o, card.rank(), clan, on, &mut say),
        Action::Use | Action::Heal | Action::Harm => {
            let ability = card.rank().ability();
            say(card.rank().rule(), say!("Your ability: {ability}"));
        }
        _ => {}
    }
    if reasons.len() < ENOUGH {
        let other = always(card.rank(), wounds(me), action);
        reasons.extend(other.filter(|other| reasons.iter().all(|reason| reason.rule != other.rule)));
    }
}

/// What holds at every table, for when little that can be counted speaks for it.
fn always(rank: Rank, wounds: u8, action: Action) -> Option<Reason> {
    let (rule, text) = match action {
        Action::Strike(target) => ("6.1", say!("The wound makes {target} show one more icon.")),
        Action::Pass(to) => ("4.1", say!("Passing wounds nobody, and {to} goes next.")),
        Action::Call => ("5.5", say!("Somebody else may take the wound, and has to show the rank for it.")),
        Action::StandAlone if wounds < 3 => ("5.5", say!("Nobody has to show their rank for you.")),
        Action::StayOut => ("5.5", say!("Intervening would cost you your rank token.")),
        Action::UseOn(_) => (rank.rule(), say!("Your ability: {ability}", ability = rank.ability())),
        _ => return None,
    };
    Some(Reason::by_rule(rule, text))
}

fn strike(o: &Observation, clan: Clan, target: Seat, say: &mut impl FnMut(&str, Text)) {
    let rivals = clan.rival().name();
    let third = o.view(target).is_some_and(|view| view.wounds() == 3);
    if let Some((lead, all)) = count(o, |world| ending::leader(world, clan.rival()) == Some(target)) {
        if third && 2 * lead > all {
            say(
                "10.2",
                say!(
                    "{target} has three wounds and leads the {rivals} in {lead} of the {all} ways the table can be split."
                ),
            );
        } else if 3 * lead > all {
            say(
                "2.5",
                say!("{target} leads the {rivals} in {lead} of the {all} ways the table can be split."),
            );
        }
    }
    if !third && let Some((foe, all)) = count(o, |world| world.card(target).clan() == Some(clan.rival())) {
        if foe == all {
            say("1.3", say!("{target} is certainly of the {rivals}."));
        } else if 2 * foe > all && stands_out(o, clan, target, foe) {
            say(
                "1.3",
                say!("{target} is of the {rivals} in {foe} of the {all} ways the table can be split."),
            );
        }
    }
    if o.view(target).is_some_and(|view| view.wounds() == 0 && view.card.is_none()) {
        say("6.1", say!("{target} has no wound yet: the first token tells you something."));
    }
}

/// Is this seat an enemy more or less often than another one whose card is unknown?
fn stands_out(o: &Observation, clan: Clan, target: Seat, foe: u32) -> bool {
    let unknown = |seat: &Seat| *seat != target && o.view(*seat).is_some_and(|view| view.card.is_none());
    Seat::all(o.seats.len()).filter(unknown).any(|seat| {
        count(o, |world| world.card(seat).clan() == Some(clan.rival())).is_some_and(|(other, _)| other != foe)
    })
}

fn answer(o: &Observation, me: Seat, clan: Clan, action: Action, say: &mut impl FnMut(&str, Text)) {
    let Phase::Answers { target, .. } = o.phase else { return };
    let last = o.view(target).is_some_and(|view| view.wounds() == 3);
    let Some((lead, all)) = count(o, |world| ending::leader(world, clan) == Some(target)) else { return };
    let kin = count(o, |world| world.card(target).clan() == Some(clan)).map_or(0, |(kin, _)| kin);
    match action {
        Action::Intervene if last => {
            say(
                "5.7",
                say!(
                    "A fourth wound would capture {target}, who leads your clan in {lead} of the {all} ways the table can be split."
                ),
            );
        }
        Action::Intervene if 3 * lead > all => {
            say(
                "5.5",
                say!(
                    "{target} leads your clan in {lead} of the {all} ways the table can be split: spare them the wound."
                ),
            );
        }
        Action::StayOut if kin == 0 => {
            say("5.5", say!("{target} is certainly not of your clan: leave the wound to them."));
        }
        Action::StayOut if lead == 0 => {
            say("5.5", say!("Intervening costs you your rank token, and {target} does not lead your clan."));
        }
        Action::StayOut if 2 * lead < all => {
            say(
                "5.5",
                say!(
                    "Intervening costs you your rank token, and {target} leads your clan in only {lead} of the {all} ways the table can be split."
                ),
            );
        }
        _ => {}
    }
    if action == Action::StayOut
        && let Some((lead, all)) = count(o, |world| ending::leader(world, clan) == Some(me))
        && 2 * lead > all
    {
        say(
            "2.5",
            say!(
                "You lead your clan yourself in {lead} of the {all} ways the table can be split: every wound brings you nearer to the end."
            ),
        );
    }
}

fn ability(o: &Observation, rank: Rank, clan: Clan, on: Seat, say: &mut impl FnMut(&str, Text)) {
    let against = matches!(rank, Rank::Assassin | Rank::Mentalist | Rank::Courtesan | Rank::Harlequin);
    let of = if against { clan.rival() } else { clan };
    let name = of.name();
    match count(o, |world| world.card(on).clan() == Some(of)) {
        None | Some((0, _)) => {}
        Some((belongs, all)) if belongs == all => {
            say(rank.rule(), say!("{on} is certainly of the {name}."));
        }
        Some((belongs, all)) => say(
            rank.rule(),
            say!("{on} is of the {name} in {belongs} of the {all} ways the table can be split."),
        ),
    }
    if let Some((lead, all)) = count(o, |world| ending::leader(world, of) == Some(on))
        && 3 * lead > all
    {
        say("2.5", say!("{on} leads the {name} in {lead} of the {all} ways the table can be split."));
    }
}

fn inquisitor(o: &Observation, me: Seat, action: Action, say: &mut impl FnMut(&str, Text)) {
    match action {
        Action::StandAlone if o.view(me).is_some_and(|view| view.wounds() == 3) => {
            say("9.3", say!("You win alone if you are captured."));
        }
        Action::UseOn(on) | Action::TrueCurse(on) => {
            let leads = |world: &State| {
                [Clan::Rose, Clan::Beast].into_iter().any(|clan| ending::leader(world, clan) == Some(on))
            };
            if let Some((lead, all)) = count(o, leads) {
                say("9.4", say!("{on} leads a clan in {lead} of the {all} ways the table can be split."));
            }
        }
        Action::StandAlone | Action::AcceptNone => {
            say(
                "9.3",
                say!("Every wound brings you nearer to being captured, and that wins the game for you."),
            );
        }
        _ => {}
    }
}

/// In how many of the deals that fit what the seat knows something holds, and how many there are; nothing if they are too many to
/// count.
fn count(o: &Observation, holds: impl Fn(&State) -> bool) -> Option<(u32, u32)> {
    let mut world = sight::sample(o, &mut quick(0));
    let (mut some, mut all) = (0, 0);
    let counted = beliefs::each_assignment(&o.may_be(), &mut world, MOST, &mut |world| {
        all += 1;
        some += u32::from(holds(world));
    });
    (counted && all > 0).then_some((some, all))
}
