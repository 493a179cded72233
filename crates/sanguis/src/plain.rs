//! The plain text table: for pipes, screen readers and dumb terminals.
//!
//! Nothing is lost: the game is written to its file after every move, so Ctrl-C, a closed window or a power cut cost at most the
//! move that was being typed.

use std::io::{self, BufRead};
use std::process::ExitCode;

use table::text::with_names;
use table::{AnyGame, Line, Name, Observer, Seat, SeatSet, Text, View, say};
use terminal::Sentence;

use crate::hint::Told;
use crate::host::{Host, Turn, farewell};
use crate::{Failure, Outcome, output, rules};

/// How many lines of the story are shown between two decisions before it is cut.
const RECENT: usize = 24;

/// What a person wants at the prompt.
pub(crate) enum Answer {
    Option(u32),
    Claim { code: u32, reply_to: Option<u32> },
    Undo,
    Pass,
    Hint,
    Leave,
}

/// What the person at the screen is asked.
pub(crate) struct Asked<'a> {
    pub(crate) game: &'a dyn AnyGame,
    pub(crate) view: &'a View,
    pub(crate) name: &'a dyn Fn(Seat) -> String,
    /// Everything they were told.
    pub(crate) story: &'a dyn Fn() -> Vec<Line>,
    /// What they can say.
    pub(crate) sayable: &'a [Sentence],
    /// Can they have a hint?
    pub(crate) hints: bool,
    /// It is an interrupt that may be let pass.
    pub(crate) passable: bool,
    /// They have not been asked before.
    pub(crate) first: bool,
}

struct Session {
    host: Host,
    /// The story has been told to each seat up to this version.
    told: Vec<usize>,
    /// And how many claims.
    heard: Vec<u32>,
    /// Who sits before the screen, where several people share it.
    shown: Option<Seat>,
}

/// Plays on the plain text table.
pub(crate) fn run(host: Host) -> Outcome {
    let told = vec![host.game().version(); host.game().players()];
    let heard = vec![host.game().said().len() as u32; host.game().players()];
    let shown = if host.people.len() == 1 { host.people.first() } else { None };
    Session { host, told, heard, shown }.run()
}

