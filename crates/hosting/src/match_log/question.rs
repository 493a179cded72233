//! What each seat is asked, and since when: this tells a stale answer from one that still holds.

use table::{AnyMatch, Refusal, Refused, Seat, say};

/// What a seat is asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Question {
    /// Does the game wait for this seat?
    pub(crate) waited: bool,
    /// The revision since which it is asked this.
    pub(crate) asked_at: u32,
    /// The time of that revision.
    pub(crate) since: u64,
    /// The codes it may answer with, each with the revision that first offered it.
    offers: Vec<(u32, u32)>,
}

impl Question {
    /// The codes it may be answered with.
    pub(crate) fn codes(&self) -> impl Iterator<Item = u32> {
        self.offers.iter().map(|(code, _)| *code)
    }

    /// May an answer to a revision still be taken? Whether it is legal is for the game to say.
    pub(crate) fn still_holds(&self, revision: u32, code: u32, moved: u32) -> Result<(), Refusal> {
        let since = match self.waited {
            true => self.asked_at,
            // Others move while a seat may interrupt: its answer holds as long as the option has been there.
            false => {
                self.offers.iter().find(|(offered, _)| *offered == code).map_or(moved, |(_, since)| *since)
            }
        };
        if revision >= since { Ok(()) } else { Err(stale()) }
    }
}

/// The refusal of an answer that comes too late.
pub(crate) fn stale() -> Refusal {
    Refusal::new(Refused::Stale, say!("The table has moved on: look again before you decide."))
}

/// Updates the questions after an action. A seat that decides at the same time as the seat that acted, and has the same options
/// as before, is still asked the same question.
pub(crate) fn ask(
    questions: &mut [Question],
    game: &dyn AnyMatch,
    actor: Option<Seat>,
    revision: u32,
    now: u64,
) {
    let (waiting, interrupts) = (game.waiting_on(), game.interrupts());
    let together = actor.is_some_and(|seat| {
        waiting.contains(seat) || questions.get(seat.index()).is_some_and(|question| question.waited)
    });
    for (seat, question) in Seat::all(questions.len()).zip(questions) {
        let waited = waiting.contains(seat);
        let codes = if waited || interrupts.contains(seat) { game.codes(seat) } else { Vec::new() };
        let same = codes.iter().eq(question.offers.iter().map(|(code, _)| code));
        if same && waited && question.waited && together && actor != Some(seat) {
            continue;
        }
        let passing = !waited && !question.waited;
        if passing && same {
            continue;
        }
        let since = |code: u32| match passing {
            true => {
                question.offers.iter().find(|(old, _)| *old == code).map_or(revision, |(_, since)| *since)
            }
            false => revision,
        };
        question.offers = codes.into_iter().map(|code| (code, since(code))).collect();
        question.waited = waited;
        question.asked_at = revision;
        question.since = now;
    }
}
