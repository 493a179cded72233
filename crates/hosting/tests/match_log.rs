//! A hosted match without a house: fold, decide, resend, stale answers, undo, stand-ins, frames, bots.

use hosting::work::{self, Timing, Work};
use hosting::{
    BotSeats, Carried, ConnectionCursor, Detail, Entry, FrameCache, Hand, LogEvent, MatchLog, Past, Present,
    RenderContext, Seal, Setup, Viewer, Who, token_hash,
};
use serde_json::{Value, json};
use table::seed::Seed;
use table::{Observer, Refused, Seat, SeatSet};
use wire::{ClockPlan, Command, News, Sitter, Spectators, Stage, TableAct, Timeout};

struct Signs;

impl Seal for Signs {
    fn sign(&self, purpose: &str, words: &[&str]) -> String {
        token_hash(&format!("{purpose} {words:?}"))[..32].to_owned()
    }
}

const ANN: Who<'static> = Who { id: "ann", name: "Ann", outside: false };
const BO: Who<'static> = Who { id: "bo", name: "Bo", outside: false };

fn person(who: Who<'_>) -> Sitter {
    Sitter::Person { id: who.id.into(), name: who.name.into() }
}

fn bot(level: &str) -> Sitter {
    Sitter::Bot { level: level.into(), name: "Aldith".into() }
}

fn created(sitters: Vec<Sitter>, clock: ClockPlan, timeout: Timeout) -> Entry {
    let game = shelf::find("bloodlust").unwrap().game;
    let what = LogEvent::Created {
        game: "bloodlust".into(),
        rules: game.info().rules_version,
        options: game.options(&json!({ "players": sitters.len() })).unwrap(),
        position: None,
        host: "ann".into(),
        invites: vec![None; sitters.len()],
        sitters,
        clock,
        timeout,
        spectators: Spectators::default(),
        talk: Default::default(),
        secret: "07".repeat(32),
        origin: String::new(),
    };
    Entry { revision: 1, at: 1000, command: None, what }
}

/// A match that is being played, with its log.
struct Game {
    log: MatchLog,
    entries: Vec<Entry>,
}

impl Game {
    fn start(sitters: Vec<Sitter>, clock: ClockPlan, timeout: Timeout) -> Game {
        let entries = vec![created(sitters, clock, timeout)];
        let log = MatchLog::fold("table", entries.clone(), Past::Recent).unwrap();
        let mut game = Game { log, entries };
        game.command(ANN, Command::Table { id: "start".into(), act: TableAct::Start }).unwrap();
        game
    }

    fn start_game(game: &str, sitters: Vec<Sitter>, clock: ClockPlan) -> Game {
        let (players, wanted) = (sitters.len(), game);
        let mut first = created(sitters, clock, Timeout::default());
        if let LogEvent::Created { game, rules, options, .. } = &mut first.what {
            let entry = shelf::find(wanted).unwrap();
            (*game, *rules) = (wanted.into(), entry.game.info().rules_version);
            *options = entry.game.options(&json!({ "players": players })).unwrap();
        }
        let log = MatchLog::fold("table", vec![first.clone()], Past::Recent).unwrap();
        let mut game = Game { log, entries: vec![first] };
        game.command(ANN, Command::Table { id: "start".into(), act: TableAct::Start }).unwrap();
        game
    }

    fn of_two() -> Game {
        Game::start(vec![person(ANN), person(BO)], ClockPlan::None, Timeout::default())
    }

    fn command(&mut self, who: Who<'_>, command: Command) -> Result<u32, table::Refusal> {
        match self.log.carry_out(who, &command, SeatSet::EMPTY, &Signs, 2000)? {
            Carried::Before(revision) => Ok(revision),
            Carried::Now(entry) => {
                self.entries.push(entry);
                Ok(self.log.revision())
            }
        }
    }

    /// The seat that is asked, its person and its first option.
    fn asked(&self) -> (Seat, Who<'static>, u32) {
        let seat = self.log.waiting().first().unwrap();
        let who = if self.log.person_at(seat) == Some("ann") { ANN } else { BO };
        (seat, who, self.log.codes(seat).next().unwrap())
    }

