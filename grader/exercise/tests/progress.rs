//! The progress file: what it holds, and that nothing is lost.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::path::Path;

use diag::Code;
use exercise::{Hint, NextHint, Progress, ProgressError, ProgressFile, Topic};

/// What a text is rewritten to.
fn check(text: &str, expected: &str) {
    const HEADER: &str = "# camp's progress. Safe to edit, to merge and to keep in git.\n";
    let progress = Progress::parse(text);
    assert_eq!(progress.to_text(), format!("{HEADER}{expected}"));
    assert_eq!(Progress::parse(&progress.to_text()), progress, "reads back");
}

#[test]
fn the_text() {
    check("", "");
    check(
        "finding copy race\nhint copy 2\ndone copy\ncurrent copy\nanswered copy race hang\n",
        "current copy\ndone copy\nhint copy 2\nanswered copy race hang\nfinding copy race\n",
    );
    check(
        "answered softmax race no-max-subtraction\nfinding softmax race line=17 line=19 what=scratch[0] colour=red\n",
        "answered softmax race no-max-subtraction\nfinding softmax race line=17 line=19 what=scratch[0]\n",
    );
    check("finding copy wrong-result pattern=shifted\n", "finding copy wrong-result pattern=shifted\n");
    // Written by hand: spaces, a comment, Windows line ends, a blank line.
    check("  done   copy \r\n\r\n# my note\r\ndone softmax\r\n", "# my note\ndone copy\ndone softmax\n");
    // Not understood, so kept: a newer camp's facts, slips of the pen.
    check(
        "stars copy 3\nhint copy many\ndone\nfinding copy oops\n",
        "stars copy 3\nhint copy many\ndone\nfinding copy oops\n",
    );
}

#[test]
fn merging_in_git() {
    // A union merge of two machines: every line of both.
    check(
        "current copy\ndone copy\nhint copy 1\nanswered copy hang\n\
         current softmax\ndone copy\ndone softmax\nhint copy 3\nanswered copy race\n",
        "current softmax\ndone copy\nhint copy 3\nanswered copy race hang\ndone softmax\n",
    );
    // A merge that nobody resolved loses no exercise either.
    check(
        "<<<<<<< HEAD\ndone copy\n=======\ndone softmax\n>>>>>>> other\n",
        "<<<<<<< HEAD\n=======\n>>>>>>> other\ndone copy\ndone softmax\n",
    );
}

#[test]
fn events() {
    let mut progress = Progress::default();
    progress.failed("copy", Some(Code::Race.into()));
    assert_eq!(progress.entry("copy").last_finding, Some(Code::Race.into()));
    let hint =
        Hint { backend: exercise::Backend::Nvidia, codes: vec![Code::Race], patterns: vec![], text: "…".to_owned() };
    progress.hinted("copy", &NextHint::ForFinding(Topic::Code(Code::Race), &hint));
    progress.hinted("copy", &NextHint::ForFinding(Topic::Code(Code::Race), &hint));
    progress.hinted("copy", &NextHint::Level { level: 2, of: 3, hint: &hint });
    progress.passed("copy");
    assert_eq!(
        progress.to_text().lines().skip(1).collect::<Vec<_>>(),
        ["done copy", "hint copy 2", "answered copy race"]
    );
    assert!(progress.is_done("copy") && !progress.is_done("softmax"));
    progress.failed("copy", None);
    assert!(progress.is_done("copy"), "a later failure does not undo a pass");
    progress.forget("copy");
    assert_eq!(progress, Progress::default());
}

#[test]
fn the_file() {
    let dir = tempfile::tempdir().unwrap();
    let file = ProgressFile::new(dir.path());
    assert_eq!(file.load().unwrap(), Progress::default());
    file.update(|_| {}).unwrap();
    assert!(!file.path().exists(), "nothing to say, nothing written");
    file.update(|p| p.passed("copy")).unwrap();
    // Two at the same time: each keeps the other's.
    let other = ProgressFile::new(dir.path());
    other.update(|p| p.passed("softmax")).unwrap();
    let progress = file.update(|p| p.current = Some("vector_add".to_owned())).unwrap();
    assert!(progress.is_done("copy") && progress.is_done("softmax"));
    assert_eq!(file.load().unwrap(), progress);
    let names: Vec<_> =
        std::fs::read_dir(file.path().parent().unwrap()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, ["progress.txt"], "no temporary file stays behind");
}

#[test]
fn failures_lose_nothing() {
    let dir = tempfile::tempdir().unwrap();
    // The folder's name is taken by a file: it cannot be made, whoever runs this.
    std::fs::write(dir.path().join(".camp"), "in the way").unwrap();
    let error = ProgressFile::new(dir.path()).update(|p| p.passed("copy")).unwrap_err();
    assert!(error.to_string().contains("progress.txt"));
    assert_eq!(std::fs::read_to_string(dir.path().join(".camp")).unwrap(), "in the way");

    // Not text: refused, and left as it is.
    let dir = tempfile::tempdir().unwrap();
    let file = ProgressFile::new(dir.path());
    std::fs::create_dir(dir.path().join(".camp")).unwrap();
    std::fs::write(file.path(), b"done \xff\n").unwrap();
    assert!(matches!(file.update(|p| p.passed("copy")), Err(ProgressError::Read { .. })));
    assert_eq!(std::fs::read(file.path()).unwrap(), b"done \xff\n");
}

/// A full disk, as Linux gives it to everyone.
#[test]
fn a_full_disk_is_an_error() {
    let full = Path::new("/dev/full");
    if full.exists() {
        let error = std::fs::write(full, "x").unwrap_err();
        let text = ProgressError::Write { path: full.to_owned(), reason: error }.text();
        let message = messages::catalogue(diag::Lang::En).get(&text);
        assert!(message.contains("cannot be saved to /dev/full: No space left on device"), "{message}");
    }
}
