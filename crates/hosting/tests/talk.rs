//! Talk at a hosted table: claims are written, told and kept, and bad ones change nothing.

use hosting::work::{self, Timing, Work};
use hosting::{
    BotSeats, Carried, ConnectionCursor, Decision, Detail, Entry, FrameCache, LogEvent, MatchLog, Past,
    Present, RenderContext, Seal, Setup, Viewer, Who,
};
use serde_json::{Value, json};
use table::seed::Seed;
use table::talk::{By, Class};
use table::{Observer, Refused, Seat, SeatSet};
use wire::{Command, Sitter, Spectators, TableTalk};

struct Signs;

impl Seal for Signs {
    fn sign(&self, purpose: &str, words: &[&str]) -> String {
        format!("{purpose}{words:?}")
    }
}

const ANN: Who<'static> = Who { id: "ann", name: "Ann", outside: false };
const BO: Who<'static> = Who { id: "bo", name: "Bo", outside: false };
const EVE: Who<'static> = Who { id: "eve", name: "Eve", outside: false };

struct Table {
    log: MatchLog,
    entries: Vec<Entry>,
    ids: u32,
}

impl Table {
    fn of(game: &str, talk: TableTalk, spectators: Spectators) -> Table {
        let entry = shelf::find(game).unwrap();
        let person = |who: Who<'_>| Sitter::Person { id: who.id.into(), name: who.name.into() };
        let bot = |name: &str| Sitter::Bot { level: "normal".into(), name: name.into() };
        let sitters = vec![person(ANN), person(BO), bot("C"), bot("D"), bot("E"), bot("F")];
        let options = entry.game.options(&json!({ "players": 6 })).unwrap();
        let seed = Seed::from_number(3, 6);
        let (host, origin) = (String::new(), String::new());
        let setup = Setup { entry, options, position: None, sitters, named: false, seed, host, origin };
        let (_, mut entries) = setup.start("table", Past::Recent, 1000).unwrap();
        if let LogEvent::Created { talk: of, spectators: eyes, .. } = &mut entries[0].what {
            (*of, *eyes) = (talk, spectators);
        }
        let log = MatchLog::fold("table", entries.clone(), Past::Recent).unwrap();
        Table { log, entries, ids: 0 }
    }

    fn open() -> Table {
        Table::of("blood-bound", TableTalk::Open, Spectators::Public)
    }

    fn command(&mut self, who: Who<'_>, command: &Command) -> Result<u32, table::Refusal> {
        match self.log.carry_out(who, command, SeatSet::EMPTY, &Signs, 2000)? {
            Carried::Before(revision) => Ok(revision),
            Carried::Now(entry) => {
                self.entries.push(entry);
                Ok(self.log.revision())
            }
        }
    }

    fn claim(&mut self, who: Who<'_>, code: u32, reply_to: Option<u32>) -> Result<u32, table::Refusal> {
        self.ids += 1;
        self.command(who, &Command::Claim { id: self.ids.to_string(), code, reply_to })
    }

    fn say(&mut self, who: Who<'_>, claim: Value) -> Result<u32, table::Refusal> {
        let code = self.log.game().unwrap().claim_code(&claim).unwrap();
        self.claim(who, code, None)
    }

    fn act(&mut self) {
        let seat = self.log.waiting().first().unwrap();
        let code = self.log.codes(seat).next().unwrap();
        let entry = self.log.play_for(seat, code, self.log.revision(), hosting::Hand::Sitter, 2000).unwrap();
        self.entries.push(entry);
    }

    fn said(&self) -> usize {
        self.log.game().unwrap().said().len()
    }

    fn frame(&self, cache: &mut FrameCache, cursor: &mut ConnectionCursor, observer: Observer) -> Value {
        let viewer = Viewer { observer, person: "x".into(), detail: Detail::Page };
        let present = Present::default();
        let context = RenderContext { log: &self.log, present, seal: &Signs, now: 2000 };
        let mut out = Vec::new();
        cache.frame(&context, &viewer, cursor, &mut out);
        serde_json::from_slice(&out).unwrap()
    }
}

