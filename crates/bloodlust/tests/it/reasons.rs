//! Reasons for hints, each proved in a position.

use bloodlust::{Action, BloodLust, Sign};
use table::Instinct;

use crate::{Table, options};

#[track_caller]
fn says(table: &Table, number: usize, action: Action, rule: &str, words: &str) {
    let mut reasons = Vec::new();
    BloodLust::reasons(&table.sees(number), action, &mut reasons);
    let fits = |reason: &table::Reason| reason.rule == rule && reason.text.to_string().contains(words);
    assert!(reasons.iter().any(fits), "{reasons:#?}");
}

/// The marker stands on 3 and seat 1 has six in this night.
const LATE: &str = r#"
    leader = 1
    daylight = 3
    [[hunters]]
    seat = 1
    vampire = "felicity"
    bloodline = 6
    [[hunters]]
    seat = 2
    vampire = "luther"
    [[hunters]]
    seat = 3
    vampire = "jake"
"#;

#[test]
fn leaving_counts_the_cards_that_bring_the_dawn() {
    let table = Table::at(&options(3), LATE);
    // Six of the twelve Daylight cards move the marker by two.
    let unseen = table.sees(1);
    assert_eq!(unseen.daylight, 3);
    says(&table, 1, Action::Leave, "9.2", "bring the dawn, and 6 round Bloodline would be lost");
    says(&table, 1, Action::Leave, "3.3", "You bring 6 Bloodline home: your total becomes 6");
}

#[test]
fn at_the_beginning_nothing_can_be_lost() {
    let table = Table::deal(&options(3), 4);
    says(&table, 1, Action::Stay, "9.2", "No single card can bring the dawn yet");
    says(&table, 1, Action::Stay, "3.3", "You have no round Bloodline yet");
    // Twenty of the sixty cards carry each sign.
    says(
        &table,
        1,
        Action::Accept(Sign::Full),
        "5.2",
        "of the 60 cards that may come next carry the Full Moon",
    );
}

#[test]
fn a_slayer_of_two_evils() {
    let table = Table::at(&options(3), LATE);
    says(&table, 1, Action::LoseHealth, "4.4", "keep all 6 round Bloodline");
    says(&table, 2, Action::LoseBloodline, "4.8", "it costs you nothing");
}
