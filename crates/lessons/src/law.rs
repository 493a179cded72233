//! The law: every lesson of a game holds, is built into the program, and can be read in every language.

use std::collections::BTreeSet;
use std::path::Path;

use table::words::Catalogue;
use table::{Erased, Instinct, Refusal};
use wire::{LessonAnswer, Wants};

use crate::check::check;
use crate::file::{Fault, Lesson, said, untranslated};
use crate::named::find;
use crate::puzzle::Puzzles;
use crate::session::Session;

/// Checks the lessons of a game, and that the examples of its rules can be opened.
///
/// # Panics
/// If a file is broken or is not listed in the game's `Info`, or if a language lacks a sentence or has one that no lesson says.
pub fn assert_lessons<G: Instinct>(crate_root: &str) {
    let folder = Path::new(crate_root).join("lessons");
    let files = std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let files: Vec<_> = files.filter(|file| file.extension().is_some_and(|it| it == "toml")).collect();
    let mut texts = BTreeSet::new();
    for file in &files {
        let name = file.display();
        let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(
            G::INFO.lessons.iter().any(|(_, known)| *known == text),
            "{name} is not among the lessons in `INFO` of {}",
            G::INFO.name
        );
        let lesson = Lesson::parse(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let game = Erased::<G>::new();
        check(&game, &game, &lesson).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        texts.extend(lesson.texts().map(str::to_owned));
    }
    for (name, _) in G::INFO.examples {
        texts.insert(play_example::<G>(name).unwrap_or_else(|why| panic!("example {name}: {why}")));
    }
    let (game, name) = (Erased::<G>::new(), format!("{crate_root}/puzzles.toml"));
    let puzzles = Puzzles::parse(G::INFO.puzzles).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let fails = |fault: Fault| panic!("{name}: puzzle {}: {}", fault.part, fault.reason);
    puzzles.check(&game, &game).unwrap_or_else(fails);
    for language in G::INFO.languages {
        let words = Catalogue::of(language.code, G::INFO.languages).unwrap_or_default();
        let lessons = puzzles.puzzles.iter().map(|puzzle| puzzle.lesson(&puzzles.game));
        let gaps: BTreeSet<String> = lessons.flat_map(|lesson| lesson.untranslated(&words)).collect();
        assert!(gaps.is_empty(), "{name}:\n{}", gaps.into_iter().collect::<Vec<_>>().join("\n"));
    }
    assert_eq!(files.len(), G::INFO.lessons.len(), "the lessons of {} and their files", G::INFO.name);
    for language in G::INFO.languages {
        let file = format!("{}/{}.json", folder.display(), language.code);
        let own = Catalogue::read([language.lessons])
            .unwrap_or_else(|fault| panic!("{file}:{}: {}", fault.line, fault.reason));
        let gaps = untranslated(texts.iter().map(String::as_str), &own);
        let known: BTreeSet<String> = texts.iter().map(|text| said(text).template()).collect();
        let stray = own.templates().filter(|template| !known.contains(*template));
        let faults: BTreeSet<String> =
            gaps.chain(stray.map(|template| format!("no lesson says \"{template}\""))).collect();
        assert!(faults.is_empty(), "{file}:\n{}", faults.into_iter().collect::<Vec<_>>().join("\n"));
    }
}

/// Goes through an example to its end and makes one decision there. Gives what it is about.
fn play_example<G: Instinct>(name: &str) -> Result<String, String> {
    let refused = |refusal: Refusal| refusal.text().with_names(table::position::seat_name);
    if G::INFO.lessons.iter().any(|(lesson, _)| *lesson == name) {
        return Err("a lesson has the same name".into());
    }
    let lesson = find(&(&G::INFO).into(), name).map_err(refused)?;
    if let Some(rule) =
        lesson.parts[0].steps[0].rule.iter().find(|rule| !G::INFO.rules.contains(&format!("**{rule}**")))
    {
        return Err(format!("there is no rule {rule}"));
    }
    let game = Erased::<G>::new();
    let mut session = Session::open(&game, &game, &lesson, 1).map_err(refused)?;
    loop {
        let coach = session.coach();
        let code = match coach.wants {
            Wants::Next => return Ok(lesson.title),
            Wants::Choice => Some(*coach.hint.first().ok_or("nothing can be played on")?),
            _ => None,
        };
        session.answer(LessonAnswer { question: coach.question, code }).map_err(refused)?;
        if code.is_some() {
            return Ok(lesson.title);
        }
    }
}
