//! Law 11: talk reveals nothing and changes nothing.

use std::collections::HashSet;

use table::chance::quick;
use table::record::FORMAT;
use table::talk::{Assertion, By, Grammar, Menu, Offer, Stance};
use table::{Audit, Chance, Game, Observer, Seat, game};

use crate::breach::Breach;
use crate::law::{Case, Law};
use crate::walk::Walk;

type Verdict = Result<(), Box<Breach>>;

/// Sampled worlds for each observer and moment.
const TWINS: usize = 2;

pub(crate) fn talk_tells_nothing<G: Audit>(case: &Case<G>) -> Verdict {
    let mut walk = Walk::new(case, Law::TalkTellsNothing)?;
    let Some(grammar) = G::talk() else {
        let seat = Seat::new(0);
        let silent = walk.game.menu(seat).is_none() && walk.game.say(seat, 0, None, By::Bot).is_err();
        return walk.demand(silent, || "a game without talk talks".into());
    };
    let mut imagination = quick(case.seed ^ 0x7a1c);
    loop {
        if walk.look() {
            menus(&walk, grammar, &mut imagination)?;
            words(&walk, grammar)?;
            speak(&mut walk, &mut imagination)?;
        }
        if !walk.go()? {
            let seat = Seat::new(0);
            let over = walk.game.menu(seat).is_none() && walk.game.say(seat, 3, None, By::Bot).is_err();
            walk.demand(over, || "a game that is over is talked about".into())?;
            return leaves_no_trace(&walk);
        }
    }
}

/// The same actions without the talk lead to the same hash.
fn leaves_no_trace<G: Audit>(walk: &Walk<'_, G>) -> Verdict {
    let mut record = walk.game.record();
    (record.format, record.talk, record.talk_digest) = (FORMAT, Vec::new(), None);
    let mute = record.replay::<G>(usize::MAX);
    walk.demand(mute.is_ok_and(|mute| mute.chain() == walk.game.chain()), || {
        "without its talk the game has another hash".into()
    })
}

fn public<G: Game>(state: &G::State) -> G::Observation {
    G::observe(state, Observer::Spectator)
}

/// Menus are the same in every world that looks the same, and so is what the speaker knows.
fn menus<G: Audit>(
    walk: &Walk<'_, G>,
    grammar: &dyn Grammar<G::Observation, G::State>,
    imagination: &mut impl Chance,
) -> Verdict {
    let truth = walk.state();
    let seen = public::<G>(truth);
    for observer in Observer::every(walk.seats()) {
        for _ in 0..TWINS {
            let twin = G::sample(&G::observe(truth, observer), imagination);
            let other = public::<G>(&twin);
            walk.demand(grammar.floor(&other) == grammar.floor(&seen), || {
                format!("for {observer} who may speak tells a secret")
            })?;
            walk.demand(grammar.attack(&other) == grammar.attack(&seen), || {
                format!("for {observer} who is under attack tells a secret")
            })?;
            for seat in Seat::all(walk.seats()) {
                let (here, there) = (grammar.sayable(&seen, seat), grammar.sayable(&other, seat));
                walk.demand(here == there, || {
                    format!("for {observer} what seat {} may say tells a secret", seat.number())
                })?;
                let moment = grammar.moment(&seen, seat);
                walk.demand(moment == grammar.moment(&other, seat), || {
                    format!("for {observer} the moment of seat {} tells a secret", seat.number())
                })?;
                proofs(walk, grammar, (observer, seat, moment), &here, &twin)?;
                if observer != Observer::Seat(seat) {
                    continue;
                }
                for Offer { claim, .. } in here {
                    let said = Assertion { claim, author: seat, speaker: seat, moment };
                    let (truly, there) = (grammar.stance(truth, said), grammar.stance(&twin, said));
                    let knows = |stance| matches!(stance, Stance::Known(_));
                    walk.demand(!(knows(truly) || knows(there)) || truly == there, || {
                        format!(
                            "seat {} is taken to know {}: {truly:?} in truth, {there:?} in a world that looks the same",
                            seat.number(),
                            grammar.json(claim)
                        )
                    })?;
                }
            }
        }
    }
    Ok(())
}

