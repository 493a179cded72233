//! What was said in games between equal bots: a part of the lab's report, for games that have talk.

use bots::{Calibration, Onlooker};
use table::chronicle::{Account, Kind, Ledger, Step};
use table::instinct::Instinct;
use table::talk::{Class, Conversation, Reply, Spoken, Stance};
use table::{Code, Observer, Seat};

use crate::self_play_stats::{DeedStats, SelfPlayStats};

/// Beliefs are looked at once in this many actions.
const EVERY: usize = 12;

const AMOUNT: Account = Account::new(
    "talk-amount",
    Kind::Amounts,
    "Talk: how much",
    "Everything that was said counts, answers included.",
);
const SAID: Account = Account::new(
    "talk-said",
    Kind::Deeds,
    "Talk: what was said",
    "Facts are what a speaker may know, opinions what a speaker is not expected to know.",
);
const TRUTH: Account = Account::new(
    "talk-truth",
    Kind::Rates,
    "Talk: true and false",
    "Of all facts and opinions, judged at the end by what the speaker knew at the time.",
);
const SETTLED: Account = Account::new(
    "talk-settled",
    Kind::Rates,
    "Talk: contradictions",
    "Statements that go back on what the same seat had said; and statements that what lay open proved or refuted before the last action.",
);
const BELIEFS: Account = Account::new(
    "talk-beliefs",
    Kind::Amounts,
    "Talk: beliefs about teams",
    "The log-loss of what one seat believes about the teams of others, in thousandths: 693 for one half of everybody, 0 for certainty \
     that is right.",
);
const TURNED: Account = Account::new(
    "talk-turned",
    Kind::Rates,
    "Talk: what it turns",
    "The same deals were played without talk, once with the same lots and once with others: how often others win.",
);

/// What is counted of talk.
pub(crate) const ACCOUNTS: [Account; 6] = [AMOUNT, SAID, TRUTH, SETTLED, BELIEFS, TURNED];

const CLAIMS: &str = "claims of a seat";
const TRUE: &str = "true, and the speaker knows";
const LIE: &str = "false, and the speaker knows";
const UNKNOWN: &str = "the speaker cannot know";
const BACK: &str = "goes back on an earlier one";
const OPENED: &str = "settled before the end";
const CAUGHT: &str = "lies refuted before the end";
const SHOWN: &str = "from what was shown";
const CONDUCT: &str = "with conduct";
const HEARD: &str = "with conduct and talk";
const BY_TALK: &str = "by talk";
const BY_LOTS: &str = "by other lots alone";

/// What a game looks like to those who judge its talk.
pub(crate) struct TalkNotes<G: Instinct> {
    onlooker: Onlooker<G>,
    beliefs: Calibration,
    players: usize,
    /// What lay open before the last action.
    public: G::Observation,
}

impl<G: Instinct> TalkNotes<G> {
    /// At the start of a game. One seat's beliefs are looked at, a different one in each deal.
    pub(crate) fn new(deal: u64, players: usize, state: &G::State) -> Self {
        let mut onlooker = Onlooker::new(deal, Seat::new((deal % players as u64) as usize));
        onlooker.witness(state, 0, &[]);
        TalkNotes {
            onlooker,
            beliefs: Calibration::default(),
            players,
            public: G::observe(state, Observer::Spectator),
        }
    }

    /// An action has been taken.
    pub(crate) fn note(&mut self, step: &Step<'_, G>, version: usize, said: &[Spoken]) {
        self.public = G::observe(step.before, Observer::Spectator);
        self.onlooker.witness(step.after, version, step.told);
        if version.is_multiple_of(EVERY) {
            self.onlooker.look(step.after, self.players, said, &mut self.beliefs);
        }
    }

    /// The game is over.
    pub(crate) fn close(self, state: &G::State, said: &[Spoken], ledger: &mut Ledger) {
        let Some(grammar) = G::talk() else { return };
        let talk = Conversation { game: G::INFO.name, grammar, said, version: 0 };
        for seat in Seat::all(self.players) {
            let own = said.iter().filter(|spoken| spoken.speaker == seat);
            ledger.amount(AMOUNT, CLAIMS, own.count() as i64);
        }
        for (at, spoken) in said.iter().enumerate() {
            let Some(tag) = talk.tag(spoken) else { continue };
            ledger.deed(SAID, kind(spoken, tag.class), spoken.speaker);
            let stance = grammar.judge(state, said, at);
            if !tag.class.states() || stance == Stance::Moot {
                continue;
            }
            let lies = stance == Stance::Known(false);
            let settled = grammar.settled(&self.public, said, at);
            ledger.rate(TRUTH, TRUE, stance == Stance::Known(true));
            ledger.rate(TRUTH, LIE, lies);
            ledger.rate(TRUTH, UNKNOWN, matches!(stance, Stance::Opinion(_)));
            ledger.rate(SETTLED, BACK, spoken.replaces.is_some());
            ledger.rate(SETTLED, OPENED, settled.is_some());
            if lies {
                ledger.rate(SETTLED, CAUGHT, settled == Some(false));
            }
        }
        let Calibration { count, shown, conduct, talk, .. } = self.beliefs;
        if count > 0 {
            for (name, sum) in [(SHOWN, shown), (CONDUCT, conduct), (HEARD, talk)] {
                ledger.amount(BELIEFS, name, (1000.0 * sum / f64::from(count)).round() as i64);
            }
        }
    }
}

