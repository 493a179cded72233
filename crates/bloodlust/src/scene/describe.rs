//! What options are called and what they touch.

use table::scene::{Id, seat_id};
use table::{Described, Seat, Text, say};

use super::{DECK, DRAWN, board_id, danger, event_id};
use crate::action::{Action, Own, Which};
use crate::pieces::power::{Effect, Power};
use crate::pieces::{EventCard, Vampire};
use crate::sight::Observation;
use crate::state::Phase;
use crate::unseen::Unseen;

/// A sealed choice, for its own player.
pub(super) fn choice(action: Action) -> Text {
    match action {
        Action::Stay => say!("You stay."),
        Action::Leave => say!("You leave."),
        Action::LoseBloodline => say!("You give Bloodline."),
        Action::LoseHealth => say!("You give health."),
        Action::Decline => say!("You decline."),
        Action::Accept(sign) => say!("You guess the {sign}."),
        _ => Text::default(),
    }
}

/// What actions of the observing seat are called and touch.
pub(crate) fn describe(o: &Observation, actions: &[Action]) -> Vec<Described> {
    let deciding = o.observer.seat().and_then(|seat| o.deciding(seat));
    actions.iter().map(|&action| describe_one(o, deciding, action)).collect()
}

fn describe_one(o: &Observation, deciding: Option<Vampire>, action: Action) -> Described {
    // Its options are the question, and nothing on the table would tell one from another.
    let decision = |label| Described::new(label, Vec::<String>::new());
    // With two vampires the words say whose decision it is.
    let whose = deciding.filter(|_| o.options.two_vampires);
    let hunter = o.hunters.iter().find(|hunter| Some(hunter.vampire) == deciding);
    let (bloodline, health) = o.showing.map_or((0, 0), |card| (card.bloodline, card.health));
    match action {
        Action::Stay => {
            decision(whose.map_or(say!("Stay on the hunt"), |vampire| say!("{vampire} stays on the hunt")))
                .detail(danger(o))
        }
        Action::Leave => {
            let tonight = hunter.map_or(0, |hunter| hunter.bloodline);
            decision(whose.map_or(say!("Leave the hunt"), |vampire| say!("{vampire} leaves the hunt")))
                .detail(match tonight {
                    0 => say!("You have nothing to bank yet."),
                    _ => say!("Bank tonight's {tonight}."),
                })
        }
        Action::Pass if o.phase == Phase::Look => Described::new(say!("Do not look"), Vec::<String>::new())
            .detail(say!("Corvin may look before a later draw.")),
        Action::Pass => Described::new(say!("Pass"), Vec::<String>::new()),
        Action::Decline => decision(whose.map_or(say!("Decline"), |vampire| say!("{vampire} declines")))
            .detail(say!("Nothing to win, nothing to lose.")),
        Action::Accept(sign) => {
            decision(whose.map_or(say!("Accept: {sign}"), |vampire| say!("{vampire} accepts: {sign}")))
                .detail(match Unseen::of(o).among_all(|face| face.sign == sign) {
                    (0, 1) => say!("The next card lacks it."),
                    (1, 1) => say!("The next card has it."),
                    (fits, all) => say!("{fits} of {all} unseen"),
                })
        }
        Action::LoseBloodline => {
            let label = whose.map_or(say!("Lose {bloodline} Bloodline"), |vampire| {
                say!("{vampire} loses {bloodline} Bloodline")
            });
            let tonight = hunter.map_or(0, |hunter| hunter.bloodline);
            let left = tonight.saturating_sub(bloodline.into());
            decision(label).detail(match tonight {
                0 => say!("You have none tonight: it costs nothing."),
                _ => say!("Tonight's Bloodline falls to {left}."),
            })
        }
        Action::LoseHealth => {
            let label =
                whose.map_or(say!("Lose {health} health"), |vampire| say!("{vampire} loses {health} health"));
            let left = hunter.map_or(0, |hunter| hunter.health.saturating_sub(health));
            let tonight = hunter.map_or(0, |hunter| hunter.bloodline);
            decision(label).detail(match left {
                0 => say!("Your last heart: you leave the hunt and bank tonight's {tonight}."),
                left => say!("Leaves {left} health. At 0 you leave the hunt and bank what you have."),
            })
        }
        Action::Give { card, to } => gift(o, card, to),
        Action::Ability { by, on } => ability(o, by, on),
        Action::Play { event, by, on } => play(o, event, by, on),
    }
}

