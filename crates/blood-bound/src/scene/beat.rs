//! How what happened is staged.

use table::{Beat, Weight};

use super::{card_face, clan_icon, rank_face};
use crate::event::Event;
use crate::pieces::{Clan, Token};

/// How an event is staged.
pub(crate) fn beat(event: &Event) -> Beat {
    let beat = Beat::new;
    match *event {
        Event::Passed { from, to } => beat(Weight::Medium, "plain-dagger").by(from).on(to).opens(),
        Event::MustStrike { seat, .. } => beat(Weight::Small, "plain-dagger").on(seat),
        Event::Struck { attacker, target } => {
            beat(Weight::Large, "knife-thrust").by(attacker).on(target).opens()
        }
        Event::Called { target } => beat(Weight::Medium, "megaphone").by(target),
        Event::StoodAlone { target } => beat(Weight::Medium, "cancel").by(target),
        Event::Answered { seat } => beat(Weight::Aside, "wax-seal").by(seat),
        Event::Opened { target, offers } => {
            let icon = if offers.is_empty() { "cancel" } else { "hand" };
            beat(Weight::Medium, icon).on_all(offers.with(target))
        }
        Event::Accepted { target, by } => beat(Weight::Large, "hand-grip").by(target).on(by),
        Event::AcceptedNone { target } => beat(Weight::Medium, "cancel").by(target),
        Event::Took { seat, rank: Some(rank), .. } => {
            beat(Weight::Huge, rank.icon()).with(rank_face(rank)).on(seat)
        }
        Event::Took { seat, token, .. } => beat(Weight::Large, token_icon(token)).on(seat),
        Event::Returned { seat, token, .. } => beat(Weight::Medium, token_icon(token)).on(seat),
        Event::Forwent { seat, .. } => beat(Weight::Small, "cancel").by(seat),
        Event::Quill { elder } => beat(Weight::Huge, "quill").by(elder),
        Event::Assassin { assassin, victim } => beat(Weight::Huge, "daggers").by(assassin).on(victim),
        Event::Picked { harlequin, first } => beat(Weight::Small, "eye-target").by(harlequin).on(first),
        Event::Harlequin { harlequin, first, second } => {
            beat(Weight::Large, "eye-target").by(harlequin).on(first).on(second)
        }
        Event::Saw { harlequin, at, card } => {
            beat(Weight::Huge, "eye-target").with(card_face(card)).by(harlequin).on(at)
        }
        Event::Harmed { alchemist, target } => beat(Weight::Large, "poison-bottle").by(alchemist).on(target),
        Event::Healed { alchemist, target } => {
            beat(Weight::Large, "health-increase").by(alchemist).on(target)
        }
        Event::Mentalist { mentalist, victim } => beat(Weight::Large, "brain").by(mentalist).on(victim),
        Event::Sword { guardian, .. } => beat(Weight::Medium, "broadsword").by(guardian),
        Event::Shield { guardian, to, .. } => beat(Weight::Large, "shield").by(guardian).on(to),
        Event::SwordLost { guardian, shields, .. } => {
            beat(Weight::Medium, "broken-shield").by(guardian).on_all(shields)
        }
        Event::Berserker { berserker, attacker } => {
            beat(Weight::Large, "axe-swing").by(berserker).on(attacker)
        }
        Event::Staff { mage, to, .. } => beat(Weight::Large, "wizard-staff").by(mage).on(to),
        Event::Fan { courtesan, to } => beat(Weight::Large, "feather").by(courtesan).on(to),
        Event::Cursed { inquisitor, to } => beat(Weight::Large, "pentacle").by(inquisitor).on(to),
        Event::CursesLaid { inquisitor } => beat(Weight::Large, "pentacle").by(inquisitor),
        Event::Dagger { to } => beat(Weight::Small, "plain-dagger").on(to),
        Event::Captured { captive, captor } => beat(Weight::Huge, "imprisoned").by(captor).on(captive),
        Event::Standstill { seat } => beat(Weight::Huge, "cancel").by(seat),
        Event::Unmasked { seat, card } => beat(Weight::Medium, "").with(card_face(card)).on(seat),
        Event::CurseTurned { seat, is_true } => {
            beat(if is_true { Weight::Huge } else { Weight::Small }, "pentacle").on(seat)
        }
        Event::Ended { winners } => beat(Weight::Huge, "laurels").on_all(winners),
    }
}

fn token_icon(token: Token) -> &'static str {
    match token {
        Token::Rose => clan_icon(Clan::Rose),
        Token::Beast => clan_icon(Clan::Beast),
        Token::Unknown | Token::Rank => "bleeding-wound",
    }
}

#[cfg(test)]
mod tests {
    use table::Seat;

    use super::*;

    #[test]
    fn the_gift_of_a_fan_bears_no_sign_of_a_clan() {
        let [courtesan, to] = [0, 1].map(Seat::new);
        let icon = beat(&Event::Fan { courtesan, to }).icon;
        assert!([Clan::Rose, Clan::Beast].iter().all(|&clan| clan_icon(clan) != icon));
    }
}
