//! Finding puzzles in games between bots.

use bots::{AnyBots, Budget, Level, Tried};
use serde_json::Value;
use table::position::seat_name;
use table::seed::Seed;
use table::{AnyGame, AnyMatch, Move, Observer, Referee, Refusal, Seat, Turn};

use crate::puzzle::{DEPTHS, Puzzle};

/// How thoroughly a position is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Iterations of the search that has to agree with itself.
    pub iterations: u32,
    /// How far the best choice must be ahead of every other one.
    pub margin: f32,
    /// Every how many decisions a position is looked at.
    pub every: usize,
}

/// Iterations of the first look, which most positions do not survive.
const FIRST_LOOK: u32 = 300;
/// A lead counts from this many standard errors on.
const CLEAR: f32 = 3.0;
/// The most other choices that are written down.
const WRONG: usize = 6;
/// The most reasons.
const WHY: usize = 2;
/// What was tried less often tells nothing.
const TRIED: f32 = 8.0;
/// The most options a puzzle has.
const OPTIONS: usize = 40;

/// A game in which puzzles are looked for.
pub struct Mine<'a> {
    game: &'a dyn AnyGame,
    bots: &'a dyn AnyBots,
    options: Value,
    effort: Effort,
}

impl<'a> Mine<'a> {
    /// With these options.
    pub fn new(
        game: &'a dyn AnyGame,
        bots: &'a dyn AnyBots,
        options: &Value,
        effort: Effort,
    ) -> Result<Mine<'a>, Refusal> {
        Ok(Mine { game, bots, options: game.options(options)?, effort })
    }

    /// Plays a game between easy bots and gives the first puzzle in it: those of one game are alike. `enough` is asked before each
    /// position is looked at.
    pub fn game(&self, seed: u64, enough: &dyn Fn() -> bool) -> Result<Option<Puzzle>, Refusal> {
        let players = self.options.get("players").and_then(Value::as_u64).unwrap_or(0) as usize;
        let names = Seat::all(players).map(seat_name).collect();
        let mut table = self.game.start(&self.options, None, names, Seed::from_number(seed, players))?;
        let (mut played, mut referee, mut asked) = (Vec::new(), Referee::default(), seed as usize);
        loop {
            let waiting = table.waiting_on();
            let Some(Turn { seat, waited_on }) = referee.turn_among(waiting, || table.interrupts()) else {
                return Ok(None);
            };
            let codes = table.codes(seat);
            if waited_on && (2..=OPTIONS).contains(&codes.len()) {
                asked += 1;
                if asked.is_multiple_of(self.effort.every) {
                    if enough() {
                        return Ok(None);
                    }
                    if let Some(puzzle) = self.look(&*table, seat, &codes, seed, &played) {
                        return Ok(Some(puzzle));
                    }
                }
            }
            let luck = seed ^ (played.len() as u64) << 20 ^ (seat.index() as u64 + 1) << 56;
            match self.choose(&*table, seat, Level::Easy, luck) {
                Some(code) => {
                    table.play(seat, &Move::Code(code))?;
                    played.push(format!("{}:{code}", seat.number()));
                    referee.acted();
                }
                None => referee.pass(seat),
            }
        }
    }

    fn choose(&self, table: &dyn AnyMatch, seat: Seat, level: Level, seed: u64) -> Option<u32> {
        let seen = table.seen(Observer::Seat(seat));
        let mut budget = Budget { iterations: 1, time_is_up: &mut || true };
        let choice = self.bots.bot(level, seed).decide(
            &*seen,
            seat,
            &table.codes(seat),
            table.waiting_on(),
            &[],
            &mut budget,
        );
        choice.or_else(|| table.fallback(seat).filter(|_| table.waiting_on().contains(seat)))
    }

    /// Is this position a puzzle?
    fn look(
        &self,
        table: &dyn AnyMatch,
        seat: Seat,
        codes: &[u32],
        seed: u64,
        played: &[String],
    ) -> Option<Puzzle> {
        let seen = table.seen(Observer::Seat(seat));
        let weigh = |iterations, luck| {
            self.bots.weigh(&*seen, seat, codes, table.waiting_on(), iterations, seed.wrapping_add(luck))
        };
        let greedy = self.choose(table, seat, Level::Greedy, seed)?;
        let obvious = codes.iter().position(|code| *code == greedy)?;
        if best(&weigh(FIRST_LOOK, 1))? == obvious {
            return None;
        }
        let all = weigh(self.effort.iterations, 2);
        let at = best(&all).filter(|at| *at != obvious && self.is_clear(&all, *at))?;
        let again = weigh(self.effort.iterations, 3);
        if best(&again)? != at || !self.is_clear(&again, at) {
            return None;
        }
        let finds = |iterations: u32| (4..7).all(|luck| best(&weigh(iterations, luck)) == Some(at));
        let rating = DEPTHS.iter().position(|depth| finds(*depth)).unwrap_or(DEPTHS.len()) as u32 + 1;
        let labels: Vec<String> =
            table.offers(seat).into_iter().map(|(_, label)| label.with_names(seat_name)).collect();
        let percent = |at: usize| (50.0 * (all[at].chance + again[at].chance)).round() as u32;
        let mut others: Vec<usize> = (0..codes.len()).filter(|other| *other != at).collect();
        others.sort_by(|a, b| {
            (*b == obvious).cmp(&(*a == obvious)).then(all[*b].visits.total_cmp(&all[*a].visits))
        });
        others.retain(|other| all[*other].visits >= TRIED && again[*other].visits >= TRIED);
        others.truncate(WRONG);
        others.first()?;
        let hint = self.bots.hint(&*seen, seat, codes, table.waiting_on(), &mut || 1.0)?;
        let agrees = hint.options.first().is_some_and(|option| option.code == codes[at]);
        let why = hint.reasons.into_iter().filter(|_| agrees).take(WHY);
        let (rules, why): (Vec<String>, Vec<String>) =
            why.map(|reason| (reason.rule, reason.text.as_marked().to_owned())).unzip();
        Some(Puzzle {
            seat,
            rating,
            best: labels.get(at)?.clone(),
            chance: percent(at),
            why,
            rule: rules.into_iter().find(|rule| !rule.is_empty()).unwrap_or_default(),
            options: self.options.clone(),
            seed,
            played: played.join(" "),
            wrong: others.into_iter().filter_map(|at| Some((labels.get(at)?.clone(), percent(at)))).collect(),
        })
    }

    /// Is an option ahead of every other one by more than the margin and the noise?
    fn is_clear(&self, all: &[Tried], at: usize) -> bool {
        let best = all[at];
        let behind = |other: &Tried| {
            let lead = best.chance - other.chance;
            lead >= self.effort.margin && lead >= CLEAR * best.noise
        };
        let others = all.iter().enumerate().filter(|(other, tried)| *other != at && tried.visits >= TRIED);
        best.visits > 0.0 && others.into_iter().all(|(_, other)| behind(other))
    }
}

/// The option that was tried most.
fn best(all: &[Tried]) -> Option<usize> {
    (0..all.len()).reduce(|best, at| if all[at].visits > all[best].visits { at } else { best })
}
