//! Rules that a scenario file cannot show: lots, options, secrets.

use std::collections::BTreeSet;

use bloodlust::{Action, BloodLust, EventCard, Observation, Options, Own, Phase, Vampire};
use laws::seat;
use table::chance::quick;
use table::{Code, Game, Observer, Options as _, Seat, Text, options as read_options, rollout};

use crate::{Table, options};

fn all_act(table: &mut Table, numbers: &[usize], action: Action) {
    for &number in numbers {
        table.act(number, action);
    }
}

fn spectator(table: &Table) -> Observation {
    table.observe(Observer::Spectator)
}

// rule 2.1
#[test]
fn vampires_are_dealt_at_random_and_none_twice() {
    let mut met = BTreeSet::new();
    for players in 2..=10 {
        for seed in 0..20 {
            let hunters = spectator(&Table::deal(&options(players), seed)).hunters;
            let seats: Vec<Seat> = hunters.iter().map(|hunter| hunter.seat).collect();
            assert_eq!(seats, Seat::all(players).collect::<Vec<_>>());
            let vampires: BTreeSet<Vampire> = hunters.iter().map(|hunter| hunter.vampire).collect();
            assert_eq!(vampires.len(), players);
            met.extend(vampires);
        }
    }
    assert_eq!(met.len(), 10);
}

// rule 2.3
#[test]
fn a_night_starts_fresh() {
    let o = spectator(&Table::deal(&options(5), 1));
    assert_eq!((o.round, o.daylight, o.deck, o.showing), (1, 0, 60, None));
    for hunter in &o.hunters {
        assert!(hunter.active && !hunter.ability_used && hunter.event.is_none());
        assert_eq!((hunter.health, hunter.bloodline, hunter.total), (5, 0, 0));
    }
}

// rule 2.4
#[test]
fn the_first_leader_is_random() {
    let mut led = [0; 4];
    for seed in 0..4_000 {
        led[spectator(&Table::deal(&options(4), seed)).leader.index()] += 1;
    }
    assert!(led.iter().all(|&count| (850..1150).contains(&count)), "{led:?}");
}

// rules 2.5, 6.1
#[test]
fn only_faces_sealed_choices_and_the_deck_are_hidden() {
    let text = r#"
        leader = 1
        showing = "bloodlust 1 half"
        phase = "decide"
        [[hunters]]
        seat = 1
        vampire = "jake"
        health = 2
        event = "ambush"
        [[hunters]]
        seat = 2
        vampire = "corvin"
    "#;
    let mut table = Table::at(&options(2), text);
    table.act(1, Action::Leave);
    let (own, other, none) = (table.sees(1), table.sees(2), spectator(&table));
    assert_eq!(own.hunters[0].sealed, Some(Action::Leave));
    assert_eq!(own.hunters[0].event.as_ref().unwrap().event.unwrap().name(), "Ambush");
    for o in [&other, &none] {
        assert_eq!(o.hunters[0].sealed, None);
        assert_eq!(o.hunters[0].event.as_ref().unwrap().event, None);
        assert_eq!((o.hunters[0].health, o.deck, o.discard.len()), (2, 58, 1));
        assert!(!o.hunters[0].undecided && o.truth.is_none());
    }
    let all = table.observe(Observer::All);
    assert_eq!(all.hunters[0].sealed, Some(Action::Leave));
    assert_eq!(all.truth.unwrap().cards.len(), 60);
}

// rules 6.1, 7.5
#[test]
fn being_asked_tells_nothing_about_the_event() {
    // Whatever Felicity holds, the table asks her after a Quarter Moon card, and then she has at least "Pass".
    let mut lists = BTreeSet::new();
    for event in EventCard::all() {
        let slug = serde_json::to_string(&event).unwrap();
        let text = format!(
            "leader = 1\nshowing = \"night 1 quarter\"\nphase = \"applied\"\n\
             [[hunters]]\nseat = 1\nvampire = \"felicity\"\nevent = {slug}\n\
             [[hunters]]\nseat = 2\nvampire = \"luther\"\nbloodline = 3\n"
        );
        let table = Table::at(&options(2), &text);
        assert_eq!(table.asked(), seat(1), "{slug}");
        assert_eq!(spectator(&table).hunters[0].event.as_ref().unwrap().event, None);
        lists.insert(table.legal(1).len());
    }
    assert_eq!(lists, BTreeSet::from([1, 2]));
}

