//! Nine of the laws. Weights of samples are in `weights.rs`, talk is in `talk.rs`.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};
use table::chance::quick;
use table::replay;
use table::rollout;
use table::{
    Audience, Audit, Barred, Chance, Code, Event, Fact, Game, Observer, Record, Refusal, Refused, Seat,
    SeatSet, Text, game,
};

use crate::breach::Breach;
use crate::law::{Case, Law};
use crate::walk::{Walk, is_a_sentence};

type Verdict = Result<(), Box<Breach>>;

/// About this many actions of each seat go through `check` itself at each moment.
const CHECKED: u32 = 24;

pub(crate) fn deterministic<G: Game>(case: &Case<G>) -> Verdict {
    let mut walk = Walk::new(case, Law::Deterministic)?;
    while walk.go()? {}
    let text = walk.game.record().to_text();
    let again = replay::verify::<G>(&text)
        .map_err(|refusal| walk.breach(format!("its record does not verify: {refusal}")))?;
    walk.demand(again.state() == walk.state(), || "the record leads to another state".into())?;
    walk.demand(again.chain() == walk.game.chain(), || "the record leads to another hash".into())
}

pub(crate) fn legal_means_accepted<G: Game>(case: &Case<G>) -> Verdict {
    let mut walk = Walk::new(case, Law::LegalMeansAccepted)?;
    loop {
        if walk.look() {
            legal_at(&mut walk)?;
        }
        if !walk.go()? {
            return legal_at(&mut walk);
        }
    }
}

fn legal_at<G: Game>(walk: &mut Walk<'_, G>) -> Verdict {
    let state = walk.state().clone();
    let asked = G::waiting_on(&state).union(G::interrupts(&state));
    let over = G::waiting_on(&state).is_empty();
    for seat in Seat::all(walk.seats()) {
        let legal = game::legal::<G>(&state, seat);
        walk.demand(legal.is_empty() != (asked.contains(seat) && !over), || {
            format!(
                "seat {} has {} options, and asked is {}",
                seat.number(),
                legal.len(),
                asked.contains(seat)
            )
        })?;
        let listed: HashSet<u32> = legal.iter().map(|action| action.code()).collect();
        walk.demand(listed.len() == legal.len(), || format!("an option is listed twice: {legal:?}"))?;
        for action in &legal {
            walk.demand(action.code() < G::Action::CODES, || format!("the code of {action:?} is too large"))?;
            walk.demand(G::Action::from_code(action.code()) == Some(*action), || {
                format!("{action:?} does not survive its code {}", action.code())
            })?;
        }
        // Every other action must be refused; of very many, a sample. `check` builds the list for every question, so most actions
        // are compared with the list at hand.
        let all = G::Action::CODES;
        let tries = all.min(4_000);
        for i in 0..tries {
            let code = if tries == all { i } else { walk.policy.below(all) };
            let Some(action) = G::Action::from_code(code) else { continue };
            walk.demand(action.code() == code, || {
                format!("code {code} gives {action:?}, which has another")
            })?;
            let answer = if listed.contains(&code) {
                Ok(())
            } else if over {
                Err(Refusal::over())
            } else if !asked.contains(seat) {
                Err(G::not_yours(&state, seat, action))
            } else {
                Err(G::why_not(&state, seat, action))
            };
            if walk.policy.below(tries) < CHECKED {
                let given = game::check::<G>(&state, seat, action);
                walk.demand(given == answer, || format!("{action:?} gets {given:?} instead of {answer:?}"))?;
            }
            if let Err(refusal) = answer {
                walk.demand(is_a_sentence(&refusal), || format!("\"{refusal}\" is not a sentence"))?;
                walk.demand((refusal.kind == Refused::Over) == over, || {
                    format!("\"{refusal}\" when over: {over}")
                })?;
            }
        }
        // A refusal leaves the match as it was.
        let code = walk.policy.below(all);
        if let Some(action) = G::Action::from_code(code).filter(|_| !listed.contains(&code)) {
            let before = (walk.game.chain(), walk.game.log().len(), walk.game.chance().draws);
            let refused = walk.game.play(seat, action).is_err();
            walk.demand(refused, || format!("the match accepts {action:?} of seat {}", seat.number()))?;
            let after = (walk.game.chain(), walk.game.log().len(), walk.game.chance().draws);
            walk.demand(before == after && *walk.state() == state, || "a refusal changed something".into())?;
        }
    }
    for action in Seat::all(12).skip(walk.seats()).zip((0..G::Action::CODES).filter_map(G::Action::from_code))
    {
        let refused = game::check::<G>(&state, action.0, action.1).is_err();
        walk.demand(refused, || "a seat that is not at the table may act".into())?;
    }
    Ok(())
}

