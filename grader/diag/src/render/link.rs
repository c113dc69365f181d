//! Links on a terminal (OSC 8): a click opens the file.

use std::path::Path;

/// `text` as a link to the file at `path`, at `line` where one is given.
///
/// `host`: the machine that has the file, so that a terminal elsewhere knows that it has not; empty for terminals that
/// expect none. A relative path is taken from the working directory.
pub fn link(host: &str, path: &Path, line: Option<u32>, text: &str) -> String {
    let Ok(path) = std::path::absolute(path) else { return text.to_owned() };
    let mut target = format!("file://{host}");
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b'~' => target.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => target.push(char::from(*byte)),
            byte => target.push_str(&format!("%{byte:02X}")),
        }
    }
    if let Some(line) = line {
        target.push_str(&format!("#{line}"));
    }
    format!("\x1b]8;;{target}\x1b\\{text}\x1b]8;;\x1b\\")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_escaped() {
        let check = |host, path: &str, line, target: &str| {
            let expected = format!("\x1b]8;;{target}\x1b\\x\x1b]8;;\x1b\\");
            assert_eq!(link(host, Path::new(path), line, "x"), expected);
        };
        check("", "/a b/é", None, "file:///a%20b/%C3%A9");
        check("", "/a;b/c#d%e?f\x1b", Some(7), "file:///a%3Bb/c%23d%25e%3Ff%1B#7");
        check("desk", "/k.cuh", Some(12), "file://desk/k.cuh#12");
    }
}
