//! Speakers that follow a script, to measure listeners and whether they can be misled. They are for arenas only: a whole side may know
//! what no player knows.

use std::fmt;
use std::str::FromStr;

use table::chance::Quick;
use table::instinct::Instinct;
use table::talk::{Assertion, By, Conversation, Offer, Stance};
use table::{Chance, Observer, Seat};

use crate::bot::Utterance;

/// Such a speaker says something after one action in this many.
const SELDOM: u32 = 6;

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
}

impl Script {
    /// All of them.
    pub const ALL: [Script; 6] =
        [Script::Truth, Script::Lie, Script::Babble, Script::Con, Script::Story, Script::Accuse];

    /// Its name in commands.
    pub const fn name(self) -> &'static str {
        ["truth", "lie", "babble", "con", "story", "accuse"][self as usize]
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
            Script::Babble | Script::Accuse => None,
        };
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
            let right = wanted.is_none_or(|truth| stance == Stance::Known(truth));
            let states = grammar.tag(*code, seat).is_some_and(|tag| tag.class.states());
            let open = self != Script::Story || grammar.proof(&public, said) != Some(false);
            let new = || talk.admit(&public, seat, *code, None, By::Bot);
            let meant = self != Script::Accuse || accuses(*code);
            states && right && open && meant && new().is_ok_and(|spoken| spoken.replaces.is_none())
        };
        let claims: Vec<u32> = sayable.filter(fits).collect();
        let code = (!claims.is_empty()).then(|| chance.pick(&claims))?;
        Some(Utterance { code, reply_to: None })
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Script {
    type Err = String;

    fn from_str(text: &str) -> Result<Script, String> {
        let found = Script::ALL.into_iter().find(|script| script.name() == text);
        found.ok_or_else(|| format!("There is no script \"{text}\"."))
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
