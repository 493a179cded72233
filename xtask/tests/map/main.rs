//! Holds `docs/architecture.md` and its siblings against the code, so that the map stays true.

mod crates;
mod docs;
mod rooms;

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A file of the repository.
fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files below a folder with this ending, by their paths from the root of the repository.
fn files(folder: &str, ending: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).into_iter().flatten().flatten() {
            let (path, name) = (folder.join(entry.file_name()), entry.file_name());
            let name = name.to_string_lossy();
            if path.join("x").parent().is_some_and(|path| root().join(path).is_dir()) {
                if !matches!(&*name, "target" | "node_modules" | ".git" | "dist" | ".venv") {
                    folders.push(path);
                }
            } else if name.ends_with(ending) {
                found.push(path.to_string_lossy().replace('\\', "/").trim_start_matches("./").to_owned());
            }
        }
    }
    found.sort();
    found
}

/// The rows of the table below a heading of a Markdown page, without its head, each as its cells.
fn rows(page: &str, heading: &str) -> Vec<Vec<String>> {
    let section = page.split(&format!("\n{heading}\n")).nth(1).unwrap_or_else(|| panic!("no {heading:?}"));
    let table =
        section.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    table.skip(2).map(cells).collect()
}

/// The words in `code` of a cell.
fn code_words(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}
