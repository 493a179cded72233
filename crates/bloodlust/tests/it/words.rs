//! What options and lines of the log say.

use bloodlust::{Action, BloodLust, Phase};
use table::{Game, Observer};

use crate::{Table, options};

fn details(table: &Table, number: usize) -> Vec<(String, String)> {
    let described = BloodLust::describe(&table.sees(number), &table.legal(number));
    described.into_iter().map(|it| (it.label.to_string(), it.detail.to_string())).collect()
}

fn detail(table: &Table, number: usize, label: &str) -> String {
    let all = details(table, number);
    all.iter().find(|(it, _)| it == label).unwrap_or_else(|| panic!("{label}: {all:?}")).1.clone()
}

fn at(head: &str) -> Table {
    let hunters = "[[hunters]]\nseat = 1\nvampire = \"jake\"\n[[hunters]]\nseat = 2\nvampire = \"luther\"\n";
    Table::at(&options(2), &[head, hunters].concat())
}

// rules 3.3, 9.2
#[test]
fn staying_says_how_many_cards_bring_the_dawn_and_leaving_what_it_brings() {
    let early = at("leader = 1\ndaylight = 0\n");
    assert_eq!(detail(&early, 1, "Stay on the hunt"), "No card can bring the dawn yet.");
    assert_eq!(detail(&early, 1, "Leave the hunt"), "You have nothing to bank yet.");
    let late = at("leader = 1\ndaylight = 4\n");
    let stay = detail(&late, 1, "Stay on the hunt");
    assert!(stay.ends_with(" unseen cards bring the dawn."), "{stay}");
    let track = &late.scene(Observer::Spectator).tracks[0];
    assert_eq!(track.note, stay.as_str(), "the track says the same");
}

// rule 10.3
#[test]
fn a_board_shows_its_moon_only_where_abilities_need_it() {
    let sign = |signs: bool| {
        let options = bloodlust::Options { ability_signs: signs, ..options(2) };
        let table = Table::at(
            &options,
            "leader = 1\n[[hunters]]\nseat = 1\nvampire = \"jake\"\n[[hunters]]\nseat = 2\nvampire = \"luther\"\n",
        );
        table.scene(Observer::Seat(laws::seat(1))).role.unwrap().sign.to_string()
    };
    assert_eq!([sign(false), sign(true)], ["", "Full Moon"]);
}

// rules 5.1, 5.2
#[test]
fn an_invitation_says_what_is_at_stake_and_the_odds() {
    let mut table = at("leader = 1\ndeck = [\"invitation half\"]\n");
    table.act(1, Action::Stay).act(2, Action::Stay);
    while table.sees(1).phase != Phase::Invitation {
        let number = table.waiting().first().unwrap().number();
        table.act(number, Action::Pass);
    }
    let prompt = table.scene(Observer::Seat(laws::seat(1))).prompt;
    assert_eq!(prompt, "Guess the next card's sign? 3 Bloodline if right, 1 health lost if wrong");
    let odds: Vec<u32> = ["Full Moon", "Half Moon", "Quarter Moon"]
        .map(|sign| detail(&table, 1, &format!("Accept: {sign}")))
        .iter()
        .map(|odds| {
            odds.split(' ').next().and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("{odds}"))
        })
        .collect();
    let all = detail(&table, 1, "Accept: Half Moon");
    let sum: u32 = odds.iter().sum();
    assert!(all.ends_with(&format!(" of {sum} unseen")), "{odds:?}: {all}");
}

// rules 4.1, 8.5
#[test]
fn a_card_and_an_ability_say_what_they_do() {
    let mut table =
        at("leader = 1\nshowing = \"bloodlust 2 half\"\nphase = \"applied\"\ndrawer = \"jake\"\n");
    let jake = "Luther loses 2 health.";
    assert_eq!(detail(&table, 1, "Use Jake's ability on Luther"), jake);
    table.choose(1, "Use Jake's ability on Luther");
    let told = BloodLust::narrate(&table.told[0].1, Observer::Spectator);
    assert_eq!(told, "{s1}'s Jake uses the ability on {s2}'s Luther to take 2 health.");
    let mut table = at("leader = 1\ndeck = [\"bloodlust 3 half\"]\n");
    table.act(1, Action::Stay).act(2, Action::Stay);
    let lines =
        table.told.iter().map(|(_, event)| BloodLust::narrate(event, Observer::Spectator).to_string());
    assert!(
        lines.into_iter().any(|line| line.ends_with("draws Bloodlust 3 (Half Moon). Every hunter gains 3."))
    );
}
