//! Files that people write: TOML.

use serde::de::DeserializeOwned;

/// Reads a file, or says where and why it cannot be read.
#[cfg(not(target_family = "wasm"))]
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, toml::de::Error> {
    toml::from_str(text)
}

/// Reads a file, or says why it cannot be read. TOML is parsed into a value first: code that reads values exists for every type, and
/// code that reads TOML directly would double its size.
#[cfg(target_family = "wasm")]
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, toml::de::Error> {
    let value: serde_json::Value = toml::from_str(text)?;
    T::deserialize(value).map_err(serde::de::Error::custom)
}