#[test]
fn a_claim_is_kept_and_told_and_changes_nothing_else() {
    let mut table = Table::open();
    let (digest, acted) = (table.log.game().unwrap().digest(), table.log.acted());
    let before = table.log.view(Observer::Seat(Seat::new(2))).unwrap();
    let command = Command::Claim { id: "a".into(), code: 3, reply_to: None };
    let revision = table.command(ANN, &command).unwrap();
    assert_eq!(table.command(ANN, &command).unwrap(), revision, "a resend takes effect once");
    table.claim(BO, 1, Some(1)).unwrap();
    assert_eq!((table.log.game().unwrap().digest(), table.log.acted()), (digest, acted));
    assert_eq!(table.log.view(Observer::Seat(Seat::new(2))).unwrap(), before);
    let heard = table.log.game().unwrap().heard(1);
    assert_eq!(heard[0].text, *"I am Rose.");
    assert_eq!((heard[0].class, heard[0].about, heard[0].by), (Class::Fact, Some(Seat::new(0)), By::Person));
    assert_eq!((heard[1].reply_to, heard[1].claim.clone()), (Some(1), json!("deny")));
    let again = MatchLog::fold("table", table.entries.clone(), Past::Whole).unwrap();
    assert_eq!(again.game().unwrap().heard(1), heard);
    let frame =
        table.frame(&mut FrameCache::default(), &mut ConnectionCursor::default(), Observer::Spectator);
    assert_eq!(frame["talk"]["items"][0]["claim"]["text"], json!("I am [Rose]."));
    assert_eq!(frame["talk"]["items"][0]["text"], json!("I am Rose."));
    assert_eq!(frame["view"].get("menu"), None, "spectators do not speak");
    let frame = table.frame(
        &mut FrameCache::default(),
        &mut ConnectionCursor::default(),
        Observer::Seat(Seat::new(0)),
    );
    assert_eq!(frame["view"]["menu"]["facts"], json!(1));
}

#[test]
fn what_cannot_be_said_is_refused_and_nobody_hears_it() {
    let mut table = Table::open();
    let refused = |table: &mut Table, who, code, reply_to| {
        let (said, revision) = (table.said(), table.log.revision());
        let refusal = table.claim(who, code, reply_to).unwrap_err();
        assert_eq!((table.said(), table.log.revision()), (said, revision), "{refusal}");
        refusal.kind
    };
    assert_eq!(refused(&mut table, EVE, 3, None), Refused::NotYours, "a spectator");
    assert_eq!(refused(&mut table, ANN, u32::MAX, None), Refused::Malformed, "not a code");
    assert_eq!(refused(&mut table, ANN, 0, None), Refused::Malformed, "agrees to nothing");
    assert_eq!(refused(&mut table, ANN, 0, Some(7)), Refused::Malformed, "agrees to what was not said");
    let say = |table: &mut Table, claim| table.say(ANN, claim).unwrap_err().kind;
    let seat_12 = json!({ "is": { "of": 12, "side": "rose" } });
    assert_eq!(say(&mut table, seat_12), Refused::NotAllowed, "about nobody");
    let rank = json!({ "has-rank": { "of": 3, "rank": "elder" } });
    assert_eq!(say(&mut table, rank), Refused::NotAllowed, "a rank that is not one's own");
    let clue = json!({ "clue": { "of": 2, "side": "rose" } });
    assert_eq!(say(&mut table, clue), Refused::NotAllowed, "a clue that one does not see");
    let saw = json!({ "saw": { "of": 2, "side": "rose" } });
    assert_eq!(say(&mut table, saw), Refused::NotAllowed, "a card that one has not looked at");
    let call = json!({ "shield-me": 1 });
    assert_eq!(say(&mut table, call), Refused::NotAllowed, "not struck");
    table.say(ANN, json!({ "is": { "of": 1, "side": "rose" } })).unwrap();
    assert_eq!(say(&mut table, json!({ "is": { "of": 1, "side": "rose" } })), Refused::NotAllowed, "twice");
    assert_eq!(refused(&mut table, ANN, 0, Some(1)), Refused::NotAllowed, "agrees to oneself");
    assert_eq!(refused(&mut table, BO, 2, Some(1)), Refused::NotAllowed, "takes back what another said");
    table.say(ANN, json!({ "is": { "of": 1, "side": "beast" } })).unwrap();
    assert_eq!(refused(&mut table, ANN, 2, Some(1)), Refused::NotAllowed, "no longer says that");
    assert_eq!(say(&mut table, json!({ "is": { "of": 2, "side": "rose" } })), Refused::NotAllowed, "a flood");
    table.say(ANN, json!({ "strike": 2 })).unwrap();
    table.act();
    table.say(ANN, json!({ "is": { "of": 2, "side": "rose" } })).unwrap();
    assert_eq!(table.log.game().unwrap().heard(2)[0].replaces, Some(1));
}

