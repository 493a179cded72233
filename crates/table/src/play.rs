//! A match: the one thing that holds a State.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::beat::Beat;
use crate::chance::{Counted, Fair};
use crate::code::Code;
use crate::digest::Digest;
use crate::event::{Audience, Event};
use crate::game::{self, Game};
use crate::known::Known;
use crate::options::Options;
use crate::outcome::{Outcome, ScoreRow, Standing};
use crate::position::Arrangement;
use crate::record::{Entry, FORMAT, Record, Remark, TALK_FORMAT, UNNAMED_FORMAT, to_json};
use crate::refusal::Refusal;
use crate::scene::{Barred, Described, Scene};
use crate::seat::{Observer, Seat, SeatSet};
use crate::seed::{Opened, Seed};
use crate::talk::{self, By, Conversation, Heard, Menu, Spoken};
use crate::text::{Text, say};

/// A running or finished game with all that has happened in it.
pub struct Match<G: Game> {
    /// The version of the rules it was begun by.
    rules: u32,
    options: G::Options,
    position: Option<Value>,
    names: Vec<String>,
    /// Are the names part of the proof?
    named: bool,
    seed: Seed,
    state: G::State,
    chance: Counted<Fair>,
    /// The hash over everything before the first action that is kept.
    origin: Digest,
    /// The hash over everything so far.
    chain: Digest,
    actions: Vec<(Seat, G::Action, Digest)>,
    /// How many actions came before those; see [`Match::forget`].
    forgotten: usize,
    log: Vec<Told<G::Event>>,
    /// States that the last seat to act can go back to, oldest first.
    behind: Vec<Behind<G>>,
    /// What was said, beside the game: nothing of it is in the state or in the hash over the actions.
    said: Vec<Spoken>,
    /// Points so far, and which action brought them.
    gains: Vec<(usize, Text, Seat, i32)>,
    /// What each seat may do in this position, computed once for checks, questions and views.
    legal: Vec<OnceLock<Vec<G::Action>>>,
}

/// An event of the log.
#[derive(Clone, Debug)]
pub struct Told<E> {
    /// How many actions had been taken when it happened, the causing one included.
    pub version: usize,
    /// Who was told.
    pub audience: Audience,
    /// What happened.
    pub event: E,
}

struct Behind<G: Game> {
    seat: Seat,
    state: G::State,
    log_len: usize,
}

impl<G: Game> Match<G> {
    /// Deals a new game, or sets up the given position. The options have been checked.
    pub fn start(
        options: G::Options,
        position: Option<Value>,
        names: Vec<String>,
        seed: Seed,
    ) -> Result<Self, Refusal> {
        Self::start_by(G::INFO.rules_version, options, position, names, true, seed)
    }

    /// Deals a game that was begun under this version of the rules, assuming that it plays like the present one; the digests of
    /// its actions show whether it does. `named` says whether the names are part of the proof.
    pub(crate) fn start_by(
        rules: u32,
        options: G::Options,
        position: Option<Value>,
        names: Vec<String>,
        named: bool,
        seed: Seed,
    ) -> Result<Self, Refusal> {
        let mut chance = Counted::new(seed.chance());
        let state = match &position {
            None => G::deal(&options, &mut chance),
            Some(value) => Arrangement::<G>::read(value.clone())?.arrange(&options, &mut chance)?,
        };
        // The first link covers all that a record says before its actions, so that nothing of it can be changed unnoticed.
        let proved: &[String] = if named { &names } else { &[] };
        let told = to_json(&(G::INFO.id, rules, &options, &position, proved, Opened::from(&seed)));
        let origin =
            Digest::of("sanguis deal, 1", &[told.to_string().as_bytes(), &Digest::of_value(&state).0]);
        let legal = vec![OnceLock::new(); options.players()];
        Ok(Match {
            rules,
            options,
            position,
            names,
            named,
            seed,
            state,
            chance,
            origin,
            chain: origin,
            actions: Vec::new(),
            forgotten: 0,
            log: Vec::new(),
            behind: Vec::new(),
            said: Vec::new(),
            gains: Vec::new(),
            legal,
        })
    }

    /// What a seat may do now.
    pub(crate) fn legal(&self, seat: Seat) -> &[G::Action] {
        let known = self.legal.get(seat.index());
        known.map_or(&[], |known| known.get_or_init(|| game::legal::<G>(&self.state, seat)))
    }

