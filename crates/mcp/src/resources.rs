//! What a model can read by an address, and prompts to begin with.

use serde_json::Value;
use table::{Record, rulebook};

use crate::look;
use crate::tools::{frame, rules_of, sentence};
use crate::{Api, checked};

/// An hour: rules change with the house.
const RULES: u64 = 3_600_000;

/// Reads a `sanguis://` address: a text, and for how many milliseconds a client may keep it. What may be kept is everybody's to know.
pub async fn read(api: &dyn Api, uri: &str) -> Result<(String, u64), String> {
    let path = uri.strip_prefix("sanguis://").unwrap_or_default();
    let parts: Vec<&str> = path.split('/').collect();
    match parts[..] {
        ["rules", game] => Ok((rules_of(api, game).await?, RULES)),
        ["rules", game, section] => {
            let found = rulebook::on_topic(&rules_of(api, game).await?, section);
            if found.is_empty() {
                Err("The rules have no such section.".to_owned())
            } else {
                Ok((found, RULES))
            }
        }
        ["table", id, "view"] => Ok((look::text(&frame(api, id, 0).await?, None), 0)),
        ["table", id, "story"] => Ok((look::story(&frame(api, id, 0).await?, Some(0)), 0)),
        ["table", id, "talk"] => Ok((look::talk(&frame(api, id, 0).await?.talk.items), 0)),
        ["record", id] => {
            let path = format!("/api/tables/{}/record", checked("table", id)?);
            let record = api.ask("GET", path, None).await.map_err(|problem| sentence(&problem))?;
            // As the house writes it, so that `sanguis verify` takes it.
            let record = Record::parse(&record.to_string()).map_err(|refusal| refusal.to_string())?;
            Ok((record.to_text(), 0))
        }
        _ => Err("There is nothing at this address.".to_owned()),
    }
}

/// The words of a prompt, or what is wrong with its arguments.
pub async fn prompt(
    api: &dyn Api,
    name: &str,
    argument: impl Fn(&str) -> Option<String>,
) -> Result<String, String> {
    let table = || argument("table").ok_or_else(|| "Name the table.".to_owned());
    match name {
        "play" => {
            let game = argument("game").ok_or_else(|| "Name the game.".to_owned())?;
            rules_of(api, &game).await?;
            Ok(format!(
                "Play a game of {game} to its end and try to win. First call rules with this game and read its sections. Then \
                 call sit with this game. Whenever you are asked, think about what you know and what the others may know, \
                 and call act with the revision and the code of an option. Go on until the game is over, then call review.",
                game = Value::from(game)
            ))
        }
        "explain-this-decision" => {
            let seen = look::text(&frame(api, &table()?, 0).await?, None);
            Ok(format!(
                "Explain what my options at this table mean and which one you would choose, from what my seat knows:\n\n{seen}"
            ))
        }
        "review-my-game" => {
            let table = table()?;
            frame(api, &table, 0).await?;
            Ok(format!(
                "Call review with the table {table} and tell me in a few sentences where the game was decided and what I could \
                 have done better."
            ))
        }
        _ => Err("There is no prompt of this name.".to_owned()),
    }
}
