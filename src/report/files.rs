//! Files that are written under a temporary name in their own folder and renamed when they are whole.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use flate2::write::GzEncoder;
use flate2::{Compression, GzBuilder};
use tempfile::NamedTempFile;

use super::links::{folder_of, followed, refuse_link, steps};
use crate::printable::shown;

/// Where the bytes go.
enum Target {
    /// A temporary file beside the final one, and what that will be.
    Temporary(NamedTempFile, PathBuf),
    /// A device or a pipe, which has no other name.
    Direct(File),
    /// The process's own standard output: opened anew it would be written from its start.
    Standard(io::Stdout),
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Temporary(file, _) => file.write(bytes),
            Target::Direct(file) => file.write(bytes),
            Target::Standard(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::Temporary(file, _) => file.flush(),
            Target::Direct(file) => file.flush(),
            Target::Standard(out) => out.flush(),
        }
    }
}

/// Counts and hashes what passes.
struct Hashing {
    target: Target,
    hasher: blake3::Hasher,
    bytes: u64,
}

impl Write for Hashing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.target.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.target.flush()
    }
}

enum Encoder {
    Plain(Box<BufWriter<Hashing>>),
    Gzip(Box<GzEncoder<BufWriter<Hashing>>>),
}

/// A file on its way. Dropped before it is finished, it leaves nothing behind.
pub struct ResultFile {
    path: PathBuf,
    encoder: Encoder,
}

/// The digest of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    /// BLAKE3 of its bytes, in hexadecimal.
    pub blake3: String,
    /// Its length.
    pub bytes: u64,
}

/// A whole file that still has its temporary name.
pub struct WholeFile {
    path: PathBuf,
    target: Target,
    /// What it holds.
    pub digest: Digest,
}

fn named(path: &Path, doing: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot {doing} {}: {}", shown(path), plain(error)))
}

/// The reason without the path of the temporary file, which `tempfile` adds behind it.
pub(super) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split_once(" at path ").map_or(text.as_str(), |(reason, _)| reason).to_owned()
}

const PREFIX: &str = ".sixtyone-";
const SUFFIX: &str = ".tmp";

/// Whether a name is that of a temporary file, left behind by a run that was killed.
pub(super) fn is_leftover(name: &std::ffi::OsStr) -> bool {
    let name = name.to_string_lossy();
    name.starts_with(PREFIX) && name.ends_with(SUFFIX)
}

/// Creates a temporary file in a folder, readable as any other file.
pub(super) fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Whether a path is a name of the process's open file of this number.
fn names_open_file(path: &Path, number: u8, word: &str) -> bool {
    let own = format!("/proc/{}/fd/{number}", std::process::id());
    let names = [format!("/dev/{word}"), format!("/dev/fd/{number}"), format!("/proc/self/fd/{number}"), own];
    names.iter().any(|name| path == Path::new(name))
}

/// Whether a path names the process's open file of this number, by itself or through links.
fn leads_to_open_file(path: &Path, number: u8, word: &str) -> bool {
    steps(path).any(|place| names_open_file(&place, number, word))
}

/// Whether a path names standard output: `-`, `/dev/stdout` and the like, or symbolic links to one of them.
#[must_use]
pub fn is_standard_output(path: &Path) -> bool {
    path == Path::new("-") || leads_to_open_file(path, 1, "stdout")
}

/// Whether a file is written to as it is.
#[cfg(unix)]
fn is_stream(kind: std::fs::FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_char_device() || kind.is_fifo() || kind.is_socket()
}

#[cfg(not(unix))]
fn is_stream(kind: std::fs::FileType) -> bool {
    !kind.is_file()
}

