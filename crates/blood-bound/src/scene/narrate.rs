//! What happened, in words.

use table::{Observer, Seat, Text, Voice, say};

use crate::event::Event;
use crate::pieces::{Rank, Token};

/// What happened, in words for this observer.
pub(crate) fn narrate(event: &Event, observer: Observer) -> Text {
    let voice = Voice(observer);
    let card = |seat: Seat| say!(voice, seat: "the card of {seat}", "your card");
    match *event {
        Event::Passed { from, to } => {
            let to = voice.whom(to);
            say!(voice, from: "{from} passes the dagger to {to}.", "You pass the dagger to {to}.")
        }
        Event::MustStrike { seat, .. } => {
            say!(voice, seat: "{seat} must strike now: the dagger has been passed too often.",
                "You must strike now: the dagger has been passed too often.")
        }
        Event::Struck { attacker, target } => {
            let target = voice.whom(target);
            say!(voice, attacker: "{attacker} strikes {target}.", "You strike {target}.")
        }
        Event::Called { target } => say!(voice, target: "{target} calls for help.", "You call for help."),
        Event::StoodAlone { target } => say!(voice, target: "{target} stands alone.", "You stand alone."),
        Event::Answered { seat } => say!(voice, seat: "{seat} has answered.", "You have answered."),
        Event::Opened { target, offers } => {
            let target = voice.whom(target);
            if offers.is_empty() {
                return say!("Nobody intervenes for {target}.");
            }
            let offers = voice.list(offers);
            say!("The answers are revealed: {offers} would intervene for {target}.")
        }
        Event::Accepted { target, by } => {
            let help = say!(voice, by: "the help of {by}", "your help");
            say!(voice, target: "{target} accepts {help}.", "You accept {help}.")
        }
        Event::AcceptedNone { target } => {
            say!(voice, target: "{target} accepts no help.", "You accept no help.")
        }
        Event::Took { seat, token, rank } => {
            let token = token_words(token, rank);
            say!(voice, seat: "{seat} takes {token}.", "You take {token}.")
        }
        Event::Returned { seat, token, rank } => {
            let token = token_words(token, rank);
            say!(voice, seat: "{seat} puts back {token}.", "You put back {token}.")
        }
        Event::Forwent { seat, rank } => {
            let rank = rank.name();
            say!(voice, seat: "{seat} does not use the ability of the {rank}.",
                "You do not use the ability of the {rank}.")
        }
        Event::Quill { elder } => {
            say!(voice, elder: "{elder} takes the Quill: the highest number leads that clan now.",
                "You take the Quill: the highest number leads your clan now.")
        }
        Event::Assassin { assassin, victim } => {
            let victim = voice.whom(victim);
            say!(voice, assassin: "{assassin} stabs {victim} twice.", "You stab {victim} twice.")
        }
        Event::Picked { harlequin, first } => {
            let first = card(first);
            say!(voice, harlequin: "{harlequin} wants to look at {first}.", "You want to look at {first}.")
        }
        Event::Harlequin { harlequin, first, second } => {
            let (first, second) = (card(first), card(second));
            say!(voice, harlequin: "{harlequin} looks at {first} and {second}.",
                "You look at {first} and {second}.")
        }
        Event::Saw { harlequin, at, card } => {
            say!(voice, harlequin: "{harlequin} sees that {at} is the {card}.",
                "You see that {at} is the {card}.")
        }
        Event::Harmed { alchemist, target } => {
            let target = voice.whom(target);
            say!(voice, alchemist: "{alchemist} wounds {target} with a vial.",
                "You wound {target} with a vial.")
        }
        Event::Healed { alchemist, target } => {
            let target = voice.whom(target);
            say!(voice, alchemist: "{alchemist} heals {target}.", "You heal {target}.")
        }
        Event::Mentalist { mentalist, victim } => {
            let mind = say!(voice, victim: "the mind of {victim}", "your mind");
            say!(voice, mentalist: "{mentalist} breaks {mind}.", "You break {mind}.")
        }
        Event::Sword { guardian, colour } => {
            let sword = colour.sword();
            say!(voice, guardian: "{guardian} draws the {sword}.", "You draw the {sword}.")
        }
        Event::Shield { guardian, to, colour } => {
            let (shield, to) = (colour.shield(), voice.whom(to));
            say!(voice, guardian: "{guardian} gives a {shield} to {to}.", "You give a {shield} to {to}.")
        }
        Event::SwordLost { guardian, colour, shields } => {
            let sword = colour.sword();
            if shields.is_empty() {
                return say!(voice, guardian: "{guardian} loses the {sword} to a third wound.",
                    "You lose the {sword} to your third wound.");
            }
            let holders = voice.list(shields);
            say!(voice, guardian: "{guardian} loses the {sword} to a third wound; its Shields leave {holders}.",
                "You lose the {sword} to your third wound; its Shields leave {holders}.")
        }
        Event::Berserker { berserker, attacker } => {
            let attacker = voice.whom(attacker);
            say!(voice, berserker: "{berserker} strikes back at {attacker}.", "You strike back at {attacker}.")
        }
        Event::Staff { mage, to, took } => {
            let to = voice.whom(to);
            if took {
                return say!(voice, mage: "{mage} takes a Staff and gives one to {to}.",
                    "You take a Staff and give one to {to}.");
            }
            say!(voice, mage: "{mage} gives a Staff to {to}.", "You give a Staff to {to}.")
        }
        Event::Fan { courtesan, to } => {
            let to = voice.whom(to);
            say!(voice, courtesan: "{courtesan} gives a Fan to {to}.", "You give a Fan to {to}.")
        }
        Event::Cursed { inquisitor, to } => {
            let to = voice.whom(to);
            say!(voice, inquisitor: "{inquisitor} lays a curse before {to}.", "You lay a curse before {to}.")
        }
        Event::CursesLaid { inquisitor } => {
            say!(voice, inquisitor: "{inquisitor} has laid all the curses; one of them is true.",
                "You have laid all the curses; one of them is true.")
        }
        Event::Dagger { to } => say!(voice, to: "{to} takes the dagger.", "You take the dagger."),
        Event::Captured { captive, captor } => {
            let captive = voice.whom(captive);
            say!(voice, captor: "{captor} captures {captive}!", "You capture {captive}!")
        }
        Event::Standstill { seat } => {
            say!(voice, seat: "{seat} must strike and can strike nobody.",
                "You must strike and can strike nobody.")
        }
        Event::Unmasked { seat, card } => say!(voice, seat: "{seat} is the {card}.", "You are the {card}."),
        Event::CurseTurned { seat, is_true: true } => {
            say!(voice, seat: "{seat} holds the True Curse.", "You hold the True Curse.")
        }
        Event::CurseTurned { seat, .. } => {
            say!(voice, seat: "{seat} holds a False Curse.", "You hold a False Curse.")
        }
        Event::Ended { winners } if winners.is_empty() => say!("Nobody wins."),
        Event::Ended { winners } => match winners.only() {
            Some(seat) => say!(voice, seat: "{seat} wins.", "You win."),
            None => say!("{winners} win.", winners = voice.list(winners)),
        },
    }
}

pub(super) fn token_words(token: Token, rank: Option<Rank>) -> Text {
    match (token, rank) {
        (Token::Rose, _) => say!("a rose token"),
        (Token::Beast, _) => say!("a beast token"),
        (Token::Unknown, _) => say!("a question mark"),
        (Token::Rank, Some(rank)) => {
            say!("rank token {sign}: the {name}", sign = rank.sign(), name = rank.name())
        }
        (Token::Rank, None) => say!("the rank token"),
    }
}
