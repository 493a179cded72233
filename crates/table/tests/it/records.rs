//! Records: a changed file is found out, and the refusal says where.

use kuhn_poker::{Action, KuhnPoker};
use table::record::MAX_BYTES;
use table::replay::verify;
use table::{Record, Refusal};

use super::{deal, seat};

fn finished() -> String {
    let mut game = deal(9);
    game.play(seat(1), Action::Check).unwrap();
    game.play(seat(2), Action::Bet).unwrap();
    game.play(seat(1), Action::Call).unwrap();
    game.record().to_text()
}

fn refused(text: &str) -> Refusal {
    verify::<KuhnPoker>(text).map(|_| ()).unwrap_err()
}

#[test]
fn a_record_verifies_and_writes_the_same_bytes() {
    let text = finished();
    let game = verify::<KuhnPoker>(&text).unwrap();
    assert_eq!(game.record().to_text(), text);
    assert_eq!(Record::parse(&text).unwrap().replay::<KuhnPoker>(1).unwrap().version(), 1);
}

#[test]
fn every_change_is_found() {
    let text = finished();
    let cases = [
        ("\"bet\"", "\"check\"", "Action 2 does not fit its check"),
        ("[1,\"call\"", "[2,\"call\"", "Action 3 (of seat 2) is not possible there"),
        ("\"call\"", "\"raise\"", "Action 3 is not an action of this game"),
        ("\"Ann\"", "\"Eve\"", "Action 1 does not fit its check"),
        ("\"seat 2\"", "\"seat two\"", "Action 1 does not fit its check"),
        ("\"rules\":1", "\"rules\":2", "version 2 of the rules"),
        ("\"format\":1", "\"format\":9", "format 9"),
        ("\"kuhn-poker\"", "\"whist\"", "a record of whist"),
        ("\"showdown\"", "\"fold\"", "The outcome"),
        (",\n\"rules\"", ",\n \"rules\"", "Line 4"),
    ];
    for (from, to, reason) in cases {
        assert!(text.contains(from), "{from} is not in {text}");
        let refusal = refused(&text.replacen(from, to, 1));
        assert!(refusal.reason.contains(reason), "{from} → {to}: {refusal}");
    }
}

#[test]
fn a_secret_that_does_not_fit_its_commitment_is_refused() {
    let mut record = Record::parse(&finished()).unwrap();
    record.seed.secret = "0".repeat(64);
    assert!(refused(&record.to_text()).reason.contains("commitment"));
    record.seed.secret = "not a number".into();
    assert!(refused(&record.to_text()).reason.contains("64 hexadecimal digits"));
}

#[test]
fn what_is_not_a_record_is_refused() {
    assert!(refused("{").reason.contains("not a whole JSON file"));
    assert!(refused("{}").reason.contains("no \"format\""));
    assert!(refused(&" ".repeat(MAX_BYTES + 1)).reason.contains("at most 16 MiB"));
    let mut record = Record::parse(&finished()).unwrap();
    record.seats.pop();
    assert!(refused(&record.to_text()).reason.contains("2 seats, but there are 1 names"));
}
