//! The end (section 11) and the Cutiecorn (section 12).

use bloodstones::action::Buildable;
use bloodstones::pieces::{Place, Unit};
use bloodstones::state::Phase;
use bloodstones::{Action, Bloodstones, Options};
use laws::seat;
use table::{Game, Seat};

use crate::vale::{Table, War, on, vale};

fn scores(t: &Table) -> Vec<i32> {
    let outcome = Bloodstones::outcome(&t.state).expect("it is over");
    Seat::all(t.state.players()).map(|seat| outcome.score(seat)).collect()
}

fn winners(t: &Table) -> Vec<usize> {
    Bloodstones::outcome(&t.state).expect("it is over").winners().iter().map(Seat::number).collect()
}

// rules 11.1, 1.3
#[test]
fn the_last_regroup_of_all_ends_the_game() {
    let t = on(r#"
        factions = ["hill-folk", "horse-lords"]
        start = "draw"
        regroups = [2, 3]
        points = [4, 5]
        hands = { 1 = "blank" }
        bags = { 1 = "" }
        villages = [{ seat = 1, area = "Home", count = 2 }]
        captured = [{ by = 2, from = 1, count = 1 }]
        citadels = [{ by = 1, from = 2 }]
    "#);
    assert_eq!(t.decides(), 0);
    assert_eq!(t.hand(1), 6, "the draw is completed");
    // 4 on the track, 2 for the villages of this regroup, 5 for the citadel; 5 and a village.
    assert_eq!((scores(&t), winners(&t)), (vec![11, 6], vec![1]));
    assert_eq!(Bloodstones::outcome(&t.state).map(|outcome| outcome.ending()), Some("regrouped"));
}

// rule 11.1
#[test]
fn everybody_must_have_regrouped() {
    let t = on(r#"
        factions = ["hill-folk", "horse-lords"]
        start = "draw"
        regroups = [2, 2]
        hands = { 1 = "blank" }
        bags = { 1 = "" }
    "#);
    assert_eq!((t.state.realms[0].regroups, t.decides()), (3, 2));
}

// rule 11.2
#[test]
fn last_battles_are_fought_from_the_left() {
    let t = on(r#"
        factions = ["hill-folk", "horse-lords", "corsairs"]
        start = "draw"
        regroups = [1, 2, 2]
        hands = { 1 = "blank", 2 = "", 3 = "" }
        bags = { 1 = "" }
        units = [{ seat = 1, area = "Isle", units = "swords" }, { seat = 2, area = "Isle", units = "swords" }]
        battle-tiles = [[5, 5, 4], [2, 2, 3]]
    "#);
    // Seat 2 attacks: it sits to the left of seat 1, who ended the game and is asked about a swap.
    assert_eq!((t.state.last_round, t.state.battle.sides[0].seat, t.decides()), (1, seat(2), 1));
}

// rule 11.2
#[test]
fn last_battles_draw_up_without_points() {
    let mut t = on(r#"
        factions = ["hill-folk", "horse-lords"]
        start = "draw"
        regroups = [2, 3]
        hands = { 1 = "blank", 2 = "" }
        bags = { 1 = "", 2 = "" }
        villages = [{ seat = 2, area = "Home" }]
        units = [{ seat = 1, area = "Isle", units = "swords, castle" }, { seat = 2, area = "Isle", units = "swords" }]
        battle-tiles = [[2, 2, 3], [5, 5, 4, 4]]
    "#);
    t.play("Keep your battle tiles");
    assert_eq!(t.state.phase, Phase::Over);
    assert_eq!((t.points(1), t.points(2), t.hand(2)), (1, 0, 7));
}

// rule 11.2
#[test]
fn last_battles_go_round_until_no_area_is_shared() {
    // Seat 2 loses to seat 1 and must retreat to Far, onto seat 3 beside its own village. In Far seat 3 attacks next.
    let mut t = on(r#"
        factions = ["hill-folk", "horse-lords", "corsairs"]
        start = "draw"
        regroups = [1, 2, 2]
        hands = { 1 = "", 2 = "", 3 = "" }
        bags = { 1 = "" }
        units = [{ seat = 1, area = "Cape", units = "swords, castle" }, { seat = 2, area = "Cape", units = "2 swords" }, { seat = 3, area = "Far", units = "4 axes, castle" }]
        villages = [{ seat = 2, area = "Far" }]
        battle-tiles = [[2, 2, 3], [5, 5, 4]]
    "#);
    for _ in 0..20 {
        if t.decides() == 0 {
            break;
        }
        let label = t.choices()[0].clone();
        t.play(&label);
    }
    assert_eq!(t.state.phase, Phase::Over);
    assert_eq!(t.state.contested(seat(2)), 0);
    assert!(t.state.last_round <= 3);
}

// rule 11.3
#[test]
fn at_the_end_everyone_captures_for_nothing() {
    let t = on(r#"
        factions = ["chaos-horde", "horse-lords", "hill-folk"]
        start = "draw"
        regroups = [1, 2, 2]
        hands = { 1 = "hordes", 2 = "", 3 = "" }
        bags = { 1 = "" }
        units = [
            { seat = 1, area = "Home", units = "hordes" }, { seat = 3, area = "Mead", units = "swords" }, { seat = 3, area = "Wood", units = "swords" },
            { seat = 2, area = "Fell", units = "swords" },
        ]
        villages = [{ seat = 2, area = "Home", count = 2 }, { seat = 2, area = "Mead", count = 2 }, { seat = 2, area = "Wood" }, { seat = 2, area = "Fell" }, { seat = 2, area = "Far", count = 2 }]
    "#);
    assert_eq!((t.state.realms[0].captured[1], t.state.realms[2].captured[1]), (2, 3));
    assert_eq!(t.state.villages_of(seat(2)), 3, "what its own units guard, or nobody enters, stays");
    // rule 11.4
    assert_eq!(scores(&t), [14, 0, 3]);
}

// rule 11.4
#[test]
fn spoils_are_counted_at_the_end() {
    let t = on(r#"
        factions = ["chaos-horde", "horse-lords"]
        start = "draw"
        regroups = [2, 3]
        points = [10, 20]
        hands = { 1 = "hordes" }
        bags = { 1 = "" }
        captured = [{ by = 1, from = 2, count = 3 }]
        citadels = [{ by = 1, from = 2 }]
    "#);
    assert_eq!((scores(&t), winners(&t)), (vec![21, 20], vec![1]));
}

fn tied(villages: u8, captured: u8, points: [i16; 2]) -> Table {
    on(&format!(
        r#"
        factions = ["hill-folk", "horse-lords", "corsairs"]
        start = "draw"
        regroups = [1, 2, 2]
        points = [{}, {}, 0]
        hands = {{ 1 = "blank" }}
        bags = {{ 1 = "" }}
        villages = [{{ seat = 1, area = "Home", count = {villages} }}, {{ seat = 2, area = "Mead" }}]
        captured = [{{ by = 1, from = 3, count = {captured} }}]
        "#,
        points[0], points[1]
    ))
}

// rule 11.5
#[test]
fn ties_are_broken_by_villages_then_spoils_then_not_at_all() {
    // The regroup that ends the game scores seat 1 its villages.
    let t = tied(2, 0, [8, 10]);
    assert_eq!((scores(&t), winners(&t)), (vec![10, 10, 0], vec![1]), "more villages");
    let t = tied(1, 3, [6, 10]);
    assert_eq!((scores(&t), winners(&t)), (vec![10, 10, 0], vec![1]), "then more spoils");
    let t = tied(1, 0, [9, 10]);
    assert_eq!((scores(&t), winners(&t)), (vec![10, 10, 0], vec![1, 2]), "then shared");
}

// rule 11.6
#[test]
fn nobody_holds_up_the_end() {
    let position = |idle: &str, regroups: &str| {
        format!(
            r#"
            factions = ["hill-folk", "horse-lords"]
            idle = {idle}
            regroups = {regroups}
            units = [{{ seat = 1, area = "Home", units = "swords" }}, {{ seat = 2, area = "Home", units = "swords" }}]
            start = "draw"
            hands = {{ 1 = "6 shield, blank", 2 = "blank" }}
            "#
        )
        .replace("6 shield", "4 shield, 2 reivers")
    };
    assert_eq!(on(&position("[9, 11]", "[0, 0]")).state.last_round, 0);
    let t = on(&position("[10, 11]", "[0, 0]"));
    assert_eq!((t.state.last_round, t.state.stalled), (1, true));
    assert_eq!(t.state.battle.sides[0].seat, seat(2), "the last battles are still fought");
    assert_eq!(on(&position("[10, 0]", "[0, 0]")).state.last_round, 0, "the other is still busy");
    assert_eq!(on(&position("[10, 0]", "[0, 3]")).state.last_round, 1, "or has nothing left to wait for");
    let quiet =
        on(&position("[10, 11]", "[0, 0]").replace("{ seat = 2, area = \"Home\", units = \"swords\" }", ""));
    assert_eq!(Bloodstones::outcome(&quiet.state).map(|outcome| outcome.ending()), Some("stalemate"));
}

// rule 11.6
#[test]
fn a_tile_that_goes_starts_the_count_again() {
    let mut t = on(r#"
        factions = ["hill-folk", "horse-lords"]
        idle = [10, 11]
        units = [{ seat = 1, area = "Home", units = "citadel" }]
        hands = { 1 = "reivers, blank" }
    "#);
    t.play("Build Reivers in Home");
    assert_eq!(t.state.realms[0].idle, 0);
    t.all(&["End your main actions", "Construct nothing"]);
    assert_eq!((t.state.realms[0].idle, t.decides()), (1, 2));
}

fn cutie(players: usize) -> Options {
    Options { cutiecorn: true, ..vale(players) }
}

// rule 12.1
#[test]
fn the_cutiecorn_is_built_once_by_the_player_who_pays() {
    let mut t = Table::at(
        &cutie(2),
        r#"
        factions = ["horse-lords", "hill-folk"]
        start = "citadels"
    "#,
    );
    t.all(&["Raise your citadel in Isle", "Build Cutiecorn in Isle"]);
    assert_eq!((t.state.turn.build_points, t.hand(2)), (3, 9));
    assert!(t.refusal(Action::Build(Buildable(Unit::Cutiecorn), t.area("Isle"))).contains("(rule 12.1)"));
    let mut t = Table::at(
        &cutie(2),
        r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "citadel" }]
        hands = { 1 = "3 swords" }
    "#,
    );
    t.all(&["Build Cutiecorn in Home", "Discard Swords", "Discard Swords"]);
    assert_eq!(t.units(1, "Home"), "Citadel, Cutiecorn");
    assert_eq!(
        on("factions = [\"horse-lords\", \"hill-folk\"]").state.cutie.place,
        Place::GONE,
        "only if the host wants it"
    );
    assert_eq!(Table::at(&cutie(2), "").state.cutie.place, Place::BESIDE);
}

// rule 12.2
#[test]
fn the_cutiecorn_walks_free_but_not_alone() {
    let mut t = Table::at(
        &cutie(2),
        r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "swords" }]
        cutiecorn = { seat = 1, area = "Home" }
        hands = { 1 = "2 ships" }
    "#,
    );
    t.play("Move from Home");
    assert!(t.refusal(Action::Take(Unit::Cutiecorn)).contains("(rule 12.2)"));
    t.all(&["Pick Swords", "Pick Cutiecorn", "Go to Wood"]);
    assert_eq!((t.state.turn.due, t.units(1, "Wood").as_str()), (2, "Swords, Cutiecorn"));
    let alone = Table::at(
        &cutie(2),
        r#"
        factions = ["horse-lords", "hill-folk"]
        cutiecorn = { seat = 1, area = "Home" }
        hands = { 1 = "2 ships" }
    "#,
    );
    assert!(!alone.has("Move from Home"));
    assert_eq!(alone.units(1, "Home"), "Cutiecorn", "alone it keeps its owner");
}

// rules 12.3, 8.2
#[test]
fn the_loser_of_a_battle_loses_the_cutiecorn() {
    let mut t = Table::at(
        &cutie(2),
        r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Mead", units = "3 swords" }, { seat = 2, area = "Mead", units = "swords, shield" }]
        cutiecorn = { seat = 2, area = "Mead" }
        hands = { 1 = "ship", 2 = "" }
        battle-tiles = [[5, 5, 4], [2, 2, 3]]
    "#,
    );
    t.play("Attack seat 2 in Mead");
    assert_eq!(t.state.phase, Phase::Withdraw, "it is cavalry");
    t.all(&["Stand and fight", "Keep your battle tiles"]);
    assert_eq!(t.points(1), 3 + 3, "it counts as a unit, and three more");
    assert!(t.refusal(Action::Lose(Unit::Cutiecorn)).contains("(rule 12.3)"));
    t.all(&["Give up Swords", "Retreat to Home"]);
    assert_eq!((t.units(1, "Mead").as_str(), t.units(2, "Home").as_str()), ("3 Swords, Cutiecorn", "Shield"));
}

// rule 12.4
#[test]
fn a_lonely_cutiecorn_joins_the_first_to_come() {
    let mut t = Table::at(
        &cutie(2),
        r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "swords" }]
        villages = [{ seat = 2, area = "Mead" }]
        cutiecorn = { seat = 2, area = "Mead" }
        hands = { 1 = "ship, shield" }
    "#,
    );
    t.all(&["Move from Home", "Go to Mead"]);
    assert_eq!((t.units(1, "Mead").as_str(), t.units(2, "Mead").as_str()), ("Swords, Cutiecorn", "nobody"));
    t.play("Spend Ship (4 pips)");
    assert!(t.has("End your main actions"), "there was no battle");
    assert_eq!((t.points(1), t.points(2)), (0, 0));
}

// rules 12.1, 10.1
#[test]
fn the_desert_takes_the_cutiecorn_for_good() {
    let t = Table::at(
        &cutie(2),
        r#"
        factions = ["dragon-riders", "hill-folk"]
        start = "draw"
        units = [{ seat = 1, area = "Waste", units = "lizardmen" }]
        cutiecorn = { seat = 1, area = "Waste" }
        "#,
    );
    assert_eq!((t.units(1, "Waste").as_str(), t.state.cutie.place), ("Lizardmen", Place::GONE));
}

// rules 12.2, 8.2
#[test]
fn the_cutiecorn_withdraws_with_its_company() {
    let mut t = Table::at(
        &cutie(2),
        r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Mead", units = "cavalry" }, { seat = 2, area = "Mead", units = "swords" }]
        cutiecorn = { seat = 2, area = "Mead" }
        hands = { 1 = "ship", 2 = "" }
        "#,
    );
    t.all(&["Attack seat 2 in Mead", "Withdraw to Home"]);
    assert_eq!((t.units(2, "Home").as_str(), t.points(1)), ("Swords, Cutiecorn", 0));
}