/// The same deal without talk had other winners, with the same lots and with others.
pub(crate) fn note_turned(ledger: &mut Ledger, by_talk: bool, by_lots: bool) {
    ledger.rate(TURNED, BY_TALK, by_talk);
    ledger.rate(TURNED, BY_LOTS, by_lots);
}

fn kind(spoken: &Spoken, class: Class) -> &'static str {
    match (Reply::from_code(spoken.code), class) {
        (Some(Reply::Agree), _) => "agrees",
        (Some(Reply::Deny), _) => "denies",
        (Some(Reply::TakeBack), _) => "takes back",
        (None, Class::Fact) => "states a fact",
        (None, Class::Opinion) => "gives an opinion",
        (None, Class::Intent) => "asks for something or promises it",
        (None, Class::Question) => "asks a question",
    }
}

/// The talk of a run in sentences; none where nobody could talk.
pub(crate) fn sentences(stats: &SelfPlayStats) -> Vec<String> {
    let rate = |account: Account, name: &str| stats.accounts.get(account.id)?.rates.get(name);
    let mean = |account: Account, name: &str| {
        Some(stats.accounts.get(account.id)?.amounts.get(name)?.mean.mean().value)
    };
    let mut told = Vec::new();
    if let Some(claims) = mean(AMOUNT, CLAIMS) {
        let kinds = stats.accounts.get(SAID.id).map(|sums| &sums.deeds);
        let often = |(name, deed): (&String, &DeedStats)| {
            format!("{name} {:.1}", deed.times.top as f64 / stats.games().max(1) as f64)
        };
        let kinds: Vec<String> = kinds.into_iter().flatten().map(often).collect();
        let kinds =
            if kinds.is_empty() { String::new() } else { format!(" Times in a game: {}.", kinds.join(", ")) };
        told.push(format!("A seat makes {claims:.1} claims in a game.{kinds}"));
    }
    if let (Some(known), Some(lies), Some(open)) = (rate(TRUTH, TRUE), rate(TRUTH, LIE), rate(TRUTH, UNKNOWN))
    {
        let [known, lies, open] = [known, lies, open].map(|it| 100.0 * it.value());
        let of = rate(TRUTH, TRUE).map_or(0, |it| it.bottom);
        told.push(format!(
            "Of {of} statements {known:.0} % are true, {lies:.0} % are lies, and {open:.0} % are about what the speaker cannot know."
        ));
    }
    if let (Some(back), Some(opened)) = (rate(SETTLED, BACK), rate(SETTLED, OPENED)) {
        let caught = rate(SETTLED, CAUGHT).map_or(String::new(), |it| {
            format!(" {:.0} % of the lies are refuted by then.", 100.0 * it.value())
        });
        told.push(format!(
            "{:.1} % go back on what the same seat has said; {:.0} % are settled by what lies open before the end.{caught}",
            100.0 * back.value(),
            100.0 * opened.value()
        ));
    }
    if let (Some(shown), Some(conduct), Some(heard)) =
        (mean(BELIEFS, SHOWN), mean(BELIEFS, CONDUCT), mean(BELIEFS, HEARD))
    {
        let [shown, conduct, heard] = [shown, conduct, heard].map(|loss| loss / 1000.0);
        told.push(format!(
            "Beliefs about teams have a log-loss of {shown:.3} from what was shown, {conduct:.3} with conduct, {heard:.3} with talk, too."
        ));
    }
    if let (Some(talk), Some(lots)) = (rate(TURNED, BY_TALK), rate(TURNED, BY_LOTS)) {
        let [talk, lots] =
            [talk, lots].map(|it| it.share()).map(|it| [it.value, it.low, it.high].map(|x| 100.0 * x));
        told.push(format!(
            "Talk changes who wins in {:.1} % of the games ({:.1} to {:.1}), other lots alone in {:.1} % ({:.1} to {:.1}).",
            talk[0], talk[1], talk[2], lots[0], lots[1], lots[2]
        ));
    }
    told
}
