//! What the others have said, and how much it weighs.
//!
//! Anybody can say anything, so a speaker is not taken to be honest, only to be *consistent*: in each world, true and false claims of
//! one speaker are weighed as draws from one habit of telling the truth that nobody knows beforehand, as often above one half
//! as below. One claim alone therefore says nothing. Several that fit together in a world speak for that world, and so do several
//! that are all false in it. What the game has shown about a speaker needs no extra step: worlds that contradict it are gone.
//! A speaker may also babble: then all that they say is as likely in any world as in another. A speaker who has said as many true things as
//! false ones in every world is therefore hardly heard.
//!
//! All talk together moves the odds of two worlds by 3 at most, and by 9 once speakers have made claims that the game has settled
//! since. Such bounds make listening safe: nobody gains much by always lying, always telling the truth or saying nothing.

use std::sync::LazyLock;

use table::chance::quick;
use table::instinct::{Instinct, exp};
use table::talk::{Class, Conversation, Grammar, IN_A_GAME, Reply, Spoken, Stance, Tag};
use table::{Code, MAX_SEATS, Observer, Seat};

/// The first claim of a speaker counts this much, an opinion a quarter of it. Later ones may count less ([`Instinct::LATER_CLAIMS`]).
const WHOLE: usize = 4;

/// How much more often a call to end the game is right than a lie, among those who know.
const CALLED: f32 = 0.3;

/// How many claims of a speaker must have been settled before the speaker counts for more.
const SETTLED: usize = 3;

/// By how much talk moves the odds of two worlds, as logarithms: of speakers of whom nothing is settled, and of all.
const STRANGERS: f32 = 1.098_612_3; // ln 3
const EVERYBODY: f32 = 2.197_224_6; // ln 9

/// If there are many lies to choose from, each is less likely. It counts as if there were two, whatever their number: more would let
/// a lone lie move much.
const MANY_LIES: f32 = -std::f32::consts::LN_2;

/// ln ½
const COIN: f32 = -std::f32::consts::LN_2;

/// The claims that still stand, ready to be weighed in many worlds.
pub(crate) struct Hearing {
    claims: Vec<Claim>,
    /// Speakers of whom something is settled.
    known: [bool; MAX_SEATS],
    /// See [`Instinct::BABBLERS`].
    babblers: f32,
}

/// ln Γ(2 + k / 4)
static GAMMA: LazyLock<Vec<f32>> = LazyLock::new(|| {
    let longest = 2 * WHOLE + WHOLE * usize::from(IN_A_GAME);
    let mut gamma = vec![0.0, 0.124_871_69, 0.284_682_87, 0.475_215_03];
    for k in WHOLE..=longest {
        gamma.push(gamma[k - WHOLE] + (1.0 + k as f32 / WHOLE as f32).ln());
    }
    gamma
});

/// Something that stands.
#[derive(Clone, Copy)]
struct Claim {
    /// Its place among all that was said.
    at: usize,
    speaker: Seat,
    /// How much it counts if the speaker knows.
    counts: usize,
    /// Is the speaker not expected to know?
    opinion: bool,
    call: bool,
    /// How likely a liar says just this lie: the logarithm.
    lie: f32,
}

/// How well a world fits the talk, as logarithms: of speakers with nothing settled, and of the others.
pub(crate) type Heard = [f32; 2];

impl Hearing {
    pub(crate) fn new() -> Hearing {
        Hearing { claims: Vec::new(), known: [false; MAX_SEATS], babblers: 0.0 }
    }