impl Session {
    fn run(mut self) -> Outcome {
        let first = self.host.keep_first();
        report(first);
        if let Some(file) = &self.host.file {
            let file = Name(file.display());
            output::tell(&say!(
                "This game is kept in {file}. Leave at any time; go on with: sanguis play --resume {file}"
            ));
            output::line("");
        }
        loop {
            match self.host.turn() {
                Turn::Over => break,
                Turn::Person { seat, interrupt } => match self.ask(seat, interrupt)? {
                    Answer::Leave => return self.leave(),
                    Answer::Pass => self.host.pass(seat),
                    Answer::Hint => {} // It has been told.
                    Answer::Undo => {
                        if let Err(refusal) = self.host.undo(seat) {
                            output::tell(&refusal.text());
                        }
                        let version = self.host.game().version();
                        self.told.iter_mut().for_each(|told| *told = (*told).min(version));
                        report(self.host.keep());
                    }
                    Answer::Claim { code, reply_to } => {
                        if let Err(refusal) = self.host.claim(seat, code, reply_to) {
                            output::tell(&refusal.text());
                        }
                        report(self.host.keep());
                    }
                    Answer::Option(code) => {
                        if let Err(refusal) = self.host.play(seat, code) {
                            output::line(&with_names(&output::say(&refusal.text()), |other| {
                                self.host.name(other, Observer::Seat(seat))
                            }));
                        }
                        report(self.host.keep());
                    }
                },
                Turn::Bots => {
                    let mut complaints = Vec::new();
                    if !self.host.bots_act(&mut complaints) {
                        return Err(Failure(
                            "The game cannot go on. Please report this, with the saved file.".into(),
                        ));
                    }
                    complaints.iter().for_each(output::tell);
                    report(self.host.keep());
                }
            }
        }
        if let Some(seat) = self.shown {
            self.tell(seat);
        }
        output::line("");
        let view = self.host.game().view(Observer::All);
        output::print(&output::text(&|seat| self.host.name(seat, Observer::All)).table(&view));
        if let Some(file) = &self.host.file {
            output::line(&format!("\n{}", farewell(file, true)));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Shows a seat what happened since its last decision.
    fn tell(&mut self, seat: Seat) {
        let name = |other| self.host.name(other, Observer::Seat(seat));
        let text = output::text(&name);
        let game = self.host.game();
        let heard = self.host.heard(self.heard[seat.index()] + 1);
        let lines = terminal::with_talk(game.story(Observer::Seat(seat), self.told[seat.index()]), &heard);
        if lines.len() > RECENT {
            let more = lines.len() - RECENT;
            output::line(&format!(
                "  ({})",
                output::say(&say!("{more} more lines: `l` shows the whole story"))
            ));
        }
        for line in lines.iter().skip(lines.len().saturating_sub(RECENT)) {
            output::print(&text.wrap("  ", &text.say(&line.text)));
        }
        self.told[seat.index()] = self.host.game().version();
        self.heard[seat.index()] = self.host.game().said().len() as u32;
    }

    /// Where several people share the screen: hides what is on it until the next one sits before it.
    fn change_places(&mut self, seat: Seat) -> Result<bool, Failure> {
        if self.shown == Some(seat) {
            return Ok(true);
        }
        output::print(&"\n".repeat(60));
        let whose = say!(
            "It is for {name} (seat {number}) to decide. Press Enter when nobody else is looking:",
            name = Name(self.host.name(seat, Observer::Spectator)),
            number = seat.number()
        );
        output::print(&format!("{} ", output::say(&whose)));
        self.shown = Some(seat);
        Ok(read_line()?.is_some())
    }

    fn ask(&mut self, seat: Seat, interrupt: bool) -> Result<Answer, Failure> {
        if !self.change_places(seat)? {
            return Ok(Answer::Leave);
        }
        self.tell(seat);
        let view = self.host.game().view(Observer::Seat(seat));
        {
            let name = |other| self.host.name(other, Observer::Seat(seat));
            let text = output::text(&name);
            output::print(&format!("\n{}{}", text.table(&view), text.options(&view)));
        }
        let mut told = None;
        loop {
            match self.prompt(seat, &view, interrupt, told.is_none())? {
                Answer::Hint => self.help(seat, &view, &mut told),
                answer => return Ok(answer),
            }
        }
    }

    fn prompt(&self, seat: Seat, view: &View, interrupt: bool, first: bool) -> Result<Answer, Failure> {
        let name = |other| self.host.name(other, Observer::Seat(seat));
        let heard = self.host.heard(1);
        let story = || terminal::with_talk(self.host.game().story(Observer::Seat(seat), 0), &heard);
        let sayable = terminal::sentences(view, &heard, Observer::Seat(seat));
        prompt(&Asked {
            game: self.host.entry().game,
            view,
            name: &name,
            story: &story,
            sayable: &sayable,
            hints: self.host.has_hints(),
            passable: interrupt,
            first,
        })
    }

    /// Tells the next stage of a hint, or why there is none.
    fn help(&mut self, seat: Seat, view: &View, told: &mut Option<Told>) {
        if told.is_none() {
            match self.host.hint(seat) {
                Ok(hint) => *told = Some(Told::new(hint)),
                Err(refusal) => return output::tell(&refusal.text()),
            }
            report(self.host.keep());
        }
        let name = |other| self.host.name(other, Observer::Seat(seat));
        let text = output::text(&name);
        for words in told.iter_mut().flat_map(|told| told.more(view)) {
            output::print(&text.wrap("  ", &text.say(&words)));
        }
    }

    fn leave(self) -> Outcome {
        let words = self.host.file.as_ref().map_or(String::new(), |file| farewell(file, false));
        output::line(&format!("{}{words}", if words.is_empty() { "" } else { "\n" }));
        Ok(ExitCode::SUCCESS)
    }
}

/// Asks until there is a valid answer.
pub(crate) fn prompt(asked: &Asked<'_>) -> Result<Answer, Failure> {
    let Asked { game, view, name, .. } = *asked;
    if asked.first && !asked.sayable.is_empty() {
        output::tell(&say!("s lists what you can say."));
    }
    if asked.first && asked.hints {
        output::tell(&say!("h gives you a hint."));
    }
    loop {
        let choice_of = match (view.may_undo, asked.passable) {
            (false, false) => say!("Your choice (a number, l, ? or q):"),
            (true, false) => say!("Your choice (a number, u, l, ? or q):"),
            (false, true) => say!("Your choice (a number, Enter to let it pass, l, ? or q):"),
            (true, true) => say!("Your choice (a number, u, Enter to let it pass, l, ? or q):"),
        };
        output::print(&format!("{} ", output::say(&choice_of)));
        let Some(answer) = read_line()? else { return Ok(Answer::Leave) };
        match answer.as_str() {
            "q" | "quit" => return Ok(Answer::Leave),
            "u" | "undo" => return Ok(Answer::Undo),
            "" if asked.passable => return Ok(Answer::Pass),
            "?" | "help" => {
                let rule = rules::rule(game, &view.scene.help);
                let all = say!("All rules: sanguis rules {game}", game = Name(game.info().id));
                output::print(&format!("\n{rule}{}\n", output::say(&all)));
            }
            "h" | "hint" if asked.hints => return Ok(Answer::Hint),
            "l" | "log" => {
                for line in (asked.story)() {
                    output::print(&output::text(name).wrap("  ", &output::say(&line.text)));
                }
            }
            "s" | "say" if !asked.sayable.is_empty() => {
                for (number, sentence) in (1..).zip(asked.sayable) {
                    let label = with_names(&output::say(&sentence.label), name);
                    output::line(&format!("{number:>4}  {label}"));
                }
                output::tell(&say!(
                    "Say it with its number: s 3. Where seats are missing, add their numbers: s 40 2 5."
                ));
            }
            words if !asked.sayable.is_empty() && (words.starts_with("s ") || words.starts_with("say ")) => {
                match sentence(asked.sayable, words) {
                    Ok((code, reply_to)) => return Ok(Answer::Claim { code, reply_to }),
                    Err(reason) => output::tell(&reason),
                }
            }
            words => match choice(view, words, name) {
                Ok(code) => return Ok(Answer::Option(code)),
                Err(reason) => output::tell(&reason),
            },
        }
    }
}

fn report(kept: Result<(), Failure>) {
    if let Err(Failure(reason)) = kept {
        output::line(&reason);
    }
}

/// What a person wants to say: its number, and the seats it is about where it needs some.
fn sentence(sayable: &[Sentence], words: &str) -> Result<(u32, Option<u32>), Text> {
    let count = sayable.len();
    let mut numbers = words.split_whitespace().skip(1).map(|word| word.parse::<usize>().ok());
    let number = numbers.next().flatten().and_then(|number| sayable.get(number.checked_sub(1)?));
    let Some(sentence) = number else {
        return Err(say!("Choose a number from 1 to {count}: s lists what you can say."));
    };
    let seat = |number: Option<usize>| number.and_then(Seat::from_number);
    let seats: Option<SeatSet> = numbers.map(seat).collect();
    match seats.and_then(|seats| sentence.about(seats)) {
        Some(code) => Ok((code, sentence.reply_to)),
        None if sentence.among.is_empty() => Err(say!("This needs no seats after its number.")),
        None => Err(say!("Add the numbers of the seats you mean.")),
    }
}

/// The option a person means: by number, or by its first words if only one begins so.
pub(crate) fn choice(view: &View, words: &str, name: &dyn Fn(Seat) -> String) -> Result<u32, Text> {
    let count = view.options.len();
    if let Ok(number) = words.parse::<usize>() {
        return match number.checked_sub(1).and_then(|i| view.options.get(i)) {
            Some(option) => Ok(option.code),
            None => Err(say!("Choose an option from 1 to {count}.")),
        };
    }
    let wanted = words.to_lowercase();
    let matching: Vec<_> = view
        .options
        .iter()
        .filter(|option| {
            with_names(&output::say(&option.described.label), name).to_lowercase().starts_with(&wanted)
        })
        .collect();
    match matching.as_slice() {
        [one] if !wanted.is_empty() => Ok(one.code),
        [] => Err(say!("No option begins like that; type a number from 1 to {count}.")),
        several => Err(say!("{count} options begin like that; type a number.", count = several.len())),
    }
}

/// One line from the person, without its end; nothing when the input ends.
pub(crate) fn read_line() -> Result<Option<String>, Failure> {
    let mut line = String::new();
    match io::stdin().lock().read_line(&mut line) {
        Ok(0) => Ok(None),
        Ok(_) => Ok(Some(line.trim().to_owned())),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(Some("(not text)".to_owned())),
        Err(error) => Err(error.into()),
    }
}
