//! Symbolic links: paths that the user names are followed, entries of a result folder never are.

use std::fs::{Permissions, create_dir, read, read_dir, rename, set_permissions, write};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use crate::program::{code, err, out, run_in, words};

const MATCH: &str = "match greedy random --blocks 3 --quiet";
/// A run that would take hours: what is refused is refused before it begins.
const ENDLESS: &str = "match greedy random --blocks 100000000 --quiet";
const EQUITY: &str = "equity --rounds 256 --set target=3 --quiet";

fn good_in(folder: &Path, line: &str) {
    let output = run_in(folder, &words(line));
    assert_eq!(code(&output), 0, "{line}\n{}", err(&output));
}

fn refused(folder: &Path, line: &str, parts: &[&str]) {
    let output = run_in(folder, &words(line));
    let message = err(&output);
    assert_eq!((code(&output), out(&output).as_str()), (2, ""), "{line}\n{message}");
    for part in parts {
        assert!(message.contains(part), "{line}\n{message}\nlacks {part}");
    }
}

#[test]
fn a_link_that_the_user_names_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    create_dir(at.join("there")).unwrap();
    write(at.join("there/old"), "mine").unwrap();
    set_permissions(at.join("there/old"), Permissions::from_mode(0o640)).unwrap();
    for (target, link) in [("there/old", "o"), ("there/new", "n"), ("n", "nn"), ("out", "r"), ("e", "q")] {
        symlink(target, at.join(link)).unwrap();
    }
    for (line, target) in [("--records o", "there/old"), ("--games=nn", "there/new")] {
        good_in(at, &format!("{MATCH} {line}"));
        assert!(read(at.join(target)).unwrap().len() > 100, "{target} is written");
    }
    assert_eq!(at.join("there/old").metadata().unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(read_dir(at.join("there")).unwrap().count(), 2, "nothing else is left");
    good_in(at, &format!("{MATCH} --out r"));
    good_in(at, &format!("{EQUITY} --out q"));
    assert!(at.join("out/manifest.json").is_file() && at.join("e/equity.svg").is_file());
    assert!(["o", "n", "nn", "r", "q"].iter().all(|link| at.join(link).is_symlink()), "the links are still links");
    good_in(at, &format!("{MATCH} --out r"));
    good_in(at, "report r --quiet");
}

#[test]
fn a_link_that_cannot_be_followed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for (target, link) in [("b", "a"), ("a", "b"), ("gone/x", "m"), ("gone", "g"), ("/dev/stderr", "e"), ("e", "ee")] {
        symlink(target, at.join(link)).unwrap();
    }
    for way in ["--records ", "--games=", "--out "] {
        refused(at, &format!("{ENDLESS} {way}a"), &[" a: its links lead in a circle"]);
        refused(at, &format!("{ENDLESS} {way}m"), &[" m: it is a link to gone/x, but there is no folder gone"]);
        refused(at, &format!("{ENDLESS} {way}g/x"), &["g is a link to gone, where there is no folder"]);
    }
    refused(at, &format!("{EQUITY} --out a"), &[" a: its links lead in a circle"]);
    refused(at, &format!("{ENDLESS} --records ee"), &["cannot write ee: standard error is reserved"]);
    symlink("r/tallies.json", at.join("t")).unwrap();
    refused(at, &format!("{ENDLESS} --out r --records t"), &["--records t", "tallies.json of the result folder r"]);
    write(at.join("kept"), "mine").unwrap();
    set_permissions(at.join("kept"), Permissions::from_mode(0o444)).unwrap();
    refused(at, &format!("{ENDLESS} --records kept"), &["write-protected"]);
    assert_eq!(read(at.join("kept")).unwrap(), b"mine");
    assert_eq!(read_dir(at).unwrap().count(), 8, "nothing was made");
}

#[test]
fn entries_of_a_result_folder_are_never_followed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    good_in(at, &format!("{MATCH} --out r"));
    for name in
        ["manifest.json", "tallies.json", "report.html", "summary.csv", "timing.json", "equity-0123456789ab.csv"]
    {
        let entry = at.join("r").join(name);
        if entry.exists() {
            rename(&entry, at.join("kept")).unwrap();
        } else {
            write(at.join("kept"), "mine").unwrap();
        }
        let kept = read(at.join("kept")).unwrap();
        symlink("../kept", &entry).unwrap();
        for line in [format!("{ENDLESS} --out r"), format!("{ENDLESS} --out r --force"), "report r".to_owned()] {
            refused(at, &line, &[&format!("r/{name} is a link")]);
        }
        assert!(read(at.join("kept")).unwrap() == kept && entry.is_symlink());
        std::fs::remove_file(&entry).unwrap();
        if name.starts_with("equity") {
            continue;
        }
        rename(at.join("kept"), &entry).unwrap();
    }
    good_in(at, &format!("{EQUITY} --out e"));
    std::fs::remove_file(at.join("e/equity.json")).unwrap();
    symlink("../kept", at.join("e/equity.json")).unwrap();
    for force in ["", " --force"] {
        refused(at, &format!("{EQUITY} --out e{force}"), &["e/equity.json is a link"]);
    }
    assert_eq!(read(at.join("kept")).unwrap(), b"mine");
}
