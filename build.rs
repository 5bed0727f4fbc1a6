//! Notes the source commit for manifests; without git, or outside a repository, it is "unknown".

use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
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
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=Cargo.toml");
    println!("cargo::rerun-if-changed=Cargo.lock");
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=engine");
    if own {
        for name in ["HEAD", "logs/HEAD", "index"] {
            if let Some(path) = git(&["rev-parse", "--git-path", name]) {
                println!("cargo::rerun-if-changed={path}");
            }
        }
    }
}
