//! Command lines as a shell reads them.

use shlex::Quoter;

use crate::printable::is_unprintable;

/// Words as one line, quoted where a shell would read them otherwise.
pub(super) fn quoted(words: &[String]) -> String {
    let quoter = Quoter::new().allow_nul(true);
    let one = |word: &String| {
        if word.contains(is_unprintable) {
            return escaped(word);
        }
        quoter.quote(word).unwrap_or_default().into_owned()
    };
    words.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// A word with escapes, byte by byte, as bash and zsh read it in `$'…'`: nothing in it does anything to a terminal or a page.
fn escaped(word: &str) -> String {
    let mut out = "$'".to_owned();
    for c in word.chars() {
        match c {
            '\'' | '\\' => out.extend(['\\', c]),
            c if is_unprintable(c) => {
                c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| out.push_str(&format!("\\x{byte:02x}")));
            }
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_shell_reads_the_words_back() {
        let words = ["run", "a b", "it's", "e\u{1b}[1m'\n\u{9b}"].map(str::to_owned);
        assert_eq!(quoted(&words), r#"run 'a b' "it's" $'e\x1b[1m\'\x0a\xc2\x9b'"#);
    }
}
