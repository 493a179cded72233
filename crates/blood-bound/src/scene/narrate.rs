//! What happened, in words.

use table::{Observer, Seat, Voice};

use crate::event::Event;
use crate::pieces::{Rank, Token};

/// What happened, in words for this observer.
pub(crate) fn narrate(event: &Event, observer: Observer) -> String {
    let voice = Voice(observer);
    let does = |seat: Seat, third: &str, second: &str| voice.does(seat, third, second);
    let whom = |seat: Seat| voice.whom(seat);
    match *event {
        Event::Passed { from, to } => {
            format!("{} the dagger to {}.", does(from, "passes", "pass"), whom(to))
        }
        Event::MustStrike { seat, .. } => {
            format!("{} strike now: the dagger has been passed too often.", does(seat, "must", "must"))
        }
        Event::Struck { attacker, target } => {
            format!("{} {}.", does(attacker, "strikes", "strike"), whom(target))
        }
        Event::Called { target } => format!("{} for help.", does(target, "calls", "call")),
        Event::StoodAlone { target } => format!("{} alone.", does(target, "stands", "stand")),
        Event::Answered { seat } => format!("{} answered.", does(seat, "has", "have")),
        Event::Opened { target, offers } if offers.is_empty() => {
            format!("Nobody intervenes for {}.", whom(target))
        }
        Event::Opened { target, offers } => {
            format!("The answers are revealed: {} would intervene for {}.", voice.list(offers), whom(target))
        }
        Event::Accepted { target, by } => {
            format!("{} {}.", does(target, "accepts", "accept"), voice.of(by, "help"))
        }
        Event::AcceptedNone { target } => format!("{} no help.", does(target, "accepts", "accept")),
        Event::Took { seat, token, rank } => {
            format!("{} {}.", does(seat, "takes", "take"), token_words(token, rank))
        }
        Event::Returned { seat, token, rank } => {
            format!("{} {}.", does(seat, "puts back", "put back"), token_words(token, rank))
        }
        Event::Forwent { seat, rank } => {
            format!("{} use the ability of the {}.", does(seat, "does not", "do not"), rank.name())
        }
        Event::Quill { elder } => {
            let clan = if observer.is(elder) { "your clan" } else { "that clan" };
            format!("{} the Quill: the highest number leads {clan} now.", does(elder, "takes", "take"))
        }
        Event::Assassin { assassin, victim } => {
            format!("{} {} twice.", does(assassin, "stabs", "stab"), whom(victim))
        }
        Event::Picked { harlequin, first } => {
            format!("{} at {}.", does(harlequin, "wants to look", "want to look"), voice.of(first, "card"))
        }
        Event::Harlequin { harlequin, first, second } => {
            let looks = does(harlequin, "looks", "look");
            format!("{looks} at {} and {}.", voice.of(first, "card"), voice.of(second, "card"))
        }
        Event::Saw { harlequin, at, card } => {
            format!("{} that {at} is the {card}.", does(harlequin, "sees", "see"))
        }
        Event::Harmed { alchemist, target } => {
            format!("{} {} with a vial.", does(alchemist, "wounds", "wound"), whom(target))
        }
        Event::Healed { alchemist, target } => {
            format!("{} {}.", does(alchemist, "heals", "heal"), whom(target))
        }
        Event::Mentalist { mentalist, victim } => {
            format!("{} {}.", does(mentalist, "breaks", "break"), voice.of(victim, "mind"))
        }
        Event::Sword { guardian, colour } => {
            format!("{} the {} Sword.", does(guardian, "draws", "draw"), colour.name())
        }
        Event::Shield { guardian, to, colour } => {
            format!("{} a {} Shield to {}.", does(guardian, "gives", "give"), colour.name(), whom(to))
        }
        Event::SwordLost { guardian, colour, shields } if shields.is_empty() => {
            format!("{} the {} Sword.", does(guardian, "loses", "lose"), colour.name())
        }
        Event::SwordLost { guardian, colour, shields } => {
            let loses = does(guardian, "loses", "lose");
            format!("{loses} the {} Sword; its Shields leave {}.", colour.name(), voice.list(shields))
        }
        Event::Berserker { berserker, attacker } => {
            format!("{} back at {}.", does(berserker, "strikes", "strike"), whom(attacker))
        }
        Event::Staff { mage, to, took: true } => {
            let takes = does(mage, "takes a Staff and gives", "take a Staff and give");
            format!("{takes} one to {}.", whom(to))
        }
        Event::Staff { mage, to, .. } => format!("{} a Staff to {}.", does(mage, "gives", "give"), whom(to)),
        Event::Fan { courtesan, to } => {
            format!("{} a Fan to {}.", does(courtesan, "gives", "give"), whom(to))
        }
        Event::Cursed { inquisitor, to } => {
            format!("{} a curse before {}.", does(inquisitor, "lays", "lay"), whom(to))
        }
        Event::CursesLaid { inquisitor } => {
            format!("{} all the curses; one of them is true.", does(inquisitor, "has laid", "have laid"))
        }
        Event::Dagger { to } => format!("{} the dagger.", does(to, "takes", "take")),
        Event::Captured { captive, captor } => {
            format!("{} {}!", does(captor, "captures", "capture"), whom(captive))
        }
        Event::Standstill { seat } => {
            format!("{} strike and can strike nobody.", does(seat, "must", "must"))
        }
        Event::Unmasked { seat, card } => format!("{} the {card}.", does(seat, "is", "are")),
        Event::CurseTurned { seat, is_true } => {
            let curse = if is_true { "the True Curse" } else { "a False Curse" };
            format!("{} {curse}.", does(seat, "holds", "hold"))
        }
        Event::Ended { winners } if winners.is_empty() => "Nobody wins.".to_owned(),
        Event::Ended { winners } => match winners.only() {
            Some(seat) => format!("{}.", does(seat, "wins", "win")),
            None => format!("{} win.", voice.list(winners)),
        },
    }
}

pub(super) fn token_words(token: Token, rank: Option<Rank>) -> String {
    match (token, rank) {
        (Token::Rose, _) => "a rose token".to_owned(),
        (Token::Beast, _) => "a beast token".to_owned(),
        (Token::Unknown, _) => "a question mark".to_owned(),
        (Token::Rank, Some(rank)) => format!("rank token {}: the {}", rank.sign(), rank.name()),
        (Token::Rank, None) => "the rank token".to_owned(),
    }
}
