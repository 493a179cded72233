//! What options, the log and the verdict say.

use blood_bound::pieces::{Card, Clan, Colour, Rank, Token};
use blood_bound::{Action, BloodBound, Event};
use laws::{Bench, seat};
use table::words::Catalogue;
use table::{Game as _, Observer};

use crate::at;

fn detail(bench: &Bench<BloodBound>, number: usize, action: Action) -> String {
    assert!(bench.may(number, action), "seat {number} cannot {action:?}");
    BloodBound::describe(&bench.sees(number), &[action])[0].detail.to_string()
}

fn label(bench: &Bench<BloodBound>, number: usize, action: Action) -> String {
    BloodBound::describe(&bench.sees(number), &[action])[0].label.to_string()
}

/// Seat 1 strikes seat 2, who shows the rank and may use the ability.
fn shown(position: &str) -> Bench<BloodBound> {
    let mut bench = at(6, position);
    bench.act(1, Action::Strike(seat(2))).act(2, Action::StandAlone).act(2, Action::Take(Token::Rank));
    bench
}

// rule 4.6
#[test]
fn who_is_too_late_and_must_strike_spares_those_with_three_wounds() {
    let bench = at(
        6,
        "dagger = 1\npasses = 18\nseats.1 = { character = \"rose-elder\" }\nseats.2 = { character = \"rose-mage\", tokens = [\"rank\", \"rose\", \"unknown\"] }",
    );
    let actions = bench.legal(1);
    assert_eq!(actions[0], Action::Strike(seat(2)));
    let chosen = actions[BloodBound::fallback(&bench.state, seat(1), &actions)];
    assert_eq!(chosen, Action::Strike(seat(3)));
}

// rules 8.1 and 10.5
#[test]
fn the_goal_names_the_number_that_leads_the_rivals() {
    let goal = |elder: &str| {
        let position = format!("dagger = 1\nseats.1.character = \"rose-berserker\"\nseats.4 = {{ {elder} }}");
        BloodBound::scene(&at(6, &position).sees(1), table::SeatSet::EMPTY).goal.to_string()
    };
    let shown = |tokens: &str| format!("character = \"beast-elder\", quill = true, tokens = {tokens}");
    assert!(goal("character = \"beast-elder\"").contains("the Beast, its lowest number,"));
    assert!(goal(&shown("[\"rank\", \"beast\"]")).contains("now its highest number"));
    assert!(goal(&shown("[\"rank\"]")).contains("or its highest if its own Elder"));
    let ours = goal("character = \"rose-elder\", quill = true, tokens = [\"rank\", \"rose\"]");
    assert!(ours.contains("the Beast, its lowest number,"), "{ours}");
}

// rules 8.1 and 10.5
#[test]
fn the_quill_tells_whom_it_may_make_leader() {
    let told = |own: &str, others: &str| {
        let position = format!("dagger = 1\nseats.1 = {{ {own} }}\n{others}");
        let scene = BloodBound::scene(&at(6, &position).sees(1), table::SeatSet::EMPTY);
        let told = scene.knowledge.into_iter().map(|known| known.text.to_string());
        told.filter(|text| text.contains("highest number")).collect::<Vec<_>>()
    };
    let quill = "seats.4 = { character = \"rose-elder\", quill = true, tokens = [\"rank\", \"rose\"] }";
    let berserker = told("character = \"rose-berserker\"", quill);
    assert_eq!(
        berserker,
        ["The Quill makes the highest number of the Rose its leader: that may be you, with your 7."]
    );
    let of_either = quill.replace(", \"rose\"", "");
    assert_eq!(
        told("character = \"rose-berserker\"", &of_either),
        [
            "If the Elder who holds the Quill is of the Rose, its highest number leads: that may be you, with your 7."
        ]
    );
    assert!(told("character = \"rose-assassin\"", quill).is_empty(), "two others cannot both be lower");
    let elder = "character = \"rose-elder\", quill = true, tokens = [\"rank\", \"rose\"]";
    assert!(told(elder, "").is_empty(), "who gave up the lead does not get it back");
    let above = "seats.5 = { character = \"rose-courtesan\", tokens = [\"rank\", \"rose\"] }";
    assert!(told("character = \"rose-berserker\"", &format!("{quill}\n{above}")).is_empty());
}