fn gift(o: &Observation, card: Which, to: Seat) -> Described {
    let slot = |index: usize| o.own().nth(index);
    let (id, held, which) = match card {
        Which::New => (Some(DRAWN.to_owned()), o.drawn.as_ref(), say!("The card just drawn.")),
        Which::First | Which::Second => {
            let hunter = slot(usize::from(card == Which::Second));
            let held = hunter.and_then(|hunter| hunter.event.as_ref());
            (held.and(hunter).map(|hunter| event_id(hunter.vampire)), held, say!("The card you held."))
        }
    };
    let name = match held.and_then(|held| held.event) {
        Some(event) => Text::filled(&event),
        None => match card {
            Which::New => say!("the new event"),
            Which::First => say!("the first event"),
            Which::Second => say!("the second event"),
        },
    };
    Described::new(say!("Give {name} to {to}"), id.map(Id::from).into_iter().chain([seat_id(to)]))
        .detail(which)
}

/// One of the observer's vampires.
fn own(o: &Observation, by: Own) -> Option<Vampire> {
    o.own().nth(usize::from(by == Own::Second)).map(|hunter| hunter.vampire)
}

/// The target's board, if it is at the table.
fn target_id(o: &Observation, on: Option<Vampire>) -> Option<String> {
    on.filter(|&on| o.hunters.iter().any(|hunter| hunter.vampire == on)).map(board_id)
}

fn ability(o: &Observation, by: Own, on: Option<Vampire>) -> Described {
    let vampire = own(o, by);
    let name = vampire.map_or("a vampire", Vampire::name);
    let label = match on {
        _ if o.phase == Phase::Look => say!("Look at the top cards"),
        Some(on) => say!("Use {name}'s ability on {on}"),
        None => say!("Use {name}'s ability"),
    };
    let own_id = if o.phase == Phase::Look { Some(DECK.to_owned()) } else { vampire.map(board_id) };
    let detail = vampire.map_or(Text::default(), |vampire| does(vampire.power(), on));
    Described::new(label, target_id(o, on).into_iter().chain(own_id)).detail(detail)
}

/// What a power does now. Who names its target need not read when it is used, and on whom.
fn does(power: &Power, on: Option<Vampire>) -> Text {
    match (power.effect, on) {
        (Effect::VoidGain { bonus: 0 }, Some(on)) => say!("No gain for {on}."),
        (Effect::VoidGain { bonus }, Some(on)) => say!("No gain for {on}, {bonus} for you."),
        (Effect::Wound(health), Some(on)) => say!("{on} loses {health} health."),
        (Effect::Take(bloodline), Some(_)) => say!("Take up to {bloodline} of tonight's Bloodline."),
        _ => power.text.into(),
    }
}

fn play(o: &Observation, event: EventCard, by: Own, on: Option<Vampire>) -> Described {
    let user = own(o, by).filter(|_| o.options.two_vampires && event.power().effect.personal());
    let label = match (on, user) {
        (None, None) => say!("Play {event}"),
        (Some(on), None) => say!("Play {event} on {on}"),
        (None, Some(user)) => say!("Play {event} for {user}"),
        (Some(on), Some(user)) => say!("Play {event} on {on} for {user}"),
    };
    let slot = o.own().find(|hunter| hunter.event.as_ref().is_some_and(|held| held.event == Some(event)));
    let card = slot.map(|hunter| event_id(hunter.vampire));
    Described::new(label, card.into_iter().chain(target_id(o, on))).detail(does(event.power(), on))
}

/// What somebody tries who points at an own vampire, for its ability, or at an own event.
pub(crate) fn attempts(o: &Observation) -> Vec<(Id, Action)> {
    if o.observer.seat().is_none() || !matches!(o.phase, Phase::Revealed | Phase::Applied) {
        return Vec::new();
    }
    let all = || o.hunters.iter().map(|hunter| hunter.vampire);
    let mut attempts: Vec<(Id, Action)> = Vec::new();
    for (own, by) in o.own().zip([Own::First, Own::Second]) {
        let targets = |named: bool| {
            let others = all().filter(move |&other| named && other != own.vampire).map(Some);
            others.chain((!named).then_some(None))
        };
        let ability = targets(own.vampire.power().effect.targets())
            .map(|on| (Id::from(board_id(own.vampire)), Action::Ability { by, on }));
        attempts.extend(ability);
        if let Some(event) = own.event.as_ref().and_then(|held| held.event) {
            let users = o.own().zip([Own::First, Own::Second]).map(|(_, user)| user);
            attempts.extend(users.flat_map(|by| {
                let play = move |on| (Id::from(event_id(own.vampire)), Action::Play { event, by, on });
                all()
                    .map(Some)
                    .chain([None])
                    .filter(|on| on.is_some() == event.power().effect.targets())
                    .map(play)
            }));
        }
    }
    attempts
}
