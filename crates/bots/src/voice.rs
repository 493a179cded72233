//! What a bot says: answers, calls, requests, what it thinks of others, and what it knows.
//!
//! A bot speaks only when it is given the floor ([`crate::director`]), once at most, and unasked the more rarely the longer it has
//! talked. It answers, and it speaks up when it is attacked. A cunning bot weighs a statement, true or not, by what it would do to the
//! beliefs of everybody who hears it: what its own side learns counts for it, what the others learn counts against it. A plain one says
//! no more than it knows or believes.

use std::cell::OnceCell;
use std::marker::PhantomData;

use table::chance::{Quick, quick};
use table::instinct::{Instinct, exp};
use table::talk::{ASKS, Assertion, Attack, By, Class, Conversation, Offer, Reply, Spoken, Stance, Tag};
use table::{Chance, Code, Observer, Seat, SeatSet};

use crate::bot::{Floor, Utterance};
use crate::hearing::public;

/// What was said before this many actions is no longer answered.
const LATELY: usize = 2;
/// What somebody asked for within this many actions need not be said again.
const ECHO: usize = 12;
/// Not all begin to talk at once: unasked, a bot is silent for fewer actions than this.
const BEGIN: usize = 32;
/// How many rounds a bot is silent after the first thing it has said, if nobody asks: three times as many after the second,
/// six times after the third, and so on.
const PAUSE: usize = 6;
/// How many rounds after the first thing it has said a bot speaks up again under attack: growing likewise.
const QUIET: usize = 2;
/// How strong a wish must be before it is voiced.
const WISH: f32 = 0.3;
/// How sure a bot is of what it says of others.
const SURE: f32 = 0.85;
/// How much a cunning statement must be worth, and what a lie costs: sooner or later most are found out.
const WORTH: f32 = 0.0015;
const LIE: f32 = 0.005;
/// Between a truth and a lie it is not always the better one that is said: by how much they must differ.
const DOUBT: f32 = 0.004;
/// By how much more a bot must think it likely than everybody does.
const NEWS: f32 = 0.25;
/// How much better a side that knows everything does than one that knows nothing.
const KNOWLEDGE: f32 = 0.5;
/// A cunning bot thinks through this many statements, in this many worlds, with this many guesses of each listener.
const STATEMENTS: usize = 12;
const WORLDS: usize = 4;
const GUESSES: usize = 10;
/// How credulous a listener is assumed to be: as if they had heard this many truths and lies.
const TRUTHS: f32 = 3.0;
const LIES: f32 = 2.0;

/// How a bot speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manners {
    /// Not at all.
    Silent,
    /// Simply, and never a lie.
    Plain,
    /// What serves its side, true or not.
    Cunning,
}

/// What is said unasked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Request,
    Opinion,
    Question,
    Fact,
}

/// The voice of a bot.
pub(crate) struct Voice<G: Instinct> {
    chance: Quick,
    manners: Manners,
    /// It says nothing unasked before this version, and how often it has said something.
    next: usize,
    count: usize,
    /// When it last said something.
    spoke: Option<usize>,
    /// The kind of the last thing that it said unasked.
    last: Option<Kind>,
    game: PhantomData<fn() -> G>,
}

/// A bot that has the floor.
struct Speaker<'a, G: Instinct> {
    floor: &'a Floor<'a, G>,
    talk: Conversation<'a, G::Observation, G::State>,
    public: G::Observation,
    /// What everybody sees of this moment.
    moment: u32,
    /// Worlds that it holds possible.
    worlds: &'a [G::State],
    players: usize,
    /// Sampled once, when needed.
    listeners: OnceCell<Vec<Listener<G::State>>>,
}

impl<G: Instinct> Voice<G> {
    pub(crate) fn new(seed: u64, manners: Manners) -> Self {
        let mut chance = quick(seed ^ 0x7A1C);
        let next = chance.index(BEGIN);
        Voice { chance, manners, next, count: 0, spoke: None, last: None, game: PhantomData }
    }