    /// Applies an action, or says why not and changes nothing.
    pub fn play(&mut self, seat: Seat, action: G::Action) -> Result<(), Refusal> {
        let before = Behind { seat, state: self.state.clone(), log_len: self.log.len() };
        let draws = self.chance.draws;
        let mut told: Vec<(Audience, G::Event)> = Vec::new();
        game::check_asked::<G>(&self.state, seat, action)?;
        game::check_listed::<G>(&self.state, seat, action, self.legal(seat))?;
        G::apply(&mut self.state, seat, action, &mut self.chance, &mut told);
        self.legal.fill(OnceLock::new());
        self.chain = link::<G>(&self.chain, seat, action, &self.state);
        self.actions.push((seat, action, self.chain));
        let settled = self.chance.draws != draws || told.iter().any(|(_, event)| event.reveals());
        let version = self.version();
        let (states, gains) = ([&before.state, &self.state], &mut self.gains);
        for (_, event) in told.iter().filter(|(audience, _)| audience.includes(Observer::All)) {
            G::gains(states, event, &mut |from, who, points| gains.push((version, from, who, points)));
        }
        self.log.extend(told.into_iter().map(|(audience, event)| Told { version, audience, event }));
        if settled || self.behind.last().is_some_and(|last| last.seat != seat) {
            self.behind.clear();
        }
        if !settled {
            self.behind.push(before);
        }
        Ok(())
    }

    /// May this seat take back its last action? Only if nobody else has acted since, chance was not drawn and nobody learned a secret.
    pub fn may_undo(&self, seat: Seat) -> bool {
        self.behind.last().is_some_and(|last| last.seat == seat)
    }

    /// Takes back the seat's last action, or says why not.
    pub fn undo(&mut self, seat: Seat) -> Result<(), Refusal> {
        if !self.may_undo(seat) {
            return Err(Refusal::not_allowed(say!(
                "This cannot be taken back: somebody else has acted, a card was drawn or something hidden was shown."
            )));
        }
        if let Some(last) = self.behind.pop() {
            self.state = last.state;
            self.legal.fill(OnceLock::new());
            self.log.truncate(last.log_len);
            self.actions.pop();
            self.chain = self.actions.last().map_or(self.origin, |(_, _, chain)| *chain);
            // What was said stays said.
            let version = self.version();
            self.gains.retain(|&(after, ..)| after <= version);
            self.said.iter_mut().for_each(|spoken| spoken.after = spoken.after.min(version));
        }
        Ok(())
    }

    /// Makes a claim, or says why not and changes nothing. It does not affect the game, except that another seat's action can no longer
    /// be taken back, so that nobody fishes for reactions.
    pub fn say(&mut self, seat: Seat, code: u32, reply_to: Option<u32>, by: By) -> Result<&Spoken, Refusal> {
        self.hear(seat, |talk, public| talk.admit(public, seat, code, reply_to, by))
    }

    /// Adds a claim from a record without checking whether it may be made.
    pub(crate) fn put_in(
        &mut self,
        seat: Seat,
        claim: &Value,
        reply_to: Option<u32>,
        by: By,
    ) -> Result<&Spoken, Refusal> {
        self.hear(seat, |talk, public| {
            let code = talk.grammar.code_of(claim);
            let code = code.ok_or_else(|| Refusal::malformed(say!("That is not a claim of this game.")))?;
            talk.read(public, seat, code, reply_to, by)
        })
    }

    fn hear(
        &mut self,
        seat: Seat,
        read: impl FnOnce(&Conversation<'_, G::Observation, G::State>, &G::Observation) -> Result<Spoken, Refusal>,
    ) -> Result<&Spoken, Refusal> {
        if seat.index() >= self.options.players() {
            return Err(Refusal::malformed(say!("Nobody sits there.")));
        }
        let talk = self.conversation();
        let talk = talk.ok_or_else(|| {
            Refusal::not_allowed(say!("This game has no claims: say it in your own words."))
        })?;
        if G::waiting_on(&self.state).is_empty() {
            return Err(Refusal::over());
        }
        let spoken = read(&talk, &G::observe(&self.state, Observer::Spectator))?;
        if self.behind.last().is_some_and(|last| last.seat != seat) {
            self.behind.clear();
        }
        self.said.push(spoken);
        Ok(&self.said[self.said.len() - 1])
    }

    fn conversation(&self) -> Option<Conversation<'_, G::Observation, G::State>> {
        Some(Conversation {
            game: G::INFO.name,
            grammar: G::talk()?,
            said: &self.said,
            version: self.version(),
        })
    }

    /// What was said, oldest first.
    pub fn said(&self) -> &[Spoken] {
        &self.said
    }

    /// What was said from this number on, in words.
    pub fn heard(&self, from: u32) -> Vec<Heard> {
        let Some(talk) = self.conversation() else { return Vec::new() };
        let said = self.said.iter().filter(|spoken| spoken.number >= from);
        said.filter_map(|spoken| talk.heard(spoken)).collect()
    }

    /// Who is under attack: the table looks at them.
    pub fn attacked(&self) -> Option<Seat> {
        let attack = G::talk()?.attack(&G::observe(&self.state, Observer::Spectator))?;
        Some(attack.on)
    }

