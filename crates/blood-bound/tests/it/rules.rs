//! Rules that scenario files cannot express: the pieces, the deal, positions, refusals.

use std::collections::BTreeMap;

use blood_bound::pieces::{Card, Cards, Clan, INQUISITORS, Rank, Token, showing};
use blood_bound::{Action, BloodBound, Event, Observation, Options};
use laws::{Bench, seat, seats};
use table::{Audience, Audit as _, Code, Observer, Options as _, Refused, Seat, SeatSet};

use crate::at;

// rules 2.1, 2.2, 2.3 and 2.4
#[test]
fn the_characters_are_as_printed() {
    for clan in [Clan::Rose, Clan::Beast] {
        let cards: Vec<Card> = Card::all().filter(|card| card.clan() == Some(clan)).collect();
        assert_eq!(
            cards.iter().map(|card| card.rank().number()).collect::<Vec<_>>(),
            [1, 2, 3, 4, 5, 6, 7, 8, 9]
        );
        let names: Vec<_> = cards.iter().map(|card| card.rank().name()).collect();
        assert_eq!(names[..5], ["Elder", "Assassin", "Harlequin", "Alchemist", "Mentalist"]);
        assert_eq!(names[5..], ["Guardian", "Berserker", "Mage", "Courtesan"]);
        let own: Vec<u8> = cards.iter().map(|card| card.rank().own_icons()).collect();
        assert_eq!(own, [2, 0, 0, 0, 2, 2, 1, 1, 1]);
        for card in cards {
            let clue = if card.rank() == Rank::Harlequin { clan.rival() } else { clan };
            assert_eq!(card.clue(), clue, "{card:?}");
        }
    }
    let crosses: Vec<Card> = Card::all().filter(|card| card.is_inquisitor()).collect();
    assert_eq!(crosses.iter().map(|card| card.clue()).collect::<Vec<_>>(), [Clan::Rose, Clan::Beast]);
    assert_eq!(crosses.iter().map(|card| card.clan()).collect::<Vec<_>>(), [None, None]);
    // Thirteen signs of a clan in the box: nine icons and the four wild ones.
    assert_eq!(Rank::ALL.iter().map(|rank| rank.own_icons()).sum::<u8>() + 4, 13);
}

#[test]
fn tokens_tell_what_the_reference_card_says() {
    let ranks = |cards: Cards| cards.iter().map(|card| card.rank().number()).collect::<Vec<_>>();
    assert_eq!(ranks(showing(2, 0, 0)), [1, 5, 6, 10, 10]);
    assert_eq!(ranks(showing(0, 1, 1)), [7, 8, 9, 10, 10]);
    assert_eq!(ranks(showing(0, 0, 2)), [2, 3, 4, 2, 3, 4, 10, 10]);
    assert_eq!(showing(1, 1, 0), INQUISITORS);
    assert_eq!(showing(0, 0, 0).len(), 20);
}

// rules 1.1, 3.1, 3.2, 3.3 and 3.4
#[test]
fn the_deal() {
    for players in 6..=12 {
        let mut first = [0u32; 12];
        let mut dealt = [0u32; 20];
        let games = 4_000;
        let options = Options::standard(players);
        for game in 0..games {
            let bench = Bench::<BloodBound>::deal(&options, players as u64 * games + game);
            let truth = bench.observe(Observer::All);
            let cards: Vec<Card> = truth.seats.iter().filter_map(|view| view.card).collect();
            assert_eq!(cards.len(), players);
            for clan in [Clan::Rose, Clan::Beast] {
                assert_eq!(cards.iter().filter(|card| card.clan() == Some(clan)).count(), players / 2);
            }
            assert_eq!(cards.iter().filter(|card| card.is_inquisitor()).count(), players % 2);
            let mut once: Vec<usize> = cards.iter().map(|card| card.index()).collect();
            once.iter().for_each(|&card| dealt[card] += 1);
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), players, "no card twice");
            first[truth.dagger.index()] += 1;
            assert_eq!(bench.waiting(), SeatSet::one(truth.dagger));
        }
        let even = |seen: &[u32], what: &str| {
            let mean = seen.iter().sum::<u32>() as f64 / seen.len() as f64;
            for &count in seen {
                assert!(
                    (f64::from(count) - mean).abs() <= 6.0 * mean.sqrt(),
                    "{what} at {players}: {seen:?}"
                );
            }
        };
        even(&first[..players], "first dagger");
        even(&dealt[..18], "characters");
        even(&dealt[18..], "inquisitors");

        let bench = Bench::<BloodBound>::deal(&options, 1);
        let truth = bench.observe(Observer::All);
        for number in 1..=players {
            let view = bench.sees(number);
            let right = seat(number).right(players);
            for (other, seen) in Seat::all(players).zip(&view.seats) {
                let known = &truth.seats[other.index()];
                let own = other == seat(number);
                assert_eq!(seen.card, known.card.filter(|_| own));
                assert_eq!(seen.clue, known.clue.filter(|_| own || other == right));
            }
        }
        let spectator = bench.observe(Observer::Spectator);
        assert!(spectator.seats.iter().all(|view| view.card.is_none() && view.clue.is_none()));
    }
}

