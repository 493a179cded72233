//! The text table.

use kuhn_poker::Action;
use table::plain::PlainText;
use table::scene::Mark;
use table::{Observer, Seat, Text};

use super::{deal, seat};

fn name(seat: Seat) -> String {
    ["Ann", "Bo"][seat.index()].to_owned()
}

#[test]
fn a_table_reads_without_colour_and_within_its_width() {
    let mut game = deal(1);
    game.play(seat(1), Action::Bet).unwrap();
    for (width, colour) in [(80, false), (24, false), (80, true)] {
        let text = PlainText { names: &name, width, colour, words: None };
        let view = game.view(Observer::Seat(seat(2)));
        let table = text.table(&view);
        assert!(table.contains("Ann"), "{table}");
        assert_eq!(table.contains('\u{1b}'), colour);
        if !colour {
            assert!(table.contains("You call or fold."), "{table}");
            assert!(table.lines().all(|line| line.chars().count() <= width), "{table}");
        }
        assert_eq!(text.options(&view), "1) Fold\n2) Call\n");
    }
}

#[test]
fn after_a_whole_table_only_what_changed_is_told() {
    let text = PlainText { names: &name, width: 80, colour: false, words: None };
    let before = deal(1).view(Observer::Seat(seat(2)));
    let mut now = before.clone();
    now.scene.seats[0].marks.push(Mark { label: "Dagger".into(), ..Mark::default() });
    now.scene.knowledge.push(Text::from("Ann bluffs.").into());
    assert_eq!(text.changes(&before, &now), ">  1 Ann: Dagger\n  * Ann bluffs.\n");
    assert_eq!(text.changes(&now, &now), "");
    assert!(text.board(&now, None).contains("Ann bluffs."));
    assert!(!text.board(&now, Some(&now)).contains("Ann bluffs."), "it has been read before");
}

#[test]
fn long_texts_wrap_below_their_prefix() {
    let text = PlainText { names: &name, width: 30, colour: false, words: None };
    let wrapped = text.wrap("12) ", "{s1} strikes {s2} with a rather long and heavy dagger");
    assert_eq!(wrapped, "12) Ann strikes Bo with a\n    rather long and heavy\n    dagger\n");
}
