//! Reading the deck from its file.

use serde::Deserialize;
use table::{Name, Text, say};

use super::{CARDS, CHARACTERS, Card, Cards, Colour, DECK, Deck, Kind, Specials};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeckFile {
    clan: Vec<ClanFile>,
    special: SpecialFile,
    event: Vec<EventFile>,
    blood: BloodFile,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClanFile {
    number: u8,
    name: String,
    money: [String; 2],
    art: [String; 2],
    romance: [String; 2],
    battle: [String; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct SpecialFile {
    skip: Vec<AbleFile>,
    reverse: Vec<AbleFile>,
    #[serde(rename = "draw-3")]
    draw: Vec<AbleFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AbleFile {
    card: String,
    #[serde(default)]
    few: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventFile {
    kind: Kind,
    title: String,
    points: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BloodFile {
    points: i32,
}

/// Reads a deck file and checks that it makes a deck.
pub(super) fn read(text: &str) -> Result<Deck, String> {
    let file: DeckFile = table::file::read(text).map_err(|error| error.to_string())?;
    let (mut names, mut slugs) = (vec![Text::default(); CARDS], vec![String::new(); CARDS]);
    for clan in &file.clan {
        if !(1..=9).contains(&clan.number) {
            return Err(format!("there is no clan {}", clan.number));
        }
        let members = [&clan.money, &clan.art, &clan.romance, &clan.battle];
        for (colour, pair) in Colour::ALL.into_iter().zip(members) {
            for (woman, given) in [false, true].into_iter().zip(pair) {
                let card = Card::character(colour, clan.number, woman);
                names[card.index()] = Name(format_args!("{given} {}", clan.name)).into();
                let gender = if woman { 'f' } else { 'm' };
                slugs[card.index()] = format!("{}-{}-{gender}", colour.slug(), clan.number);
            }
        }
    }
    if file.event.len() != DECK - CHARACTERS {
        return Err(format!("{} Events instead of {}", file.event.len(), DECK - CHARACTERS));
    }
    let mut by_kind = [Cards::EMPTY; 4];
    for (at, event) in file.event.iter().enumerate() {
        let card = Card::new(CHARACTERS + at);
        by_kind[event.kind as usize].insert(card);
        let title = Text::marked(event.title.clone());
        let name = say!("{kind}: {title}", kind = event.kind.word());
        slugs[card.index()] = name.to_string().replace(": ", "-").replace(' ', "-").to_lowercase();
        names[card.index()] = name;
    }
    names[Card::BLOOD.index()] = say!("King's Blood");
    slugs[Card::BLOOD.index()] = "kings-blood".into();
    if let Some(at) = (0..CARDS).find(|&at| names[at].is_empty() || names[..at].contains(&names[at])) {
        return Err(format!("card {at} has no name, or one that another has too"));
    }
    let (mut full, mut few) = (Specials::default(), Specials::default());
    for (list, pick) in [
        (&file.special.skip, (|set| &mut set.skip) as fn(&mut Specials) -> &mut Cards),
        (&file.special.reverse, |set| &mut set.reverse),
        (&file.special.draw, |set| &mut set.draw),
    ] {
        for able in list {
            let at = slugs[..CHARACTERS].iter().position(|slug| *slug == able.card);
            let card = Card::new(at.ok_or_else(|| format!("there is no Character {}", able.card))?);
            if full.all().contains(card) {
                return Err(format!("{} has two abilities", able.card));
            }
            pick(&mut full).insert(card);
            if able.few {
                pick(&mut few).insert(card);
            }
        }
    }
    let kinds = file.event.iter().map(|event| event.kind).collect();
    let points = file.event.iter().map(|event| event.points).chain([file.blood.points]).collect();
    Ok(Deck { names, slugs, kinds, points, full, few, by_kind })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_deck_is_refused() {
        let text = include_str!("../../data/deck.toml");
        assert!(read(&text.replacen("money-5-f", "money-1-m", 1)).is_err());
        assert!(read(&text.replacen("number = 9", "number = 8", 1)).is_err());
        assert!(read(&text.replacen("Perla", "Tobrin", 1)).is_err());
        assert!(read(&text.replacen("battle-8-m", "battle-0-m", 1)).is_err());
    }
}