// rule 6.2
#[test]
fn only_giver_and_receiver_are_told_the_face() {
    let text = r#"
        leader = 1
        deck = ["blood-tithe"]
        [[hunters]]
        seat = 1
        vampire = "vesper"
        event = "ambush"
        [[hunters]]
        seat = 2
        vampire = "luther"
        [[hunters]]
        seat = 3
        vampire = "felicity"
    "#;
    let mut table = Table::at(&options(3), text);
    all_act(&mut table, &[1, 2, 3], Action::Stay);
    table.told.clear();
    table.act(1, Action::Give { card: bloodlust::Which::New, to: seat(2) });
    let words = |observer| -> Vec<Text> {
        let heard = table.told.iter().filter(|(audience, _)| audience.includes(observer));
        heard.map(|(_, event)| BloodLust::narrate(event, observer)).filter(|text| !text.is_empty()).collect()
    };
    assert_eq!(words(Observer::Seat(seat(1))), ["You hand Blood Tithe to {s2}: the card just drawn."]);
    assert_eq!(words(Observer::Seat(seat(2))), ["{s1} hands Blood Tithe to you: the card just drawn."]);
    assert_eq!(words(Observer::Seat(seat(3))), ["{s1} hands an event to {s2}: the card just drawn."]);
    assert_eq!(words(Observer::Spectator), ["{s1} hands an event to {s2}: the card just drawn."]);
    assert_eq!(table.sees(3).hunters[1].event.as_ref().unwrap().event, None);
    // The giver still knows it in the next draw.
    let scene = table.scene(Observer::Seat(seat(1)));
    assert_eq!(scene.knowledge[0].text, "The event before {s2} is Blood Tithe (Quarter Moon).");
}

// rules 9.6, 10.1
#[test]
fn the_game_lasts_as_many_nights_as_agreed() {
    for rounds in [1, 4, 20] {
        let options = Options { rounds, ..options(4) };
        let mut table = Table::deal(&options, 3);
        let mut nights = BTreeSet::from([1]);
        while table.act_at_random().is_some() {
            nights.insert(spectator(&table).round);
        }
        assert_eq!(nights.len(), usize::from(rounds));
        let outcome = table.outcome().unwrap();
        assert_eq!(outcome.ending(), "nights-over");
        let o = spectator(&table);
        let best = o.hunters.iter().map(|hunter| i32::from(hunter.total)).max().unwrap();
        for seat in outcome.winners() {
            assert_eq!(outcome.score(seat), best);
        }
    }
}

// rule 9.7
#[test]
fn all_level_is_a_draw() {
    let text = "round = 4\n[[hunters]]\nseat = 1\nbloodline = 3\n[[hunters]]\nseat = 2\nbloodline = 3";
    let mut table = Table::at(&options(2), &format!("phase = \"decide\"\n{text}"));
    all_act(&mut table, &[1, 2], Action::Leave);
    assert!(table.outcome().unwrap().is_draw());
    assert!(table.waiting().is_empty());
    let verdict = table.scene(Observer::Spectator).verdict.unwrap();
    assert_eq!(
        verdict,
        "All 4 nights are over. {s1} and {s2} share the empty chair with a Bloodline of 3 each."
    );
}

// rule 10.5
#[test]
fn two_vampires_are_for_two_or_three_players() {
    for players in 2..=10 {
        let options = Options { two_vampires: true, ..options(players) };
        assert_eq!(options.check().is_ok(), players <= 3, "{players}");
        if players <= 3 {
            let o = spectator(&Table::deal(&options, 8));
            let seats: Vec<usize> = o.hunters.iter().map(|hunter| hunter.seat.number()).collect();
            assert_eq!(seats, (1..=players).flat_map(|seat| [seat, seat]).collect::<Vec<_>>());
        }
    }
}