    /// What was said and is proved or refuted by what an observer was shown.
    fn proofs(&self, seen: &G::Observation) -> Vec<Proof> {
        let Some(grammar) = G::talk() else { return Vec::new() };
        let settled = |(at, spoken): (usize, &Spoken)| {
            let truth = grammar.settled(seen, &self.said, at)?;
            Some(Proof { number: spoken.number, truth })
        };
        self.said.iter().enumerate().filter_map(settled).collect()
    }

    /// What a seat may say now; nothing in a game without talk and after the end.
    pub fn menu(&self, seat: Seat) -> Option<Menu> {
        let talk = self.conversation().filter(|_| !G::waiting_on(&self.state).is_empty())?;
        Some(talk.menu(&G::observe(&self.state, Observer::Spectator), seat))
    }

    /// Forgets all but the last actions and what was told of them, for a host that keeps them elsewhere and has many matches in
    /// memory. What can be undone stays so; a [record](Match::record) is no longer whole.
    pub fn forget(&mut self, keep: usize) {
        let count = self.actions.len().saturating_sub(keep.max(self.behind.len()));
        let Some((_, _, chain)) = count.checked_sub(1).and_then(|last| self.actions.get(last)) else {
            return;
        };
        self.origin = *chain;
        self.actions.drain(..count);
        self.forgotten += count;
        let told = self.log.partition_point(|told| told.version <= self.forgotten);
        self.log.drain(..told);
        self.behind.iter_mut().for_each(|behind| behind.log_len -= told);
    }

    /// The truth. Never leaves the process.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The generator as it stands: what comes next is a secret like the state.
    pub fn chance(&self) -> &Counted<Fair> {
        &self.chance
    }

    /// From now on draws the same as the other match.
    pub(crate) fn draw_like(&mut self, other: &Self) {
        self.chance = other.chance.clone();
    }

    /// The options it is played with.
    pub fn options(&self) -> &G::Options {
        &self.options
    }

    /// How many actions have been taken.
    pub fn version(&self) -> usize {
        self.forgotten + self.actions.len()
    }

    /// Who acted, and what they did.
    pub fn actions(&self) -> impl DoubleEndedIterator<Item = (Seat, G::Action)> + '_ {
        self.actions.iter().map(|&(seat, action, _)| (seat, action))
    }

    /// The hash over everything so far.
    pub fn chain(&self) -> Digest {
        self.chain
    }

    /// All that happened, with its audience.
    pub fn log(&self) -> &[Told<G::Event>] {
        &self.log
    }

    /// Who won, once it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        G::outcome(&self.state)
    }

    /// What an observer sees and, for a seat, may do.
    pub fn view(&self, observer: Observer) -> View {
        self.sketch(observer, &mut Known::nothing())
    }

    /// The same, but parts of the scene that a client knows may be blank.
    pub fn sketch(&self, observer: Observer, known: &mut Known) -> View {
        let observation = G::observe(&self.state, observer);
        let actions = observer.seat().map_or(&[][..], |seat| self.legal(seat));
        let waiting = G::waiting_on(&self.state);
        let described = G::describe(&observation, actions);
        known.begin();
        let scene = G::sketch(&observation, waiting, known);
        known.end();
        View {
            version: self.version(),
            waiting,
            interrupts: G::interrupts(&self.state),
            scene,
            options: actions
                .iter()
                .zip(described)
                .map(|(action, described)| Choice { code: action.code(), action: to_json(action), described })
                .collect(),
            may_undo: observer.seat().is_some_and(|seat| self.may_undo(seat)),
            menu: observer.seat().and_then(|seat| self.menu(seat)),
            proofs: self.proofs(&observation),
            outcome: self.outcome().as_ref().map(Standing::from),
            barred: observer
                .seat()
                .map_or(Vec::new(), |seat| game::barred::<G>(&self.state, seat, &observation, actions)),
            score_sheet: if waiting.is_empty() { self.score_sheet() } else { Vec::new() },
        }
    }

    /// Where everybody's points came from, in the order of their first points.
    fn score_sheet(&self) -> Vec<ScoreRow> {
        let mut rows: Vec<ScoreRow> = Vec::new();
        for (_, label, seat, points) in &self.gains {
            let at = rows.iter().position(|row| row.label == *label).unwrap_or_else(|| {
                rows.push(ScoreRow { label: label.clone(), points: vec![0; self.options.players()] });
                rows.len() - 1
            });
            if let Some(sum) = rows[at].points.get_mut(seat.index()) {
                *sum += points;
            }
        }
        rows
    }

    /// What an observer was told since a version, in words.
    pub fn story(&self, observer: Observer, since: usize) -> Vec<Line> {
        let first = self.log.partition_point(|told| told.version <= since);
        self.log[first..]
            .iter()
            .filter(|told| told.audience.includes(observer))
            .map(|told| Line {
                version: told.version,
                text: G::narrate(&told.event, observer),
                beat: G::beat(&told.event),
            })
            .filter(|line| !line.text.is_empty())
            .collect()
    }

    /// An action in the form that records of this match's version of the rules have.
    fn action_json(&self, action: G::Action) -> Value {
        let old = if self.rules < G::INFO.rules_version { G::old_json(action, self.rules) } else { None };
        old.unwrap_or_else(|| to_json(&action))
    }

    /// The record: reveals every secret of the game, so only for finished or abandoned games and for the host's own store.
    pub fn record(&self) -> Record {
        let links = talk::links(&self.origin, &self.said);
        let remark = |(spoken, link): (&Spoken, &Digest)| {
            let Spoken { after, speaker, code, reply_to, by, .. } = *spoken;
            let claim = G::talk().map_or(Value::Null, |grammar| grammar.json(code));
            Remark(after, speaker, claim, reply_to, by, link.short())
        };
        Record {
            format: match (self.named, self.said.is_empty()) {
                (false, _) => UNNAMED_FORMAT,
                (true, true) => FORMAT,
                (true, false) => TALK_FORMAT,
            },
            game: G::INFO.id.to_owned(),
            rules: self.rules,
            options: to_json(&self.options),
            position: self.position.clone(),
            seats: self.names.clone(),
            seed: (&self.seed).into(),
            actions: self
                .actions
                .iter()
                .map(|(seat, action, chain)| Entry(*seat, self.action_json(*action), chain.short()))
                .collect(),
            outcome: self.outcome().as_ref().map(Standing::from),
            digest: self.chain.to_string(),
            talk: self.said.iter().zip(&links).map(remark).collect(),
            talk_digest: links.last().map(Digest::to_string),
        }
    }
}