// rule 3.5
#[test]
fn the_supply() {
    for players in 6..=12 {
        let bench = Bench::<BloodBound>::deal(&Options::standard(players), 1);
        let scene = bench.scene(Observer::Spectator);
        let supply = scene.zones.iter().find(|zone| zone.id == "supply").expect("a supply");
        let counts: BTreeMap<&str, u32> =
            supply.pieces.iter().map(|piece| (piece.id.as_ref(), piece.count)).collect();
        assert_eq!(counts["supply/quill"], 2);
        for colour in ["purple", "green"] {
            assert_eq!(counts[format!("supply/sword-{colour}").as_str()], 1);
            assert_eq!(counts[format!("supply/shield-{colour}").as_str()], 2);
        }
        assert_eq!(counts["supply/staff"], 6);
        assert_eq!(counts["supply/fan"], 4);
        let curses = match players {
            7 => Some(&2),
            9 => Some(&3),
            11 => Some(&4),
            _ => None,
        };
        assert_eq!(counts.get("supply/curse"), curses);
        // 20 characters, 19 rank tokens, the dagger, 18 ability cards and the curses.
        let pieces = BloodBound::pieces(&bench.state).len();
        assert_eq!(pieces, 20 + 19 + 1 + 18 + curses.copied().unwrap_or(0) as usize);
    }
}

// rule 6.5
#[test]
fn question_marks_never_run_out() {
    // Twelve players, two question marks before each: four more than the box holds.
    let mut text = String::from("dagger = 1\n");
    for number in 1..=12 {
        let (staff, character) = match number {
            2 => (true, "character = \"rose-mage\", shown = true, "),
            3..=7 => (true, ""),
            8 => (false, "character = \"rose-assassin\", "),
            9 => (false, "character = \"rose-harlequin\", "),
            10 => (false, "character = \"beast-assassin\", "),
            11 => (false, "character = \"beast-harlequin\", "),
            12 => (false, "character = \"beast-alchemist\", "),
            _ => (false, "character = \"rose-alchemist\", "),
        };
        let tokens = if number == 12 { "[\"unknown\"]" } else { "[\"unknown\", \"unknown\"]" };
        text += &format!("seats.{number} = {{ {character}staff = {staff}, tokens = {tokens} }}\n");
    }
    let mut bench = at(12, &text);
    bench.act(1, Action::Strike(seat(12)));
    bench.act(12, Action::StandAlone);
    bench.act(12, Action::Take(Token::Unknown));
    let seen = bench.observe(Observer::Spectator);
    assert_eq!(seen.seats.iter().map(|view| view.unknown).sum::<u8>(), 24);
}

// rules 11.1, 11.2 and 11.4
#[test]
fn only_a_harlequin_is_told_anything_in_private() {
    let mut private = 0;
    for game in 0..200 {
        let mut bench = Bench::<BloodBound>::deal(&Options::standard(6 + game % 7), game as u64);
        while bench.act_at_random().is_some() && bench.outcome().is_none() {
            let truth = bench.observe(Observer::All);
            let public = bench.observe(Observer::Spectator);
            for (seen, all) in public.seats.iter().zip(&truth.seats) {
                assert_eq!(
                    (seen.rose, seen.beast, seen.unknown, seen.rank, seen.looks),
                    (all.rose, all.beast, all.unknown, all.rank, all.looks)
                );
                assert_eq!(seen.card, None);
            }
            let cards =
                |o: &Observation| (o.dagger, o.quills, o.swords, o.shields, o.staffs, o.fans, o.curses);
            assert_eq!(cards(&public), cards(&truth));
        }
        for (audience, event) in bench.told {
            match event {
                Event::Saw { harlequin, .. } => {
                    assert_eq!(audience, Audience::only(harlequin));
                    private += 1;
                }
                _ => assert_eq!(audience, Audience::Everyone, "{event:?}"),
            }
        }
    }
    assert!(private > 20);
}