pub(crate) fn no_dead_end<G: Game>(case: &Case<G>) -> Verdict {
    let mut walk = Walk::new(case, Law::NoDeadEnd)?;
    let bound = G::bound(&case.options) as usize;
    loop {
        let waiting = G::waiting_on(walk.state());
        let beyond = waiting.union(G::interrupts(walk.state())).minus(SeatSet::full(walk.seats()));
        walk.demand(beyond.is_empty(), || format!("{beyond:?} are asked, but are not at the table"))?;
        let over = G::outcome(walk.state());
        walk.demand(waiting.is_empty() == over.is_some(), || {
            format!("waits on {waiting:?}, but the outcome is {over:?}")
        })?;
        walk.demand(over.is_none() || G::interrupts(walk.state()).is_empty(), || {
            "somebody may interrupt a game that is over".into()
        })?;
        walk.demand(over.is_none_or(|end| end.seats() == walk.seats()), || {
            format!("the outcome has {:?} seats", over.map(|end| end.seats()))
        })?;
        walk.demand(walk.game.version() <= bound, || {
            format!("the game is longer than its bound of {bound}")
        })?;
        if over.is_some() {
            return Ok(());
        }
        let went = walk.go()?;
        walk.demand(went, || "nothing can be done, but the game is not over".into())?;
    }
}

pub(crate) fn pieces_are_conserved<G: Audit>(case: &Case<G>) -> Verdict {
    let mut walk = Walk::new(case, Law::PiecesAreConserved)?;
    let at_first = pieces::<G>(walk.state());
    walk.demand(!at_first.is_empty(), || "the game has no pieces".into())?;
    while walk.go()? {
        let now = pieces::<G>(walk.state());
        walk.demand(now == at_first, || format!("pieces changed: {}", difference(&at_first, &now)))?;
    }
    Ok(())
}

fn pieces<G: Audit>(state: &G::State) -> Vec<u16> {
    let mut pieces = G::pieces(state);
    pieces.sort_unstable();
    pieces
}

fn difference(before: &[u16], after: &[u16]) -> String {
    let tally = |pieces: &[u16]| {
        let mut counts: HashMap<u16, i32> = HashMap::new();
        pieces.iter().for_each(|piece| *counts.entry(*piece).or_default() += 1);
        counts
    };
    let (before, after) = (tally(before), tally(after));
    let mut kinds: Vec<u16> = before.keys().chain(after.keys()).copied().collect();
    kinds.sort_unstable();
    kinds.dedup();
    let get = |counts: &HashMap<u16, i32>, kind| counts.get(&kind).copied().unwrap_or(0);
    let changed: Vec<String> = kinds
        .into_iter()
        .filter(|&kind| get(&before, kind) != get(&after, kind))
        .map(|kind| format!("piece {kind} from {} to {}", get(&before, kind), get(&after, kind)))
        .collect();
    changed.join(", ")
}

pub(crate) fn twin_worlds_look_alike<G: Audit>(case: &Case<G>) -> Verdict {
    let mut walk = Walk::new(case, Law::TwinWorldsLookAlike)?;
    let mut imagination = quick(case.seed ^ 0x5eed);
    loop {
        if walk.look() {
            alike_at(&walk, &mut imagination)?;
        }
        if !walk.go()? {
            return alike_at(&walk, &mut imagination);
        }
    }
}

