//! What the bots say about a game at its end, in the terminal.

use lab::ReviewSettings;
use table::{Record, Text};
use terminal::{Review, ReviewLine};

/// What the bots say about a game, quickly, for the end screen.
pub(crate) fn for_terminal(record: &Record, names: &[String]) -> Option<Review> {
    let judgement = shelf::find(&record.game)
        .ok()?
        .lab
        .judge(record, &[], ReviewSettings::QUICK, &mut |_, _| true)
        .ok()?;
    let line = |(i, name): (usize, &String)| ReviewLine {
        name: name.clone(),
        points: judgement.moments.iter().map(|it| (it.version as f64, f64::from(it.truth[i]))).collect(),
    };
    let mut remarks: Vec<Text> = judgement.accounts(names).into_iter().flat_map(|it| it.remarks).collect();
    remarks.extend(judgement.turns_in_words(names));
    remarks.extend(judgement.advice_in_words(names));
    Some(Review { lines: names.iter().enumerate().map(line).collect(), remarks })
}
