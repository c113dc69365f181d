//! `camp book` from the learner's side.

mod common;

use common::{camp, code, stderr, stdout};

#[test]
fn pages_are_listed_and_shown() {
    let output = camp().arg("book").output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let list = stdout(&output);
    assert!(list.contains("  race\n") && list.contains("grid-stride  "), "{list}");
    let output = camp().args(["book", "race"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let page = stdout(&output);
    assert!(page.starts_with("race\n════\n"), "{page}");
    // The kernel that the page includes, and camp's report about it.
    assert!(
        page.contains("    __global__ void reduce_sum_rowwise_kernel(") && page.contains("    error[race]: "),
        "{page}"
    );
    let output = camp().args(["--lang", "zh", "--color", "always", "book", "findings/race"]).output().unwrap();
    assert!(stdout(&output).starts_with("\x1b[1;4mrace\x1b[0m\n"), "{}", stdout(&output));
}

#[test]
fn a_page_that_is_not_there_is_said_so() {
    let output = camp().args(["book", "grid_stride"]).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("camp book grid-stride"), "{}", stderr(&output));
    let output = camp().args(["book", "cookery"]).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("cookery") && !stderr(&output).contains("mean"), "{}", stderr(&output));
}

#[test]
fn the_browser_gets_the_page_that_was_built() {
    let dir = tempfile::tempdir().unwrap();
    let output = camp().args(["book", "race", "--open"]).current_dir(dir.path()).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("cargo run -p book"), "{}", stderr(&output));
    // A stand-in for the program that opens files writes down what it was given.
    use std::os::unix::fs::PermissionsExt;
    let program = dir.path().join("xdg-open");
    std::fs::write(
        &program,
        format!("#!/bin/sh\nprintf %s \"$1\" > {}/opened.part\nmv {0}/opened.part {0}/opened\n", dir.path().display()),
    )
    .unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    std::fs::create_dir_all(dir.path().join("target/book")).unwrap();
    std::fs::write(dir.path().join("target/book/index.html"), "").unwrap();
    let path = format!("{}:/usr/bin:/bin", dir.path().display());
    let output = camp().args(["book", "race", "--open"]).current_dir(dir.path()).env("PATH", path).output().unwrap();
    assert_eq!((code(&output), stdout(&output)), (0, String::new()), "{}", stderr(&output));
    let opened = dir.path().join("opened");
    for _ in 0..500 {
        if opened.exists() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(std::fs::read_to_string(opened).unwrap().ends_with("target/book/en/findings/race.html"));
}
