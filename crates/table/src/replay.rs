//! Replays a record, and proves it.

use crate::game::Game;
use crate::options;
use crate::outcome::Standing;
use crate::play::Match;
use crate::record::{Entry, Record, Remark};
use crate::refusal::Refusal;
use crate::seat::Seat;
use crate::text::{Name, say};

impl Record {
    /// Sets the game up as this record says, before its first action.
    pub fn open<G: Game>(&self) -> Result<Match<G>, Refusal> {
        if self.game != G::INFO.id {
            return Err(Refusal::malformed(say!(
                "This is a record of {game}, not of {other}.",
                game = Name(&self.game),
                other = Name(G::INFO.id)
            )));
        }
        let options: G::Options = options::from_json(G::INFO.players(), &self.options)?;
        let seats = crate::Options::players(&options);
        if self.seats.len() != seats || self.seed.contributions.len() != seats {
            return Err(Refusal::malformed(say!(
                "The table has {seats} seats, but there are {names} names and {contributions} contributions.",
                names = self.seats.len(),
                contributions = self.seed.contributions.len()
            )));
        }
        let names = self.seats.clone();
        Match::start_by(self.rules, options, self.position.clone(), names, self.proves_names(), self.seed()?)
    }

    /// Reads the action of an entry, counted from 0.
    pub fn action<G: Game>(&self, index: usize) -> Result<(Seat, G::Action), Refusal> {
        let Entry(seat, value, _) = &self.actions[index];
        if self.rules < G::INFO.rules_version
            && let Some(action) = G::from_old_json(value, self.rules)
        {
            return Ok((*seat, action));
        }
        let action = serde_json::from_value(value.clone()).map_err(|error| {
            Refusal::malformed(say!(
                "Action {number} is not an action of this game: {why}.",
                number = index + 1,
                why = Name(error)
            ))
        })?;
        Ok((*seat, action))
    }

    /// Replays the first `count` actions, or says where the record goes wrong. A record of unknown rules is accepted as
    /// far as it still leads to its own checks.
    pub fn replay<G: Game>(&self, count: usize) -> Result<Match<G>, Refusal> {
        let rules = self.rules;
        self.follow(count).map_err(|refusal| {
            if (G::OLDEST_RULES..=G::INFO.rules_version).contains(&rules) {
                return refusal;
            }
            Refusal::malformed(say!(
                "This was played by version {rules} of the rules of {game}; this sanguis knows version {known}.",
                game = Name(G::INFO.name),
                known = G::INFO.rules_version
            ))
        })
    }

    fn follow<G: Game>(&self, count: usize) -> Result<Match<G>, Refusal> {
        let mut game = self.open::<G>()?;
        let mut talk = self.talk.iter().zip(1..).peekable();
        let count = count.min(self.actions.len());
        for index in 0..=count {
            while let Some((Remark(_, seat, claim, reply_to, by, _), number)) =
                talk.next_if(|(remark, _)| remark.0 <= index)
            {
                game.put_in(*seat, claim, *reply_to, *by).map_err(|refusal| {
                    Refusal::malformed(say!("Remark {number} cannot be read: {refusal}"))
                })?;
            }
            if index == count {
                break;
            }
            let (seat, action) = self.action::<G>(index)?;
            game.play(seat, action).map_err(|refusal| {
                Refusal::malformed(say!(
                    "Action {number} (of seat {seat}) is not possible there: {refusal}",
                    number = index + 1,
                    seat = seat.number()
                ))
            })?;
            let check = &self.actions[index].2;
            if game.chain().short() != *check {
                return Err(Refusal::malformed(say!(
                    "Action {number} does not fit its check {check}: this action, an earlier one, the names, the options or the seed was changed.",
                    number = index + 1,
                    check = Name(check)
                )));
            }
        }
        Ok(game)
    }
}

/// Re-deals and replays a record and checks everything it claims; returns the finished match.
pub fn verify<G: Game>(text: &str) -> Result<Match<G>, Refusal> {
    let record = Record::parse(text)?;
    let game = record.replay::<G>(record.actions.len())?;
    if game.chain().to_string() != record.digest {
        return Err(Refusal::malformed(say!(
            "The digest at the end is not the digest of this game: it was changed."
        )));
    }
    let outcome = game.outcome().as_ref().map(Standing::from);
    if outcome != record.outcome {
        return Err(Refusal::malformed(say!(
            "The outcome is not the one these actions lead to: it was changed."
        )));
    }
    // Written from the game itself, so that nothing the game does not know can hide in the file.
    let canonical = game.record().to_text();
    if canonical != text {
        let line = canonical.lines().zip(text.lines()).position(|(a, b)| a != b);
        let line = line.unwrap_or_else(|| canonical.lines().count().min(text.lines().count())) + 1;
        return Err(Refusal::malformed(say!(
            "Line {line} is not written as sanguis writes it: the file was edited, but not the game."
        )));
    }
    Ok(game)
}
