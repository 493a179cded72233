//! The law: every lesson of a game holds, is built into the program, and can be read in every language.

use std::collections::BTreeSet;
use std::path::Path;

use table::words::Catalogue;
use table::{Erased, Instinct};

use crate::check::check;
use crate::file::{Lesson, said};

/// Checks the lessons of a game.
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
    assert_eq!(files.len(), G::INFO.lessons.len(), "the lessons of {} and their files", G::INFO.name);
    for language in G::INFO.languages {
        let file = format!("{}/{}.json", folder.display(), language.code);
        let own = Catalogue::read([language.lessons])
            .unwrap_or_else(|fault| panic!("{file}:{}: {}", fault.line, fault.reason));
        let gaps = texts.iter().filter_map(|text| own.say(&said(text)).err()).map(|gap| gap.to_string());
        let known: BTreeSet<String> = texts.iter().map(|text| said(text).template()).collect();
        let stray = own.templates().filter(|template| !known.contains(*template));
        let faults: BTreeSet<String> =
            gaps.chain(stray.map(|template| format!("no lesson says \"{template}\""))).collect();
        assert!(faults.is_empty(), "{file}:\n{}", faults.into_iter().collect::<Vec<_>>().join("\n"));
    }
}