// rules 10.7, 9.7
#[test]
fn the_better_of_two_vampires_breaks_ties_too() {
    let options = Options { two_vampires: true, rounds: 1, ..options(2) };
    let hunter = |seat, total, bloodline| {
        format!("[[hunters]]\nseat = {seat}\ntotal = {total}\nbloodline = {bloodline}\n")
    };
    let hunters = hunter(1, 8, 2) + &hunter(1, 5, 5) + &hunter(2, 6, 4) + &hunter(2, 0, 9);
    let mut table = Table::at(&options, &format!("phase = \"decide\"\n{hunters}"));
    all_act(&mut table, &[1, 1, 2, 2], Action::Leave);
    let outcome = table.outcome().unwrap();
    assert_eq!((outcome.score(seat(1)), outcome.score(seat(2))), (10, 10));
    assert_eq!(outcome.winners().first(), Some(seat(1)));
    assert_eq!(outcome.placing(seat(2)), 2);
}

// rule 10.8
#[test]
fn named_vampires_sit_in_order_and_the_rest_are_dealt() {
    let json = serde_json::json!({ "players": 3, "vampires": ["Jake", "Corvin"] });
    let options = Table::options(&json);
    let mut third = BTreeSet::new();
    for seed in 0..60 {
        let o = spectator(&Table::deal(&options, seed));
        assert_eq!(o.options, options);
        assert_eq!((o.hunters[0].vampire.name(), o.hunters[1].vampire.name()), ("Jake", "Corvin"));
        third.insert(o.hunters[2].vampire.name());
    }
    assert_eq!(third.len(), 8);
    let refused = |value| read_options::from_json::<Options>(2..=10, &value).unwrap_err().to_string();
    let twice = serde_json::json!({ "players": 3, "vampires": ["Jake", "Jake"] });
    assert_eq!(refused(twice), "Jake can hunt for one player only.");
    let many = serde_json::json!({ "players": 2, "vampires": ["Jake", "Ilse", "Marek"] });
    assert_eq!(refused(many), "There are only 2 vampires to name.");
    let unknown = serde_json::json!({ "players": 2, "vampires": ["Alucard"] });
    assert!(refused(unknown).contains("Felicity, Luther"));
    let lower_case = serde_json::json!({ "players": 2, "vampires": ["jake"] });
    assert_eq!(refused(lower_case), "The vampire \"jake\" is written \"Jake\".");
}

// rule 7.5
#[test]
fn nobody_is_asked_for_an_event_that_lies_face_up() {
    // Both Half Moon events are spent: a holder is not asked after a Half Moon card.
    let text = r#"
        leader = 1
        daylight = 2
        showing = "night 1 half"
        discard = ["mist-form", "long-night"]
        phase = "applied"
        [[hunters]]
        seat = 1
        vampire = "felicity"
        event = "ambush"
        [[hunters]]
        seat = 2
        vampire = "luther"
    "#;
    assert_eq!(spectator(&Table::at(&options(2), text)).phase, Phase::Decide);
    let hidden = text.replace("\"mist-form\", \"long-night\"", "\"mist-form\"");
    assert_eq!(spectator(&Table::at(&options(2), &hidden)).phase, Phase::Applied);
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let cases = [
        ("daylight = 5", "dawn already"),
        ("round = 5", "one of 1 to 4"),
        ("leader = 3", "no seat 3"),
        ("showing = \"bloodlust 4\"", "no card \"bloodlust 4\""),
        ("deck = [\"sanctuary\", \"sanctuary\"]", "not enough cards \"sanctuary\""),
        ("deck = [\"night 2\"]\ndiscard = [\"night 2 half\"]", "not enough"),
        (
            "drawer = \"jake\"\n[[hunters]]\nseat = 1\nvampire = \"ilse\"\n[[hunters]]\nseat = 2\nvampire = \"luther\"",
            "Jake does not hunt",
        ),
        ("left = 0", "can be left"),
        ("phase = \"revealed\"", "needs a card"),
        ("phase = \"slayer\"", "cannot begin"),
        (
            "phase = \"look\"\n[[hunters]]\nseat = 1\nvampire = \"ilse\"\n[[hunters]]\nseat = 2\nvampire = \"luther\"",
            "Nobody can look",
        ),
        ("[[hunters]]\nseat = 1\n[[hunters]]\nseat = 1", "too many vampires"),
        (
            "[[hunters]]\nseat = 1\nvampire = \"jake\"\n[[hunters]]\nseat = 2\nvampire = \"jake\"",
            "there twice",
        ),
        ("[[hunters]]\nseat = 1\nhealth = 6", "at most 5"),
        ("[[hunters]]\nseat = 1\nhealth = 0\nactive = true", "no health left"),
        ("[[hunters]]\nseat = 1\nactive = false\nguess = \"full\"", "guess has lapsed"),
        ("[[hunters]]\nseat = 1\nactive = false\nbloodline = 3", "total contains"),
        ("[[hunters]]\nseat = 1\nannounced = true", "holds no event"),
        ("[[hunters]]\nseat = 1\nevent = \"ambush\"\nknown-to = [7]", "no seat 7"),
        (
            "[[hunters]]\nseat = 1\nevent = \"ambush\"\n[[hunters]]\nseat = 2\nevent = \"ambush\"",
            "not enough",
        ),
        ("[[hunters]]\nseat = 1\nactive = false\n[[hunters]]\nseat = 2\nactive = false", "Somebody must"),
    ];
    for (position, reason) in cases {
        let Err(refusal) = Table::try_at(&options(2), position) else { panic!("{position} is possible") };
        let refusal = refusal.to_string();
        assert!(refusal.contains(reason), "{position}: {refusal}");
    }
}