// rules 6.4, 7.7 and 10.2 to 10.4
#[test]
fn whatever_can_capture_says_so() {
    let loses = "captures {s3} and ends the game: your clan loses unless {s3} leads the other one.";
    let three = "seats.3 = { tokens = [\"rank\", \"unknown\", \"unknown\"], character = \"rose-assassin\" }";
    let two = "seats.3 = { tokens = [\"unknown\", \"unknown\"], character = \"rose-assassin\" }";
    let bench = at(6, &format!("dagger = 1\n{three}"));
    assert!(detail(&bench, 1, Action::Strike(seat(3))).ends_with(loses));
    assert_eq!(detail(&bench, 1, Action::Strike(seat(4))), "");
    for (character, wounded, warned) in
        [("beast-mentalist", three, true), ("beast-mentalist", two, false), ("beast-assassin", two, true)]
    {
        let bench = shown(&format!("dagger = 1\nseats.2 = {{ character = \"{character}\" }}\n{wounded}"));
        let on_three = detail(&bench, 2, Action::UseOn(seat(3)));
        assert_eq!(on_three.ends_with(loses), warned, "{character}: {on_three}");
        assert_eq!(detail(&bench, 2, Action::UseOn(seat(4))), "");
    }
    let striker = "dagger = 1\nseats.1 = { tokens = [\"rank\", \"unknown\", \"unknown\"], character = \"rose-assassin\" }\nseats.2 = { character = \"beast-berserker\" }";
    assert!(detail(&shown(striker), 2, Action::Use).starts_with("The fourth wound captures {s1}"));
    let mut bench = at(6, &format!("dagger = 1\n{three}\nseats.4 = {{ character = \"beast-alchemist\" }}"));
    bench.act(1, Action::Strike(seat(3)));
    assert!(detail(&bench, 3, Action::StandAlone).starts_with("It is your fourth wound"));
    bench.act(3, Action::Call);
    assert!(detail(&bench, 4, Action::StayOut).starts_with("If nobody intervenes"));
    for number in [2, 5, 6] {
        bench.act(number, Action::StayOut);
    }
    bench.act(4, Action::Intervene);
    assert!(detail(&bench, 3, Action::AcceptNone).starts_with("It is your fourth wound"));
    bench.act(3, Action::Accept(seat(4)));
    assert!(detail(&bench, 4, Action::Harm).ends_with(loses));
}

// rules 7.1 and 7.6
#[test]
fn an_ability_that_does_not_follow_is_not_promised() {
    let struck = |position: &str| {
        let mut bench = at(6, position);
        bench.act(1, Action::Strike(seat(2))).act(2, Action::StandAlone);
        detail(&bench, 2, Action::Take(Token::Rank))
    };
    let berserker = "dagger = 1\nseats.2 = { character = \"rose-berserker\" }\n";
    assert_eq!(struck(berserker), "You show the Berserker and may use the ability.");
    let shield = "seats.1 = { shields = [\"green\"] }\nseats.6 = { character = \"rose-guardian\", tokens = [\"rank\"], sword = \"green\" }";
    assert_eq!(struck(&format!("{berserker}{shield}")), "You show the Berserker.");
    assert_eq!(struck("dagger = 1\nseats.2 = { character = \"rose-alchemist\" }"), "You show the Alchemist.");
}

// rule 8.5
#[test]
fn nobody_is_forced_to_show_a_rank_that_is_out() {
    let bench = shown(
        "dagger = 1\nseats.2 = { character = \"rose-mentalist\" }\nseats.3 = { character = \"beast-courtesan\", tokens = [\"rank\"] }",
    );
    assert_eq!(label(&bench, 2, Action::UseOn(seat(3))), "Wound {s3}");
    assert_eq!(label(&bench, 2, Action::UseOn(seat(4))), "Force {s4} to show their rank");
}

#[test]
fn every_ability_is_refused_by_its_own_rule() {
    for (character, rule) in [
        ("assassin", "8.2"),
        ("harlequin", "8.3"),
        ("mentalist", "8.5"),
        ("guardian", "8.6"),
        ("mage", "8.10"),
        ("courtesan", "8.12"),
    ] {
        let bench = shown(&format!("dagger = 1\nseats.2 = {{ character = \"rose-{character}\" }}"));
        let refused = bench.refused(2, Action::UseOn(seat(2)));
        assert_eq!(refused.rule.as_deref(), Some(rule), "{character}: {refused}");
    }
}