    /// Is there anything to think about?
    pub(crate) fn has_something_to_say(&self, floor: &Floor<'_, G>) -> bool {
        let Some(grammar) = G::talk().filter(|_| self.manners != Manners::Silent) else { return false };
        let talk = Conversation { game: G::INFO.name, grammar, said: floor.said, version: floor.version };
        let attacked = || grammar.attack(floor.observation).is_some_and(|attack| attack.on == floor.seat);
        self.may_volunteer(floor.version)
            || addressed(&talk, floor.seat).next().is_some()
            || (attacked() && self.may_protest(floor.version, grammar.floor(floor.observation).len()))
    }

    /// Has it been silent for long enough?
    fn may_volunteer(&self, version: usize) -> bool {
        version >= self.next
    }

    /// If it is attacked, has it been silent for long enough to speak up?
    fn may_protest(&self, version: usize, players: usize) -> bool {
        self.spoke.is_none_or(|spoke| version >= spoke + QUIET * players * lull(self.count))
    }

    /// What it says, given worlds that it holds possible.
    pub(crate) fn speak(&mut self, floor: &Floor<'_, G>, worlds: &[G::State]) -> Option<Utterance> {
        let grammar = G::talk()?;
        let public = public::<G>(worlds.first()?);
        let players = grammar.floor(&public).len();
        let speaker = Speaker {
            floor,
            talk: Conversation { game: G::INFO.name, grammar, said: floor.said, version: floor.version },
            moment: grammar.moment(&public, floor.seat),
            public,
            worlds,
            players,
            listeners: OnceCell::new(),
        };
        if !grammar.floor(&speaker.public).contains(floor.seat) {
            return None;
        }
        let attack = grammar.attack(&speaker.public).filter(|attack| attack.on == floor.seat);
        let attack = attack.filter(|_| self.may_protest(floor.version, players));
        // Who is spoken to answers, or says nothing.
        let said = if addressed(&speaker.talk, floor.seat).next().is_some() {
            self.answer(&speaker)?
        } else if let Some(Attack { by, .. }) = attack {
            Utterance { code: self.protest(&speaker, by)?, reply_to: None }
        } else if self.may_volunteer(floor.version) {
            speaker.or_agree(self.volunteer(&speaker)?)
        } else {
            return None;
        };
        self.count += 1;
        self.next = floor.version + PAUSE * players * lull(self.count);
        self.spoke = Some(floor.version);
        speaker.may_say(said).then_some(said)
    }

    /// What it says to seats that spoke to it or about it.
    fn answer(&mut self, speaker: &Speaker<'_, G>) -> Option<Utterance> {
        for spoken in addressed(&speaker.talk, speaker.floor.seat) {
            let reply_to = Some(spoken.number);
            let tag = speaker.talk.tag(spoken)?;
            let answer = match tag.group.strip_prefix(ASKS) {
                Some(group) => {
                    let of_group = speaker.knows(|code| speaker.tag_is(*code, |tag| tag.group == group));
                    // "Which are you?" is about oneself, "what have you seen?" is not.
                    let me = Some(speaker.floor.seat);
                    let own = speaker
                        .knows(|code| speaker.tag_is(*code, |tag| tag.group == group && tag.about == me));
                    let (truths, lies) = if own.0.is_empty() { of_group } else { own };
                    self.true_or_not(speaker, &truths, &lies)
                }
                None => self.yes_or_no(speaker, spoken),
            };
            let answer = answer.map(|code| Utterance { code, reply_to });
            if let Some(answer) = answer.filter(|answer| speaker.may_say(*answer)) {
                return Some(answer);
            }
        }
        None
    }

