//! What can be played, and how a table is set up from a request.

use bots::Level;
use serde_json::json;
use table::digest::Digest;
use table::{Refusal, Seat, say};
use wire::{ChairPlan, GameBox, LevelInfo, NewTable, QuickTable, Sitter};

use crate::{LogEvent, Seal, Who, invitation, token_hash, words};

/// The longest options of a new table, as JSON: enough for the largest possible map.
const OPTIONS: usize = 64 << 10;

/// All games, as boxes on the shelf.
pub fn boxes() -> Vec<GameBox> {
    let levels =
        || Level::FOR_PEOPLE.map(|level| LevelInfo { id: level.to_string(), help: level.about().to_owned() });
    let boxed = |entry: &shelf::GameEntry| GameBox {
        info: *entry.game.info(),
        knobs: entry.game.knobs().to_vec(),
        levels: levels().into(),
        talks: entry.game.claim_codes() > 0,
    };
    shelf::games().iter().map(boxed).collect()
}

/// The full request for a table against bots.
pub fn quick(wish: QuickTable) -> Result<NewTable, Refusal> {
    let info = shelf::find(&wish.game)?.game.info();
    let players = wish.players.map_or(info.usual_players, |players| players as usize);
    let level = wish.level.unwrap_or_else(|| Level::Normal.to_string());
    let mut chairs = vec![ChairPlan::Bot { level }; players.min(table::MAX_SEATS)];
    if let Some(first) = chairs.first_mut() {
        *first = ChairPlan::You;
    }
    let options = json!({ "players": players });
    Ok(NewTable { game: wish.game, options, chairs, start: !wish.wait, ..NewTable::default() })
}

/// The first entry of a requested table. `outside` finds a bot account by its id; `secret` is fresh randomness for the shuffle.
pub fn plan(
    id: &str,
    who: Who<'_>,
    origin: &str,
    wish: &NewTable,
    secret: [u8; 32],
    seal: &dyn Seal,
    outside: &dyn Fn(&str) -> Option<Sitter>,
) -> Result<LogEvent, Refusal> {
    let entry = shelf::find(&wish.game)?;
    let options = entry.game.options(&wish.options)?;
    if options.to_string().len() > OPTIONS {
        let most = OPTIONS >> 10;
        return Err(Refusal::malformed(say!("The options of a table have at most {most} KiB.")));
    }
    let players = options.get("players").and_then(|players| players.as_u64()).unwrap_or(0) as usize;
    if wish.chairs.len() > players {
        return Err(Refusal::malformed(say!("This table has {players} chairs.")));
    }
    let mut chairs = wish.chairs.clone();
    chairs.resize(players, ChairPlan::Open);
    match chairs.iter().filter(|chair| **chair == ChairPlan::You).count() {
        0 if !who.outside => {
            if let Some(first) = chairs.iter_mut().find(|chair| **chair == ChairPlan::Open) {
                *first = ChairPlan::You;
            }
        }
        0 | 1 => {}
        _ => return Err(Refusal::malformed(say!("You can sit on one chair only."))),
    }
    let (mut sitters, mut invites) = (Vec::new(), Vec::new());
    for (seat, chair) in Seat::all(players).zip(chairs) {
        let (sitter, invite) = match chair {
            ChairPlan::You => (who.sitter(), None),
            ChairPlan::Open => (Sitter::Open, None),
            ChairPlan::Invited => (Sitter::Invited, Some(token_hash(&invitation(seal, id, seat, 1)))),
            ChairPlan::Bot { level } => {
                let level = words::level(&level)?;
                let name = words::bot_name(seat).to_owned();
                (Sitter::Bot { level: level.name().to_owned(), name }, None)
            }
            ChairPlan::Outside { id } => {
                let none = || Refusal::malformed(say!("There is no bot account with this id."));
                (outside(&id).ok_or_else(none)?, None)
            }
        };
        sitters.push(sitter);
        invites.push(invite);
    }
    Ok(LogEvent::Created {
        game: wish.game.clone(),
        rules: entry.game.info().rules_version,
        options,
        position: None,
        host: who.id.to_owned(),
        sitters,
        invites,
        clock: wish.clock,
        timeout: wish.timeout,
        spectators: wish.spectators,
        talk: wish.talk,
        secret: Digest(secret).to_string(),
        origin: origin.to_owned(),
    })
}