fn link<G: Game>(chain: &Digest, seat: Seat, action: G::Action, state: &G::State) -> Digest {
    Digest::of(
        "sanguis action, 1",
        &[&chain.0, &[seat.number() as u8], &action.code().to_le_bytes(), &Digest::of_value(state).0],
    )
}

/// What an observer gets of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct View {
    /// How many actions have been taken.
    pub version: usize,
    /// Who is waited on.
    pub waiting: SeatSet,
    /// Who may interrupt.
    pub interrupts: SeatSet,
    /// The table.
    pub scene: Scene,
    /// What the observing seat may do now.
    pub options: Vec<Choice>,
    /// May the observing seat take back its last action?
    pub may_undo: bool,
    /// Who won, once it is over.
    pub outcome: Option<Standing>,
    /// What the observing seat may say now, in a game that has talk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub menu: Option<Menu>,
    /// Which of the claims are proved or refuted by what the observer was shown; the others are open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proofs: Vec<Proof>,
    /// The elements of the scene that the observing seat might try and cannot use now, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<Barred>,
    /// Once it is over: where everybody's points came from, in games that count them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub score_sheet: Vec<ScoreRow>,
}

impl View {
    /// Everybody's points once it is over, the best first, and where they came from if there was more than one source.
    pub fn scores(&self) -> Vec<Text> {
        let Some(outcome) = &self.outcome else { return Vec::new() };
        let mut seats: Vec<Seat> = Seat::all(outcome.scores.len()).collect();
        seats.sort_by_key(|seat| std::cmp::Reverse(outcome.scores[seat.index()]));
        let sheet = Some(&self.score_sheet).filter(|sheet| sheet.len() > 1);
        let score = |seat: Seat| {
            let score = outcome.scores[seat.index()];
            let source = |row: &ScoreRow| {
                let points = row.points.get(seat.index()).filter(|points| **points != 0)?;
                Some(say!("{label}: {points}", label = row.label))
            };
            let sources = sheet.into_iter().flatten().filter_map(source);
            match sources.reduce(|first, next| say!("{first}, {next}")) {
                Some(sources) => say!("{seat}: {score} ({sources})"),
                None => say!("{seat}: {score}"),
            }
        };
        seats.into_iter().map(score).collect()
    }
}

/// A claim that the observer can tell to be true or false.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Proof {
    /// The number of the claim.
    pub number: u32,
    /// Is it true?
    pub truth: bool,
}

/// An option of a seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Choice {
    /// Its integer form.
    pub code: u32,
    /// Its readable form.
    pub action: Value,
    /// Its words, and the elements it touches.
    #[serde(flatten)]
    pub described: Described,
}

/// A sentence of the story.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Line {
    /// The action that caused it, counted from 1.
    pub version: usize,
    /// What happened, in words for the observer.
    pub text: Text,
    /// How it is staged.
    #[serde(default)]
    pub beat: Beat,
}
