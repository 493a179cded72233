//! Batches, environments and trees agree with the rules and with each other.

use research::log::Log;
use research::{AnyBatch, Node, ResearchGame, Rows, TreeRoot, research_games, rewards, seat_names};
use serde_json::{Value, json};
use table::chance::quick;
use table::seed::Seed;
use table::{Chance, MAX_SEATS, Observer, Outcome};

struct Memory {
    observations: Vec<i8>,
    masks: Vec<i8>,
    seats: Vec<i8>,
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
}

impl Memory {
    fn of(batch: &dyn AnyBatch) -> Memory {
        let games = batch.len();
        Memory {
            observations: vec![7; games * batch.features()],
            masks: vec![7; games * batch.codes()],
            seats: vec![7; games],
            rewards: vec![7.0; games * batch.players()],
            terminated: vec![true; games],
            truncated: vec![true; games],
        }
    }

    fn lend(&mut self) -> Rows<'_> {
        Rows {
            observations: &mut self.observations,
            masks: &mut self.masks,
            seats: &mut self.seats,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
        }
    }
}

fn smallest_and_largest(game: &ResearchGame) -> [Value; 2] {
    let info = game.game().info();
    [info.min_players, info.max_players].map(|players| json!({ "players": players }))
}

#[test]
fn a_batch_plays_whole_games_and_deals_again() {
    for game in research_games() {
        for options in smallest_and_largest(&game) {
            let mut batch = game.research.batch(&options, 100, 2).unwrap();
            let mut memory = Memory::of(batch.as_ref());
            batch.reset(1, memory.lend());
            let mut ended = 0;
            for _ in 0..1_500 {
                let actions = batch.sample().to_vec();
                batch.step(&actions, memory.lend()).unwrap();
                for (game, rewards) in memory.rewards.chunks(batch.players()).enumerate() {
                    ended += usize::from(memory.terminated[game]);
                    let paid = rewards.iter().any(|reward| *reward != 0.0);
                    assert!(!paid || memory.terminated[game], "paid before the end");
                    assert!(rewards.iter().sum::<f32>().abs() < 1e-5);
                }
                assert!(memory.masks.chunks(batch.codes()).all(|mask| mask.contains(&1)));
            }
            assert!(memory.truncated.iter().all(|truncated| !truncated));
            let quick_game = game.game().info().id != "bloodstones";
            assert!(ended > 20 || !quick_game, "{}: {ended} games ended", game.game().info().id);
        }
    }
}

#[test]
fn a_batch_is_the_same_on_any_number_of_threads_and_after_a_snapshot() {
    for game in research_games() {
        let options = json!({ "players": game.game().info().usual_players });
        let mut one = game.research.batch(&options, 70, 1).unwrap();
        let mut two = game.research.batch(&options, 70, 2).unwrap();
        let (mut first, mut second) = (Memory::of(one.as_ref()), Memory::of(two.as_ref()));
        one.reset(5, first.lend());
        two.reset(5, second.lend());
        for step in 0..120 {
            let actions = one.sample().to_vec();
            one.step(&actions, first.lend()).unwrap();
            if step == 60 {
                let mut fresh = game.research.batch(&options, 70, 2).unwrap();
                fresh.restore(&two.snapshot(), second.lend()).unwrap();
                two = fresh;
            }
            assert_eq!(actions, two.sample());
            two.step(&actions, second.lend()).unwrap();
            assert_eq!(first.observations, second.observations);
            assert_eq!((&first.masks, &first.seats), (&second.masks, &second.seats));
            assert_eq!((&first.rewards, &first.terminated), (&second.rewards, &second.terminated));
        }
    }
}

#[test]
fn updated_rows_equal_freshly_written_ones() {
    for game in research_games() {
        for options in smallest_and_largest(&game) {
            let mut batch = game.research.batch(&options, 30, 1).unwrap();
            let mut memory = Memory::of(batch.as_ref());
            batch.reset(9, memory.lend());
            for step in 1..=400 {
                let actions = batch.sample().to_vec();
                batch.step(&actions, memory.lend()).unwrap();
                if step % 40 == 0 {
                    let mut fresh = game.research.batch(&options, 30, 1).unwrap();
                    let mut written = Memory::of(fresh.as_ref());
                    fresh.restore(&batch.snapshot(), written.lend()).unwrap();
                    assert_eq!(memory.observations, written.observations);
                    assert_eq!((&memory.masks, &memory.seats), (&written.masks, &written.seats));
                }
            }
        }
    }
}