    /// Takes in what was said so far, except by the seat itself. Returns whether there is anything to weigh.
    pub(crate) fn take_in<G: Instinct>(&mut self, me: Seat, seen: &G::Observation, said: &[Spoken]) -> bool {
        self.claims.clear();
        self.babblers = G::BABBLERS;
        let Some(grammar) = G::talk() else { return false };
        let talk = Conversation { game: G::INFO.name, grammar, said, version: 0 };
        let stands = |spoken: &&(usize, &Spoken)| {
            let (_, spoken) = spoken;
            spoken.speaker != me && spoken.code != Reply::TakeBack.code()
        };
        let public = public::<G>(&G::sample(seen, &mut quick(0)));
        let mut sayable: [Option<Vec<Tag>>; MAX_SEATS] = [const { None }; MAX_SEATS];
        // How many other things a speaker could have said instead.
        let mut others = |speaker: Seat, tag: Tag| {
            let same = |other: &&Tag| (other.about, other.group) == (tag.about, tag.group);
            let tags = sayable[speaker.index()].get_or_insert_with(|| {
                let offers = grammar.sayable(&public, speaker).into_iter();
                offers.filter_map(|offer| grammar.tag(offer.claim, speaker)).collect()
            });
            tags.iter().filter(same).count().saturating_sub(1)
        };
        let gone: Vec<u32> = said.iter().filter_map(|spoken| spoken.replaces).collect();
        let mut settled = [0; MAX_SEATS];
        for (at, spoken) in said.iter().enumerate().filter(|one| stands(&one)) {
            let Some(tag) = talk.tag(spoken).filter(|tag| tag.class.states()) else { continue };
            let speaker = spoken.speaker;
            if grammar.settled(seen, said, at).is_some() {
                settled[speaker.index()] += 1;
            }
            if !gone.contains(&spoken.number) {
                let opinion = tag.class == Class::Opinion;
                let first = self.claims.iter().all(|claim| claim.speaker != speaker);
                let later = (WHOLE as f32 * G::LATER_CLAIMS) as usize;
                let counts = if first { WHOLE } else { later };
                let lie = if others(speaker, tag) > 1 { MANY_LIES } else { 0.0 };
                self.claims.push(Claim { at, speaker, counts, opinion, call: tag.call, lie });
            }
        }
        self.known = settled.map(|count| count >= SETTLED);
        !self.claims.is_empty()
    }

    /// How likely it is in this world that all this was said, against other worlds.
    pub(crate) fn weigh<O, S>(&self, grammar: &dyn Grammar<O, S>, world: &S, said: &[Spoken]) -> Heard {
        self.fit(|claim| grammar.judge(world, said, claim.at))
    }

    fn fit(&self, judge: impl Fn(&Claim) -> Stance) -> Heard {
        let (mut speakers, mut weight) = ([Habit::default(); MAX_SEATS], [0.0; 2]);
        for claim in &self.claims {
            let side = usize::from(self.known[claim.speaker.index()]);
            let habit = &mut speakers[claim.speaker.index()];
            match judge(claim) {
                // Few would call for the end against their own interest.
                Stance::Known(truth) if claim.call => {
                    weight[side] += if truth { 0.0 } else { CALLED.ln() };
                    continue;
                }
                Stance::Known(truth) => {
                    habit.count(truth, claim.counts);
                    // What does not count is a coin, so that worlds in which the speaker knows more are not favoured.
                    habit.coins += COIN * (1.0 - claim.counts as f32 / WHOLE as f32);
                    habit.coins += if truth { 0.0 } else { claim.lie };
                }
                Stance::Opinion(truth) if claim.opinion => {
                    habit.count(truth, 1);
                    habit.coins += 0.75 * COIN;
                }
                // Who cannot know tosses a coin.
                Stance::Opinion(_) => habit.coins += COIN,
                Stance::Moot => continue,
            }
            habit.babble += COIN;
        }
        for (habit, known) in speakers.into_iter().zip(self.known) {
            weight[usize::from(known)] += habit.weight(self.babblers);
        }
        weight
    }
}

/// What one speaker has said, as one world has it.
#[derive(Clone, Copy, Default)]
struct Habit {
    truths: usize,
    lies: usize,
    /// What was said by no habit of telling the truth: the logarithm of its chance.
    coins: f32,
    /// The chance of all of it if the speaker babbles: the same in all worlds in which it means anything.
    babble: f32,
}

impl Habit {
    fn count(&mut self, truth: bool, much: usize) {
        *(if truth { &mut self.truths } else { &mut self.lies }) += much;
    }

    /// The logarithm of the chance that all this was said, if this share of speakers babbles.
    fn weight(self, babblers: f32) -> f32 {
        let Habit { truths, lies, coins, babble } = self;
        let of = |k: usize| GAMMA.get(k).copied().unwrap_or(0.0);
        let consistent = coins + of(truths) + of(lies) - of(truths + lies + 2 * WHOLE) + of(2 * WHOLE);
        if babblers == 0.0 {
            return consistent;
        }
        let (one, other) = (consistent + (1.0 - babblers).ln(), babble + babblers.ln());
        one.max(other) + exp(-(one - other).abs()).ln_1p()
    }
}