    fn play(&mut self, id: &str) -> u32 {
        let (_, who, code) = self.asked();
        let revision = self.log.revision();
        self.command(who, Command::Play { id: id.into(), revision, code }).unwrap()
    }
}

#[test]
fn a_fold_of_the_log_is_the_match() {
    let mut game = Game::of_two();
    for action in 0..12 {
        game.play(&action.to_string());
    }
    let fold = |past| MatchLog::fold("table", game.entries.clone(), past).unwrap();
    let (whole, recent) = (fold(Past::Whole), fold(Past::Recent));
    for again in [&whole, &recent] {
        assert_eq!(again.revision(), game.log.revision());
        assert_eq!(again.summary(), game.log.summary());
        for observer in [Observer::Spectator, Observer::Seat(Seat::new(0)), Observer::Seat(Seat::new(1))] {
            assert_eq!(again.view(observer), game.log.view(observer));
        }
    }
    assert_eq!(whole.unfinished_record().unwrap().actions.len(), 12);
    assert!(whole.record().is_err(), "a running match shows its secrets to nobody");
    assert!(recent.unfinished_record().is_none());
}

#[test]
fn a_log_that_no_longer_fits_freezes_and_can_still_be_viewed() {
    let mut game = Game::of_two();
    game.play("1");
    if let LogEvent::Played { digest, .. } = &mut game.entries.last_mut().unwrap().what {
        *digest = "00000000".into();
    }
    let log = MatchLog::fold("table", game.entries, Past::Recent).unwrap();
    assert_eq!(log.stage(), Stage::Frozen);
    assert!(log.fault().unwrap().contains("entry 3"));
    assert!(log.view(Observer::Spectator).is_some());
    assert!(MatchLog::fold("table", Vec::new(), Past::Recent).is_err());
}

#[test]
fn a_resend_takes_effect_once() {
    let mut game = Game::of_two();
    let (_, who, code) = game.asked();
    let command = Command::Play { id: "x".into(), revision: game.log.revision(), code };
    let first = game.command(who, command.clone()).unwrap();
    assert_eq!(game.command(who, command.clone()).unwrap(), first);
    assert_eq!(game.entries.len(), 3);
    // The same id of somebody else is another command.
    let other = if who.id == "ann" { BO } else { ANN };
    assert_ne!(game.command(other, command.clone()).ok(), Some(first));
    // A fold knows the commands, too.
    game.log = MatchLog::fold("table", game.entries.clone(), Past::Recent).unwrap();
    assert_eq!(game.command(who, command).unwrap(), first);
}

#[test]
fn a_stale_answer_is_refused_and_changes_nothing() {
    let mut game = Game::of_two();
    let asked_at = game.log.revision();
    let (_, who, code) = game.asked();
    game.play("1");
    let before = game.log.view(Observer::Spectator);
    let late = Command::Play { id: "2".into(), revision: asked_at, code };
    let refusal = game.command(who, late).unwrap_err();
    assert!(matches!(refusal.kind, Refused::Stale | Refused::Illegal), "{refusal:?}");
    let future = Command::Play { id: "3".into(), revision: game.log.revision() + 1, code };
    assert_eq!(game.command(who, future).unwrap_err().kind, Refused::Malformed);
    assert_eq!(game.log.view(Observer::Spectator), before);
    assert_eq!(game.entries.len(), 3);
}

#[test]
fn an_undone_action_leads_back_to_the_same_view() {
    let mut game = Game::of_two();
    for step in 0..200 {
        let (seat, who, _) = game.asked();
        let before = game.log.view(Observer::Seat(seat)).unwrap();
        game.play(&format!("play {step}"));
        if game.log.stage() != Stage::Playing || !game.log.game().unwrap().may_undo(seat) {
            assert!(game.log.stage() == Stage::Playing, "no action could be undone before the end");
            continue;
        }
        let revision = game.log.revision();
        game.command(who, Command::Undo { id: "undo".into(), revision }).unwrap();
        assert_eq!(game.log.view(Observer::Seat(seat)).unwrap(), before);
        let fold = |past| MatchLog::fold("table", game.entries.clone(), past).unwrap();
        assert_eq!(fold(Past::Recent).view(Observer::Seat(seat)).unwrap(), before);
        assert_eq!(fold(Past::Whole).by_people(), vec![true; step], "what was taken back was never played");
        return;
    }
    panic!("no action could be undone");
}

