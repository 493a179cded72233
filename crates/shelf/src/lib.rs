//! The shelf: the only list of games. A sixth game is one line in [`every_game!`] and one dependency.

use bots::AnyBots;
use lab::AnyLab;
use table::{AnyGame, Erased, Refusal};

/// Calls a macro with the list of all games, each as `Type => "its template scenario"`: for code that needs the types
/// themselves and not the facade.
#[macro_export]
macro_rules! every_game {
    ($callback:ident) => {
        $callback! {
            blood_bound::BloodBound => "../../blood-bound/scenarios/template.toml",
            bloodlust::BloodLust => "../../bloodlust/scenarios/template.toml",
            bloodstones::Bloodstones => "../../bloodstones/scenarios/template.toml",
            bloodwood::Bloodwood => "../../bloodwood/scenarios/template.toml",
            kings_blood::KingsBlood => "../../kings-blood/scenarios/template.toml",
        }
    };
}

pub use {blood_bound, bloodlust, bloodstones, bloodwood, kings_blood};

/// A box on the shelf.
pub struct GameEntry {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// Its bots.
    pub bots: &'static dyn AnyBots,
    /// Its figures.
    pub lab: &'static dyn AnyLab,
    /// A commented scenario file to start from.
    pub template: &'static str,
}

macro_rules! boxes {
    ($($game:ty => $template:literal,)*) => {
        &[$(GameEntry {
            game: &Erased::<$game>::new(),
            bots: &Erased::<$game>::new(),
            lab: &Erased::<$game>::new(),
            template: include_str!($template),
        }),*]
    };
}

/// All games, in the order of their names.
pub fn games() -> &'static [GameEntry] {
    static GAMES: &[GameEntry] = every_game!(boxes);
    GAMES
}

/// The game with this id, or a sentence that says which there are.
pub fn find(id: &str) -> Result<&'static GameEntry, Refusal> {
    games().iter().find(|entry| entry.game.info().id == id).ok_or_else(|| {
        let known: Vec<_> = games().iter().map(|entry| entry.game.info().id).collect();
        Refusal::malformed(format!("There is no game \"{id}\"; there are: {}.", known.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_distinct_and_sorted() {
        let ids: Vec<_> = games().iter().map(|entry| entry.game.info().id).collect();
        let mut sorted = ids.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(ids, sorted);
    }

    #[test]
    fn an_unknown_game_is_refused_with_the_list() {
        let refusal = find("chess").map(|_| ()).unwrap_err();
        assert!(refusal.reason.contains("bloodlust"), "{refusal}");
    }
}