// rules 4.4, 4.6 and 11.3
#[test]
fn deeds_prove_who_is_not_the_inquisitor() {
    let may_be_inquisitor = |bench: &Bench<_>, number: usize| {
        let public: Observation = bench.observe(Observer::Spectator);
        !public.seats[number - 1].open.intersection(INQUISITORS).is_empty()
    };
    let mut bench = at(
        7,
        r#"dagger = 1
           seats.1 = { clan = "rose" }
           seats.2 = { tokens = ["unknown", "unknown", "rank"], clan = "beast" }"#,
    );
    assert!(may_be_inquisitor(&bench, 1));
    bench.act(1, Action::Strike(seat(2)));
    assert!(!may_be_inquisitor(&bench, 1));

    // Only players with three wounds are without a Shield: an Inquisitor who must strike would be stuck.
    let mut bench = at(
        7,
        r#"dagger = 2
           passes = 20
           seats.1 = { character = "rose-guardian", tokens = ["rose", "rose", "rank"], sword = "purple" }
           seats.2 = { clan = "rose", shields = ["purple"] }
           seats.3 = { clan = "rose", shields = ["purple"] }
           seats.4 = { character = "beast-guardian", tokens = ["beast", "beast", "rank"], sword = "green" }
           seats.5 = { clan = "beast", shields = ["green"] }
           seats.6 = { character = "inquisitor-rose", shields = ["green"] }
           seats.7 = { character = "beast-mage", tokens = ["beast", "unknown", "rank"] }"#,
    );
    assert!(may_be_inquisitor(&bench, 5));
    bench.act(2, Action::Pass(seat(5)));
    assert!(!may_be_inquisitor(&bench, 5));
    assert!(may_be_inquisitor(&bench, 3));
}

// rule 4.6
#[test]
fn endless_patience_counts_nothing() {
    let options = Options { players: 6, patience: 0 };
    let mut bench = Bench::<BloodBound>::deal(&options, 1);
    for _ in 0..1_000 {
        let holder = bench.observe(Observer::Spectator).dagger;
        let next = holder.left(6);
        bench.act(holder.number(), Action::Pass(next));
    }
    assert_eq!(bench.observe(Observer::Spectator).passes, 0);
}

// rule 8.6
#[test]
fn the_colour_of_the_first_sword_is_drawn_by_lot() {
    let mut seen = [0; 2];
    let mut bench = at(
        6,
        r#"dagger = 1
           seats.2 = { character = "rose-guardian", tokens = ["rank"] }
           attack = { target = 2, stage = "ability" }"#,
    );
    let start = bench.state.clone();
    for _ in 0..400 {
        bench.state = start.clone();
        bench.act(2, Action::UseOn(seat(4)));
        let o = bench.observe(Observer::Spectator);
        let colour = o.swords.iter().position(|&holder| holder == Some(seat(2))).expect("a sword");
        assert!(o.shields[colour].contains(seat(4)));
        assert!(o.shields[1 - colour].is_empty());
        seen[colour] += 1;
    }
    assert!(seen.iter().all(|&count| count > 150), "{seen:?}");
}

// rule 9.1
#[test]
fn every_curse_finds_a_different_player() {
    for (players, curses) in [(7, 2), (9, 3), (11, 4)] {
        let mut bench = at(
            players,
            r#"dagger = 1
               seats.2 = { character = "inquisitor-beast", tokens = ["rank"] }
               attack = { target = 2, stage = "ability" }"#,
        );
        for to in 0..curses {
            bench.act(2, Action::UseOn(seat(3 + to)));
        }
        assert_eq!(bench.legal(2).len(), curses);
        bench.act(2, Action::TrueCurse(seat(3)));
        let all = bench.observe(Observer::All);
        assert_eq!((all.curses.len(), all.true_curse), (curses, Some(seat(3))));
        assert!(bench.legal(2).contains(&Action::Strike(seat(3))));
    }
}

