//! Lists the files of the web table, if it was built, so that they become part of the program.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("client.rs");
    let text = if env::var_os("CARGO_FEATURE_EMBEDDED").is_some() { list() } else { table("") };
    fs::write(&out, text).unwrap_or_else(|error| panic!("{} cannot be written: {error}", out.display()));
}

/// The files of the client, as they are in `web/dist`.
fn list() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    // What is not there would count as changed every time.
    let _ = fs::create_dir_all(&root);
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let mut text = String::new();
    for file in files {
        let name = file.strip_prefix(&root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let _ = writeln!(text, "    ({name:?}, include_bytes!({:?})),", file.display().to_string());
    }
    table(&text)
}

fn table(rows: &str) -> String {
    format!("/// The files of the client, by path.\nstatic CLIENT: &[(&str, &[u8])] = &[\n{rows}];\n")
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
