//! Reading and writing files.

use std::fs;
use std::path::{Path, PathBuf};

use table::Record;
use table::record::MAX_BYTES;
use table::scenario::Scenario;

use crate::Failure;

/// Reads a text file, unless it is too large to be one of ours.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let cannot = |why: String| Failure(format!("{} cannot be read: {why}.", path.display()));
    let size = fs::metadata(path).map_err(|error| cannot(error.to_string()))?.len();
    if size > MAX_BYTES as u64 {
        return Err(cannot(format!("it is larger than {} MiB", MAX_BYTES >> 20)));
    }
    let bytes = fs::read(path).map_err(|error| cannot(error.to_string()))?;
    String::from_utf8(bytes).map_err(|_| cannot("it is not a text file".into()))
}

/// Reads a record.
pub(crate) fn read_record(path: &Path) -> Result<Record, Failure> {
    Record::parse(&read(path)?).map_err(|refusal| Failure(format!("{}: {refusal}", path.display())))
}

/// Reads a scenario.
pub(crate) fn read_scenario(path: &Path) -> Result<Scenario, Failure> {
    Scenario::parse(&read(path)?).map_err(|refusal| Failure(format!("{}: {refusal}", path.display())))
}

/// What a file is called until it is whole.
pub(crate) fn aside(path: &Path) -> PathBuf {
    let mut aside = path.as_os_str().to_owned();
    aside.push(".part");
    aside.into()
}

/// Writes a file whole or not at all: a crash leaves the old one.
pub(crate) fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let aside = aside(path);
    fs::write(&aside, text)?;
    fs::rename(&aside, path)
}

/// Writes a file like [`write()`], or says why it cannot be written.
pub(crate) fn save(path: &Path, text: &str) -> Result<(), Failure> {
    write(path, text).map_err(|error| Failure(format!("{} cannot be written: {error}.", path.display())))
}

/// Writes a file that nobody else may read, whole or not at all.
pub(crate) fn write_secret(path: &Path, text: &str) -> std::io::Result<()> {
    let aside = path.with_extension("own");
    fs::write(&aside, "")?;
    #[cfg(unix)]
    fs::set_permissions(&aside, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    fs::write(&aside, text)?;
    fs::rename(&aside, path)
}

/// The system's folder for games in progress.
pub(crate) fn state_folder() -> Option<PathBuf> {
    user_folder("XDG_STATE_HOME", ".local/state")
}

/// Where a house keeps its store if nothing else is said: a file in the user's data folder.
#[cfg(feature = "house")]
pub(crate) fn usual_store() -> Result<house::store::Place, house::store::StoreError> {
    let folder = user_folder("XDG_DATA_HOME", ".local/share").ok_or_else(|| {
        house::store::StoreError("No data folder found: set the database with --db sqlite:PATH.".into())
    })?;
    Ok(house::store::Place::Sqlite(folder.join("house.db")))
}

/// Our own folder where the system keeps such things: as the variable says, or below the home folder.
fn user_folder(variable: &str, below_home: &str) -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = from(variable)
        .or_else(|| from("LOCALAPPDATA"))
        .or_else(|| from("HOME").map(|home| home.join(below_home)))?;
    Some(base.join("sanguis"))
}
