//! Notes the source commit for manifests; without git, or outside a repository, it is "unknown". Notes a hash of the source
//! itself for what is kept from one process to the next.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The files below a folder, in order.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

/// A hash of everything that the program is built from.
fn source_hash() -> u64 {
    let mut paths = vec![PathBuf::from("Cargo.toml"), PathBuf::from("Cargo.lock")];
    files(Path::new("src"), &mut paths);
    let mut hasher = DefaultHasher::new();
    for path in paths {
        path.hash(&mut hasher);
        std::fs::read(&path).unwrap_or_default().hash(&mut hasher);
    }
    hasher.finish()
}

fn main() {
    // A published package may lie inside somebody else's repository: only this package's own root counts.
    let own = git(&["rev-parse", "--show-toplevel"]).is_some_and(|root| {
        let same = |path: &str| std::fs::canonicalize(path).ok();
        same(&root).is_some() && same(&root) == same(env!("CARGO_MANIFEST_DIR"))
    });
    let commit = if own { git(&["rev-parse", "HEAD"]) } else { None };
    let dirty =
        own && git(&["status", "--porcelain", "--untracked-files=no"]).is_some_and(|changes| !changes.is_empty());
    println!("cargo::rustc-env=SIXTYONE_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
    println!("cargo::rustc-env=SIXTYONE_DIRTY={dirty}");
    println!("cargo::rustc-env=SIXTYONE_SOURCE={:016x}", source_hash());
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=Cargo.toml");
    println!("cargo::rerun-if-changed=Cargo.lock");
    println!("cargo::rerun-if-changed=src");
    if own {
        for name in ["HEAD", "logs/HEAD", "index"] {
            if let Some(path) = git(&["rev-parse", "--git-path", name]) {
                println!("cargo::rerun-if-changed={path}");
            }
        }
    }
}
