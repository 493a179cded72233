//! A part of a lesson that is being played.

use bots::{AnyBots, Budget, Level};
use serde_json::Value;
use table::position::seat_name;
use table::scenario::Expect;
use table::seed::Seed;
use table::{
    AnyGame, AnyMatch, Move, Name, Observer, Referee, Refusal, Refused, Seat, SeatSet, Turn, View, say,
};
use wire::{Coach, LessonAnswer, LessonFrame, Remark, Wants};

use crate::file::{Answer, Deed, Fault, Kind, Lesson, Part, Step, said};

/// The most answers in a part.
const MOST_ANSWERS: usize = 1000;
/// The most decisions that bots make before the learner is asked again.
const BOTS: usize = 10_000;

/// A part of a lesson, folded from the learner's answers.
pub struct Session<'a> {
    game: &'a dyn AnyGame,
    bots: &'a dyn AnyBots,
    lesson: &'a Lesson,
    /// Counted from 0.
    part: usize,
    /// What bots draw from, and what is dealt where nothing is scripted.
    luck: u64,
    table: Box<dyn AnyMatch>,
    moves: Vec<(Seat, u32)>,
    /// Counted from 0. After the last, the part is over.
    step: usize,
    /// How many moves had been made when the step began.
    begun: usize,
    /// How much of the path to a goal the learner has gone, if they are on it.
    on_path: Option<usize>,
    /// A wrong choice has been played and is shown.
    shown: bool,
    remark: Option<Remark>,
    question: u32,
}

/// Why an answer changed nothing.
pub(crate) enum Stop {
    /// The answer is not one to this question.
    Refused(Refusal),
    /// The lesson cannot go on.
    Broken(Fault),
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Refusal {
        match stop {
            Stop::Refused(refusal) => refusal,
            Stop::Broken(fault) => {
                Refusal::malformed(say!("This lesson is broken: {why}.", why = Name(fault)))
            }
        }
    }
}

