//! `sanguis scenario check`: runs scenario files.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::ArgMatches;
use serde_json::json;

use crate::{Failure, Outcome, files, output};

pub(crate) fn check(args: &ArgMatches) -> Outcome {
    let json = args.get_flag("json");
    let mut failures = 0;
    let mut report = Vec::new();
    for path in args.get_many::<PathBuf>("file").into_iter().flatten() {
        let result = files::read_scenario(path).and_then(|scenario| {
            let entry = shelf::find(&scenario.game)?;
            entry.game.run_scenario(&scenario).map_err(|failed| Failure(failed.to_string()))
        });
        failures += usize::from(result.is_err());
        match (json, result) {
            (true, Ok(passed)) => report
                .push(json!({ "file": path, "ok": true, "steps": passed.steps, "checks": passed.checks })),
            (true, Err(Failure(reason))) => {
                report.push(json!({ "file": path, "ok": false, "reason": reason }))
            }
            (false, Ok(passed)) => output::line(&format!(
                "{}: holds ({} steps, {} expectations).",
                path.display(),
                passed.steps,
                passed.checks
            )),
            (false, Err(Failure(reason))) => eprintln!("error: {}: {reason}", path.display()),
        }
    }
    if json {
        output::json(&report);
    }
    Ok(if failures == 0 { ExitCode::SUCCESS } else { ExitCode::from(2) })
}
