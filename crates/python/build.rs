//! Lets a plain `cargo build` link the extension module where the linker must be told that Python's symbols come later.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