fn alike_at<G: Audit>(walk: &Walk<'_, G>, imagination: &mut impl Chance) -> Verdict {
    let truth = walk.state();
    for observer in Observer::every(walk.seats()) {
        let seen = G::observe(truth, observer);
        let twin = G::sample(&seen, imagination);
        let again = G::observe(&twin, observer);
        walk.demand(again == seen, || {
            format!("{observer} sees in a sampled world\n{again:?}\nbut saw\n{seen:?}")
        })?;
        walk.demand(observer != Observer::All || twin == *truth, || {
            "the open table does not give the truth back".into()
        })?;
        let asked = |state| (G::waiting_on(state), G::interrupts(state));
        walk.demand(asked(&twin) == asked(truth), || {
            format!(
                "for {observer} who is asked tells a secret: {:?} in truth, {:?} in a world that looks the same",
                asked(truth),
                asked(&twin)
            )
        })?;
        walk.demand(G::outcome(&twin) == G::outcome(truth), || {
            format!("for {observer} the outcome tells a secret")
        })?;
        if let Observer::Seat(seat) = observer {
            let list = |state| game::legal::<G>(state, seat);
            walk.demand(list(&twin) == list(truth), || {
                format!(
                    "the options of {observer} tell a secret: {:?} in truth, {:?} in a world that looks the same",
                    list(truth),
                    list(&twin)
                )
            })?;
            for _ in 0..16 {
                let code = imagination.below(G::Action::CODES);
                let Some(action) = G::Action::from_code(code) else { continue };
                let refusal = |state| game::check::<G>(state, seat, action);
                walk.demand(refusal(&twin) == refusal(truth), || {
                    format!(
                        "a refusal tells {observer} a secret: {:?} in truth, {:?} in a world that looks the same",
                        refusal(truth),
                        refusal(&twin)
                    )
                })?;
            }
        }
        let (here, there) = (pieces::<G>(truth), pieces::<G>(&twin));
        walk.demand(here == there, || {
            format!("a world imagined by {observer} has other pieces: {}", difference(&here, &there))
        })?;
        // An imagined world can be played to its end.
        let (mut world, mut actions) = (twin, Vec::new());
        let mut chance = quick(imagination.bits().into());
        let bound = G::bound(walk.game.options());
        let mut policy = chance.clone();
        let played = rollout::rollout::<G, _, _, _>(
            &mut world,
            &mut actions,
            &mut chance,
            &mut policy,
            &mut (),
            bound,
        );
        walk.demand(played.outcome.is_some(), || format!("a world imagined by {observer} does not end"))?;
    }
    Ok(())
}

pub(crate) fn twin_worlds_stay_alike<G: Game>(case: &Case<G>) -> Verdict {
    let mut walk = Walk::new(case, Law::TwinWorldsStayAlike)?;
    let mut imagination = quick(case.seed ^ 0x7317);
    let observers: Vec<Observer> = Observer::every(walk.seats()).collect();
    // For each observer a world that looks the same as the truth, until something is revealed.
    let mut twins: Vec<Option<G::State>> = vec![None; observers.len()];
    loop {
        for (observer, twin) in observers.iter().zip(&mut twins) {
            if twin.is_none() {
                *twin = Some(G::sample(&G::observe(walk.state(), *observer), &mut imagination));
            }
        }
        let Some((seat, action)) = walk.choose() else { return Ok(()) };
        let chance = walk.game.chance().clone();
        let other = other_choice(&mut walk, seat);
        let told: Vec<_> = walk.take(seat, action)?.to_vec();
        if let Some((other, state, told_there)) = other {
            // Observers who are told the same of two choices must see the same after them (sealed choices).
            for observer in observers.iter().copied().filter(|&it| it != Observer::All && !it.is(seat)) {
                let here = heard(told.iter().map(|told| (told.audience, &told.event)), observer);
                let there = heard(told_there.iter().map(|(audience, event)| (*audience, event)), observer);
                if here != there || here.iter().any(|event| event.reveals()) {
                    continue;
                }
                let (seen, seen_there) = (G::observe(walk.state(), observer), G::observe(&state, observer));
                walk.demand(seen == seen_there, || {
                    format!(
                        "{observer} sees whether seat {} chose {action:?} or {other:?}, and was told the same:\n{seen:?}\n{seen_there:?}",
                        seat.number()
                    )
                })?;
            }
        }
        for (observer, slot) in observers.iter().copied().zip(&mut twins) {
            let Some(mut twin) = slot.take() else { continue };
            if game::check::<G>(&twin, seat, action).is_err() {
                continue; // The action is impossible in this world, so now the observer could tell.
            }
            let mut told_there = Vec::new();
            G::apply(&mut twin, seat, action, &mut chance.clone(), &mut told_there);
            let here = heard(told.iter().map(|told| (told.audience, &told.event)), observer);
            let there = heard(told_there.iter().map(|(audience, event)| (*audience, event)), observer);
            if here.iter().chain(&there).any(|event| event.reveals()) {
                continue;
            }
            walk.demand(here == there, || {
                format!("{observer} is told {here:?} in truth and {there:?} in a twin world, and neither says it reveals")
            })?;
            let (seen, seen_there) = (G::observe(walk.state(), observer), G::observe(&twin, observer));
            walk.demand(seen == seen_there, || {
                format!(
                    "after {action:?} of seat {} {observer} can tell twin worlds apart, and was told nothing that reveals:\n{seen:?}\n{seen_there:?}",
                    seat.number()
                )
            })?;
            *slot = Some(twin);
        }
    }
}

