//! Catalogues: what a [`Text`] is called in another language.
//!
//! A catalogue is a JSON file that translators edit: English templates, and what they are in the other language.
//!
//! ```json
//! {
//!   "{} plays {} on {}.": "{1} spielt {2:den} gegen {3:acc}.",
//!   "{} cards": "{1} {1#Karte|Karten}",
//!   "Bite": { "m": "Biss", "gen": "Bisses" },
//!   "you": { "nom": "du", "acc": "dich", "dat": "dir" }
//! }
//! ```
//!
//! - `{2}` is the second blank of the English template. `{2:acc}` asks for its accusative, `{2:den}` for the accusative with the
//!   definite article, `{2:einen}` with the indefinite one. Forms are named by their masculine article (see [`Form`]). `{2:*}` asks
//!   for the form that the whole is asked for, as in lists.
//! - `{1#Karte|Karten}` chooses by number: one, or any other.
//! - `{2?er|sie|es|sie}` chooses by gender: `m`, `f`, `n`, plural.
//! - A word with a gender (`m`, `f`, `n`, or `p` for a plural) gives its nominative; other cases are like it unless they are given.
//!   A form with an article can be given whole, where an adjective changes with it: `"der": "das rote Schwert"`.
//!
//! A sentence that a catalogue lacks is shown in English.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};

use crate::text::{Part, Text, parts};

/// A language beside English.
#[derive(Clone, Copy, Debug)]
pub struct Language {
    /// `de`.
    pub code: &'static str,
    /// The catalogue of a game, or of the platform.
    pub words: &'static str,
    /// The rules of a game; empty for the platform.
    pub rules: &'static str,
    /// The catalogue of a game's lessons; `{}` where there is none.
    pub lessons: &'static str,
}

/// A catalogue, from a file beside the code. Empty in a browser, where pages have the catalogues themselves.
#[macro_export]
macro_rules! catalogue {
    ($path:literal) => {
        if cfg!(target_family = "wasm") { "{}" } else { include_str!($path) }
    };
}

/// A text from a file beside the code. Empty in a browser, where pages fetch it themselves or do without it.
#[macro_export]
macro_rules! text_file {
    ($path:literal) => {
        if cfg!(target_family = "wasm") { "" } else { include_str!($path) }
    };
}

/// What the platform says in other languages.
pub const LANGUAGES: &[Language] =
    &[Language { code: "de", words: crate::catalogue!("../words/de.json"), rules: "", lessons: "{}" }];

/// The form in which a sentence needs a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "German grammar")]
pub enum Form {
    Nom,
    Acc,
    Dat,
    Gen,
    Der,
    Den,
    Dem,
    Des,
    Ein,
    Einen,
    Einem,
    Eines,
}

impl Form {
    const ALL: [(&'static str, Form); 12] = [
        ("nom", Form::Nom),
        ("acc", Form::Acc),
        ("dat", Form::Dat),
        ("gen", Form::Gen),
        ("der", Form::Der),
        ("den", Form::Den),
        ("dem", Form::Dem),
        ("des", Form::Des),
        ("ein", Form::Ein),
        ("einen", Form::Einen),
        ("einem", Form::Einem),
        ("eines", Form::Eines),
    ];

    fn named(name: &str) -> Option<Form> {
        Form::ALL.iter().find(|(known, _)| *known == name).map(|(_, form)| *form)
    }

    /// Without its article.
    fn case(self) -> Form {
        Form::ALL[self as usize % 4].1
    }

    /// Its article for each gender, where it has one.
    fn article(self) -> Option<[&'static str; 4]> {
        Some(match self {
            Form::Der => ["der", "die", "das", "die"],
            Form::Den => ["den", "die", "das", "die"],
            Form::Dem => ["dem", "der", "dem", "den"],
            Form::Des => ["des", "der", "des", "der"],
            Form::Ein => ["ein", "eine", "ein", ""],
            Form::Einen => ["einen", "eine", "ein", ""],
            Form::Einem => ["einem", "einer", "einem", ""],
            Form::Eines => ["eines", "einer", "eines", ""],
            _ => return None,
        })
    }
}

/// The names of genders in catalogues, in the order in which `{2?…}` lists them.
const GENDERS: [&str; 4] = ["m", "f", "n", "p"];

/// What a template is in the other language.
#[derive(Clone, Debug, Default)]
struct Entry {
    gender: Option<usize>,
    /// Answers only in the nominative, unless a blank passes the form on.
    plain: bool,
    forms: Vec<(Form, Vec<Piece>)>,
}

/// A stretch of a translated template.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Plain(String),
    /// In this form, or in the one that the whole is asked for.
    Blank(usize, Option<Form>),
    ByNumber(usize, Vec<String>),
    ByGender(usize, Vec<String>),
}

