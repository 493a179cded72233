//! Instinct: a cheap judgement for bots.
//!
//! A seat acts on its [`Beliefs`]: strike probable foes and above all their probable leader; keep the rank hidden while the
//! ability promises little; take the fourth wound for a friend who leads, and let the rivals capture one who does not;
//! capture only when sure enough. Every action gets a gain, roughly in shares of winning; doing nothing gains
//! zero.
//!
//! The numbers come from many games of instinct against instinct, the terms of [`evaluate`](Instinct::evaluate) from a regression of
//! who won such games.

use std::hash::{Hash, Hasher};

use table::hint::Reason;
use table::instinct::{Heard, InfoKey, exp};
use table::{Instinct, MAX_SEATS, Seat, SeatSet};

use crate::BloodBound;
use crate::action::Action;
use crate::beliefs::{self, Beliefs, Probabilities};
use crate::event::Event;
use crate::pieces::{Clan, Rank, Token};
use crate::rules::{ending, intervention};
use crate::sight::Observation;
use crate::state::{Phase, State};

/// An action that gains a whole win is chosen `exp` of this times as often as one that gains nothing.
const SHARPNESS: f32 = 16.0;

/// How sure a captor should be: playing on is worth about a half, and doubts resolve with time.
const SURE: f32 = 0.57;

/// How often a rival leader finds somebody who takes the fourth wound for him, if anybody can.
const SAVED: f32 = 0.5;

impl Instinct for BloodBound {
    const TEAMS: Option<&'static str> = Some("clan");

    const LATER_CLAIMS: f32 = 0.5;
    // Left out in browsers: it would double what has to be fetched.
    const NETWORKS: &'static [&'static [u8]] =
        if cfg!(target_family = "wasm") { &[] } else { &[include_bytes!("../net/8.net")] };

    fn policy_weights(state: &State, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        Decision::of(state, seat).weigh(actions, weights);
    }

    fn informed_weights(worlds: &[(State, f32)], seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        if let Some((state, _)) = worlds.first() {
            Decision::of(state, seat).informed(worlds).weigh(actions, weights);
        }
    }

    fn evaluate(state: &State) -> [f32; MAX_SEATS] {
        evaluate(state)
    }

    fn info_key(state: &State, seat: Seat) -> u64 {
        let mut key = InfoKey::new();
        for (may_be, tokens) in
            beliefs::may_be_to(state, seat).iter().zip(&state.tokens).take(state.players())
        {
            let tokens = [tokens.rose, tokens.beast, tokens.unknown, tokens.rank.into()];
            key.see(u64::from(may_be.bits()) << 32 | u64::from(u32::from_le_bytes(tokens)));
        }
        match state.phase {
            // Answers are sealed.
            Phase::Answers { target, .. } => key.see(target.index() as u64 + 1000),
            phase => phase.hash(&mut key),
        }
        (state.dagger, state.passes, state.quills, state.swords, state.shields).hash(&mut key);
        (state.staffs, state.fans, state.curses).hash(&mut key);
        key.finish()
    }

    fn role_key(state: &State, seat: Seat) -> u64 {
        let mut key = InfoKey::new();
        for other in state.looks[seat.index()].with(seat) {
            key.see(state.card(other).index() as u64);
        }
        let right = seat.right(state.players());
        state.card(right).clue().hash(&mut key);
        key.finish()
    }

    fn with_roles_of(past: &mut State, today: &State) -> bool {
        past.cards = today.cards;
        true
    }

    fn each_assignment(
        observation: &Observation,
        world: &mut State,
        most: usize,
        each: &mut dyn FnMut(&State),
    ) -> bool {
        beliefs::each_assignment(&observation.may_be(), world, most, each)
    }

    fn revealed_choices(event: &Event, past: &State) -> Vec<(Seat, Action)> {
        let Event::Opened { offers, .. } = event else { return Vec::new() };
        let Phase::Answers { target, .. } = past.phase else { return Vec::new() };
        let answer = |seat| if offers.contains(seat) { Action::Intervene } else { Action::StayOut };
        intervention::eligible(past, target).iter().map(|seat| (seat, answer(seat))).collect()
    }

    fn reasons(observation: &Observation, action: Action, reasons: &mut Vec<Reason>) {
        crate::reasons::reasons(observation, action, reasons);
    }
}

/// A seat that is about to decide, and what it believes.
struct Decision<'a> {
    state: &'a State,
    me: Seat,
    rank: Rank,
    beliefs: Beliefs,
    /// Who leads the rivals.
    rival_leader: Probabilities,
    /// The same for what cannot be undone: a capture ends the game.
    sure_leader: Probabilities,
    /// Who leads one's own clan.
    own_leader: Probabilities,
}

