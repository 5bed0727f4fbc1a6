//! Tables kept: in memory for a session, and on disk for the next one.
//!
//! A kept table is the one that would be built: its name on disk is a digest of everything that it is a function of, the program's source
//! included. A file is used only if its own digest is right and it records the same inputs; otherwise the table is rebuilt.
//! A folder that cannot be read or written is ignored.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use super::build::{Equity, EquityError, Recipe};
use super::sample::BuildControl;
use crate::game::Notation;
use crate::printable::shown;

/// The environment variable that names the folder for tables; empty for none.
pub const FOLDER_VARIABLE: &str = "SIXTYONE_CACHE";

/// The folder that [`FOLDER_VARIABLE`] names, else `sixtyone` in the user's cache folder (`XDG_CACHE_HOME`, `~/.cache`); `None` if
/// the variable is empty or there is no such place.
#[must_use]
pub fn cache_folder() -> Option<PathBuf> {
    match std::env::var_os(FOLDER_VARIABLE) {
        Some(folder) if folder.is_empty() => None,
        Some(folder) => Some(PathBuf::from(folder)),
        None => {
            let named = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute());
            let folder = named.or_else(|| std::env::home_dir().map(|home| home.join(".cache")));
            folder.map(|folder| folder.join("sixtyone"))
        }
    }
}

/// Tables in memory, and on disk if there is a folder for them.
#[derive(Debug, Default)]
pub struct Tables {
    folder: Option<PathBuf>,
    /// By name.
    held: Mutex<Vec<(String, Arc<Equity>)>>,
}

impl Tables {
    /// No tables yet; `folder` is where they are kept for later.
    #[must_use]
    pub const fn new(folder: Option<PathBuf>) -> Tables {
        Tables { folder, held: Mutex::new(Vec::new()) }
    }

    /// The table of a recipe: the one in memory, the one on disk, or else built and kept.
    ///
    /// A caller that asks while a table is being built waits for it, so none is built twice.
    ///
    /// # Errors
    /// As for [`Recipe::build`].
    pub fn get<G: Notation>(
        &self,
        recipe: &Recipe<'_, G>,
        control: &BuildControl<'_>,
    ) -> Result<Arc<Equity>, EquityError> {
        let identity = recipe.identity();
        let name = name(&identity);
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, equity)) = held.iter().find(|(other, _)| *other == name) {
            return Ok(Arc::clone(equity));
        }
        let path = self.folder.as_ref().map(|folder| folder.join(&name));
        let equity = match path.as_deref().and_then(|path| read(path, &identity, control.notice)) {
            Some(equity) => equity,
            None => {
                (control.notice)(&format!(
                    "computing match equity: {} rounds from each of {} standings{}",
                    recipe.rounds(),
                    recipe.standings(),
                    path.as_ref().map_or_else(String::new, |path| format!("; stored as {}", shown(path)))
                ));
                let built = recipe.build(control)?;
                if let Some(path) = &path {
                    write(path, &built);
                }
                built
            }
        };
        let equity = Arc::new(equity);
        held.push((name, Arc::clone(&equity)));
        Ok(equity)
    }
}

/// The name of a table's file.
fn name(identity: &Value) -> String {
    let text = json!({ "identity": identity, "source": env!("SIXTYONE_SOURCE") }).to_string();
    format!("equity-{}.json", &blake3::hash(text.as_bytes()).to_hex()[..32])
}

/// The largest file that is read, in bytes: the largest table has 45,000 chances, of some ten digits each with their errors.
const MAX_BYTES: u64 = 1 << 22;

/// Reads a kept table. A file that is not there is nothing to talk about; one that is wrong is.
fn read(path: &Path, identity: &Value, note: &dyn Fn(&str)) -> Option<Equity> {
    let length = path.metadata().ok()?.len();
    let text = if length <= MAX_BYTES { std::fs::read_to_string(path).ok() } else { None };
    let equity = text.and_then(|text| {
        let (check, document) = text.split_once('\n')?;
        let sound = check == blake3::hash(document.as_bytes()).to_hex().as_str();
        let document = if sound { serde_json::from_str(document).ok()? } else { return None };
        Equity::from_json(&document).filter(|equity| equity.is_made_from(identity))
    });
    if equity.is_none() {
        note(&format!("{}: not the expected table of match equity; it is rebuilt", shown(path)));
    }
    equity
}

/// Keeps a table for the next process. Nothing depends on whether that works.
fn write(path: &Path, equity: &Equity) {
    let keep = || -> std::io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let document = equity.to_json().to_string();
        let mut file = tempfile::Builder::new().prefix(".equity-").suffix(".tmp").tempfile_in(folder)?;
        writeln!(file, "{}", blake3::hash(document.as_bytes()).to_hex())?;
        file.write_all(document.as_bytes())?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    drop(keep());
}
