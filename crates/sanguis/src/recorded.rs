//! Games of the arena as records.

use bots::Played;
use serde_json::Value;
use shelf::GameEntry;
use table::seed::Seed;
use table::{Move, Record};

use crate::Failure;

/// Plays a game of the arena again as a match: its record, with what was said.
pub(crate) fn recorded(
    entry: &'static GameEntry,
    options: &Value,
    deal: u64,
    names: &[&str],
    played: &Played,
) -> Result<Record, Failure> {
    let seats: Vec<String> =
        (1..).zip(&played.who).map(|(seat, &who)| format!("{} {seat}", names[who])).collect();
    let seed = Seed::from_number(deal, seats.len());
    let mut again = entry.game.start(options, None, seats, seed)?;
    let mut said = played.said.iter().peekable();
    for (version, &(seat, code)) in (1..).zip(&played.actions) {
        again.play(seat, &Move::Code(code))?;
        while let Some(it) = said.next_if(|spoken| spoken.after == version) {
            again.say(it.speaker, it.code, it.reply_to, it.by)?;
        }
    }
    Ok(again.record())
}