#[test]
fn a_bot_stands_in_until_its_sitter_is_back() {
    let mut game = Game::of_two();
    let act = |act| Command::Table { id: format!("{act:?}"), act };
    game.command(ANN, act(TableAct::SitOut)).unwrap();
    let ann = game.log.seat_of("ann").unwrap();
    assert!(game.log.is_standing_in(ann));
    let mut bots = BotSeats::new(2, 1);
    while game.log.waiting().first() != Some(ann) {
        game.play("until it is Ann's turn");
    }
    let Work::Think { mut thoughts, .. } = work::next(&game.log, &mut bots, Timing::default()) else {
        panic!("the stand-in is asked");
    };
    thoughts.iter_mut().for_each(|thought| thought.think(&mut || true));
    for decision in bots.back(thoughts) {
        let entry = game.log.decided(decision, 3000).unwrap().unwrap();
        assert!(matches!(entry.what, LogEvent::Played { by: Hand::StandIn, .. }));
    }
    game.command(ANN, act(TableAct::Return)).unwrap();
    assert!(!game.log.is_standing_in(ann));
    assert!(game.command(ANN, act(TableAct::Return)).is_ok(), "a resend");
}

/// A review tells people of their own decisions only.
#[test]
fn it_is_known_which_moves_a_person_made() {
    let mut game = Game::start(vec![person(ANN), bot("easy")], ClockPlan::None, Timeout::default());
    let ann = game.log.seat_of("ann").unwrap();
    let mut expected = Vec::new();
    for hand in [Hand::Sitter, Hand::StandIn, Hand::Clock].into_iter().cycle().take(24) {
        let seat = game.log.waiting().first().unwrap();
        let (code, revision) = (game.log.codes(seat).next().unwrap(), game.log.revision());
        let by = if seat == ann { hand } else { Hand::Sitter };
        game.entries.extend(game.log.play_for(seat, code, revision, by, 3000));
        expected.push(seat == ann && by == Hand::Sitter);
    }
    assert!(expected.contains(&true) && expected.contains(&false));
    let whole = MatchLog::fold("table", game.entries.clone(), Past::Whole).unwrap();
    assert_eq!(whole.by_people(), expected);
    assert!(game.log.by_people().is_empty(), "a running match keeps nothing of it");
}

#[test]
fn bots_keep_their_pace_while_somebody_can_still_come_back() {
    let mut game = Game::start(vec![person(ANN), bot("easy")], ClockPlan::None, Timeout::default());
    game.command(ANN, Command::Table { id: "out".into(), act: TableAct::SitOut }).unwrap();
    let timing = Timing { bot_pause: 60_000, ..Timing::default() };
    let Work::Think { ready_at, .. } = work::next(&game.log, &mut BotSeats::new(2, 1), timing) else {
        panic!("a bot is asked");
    };
    assert!(ready_at >= 60_000, "{ready_at}");
}

/// Plays until a bot is to decide and another could interrupt. Gives the work of that moment.
fn until_interrupt(sitters: Vec<Sitter>, timing: Timing) -> (MatchLog, Work) {
    let mut game = Game::start_game("bloodwood", sitters, ClockPlan::None);
    for step in 0..200 {
        let (waiting, interrupts) = (game.log.waiting(), game.log.interrupts());
        let bot = |seat: &Seat| game.log.bot_at(*seat).is_some();
        if waiting.iter().all(|seat| bot(&seat)) && interrupts.iter().any(|seat| bot(&seat)) {
            let work = work::next(&game.log, &mut BotSeats::new(6, 1), timing);
            return (game.log, work);
        }
        let seat = waiting.first().unwrap();
        let code = game.log.codes(seat).next().unwrap();
        let by = if bot(&seat) { Hand::StandIn } else { Hand::Sitter };
        game.log.play_for(seat, code, game.log.revision(), by, 1000 + step).unwrap();
    }
    panic!("nobody could interrupt");
}