impl Decision<'_> {
    fn of(state: &State, me: Seat) -> Decision<'_> {
        let beliefs = Beliefs::of(state, me);
        let (rival_leader, own_leader) = (beliefs.rival_leader(), beliefs.own_leader());
        let rank = state.rank(me);
        Decision { state, me, rank, beliefs, rival_leader, sure_leader: rival_leader, own_leader }
    }

    /// The same seat, after all it has heard.
    fn informed(mut self, worlds: &[(State, f32)]) -> Self {
        let own = self.beliefs.own;
        let clan = |world: &State, seat| world.card(seat).clan();
        for seat in self.state.others(self.me) {
            let i = seat.index();
            let kin = Heard::of(self.beliefs.kin[i], worlds, |world| clan(world, seat) == Some(own));
            let foe = Heard::of(self.beliefs.foe[i], worlds, |world| clan(world, seat) == Some(own.rival()));
            (self.beliefs.kin[i], self.beliefs.foe[i]) = (kin.chance(), foe.chance());
        }
        let leaders = |world: &State| [own.rival(), own].map(|clan| ending::leader(world, clan));
        let leaders: Vec<_> = worlds.iter().map(|(world, weight)| (leaders(world), *weight)).collect();
        for seat in self.state.seats() {
            let i = seat.index();
            let rival = Heard::of(self.rival_leader[i], &leaders, |[rival, _]| *rival == Some(seat));
            (self.rival_leader[i], self.sure_leader[i]) = (rival.chance(), rival.decisive());
            self.own_leader[i] =
                Heard::of(self.own_leader[i], &leaders, |[_, own]| *own == Some(seat)).chance();
        }
        self
    }

    fn weigh(&self, actions: &[Action], weights: &mut Vec<f32>) {
        let outsider = self.state.card(self.me).is_inquisitor();
        weights.extend(actions.iter().map(|&action| {
            let gain = if outsider { self.scheme(action) } else { self.gain(action) };
            exp(SHARPNESS * gain)
        }));
    }

    fn foe(&self, seat: Seat) -> f32 {
        self.beliefs.foe[seat.index()]
    }

    fn kin(&self, seat: Seat) -> f32 {
        self.beliefs.kin[seat.index()]
    }

    fn leads_rivals(&self, seat: Seat) -> f32 {
        self.rival_leader[seat.index()]
    }

    fn surely_leads_rivals(&self, seat: Seat) -> f32 {
        self.sure_leader[seat.index()]
    }

    fn leads_own(&self, seat: Seat) -> f32 {
        self.own_leader[seat.index()]
    }

    fn wounds(&self, seat: Seat) -> f32 {
        self.state.wounds(seat).into()
    }

    fn reeling(&self, seat: Seat) -> bool {
        self.state.wounds(seat) == 3
    }

    fn shielded(&self, seat: Seat) -> bool {
        self.state.shielded().contains(seat)
    }

    fn rank_hidden(&self, seat: Seat) -> bool {
        !self.state.tokens[seat.index()].rank
    }

    /// How likely one's own clan wins if the attack captures its target (rules 10.2 to 10.4).
    fn won_if_captured(&self, captive: Seat) -> f32 {
        let captor = self.state.dagger;
        let decoy = self.kin(captive) - self.leads_own(captive);
        self.kin(captor) * self.leads_rivals(captive) + self.foe(captor) * (self.foe(captive) + decoy)
    }

    /// What an action of a clan member gains.
    fn gain(&self, action: Action) -> f32 {
        match (self.state.phase, action) {
            (_, Action::Strike(target)) => self.strike(target),
            // A friend may know more, and the dagger stays in the clan.
            (_, Action::Pass(to)) => 0.1 * self.kin(to) - 0.05,
            (_, Action::Call) => self.call(),
            (Phase::Answers { target, .. }, Action::Intervene) => self.offer(target),
            (_, Action::Accept(by)) => self.accept(by),
            (Phase::Wound { .. }, Action::Take(Token::Rank)) => self.show_rank(),
            // It gives the rank away and brings no ability.
            (Phase::Suffer { .. }, Action::Take(Token::Rank)) => -0.2 - 0.08 * self.leads_own(self.me),
            // The ability can be used and the seat can intervene once more.
            (_, Action::Return(Token::Rank)) => 0.2,
            (Phase::Ability { target, .. }, Action::Heal) => self.heal(target),
            (Phase::Ability { target, .. }, Action::Harm) => self.wound(target),
            (Phase::Ability { .. }, Action::Use) if self.rank == Rank::Elder => self.quill(),
            (Phase::Ability { .. }, Action::Use) => self.wound(self.state.dagger),
            (_, Action::UseOn(on)) => self.aim(on),
            _ => 0.0,
        }
    }

    fn strike(&self, target: Seat) -> f32 {
        if self.reeling(target) {
            return self.strike_to_capture(target);
        }
        // A player who is struck may show his rank and use his ability: good if he is a friend.
        let ability =
            if self.rank_hidden(target) { 0.1 * self.kin(target) - 0.05 * self.foe(target) } else { 0.0 };
        0.3 * (self.foe(target) - 0.5) + self.leads_rivals(target) * (0.25 + 0.075 * self.wounds(target))
            - 0.3 * self.leads_own(target)
            + ability
    }

    fn strike_to_capture(&self, target: Seat) -> f32 {
        let helpers = if self.state.fans.contains(target) {
            0.0
        } else {
            let eligible = intervention::eligible(self.state, target);
            eligible.iter().map(|seat| self.foe(seat)).sum::<f32>().min(1.0)
        };
        let rival_leader = self.surely_leads_rivals(target);
        (rival_leader - SURE) * (1.0 - SAVED * helpers * rival_leader)
    }

    /// A leader wants others to take wounds; a decoy with three wants the fourth.
    fn call(&self) -> f32 {
        if self.reeling(self.me) {
            return SURE - self.won_if_captured(self.me);
        }
        self.leads_own(self.me) * (0.2 + 0.05 * self.wounds(self.me)) - 0.1
    }

    fn offer(&self, target: Seat) -> f32 {
        let precious = self.leads_own(self.me);
        if self.reeling(target) {
            return 0.5 - self.won_if_captured(target) - 0.1 * precious;
        }
        let ability = if self.rank == Rank::Alchemist { 0.1 } else { self.ability() };
        self.leads_own(target) * (0.45 + 0.225 * self.wounds(target))
            + 0.1 * (self.kin(target) - 0.5)
            + 0.5 * ability
            - 0.4 * precious
            - 0.15
    }

    fn accept(&self, by: Seat) -> f32 {
        if self.reeling(self.me) {
            // Where being captured would lose, anybody will do.
            let loss = SURE - self.won_if_captured(self.me);
            return loss + 0.1 * (self.kin(by) - self.leads_own(by));
        }
        let stake = 0.05 + self.leads_own(self.me) * (0.3 + 0.1 * self.wounds(self.me));
        stake * (self.kin(by) - 0.6) - 0.2 * self.leads_own(by)
    }

    /// In an attack the rank token opens the ability, but it ends interventions, and a leader stands out by it.
    /// Only the Elder stops leading.
    fn show_rank(&self) -> f32 {
        let standing_out = if self.rank == Rank::Elder { 0.0 } else { 0.08 * self.leads_own(self.me) };
        self.ability() - 0.2 - standing_out
    }

    /// What the ability promises to a seat that is struck.
    fn ability(&self) -> f32 {
        match self.rank {
            Rank::Elder => self.quill(),
            Rank::Berserker => self.wound(self.state.dagger).max(0.0),
            Rank::Alchemist | Rank::Inquisitor => 0.0,
            _ => self.state.others(self.me).iter().map(|on| self.aim(on)).fold(0.0, f32::max),
        }
    }

    /// The more wounds the Elder has, the better it is if somebody else leads.
    fn quill(&self) -> f32 {
        0.1 + 0.1 * self.wounds(self.me)
    }

    /// A wound that nobody else can take.
    fn wound(&self, on: Seat) -> f32 {
        if self.shielded(on) {
            return 0.0;
        }
        if self.reeling(on) {
            return self.surely_leads_rivals(on) - SURE;
        }
        0.1 * (self.foe(on) - 0.5)
            + (self.leads_rivals(on) - self.leads_own(on)) * (0.25 + 0.125 * self.wounds(on))
    }

    fn heal(&self, on: Seat) -> f32 {
        0.2 * (self.leads_own(on) - self.leads_rivals(on)) + 0.05 * (self.kin(on) - 0.5)
    }

    /// What using the ability on somebody gains.
    fn aim(&self, on: Seat) -> f32 {
        let (foe, kin, rival_leader, own_leader) =
            (self.foe(on), self.kin(on), self.leads_rivals(on), self.leads_own(on));
        // What it costs that the dagger goes to the victim.
        const DAGGER: f32 = 0.05;
        match self.rank {
            Rank::Assassin if self.state.wounds(on) >= 2 && !self.shielded(on) => {
                self.surely_leads_rivals(on) - SURE
            }
            Rank::Assassin => 1.8 * self.wound(on) - DAGGER,
            Rank::Mentalist => {
                let bared = if self.rank_hidden(on) { 0.1 * (foe - kin) } else { 0.0 };
                self.wound(on) + bared - DAGGER
            }
            Rank::Harlequin => 0.3 * (0.5 + 2.0 * foe * kin + rival_leader * (1.0 - rival_leader)),
            Rank::Guardian => {
                0.3 * (own_leader * (1.0 + 0.5 * self.wounds(on)) - rival_leader) + 0.05 * (kin - 0.5)
            }
            Rank::Mage => 0.02 * (kin - 0.5 + own_leader),
            Rank::Courtesan => 0.1 * (rival_leader * (1.0 + self.wounds(on)) - 0.2 * kin - own_leader),
            Rank::Elder | Rank::Alchemist | Rank::Berserker | Rank::Inquisitor => 0.0,
        }
    }

    /// What an action of the Inquisitor gains. He waits with his curses until he knows a leader. His beliefs count the Rose as kin
    /// and the Beast as foes.
    fn scheme(&self, action: Action) -> f32 {
        match action {
            // A wound shows something, and the leaders' wounds drive the game.
            Action::Strike(target) => 0.05 * (self.leads_rivals(target) + self.leads_own(target)),
            Action::Pass(_) => -0.1,
            Action::Call | Action::Accept(_) | Action::Forgo => -0.2,
            Action::Intervene => {
                if self.state.curses.is_empty() && self.knows_a_leader() {
                    0.1
                } else {
                    -0.1
                }
            }
            Action::Take(Token::Rank) => {
                let ready = matches!(self.state.phase, Phase::Wound { .. }) && self.knows_a_leader();
                if ready { 0.2 } else { -0.2 }
            }
            // The leader with fewer wounds is more likely to win.
            Action::UseOn(on) | Action::TrueCurse(on) => {
                0.3 * self.leads_rivals(on).max(self.leads_own(on)) - 0.02 * self.wounds(on)
            }
            _ => 0.0,
        }
    }

    fn knows_a_leader(&self) -> bool {
        self.rival_leader.iter().chain(&self.own_leader).any(|&chance| chance > 0.5)
    }
}

