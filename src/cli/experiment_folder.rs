//! The folder of experiments, whose files can be named by their stems.

/// The folder whose files can be named by their stems.
pub const EXPERIMENTS: &str = "experiments";

/// The stems of the files in the experiments folder.
#[must_use]
pub fn experiments() -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(EXPERIMENTS) else {
        return Vec::new();
    };
    let mut stems: Vec<String> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .filter(|path| path.is_file())
        .filter_map(|path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()))
        .collect();
    stems.sort();
    stems
}