#[test]
fn random_play_meets_every_phase_and_power() {
    let (mut phases, mut powers) = (BTreeSet::new(), BTreeSet::new());
    let (mut chance, mut actions) = (quick(11), Vec::new());
    for game in 0..400 {
        let options = Options { two_vampires: game % 4 == 0, ..options(3) };
        let mut state = BloodLust::deal(&options, &mut chance);
        while let Some((seat, action)) = rollout::choose::<BloodLust, _>(&state, &mut actions, &mut chance) {
            phases.insert(format!("{:?}", BloodLust::observe(&state, Observer::Spectator).phase));
            // Cautious vampires see little of the night.
            let action =
                if action == Action::Leave && chance_of(&mut chance) { Action::Stay } else { action };
            match action {
                Action::Play { event, .. } => drop(powers.insert(event.name())),
                Action::Ability { by, .. } => {
                    let o = BloodLust::observe(&state, Observer::Seat(seat));
                    let own = o.own().nth(by as usize).unwrap().vampire;
                    powers.insert(own.name());
                }
                _ => {}
            }
            BloodLust::apply(&mut state, seat, action, &mut chance, &mut ());
        }
    }
    assert_eq!(phases.len(), 7, "{phases:?}");
    assert_eq!(powers.len(), 18, "{powers:?}");
}

fn chance_of(chance: &mut impl table::Chance) -> bool {
    chance.below(10) < 9
}

/// A window after a Quarter Moon card: Jake, whose ability is used, holds this event and Luther has this much.
fn after_a_card(vampire: &str, event: &str, extra: &str) -> Table {
    let text = format!(
        "leader = 1\nshowing = \"night 1 quarter\"\nphase = \"applied\"\n\
         [[hunters]]\nseat = 1\nvampire = \"{vampire}\"\nevent = \"{event}\"\n{extra}\
         [[hunters]]\nseat = 2\nvampire = \"luther\"\nbloodline = 3\n"
    );
    Table::at(&options(2), &text)
}

fn prompt(table: &Table) -> Text {
    table.scene(Observer::Seat(table.asked())).prompt
}

// rule 7.5
#[test]
fn a_window_in_which_nothing_can_be_used_says_so() {
    let used = "ability-used = true\n";
    assert_eq!(prompt(&after_a_card("jake", "ambush", used)), "There is nothing you can use now: pass");
    assert_eq!(prompt(&after_a_card("jake", "blood-tithe", used)), "React before the next draw?");
    assert_eq!(prompt(&after_a_card("jake", "ambush", "")), "React before the next draw?");
}

// rules 8.5, 6.14
#[test]
fn a_wrong_target_is_refused_by_the_rule_of_the_power() {
    let table = after_a_card("jake", "blood-tithe", "");
    let named = |name: &str| Vampire::named(name).unwrap();
    let jake = |on| table.refused(1, Action::Ability { by: Own::First, on }).to_string();
    assert_eq!(jake(Some(named("jake"))), "Jake's ability is for another vampire. (rule 8.5)");
    assert_eq!(jake(None), "Jake's ability must name another vampire. (rule 8.5)");
    assert_eq!(jake(Some(named("drago"))), "Drago does not hunt at this table. (rule 8.5)");
    let event = EventCard::all().find(|event| event.name() == "Blood Tithe").unwrap();
    let tithe = table.refused(1, Action::Play { event, by: Own::First, on: None }).to_string();
    assert_eq!(tithe, "Blood Tithe must name another vampire. (rule 6.14)");
}