#[test]
fn a_batch_refuses_what_is_not_on_the_mask_and_changes_nothing() {
    for game in research_games() {
        let options = json!({ "players": game.game().info().usual_players });
        let mut batch = game.research.batch(&options, 3, 1).unwrap();
        let mut memory = Memory::of(batch.as_ref());
        batch.reset(1, memory.lend());
        let before = memory.observations.clone();
        let good = batch.sample().to_vec();
        for bad in [-1, i32::MAX, memory.masks.iter().position(|&it| it == 0).unwrap() as i32] {
            let refusal = batch.step(&[bad, good[1], good[2]], memory.lend()).unwrap_err();
            assert!(refusal.reason.contains("mask of game 0"), "{refusal}");
        }
        assert!(batch.step(&good[..2], memory.lend()).is_err());
        assert_eq!(before, memory.observations);
        batch.step(&good, memory.lend()).unwrap();
    }
}

/// A random path through a tree reaches its end, and resampled states are in the same information set.
#[test]
fn every_random_tree_reaches_an_end() {
    for game in research_games() {
        for options in smallest_and_largest(&game) {
            let mut chance = quick(3);
            let mut tree = game.research.tree(&options, &TreeRoot::default()).unwrap();
            let (mut decisions, mut samples) = (0, 0);
            for step in 0..4_000 {
                match tree.node() {
                    Node::Terminal => break,
                    Node::Chance(outcomes) => {
                        assert!(outcomes < 10_000, "the rules have no draw with {outcomes} outcomes");
                        tree.apply_action(chance.below(outcomes)).unwrap();
                    }
                    Node::Decision(turn) => {
                        decisions += 1;
                        if decisions % 40 == 1 {
                            let sampled = tree.resample(turn.seat, step).unwrap();
                            assert_eq!(
                                sampled.information_state(turn.seat),
                                tree.information_state(turn.seat)
                            );
                            assert_eq!(sampled.legal_actions(), tree.legal_actions());
                            samples += 1;
                        }
                        let legal = tree.legal_actions();
                        assert!(tree.apply_action(u32::MAX).is_err());
                        tree.apply_action(chance.pick(&legal)).unwrap();
                    }
                }
            }
            assert!(samples > 0);
        }
    }
}

#[test]
fn an_environment_offers_interrupts_clockwise() {
    for game in research_games() {
        let players = game.game().info().min_players;
        let options = json!({ "players": players });
        let seed = Seed::from_number(4, players);
        let mut env = game.research.env(&options, None, seat_names(players), seed).unwrap();
        let (mut chance, mut codes, mut offers) = (quick(8), Vec::new(), 0);
        while let Some(turn) = env.turn() {
            env.legal(turn.seat, &mut codes);
            let pass = game.game().codes();
            assert_eq!(codes.contains(&pass), !turn.waited_on);
            let view = env.game().view(Observer::Seat(turn.seat));
            assert_eq!(view.options.len(), codes.iter().filter(|&&code| code != pass).count());
            if turn.waited_on {
                assert!(env.step(pass).is_err());
                env.step(chance.pick(&codes)).unwrap();
            } else {
                offers += 1;
                let before = env.game().version();
                env.step(pass).unwrap();
                assert_eq!(env.game().version(), before);
                assert_ne!(env.turn().map(|next| next.seat), Some(turn.seat));
            }
        }
        let interrupts = game.game().info().id == "bloodwood";
        assert_eq!(offers > 0, interrupts, "{}", game.game().info().id);
    }
}

#[test]
fn rewards_follow_placings_and_sum_to_zero() {
    let rewards = rewards(&Outcome::by_score("test", &[5, 9, 5, 1]));
    assert_eq!(rewards[1], 1.0);
    assert_eq!(rewards[3], -1.0);
    assert_eq!(rewards[0], rewards[2]);
    assert!(rewards.iter().sum::<f32>().abs() < 1e-6);
}

#[test]
fn a_draw_is_worth_nothing() {
    assert_eq!(rewards(&Outcome::draw("stalled", 6)), [0.0; MAX_SEATS]);
}

#[test]
fn steps_before_all_running_games_are_forgotten() {
    let mut log = Log::ending_with(&[&[], &[7, 8]]);
    assert_eq!(log.end(), 2);
    for step in 0..1_000 {
        log.push(&[step, -step]);
        log.forget([log.end() - 3, 990.min(log.end())].into_iter());
    }
    assert!(log.of(0, 0).count() < 1_000);
    assert_eq!((log.end(), log.of(0, 999).collect::<Vec<_>>()), (1_002, vec![997, 998, 999]));
    assert_eq!(log.of(1, 1_001).next(), Some(-999_i32 as u32));
}

#[test]
fn games_of_different_lengths_end_together() {
    let log = Log::ending_with(&[&[5], &[7, 8], &[]]);
    let of = |game, since| log.of(game, since).collect::<Vec<_>>();
    assert_eq!((of(0, 1), of(1, 0), of(2, 2)), (vec![5], vec![7, 8], vec![]));
}