impl<'a> Session<'a> {
    /// Opens a part, counted from 1.
    pub fn open(
        game: &'a dyn AnyGame,
        bots: &'a dyn AnyBots,
        lesson: &'a Lesson,
        part: usize,
    ) -> Result<Session<'a>, Refusal> {
        Session::begin(game, bots, lesson, part, 0).map_err(Refusal::from)
    }

    /// Opens a part and gives all answers again.
    pub fn fold(
        game: &'a dyn AnyGame,
        bots: &'a dyn AnyBots,
        lesson: &'a Lesson,
        part: usize,
        answers: &[LessonAnswer],
    ) -> Result<Session<'a>, Refusal> {
        let mut session = Session::open(game, bots, lesson, part)?;
        if answers.len() > MOST_ANSWERS {
            return Err(over());
        }
        answers.iter().try_for_each(|answer| session.answer(*answer))?;
        Ok(session)
    }

    pub(crate) fn begin(
        game: &'a dyn AnyGame,
        bots: &'a dyn AnyBots,
        lesson: &'a Lesson,
        part: usize,
        luck: u64,
    ) -> Result<Session<'a>, Stop> {
        let Some(index) = part.checked_sub(1).filter(|index| *index < lesson.parts()) else {
            let parts = lesson.parts();
            return Err(Stop::Refused(Refusal::new(
                Refused::Missing,
                say!("This lesson has parts 1 to {parts}."),
            )));
        };
        let table = deal(game, lesson, index, luck).map_err(Stop::Broken)?;
        if lesson.seat.index() >= table.players() {
            return Err(Stop::Broken(Fault::new(part, 0, "the learner has no seat at this table")));
        }
        let mut session = Session {
            game,
            bots,
            lesson,
            part: index,
            luck,
            table,
            moves: Vec::new(),
            step: 0,
            begun: 0,
            on_path: None,
            shown: false,
            remark: None,
            question: 0,
        };
        session.enter().map_err(Stop::Broken)?;
        Ok(session)
    }

    /// What the learner sees.
    pub fn frame(&self) -> LessonFrame {
        let mut coach = self.coach();
        let observer = Observer::Seat(self.lesson.seat);
        let mut view = self.table.view(observer);
        if self.now().is_some_and(|step| step.kind() == Kind::Play) {
            // Where the game is played on, every question has a rule of its own.
            coach.rule = Some(view.scene.help.clone()).filter(|rule| !rule.is_empty());
        }
        view.may_undo = false;
        if coach.wants != Wants::Choice {
            view.options.clear();
        }
        LessonFrame { coach, seat: self.lesson.seat, view, story: self.table.story(observer, 0) }
    }

    /// What the coach says.
    pub fn coach(&self) -> Coach {
        let steps = &self.part().steps;
        let step = self.now();
        let wants = match step.map(Step::kind) {
            None => Wants::Next,
            Some(_) if self.shown => Wants::Back,
            Some(Kind::Tell) => Wants::GoOn,
            Some(_) => Wants::Choice,
        };
        Coach {
            part: self.part as u32 + 1,
            parts: self.lesson.parts() as u32,
            step: (self.step + 1).min(steps.len()) as u32,
            steps: steps.len() as u32,
            question: self.question,
            text: step.map(|step| said(&step.coach)).unwrap_or_default(),
            remark: self.remark.clone(),
            point: step.map(|step| step.point.clone()).unwrap_or_default(),
            rule: step.and_then(|step| step.rule.clone()),
            hint: if wants == Wants::Choice { self.hint() } else { Vec::new() },
            wants,
        }
    }

    /// Is the part over?
    pub fn is_over(&self) -> bool {
        self.now().is_none()
    }

    /// Takes an answer, or says why not and changes nothing.
    pub fn answer(&mut self, answer: LessonAnswer) -> Result<(), Refusal> {
        self.take(answer).map_err(Refusal::from)
    }

    pub(crate) fn take(&mut self, answer: LessonAnswer) -> Result<(), Stop> {
        let refuse = |kind, text| Err(Stop::Refused(Refusal::new(kind, text)));
        if answer.question != self.question {
            return refuse(Refused::Stale, say!("This answers an earlier question of the lesson."));
        }
        let Some(step) = self.now() else {
            return Err(Stop::Refused(over()));
        };
        let chooses = !self.shown && step.kind() != Kind::Tell;
        let code = match answer.code {
            None if chooses => return refuse(Refused::Malformed, say!("Choose one of the options.")),
            Some(_) if !chooses => {
                return refuse(Refused::NotAllowed, say!("There is nothing to choose now."));
            }
            Some(code) if !self.table.codes(self.lesson.seat).contains(&code) => {
                return refuse(Refused::Illegal, say!("You do not have this option."));
            }
            code => code,
        };
        let (moves, step_before, begun, on_path) = (self.moves.len(), self.step, self.begun, self.on_path);
        let done = match code {
            None => self.go_on(step),
            Some(code) => self.choose(step, code),
        };
        if let Err(reason) = done {
            let fault = Fault::new(self.part + 1, self.step + 1, reason);
            (self.step, self.begun, self.on_path) = (step_before, begun, on_path);
            let _ = self.rewind(moves);
            return Err(Stop::Broken(fault));
        }
        self.question += 1;
        Ok(())
    }

    pub(crate) fn part(&self) -> &'a Part {
        &self.lesson.parts[self.part]
    }

    /// The present step.
    pub(crate) fn now(&self) -> Option<&'a Step> {
        self.part().steps.get(self.step)
    }

    /// Where the part is: steps and moves so far, for checks.
    pub(crate) fn place(&self) -> (usize, usize) {
        (self.step, self.moves.len())
    }

    pub(crate) fn view(&self) -> View {
        self.table.view(Observer::Seat(self.lesson.seat))
    }

    fn go_on(&mut self, step: &'a Step) -> Result<(), String> {
        self.remark = None;
        if std::mem::take(&mut self.shown) {
            // A goal is tried again from where its step began.
            self.on_path = Some(0);
            return self.rewind(self.begun);
        }
        let since = self.table.version();
        self.then(&step.then)?;
        self.table.check(&step.check, since)?;
        self.lead_on(&step.praise)
    }

    fn choose(&mut self, step: &'a Step, code: u32) -> Result<(), String> {
        match step.kind() {
            Kind::Tell => Ok(()),
            Kind::Choose => self.decide(step, code),
            Kind::Goal => self.seek(step, code),
            Kind::Play => self.play_on(step, code),
        }
    }

    /// One decision.
    fn decide(&mut self, step: &'a Step, code: u32) -> Result<(), String> {
        if step.expect.iter().any(|action| self.means(action, code)) {
            self.act(code, &step.then, &step.check)?;
            return self.lead_on(&step.praise);
        }
        if let Some(choice) = step.choice.iter().find(|choice| self.means(&choice.action, code)) {
            self.act(code, &choice.then, &choice.check)?;
            return self.lead_on(&choice.say);
        }
        let wrong = self.wrong(step, code).ok_or_else(|| self.unanswered(code))?;
        self.go_wrong(wrong, code)
    }

    /// One of several decisions towards a goal.
    fn seek(&mut self, step: &'a Step, code: u32) -> Result<(), String> {
        if let Some(wrong) = self.wrong(step, code) {
            return self.go_wrong(wrong, code);
        }
        self.on_path = self
            .on_path
            .filter(|at| step.path.get(*at).is_some_and(|action| self.means(action, code)))
            .map(|at| at + 1);
        self.play(self.lesson.seat, code)?;
        let goal = |session: &Self| {
            step.goal.as_ref().is_none_or(|goal| session.table.check(goal, session.begun).is_ok())
        };
        if !goal(self) {
            self.others_act()?;
        }
        if goal(self) {
            let since = self.table.version();
            self.then(&step.then)?;
            self.table.check(&step.check, since)?;
            return self.lead_on(&step.praise);
        }
        let own = self.moves[self.begun..].iter().filter(|(seat, _)| *seat == self.lesson.seat).count();
        self.remark = None;
        // The moment has passed: others have acted, the game is over, or the learner is asked nothing more.
        let passed = own < self.moves.len() - self.begun
            || self.table.outcome().is_some()
            || self.table.codes(self.lesson.seat).is_empty();
        if passed || step.within.is_none_or(|within| own >= within) {
            self.shown = true;
            self.remark = remark(false, &step.again);
        }
        Ok(())
    }

    fn play_on(&mut self, step: &'a Step, code: u32) -> Result<(), String> {
        self.remark = None;
        self.play(self.lesson.seat, code)?;
        if !self.reached(step) {
            self.others_act()?;
        }
        if self.reached(step) { self.lead_on(&step.praise) } else { Ok(()) }
    }

    /// Has the game been played on long enough?
    pub(crate) fn reached(&self, step: &Step) -> bool {
        let until = step.until.as_ref();
        self.table.outcome().is_some() || until.is_some_and(|it| self.table.check(it, self.begun).is_ok())
    }

    fn wrong(&self, step: &'a Step, code: u32) -> Option<&'a Answer> {
        let own = step.wrong.iter().find(|wrong| wrong.action != "*" && self.means(&wrong.action, code));
        own.or_else(|| step.wrong.iter().find(|wrong| wrong.action == "*"))
    }

    fn go_wrong(&mut self, wrong: &'a Answer, code: u32) -> Result<(), String> {
        self.remark = remark(false, &wrong.say);
        if wrong.show {
            self.act(code, &wrong.then, &wrong.check)?;
            if wrong.on {
                self.others_act()?;
            }
            self.shown = true;
        }
        Ok(())
    }

    fn lead_on(&mut self, praise: &str) -> Result<(), String> {
        self.remark = remark(true, praise);
        self.step += 1;
        self.enter().map_err(|fault| fault.reason)
    }

    /// A step begins.
    fn enter(&mut self) -> Result<(), Fault> {
        let kind = self.now().map(Step::kind);
        if matches!(kind, Some(Kind::Goal | Kind::Play)) {
            self.others_act().map_err(|reason| Fault::new(self.part + 1, self.step + 1, reason))?;
        }
        self.begun = self.moves.len();
        self.on_path = Some(0);
        // An example that ends the game, or in which the learner is out, cannot be played on.
        let nothing_to_do =
            || self.table.outcome().is_some() || self.table.codes(self.lesson.seat).is_empty();
        if self.now().is_some_and(|step| step.kind() == Kind::Play && step.coach.is_empty())
            && nothing_to_do()
        {
            self.step += 1;
        }
        Ok(())
    }

    /// The learner acts, then the others; something holds afterwards.
    fn act(&mut self, code: u32, then: &[Deed], check: &Expect) -> Result<(), String> {
        let since = self.table.version();
        self.play(self.lesson.seat, code)?;
        self.then(then)?;
        self.table.check(check, since).map(|_| ())
    }

    fn then(&mut self, deeds: &[Deed]) -> Result<(), String> {
        for deed in deeds {
            if let Some(action) = &deed.action {
                for seat in deed.seat.into_iter().chain(deed.seats.iter().copied()) {
                    let code = self.code(seat, action)?;
                    self.play(seat, code)?;
                }
            }
            if let Some(action) = &deed.all {
                self.all(action)?;
            }
        }
        Ok(())
    }

    fn all(&mut self, action: &Value) -> Result<(), String> {
        let mut done = SeatSet::one(self.lesson.seat);
        let first = self.table.waiting_on().minus(done);
        if first.is_empty() {
            return Err("nobody else is waited on".into());
        }
        while let Some(seat) = self.table.waiting_on().minus(done).first() {
            done.insert(seat);
            match self.code(seat, action) {
                Ok(code) => self.play(seat, code)?,
                Err(reason) if first.contains(seat) => return Err(reason),
                Err(_) => break,
            }
        }
        Ok(())
    }

    fn play(&mut self, seat: Seat, code: u32) -> Result<(), String> {
        self.table.play(seat, &Move::Code(code)).map_err(|refusal| refusal.text().with_names(seat_name))?;
        self.moves.push((seat, code));
        Ok(())
    }

    /// Bots decide for the others until the learner is asked.
    fn others_act(&mut self) -> Result<(), String> {
        let mut referee = Referee::default();
        for _ in 0..BOTS {
            let (waiting, me) = (self.table.waiting_on(), self.lesson.seat);
            let turn = referee.turn_among(waiting, || self.table.interrupts().without(me));
            let Some(Turn { seat, waited_on }) = turn.filter(|_| !waiting.contains(me)) else {
                return Ok(());
            };
            let fallback = || self.table.fallback(seat).filter(|_| waited_on);
            match self.bot(seat).or_else(fallback) {
                Some(code) => {
                    self.play(seat, code)?;
                    referee.acted();
                }
                None => referee.pass(seat),
            }
        }
        Err("the bots never stop".into())
    }

    /// What a bot would do on a seat.
    pub(crate) fn bot(&self, seat: Seat) -> Option<u32> {
        let seed =
            self.part().seed ^ self.luck ^ (self.moves.len() as u64) << 32 ^ (seat.index() as u64 + 1) << 24;
        let mut budget = Budget { iterations: 1, time_is_up: &mut || true };
        self.bots.bot(Level::Easy, seed).decide(
            &*self.table.seen(Observer::Seat(seat)),
            seat,
            &self.table.codes(seat),
            self.table.waiting_on(),
            self.table.said(),
            &mut budget,
        )
    }

    /// Goes back to an earlier moment.
    fn rewind(&mut self, moves: usize) -> Result<(), String> {
        self.moves.truncate(moves);
        self.table = deal(self.game, self.lesson, self.part, self.luck).map_err(|fault| fault.reason)?;
        for (seat, code) in &self.moves {
            self.table.play(*seat, &Move::Code(*code)).map_err(|refusal| refusal.to_string())?;
        }
        Ok(())
    }

    fn hint(&self) -> Vec<u32> {
        let Some(step) = self.now() else { return Vec::new() };
        let me = self.lesson.seat;
        let actions: Vec<&Value> = match step.kind() {
            Kind::Tell => Vec::new(),
            Kind::Choose => step.expect.iter().chain(step.choice.iter().map(|it| &it.action)).collect(),
            Kind::Goal => self.on_path.and_then(|at| step.path.get(at)).into_iter().collect(),
            Kind::Play => return self.bot(me).into_iter().collect(),
        };
        actions.into_iter().filter_map(|action| self.code(me, action).ok()).collect()
    }

    fn means(&self, action: &Value, code: u32) -> bool {
        self.code(self.lesson.seat, action).is_ok_and(|meant| meant == code)
    }

    /// The code of an option, written in words or in its JSON form.
    pub(crate) fn table(&self) -> &dyn AnyMatch {
        &*self.table
    }

    pub(crate) fn code(&self, seat: Seat, action: &Value) -> Result<u32, String> {
        let options = self.table.view(Observer::Seat(seat)).options;
        let labels: Vec<String> =
            options.iter().map(|option| option.described.label.with_names(seat_name)).collect();
        let words = |label: &String| action.as_str().is_some_and(|words| label.eq_ignore_ascii_case(words));
        let at = labels.iter().position(words);
        let at = at.or_else(|| options.iter().position(|option| option.action == *action));
        at.map(|at| options[at].code).ok_or_else(|| {
            let has = if labels.is_empty() { "nothing".to_owned() } else { labels.join(" | ") };
            format!("seat {} has no option {action}; it has: {has}", seat.number())
        })
    }

    fn unanswered(&self, code: u32) -> String {
        let option = self.view().options.into_iter().find(|option| option.code == code);
        let label = option.map(|option| option.described.label.with_names(seat_name)).unwrap_or_default();
        format!("nothing is said about the option \"{label}\": add a \"wrong\" for it, or for \"*\"")
    }
}