/// Another choice of the seat, where it leads, and who is told what.
#[expect(clippy::type_complexity, reason = "read in one place")]
fn other_choice<G: Game>(
    walk: &mut Walk<'_, G>,
    seat: Seat,
) -> Option<(G::Action, G::State, Vec<(Audience, G::Event)>)> {
    let legal = game::legal::<G>(walk.state(), seat);
    let other = (!legal.is_empty()).then(|| walk.policy.pick(&legal))?;
    let (mut state, mut told) = (walk.state().clone(), Vec::new());
    G::apply(&mut state, seat, other, &mut walk.game.chance().clone(), &mut told);
    Some((other, state, told))
}

/// What an observer hears.
fn heard<'a, E>(told: impl Iterator<Item = (Audience, &'a E)>, observer: Observer) -> Vec<&'a E> {
    told.filter(|(audience, _)| audience.includes(observer)).map(|(_, event)| event).collect()
}

pub(crate) fn perfect_recall<G: Audit>(case: &Case<G>) -> Verdict {
    let mut walk = Walk::new(case, Law::PerfectRecall)?;
    let observers: Vec<Observer> = Observer::every(walk.seats()).collect();
    let facts = |state: &G::State, observer| -> HashSet<Fact> {
        G::facts(&G::observe(state, observer)).into_iter().collect()
    };
    let mut known: Vec<HashSet<Fact>> = vec![HashSet::new(); observers.len()];
    loop {
        let now: Vec<HashSet<Fact>> =
            observers.iter().map(|&observer| facts(walk.state(), observer)).collect();
        // The last two of every table.
        let [.., public, truth] = now.as_slice() else { return Ok(()) };
        for (observer, (now, known)) in observers.iter().zip(now.iter().zip(&known)) {
            if let Some(wrong) = now.iter().find(|fact| !truth.contains(*fact)) {
                return Err(walk.breach(format!("{observer} knows something false: {wrong:?}")));
            }
            if let Some(forgotten) = known.iter().find(|fact| truth.contains(*fact) && !now.contains(*fact)) {
                return Err(walk.breach(format!("{observer} has forgotten {forgotten:?}")));
            }
            if let Some(missing) = public.iter().find(|fact| !now.contains(*fact)) {
                return Err(walk.breach(format!("a spectator knows {missing:?} and {observer} does not")));
            }
        }
        known = now;
        if !walk.go()? {
            return Ok(());
        }
    }
}

