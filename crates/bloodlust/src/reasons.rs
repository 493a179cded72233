//! What speaks for a choice, for hints: facts that follow from what the seat sees, each with its rule.

use table::hint::Reason;
use table::{Text, say};

use crate::action::{Action, Own};
use crate::pieces::{Class, Sign, tables};
use crate::sight::{HunterView, Observation};
use crate::unseen::{Unseen, brings_dawn};

/// The most that one card moves the marker.
const LONGEST_STEP: u8 = 2;

pub(crate) fn reasons(o: &Observation, action: Action, reasons: &mut Vec<Reason>) {
    let Some(me) = o.observer.seat() else { return };
    let own: Vec<&HunterView> = o.hunters.iter().filter(|hunter| hunter.seat == me).collect();
    // With two vampires each the one that is asked decides.
    let asked = own.iter().find(|hunter| hunter.undecided && hunter.active).or(own.first());
    let Some(&hunter) = asked else { return };
    let mut say = |rule: &str, text: Text| reasons.push(Reason::by_rule(rule, text));
    let unseen = Unseen::of(o);
    match action {
        Action::Stay => stay(o, hunter, &unseen, &mut say),
        Action::Leave => leave(o, hunter, &unseen, &mut say),
        Action::Accept(sign) => {
            let (fits, all) = unseen.count(|face| face.sign == sign && face.class != Class::Event);
            let sign = sign.name();
            say(
                "5.2",
                say!(
                    "At least {fits} of the {all} cards that may come next carry the {sign}: right brings 3, wrong costs 1 health."
                ),
            );
        }
        Action::Decline => {
            let best =
                [Sign::Full, Sign::Half, Sign::Quarter].map(|sign| unseen.count(|face| face.sign == sign));
            let (fits, all) = best.into_iter().max().unwrap_or_default();
            let health = hunter.health;
            say(
                "5.2",
                say!(
                    "Even the best guess is right with {fits} of {all} cards at most, and you have {health} health."
                ),
            );
        }
        Action::LoseBloodline if hunter.health == 1 => {
            say("4.5", say!("It is your last health: without it you would be out of the hunt."));
        }
        Action::LoseBloodline if hunter.bloodline == 0 => {
            say("4.8", say!("You have no round Bloodline to lose: it costs you nothing."));
        }
        Action::LoseBloodline => {
            let health = hunter.health;
            say("4.4", say!("You keep all {health} health for the Slayers to come."));
        }
        Action::LoseHealth if hunter.health > 1 => {
            let (health, bloodline) = (hunter.health, hunter.bloodline);
            say("4.4", say!("You have {health} health to spare and keep all {bloodline} round Bloodline."));
        }
        Action::LoseHealth => {
            let bloodline = hunter.bloodline;
            say(
                "4.5",
                say!(
                    "Your last health takes you out of the hunt, and you keep your {bloodline} round Bloodline."
                ),
            );
        }
        Action::Give { to, .. } => {
            if o.hunters.iter().any(|hunter| hunter.seat == to && !hunter.active) {
                say("6.6", say!("{to} is out of the hunt, and most events cannot be played from there."));
            } else {
                say("6.2", say!("A vampire holds one event at most: one of them has to go."));
            }
        }
        Action::Ability { by, .. } => {
            let user = if by == Own::Second { own.get(1) } else { own.first() };
            if let Some(user) = user {
                let power = user.vampire.power();
                let text = power.text;
                say(power.rule, say!("It works now, once a night: {text}"));
            }
        }
        Action::Play { event, .. } => {
            let power = event.power();
            let text = power.text;
            say(power.rule, say!("Its sign is showing now: {text}"));
        }
        Action::Pass => {
            if own.iter().any(|hunter| hunter.active && !hunter.ability_used) {
                say("8.1", say!("You can use your ability only once a night: keep it for a better moment."));
            }
        }
    }
}

fn stay(o: &Observation, hunter: &HunterView, unseen: &Unseen, say: &mut impl FnMut(&str, Text)) {
    let dawn = tables().dawn;
    let (ends, all) = unseen.count(|face| brings_dawn(o, face));
    let (feeds, _) = unseen
        .count(|face| matches!(face.class, Class::Bloodlust | Class::Daylight) && !brings_dawn(o, face));
    if o.daylight + LONGEST_STEP < dawn {
        say(
            "9.2",
            say!("No single card can bring the dawn yet: the marker stands on {at}.", at = o.daylight),
        );
    } else if 4 * ends < all {
        say("9.2", say!("Only {ends} of the {all} cards that may come next bring the dawn."));
    }
    if 2 * feeds > all {
        say("4.1", say!("{feeds} of the {all} cards that may come next feed you."));
    }
    if hunter.bloodline == 0 {
        say("3.3", say!("You have no round Bloodline yet: leaving would bring nothing home."));
    }
    if let Some(ahead) = ahead(o, hunter) {
        say(
            "9.6",
            say!("It is the last night: with what you have you would be {ahead} behind the best total."),
        );
    }
}

fn leave(o: &Observation, hunter: &HunterView, unseen: &Unseen, say: &mut impl FnMut(&str, Text)) {
    let (ends, all) = unseen.count(|face| brings_dawn(o, face));
    let bloodline = hunter.bloodline;
    if ends > 0 {
        say(
            "9.2",
            say!(
                "{ends} of the {all} cards that may come next bring the dawn, and {bloodline} round Bloodline would be lost."
            ),
        );
    }
    if bloodline > 0 {
        let total = hunter.total + bloodline;
        say("3.3", say!("You bring {bloodline} Bloodline home: your total becomes {total}."));
    }
    let (hurts, _) = unseen.count(|face| {
        matches!(face.class, Class::SlayerHealth | Class::SlayerChoice | Class::SlayerBloodline)
    });
    if 5 * hurts >= all {
        say("4.2", say!("{hurts} of the {all} cards that may come next are Slayers."));
    }
}

/// In the last night, by how much the best other total is ahead of what this vampire has so far.
fn ahead(o: &Observation, hunter: &HunterView) -> Option<u16> {
    let last = o.options.target == 0 && o.round == o.options.rounds;
    let best = o.hunters.iter().filter(|other| other.seat != hunter.seat).map(|other| other.total).max()?;
    best.checked_sub(hunter.total + hunter.bloodline).filter(|ahead| last && *ahead > 0)
}