/// What a catalogue lacks to say a text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Gap {
    /// There is no such entry.
    Entry(String),
    /// The entry has no such form.
    Form(String, String),
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gap::Entry(template) => write!(f, "there is no entry \"{template}\""),
            Gap::Form(template, form) => write!(f, "\"{template}\" has no form \"{form}\""),
        }
    }
}

/// Something wrong in a catalogue file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Counted from 1.
    pub line: usize,
    /// One sentence.
    pub reason: String,
}

/// One language.
#[derive(Clone, Debug, Default)]
pub struct Catalogue(HashMap<String, Entry>);

impl Catalogue {
    /// Reads files; later ones win. The error is that of the first file that cannot be read.
    pub fn read<'a>(files: impl IntoIterator<Item = &'a str>) -> Result<Catalogue, Fault> {
        let mut catalogue = Catalogue::default();
        for file in files {
            let raw: RawFile = serde_json::from_str(file)
                .map_err(|error| Fault { line: error.line(), reason: error.to_string() })?;
            let mut seen = HashMap::new();
            for (template, raw) in raw.0 {
                let fault = |reason: String| {
                    let key = serde_json::to_string(&template).unwrap_or_default();
                    let line = file.lines().position(|line| line.trim_start().starts_with(&key));
                    Fault { line: line.map_or(1, |line| line + 1), reason: format!("{key}: {reason}.") }
                };
                if seen.insert(template.clone(), ()).is_some() {
                    return Err(fault("it stands here twice".into()));
                }
                let entry = raw.entry(&template).map_err(fault)?;
                catalogue.0.insert(template, entry);
            }
        }
        Ok(catalogue)
    }

    /// The catalogue of a language for a game; none for English and unknown languages.
    pub fn of(code: &str, game: &[Language]) -> Option<Catalogue> {
        let files = LANGUAGES.iter().chain(game).filter(|language| language.code == code);
        let files: Vec<&str> = files.flat_map(|language| [language.words, language.lessons]).collect();
        if files.is_empty() { None } else { Catalogue::read(files).ok() }
    }

    /// The templates it knows.
    pub fn templates(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The text in this language, seats still placeholders, or what is lacking.
    pub fn say(&self, text: &Text) -> Result<String, Gap> {
        self.sentence(text.as_marked())
    }

    /// Begins with a capital where the English does.
    fn sentence(&self, marked: &str) -> Result<String, Gap> {
        let said = self.form(marked, Form::Nom)?;
        let english = Text::marked(marked.to_owned()).to_string();
        let upper = english.chars().find(|c| c.is_alphabetic() || *c == '{').is_some_and(char::is_uppercase);
        let mut chars = said.chars();
        Ok(match chars.next() {
            Some(first) if upper && first.is_lowercase() => first.to_uppercase().chain(chars).collect(),
            _ => said,
        })
    }

    /// The text in this language, or in English.
    pub fn or_english(&self, text: &Text) -> String {
        self.say(text).unwrap_or_else(|_| text.to_string())
    }

    fn form(&self, marked: &str, form: Form) -> Result<String, Gap> {
        if let Some(name) = marked.strip_prefix('=') {
            return Ok(name.to_owned());
        }
        let text = Text::marked(marked.to_owned());
        let template = text.template();
        let blanks: Vec<Part<'_>> = parts(marked).filter(|part| !matches!(part, Part::Plain(_))).collect();
        // A text from elsewhere may hold braces of its own.
        let known = self.0.get(&template).filter(|_| template.matches("{}").count() == blanks.len());
        let Some(entry) = known else {
            if template.chars().any(char::is_alphabetic) {
                return Err(Gap::Entry(template));
            }
            // Numbers and punctuation are the same everywhere; sentences one after the other begin with capitals.
            let form = if template == "{}" { form } else { Form::Nom };
            let say = |part| match part {
                Part::Blank(sentence) if template == "{} {}" => self.sentence(sentence),
                part => self.part(part, form),
            };
            return parts(marked).map(say).collect();
        };
        let lacking = || Gap::Form(template.clone(), Form::ALL[form as usize].0.to_owned());
        let (article, pieces) = entry.pieces(form).ok_or_else(lacking)?;
        let mut out = String::from(article);
        out.push_str(if article.is_empty() { "" } else { " " });
        for piece in pieces {
            match piece {
                Piece::Plain(plain) => out.push_str(plain),
                Piece::Blank(at, own) => out.push_str(&self.part(blanks[*at], own.unwrap_or(form))?),
                Piece::ByNumber(at, words) => {
                    let one = matches!(blanks[*at], Part::Blank("1"));
                    out.push_str(&words[usize::from(!one)]);
                }
                Piece::ByGender(at, words) => {
                    let gender = self.gender(blanks[*at]).ok_or_else(lacking)?;
                    out.push_str(&words[gender]);
                }
            }
        }
        Ok(out)
    }

    fn part(&self, part: Part<'_>, form: Form) -> Result<String, Gap> {
        match part {
            Part::Plain(plain) => Ok(plain.to_owned()),
            Part::Seat(seat) => Ok(seat.to_string()),
            Part::Blank(blank) => self.form(blank, form),
        }
    }

    fn gender(&self, part: Part<'_>) -> Option<usize> {
        match part {
            Part::Blank(blank) => self.0.get(&Text::marked(blank.to_owned()).template())?.gender,
            _ => None,
        }
    }
}

