//! The crate can be compiled for a browser: nothing it depends on does IO, reads a clock or asks the system for randomness.

use std::process::Command;

#[test]
fn nothing_it_depends_on_does_io() {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--package", "hosting", "--edges", "normal", "--prefix", "none", "--format", "{lib}"])
        .args(["--offline", "--locked"])
        .output()
        .expect("cargo runs");
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let tree = String::from_utf8(tree.stdout).expect("names are text");
    assert!(tree.lines().any(|name| name == "table"), "the tree has our own crates:\n{tree}");
    for absent in ["tokio", "getrandom", "ring", "rusqlite", "axum", "mio", "rayon", "ureq"] {
        assert!(!tree.lines().any(|name| name == absent), "hosting depends on {absent}");
    }
}