pub(crate) fn undo_is_exact<G: Game>(case: &Case<G>) -> Verdict {
    let mut walk = Walk::new(case, Law::UndoIsExact)?;
    let mut imagination = quick(case.seed ^ 0xbac);
    while let Some((seat, action)) = walk.choose() {
        let look = walk.look();
        let before = (walk.state().clone(), walk.game.chain(), walk.game.log().len(), walk.game.version());
        let draws = walk.game.chance().draws;
        let revealed = walk.take(seat, action)?.iter().any(|told| told.event.reveals());
        let drawn = walk.game.chance().draws != draws;
        for other in Seat::all(walk.seats()).filter(|&other| other != seat) {
            walk.demand(!walk.game.may_undo(other), || {
                format!("seat {} can take back what seat {} did", other.number(), seat.number())
            })?;
        }
        let may = walk.game.may_undo(seat);
        walk.demand(may != (revealed || drawn), || {
            format!("undo is {may}; revealed {revealed}, chance drawn {drawn}")
        })?;
        if may && look {
            undo_tells_nothing(&walk, &before.0, before.2, (seat, action), &mut imagination)?;
        }
        if may {
            let after = (walk.state().clone(), walk.game.chain());
            walk.game.undo(seat).map_err(|refusal| walk.breach(format!("undo is refused: {refusal}")))?;
            let back = (walk.state().clone(), walk.game.chain(), walk.game.log().len(), walk.game.version());
            walk.demand(back == before, || "undo leads to another state".into())?;
            walk.take(seat, action)?;
            let redone = (walk.state().clone(), walk.game.chain());
            walk.demand(redone == after, || "doing it again leads to another state".into())?;
        }
    }
    Ok(())
}

/// Whatever an observer sees of an action that can be taken back, they would see in any world that looks the same to them. It is no
/// evidence of what is hidden, so nobody gains anything when it is taken back.
fn undo_tells_nothing<G: Game>(
    walk: &Walk<'_, G>,
    before: &G::State,
    log_len: usize,
    (seat, action): (Seat, G::Action),
    imagination: &mut impl Chance,
) -> Verdict {
    for observer in Observer::every(walk.seats()).filter(|it| *it != Observer::All) {
        let (seen, seen_after) = (G::observe(before, observer), G::observe(walk.state(), observer));
        let told = walk.game.log()[log_len..].iter().map(|told| (told.audience, &told.event));
        let told = heard(told, observer);
        if seen == seen_after && told.is_empty() {
            continue;
        }
        let twin = G::sample(&seen, imagination);
        let looks_the_same = |other: &G::Action| {
            let (mut world, mut told_there) = (twin.clone(), Vec::new());
            G::apply(&mut world, seat, *other, &mut walk.game.chance().clone(), &mut told_there);
            let told_there = told_there.iter().map(|(audience, event)| (*audience, event));
            heard(told_there, observer) == told && G::observe(&world, observer) == seen_after
        };
        let mut options = game::legal::<G>(&twin, seat);
        // Others do not know which action it was.
        options.retain(|other| *other == action || !observer.is(seat));
        options.sort_by_key(|other| *other != action);
        walk.demand(options.iter().any(looks_the_same), || {
            format!(
                "seat {} can take {action:?} back, but {observer} has learned from it: in a world that looked the same, nothing the seat could do would look like it",
                seat.number()
            )
        })?;
    }
    Ok(())
}

pub(crate) fn everything_survives_json<G: Game>(case: &Case<G>) -> Verdict {
    let mut walk = Walk::new(case, Law::EverythingSurvivesJson)?;
    survives(&walk, &case.options)?;
    loop {
        if walk.look() {
            json_at(&walk)?;
        }
        let Some((seat, action)) = walk.choose() else { break };
        let told = walk.take(seat, action)?.to_vec();
        for told in told {
            survives(&walk, &told.event)?;
            for observer in Observer::every(walk.seats()).filter(|observer| told.audience.includes(*observer))
            {
                let text = G::narrate(&told.event, observer);
                in_good_words(&walk, observer, &text)?;
            }
            let beat = G::beat(&told.event);
            survives(&walk, &beat)?;
            let strangers = beat.on.iter().chain(beat.by).any(|seat| seat.index() >= walk.seats());
            walk.demand(!strangers, || format!("{:?} is staged with a seat that nobody has", told.event))?;
        }
    }
    json_at(&walk)?;
    let record = walk.game.record();
    let read = Record::parse(&record.to_text()).map_err(|refusal| walk.breach(refusal.to_string()))?;
    walk.demand(read == record, || "the record reads back differently".into())
}