impl Entry {
    /// What it is in this form, and the article before it.
    fn pieces(&self, form: Form) -> Option<(&'static str, &[Piece])> {
        let given =
            |form| self.forms.iter().find(|(known, _)| *known == form).map(|(_, pieces)| pieces.as_slice());
        if let Some(pieces) = given(form) {
            return Some(("", pieces));
        }
        if self.plain {
            // A list is in the form of its items.
            let nominative = given(Form::Nom)?;
            let passes_on = nominative.iter().any(|piece| matches!(piece, Piece::Blank(_, None)));
            return passes_on.then_some(("", nominative));
        }
        let bare = given(form.case()).or(self.gender.and_then(|_| given(Form::Nom)))?;
        let article = match (self.gender, form.article()) {
            (Some(gender), Some(articles)) => articles[gender],
            _ => "",
        };
        Some((article, bare))
    }
}

/// A file as it is written, in order and with repetitions.
struct RawFile(Vec<(String, RawEntry)>);

#[derive(Deserialize)]
#[serde(untagged)]
enum RawEntry {
    Plain(String),
    Forms(HashMap<String, String>),
}

impl<'de> Deserialize<'de> for RawFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawFile, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = RawFile;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of templates")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<RawFile, M::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(RawFile(pairs))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}

impl RawEntry {
    fn entry(self, template: &str) -> Result<Entry, String> {
        let blanks = template.matches("{}").count();
        let mut entry = Entry::default();
        match self {
            RawEntry::Plain(text) => {
                entry.plain = true;
                entry.forms.push((Form::Nom, pieces(&text, blanks)?));
            }
            RawEntry::Forms(forms) => {
                for (name, text) in forms {
                    let gender = GENDERS.iter().position(|gender| *gender == name);
                    let form = match gender {
                        Some(_) => Form::Nom,
                        None => Form::named(&name).ok_or_else(|| format!("there is no form \"{name}\""))?,
                    };
                    if entry.forms.iter().any(|(known, _)| *known == form) {
                        return Err("it has two nominatives".into());
                    }
                    entry.gender = entry.gender.or(gender);
                    entry.forms.push((form, pieces(&text, blanks)?));
                }
                if !entry.forms.iter().any(|(form, _)| *form == Form::Nom) {
                    return Err("it has no nominative (\"m\", \"f\", \"n\", \"p\" or \"nom\")".into());
                }
            }
        }
        Ok(entry)
    }
}

