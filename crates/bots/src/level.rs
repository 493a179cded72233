//! How well a bot plays.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use table::{Code, Name, Refusal, say};

/// How a bot plays: the ladder that the arena measures, and the levels that people choose from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Code, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Anything legal.
    Random,
    /// The game's instinct at its best.
    Greedy,
    /// The reflex of a trained network; plays as `deep` at tables without one.
    Net,
    /// Looks ahead.
    Search,
    /// Looks ahead, in worlds that fit what the others have done.
    Deep,
    /// For people: instinct, with variety.
    Easy,
    /// For people: looks ahead a little, with variety.
    Normal,
    /// For people: as good as it gets.
    Hard,
}

impl Level {
    /// The ladder, weakest first.
    pub const LADDER: [Level; 5] = [Level::Random, Level::Greedy, Level::Net, Level::Search, Level::Deep];

    /// What a person can choose to play against, weakest first.
    pub const FOR_PEOPLE: [Level; 3] = [Level::Easy, Level::Normal, Level::Hard];

    /// Its name in commands and files.
    pub const fn name(self) -> &'static str {
        LEVELS[self.index()].0
    }

    /// A sentence for a lobby.
    pub const fn about(self) -> &'static str {
        LEVELS[self.index()].1
    }

    /// How long it may think about one decision by default. Zero for levels that do not search; `net` needs it only where it searches instead.
    pub const fn budget(self) -> Duration {
        Duration::from_millis(match self {
            Level::Random | Level::Greedy | Level::Easy => 0,
            Level::Normal => 150,
            Level::Search => 300,
            Level::Net | Level::Deep | Level::Hard => 1000,
        })
    }
}

/// By level: its name, and a sentence about it.
const LEVELS: [(&str, &str); 8] = [
    ("random", "Does anything that is allowed."),
    ("greedy", "Follows its instinct and never thinks ahead."),
    (
        "net",
        "Has trained on thousands of games and acts at once; at a table it has not trained for, it thinks as hard does.",
    ),
    ("search", "Imagines what may be hidden and looks ahead."),
    ("deep", "Draws conclusions from what everybody does, and looks ahead."),
    ("easy", "Plays by feel and not always the same: good to learn the game with."),
    ("normal", "Thinks a little before it acts, and makes the odd mistake."),
    ("hard", "Watches what everybody does and thinks for a second: the best we have."),
];

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Level, Refusal> {
        Level::ALL.into_iter().find(|level| level.name() == text).ok_or_else(|| {
            let known: Vec<_> = Level::ALL.iter().map(|level| level.name()).collect();
            let (text, known) = (Name(text), Name(known.join(", ")));
            Refusal::malformed(say!("There is no bot \"{text}\"; there are: {known}."))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_names_and_words() {
        for level in Level::ALL {
            assert_eq!(level.name().parse(), Ok(level));
            assert!(level.about().ends_with('.'));
        }
        assert!("genius".parse::<Level>().unwrap_err().reason.contains("greedy"));
        assert!(Level::LADDER.iter().chain(&Level::FOR_PEOPLE).all(|level| Level::ALL.contains(level)));
    }
}