/// Adds to the logarithms of worlds' weights what was heard in each, within the bounds.
pub(crate) fn add_bounded<S>(heard: &[Heard], worlds: &mut [(S, f32)]) {
    let most = |of: &mut dyn Iterator<Item = f32>| of.fold(f32::MIN, f32::max);
    let strangers = most(&mut heard.iter().map(|[strangers, _]| *strangers)) - STRANGERS;
    let all = |[of_strangers, others]: &Heard| of_strangers.max(strangers) + others;
    let least = most(&mut heard.iter().map(all)) - EVERYBODY;
    for ((_, weight), heard) in worlds.iter_mut().zip(heard) {
        *weight += all(heard).max(least);
    }
}

/// What everybody at the table sees, from what one seat sees.
pub(crate) fn public<G: Instinct>(world: &G::State) -> G::Observation {
    G::observe(world, Observer::Spectator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_gamma_is_right() {
        let gamma = &*GAMMA;
        // Γ(2) = 1, Γ(5) = 24, Γ(2.5) = 1.3293, Γ(42) = 41!
        for (k, truth) in [(0, 0.0), (12, 24f32.ln()), (2, 1.329_340_4f32.ln()), (160, 114.034_21)] {
            assert!((gamma[k] - truth).abs() < 1e-3 * (1.0 + truth), "{k}: {} for {truth}", gamma[k]);
        }
    }

    /// Claims of one speaker of whom nothing is settled, and how likely they are if they are judged so.
    fn likely(stances: &[Stance], counts: &[usize]) -> f32 {
        likely_among(0.0, stances, counts)
    }

    /// The same where this share of speakers babbles.
    fn likely_among(babblers: f32, stances: &[Stance], counts: &[usize]) -> f32 {
        let claim = |(at, &counts)| {
            let speaker = Seat::new(0);
            Claim { at, speaker, counts, opinion: false, call: false, lie: 0.0 }
        };
        let claims = counts.iter().enumerate().map(claim).collect();
        let hearing = Hearing { claims, known: [false; MAX_SEATS], babblers };
        hearing.fit(|claim| stances[claim.at])[0].exp()
    }

    /// Otherwise talk alone would speak for worlds in which its speaker knows much, or little.
    #[test]
    fn a_lone_claim_says_nothing() {
        for counts in [WHOLE, WHOLE / 2] {
            for stance in [Stance::Known(true), Stance::Known(false), Stance::Opinion(true)] {
                let likely = likely(&[stance], &[counts]);
                assert!((likely - 0.5).abs() < 0.02, "{counts}, {stance:?}: {likely}");
            }
        }
    }

    #[test]
    fn a_later_claim_profits_less_from_earlier_truths() {
        let trust = |later: usize| {
            let counts = [WHOLE, later, later];
            let after_two_truths =
                |third| likely(&[Stance::Known(true), Stance::Known(true), third], &counts);
            after_two_truths(Stance::Known(true)) / after_two_truths(Stance::Known(false))
        };
        assert!(trust(WHOLE) > 1.9 && trust(WHOLE / 2) < 1.4, "{} {}", trust(WHOLE), trust(WHOLE / 2));
    }

    #[test]
    fn babble_is_hardly_heard_and_consistent_talk_is() {
        let counts = [WHOLE; 12];
        let likely = |babblers: f32, truths: usize| {
            let stances: Vec<_> = (0..12).map(|at| Stance::Known(at < truths)).collect();
            likely_among(babblers, &stances, &counts)
        };
        let moved = |babblers: f32, truths: usize| likely(babblers, truths) / likely(babblers, 6);
        assert!(moved(0.0, 9) > 3.0 && moved(0.85, 9) < 1.25, "{} {}", moved(0.0, 9), moved(0.85, 9));
        assert!(moved(0.85, 12) > 9.0 && moved(0.85, 0) > 9.0, "{} {}", moved(0.85, 12), moved(0.85, 0));
        for stance in [Stance::Known(true), Stance::Known(false), Stance::Opinion(true)] {
            let lone = likely_among(0.85, &[stance], &[WHOLE]);
            assert!((lone - 0.5).abs() < 0.02, "a lone claim says nothing: {stance:?}, {lone}");
        }
    }

    #[test]
    fn talk_moves_the_odds_only_so_far() {
        let mut worlds = [((), 0.0); 4];
        add_bounded(&[[0.0, 0.0], [-9.0, 0.0], [-0.5, 0.0], [0.0, -9.0]], &mut worlds);
        let off = |at: usize| worlds[0].1 - worlds[at].1;
        assert!((off(1) - 3f32.ln()).abs() < 1e-5 && (off(2) - 0.5).abs() < 1e-5);
        assert!((off(3) - 9f32.ln()).abs() < 1e-5, "{worlds:?}");
    }
}
