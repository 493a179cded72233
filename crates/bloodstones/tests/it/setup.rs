//! Setting up (section 4).

use bloodstones::action::Buildable;
use bloodstones::map::{self, Areas, Terrain};
use bloodstones::pieces::{Faction, Place, Unit};
use bloodstones::state::Phase;
use bloodstones::{Action, Bloodstones, Options, Spacing};
use laws::seat;
use table::chance::quick;
use table::{Game, Options as _};

use crate::vale::{Table, War, on, vale};

// rule 4.1
#[test]
fn the_highest_lot_goes_first() {
    let mut firsts = [0; 4];
    for seed in 0..400 {
        let state = Bloodstones::deal(&Options::standard(4), &mut quick(seed));
        let sum = |seat: usize| state.realms[seat].lots.iter().sum::<u8>();
        // Only those who tied drew again, so a lower first lot may have been drawn over; the winner's last lot beats all who drew with it.
        assert!((0..4).all(|seat| (4..=10).contains(&sum(seat))));
        firsts[state.first.index()] += 1;
        assert_eq!(state.active, state.first);
    }
    assert!(firsts.iter().all(|&count| count > 60), "{firsts:?}");
}

// rule 4.2
#[test]
fn factions_are_chosen_clockwise_and_nine_tiles_drawn() {
    let mut t = Table::at(&Options::standard(4), "first = 3");
    assert_eq!(t.decides(), 3);
    t.play("Lead the Corsairs");
    assert_eq!((t.decides(), t.hand(3)), (4, 9));
    assert_eq!(t.state.count(seat(3), Place::BAG), 27);
    assert!(t.refusal(Action::Choose(Faction::Corsairs)).contains("(rule 4.2)"));
    t.all(&["Lead the Hill Folk", "Lead the Chaos Horde", "Lead the Horse Lords"]);
    assert_eq!(t.state.phase, Phase::Citadels);
    assert_eq!(t.decides(), 2, "citadels go in reverse order");
}

// rule 4.3
#[test]
fn citadels_keep_their_distance() {
    let map = map::usual(2);
    for (spacing, through) in [(Spacing::All, map.whole()), (Spacing::Land, map.land())] {
        let options = Options { spacing, ..Options::standard(2) };
        let mut t = Table::at(
            &options,
            r#"
            factions = ["horse-lords", "hill-folk"]
            start = "citadels"
        "#,
        );
        assert_eq!(t.decides(), 2, "in reverse order");
        let desert = Areas(map.all(Terrain::Desert)).next().expect("a desert");
        assert!(t.refusal(Action::Found(desert)).contains("plains, forest or hills"));
        let coast = Areas(map.habitable() & map.around(map.sea())).next().expect("a coast");
        t.play(&format!("Raise your citadel in {}", map.name_of(coast)));
        t.play("End your set-up");
        assert_eq!(t.decides(), 1);
        let far = map.habitable() & !map.within(coast, 2, through);
        assert_eq!(t.places("Raise your citadel in").len() as u32, far.count_ones());
        let near = Areas(map.next_to(coast) & map.habitable()).next().expect("a neighbour");
        assert!(t.refusal(Action::Found(near)).contains("(rule 4.3)"));
    }
}

// rule 4.4
#[test]
fn where_it_is_narrow_land_alone_counts_and_then_nothing() {
    let begin = |area: &str| {
        on(&format!(
            r#"
            factions = ["horse-lords", "hill-folk", "corsairs"]
            start = "citadels"
            hands = {{ 1 = "blank", 2 = "blank", 3 = "blank" }}
            units = [{{ seat = 2, area = "{area}", units = "citadel" }}]
            "#
        ))
    };
    // From Mead everything but the Isle is within two steps: nothing to ask.
    let mut t = begin("Mead");
    assert_eq!((t.units(3, "Isle").as_str(), t.state.phase), ("Citadel", Phase::Muster));
    t.play("End your set-up");
    // With Mead and the Isle taken nothing is three steps away, over land or not: any free area will do.
    assert_eq!(t.places("Raise your citadel in"), ["Cape", "Down", "Far", "Fell", "Home", "Wood"]);
    // With Home and the Cape taken the Isle is far over land only.
    let mut t = begin("Home");
    t.all(&["Raise your citadel in Cape", "End your set-up"]);
    assert_eq!((t.units(1, "Isle").as_str(), t.decides()), ("Citadel", 1));
}

// rule 4.2
#[test]
fn the_last_faction_chooses_itself() {
    let mut t = Table::at(&Options::standard(6), "first = 1");
    t.all(&[
        "Lead the Corsairs",
        "Lead the Hill Folk",
        "Lead the Chaos Horde",
        "Lead the Horse Lords",
        "Lead the Necromancers",
    ]);
    assert_eq!(t.state.realms[5].faction, Some(Faction::DragonRiders));
    assert_eq!((t.state.phase, t.decides()), (Phase::Citadels, 6));
}

// rule 4.5
#[test]
fn five_build_points_are_spent_beside_the_citadel() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        start = "citadels"
        hands = { 2 = "castle, leader, giant, ship, skirmishers, reivers, blank" }
    "#);
    t.play("Raise your citadel in Home");
    assert_eq!(t.places("Build Ship in"), ["Bay"]);
    assert_eq!(t.places("Build Giant in"), ["Home"]);
    t.all(&["Build Castle in Home", "Build Giant in Home", "Build Ship in Bay", "Build Skirmishers in Home"]);
    assert_eq!(t.state.turn.build_points, 1);
    assert!(t.refusal(Action::Build(Buildable(Unit::Leader), t.area("Home"))).contains("(rule 4.5)"));
    assert!(t.refusal(Action::Build(Buildable(Unit::Irregular), t.area("Mead"))).contains("(rule 4.5)"));
    t.play("Build Reivers in Home");
    assert_eq!(t.discards(2), "nobody", "nothing is discarded");
    assert_eq!(t.units(2, "Home"), "Skirmishers, Reivers, Castle, Giant, Citadel");
}

// rule 4.6
#[test]
fn after_set_up_hands_are_filled_but_never_cut() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        start = "citadels"
    "#);
    t.all(&["Raise your citadel in Isle", "End your set-up"]);
    assert_eq!(t.hand(2), 9, "a player who holds more keeps it");
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        start = "citadels"
        hands = { 2 = "2 skirmishers, blank" }
    "#);
    t.all(&[
        "Raise your citadel in Isle",
        "Build Skirmishers in Isle",
        "Build Skirmishers in Isle",
        "End your set-up",
    ]);
    assert_eq!(t.hand(2), 6);
}

// rule 4.7
#[test]
fn the_horde_gather_last() {
    let mut t = Table::at(
        &vale(4),
        r#"
        factions = ["horse-lords", "hill-folk", "corsairs", "chaos-horde"]
        start = "citadels"
        hands = { 4 = "2 hordes, ship, cavalry" }
        units = [{ seat = 3, area = "Wood", units = "citadel" }, { seat = 2, area = "Cape", units = "citadel" }]
        "#,
    );
    assert_eq!(t.decides(), 1, "seat 4 would be first in reverse order");
    t.play("End your set-up");
    assert_eq!(
        (t.decides(), t.units(1, "Isle").as_str()),
        (4, "Citadel"),
        "only the Isle was left for seat 1"
    );
    t.play("Gather in Home");
    t.all(&["Build Hordes in Home", "Build Ship in Bay", "Build Cavalry in Home", "End your set-up"]);
    assert_eq!(t.units(4, "Home"), "Cavalry, Hordes");
    assert_eq!(t.decides(), 1, "the order of play is unchanged");
}