#[test]
fn a_quick_bot_does_not_wait_for_a_slow_one_that_could_interrupt() {
    for (levels, most) in [(["easy", "hard"], 600), (["hard", "easy"], 600), (["hard", "hard"], 1000)] {
        let sitters = [0, 1, 0, 1, 0].map(|at| bot(levels[at]));
        let sitters = std::iter::once(person(ANN)).chain(sitters).collect();
        let timing = Timing { bot_pause: 600, ..Timing::default() };
        let (log, work) = until_interrupt(sitters, timing);
        let Work::Think { thoughts, ready_at } = work else { panic!("bots are asked") };
        let deciding = thoughts.iter().find(|thought| thought.waited_on).unwrap();
        let (_, asked) = log.asked(deciding.seat);
        let most = if deciding.level.name() == "easy" { most } else { 1000 };
        assert!(ready_at <= asked + most, "{levels:?}: {ready_at} is later than {asked} + {most}");
        assert!(thoughts.iter().all(|thought| thought.time.as_millis() as u64 <= most));
    }
}

#[test]
fn a_clock_that_runs_out_plays_the_fallback_or_hands_over_to_a_bot() {
    for timeout in [Timeout::Default, Timeout::StandIn] {
        let mut game =
            Game::start(vec![person(ANN), person(BO)], ClockPlan::Live { each: 10, bank: 0 }, timeout);
        let (due, seat) = game.log.next_due().unwrap();
        assert_eq!(due, 2000 + 10_000 + 10_000, "as long again to read the deal");
        assert!(game.log.run_out(seat, due - 1).is_none(), "there is time left");
        let entry = game.log.run_out(seat, due).unwrap().unwrap();
        match timeout {
            Timeout::Default => assert!(matches!(entry.what, LogEvent::Played { by: Hand::Clock, .. })),
            Timeout::StandIn => assert!(matches!(entry.what, LogEvent::StoodIn { .. })),
        }
    }
}

#[test]
fn bots_play_a_whole_match_and_late_answers_do_not_count() {
    let sitters = vec![bot("easy"), bot("random"), bot("easy")];
    let mut game = Game::start(sitters, ClockPlan::None, Timeout::default());
    let mut bots = BotSeats::new(3, 7);
    let mut late = None;
    while game.log.stage() == Stage::Playing {
        assert!(work::is_due(&game.log, 0));
        let Work::Think { mut thoughts, ready_at } = work::next(&game.log, &mut bots, Timing::default())
        else {
            panic!("bots are waited on");
        };
        assert_eq!(ready_at, 0, "no person is here to wait for");
        thoughts.iter_mut().for_each(|thought| thought.think(&mut || true));
        for decision in bots.back(thoughts) {
            if let Some(Ok(entry)) = game.log.decided(decision, 3000) {
                game.entries.push(entry);
                bots.witness(game.log.game().unwrap());
                late.get_or_insert(decision);
            }
        }
    }
    assert_eq!(game.log.stage(), Stage::Finished);
    assert!(!work::is_due(&game.log, 0));
    assert!(game.log.decided(late.unwrap(), 3000).unwrap().is_err());
    let whole = MatchLog::fold("table", game.entries, Past::Whole).unwrap();
    let record = whole.record().unwrap();
    assert!(whole.entry().game.verify(&record.to_text()).is_ok());
    // The record can be hosted again.
    let setup = Setup::of(&record, vec![bot("easy"); 3]).unwrap();
    let (mut log, _) = setup.start("copy", Past::Whole, 1).unwrap();
    log.play_record(&record, 1).unwrap();
    assert_eq!(log.record().unwrap().digest, record.digest);
}

/// A connection: what it was sent, and the frame it has.
#[derive(Default)]
struct Line {
    cursor: ConnectionCursor,
    frame: Value,
}