// rule 9.4
#[test]
fn the_verdict_names_the_clan_and_the_leader_with_the_true_curse() {
    let mut bench = at(
        7,
        "dagger = 3\nseats.1 = { character = \"rose-elder\", curse = \"true\" }\nseats.2 = { character = \"beast-elder\", tokens = [\"beast\", \"beast\", \"rank\"], curse = \"false\" }\nseats.3 = { character = \"rose-mage\" }\nseats.7 = { character = \"inquisitor-rose\", tokens = [\"rank\"] }",
    );
    bench.act(3, Action::Strike(seat(2))).act(2, Action::StandAlone);
    let verdict = |observer| bench.scene(observer).verdict.unwrap();
    assert_eq!(
        verdict(Observer::Spectator),
        "{s3} captured {s2}, the Beast Elder. The Rose would win, but the True Curse lies before its leader, {s1}. The Inquisitor wins alone: {s7}."
    );
    assert!(verdict(Observer::Seat(seat(1))).contains("before its leader, you."));
}

#[test]
fn the_log_speaks_to_its_reader() {
    let (two, three) = (seat(2), seat(3));
    let to_two = |event: Event| BloodBound::narrate(&event, Observer::Seat(two));
    assert_eq!(to_two(Event::Accepted { target: three, by: two }), "{s3} accepts your help.");
    assert_eq!(to_two(Event::Mentalist { mentalist: three, victim: two }), "{s3} breaks your mind.");
    let rank = Rank::Mage;
    assert_eq!(to_two(Event::Forwent { seat: two, rank }), "You do not use the ability of the Mage.");
    assert_eq!(
        to_two(Event::Staff { mage: three, to: two, took: true }),
        "{s3} takes a Staff and gives one to you."
    );
    assert_eq!(to_two(Event::Ended { winners: laws::seats(&[2]) }), "You win.");
    assert_eq!(to_two(Event::Ended { winners: laws::seats(&[1, 2, 3]) }), "{s1}, {s3} and you win.");
}

#[test]
fn german_words_bend() {
    let words = Catalogue::of("de", BloodBound::INFO.languages).expect("a German catalogue");
    let (two, three) = (seat(2), seat(3));
    let to_two = |event: Event| words.say(&BloodBound::narrate(&event, Observer::Seat(two))).unwrap();
    let elder = Card::new(Clan::Beast, Rank::Elder);
    let courtesan = Card::new(Clan::Rose, Rank::Courtesan);
    assert_eq!(to_two(Event::Unmasked { seat: three, card: elder }), "{s3} ist der Älteste der Bestie.");
    assert_eq!(to_two(Event::Unmasked { seat: two, card: courtesan }), "Du bist die Kurtisane der Rose.");
    let rank = Rank::Elder;
    assert_eq!(to_two(Event::Forwent { seat: two, rank }), "Du verzichtest auf die Fähigkeit des Ältesten.");
    let colour = Colour::Green;
    assert_eq!(to_two(Event::Sword { guardian: three, colour }), "{s3} zieht das grüne Schwert.");
    assert_eq!(
        to_two(Event::Shield { guardian: three, to: two, colour }),
        "{s3} gibt dir einen grünen Schild."
    );
}

#[test]
fn a_scenario_refuses_labels_that_no_option_can_have() {
    let lacks = |label: &str| {
        let text = format!(
            "game = \"blood-bound\"\noptions = {{ players = 6 }}\nposition = {{ dagger = 1 }}\nexpect = {{ lacks = {{ 1 = [\"{label}\"] }} }}"
        );
        table::scenario::Scenario::parse(&text).unwrap().run::<BloodBound>()
    };
    assert!(lacks("Strike seat 1").is_ok());
    for wrong in ["Strik seat 1", "Strike", "Stab seat 1"] {
        let failed = lacks(wrong).unwrap_err();
        assert_eq!(failed.difference, format!("no option of Blood Bound is called \"{wrong}\""));
    }
}

#[test]
fn a_scenario_says_which_step_is_impossible_in_its_twin() {
    let text = r#"
game = "blood-bound"
options = { players = 6 }
[position]
dagger = 1
attack = { target = 2, stage = "wound" }
seats = { 2 = { character = "beast-berserker" }, 4 = { character = "rose-mage" }, 3 = { character = "beast-elder" } }
[twin]
observer = 4
[twin.position]
dagger = 1
attack = { target = 2, stage = "wound" }
seats = { 2 = { character = "rose-berserker" }, 4 = { character = "rose-mage" }, 3 = { character = "beast-elder" } }
[[step]]
seat = 2
action = { take = "beast" }
"#;
    let failed = table::scenario::Scenario::parse(text).unwrap().run::<BloodBound>().unwrap_err();
    assert_eq!(failed.step, 1, "{failed}");
    assert!(failed.difference.starts_with("seat 2 cannot do this in the twin position: "), "{failed}");
}
