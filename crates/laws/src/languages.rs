//! Translations are complete: a game's catalogues match its sentences, and its rules have the same numbers.

use std::collections::BTreeSet;
use std::path::Path;

use table::words::{Catalogue, Language};
use table::{Chance, Code, Dial, Game, Observer, Options, Text, game, options, rulebook};

use crate::law::{Case, Effort, Law};
use crate::rulebook::{files_below, numbered_rules, read};
use crate::walk::Walk;

/// How many illegal actions each seat tries at a moment, to collect refusals.
const REFUSED: u32 = 24;

/// Checks each language of a game.
///
/// # Panics
/// If a catalogue cannot be read, lacks a sentence or has one that the game does not use, or if rules are missing.
pub fn assert_languages<G: Game>(crate_root: &str) {
    let said = Said::of::<G>(crate_root);
    for language in G::INFO.languages {
        let faults = said.faults(language, G::INFO.languages);
        assert!(faults.is_empty(), "{} in {}:\n{}", G::INFO.name, language.code, faults.join("\n"));
        let numbers = |rules| numbered_rules(rules).collect::<Vec<_>>();
        assert_eq!(numbers(language.rules), numbers(G::INFO.rules), "rule numbers in {}", language.code);
        if std::env::var_os("SANGUIS_TRANSLATED").is_some() {
            let file = Path::new(crate_root).join(format!("RULES.{}.md", language.code));
            std::fs::write(file, rulebook::renewed(G::INFO.rules, language.rules))
                .expect("the rules can be written");
        }
    }
}

/// Checks the sentences of crates that are not games against the platform's catalogue.
///
/// # Panics
/// If it lacks a sentence, or has one that is not used.
pub fn assert_platform_languages(crate_roots: &[&str]) {
    let source = crate_roots.iter().map(|root| sources(root)).collect();
    let said = Said { texts: BTreeSet::new(), source };
    for language in table::words::LANGUAGES {
        let faults = said.faults(language, &[]);
        assert!(faults.is_empty(), "the platform in {}:\n{}", language.code, faults.join("\n"));
    }
}

/// What a crate says.
struct Said {
    /// Texts of random games.
    texts: BTreeSet<Text>,
    /// The source, with `{}` for every blank.
    source: String,
}

impl Said {
    fn of<G: Game>(crate_root: &str) -> Said {
        let mut texts: BTreeSet<Text> = BTreeSet::from([Text::fixed(G::INFO.tagline)]);
        for knob in <G::Options as Options>::knobs() {
            texts.extend([Text::fixed(knob.name), Text::fixed(knob.help)]);
            if let Dial::Choice { of, .. } = knob.dial {
                texts.extend(of.iter().flat_map(|(word, help)| [Text::fixed(word), Text::fixed(help)]));
            }
        }
        for players in G::INFO.players() {
            for (index, options) in options::variants::<G::Options>(players).into_iter().enumerate() {
                let case = Case::<G> { options, seed: index as u64, effort: Effort::CI };
                collect(&case, &mut texts);
            }
        }
        Said { texts, source: sources(crate_root) }
    }

    fn faults(&self, language: &Language, others: &[Language]) -> Vec<String> {
        let own = match Catalogue::read([language.words]) {
            Ok(own) => own,
            Err(fault) => {
                return vec![format!("words/{}.json:{}: {}", language.code, fault.line, fault.reason)];
            }
        };
        let all = Catalogue::of(language.code, others).unwrap_or_default();
        let known: BTreeSet<&str> = all.templates().collect();
        let mut faults = BTreeSet::new();
        for text in &self.texts {
            if let Err(gap) = all.say(text) {
                faults.insert(format!("{gap} (for: {text})"));
            }
        }
        for template in templates(&self.source) {
            if !known.contains(template.as_str()) && template.replace("{}", "").contains(char::is_alphabetic)
            {
                faults.insert(format!("there is no entry \"{template}\""));
            }
        }
        for template in own.templates() {
            if !self.source.contains(&format!("\"{}\"", template.replace('"', QUOTE))) {
                faults.insert(format!("nobody says \"{template}\""));
            }
        }
        faults.into_iter().collect()
    }
}