/// The frame of a viewer, as JSON and as the client's type.
fn frame(cache: &mut FrameCache, log: &MatchLog, person: &str, line: &mut Line) -> Value {
    let observer = log.eyes_of(person).unwrap();
    let viewer = Viewer { observer, person: person.into(), detail: Detail::Page };
    let context = RenderContext { log, present: Present::default(), seal: &Signs, now: 5 };
    let mut out = Vec::new();
    cache.frame(&context, &viewer, &mut line.cursor, &mut out);
    let news: News = serde_json::from_slice(&out).expect("clients can read it");
    let value: Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(value, serde_json::to_value(&news).unwrap(), "nothing is lost on the way");
    match news {
        News::Frame(_) => line.frame = value,
        News::Changes(_) => assert!(wire::turn_to(&mut line.frame, serde_json::from_value(value).unwrap())),
        _ => panic!("a frame or changes"),
    }
    line.frame.clone()
}

#[test]
fn changes_that_do_not_fit_are_refused() {
    let tail = json!({ "from": 0, "items": [] });
    let fits = |mut frame: Value, table: Value, at: &str| {
        let view = [json!({ "at": at, "to": 1 })];
        let changes =
            json!({ "revision": 2, "now_at": 0, "table": table, "view": view, "story": tail, "talk": tail });
        wire::turn_to(&mut frame, serde_json::from_value(changes).unwrap())
    };
    let frame = json!({ "table": "no table", "view": { "version": 1, "list": [1] } });
    for (whole, table, at) in [
        (Value::Null, json!({}), "version"),
        (json!("no frame"), json!({}), "version"),
        (json!({ "view": "no view" }), json!(3), "version"),
        (frame.clone(), json!("no table"), "list/7"),
        (frame.clone(), json!({}), "list/0+9"),
        (frame.clone(), json!({}), "nowhere/0"),
    ] {
        assert!(!fits(whole, table, at), "{at}");
    }
    assert!(fits(frame, json!("no table"), "list/0"));
}

#[test]
fn frames_are_current_and_show_a_seat_what_it_may_know() {
    let mut game = Game::of_two();
    let (mut cache, mut ann, mut bo) = (FrameCache::default(), Line::default(), Line::default());
    for step in 0..8 {
        for (person, cursor) in [("ann", &mut ann), ("bo", &mut bo)] {
            let shown = frame(&mut cache, &game.log, person, cursor);
            let observer = game.log.eyes_of(person).unwrap();
            assert_eq!(shown["type"], "frame");
            assert_eq!(shown["revision"], game.log.revision());
            assert_eq!(shown["view"], serde_json::to_value(game.log.view(observer).unwrap()).unwrap());
            let info = game.log.info(person, Present::default(), &Signs);
            assert_eq!(shown["table"], serde_json::to_value(info).unwrap());
        }
        game.play(&step.to_string());
        cache.pass(&game.log, game.entries.last().map(|entry| &entry.what));
    }
    // What is cached of the table is dropped when the table changes.
    let sit_out = Command::Table { id: "out".into(), act: TableAct::SitOut };
    game.command(BO, sit_out).unwrap();
    cache.pass(&game.log, game.entries.last().map(|entry| &entry.what));
    let shown = frame(&mut cache, &game.log, "ann", &mut ann);
    let bo_at = game.log.seat_of("bo").unwrap().index();
    assert_eq!(shown["table"]["chairs"][bo_at]["stand_in"], "normal");
    assert_ne!(shown["table"]["you"], frame(&mut cache, &game.log, "bo", &mut bo)["table"]["you"]);
}