/// The strength of a clan: log-odds of winning against one of strength zero.
fn strength(state: &State, clan: Clan, leader: Seat, exposure: f32) -> f32 {
    let wounds = usize::from(state.wounds(leader).min(3));
    let members = state.clan(clan);
    // Who could take a wound for the leader.
    let reserve = members.without(leader).minus(state.ranked()).len() as f32;
    let open_to_reserve = wounds == 3 && !state.fans.contains(leader);
    let mut strength = [0.0, -0.58, -0.67, -1.56][wounds]
        + exposure * [-1.39, -1.39, -1.77, -1.99][wounds]
        + reserve * if open_to_reserve { 0.71 } else { 0.44 };
    if state.shielded().contains(leader) {
        strength += 1.83;
    }
    if state.rank(leader) == Rank::Elder && !state.ranked().contains(leader) {
        strength -= 0.32; // He stands out by his signs.
    }
    strength + under_attack(state, members, leader)
}

/// What an unresolved attack means for a clan.
fn under_attack(state: &State, members: SeatSet, leader: Seat) -> f32 {
    let (Phase::Call { target } | Phase::Answers { target, .. } | Phase::Offers { target, .. }) = state.phase
    else {
        return 0.0;
    };
    let by_kin = members.contains(state.dagger);
    match state.wounds(target) == 3 && members.contains(target) {
        true if target == leader || by_kin => -0.34,
        true => 1.51, // The rivals are about to capture a decoy.
        false if target == leader => -0.4,
        false => 0.0,
    }
}

