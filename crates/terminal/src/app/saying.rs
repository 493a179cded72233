//! Saying something: the list of what can be said in place of the options.

use table::{Choice, Described, Name, SeatSet, Text, say};

use super::App;
use crate::connection::{Connection, Look, Request};
use crate::talk::{Saying, Sentence, sentences};

impl App {
    /// Lists what can be said in place of the options.
    pub(crate) fn start_saying(&mut self) {
        let Some(real) = self.look.clone() else { return };
        self.selected = 0;
        self.say_over(real, None);
        if self.saying.is_none() {
            self.notice = Some(say!("You cannot say anything now."));
        }
    }

    /// Something new to look at while the list is open: it stays, so that no number means something else.
    pub(crate) fn say_over(&mut self, real: Look, choosing: Option<(Sentence, SeatSet)>) {
        let sentences = sentences(&real.view, &real.heard, real.observer);
        if sentences.is_empty() {
            self.saying = None;
            self.look = Some(real);
            return;
        }
        let labels: Vec<Text> = match &choosing {
            None => sentences.iter().map(|sentence| sentence.label.clone()).collect(),
            Some((sentence, chosen)) => {
                let seat = |seat| {
                    let mark = Name(if chosen.contains(seat) { "[x]" } else { "[ ]" });
                    say!("{mark} {seat}")
                };
                sentence.among.iter().map(seat).chain([say!("Say it")]).collect()
            }
        };
        let mut look = real.clone();
        look.view.options = (0..)
            .zip(labels)
            .map(|(code, label)| Choice {
                code,
                action: Default::default(),
                described: Described::new(label, [""; 0]),
            })
            .collect();
        look.view.scene.prompt = match &choosing {
            None => say!("What do you want to say? Esc: nothing."),
            Some((sentence, _)) => sentence.label.clone(),
        };
        self.look = Some(look);
        self.saying = Some(Saying { real, sentences, choosing });
    }

    pub(crate) fn stop_saying(&mut self) {
        if let Some(saying) = self.saying.take() {
            self.look = Some(saying.real);
            self.selected = 0;
            self.typed.clear();
            self.filter = None;
        }
    }

    /// Says the selected sentence, or opens or changes the set of seats that it is about.
    pub(crate) fn say_selected(&mut self, connection: &mut dyn Connection) {
        let (at, Some(saying)) = (self.selected, &self.saying) else { return };
        let (claim, next) = match &saying.choosing {
            None => match saying.sentences.get(at) {
                Some(sentence) if sentence.among.is_empty() => {
                    (Some((sentence.code, sentence.reply_to)), None)
                }
                Some(sentence) => (None, Some((sentence.clone(), sentence.marked))),
                None => return,
            },
            Some((sentence, chosen)) => match sentence.among.iter().nth(at) {
                None => match sentence.about(*chosen) {
                    Some(code) => (Some((code, None)), None),
                    None => return,
                },
                Some(seat) if chosen.contains(seat) => (None, Some((sentence.clone(), chosen.without(seat)))),
                Some(seat) => (None, Some((sentence.clone(), chosen.with(seat)))),
            },
        };
        self.typed.clear();
        self.filter = None;
        match (claim, next) {
            (Some((code, reply_to)), _) => {
                connection.ask(Request::Claim { code, reply_to });
                self.stop_saying();
            }
            (None, next) => {
                if saying.choosing.is_none() {
                    self.selected = 0;
                }
                let real = saying.real.clone();
                self.say_over(real, next);
            }
        }
    }

    /// What is being chosen, for a look that comes meanwhile.
    pub(crate) fn choosing(&self) -> Option<(Sentence, SeatSet)> {
        self.saying.as_ref().and_then(|saying| saying.choosing.clone())
    }
}