#[test]
fn a_table_says_what_may_be_said() {
    let text = || Command::Say { id: "text".into(), text: "hello".into() };
    let mut claims = Table::of("blood-bound", TableTalk::Claims, Spectators::Public);
    assert_eq!(claims.command(ANN, &text()).unwrap_err().kind, Refused::NotAllowed);
    claims.claim(ANN, 3, None).unwrap();
    let mut silent = Table::of("blood-bound", TableTalk::Silent, Spectators::Public);
    assert_eq!(silent.command(ANN, &text()).unwrap_err().kind, Refused::NotAllowed);
    assert_eq!(silent.claim(ANN, 3, None).unwrap_err().kind, Refused::NotAllowed);
    assert_eq!(silent.log.view(Observer::Seat(Seat::new(0))).unwrap().menu, None);
    let mut open = Table::open();
    open.command(ANN, &text()).unwrap();
    open.claim(ANN, 3, None).unwrap();
}

#[test]
fn spectators_of_a_delayed_game_hear_claims_as_late_as_they_see_actions() {
    let mut table = Table::of("blood-bound", TableTalk::Open, Spectators::Delayed { actions: 1 });
    let (mut cache, mut cursor) = (FrameCache::default(), ConnectionCursor::default());
    table.act();
    table.claim(ANN, 3, None).unwrap();
    cache.build_delayed(&table.log, table.entries.clone());
    let frame = table.frame(&mut cache, &mut cursor, Observer::Spectator);
    assert_eq!(frame["talk"]["items"], json!([]));
    table.act();
    let last = table.entries.last().unwrap().what.clone();
    cache.pass(&table.log, Some(&last));
    let frame = table.frame(&mut cache, &mut cursor, Observer::Spectator);
    assert_eq!(frame["talk"]["items"][0]["claim"]["code"], json!(3));
    let mut fresh = FrameCache::default();
    fresh.build_delayed(&table.log, table.entries.clone());
    let frame = table.frame(&mut fresh, &mut ConnectionCursor::default(), Observer::Spectator);
    assert_eq!(frame["talk"]["items"][0]["claim"]["code"], json!(3));
}

#[test]
fn a_claim_does_not_send_the_menu_again() {
    let mut table = Table::open();
    let (mut cache, mut cursor) = (FrameCache::default(), ConnectionCursor::default());
    let me = Observer::Seat(Seat::new(0));
    let frame = table.frame(&mut cache, &mut cursor, me);
    assert!(frame["view"]["menu"]["sayable"].as_array().unwrap().len() > 40);
    table.claim(ANN, 3, None).unwrap();
    cache.pass(&table.log, table.entries.last().map(|entry| &entry.what));
    let changes = table.frame(&mut cache, &mut cursor, me);
    let at: Vec<&str> = changes["view"].as_array().unwrap().iter().filter_map(|c| c["at"].as_str()).collect();
    // Who said it knows whether it is true.
    assert_eq!(at, ["menu/facts", "menu/in_all", "proofs"]);
}

#[test]
fn another_seats_claim_keeps_an_action_from_being_taken_back() {
    let mut undone = 0;
    for speaker in [0, 1] {
        let mut table = Table::open();
        for _ in 0..30 {
            let actor = table.log.waiting().first().unwrap();
            table.act();
            let game = table.log.game().unwrap();
            if game.may_undo(actor) {
                let seat = if speaker == 0 { actor } else { actor.left(6) };
                table.log.claim_for(seat, game.menu(seat).unwrap().sayable[0].code, None, 2000).unwrap();
                assert_eq!(table.log.game().unwrap().may_undo(actor), speaker == 0);
                undone += 1;
                break;
            }
        }
    }
    assert_eq!(undone, 2);
}