fn over() -> Refusal {
    Refusal::new(Refused::Over, say!("This part of the lesson is over."))
}

fn remark(right: bool, text: &str) -> Option<Remark> {
    (!text.is_empty()).then(|| Remark { right, text: said(text) })
}

/// Sets the position of a part up. Luck changes only what no script relies on.
fn deal(game: &dyn AnyGame, lesson: &Lesson, part: usize, luck: u64) -> Result<Box<dyn AnyMatch>, Fault> {
    let fault = |reason: String| Fault::new(part + 1, 0, reason);
    if game.info().id != lesson.game {
        return Err(fault(format!("it is for {}, not for {}", lesson.game, game.info().id)));
    }
    let it = &lesson.parts[part];
    let scripted = it.steps.iter().any(|step| matches!(step.kind(), Kind::Choose | Kind::Goal));
    let options = game.options(&it.options).map_err(|refusal| fault(refusal.to_string()))?;
    let players = options.get("players").and_then(Value::as_u64).unwrap_or(0) as usize;
    let seed = Seed::from_number(it.seed ^ if scripted { 0 } else { luck }, players);
    let refused = |refusal: Refusal| fault(refusal.text().with_names(seat_name));
    let names = Seat::all(players).map(seat_name).collect();
    let mut table = game.start(&options, it.position.clone(), names, seed).map_err(refused)?;
    for (seat, code) in moves(&it.played).map_err(fault)? {
        table.play(seat, &Move::Code(code)).map_err(refused)?;
    }
    Ok(table)
}

/// Reads decisions that are written as `seat:code`.
fn moves(played: &str) -> Result<Vec<(Seat, u32)>, String> {
    let read = |word: &str| {
        let (seat, code) = word.split_once(':')?;
        Some((Seat::from_number(seat.parse().ok()?)?, code.parse().ok()?))
    };
    let words = played.split_whitespace();
    words
        .map(|word| read(word).ok_or_else(|| format!("\"{word}\" is not a seat and a code, as in 2:14")))
        .collect()
}
