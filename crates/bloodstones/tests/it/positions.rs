//! Positions written by hand: what is impossible is refused with the reason.

use crate::vale::{Table, vale};

fn refused(position: &str, reason: &str) {
    match Table::try_at(&vale(2), position) {
        Ok(_) => panic!("accepted: {position}"),
        Err(refusal) => assert!(refusal.reason.contains(reason), "{refusal} does not say {reason}"),
    }
}

#[test]
fn impossible_positions_are_refused() {
    let two = "factions = [\"horse-lords\", \"hill-folk\"]\n";
    refused("units = [{ seat = 1, area = \"Home\", units = \"swords\" }]", "needs factions");
    refused("factions = [\"horse-lords\"]", "2 players need 2 factions");
    refused("factions = [\"horse-lords\", \"horse-lords\"]", "Two players lead");
    let with = |rest: &str| format!("{two}{rest}");
    refused(&with("units = [{ seat = 1, area = \"Nowhere\", units = \"swords\" }]"), "no area");
    refused(&with("units = [{ seat = 3, area = \"Home\", units = \"swords\" }]"), "no seat 3");
    refused(&with("units = [{ seat = 1, area = \"Home\", units = \"9 swords\" }]"), "have 6 Swords");
    refused(&with("units = [{ seat = 1, area = \"Home\", units = \"ship\" }]"), "cannot stand");
    refused(&with("units = [{ seat = 1, area = \"Peak\", units = \"swords\" }]"), "cannot stand");
    refused(
        &with("units = [{ seat = 1, area = \"Home\", units = \"2 leaders\" }]\nhands = { 1 = \"leader\" }"),
        "no more Leader",
    );
    refused(&with("hands = { 1 = \"dragon\" }"), "have no \"dragon\"");
    refused(&with("hands = { 7 = \"swords\" }"), "no seat 7");
    refused(&with("hands = { 1 = \"citadel\" }"), "not a tile");
    refused(&with("villages = [{ seat = 1, area = \"Wood\", count = 2 }]"), "room for 1");
    refused(
        &with("villages = [{ seat = 1, area = \"Home\" }, { seat = 2, area = \"Home\" }]"),
        "Two players have villages",
    );
    refused(&with("captured = [{ by = 1, from = 1, count = 1 }]"), "from somebody else");
    refused(&with("captured = [{ by = 1, from = 2, count = 21 }]"), "more than 20");
    refused(
        &with(
            "citadels = [{ by = 1, from = 2 }]\nunits = [{ seat = 2, area = \"Home\", units = \"citadel\" }]",
        ),
        "cannot have been captured",
    );
    refused(&with("battle-tiles = [[5, 5, 5]]"), "2, 2, 3, 3");
    refused(&with("regroups = [9]"), "more than 3 times");
    refused(&with("points = [1, 2, 3]"), "more points");
    refused(&with("cutiecorn = { seat = 1, area = \"Home\" }"), "not in this game");
    refused(&with("bags = { 1 = \"9 swords\" }"), "left for the bag");
    refused(&with("hands = { 1 = \"\" }\nbags = { 1 = \"\" }\ndiscards = { 1 = \"\" }"), "nowhere");
}