/// What an observer considers proved holds in every world that looks the same.
fn proofs<G: Audit>(
    walk: &Walk<'_, G>,
    grammar: &dyn Grammar<G::Observation, G::State>,
    (observer, seat, moment): (Observer, Seat, u32),
    offers: &[Offer<u32>],
    twin: &G::State,
) -> Verdict {
    let seen = G::observe(walk.state(), observer);
    for &Offer { claim, .. } in offers {
        let said = Assertion { claim, author: seat, speaker: seat, moment };
        let truth = match grammar.stance(twin, said) {
            Stance::Known(truth) | Stance::Opinion(truth) => Some(truth),
            Stance::Moot => None,
        };
        let proof = grammar.proof(&seen, said);
        walk.demand(proof.is_none() || proof == truth, || {
            format!("for {observer} it is proved that {} is {proof:?}, and it is not", grammar.json(claim))
        })?;
    }
    Ok(())
}

/// Claims survive codes and JSON and can be told apart.
fn words<G: Game>(walk: &Walk<'_, G>, grammar: &dyn Grammar<G::Observation, G::State>) -> Verdict {
    let seen = public::<G>(walk.state());
    for seat in Seat::all(walk.seats()) {
        let mut said = HashSet::new();
        for Offer { claim, among } in grammar.sayable(&seen, seat) {
            let json = grammar.json(claim);
            walk.demand(claim < grammar.codes() && grammar.code_of(&json) == Some(claim), || {
                format!("claim {claim} does not survive its JSON {json}")
            })?;
            let text = grammar.phrase(claim, seat);
            walk.demand(!text.is_empty() && said.insert(text.clone()), || {
                format!("two claims of seat {} are called \"{text}\"", seat.number())
            })?;
            let set = grammar.tag(claim, seat).and_then(|tag| tag.set);
            walk.demand(set.is_some() != among.is_empty(), || format!("{json} names a set, or it does not"))?;
            if let Some(set) = set {
                let all = claim - u32::from(set.bits()) + u32::from(among.bits());
                let named = grammar.tag(all, seat).and_then(|tag| tag.set);
                walk.demand(named == Some(among), || {
                    format!("the set of {json} is not the last of its code")
                })?;
            }
        }
    }
    Ok(())
}

/// A claim changes nothing.
fn speak<G: Audit>(walk: &mut Walk<'_, G>, imagination: &mut impl Chance) -> Verdict {
    let seat = Seat::new(imagination.index(walk.seats()));
    let Some(Menu { sayable, .. }) = walk.game.menu(seat).filter(|menu| !menu.sayable.is_empty()) else {
        return Ok(());
    };
    let offer = &sayable[imagination.index(sayable.len())];
    let code = offer.code + offer.choose.map_or(0, |choose| u32::from(choose.among.bits()));
    let look = |walk: &Walk<'_, G>| {
        let all: Vec<_> = Observer::every(walk.seats())
            .map(|observer| {
                let seen = G::observe(walk.state(), observer);
                let facts = G::facts(&seen);
                let legal = observer.seat().map(|seat| game::legal::<G>(walk.state(), seat));
                (seen, facts, legal)
            })
            .collect();
        (walk.game.chain(), walk.game.version(), walk.game.log().len(), walk.game.chance().draws, all)
    };
    let (state, before, said) = (walk.state().clone(), look(walk), walk.game.said().len());
    let spoken = walk.game.say(seat, code, None, By::Bot).map(|spoken| spoken.code);
    let grown = walk.game.said().len() - said;
    walk.demand(spoken.is_err() || spoken == Ok(code), || "something else was said".into())?;
    walk.demand(grown == usize::from(spoken.is_ok()), || "a refusal was heard, or a claim was not".into())?;
    walk.demand(*walk.state() == state && look(walk) == before, || "a claim changed the game".into())?;
    let heard = walk.game.heard(said as u32 + 1).pop();
    walk.demand(
        spoken.is_err() || heard.is_some_and(|heard| heard.text == offer_text::<G>(code, seat)),
        || "what was heard is not what was said".into(),
    )
}

fn offer_text<G: Game>(code: u32, seat: Seat) -> table::Text {
    G::talk().map(|grammar| grammar.phrase(code, seat)).unwrap_or_default()
}
