//! The shelf: the only list of games. A sixth game is one line in [`every_game!`] and one dependency.

use bots::AnyBots;
use lab::AnyLab;
use table::{AnyGame, Erased, Name, Refusal, say};

/// Calls a macro with the list of all games, each as `path to its type => "its template scenario"`: for code that needs the
/// types and not the facade. Paths are absolute, so a caller imports nothing.
#[macro_export]
macro_rules! every_game {
    ($callback:ident) => {
        $callback! {
            $crate::blood_bound::BloodBound => "../../blood-bound/scenarios/template.toml",
            $crate::bloodlust::BloodLust => "../../bloodlust/scenarios/template.toml",
            $crate::bloodstones::Bloodstones => "../../bloodstones/scenarios/template.toml",
            $crate::bloodwood::Bloodwood => "../../bloodwood/scenarios/template.toml",
            $crate::kings_blood::KingsBlood => "../../kings-blood/scenarios/template.toml",
        }
    };
}

macro_rules! reexport {
    ($($shelf:tt::$package:ident::$game:ident => $template:literal,)*) => { pub use {$($package),*}; };
}

every_game!(reexport);

/// A game with everything that hosts, researchers and designers do with it.
pub struct GameEntry {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// Its bots.
    pub bots: &'static dyn AnyBots,
    /// Its statistics.
    pub lab: &'static dyn AnyLab,
    /// A commented scenario file to start from.
    pub template: &'static str,
}

macro_rules! entries {
    ($($game:ty => $template:literal,)*) => {
        &[$(GameEntry {
            game: &Erased::<$game>::new(),
            bots: &Erased::<$game>::new(),
            lab: &Erased::<$game>::new(),
            template: table::text_file!($template),
        }),*]
    };
}

/// All games, in the order of their names.
pub fn games() -> &'static [GameEntry] {
    static GAMES: &[GameEntry] = every_game!(entries);
    GAMES
}

/// The game with this id, or a refusal that lists the ids there are.
pub fn find(id: &str) -> Result<&'static GameEntry, Refusal> {
    games().iter().find(|entry| entry.game.info().id == id).ok_or_else(|| {
        let known: Vec<_> = games().iter().map(|entry| entry.game.info().id).collect();
        Refusal::malformed(say!(
            "There is no game \"{id}\"; there are: {known}.",
            id = Name(id),
            known = Name(known.join(", "))
        ))
    })
}