#[test]
fn the_wrong_seat_and_nonsense_are_refused() {
    let mut bench = at(6, "dagger = 1");
    let before = bench.state.clone();
    assert_eq!(bench.refused(2, Action::Strike(seat(3))).kind, Refused::NotYours);
    for (action, words) in [
        (Action::Strike(seat(1)), "yourself"),
        (Action::Strike(seat(7)), "Nobody sits there"),
        (Action::Pass(seat(12)), "Nobody sits there"),
        (Action::Pass(seat(1)), "another player"),
        (Action::Call, "strike somebody or pass"),
        (Action::Take(Token::Rank), "strike somebody or pass"),
    ] {
        let refusal = bench.try_act(1, action).unwrap_err();
        assert!(refusal.reason.contains(words), "{refusal}");
        assert!(refusal.rule.is_some());
    }
    assert_eq!(bench.state, before, "a refusal changes nothing");
    let mut over = at(
        6,
        r#"dagger = 1
           seats.1 = { clan = "rose" }
           seats.2 = { clan = "beast", tokens = ["unknown", "unknown", "rank"] }
           attack = { target = 2, stage = "call" }"#,
    );
    over.act(2, Action::StandAlone);
    assert_eq!(over.refused(2, Action::Pass(seat(1))).kind, Refused::Over);
    assert!(over.legal(2).is_empty());
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let refused = |players, text: &str, words: &str| match Bench::<BloodBound>::try_at(
        &Options::standard(players),
        text,
    ) {
        Ok(_) => panic!("accepted: {text}"),
        Err(refusal) => assert!(refusal.reason.contains(words), "{text}: {refusal}"),
    };
    refused(6, "dagger = 7", "not at the table");
    refused(6, "seats.9 = { quill = true }", "not at the table");
    refused(6, "seats.x = { quill = true }", "not the number of a seat");
    refused(6, "passes = 19", "At most 18");
    refused(6, r#"seats.1 = { character = "inquisitor-rose" }"#, "cannot be");
    refused(6, r#"seats.1 = { character = "rose-elder", tokens = ["beast"] }"#, "cannot be");
    refused(6, r#"seats.1 = { tokens = ["rose", "beast"] }"#, "no character has such tokens");
    refused(6, r#"seats.1 = { tokens = ["rank", "rank"] }"#, "two rank tokens");
    refused(6, r#"seats.1 = { tokens = ["unknown", "unknown", "rose"] }"#, "more than two");
    refused(6, r#"seats.1 = { character = "rose-mage", quill = true }"#, "only an Elder");
    refused(6, r#"seats.1 = { character = "rose-mage", sword = "green" }"#, "only a Guardian");
    refused(6, r#"seats.1 = { character = "rose-mage", looked = [2, 3] }"#, "only a Harlequin");
    refused(6, r#"seats.1 = { looked = [1, 3] }"#, "two other players");
    refused(6, "seats.1 = { staff = true }\nseats.2 = { staff = true }", "Mage");
    refused(6, "seats.1 = { fan = true }", "Courtesan");
    refused(6, r#"seats.1 = { shields = ["green"] }"#, "Sword goes with");
    refused(6, r#"seats.1 = { sword = "green", shields = ["green"] }"#, "own Sword");
    refused(7, r#"seats.1 = { curse = "true" }"#, "2 curses");
    refused(7, "seats.1 = { curse = \"true\" }\nseats.2 = { curse = \"false\" }", "Inquisitor");
    refused(6, "seats.1.character = \"rose-mage\"\nseats.2.character = \"rose-mage\"", "no deal");
    let four = (1..=4).map(|n| format!("seats.{n}.clan = \"rose\"\n")).collect::<String>();
    refused(6, &four, "no deal");
    refused(6, "dagger = 1\nattack = { target = 1, stage = \"call\" }", "cannot be struck");
    refused(6, "dagger = 1\nattack = { target = 2, stage = \"ability\" }", "not shown his rank");
    refused(6, "dagger = 1\nattack = { target = 2, stage = \"offers\" }", "Nobody offers");
    refused(6, "dagger = 1\nattack = { target = 2, stage = \"offers\", offers = [1] }", "may not intervene");
    let inquisitor = r#"dagger = 1
        seats.1 = { character = "inquisitor-rose" }
        seats.2 = { tokens = ["rank", "unknown", "unknown"] }
        attack = { target = 2, stage = "call" }"#;
    refused(7, inquisitor, "strikes nobody with three wounds");
}

#[test]
fn positions_can_begin_anywhere_in_an_attack() {
    let bench =
        at(6, "dagger = 1\nattack = { target = 2, stage = \"answers\", offers = [3], stay-out = [4] }");
    assert_eq!(bench.waiting(), seats(&[5, 6]));
    let bench = at(6, "dagger = 1\nattack = { target = 2, stage = \"offers\", offers = [3, 4] }");
    assert_eq!(bench.legal(2).len(), 3);
    let bench = at(6, "dagger = 1\nattack = { target = 2, stage = \"wound\" }");
    assert!(bench.legal(2).contains(&Action::Take(Token::Rank)));
    let bench = at(
        6,
        r#"dagger = 1
           seats.3 = { character = "rose-alchemist", tokens = ["rank"] }
           attack = { target = 2, stage = "ability", intervener = 3 }"#,
    );
    assert_eq!(bench.legal(3), [Action::Harm, Action::Forgo]);
}
