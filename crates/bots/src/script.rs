//! Speakers that follow a script, to measure listeners and whether they can be misled. They are for arenas only: a whole side may know
//! what no player knows.

use std::fmt;
use std::str::FromStr;

use table::chance::Quick;
use table::instinct::{Instinct, team};
use table::talk::{Assertion, By, Class, Conversation, Offer, Stance, Tag};
use table::{Chance, Observer, Seat};

use crate::bot::Utterance;

/// Such a speaker says something after one action in this many.
const SELDOM: u32 = 6;

/// How many actions the first part of a game has, for speakers with habits.
const EARLY: usize = 40;

/// What a speaker says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Script {
    /// What it knows to be true.
    Truth,
    /// What it knows to be false.
    Lie,
    /// Anything.
    Babble,
    /// Two truths, then lies.
    Con,
    /// What would be true in a world that the whole side has agreed upon.
    Story,
    /// That others are on the other side, true or not.
    Accuse,
    /// Truths and lies by a table: the search for the worst liar goes through these.
    Habits(Habits),
}

/// How often such a speaker tells the truth, in percent. It knows everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Habits(pub [u8; Habits::CELLS]);

impl Habits {
    /// Facts and opinions, of itself, of its own side and of the others, early and late in the game.
    pub const CELLS: usize = 2 * 3 * 2;

    /// The cell for a claim of this class about this seat.
    fn cell<G: Instinct>(state: &G::State, seat: Seat, tag: Tag, early: bool) -> usize {
        let about = tag.about.unwrap_or(seat);
        let whom = match team::<G>(state, about) == team::<G>(state, seat) {
            _ if about == seat => 0,
            true => 1,
            false => 2,
        };
        6 * usize::from(early) + 3 * usize::from(tag.class == Class::Opinion) + whom
    }
}

impl Script {
    /// All that have a name of their own.
    pub const ALL: [Script; 6] =
        [Script::Truth, Script::Lie, Script::Babble, Script::Con, Script::Story, Script::Accuse];

    /// Its name in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Script::Truth => "truth",
            Script::Lie => "lie",
            Script::Babble => "babble",
            Script::Con => "con",
            Script::Story => "story",
            Script::Accuse => "accuse",
            Script::Habits(_) => "habits",
        }
    }

    /// What a seat says now, if anything. `story` is the world that its side has agreed upon.
    pub(crate) fn speak<G: Instinct>(
        self,
        state: &G::State,
        talk: &Conversation<'_, G::Observation, G::State>,
        seat: Seat,
        story: &G::State,
        chance: &mut Quick,
    ) -> Option<Utterance> {
        if chance.below(SELDOM) > 0 {
            return None;
        }
        let grammar = talk.grammar;
        let public = G::observe(state, Observer::Spectator);
        let moment = grammar.moment(&public, seat);
        let mut told = state.clone();
        if self == Script::Story {
            G::with_roles_of(&mut told, story);
        }
        let spoken = talk.said.iter().filter(|spoken| spoken.speaker == seat).count();
        let wanted = match self {
            Script::Truth | Script::Story => Some(true),
            Script::Lie => Some(false),
            Script::Con => Some(spoken < 2),
            Script::Babble | Script::Accuse | Script::Habits(_) => None,
        };
        let habits = match self {
            Script::Habits(Habits(percent)) => {
                Some(percent.map(|percent| chance.below(100) < u32::from(percent)))
            }
            _ => None,
        };
        let early = talk.version < EARLY;
        let sayable = grammar.sayable(&public, seat).into_iter().map(|Offer { claim, .. }| claim);
        // What it is itself: the first thing of its own that it knows to be true.
        let own = sayable.clone().find_map(|claim| {
            let said = Assertion { claim, author: seat, speaker: seat, moment };
            let tag = grammar.tag(claim, seat).filter(|tag| tag.about == Some(seat))?;
            (grammar.stance(state, said) == Stance::Known(true)).then_some(tag)
        });
        let accuses = |code: u32| {
            let (Some(own), Some(tag)) = (own, grammar.tag(code, seat)) else { return false };
            tag.group == own.group && tag.icon != own.icon && tag.about != own.about
        };
        let fits = |code: &u32| {
            let said = Assertion { claim: *code, author: seat, speaker: seat, moment };
            let stance = grammar.stance(&told, said);
            let tag = grammar.tag(*code, seat).filter(|tag| tag.class.states());
            let right = match (habits, tag) {
                (Some(truthful), Some(tag)) => {
                    let truth = truthful[Habits::cell::<G>(state, seat, tag, early)];
                    stance == Stance::Known(truth) || stance == Stance::Opinion(truth)
                }
                _ => wanted.is_none_or(|truth| stance == Stance::Known(truth)),
            };
            let open = self != Script::Story || grammar.proof(&public, said) != Some(false);
            let new = || talk.admit(&public, seat, *code, None, By::Bot);
            let meant = self != Script::Accuse || accuses(*code);
            tag.is_some() && right && open && meant && new().is_ok_and(|spoken| spoken.replaces.is_none())
        };
        // The first that fits in any order: one of all that fit, without asking of each whether it may be said.
        let mut claims: Vec<u32> = sayable.collect();
        chance.shuffle(&mut claims);
        let code = claims.into_iter().find(fits)?;
        Some(Utterance { code, reply_to: None })
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Script::Habits(Habits(percent)) => percent.iter().try_for_each(|percent| write!(f, ":{percent}")),
            _ => Ok(()),
        }
    }
}

impl FromStr for Script {
    type Err = String;

    fn from_str(text: &str) -> Result<Script, String> {
        let unknown = || format!("There is no script \"{text}\".");
        if let Some(table) = text.strip_prefix("habits:") {
            let percent = table.split(':').map(|cell| cell.parse().ok().filter(|percent| *percent <= 100));
            let percent: Vec<u8> = percent.collect::<Option<_>>().ok_or_else(unknown)?;
            return Ok(Script::Habits(Habits(percent.try_into().map_err(|_| unknown())?)));
        }
        Script::ALL.into_iter().find(|script| script.name() == text).ok_or_else(unknown)
    }
}

/// How an entrant of an arena takes part in talk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Part {
    /// Does it ignore what it hears?
    pub deaf: bool,
    /// Does it say nothing?
    pub mute: bool,
    /// Does it follow a script?
    pub script: Option<Script>,
}

impl Part {
    /// Reads what follows the name of a bot: "+deaf+truth". "+talk" is for those who hear and speak for themselves.
    pub fn parse(text: &str) -> Result<Part, String> {
        let mut part = Part::default();
        for word in text.split('+').filter(|word| !word.is_empty()) {
            match word {
                "deaf" => part.deaf = true,
                "mute" => part.mute = true,
                "talk" => {}
                script => part.script = Some(script.parse()?),
            }
        }
        Ok(part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_read_as_they_are_written() {
        let habits = Script::Habits(Habits([0, 5, 10, 100, 50, 7, 1, 2, 3, 4, 99, 0]));
        for script in Script::ALL.into_iter().chain([habits]) {
            assert_eq!(script.to_string().parse(), Ok(script));
        }
        for wrong in ["shout", "habits", "habits:", "habits:1:2", "habits:101:0:0:0:0:0:0:0:0:0:0:0"] {
            assert!(wrong.parse::<Script>().is_err(), "{wrong}");
        }
    }
}