fn evaluate(state: &State) -> [f32; MAX_SEATS] {
    let mut values = [0.0; MAX_SEATS];
    let leaders = (ending::leader(state, Clan::Rose), ending::leader(state, Clan::Beast));
    let (Some(rose_leader), Some(beast_leader)) = leaders else { return values };
    let public = Beliefs::public(state);
    let rose = strength(state, Clan::Rose, rose_leader, public.own_leader()[rose_leader.index()]);
    let beast = strength(state, Clan::Beast, beast_leader, public.rival_leader()[beast_leader.index()]);
    let rose = 1.0 / (1.0 + exp(beast - rose));
    let mut shares = [rose, 1.0 - rose];
    if let Some(inquisitor) = state.inquisitor() {
        let own = &mut values[inquisitor.index()];
        for (share, leader) in shares.iter_mut().zip([rose_leader, beast_leader]) {
            // The leader may still change, and curses may still be laid.
            let lost = match state.true_curse {
                Some(cursed) if cursed == leader => 0.85,
                Some(_) => 0.05,
                None => 0.15,
            };
            *own += *share * lost;
            *share *= 1.0 - lost;
        }
    }
    for seat in state.seats() {
        if let Some(clan) = state.card(seat).clan() {
            values[seat.index()] = shares[clan as usize];
        }
    }
    values
}