// rule 5.1
#[test]
fn the_stakes_of_an_invitation_are_told() {
    let text = "leader = 1\ndeck = [\"invitation half\"]\n\
        [[hunters]]\nseat = 1\nvampire = \"jake\"\n[[hunters]]\nseat = 2\nvampire = \"luther\"\n";
    let mut table = Table::at(&options(2), text);
    all_act(&mut table, &[1, 2], Action::Stay);
    let described = BloodLust::describe(&table.sees(1), &table.legal(1));
    let accept = described.iter().find(|it| it.label == "Accept: Half Moon").unwrap();
    assert_eq!(accept.detail, "19 of 59 unseen");
    let prompt = BloodLust::scene(&table.sees(1), BloodLust::waiting_on(&table.state)).prompt;
    assert_eq!(prompt, "Guess the next card's sign? 3 Bloodline if right, 1 health lost if wrong");
}

// rules 4.4, 4.5
#[test]
fn a_slayer_says_what_the_last_heart_costs() {
    let text = "leader = 1\ndeck = [\"slayer choice 2-1\"]\n\
        [[hunters]]\nseat = 1\nvampire = \"jake\"\nhealth = 1\nbloodline = 7\n\
        [[hunters]]\nseat = 2\nvampire = \"vesper\"\nhealth = 3\n";
    let mut table = Table::at(&options(2), text);
    all_act(&mut table, &[1, 2], Action::Stay);
    let detail = |number: usize, label: &str| {
        let described = BloodLust::describe(&table.sees(number), &table.legal(number));
        described.iter().find(|it| it.label == label).unwrap().detail.to_string()
    };
    let last = "Your last heart: you leave the hunt and bank tonight's 7.";
    assert_eq!(detail(1, "Lose 1 health"), last);
    assert_eq!(detail(1, "Lose 2 Bloodline"), "Tonight's Bloodline falls to 5.");
    let left = "Leaves 2 health. At 0 you leave the hunt and bank what you have.";
    assert_eq!(detail(2, "Lose 1 health"), left);
}

// rule 5.5
#[test]
fn the_player_who_draws_an_event_hears_that_its_sign_was_announced() {
    let text = "leader = 1\nshowing = \"invitation half\"\ndrawer = \"luther\"\ndeck = [\"sanctuary\"]\n\
        [[hunters]]\nseat = 1\nvampire = \"jake\"\n[[hunters]]\nseat = 2\nvampire = \"luther\"\nguess = \"full\"\n";
    let mut table = Table::at(&options(2), text);
    all_act(&mut table, &[1, 2], Action::Stay);
    let told = |number: usize| -> Vec<Text> {
        let reader = Observer::Seat(seat(number));
        let heard = table.told.iter().filter(|(audience, _)| audience.includes(reader));
        heard.map(|(_, event)| BloodLust::narrate(event, reader)).collect()
    };
    let line = "Your Jake draws the event Sanctuary (Full Moon). Its sign is announced to all.";
    assert!(told(1).iter().any(|it| it == line), "{:?}", told(1));
    assert!(told(2).iter().any(|it| it == "{s1}'s Jake draws an event with the Full Moon."), "{:?}", told(2));
}

// rules 8.2, 6.13
#[test]
fn what_an_ability_did_is_told() {
    let text = "leader = 1\nshowing = \"bloodlust 2 half\"\nphase = \"revealed\"\n\
        [[hunters]]\nseat = 1\nvampire = \"felicity\"\n[[hunters]]\nseat = 2\nvampire = \"luther\"\n";
    let mut table = Table::at(&options(2), text);
    assert_eq!(prompt(&table), "React before Bloodlust 2 takes effect?");
    table.choose(1, "Use Felicity's ability");
    let told = BloodLust::narrate(&table.told[0].1, Observer::Spectator);
    assert_eq!(told, "{s1}'s Felicity uses the ability: 2 more Bloodline from this card.");
    let healing = EventCard::all().find(|event| event.name() == "Dark Healing").unwrap();
    assert_eq!(healing.text(), "Regain 2 health, up to 5.");
}