/// Takes a translated template apart. Each blank of the English one must be used.
fn pieces(text: &str, blanks: usize) -> Result<Vec<Piece>, String> {
    if text.is_empty() {
        return Err("it is empty".into());
    }
    let mut pieces = Vec::new();
    let mut used = vec![false; blanks];
    let mut split = text.split('{');
    pieces.extend(split.next().filter(|plain| !plain.is_empty()).map(|plain| Piece::Plain(plain.to_owned())));
    for part in split {
        let (blank, plain) = part.split_once('}').ok_or("a brace is not closed")?;
        let digits = blank.find(|c: char| !c.is_ascii_digit()).unwrap_or(blank.len());
        let (number, rest) = blank.split_at(digits);
        let at = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let at = at.filter(|at| *at < blanks).ok_or_else(|| format!("there is no blank {{{blank}}}"))?;
        used[at] = true;
        let words = |count: usize| {
            let words: Vec<String> = rest[1..].split('|').map(str::to_owned).collect();
            (words.len() == count).then_some(words).ok_or_else(|| format!("{{{blank}}} needs {count} words"))
        };
        pieces.push(match rest.as_bytes().first() {
            None => Piece::Blank(at, Some(Form::Nom)),
            Some(b':') if rest == ":*" => Piece::Blank(at, None),
            Some(b'#') => Piece::ByNumber(at, words(2)?),
            Some(b'?') => Piece::ByGender(at, words(4)?),
            Some(b':') => match Form::named(&rest[1..]) {
                Some(form) => Piece::Blank(at, Some(form)),
                None => return Err(format!("there is no form \"{}\"", &rest[1..])),
            },
            Some(_) => return Err(format!("{{{blank}}} cannot be read")),
        });
        pieces.extend((!plain.is_empty()).then(|| Piece::Plain(plain.to_owned())));
    }
    match used.iter().position(|used| !used) {
        Some(at) => Err(format!("it does not use the blank {{{}}}", at + 1)),
        None => Ok(pieces),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Seat;
    use crate::text::{Name, say};

    fn german(file: &str) -> Catalogue {
        Catalogue::read([file]).unwrap()
    }

    #[test]
    fn words_bend_as_the_sentence_needs_them() {
        let words = german(
            r#"{
            "{} plays {} on {}.": "{1} spielt {2:den} gegen {3:acc}.",
            "{} takes {}.": "{1} nimmt {2:einen}; {2?er|sie|es|sie} gehört zu {2:dem}.",
            "{} cards": "{1} {1#Karte|Karten}",
            "the {} of {}": { "f": "{1} von {2:dat}", "dat": "{1} bei {2:dat}" },
            "card": { "f": "Karte" },
            "Bite": { "m": "Biss", "gen": "Bisses" },
            "Red Sword": { "n": "Rotes Schwert", "der": "das Rote Schwert", "den": "das Rote Schwert", "dem": "dem Roten Schwert" },
            "{} and {}": "{1:*} und {2:*}",
            "you": { "nom": "du", "acc": "dich", "dat": "dir" }
            }"#,
        );
        let (ann, you) = (Seat::new(0), Text::fixed("you"));
        let said = |text: Text| words.say(&text).unwrap();
        assert_eq!(
            said(say!("{ann} plays {card} on {you}.", card = "Bite")),
            "{s1} spielt den Biss gegen dich."
        );
        assert_eq!(
            said(say!("{you} plays {card} on {ann}.", card = "Red Sword")),
            "du spielt das Rote Schwert gegen {s1}."
        );
        assert_eq!(
            said(say!("{ann} takes {it}.", it = "Bite")),
            "{s1} nimmt einen Biss; er gehört zu dem Biss."
        );
        assert_eq!(
            said(say!("{ann} takes {it}.", it = say!("the {what} of {you}", what = "card"))),
            "{s1} nimmt eine Karte von dir; sie gehört zu der Karte bei dir."
        );
        let both = Text::list(["Bite", "Red Sword"]);
        assert_eq!(
            said(say!("{ann} plays {both} on {you}.")),
            "{s1} spielt den Biss und das Rote Schwert gegen dich."
        );
        assert_eq!([1, 2].map(|n| said(say!("{n} cards"))), ["1 Karte", "2 Karten"]);
        assert_eq!(
            said(say!("{ann} plays {card} on {whom}.", card = "Bite", whom = Name("Bo"))),
            "{s1} spielt den Biss gegen Bo."
        );
        assert_eq!(said(say!("{a}/{b}", a = 3, b = 5)), "3/5");
    }

    #[test]
    fn a_sentence_is_translated_whole_or_not_at_all() {
        let words = german(r#"{ "{} strikes {}.": "{1} trifft {2:acc}.", "Thief": "Dieb" }"#);
        let text = say!("{ann} strikes {whom}.", ann = Seat::new(0), whom = "the tree");
        assert_eq!(words.say(&text), Err(Gap::Entry("the tree".into())));
        assert_eq!(words.or_english(&text), "{s1} strikes the tree.");
        let text = say!("{ann} strikes {whom}.", ann = Seat::new(0), whom = "Thief");
        assert_eq!(words.say(&text), Err(Gap::Form("Thief".into(), "acc".into())));
    }

    #[test]
    fn braces_in_a_text_are_not_blanks() {
        let words = german(r#"{ "{} strikes {}.": "{1} trifft {2:acc}." }"#);
        let text = Text::marked("{} strikes {}.".to_owned());
        assert_eq!(words.or_english(&text), "{} strikes {}.");
    }

    #[test]
    fn a_sentence_begins_with_a_capital() {
        let words = german(r#"{ "You win.": "du gewinnst.", "night": "nacht" }"#);
        assert_eq!(words.say(&say!("You win.")).unwrap(), "Du gewinnst.");
        assert_eq!(words.say(&say!("night")).unwrap(), "nacht");
        let both = Text::sentences([say!("You win."), say!("You win.")]);
        assert_eq!(words.say(&both).unwrap(), "Du gewinnst. Du gewinnst.");
    }

    #[test]
    fn a_damaged_file_is_refused_with_its_line() {
        let wrong = |file: &str| Catalogue::read([file]).unwrap_err();
        assert_eq!(
            wrong("{\n\"a\": \"b\",\n\"{} c\": \"{2} d\"\n}"),
            Fault { line: 3, reason: "\"{} c\": there is no blank {2}.".into() }
        );
        assert_eq!(wrong(r#"{ "{} c": "d" }"#).reason, "\"{} c\": it does not use the blank {1}.");
        assert_eq!(wrong(r#"{ "a": { "m": "b", "akk": "c" } }"#).reason, "\"a\": there is no form \"akk\".");
        assert_eq!(wrong(r#"{ "{}": "{1:akk}" }"#).reason, "\"{}\": there is no form \"akk\".");
        assert_eq!(
            wrong(r#"{ "a": { "acc": "b" } }"#).reason,
            "\"a\": it has no nominative (\"m\", \"f\", \"n\", \"p\" or \"nom\")."
        );
        assert_eq!(wrong(r#"{ "a": "b", "a": "c" }"#).reason, "\"a\": it stands here twice.");
        assert_eq!(wrong("{\n\"a\": 3 }").line, 2);
    }

    #[test]
    fn the_platforms_catalogues_can_be_read() {
        for language in LANGUAGES {
            let read = Catalogue::read([language.words]);
            assert!(read.is_ok(), "{}: {:?}", language.code, read.err());
        }
    }
}
