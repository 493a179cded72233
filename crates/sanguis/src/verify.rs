//! `sanguis verify` and `sanguis scenario check`: checks of files.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ArgMatches;
use serde_json::{Value, json};
use table::Record;

use crate::{Failure, Outcome, files, output};

/// Checks the files of a command and reports on each: a sentence, or an object of a JSON list. Exit code 2 if one fails.
pub(crate) fn each_file(
    args: &ArgMatches,
    check: impl Fn(&Path) -> Result<(String, Value), Failure>,
) -> Outcome {
    let json = args.get_flag("json");
    let (mut all_hold, mut report) = (true, Vec::new());
    for path in args.get_many::<PathBuf>("file").into_iter().flatten() {
        let result = check(path);
        all_hold &= result.is_ok();
        let mut facts = json!({ "file": path, "ok": result.is_ok() });
        match (json, result) {
            (true, result) => {
                let own = result.map_or_else(|Failure(reason)| json!({ "reason": reason }), |it| it.1);
                own.as_object().into_iter().flatten().for_each(|(key, value)| facts[key] = value.clone());
                report.push(facts);
            }
            (false, Ok((words, _))) => output::line(&format!("{}: {words}", path.display())),
            (false, Err(Failure(reason))) => eprintln!("error: {}: {reason}", path.display()),
        }
    }
    if json {
        output::json(&report);
    }
    Ok(if all_hold { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

/// Verifies records.
pub(crate) fn verify(args: &ArgMatches) -> Outcome {
    each_file(args, |path| {
        let text = files::read(path)?;
        let game = shelf::find(&Record::parse(&text)?.game)?.game.verify(&text)?;
        let state = if game.outcome().is_some() { "finished" } else { "unfinished" };
        let words = format!(
            "true. {}, {} seats, {} actions, {state}; the deal follows from the seed, and the secret fits its commitment.",
            game.info().name,
            game.players(),
            game.version()
        );
        let facts = json!({
            "game": game.info().id, "actions": game.version(), "finished": game.outcome().is_some(),
            "digest": game.digest(),
        });
        Ok((words, facts))
    })
}

/// Runs scenario files.
pub(crate) fn scenarios(args: &ArgMatches) -> Outcome {
    each_file(args, |path| {
        let scenario = files::read_scenario(path)?;
        let run = shelf::find(&scenario.game)?.game.run_scenario(&scenario);
        let passed = run.map_err(|failed| Failure(failed.to_string()))?;
        let words = format!("holds ({} steps, {} expectations).", passed.steps, passed.checks);
        Ok((words, json!({ "steps": passed.steps, "checks": passed.checks })))
    })
}