    /// One of the true claims, or one of the others where that serves better.
    fn true_or_not(&mut self, speaker: &Speaker<'_, G>, truths: &[u32], lies: &[u32]) -> Option<u32> {
        let truth = (!truths.is_empty()).then(|| self.chance.pick(truths));
        if self.manners != Manners::Cunning || lies.is_empty() {
            return truth;
        }
        let lie = self.chance.pick(lies);
        // It knows, and its side would rather not have it known.
        let Some(truth) = truth else { return Some(lie) };
        let gains = speaker.gains(&[truth, lie], &mut self.chance);
        let temptation = 1.0 / (1.0 + exp((gains[0] + LIE - gains[1]) / DOUBT));
        let lies = (self.chance.below(1 << 16) as f32) < temptation * (1 << 16) as f32;
        Some(if lies { lie } else { truth })
    }

    /// Agrees to or denies what is said of it.
    fn yes_or_no(&mut self, speaker: &Speaker<'_, G>, spoken: &Spoken) -> Option<u32> {
        let said = Assertion {
            claim: spoken.code,
            author: spoken.speaker,
            speaker: speaker.floor.seat,
            moment: speaker.moment,
        };
        let lot = self.chance.below(4);
        match speaker.talk.grammar.stance(speaker.worlds.first()?, said) {
            Stance::Known(false) if lot > 0 => Some(Reply::Deny.code()),
            Stance::Known(true) if self.manners == Manners::Cunning && lot == 0 => Some(Reply::Deny.code()),
            Stance::Known(true) if self.manners == Manners::Plain && lot == 0 => Some(Reply::Agree.code()),
            _ => None,
        }
    }

    /// What it says when it is attacked: what it wants of the others for itself, what it wants done to the attacker, or what it is.
    fn protest(&mut self, speaker: &Speaker<'_, G>, by: Seat) -> Option<u32> {
        let me = Some(speaker.floor.seat);
        let call = self.request(speaker, WISH, |tag| tag.about == me);
        let own = |code: &u32| speaker.tag_is(*code, |tag| tag.about == me);
        call.or_else(|| match self.chance.below(2) {
            0 => self.fact(speaker, own),
            _ => self.request(speaker, 0.0, |tag| tag.about == Some(by)),
        })
    }

    /// What it says unasked.
    fn volunteer(&mut self, speaker: &Speaker<'_, G>) -> Option<u32> {
        let call = speaker.offers(|tag| tag.call).find(|offer| speaker.is_known(offer.claim) == Some(true));
        if let Some(call) = call {
            return Some(call.claim);
        }
        let mut kinds = [Kind::Request, Kind::Opinion, Kind::Question, Kind::Fact];
        kinds.rotate_left(self.chance.index(4));
        // Nobody says the same kind of thing again and again.
        kinds.sort_by_key(|kind| Some(*kind) == self.last);
        for kind in kinds {
            let said = match kind {
                Kind::Request => self.request(speaker, WISH, |_| true),
                Kind::Opinion => self.opinion(speaker),
                Kind::Question => self.question(speaker),
                Kind::Fact => self.fact(speaker, |_| true),
            };
            if said.is_some() {
                self.last = Some(kind);
                return said;
            }
        }
        None
    }

    /// What it wants most, from others or from itself, if it wants it more than this.
    fn request(&mut self, speaker: &Speaker<'_, G>, least: f32, fits: impl Fn(Tag) -> bool) -> Option<u32> {
        let (grammar, me) = (speaker.talk.grammar, speaker.floor.seat);
        let worlds = &speaker.worlds[..speaker.worlds.len().min(24)];
        let mut best = (least, None);
        for Offer { claim, .. } in speaker.offers(|tag| tag.class == Class::Intent && fits(tag)) {
            let wish: f32 = worlds.iter().map(|world| grammar.wish(world, me, claim)).sum();
            // Nobody wants exactly the same things.
            let wish = wish / worlds.len() as f32 + 0.001 * self.chance.below(64) as f32;
            let said = Utterance { code: claim, reply_to: None };
            if wish > best.0 && !speaker.was_said(claim) && speaker.may_say(said) {
                best = (wish, Some(claim));
            }
        }
        best.1
    }