#[test]
fn connections_of_one_observer_share_frames_and_a_slow_one_misses_nothing() {
    let mut game = Game::of_two();
    let (mut cache, mut quick, mut slow) = (FrameCache::default(), Line::default(), Line::default());
    for step in 0..12 {
        let view = serde_json::to_value(game.log.view(game.log.eyes_of("ann").unwrap()).unwrap()).unwrap();
        assert_eq!(frame(&mut cache, &game.log, "ann", &mut quick)["view"], view);
        if step % 3 == 0 {
            assert_eq!(frame(&mut cache, &game.log, "ann", &mut slow)["view"], view);
            assert_eq!(frame(&mut cache, &game.log, "ann", &mut Line::default())["view"], view);
        }
        game.play(&step.to_string());
        cache.pass(&game.log, game.entries.last().map(|entry| &entry.what));
    }
    // A match that was folded again has another cache, which knows nothing of its connections.
    let (mut other, mut new) = (FrameCache::default(), Line::default());
    for line in [&mut quick, &mut slow, &mut new] {
        frame(&mut other, &game.log, "ann", line);
    }
    assert_eq!(quick.frame, new.frame);
    assert_eq!(slow.frame, new.frame);
}

#[test]
fn a_slow_connection_misses_no_action_when_chat_follows_it() {
    let mut game = Game::of_two();
    let (mut cache, mut quick, mut slow) = (FrameCache::default(), Line::default(), Line::default());
    frame(&mut cache, &game.log, "ann", &mut quick);
    frame(&mut cache, &game.log, "ann", &mut slow);
    game.play("action");
    cache.pass(&game.log, game.entries.last().map(|entry| &entry.what));
    frame(&mut cache, &game.log, "ann", &mut quick);
    game.command(BO, Command::Say { id: "chat".into(), text: "Well played.".into() }).unwrap();
    cache.pass(&game.log, game.entries.last().map(|entry| &entry.what));
    frame(&mut cache, &game.log, "ann", &mut quick);
    let shown = frame(&mut cache, &game.log, "ann", &mut slow);
    assert_eq!(shown["view"]["version"], 1);
    assert_eq!(shown, quick.frame);
}

#[test]
fn a_game_can_start_from_a_seed_and_its_seats_are_dealt_in() {
    let entry = shelf::find("kings-blood").unwrap();
    let options = entry.game.options(&json!({ "players": 2 })).unwrap();
    let sitters = vec![person(ANN), bot("easy")];
    let seed = Seed::from_number(3, 2);
    let (log, entries) = Setup {
        entry,
        options: options.clone(),
        position: None,
        named: true,
        sitters,
        seed: seed.clone(),
        host: String::new(),
        origin: String::new(),
    }
    .start("local", Past::Whole, 1)
    .unwrap();
    let names = vec!["Ann".into(), "Aldith".into()];
    assert_eq!(log.game().unwrap().digest(), entry.game.start(&options, None, names, seed).unwrap().digest());
    let again = MatchLog::fold("local", entries, Past::Whole).unwrap();
    assert_eq!(again.revision(), log.revision());
    assert_eq!(again.stage(), Stage::Playing);
}

#[test]
fn a_match_goes_on_under_older_rules_that_are_played_the_same_way_and_no_others() {
    let info = shelf::find("bloodstones").unwrap().game.info();
    let fold = |version: u32| {
        let mut first = created(vec![person(ANN), person(BO)], ClockPlan::None, Timeout::default());
        if let LogEvent::Created { game, rules, options, .. } = &mut first.what {
            (*game, *rules) = ("bloodstones".into(), version);
            *options = shelf::find("bloodstones").unwrap().game.options(&json!({ "players": 2 })).unwrap();
        }
        let log = MatchLog::fold("table", vec![first.clone()], Past::Recent).unwrap();
        let mut game = Game { log, entries: vec![first] };
        game.command(ANN, Command::Table { id: "start".into(), act: TableAct::Start }).map(|_| ())
    };
    assert_eq!(info.rules_version, 2, "version 1 wrote attacks differently into records");
    assert!(fold(1).is_ok() && fold(2).is_ok());
    assert!(fold(3).is_err() && fold(0).is_err());
}