#[test]
fn a_record_keeps_what_was_said_and_the_actions_do_not_notice() {
    let mut table = Table::open();
    table.claim(ANN, 3, None).unwrap();
    table.act();
    table.claim(BO, 0, Some(1)).unwrap();
    table.act();
    let whole = MatchLog::fold("table", table.entries.clone(), Past::Whole).unwrap();
    let record = whole.unfinished_record().unwrap();
    assert_eq!((record.format, record.talk.len()), (3, 2));
    let entry = shelf::find("blood-bound").unwrap();
    let read = entry.game.verify(&record.to_text()).unwrap();
    assert_eq!(read.heard(1), whole.game().unwrap().heard(1));
    assert_eq!(entry.game.replay(&record, 0).unwrap().heard(1).len(), 1, "at its moment");
    table.claim(ANN, 2, Some(1)).unwrap();
    let whole = MatchLog::fold("table", table.entries.clone(), Past::Whole).unwrap();
    let record = whole.unfinished_record().unwrap();
    let bot = |name: &String| Sitter::Bot { level: "normal".into(), name: name.clone() };
    let sitters = record.seats.iter().map(bot).collect();
    let (mut again, _) = Setup::of(&record, sitters).unwrap().start("again", Past::Whole, 1000).unwrap();
    again.play_record(&record, 1000).unwrap();
    assert_eq!(again.game().unwrap().heard(1), whole.game().unwrap().heard(1), "also what was said last");
    let stripped = table::Record { talk: Vec::new(), talk_digest: None, ..record.clone() };
    assert_eq!((&stripped.actions, &stripped.digest), (&record.actions, &record.digest));
    entry.game.verify(&stripped.to_text()).unwrap();
    let mut forged = record.clone();
    forged.talk[0].2 = json!({ "is": { "of": 1, "side": "beast" } });
    assert!(entry.game.verify(&forged.to_text()).is_err(), "a changed claim is noticed");
}

/// Lets the bots say what they have to say, without deciding anything.
fn talk(table: &mut Table, bots: &mut BotSeats) -> Vec<Decision> {
    let mut thoughts = work::confer(&table.log, bots);
    thoughts.iter_mut().for_each(|thought| thought.think(&mut || true));
    bots.back(thoughts)
}

#[test]
fn bots_answer_what_a_person_asks_at_a_fixed_moment_and_once() {
    let mut table = Table::open();
    let people: SeatSet = [0, 1].map(Seat::new).into_iter().collect();
    while !table.log.waiting().minus(people).is_empty() {
        table.act();
    }
    let mut bots = BotSeats::new(6, 3);
    talk(&mut table, &mut bots);
    table.say(ANN, json!({ "which-clan": 4 })).unwrap();
    // The floor is given at a moment that depends on the question alone.
    let timing = Timing { now: 2000, bot_pause: 5_000, grace: 0 };
    let Work::Think { mut thoughts, ready_at } = work::next(&table.log, &mut bots, timing) else {
        panic!("the one who is asked has the floor");
    };
    let seats: Vec<Seat> = thoughts.iter().map(|thought| thought.seat).collect();
    assert_eq!((seats, ready_at), (vec![Seat::new(3)], 2700));
    thoughts.iter_mut().for_each(|thought| thought.think(&mut || true));
    let words = bots.back(thoughts);
    assert_eq!(words.len(), 1, "a bot answers a question");
    table.log.decided(words[0], ready_at).unwrap().unwrap();
    let heard = table.log.game().unwrap().heard(1);
    let (question, answer) = (&heard[heard.len() - 2], &heard[heard.len() - 1]);
    assert_eq!((answer.speaker, answer.group.as_ref()), (Seat::new(3), "clan"));
    assert_eq!((answer.reply_to, answer.by), (Some(question.number), By::Bot));
    // Nobody has the floor twice, and bots do not go on among themselves before somebody acts.
    assert!(work::confer(&table.log, &mut bots).is_empty());
    // What was meant for another moment is not said.
    table.act();
    assert!(table.log.decided(words[0], 20_000).is_none());
}

#[test]
fn bots_keep_quiet_at_a_silent_table() {
    let mut table = Table::of("blood-bound", TableTalk::Silent, Spectators::Public);
    let mut bots = BotSeats::new(6, 3);
    for _ in 0..20 {
        assert!(talk(&mut table, &mut bots).is_empty());
        table.act();
    }
    assert_eq!(table.said(), 0);
}