fn json_at<G: Game>(walk: &Walk<'_, G>) -> Verdict {
    for observer in Observer::every(walk.seats()) {
        let observation = G::observe(walk.state(), observer);
        survives(walk, &observation)?;
        let waiting = G::waiting_on(walk.state());
        let scene = G::scene(&observation, waiting);
        survives(walk, &scene)?;
        let ids = scene.ids();
        let known: HashSet<&str> = ids.iter().copied().collect();
        walk.demand(known.len() == ids.len(), || {
            let mut seen = HashSet::new();
            format!("two elements of a scene have the id {:?}", ids.iter().find(|id| !seen.insert(**id)))
        })?;
        walk.demand(scene.seats.len() == walk.seats(), || "a scene lacks a seat".into())?;
        let shown: SeatSet =
            scene.seats.iter().filter(|place| place.waiting).map(|place| place.seat).collect();
        walk.demand(shown == waiting, || format!("{shown:?} are shown as waited on, not {waiting:?}"))?;
        let over = waiting.is_empty();
        walk.demand(scene.verdict.is_some() == over, || {
            format!("over is {over}, the verdict {:?}", scene.verdict)
        })?;
        walk.demand(over || !scene.prompt.is_empty(), || format!("{observer} has no prompt"))?;
        walk.demand(G::INFO.rules.contains(&format!("**{}**", scene.help)) || over, || {
            format!("help points to rule \"{}\", which RULES.md does not have", scene.help)
        })?;
        let mut about = scene.knowledge.iter().map(|sentence| sentence.about.as_ref());
        if let Some(strange) = about.find(|id| !id.is_empty() && !known.contains(id)) {
            return Err(walk.breach(format!("a sentence is about {strange}, which the scene does not have")));
        }
        for text in scene.texts() {
            in_good_words(walk, observer, text)?;
        }
        if let Observer::Seat(seat) = observer {
            let legal = game::legal::<G>(walk.state(), seat);
            let barred = game::barred::<G>(walk.state(), seat, &observation, &legal);
            for Barred { about, text, .. } in &barred {
                walk.demand(known.contains(about.as_ref()), || {
                    format!("{about} cannot be used, and is not in the scene")
                })?;
                in_good_words(walk, observer, text)?;
            }
            let mut labels = HashMap::new();
            let described = G::describe(&observation, &legal);
            walk.demand(described.len() == legal.len(), || "not every option is described".into())?;
            for (action, described) in legal.into_iter().zip(described) {
                survives(walk, &action)?;
                survives(walk, &described)?;
                walk.demand(!described.label.is_empty(), || format!("{action:?} has no words"))?;
                in_good_words(walk, observer, &described.label)?;
                if let Some(strange) = described.touches.iter().find(|id| !known.contains(id.as_ref())) {
                    return Err(
                        walk.breach(format!("{action:?} touches {strange}, which the scene does not have"))
                    );
                }
                if let Some(other) = labels.insert(described.label.to_string().to_lowercase(), action) {
                    let label = &described.label;
                    return Err(walk.breach(format!("{action:?} and {other:?} are both called \"{label}\"")));
                }
            }
        }
    }
    Ok(())
}

/// No debug output, and a seat is addressed as "you": "you hold", never "{s3} holds".
fn in_good_words<G: Game>(walk: &Walk<'_, G>, observer: Observer, text: &Text) -> Verdict {
    let text = text.to_string();
    let debug = ["Seat(", "Some(", "None", "{{", "}}"].into_iter().find(|part| text.contains(part));
    walk.demand(debug.is_none(), || format!("a debug print: {text}"))?;
    let own = observer.seat().map(|seat| seat.to_string());
    walk.demand(own.is_none_or(|own| !text.contains(&own)), || {
        format!("{observer} is called by its own name: {text}")
    })
}

fn survives<G: Game, T: Serialize + DeserializeOwned + Eq + Debug>(walk: &Walk<'_, G>, value: &T) -> Verdict {
    let text = serde_json::to_string(value)
        .map_err(|error| walk.breach(format!("{value:?} cannot be written as JSON: {error}")))?;
    let back: T = serde_json::from_str(&text)
        .map_err(|error| walk.breach(format!("{text} cannot be read back: {error}")))?;
    walk.demand(back == *value, || format!("{value:?} reads back as {back:?}"))
}