    /// What it thinks of somebody, with a reason where there is one.
    fn opinion(&mut self, speaker: &Speaker<'_, G>) -> Option<u32> {
        let opinions =
            speaker.offers(|tag| tag.class == Class::Opinion && tag.about != Some(speaker.floor.seat));
        // What everybody thinks need not be said.
        let plain: Vec<G::State> = (0..24).map(|_| G::sample(&speaker.public, &mut self.chance)).collect();
        let is_news = |(chance, claim): &(f32, u32)| {
            *chance >= SURE && *chance - speaker.likelihood(*claim, &plain) >= NEWS && speaker.is_news(*claim)
        };
        let mut likely: Vec<(f32, u32)> = opinions
            .map(|offer| (speaker.likelihood(offer.claim, speaker.worlds), offer.claim))
            .filter(is_news)
            .collect();
        self.chance.shuffle(&mut likely);
        let reasoned = |claim: u32| speaker.tag_is(claim, |tag| tag.group == "together");
        likely.sort_by_key(|(_, claim)| !reasoned(*claim));
        likely.truncate(STATEMENTS);
        if self.manners == Manners::Plain {
            return likely.first().map(|(_, claim)| *claim);
        }
        let claims: Vec<u32> = likely.iter().map(|(_, claim)| *claim).collect();
        self.best(speaker, &claims, 0.0)
    }

    /// What it knows, or says that it knows.
    fn fact(&mut self, speaker: &Speaker<'_, G>, fits: impl Fn(&u32) -> bool) -> Option<u32> {
        let (mut truths, mut lies) = speaker.knows(|code| fits(code) && speaker.is_news(*code));
        truths.extend(speaker.lists().into_iter().filter(&fits));
        self.chance.shuffle(&mut truths);
        if self.manners == Manners::Plain {
            return truths.first().copied();
        }
        self.chance.shuffle(&mut lies);
        truths.truncate(STATEMENTS / 2);
        lies.truncate(STATEMENTS - truths.len());
        let honest = truths.len();
        truths.extend(lies);
        self.best(speaker, &truths, 0.0).filter(|best| {
            let at = truths.iter().position(|claim| claim == best);
            at.is_some_and(|at| at < honest) || self.chance.below(2) == 0
        })
    }

    /// The statement that serves best, if any does.
    fn best(&mut self, speaker: &Speaker<'_, G>, claims: &[u32], least: f32) -> Option<u32> {
        let gains = speaker.gains(claims, &mut self.chance);
        let worth = |(claim, gain): (&u32, &f32)| {
            let lie = speaker.is_known(*claim) == Some(false);
            (*claim, if lie { gain - LIE } else { *gain })
        };
        let best = claims.iter().zip(&gains).map(worth).max_by(|a, b| a.1.total_cmp(&b.1))?;
        (best.1 > least + WORTH).then_some(best.0)
    }

    /// Asks somebody something that nobody has asked yet, and that they have not said.
    fn question(&mut self, speaker: &Speaker<'_, G>) -> Option<u32> {
        let told = |seat: Option<Seat>, group: &str| {
            let own = speaker.floor.said.iter().filter(|spoken| Some(spoken.speaker) == seat);
            let group = group.strip_prefix(ASKS);
            own.filter_map(|spoken| speaker.talk.tag(spoken)).any(|tag| Some(tag.group) == group)
        };
        let asked = |code: u32| {
            speaker.floor.said.iter().any(|spoken| spoken.code == code)
                || speaker.tag_is(code, |tag| told(tag.about, tag.group))
        };
        let open = |seat: Seat| {
            let claims = speaker.offers(move |tag| tag.class == Class::Opinion && tag.about == Some(seat));
            let chance = claims.map(|offer| speaker.likelihood(offer.claim, speaker.worlds));
            chance.into_iter().any(|chance| (0.2..0.8).contains(&chance))
        };
        let questions = speaker.offers(|tag| tag.class == Class::Question && tag.about.is_some_and(open));
        let questions: Vec<u32> = questions.map(|offer| offer.claim).filter(|code| !asked(*code)).collect();
        (!questions.is_empty()).then(|| self.chance.pick(&questions))
    }
}

