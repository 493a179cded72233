//! `sanguis verify`: verifies records.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ArgMatches;
use serde_json::json;
use table::{AnyMatch, Record};

use crate::{Failure, Outcome, files, output};

pub(crate) fn verify(args: &ArgMatches) -> Outcome {
    let json = args.get_flag("json");
    let mut wrong = 0;
    let mut report = Vec::new();
    for path in args.get_many::<PathBuf>("file").into_iter().flatten() {
        let result = prove(path);
        wrong += usize::from(result.is_err());
        match (json, result) {
            (true, Ok(game)) => report.push(json!({
                "file": path, "ok": true, "game": game.info().id, "actions": game.version(),
                "finished": game.outcome().is_some(), "digest": game.digest(),
            })),
            (true, Err(Failure(reason))) => {
                report.push(json!({ "file": path, "ok": false, "reason": reason }))
            }
            (false, Ok(game)) => {
                let state = if game.outcome().is_some() { "finished" } else { "unfinished" };
                output::line(&format!(
                    "{}: true. {}, {} seats, {} actions, {state}; the deal follows from the seed, and the secret fits its \
                     commitment.",
                    path.display(),
                    game.info().name,
                    game.players(),
                    game.version()
                ));
            }
            (false, Err(Failure(reason))) => eprintln!("error: {}: {reason}", path.display()),
        }
    }
    if json {
        output::json(&report);
    }
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

fn prove(path: &Path) -> Result<Box<dyn AnyMatch>, Failure> {
    let text = files::read(path)?;
    let record = Record::parse(&text)?;
    Ok(shelf::find(&record.game)?.game.verify(&text)?)
}