/// Opens what a path names, and finds now what would else be found when everything has been played.
fn target_of(path: &Path) -> io::Result<Target> {
    if is_standard_output(path) {
        return Ok(Target::Standard(io::stdout()));
    }
    let wrong = |text: &str| Err(io::Error::new(io::ErrorKind::InvalidInput, text));
    if leads_to_open_file(path, 2, "stderr") {
        return wrong("standard error is reserved for messages; name a file");
    }
    let metadata = path.metadata();
    match &metadata {
        Ok(meta) if meta.is_dir() => return Err(io::Error::from(io::ErrorKind::IsADirectory)),
        Ok(meta) if is_stream(meta.file_type()) => {
            return File::options().write(true).open(path).map(Target::Direct);
        }
        Ok(meta) if !meta.is_file() => return wrong("this is neither a file nor a pipe"),
        _ => {}
    }
    if path.as_os_str().as_encoded_bytes().last().is_none_or(|&last| std::path::is_separator(char::from(last))) {
        return wrong("this is not a file name");
    }
    let place = match metadata {
        Ok(meta) if meta.permissions().readonly() => {
            return wrong("this file is write-protected; remove the protection, or name another file");
        }
        Ok(_) => path.canonicalize()?,
        // What only leads in a circle fails here with a reason.
        Err(_) => followed(path)?,
    };
    let permissions = match place.metadata() {
        Ok(meta) => Some(meta.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let file = temporary(folder_of(&place))?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    Ok(Target::Temporary(file, place))
}

/// Opens an entry of a result folder, which is never followed if it is a link.
fn entry_of(path: &Path) -> io::Result<Target> {
    refuse_link(path)?;
    if path.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    temporary(folder_of(path)).map(|file| Target::Temporary(file, path.to_path_buf()))
}

impl ResultFile {
    /// Opens a file; compressed if its name ends in `.gz`.
    ///
    /// # Errors
    /// If it cannot be created, with its name.
    pub fn create(path: &Path) -> io::Result<ResultFile> {
        ResultFile::of(path, target_of(path))
    }

    /// The same for an entry of a result folder, which must not be a link.
    ///
    /// # Errors
    /// If it cannot be created, with its name.
    pub fn create_entry(path: &Path) -> io::Result<ResultFile> {
        ResultFile::of(path, entry_of(path))
    }

    fn of(path: &Path, target: io::Result<Target>) -> io::Result<ResultFile> {
        let target = target.map_err(|error| named(path, "write", &error))?;
        let hashing = BufWriter::with_capacity(1 << 16, Hashing { target, hasher: blake3::Hasher::new(), bytes: 0 });
        let encoder = if path.extension().is_some_and(|extension| extension == "gz") {
            // No time and no name in the header: the same bytes every time.
            Encoder::Gzip(Box::new(GzBuilder::new().mtime(0).write(hashing, Compression::new(6))))
        } else {
            Encoder::Plain(Box::new(hashing))
        };
        Ok(ResultFile { path: path.to_path_buf(), encoder })
    }

    /// Writes a whole entry of a result folder.
    ///
    /// # Errors
    /// If it cannot be written, with its name.
    pub fn whole_entry(path: &Path, bytes: &[u8]) -> io::Result<WholeFile> {
        let mut file = ResultFile::create_entry(path)?;
        file.write_all(bytes)?;
        file.finish()
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// If it cannot be written, with its name.
    pub fn finish(self) -> io::Result<WholeFile> {
        let ResultFile { path, encoder } = self;
        let close = || -> io::Result<Hashing> {
            let buffered = match encoder {
                Encoder::Plain(buffered) => *buffered,
                Encoder::Gzip(encoder) => encoder.finish()?,
            };
            let mut hashing = buffered.into_inner().map_err(io::IntoInnerError::into_error)?;
            hashing.flush()?;
            Ok(hashing)
        };
        let hashing = close().map_err(|error| named(&path, "write", &error))?;
        let digest = Digest { blake3: hashing.hasher.finalize().to_hex().to_string(), bytes: hashing.bytes };
        Ok(WholeFile { path, target: hashing.target, digest })
    }
}

impl Write for ResultFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.encoder {
            Encoder::Plain(file) => file.write(bytes),
            Encoder::Gzip(file) => file.write(bytes),
        };
        written.map_err(|error| named(&self.path, "write", &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match &mut self.encoder {
            Encoder::Plain(file) => file.flush(),
            Encoder::Gzip(file) => file.flush(),
        };
        flushed.map_err(|error| named(&self.path, "write", &error))
    }
}

impl WholeFile {
    /// Gives the file its final name, in place of an older file of that name.
    ///
    /// # Errors
    /// If it cannot be renamed.
    pub fn publish(self) -> io::Result<Digest> {
        if let Target::Temporary(file, place) = self.target {
            file.persist(&place).map_err(|error| named(&self.path, "write", &error.error))?;
        }
        Ok(self.digest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_appears_when_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        let mut file = ResultFile::create(&path).unwrap();
        file.write_all(b"abc").unwrap();
        assert!(!path.exists());
        let whole = file.finish().unwrap();
        assert!(!path.exists());
        let digest = whole.publish().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"abc");
        assert_eq!((digest.bytes, digest.blake3), (3, blake3::hash(b"abc").to_hex().to_string()));
        assert_eq!(names(folder.path()), ["a.txt"]);
    }

    #[test]
    fn a_file_that_is_given_up_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = ResultFile::create(&folder.path().join("a.gz")).unwrap();
        file.write_all(b"abc").unwrap();
        drop(file);
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn compressed_files_are_the_same_every_time() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| {
            let mut file = ResultFile::create(&folder.path().join(name)).unwrap();
            // The pieces in which the bytes arrive do not matter.
            for piece in name.as_bytes().iter().cycle().take(5000).map(|_| b'x').collect::<Vec<_>>().chunks(name.len())
            {
                file.write_all(piece).unwrap();
            }
            file.finish().unwrap().publish().unwrap()
        };
        assert_eq!(write("a.gz"), write("some-other-name.gz"));
    }

    #[test]
    fn errors_name_the_file() {
        let error = |path: &str| ResultFile::create(Path::new(path)).map(drop).unwrap_err().to_string();
        assert!(error("/nowhere/at/all/a.txt").starts_with("cannot write /nowhere/at/all/a.txt: No such file"));
        assert!(error("/tmp").starts_with("cannot write /tmp: is a directory"), "{}", error("/tmp"));
    }
}
