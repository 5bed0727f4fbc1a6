//! Symbolic links: a path that the user names is followed, an entry of a result folder never is.

use std::io;
use std::path::{Path, PathBuf};

use crate::printable::shown;

/// As many links in a row are followed; the system itself allows about as many.
const MOST_LINKS: usize = 40;

/// A path, then what each link on the way leads to; the last one is no link, unless there are too many.
pub(super) fn steps(path: &Path) -> impl Iterator<Item = PathBuf> {
    let next = |place: &PathBuf| {
        let target = place.read_link().ok()?;
        Some(place.parent().unwrap_or(Path::new("")).join(target))
    };
    std::iter::successors(Some(path.to_path_buf()), next).take(MOST_LINKS + 1)
}

fn wrong(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// The folder in which a place lies.
pub(super) fn folder_of(place: &Path) -> &Path {
    place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The end of a path's links, wherever that is.
#[must_use]
pub fn end_of(path: &Path) -> PathBuf {
    steps(path).last().unwrap_or_else(|| path.to_path_buf())
}

/// Where a path leads that the user named: the end of its links, which need not exist, but which could be made.
///
/// # Errors
/// If the links run in a circle, or end in a folder that does not exist.
pub fn followed(path: &Path) -> io::Result<PathBuf> {
    let places: Vec<PathBuf> = steps(path).collect();
    if places.len() > MOST_LINKS {
        return Err(wrong("its links lead in a circle; name a path without it".to_owned()));
    }
    if let Some(link) = path.ancestors().skip(1).find(|folder| folder.is_symlink() && !folder.exists()) {
        let target = link.read_link().unwrap_or_default();
        return Err(wrong(format!(
            "{} is a link to {}, where there is no folder; make that folder, or name another path",
            shown(link),
            shown(&target)
        )));
    }
    match places.as_slice() {
        [.., place] if places.len() > 1 && !folder_of(place).is_dir() => Err(wrong(format!(
            "it is a link to {}, but there is no folder {}; make that folder, or name another path",
            shown(place),
            shown(folder_of(place))
        ))),
        [.., place] => Ok(place.clone()),
        [] => Ok(path.to_path_buf()),
    }
}

/// Refuses an entry of a result folder that is a link: it would be read or written somewhere else.
///
/// # Errors
/// If it is one, with its name.
pub fn refuse_link(entry: &Path) -> io::Result<()> {
    if !entry.is_symlink() {
        return Ok(());
    }
    Err(wrong(format!(
        "{} is a link; allowed in a result folder: plain files. Remove the link, or name another folder",
        shown(entry)
    )))
}

/// Refuses entries of a result folder that are links.
///
/// # Errors
/// If one is, with its name.
pub fn refuse_links<'a>(folder: &Path, names: impl IntoIterator<Item = &'a str>) -> io::Result<()> {
    names.into_iter().try_for_each(|name| refuse_link(&folder.join(name)))
}