/// How a pause grows with what was said before: 1, 3, 6, 10 and so on. A short game hardly notices, a long one does not drown in talk.
fn lull(count: usize) -> usize {
    count * (count + 1) / 2
}

/// What was lately said to a seat or about it, and is not answered yet: the last first.
fn addressed<'a, O, S>(talk: &Conversation<'a, O, S>, me: Seat) -> impl Iterator<Item = &'a Spoken> {
    let (said, grammar, version) = (talk.said, talk.grammar, talk.version);
    let lately = said.iter().rev().take_while(move |spoken| spoken.after + LATELY >= version);
    lately.filter(move |spoken| {
        let about = grammar.tag(spoken.code, spoken.speaker).and_then(|tag| tag.about);
        let answered = |other: &Spoken| other.speaker == me && other.reply_to == Some(spoken.number);
        spoken.speaker != me && about == Some(me) && !said.iter().any(answered)
    })
}

impl<G: Instinct> Speaker<'_, G> {
    fn offers(&self, fits: impl Fn(Tag) -> bool) -> impl Iterator<Item = Offer<u32>> {
        let me = self.floor.seat;
        let offers = self.talk.grammar.sayable(&self.public, me).into_iter();
        let tag = |claim: u32| self.talk.grammar.tag(claim, me);
        offers.filter(move |offer| tag(offer.claim).is_some_and(&fits)).collect::<Vec<_>>().into_iter()
    }

    fn tag_is(&self, code: u32, fits: impl Fn(Tag) -> bool) -> bool {
        self.talk.grammar.tag(code, self.floor.seat).is_some_and(fits)
    }

    fn own(&self, claim: u32) -> Assertion<u32> {
        let me = self.floor.seat;
        Assertion { claim, author: me, speaker: me, moment: self.moment }
    }

    /// Is it true, if the speaker knows it? Any world tells: what a seat knows is so in all that it holds possible.
    fn is_known(&self, claim: u32) -> Option<bool> {
        match self.talk.grammar.stance(self.worlds.first()?, self.own(claim)) {
            Stance::Known(truth) => Some(truth),
            _ => None,
        }
    }

    /// How likely it is true, by these worlds.
    fn likelihood(&self, claim: u32, worlds: &[G::State]) -> f32 {
        let said = self.own(claim);
        let truth = |world: &&G::State| {
            matches!(self.talk.grammar.stance(world, said), Stance::Known(true) | Stance::Opinion(true))
        };
        worlds.iter().filter(truth).count() as f32 / worlds.len().max(1) as f32
    }

    /// Is it neither obvious to everybody nor something that the speaker has already said?
    fn is_news(&self, claim: u32) -> bool {
        let open = self.talk.grammar.proof(&self.public, self.own(claim)).is_none();
        let meaning = |tag: Tag| (tag.about, tag.icon);
        let mine = self.talk.grammar.tag(claim, self.floor.seat).map(meaning);
        let own = self.floor.said.iter().filter(|spoken| spoken.speaker == self.floor.seat);
        let said = own.filter_map(|spoken| self.talk.tag(spoken)).any(|tag| Some(meaning(tag)) == mine);
        open && !said && self.may_say(self.or_agree(claim))
    }

    /// A claim, or agreement with somebody who has made it before.
    fn or_agree(&self, code: u32) -> Utterance {
        let same = |spoken: &&Spoken| spoken.code == code && spoken.speaker != self.floor.seat;
        let states = self.tag_is(code, |tag| {
            tag.class.states() && tag.about.is_some_and(|about| about != self.floor.seat)
        });
        let before = self.floor.said.iter().rev().find(same).filter(|_| states);
        match before {
            Some(spoken) => Utterance { code: Reply::Agree.code(), reply_to: Some(spoken.number) },
            None => Utterance { code, reply_to: None },
        }
    }

    /// The claims that it knows to be true, and those that it knows to be false. Sets of seats are left out.
    fn knows(&self, fits: impl Fn(&u32) -> bool) -> (Vec<u32>, Vec<u32>) {
        let states = self.offers(|tag| tag.class.states() && tag.set.is_none());
        let known = states.map(|offer| offer.claim).filter(fits);
        let known = known.filter_map(|claim| Some((claim, self.is_known(claim)?)));
        let known = known.filter(|(claim, truth)| !truth || !self.harms(*claim));
        let (truths, lies): (Vec<_>, Vec<_>) = known.partition(|(_, truth)| *truth);
        let claims = |list: Vec<(u32, bool)>| list.into_iter().map(|(claim, _)| claim).collect();
        (claims(truths), claims(lies))
    }

    /// Would its side rather keep it hidden?
    fn harms(&self, claim: u32) -> bool {
        let worlds = &self.worlds[..self.worlds.len().min(16)];
        let wish = |world: &G::State| self.talk.grammar.wish(world, self.floor.seat, claim);
        worlds.iter().map(wish).sum::<f32>() < -0.5 * worlds.len() as f32
    }

    /// The sets of seats that it knows to be the right ones.
    fn lists(&self) -> Vec<u32> {
        let set = |claim: u32| self.talk.grammar.tag(claim, self.floor.seat).and_then(|tag| tag.set);
        let lists = self.offers(|tag| tag.set.is_some() && !tag.call && tag.class.states());
        let right = |Offer { claim, among }: Offer<u32>| {
            let empty = claim - u32::from(set(claim)?.bits());
            let sets = (1..=among.bits()).filter(|bits| SeatSet::from_bits(*bits).minus(among).is_empty());
            sets.map(|bits| empty + u32::from(bits)).find(|code| self.is_known(*code) == Some(true))
        };
        lists.filter_map(right).filter(|code| self.is_news(*code)).collect()
    }

    /// May it be said without contradicting an earlier claim?
    fn may_say(&self, said: Utterance) -> bool {
        let admitted = self.talk.admit(&self.public, self.floor.seat, said.code, said.reply_to, By::Bot);
        let states = |spoken: &Spoken| self.talk.tag(spoken).is_some_and(|tag| tag.class.states());
        admitted.is_ok_and(|spoken| !states(&spoken) || spoken.replaces.is_none())
    }

    /// Has the speaker asked for this before, or another lately?
    fn was_said(&self, code: u32) -> bool {
        let lately = |spoken: &Spoken| spoken.after + ECHO >= self.floor.version;
        let same = self.floor.said.iter().filter(|spoken| spoken.code == code);
        same.into_iter().any(|spoken| spoken.speaker == self.floor.seat || lately(spoken))
    }

    /// What statements would gain: how much better its own side would guess who belongs together, less how much the others
    /// would, as shares of winning.
    fn gains(&self, claims: &[u32], chance: &mut Quick) -> Vec<f32> {
        let listeners = self.listeners.get_or_init(|| self.imagine(chance));
        let mut gains = vec![0.0; claims.len()];
        let mut after = vec![[0.0; 2]; claims.len()];
        for Listener { share, guesses } in listeners {
            let mut now = [0.0; 2];
            after.fill([0.0; 2]);
            for Guess { world, right, weight, habit } in guesses {
                now = [now[0] + weight, now[1] + weight * right];
                for (sum, claim) in after.iter_mut().zip(claims) {
                    let stance = self.talk.grammar.stance(world, self.own(*claim));
                    let weight = weight * habit.clone().hear(stance);
                    *sum = [sum[0] + weight, sum[1] + weight * right];
                }
            }
            for (gain, sum) in gains.iter_mut().zip(&after) {
                *gain += share * (sum[1] / sum[0].max(f32::MIN_POSITIVE) - now[1] / now[0]);
            }
        }
        gains
    }

    /// Everybody else in a few worlds, with what they may think there.
    fn imagine(&self, chance: &mut Quick) -> Vec<Listener<G::State>> {
        let me = self.floor.seat;
        let mut names = Vec::new();
        let worlds = &self.worlds[..self.worlds.len().min(WORLDS)];
        let said = self.floor.said;
        let before: Vec<usize> =
            said.iter().enumerate().filter(|(_, spoken)| spoken.speaker == me).map(|(at, _)| at).collect();
        let mut listeners = Vec::new();
        for world in worlds {
            let truth = teams::<G>(world, self.players, &mut names);
            let mates = truth.iter().filter(|team| **team == truth[me.index()]).count() as f32;
            for listener in Seat::all(self.players).filter(|seat| *seat != me) {
                let seen = G::observe(world, Observer::Seat(listener));
                let mut guess = || {
                    let world = G::sample(&seen, chance);
                    let guessed = teams::<G>(&world, self.players, &mut names);
                    let right = guessed.iter().zip(&truth).filter(|(one, other)| one == other).count() as f32;
                    let (mut habit, mut weight) = (Habit::default(), 1.0);
                    for &at in &before {
                        weight *= habit.hear(self.talk.grammar.judge(&world, said, at));
                    }
                    Guess { world, right, weight, habit }
                };
                let guesses = (0..GUESSES).map(|_| guess()).collect();
                let side = if truth[listener.index()] == truth[me.index()] {
                    1.0 / mates
                } else {
                    -1.0 / (self.players as f32 - mates).max(1.0)
                };
                let share = KNOWLEDGE * side / (worlds.len() * self.players) as f32;
                listeners.push(Listener { share, guesses });
            }
        }
        listeners
    }
}