#[test]
fn a_rematch_does_not_wait_long_for_those_who_sleep() {
    let sitters = vec![person(ANN), person(BO), bot("greedy")];
    let again = |clock| {
        let old =
            MatchLog::fold("old", vec![created(sitters.clone(), clock, Timeout::StandIn)], Past::Recent);
        let old = old.unwrap();
        let what = old.again(BO, [9; 32]);
        assert_eq!(old.others(BO).iter().collect::<Vec<_>>(), [Seat::new(0)]);
        let first = Entry { revision: 1, at: 5000, command: None, what };
        let mut log = MatchLog::fold("new", vec![first], Past::Recent).unwrap();
        assert_eq!(log.starts_at(), None);
        log.act(log.stood_in(Seat::new(0)), 5000).unwrap();
        log
    };
    let mut log = again(ClockPlan::Live { each: 30, bank: 600 });
    assert_eq!((log.starts_at(), log.wake_at()), (Some(25_000), Some(25_000)));
    assert!(log.start_again(24_999).is_none());
    let timing = Timing { now: 6000, ..Timing::default() };
    let work = work::next(&log, &mut BotSeats::new(3, 1), timing);
    assert!(work::is_due(&log, 6000) && matches!(work, Work::Start { at: 25_000 }));
    log.start_again(25_000).unwrap().unwrap();
    assert_eq!((log.stage(), log.starts_at()), (Stage::Playing, None));
    assert!(log.is_standing_in(Seat::new(0)), "a bot plays for Ann, who can come back");
    assert_eq!(log.due(Seat::new(0)), None, "nobody waits for her clock");

    // As soon as she comes, the game begins.
    let mut log = again(ClockPlan::None);
    log.act(LogEvent::Returned { seat: Seat::new(0) }, 7000).unwrap();
    assert_eq!(log.starts_at(), Some(7000));
    let timing = Timing { now: 7000, grace: 60_000, ..Timing::default() };
    let work = work::next(&log, &mut BotSeats::new(3, 1), timing);
    assert!(matches!(work, Work::Start { at: 7000 }), "also after a restart");
    // By mail there is time.
    assert_eq!(again(ClockPlan::Slow { hours: 24 }).starts_at(), Some(5000 + 24 * 3_600_000));
}

#[test]
fn the_last_person_awake_is_waited_for_and_keeps_the_bank() {
    let clock = ClockPlan::Live { each: 10, bank: 30 };
    let mut game = Game::start(vec![person(ANN), person(BO), bot("easy")], clock, Timeout::default());
    let act = |id: &str, act| Command::Table { id: id.into(), act };
    let (ann, bo) = (game.log.seat_of("ann").unwrap(), game.log.seat_of("bo").unwrap());
    game.command(ANN, act("out", TableAct::SitOut)).unwrap();
    let mut bots = BotSeats::new(3, 1);
    let mut until_asked = |log: &mut MatchLog, now: u64| {
        while !log.waiting().contains(bo) {
            let Work::Think { mut thoughts, .. } = work::next(log, &mut bots, Timing::default()) else {
                panic!("bots go on until Bo is asked");
            };
            thoughts.iter_mut().for_each(|thought| thought.think(&mut || true));
            for decision in bots.back(thoughts) {
                log.decided(decision, now).map(Result::unwrap);
            }
        }
    };
    until_asked(&mut game.log, 3000);
    let late = 10_000_000;
    assert!(game.log.due(bo).is_none() && game.log.run_out(bo, late).is_none());
    assert!(!game.log.is_standing_in(bo));
    let code = game.log.codes(bo).next().unwrap();
    let play = Command::Play { id: "late".into(), revision: game.log.revision(), code };
    game.log.carry_out(BO, &play, SeatSet::EMPTY, &Signs, late).unwrap();
    until_asked(&mut game.log, late);
    // Now somebody waits for Bo again, who has used nothing of the bank.
    game.command(ANN, act("back", TableAct::Return)).unwrap();
    let due = game.log.due(bo).unwrap();
    assert_eq!(due, game.log.asked(bo).1 + 40_000);
    game.log.run_out(bo, due).unwrap().unwrap();
    assert!(game.log.is_standing_in(bo) && !game.log.is_standing_in(ann));
    // Nobody waits for Bo either once Ann has left.
    game.command(BO, act("here", TableAct::Return)).unwrap();
    assert!(game.log.due(bo).is_some());
    game.command(ANN, act("gone", TableAct::Leave)).unwrap();
    assert!(game.log.waiting().contains(bo) && game.log.due(bo).is_none());
}

