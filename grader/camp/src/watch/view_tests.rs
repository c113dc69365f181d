//! The live lines at several sizes.

use super::*;
use crate::watch::event::Key;
use crate::watch::{Entry, Outcome};
use diag::Lang;
use messages::catalogue;

fn view() -> View {
    View { catalogue: catalogue(Lang::En), interactive: true, has_editor: false }
}

fn state() -> State {
    let entry = |name: &str, done| Entry {
        name: name.into(),
        stage: 1,
        title: format!("Title of {name}"),
        key: name.into(),
        backend: "nvidia".into(),
        kernel: "kernel.cuh".into(),
        others: Vec::new(),
        solution: None,
        done,
    };
    let entries = vec![entry("copy", true), entry("vector_add", false), entry("reduce_sum", false)];
    State::new(entries, 1, false)
}

#[track_caller]
fn check(state: &State, columns: usize, rows: usize, expected: &[&str]) {
    let lines: Vec<String> =
        view().live(state, None, columns, rows).iter().map(|line| line.render(columns - 1, false)).collect();
    assert_eq!(lines, expected);
}

#[test]
fn status_and_keys_shrink_with_the_terminal() {
    let mut state = state();
    let keys = "n next · h hint · l list · c check all · x reset · r run · q quit";
    check(&state, 80, 24, &["[████░░░░░░░░] 1/3 done · vector_add · nvidia · save the file to judge it", keys]);
    state.start();
    check(&state, 80, 24, &["[████░░░░░░░░] 1/3 done · vector_add · nvidia · judging", keys]);
    state.finished(1, Some(&Outcome { verdict: Verdict::Failed, summary: None, line: None }));
    check(&state, 80, 24, &["[████░░░░░░░░] 1/3 done · vector_add · nvidia · failed", keys]);
    check(&state, 44, 10, &["1/3 vector_add failed", "next hint list check x=reset run quit"]);
    check(&state, 30, 10, &["1/3 vector_add failed", "n h l c x r q"]);
    check(&state, 20, 5, &["failed vector_add"]);
    check(&state, 10, 5, &["failed v…"]);
}

#[test]
fn the_list_is_a_window_round_the_cursor() {
    let mut state = state();
    state.start();
    state.key(Key::Char('l'));
    let help = "Number or ↑ ↓ and Enter opens, Esc goes back";
    let rows = ["  1 copy        nvidia  passed  Title of copy", "> 2 vector_add  nvidia  open    Title of vector_add"];
    let last = "  3 reduce_sum  nvidia  open    Title of reduce_sum";
    check(&state, 80, 24, &[rows[0], rows[1], last, help]);
    check(&state, 80, 4, &[rows[0], rows[1], help]);
    check(&state, 12, 2, &["> 2 vector…"]);
}

#[test]
fn stages_have_headings_where_there_are_several() {
    let mut state = state();
    let mut entries = state.entries().to_vec();
    entries[2].stage = 2;
    state = State::new(entries, 1, false);
    state.start();
    state.key(Key::Char('l'));
    let help = "Number or ↑ ↓ and Enter opens, Esc goes back";
    let rows = ["  1 copy        nvidia  passed  Title of copy", "> 2 vector_add  nvidia  open    Title of vector_add"];
    let last = "  3 reduce_sum  nvidia  open    Title of reduce_sum";
    check(&state, 80, 24, &["Stage 1", rows[0], rows[1], "Stage 2", last, help]);
    check(&state, 80, 4, &[rows[0], rows[1], help]);
}

#[test]
fn questions_wrap_and_keep_their_end() {
    let mut state = state();
    state.start();
    state.finished(1, Some(&Outcome { verdict: Verdict::Failed, summary: None, line: None }));
    state.key(Key::Char('n'));
    check(&state, 80, 24, &["vector_add does not pass yet. Go on to reduce_sum all the same? (y/N)"]);
    check(&state, 40, 24, &["vector_add does not pass yet. Go on to", "reduce_sum all the same? (y/N)"]);
    check(&state, 20, 3, &["reduce_sum all the", "same? (y/N)"]);
}

#[test]
fn headers_name_exercise_and_language_in_every_width() {
    let header = |columns, interactive| {
        let view = View { interactive, ..view() };
        view.header(&view.title(state().entry()), "12:30:00", columns).render(columns, false)
    };
    assert_eq!(header(40, true), format!("── vector_add · nvidia {} 12:30:00 ──", "─".repeat(4)));
    assert_eq!(header(25, true), "─ vector_add · nvidia");
    assert_eq!(header(80, false), "== vector_add - nvidia == 12:30:00");
}