/// Somebody who would hear a statement.
struct Listener<S> {
    /// What it is worth, as a share of winning, if they know one more seat: negative for the others.
    share: f32,
    guesses: Vec<Guess<S>>,
}

/// A world that a listener holds possible.
struct Guess<S> {
    world: S,
    /// How many seats are on the right side in it.
    right: f32,
    /// How likely it is, by what the speaker said before.
    weight: f32,
    habit: Habit,
}

/// How a listener takes a speaker, in one world.
#[derive(Clone)]
struct Habit {
    truths: f32,
    lies: f32,
}

impl Default for Habit {
    fn default() -> Self {
        Habit { truths: TRUTHS, lies: LIES }
    }
}

impl Habit {
    /// How likely it is that this is said.
    fn hear(&mut self, stance: Stance) -> f32 {
        let honest = self.truths / (self.truths + self.lies);
        let (truth, much) = match stance {
            Stance::Known(truth) => (truth, 1.0),
            Stance::Opinion(truth) => (truth, 0.25),
            Stance::Moot => return 1.0,
        };
        let share = if truth { honest } else { 1.0 - honest };
        *(if truth { &mut self.truths } else { &mut self.lies }) += much;
        if much < 1.0 { 0.5 * (2.0 * share).powf(much) } else { share }
    }
}

/// By seat, a number for its team.
fn teams<G: Instinct>(world: &G::State, players: usize, names: &mut Vec<String>) -> Vec<u8> {
    let mut number = |team: String| {
        let known = names.iter().position(|name| *name == team);
        known.unwrap_or_else(|| {
            names.push(team);
            names.len() - 1
        })
    };
    let team = |seat: Seat| {
        let labels = G::labels(world, seat).into_iter();
        let team = labels.filter(|(kind, _)| Some(*kind) == G::TEAMS).map(|(_, team)| team).next();
        number(team.unwrap_or_default()) as u8
    };
    Seat::all(players).map(team).collect()
}