#[test]
fn taking_back_a_decision_does_not_wind_the_clock_up() {
    let mut game = Game::start_game(
        "bloodstones",
        vec![person(ANN), person(BO)],
        ClockPlan::Live { each: 10, bank: 30 },
    );
    // Play on until somebody may take back what they just did.
    let mut now = 10_000;
    let (seat, asked) = loop {
        let (seat, _, code) = game.asked();
        let due = game.log.due(seat);
        game.log.play_for(seat, code, game.log.revision(), Hand::Sitter, now).unwrap();
        if game.log.game().unwrap().may_undo(seat) {
            break (seat, due);
        }
        now += 1_000;
    };
    // The decision took its time; so does the next look.
    game.log.act(LogEvent::Undone { seat }, now + 5_000).unwrap();
    assert_eq!(game.log.due(seat), asked, "asked for as long as before");
    let (_, _, code) = game.asked();
    game.log.play_for(seat, code, game.log.revision(), Hand::Sitter, now + 17_000).unwrap();
    game.log.act(LogEvent::Undone { seat }, now + 18_000).unwrap();
    assert_eq!(game.log.due(seat), asked, "the bank is charged once, not for every try");
}

#[test]
fn a_chair_that_was_kept_stays_kept_when_the_friend_gets_up() {
    let sitters = vec![person(ANN), Sitter::Invited, Sitter::Open];
    let mut first = created(sitters, ClockPlan::None, Timeout::default());
    let token = hosting::invitation(&Signs, "table", Seat::new(1), 1);
    if let LogEvent::Created { invites, .. } = &mut first.what {
        invites[1] = Some(token_hash(&token));
    }
    let log = MatchLog::fold("table", vec![first.clone()], Past::Recent).unwrap();
    let mut game = Game { log, entries: vec![first] };
    let join = |id: &str, invite: Option<&str>| Command::Table {
        id: id.into(),
        act: TableAct::Join { seat: None, invite: invite.map(str::to_owned), contribution: String::new() },
    };
    let leave = |id: &str| Command::Table { id: id.into(), act: TableAct::Leave };
    game.command(BO, join("1", Some(&token))).unwrap();
    game.command(BO, leave("2")).unwrap();
    let kinds: Vec<_> = game.log.sitters().map(|(_, sitter)| sitter.clone()).collect();
    assert_eq!(kinds[1..], [Sitter::Invited, Sitter::Open]);
    assert!(game.command(BO, join("3", Some(&token))).is_err(), "the old link is used up");
    let info = game.log.info("ann", Present::default(), &Signs);
    let fresh = info.invites[0].path.strip_prefix("/join/").unwrap().to_owned();
    game.command(BO, join("4", Some(&fresh))).unwrap();
    assert_eq!(game.log.seat_of("bo"), Some(Seat::new(1)));
    let whole = MatchLog::fold("table", game.entries.clone(), Past::Recent).unwrap();
    assert_eq!(whole.summary(), game.log.summary());
}

#[test]
fn a_log_does_not_grow_for_ever() {
    let mut game = Game::of_two();
    let vote = |number: u32| Command::Table {
        id: number.to_string(),
        act: if number.is_multiple_of(2) { TableAct::Cancel } else { TableAct::GoOn },
    };
    let most = (0..5_000).find(|number| game.command(ANN, vote(*number)).is_err()).expect("an end");
    assert!(most >= 1_000, "{most}");
    let before = game.log.revision();
    assert!(game.command(ANN, vote(6_000)).is_err());
    assert_eq!(game.log.revision(), before);
    game.command(BO, vote(1)).unwrap();
    let (_, who, code) = game.asked();
    let play = Command::Play { id: "play".into(), revision: game.log.revision(), code };
    game.command(who, play).unwrap();
    let folded = MatchLog::fold("table", game.entries.clone(), Past::Recent).unwrap();
    let again = Game { log: folded, entries: game.entries.clone() }.command(ANN, vote(7_000));
    assert!(again.is_err(), "also after a restart");
}