/// Plays a random game and notes everything that is said.
fn collect<G: Game>(case: &Case<G>, texts: &mut BTreeSet<Text>) {
    let Ok(mut walk) = Walk::new(case, Law::EverythingSurvivesJson) else { return };
    loop {
        if walk.look() || G::waiting_on(walk.state()).is_empty() {
            let waiting = G::waiting_on(walk.state());
            for observer in Observer::every(walk.seats()) {
                let observation = G::observe(walk.state(), observer);
                texts.extend(G::scene(&observation, waiting).texts().into_iter().cloned());
                if let Observer::Seat(seat) = observer {
                    let legal = game::legal::<G>(walk.state(), seat);
                    for described in G::describe(&observation, &legal) {
                        texts.extend([described.label, described.detail]);
                    }
                    // Whatever may not be done says why.
                    let codes = (0..REFUSED).map(|_| walk.policy.below(G::Action::CODES)).collect::<Vec<_>>();
                    let tried = codes.into_iter().filter_map(G::Action::from_code);
                    let refused =
                        tried.filter_map(|action| game::check::<G>(walk.state(), seat, action).err());
                    texts.extend(refused.map(|refusal| refusal.text()));
                }
            }
        }
        let Some((seat, action)) = walk.choose() else { break };
        let Ok(told) = walk.take(seat, action) else { break };
        for told in told {
            for observer in Observer::every(case.options.players()) {
                if told.audience.includes(observer) {
                    texts.insert(G::narrate(&told.event, observer));
                }
            }
            let face = G::beat(&told.event).face.into_iter();
            texts.extend(face.flat_map(|it| [&it.name, &it.corner, &it.sign, &it.text].map(Text::clone)));
        }
    }
}

/// Stands for an escaped quotation mark.
const QUOTE: &str = "\u{1}";

/// The Rust and TOML files of a crate without comments and tests, with `{}` for every blank.
fn sources(crate_root: &str) -> String {
    let root = Path::new(crate_root);
    let files = [("src", "rs"), ("src", "toml"), ("data", "toml")];
    let files = files.into_iter().flat_map(|(folder, extension)| files_below(&root.join(folder), extension));
    let mut out = String::new();
    for file in files {
        let text = read(&file);
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code = lines.collect::<Vec<_>>().join("\n").replace("\\\"", QUOTE);
        // A string goes on after a backslash at the end of a line.
        let mut pieces = code.split("\\\n");
        let first = pieces.next().unwrap_or_default().to_owned();
        let code = pieces.fold(first, |joined, piece| joined + piece.trim_start());
        without_names(&code, &mut out);
        out.push('\n');
    }
    out
}

/// Appends code with every `{name}` as `{}`.
fn without_names(code: &str, out: &mut String) {
    let mut rest = code;
    while let Some((before, after)) = rest.split_once('{') {
        let is_name =
            |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let blank = after.split_once('}').filter(|(name, _)| is_name(name));
        out.push_str(before);
        out.push_str(if blank.is_some() { "{}" } else { "{" });
        rest = blank.map_or(after, |(_, after)| after);
    }
    out.push_str(rest);
}

/// The templates of every `say!` and of every fixed text.
fn templates(source: &str) -> impl Iterator<Item = String> {
    let fixed = source.split("Text::fixed(").skip(1).filter(|call| call.starts_with('"'));
    let fixed = fixed.filter_map(|call| call.split('"').nth(1)).map(|string| string.replace(QUOTE, "\""));
    fixed.chain(source.split("say!(").skip(1).flat_map(|call| {
        let both = !call.trim_start().starts_with('"');
        let strings = call.split('"').skip(1).step_by(2).take(if both { 2 } else { 1 });
        strings.map(|string| string.replace(QUOTE, "\""))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_found_in_code() {
        let mut source = String::new();
        without_names(
            "say!(\"{who} calls \u{1}{what}\u{1}.\", what = x); f(say!(voice, a: \"{a} goes.\",\n \"You go.\")); {x + 1}",
            &mut source,
        );
        let found: Vec<String> = templates(&source).collect();
        assert_eq!(found, ["{} calls \"{}\".", "{} goes.", "You go."]);
    }
}
