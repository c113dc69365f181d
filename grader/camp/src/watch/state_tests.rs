//! The state machine, from the first exercise to all done and back.

use super::*;

fn entry(name: &str, done: bool) -> Entry {
    Entry {
        name: name.into(),
        stage: 1,
        title: format!("Title of {name}"),
        key: name.into(),
        backend: "nvidia".into(),
        kernel: format!("exercises/{name}/nvidia/kernel.cuh").into(),
        others: Vec::new(),
        solution: None,
        done,
    }
}

fn ladder(done: &[bool]) -> State {
    let names = ["copy", "vector_add", "reduce_sum", "softmax"];
    let entries: Vec<Entry> = names.iter().zip(done).map(|(name, done)| entry(name, *done)).collect();
    let start = State::first_open(&entries);
    State::new(entries, start, false)
}

fn outcome(verdict: Verdict) -> Outcome {
    Outcome { verdict, summary: None, line: None }
}

/// The number of the run that these effects start.
#[track_caller]
fn started(effects: &[Effect]) -> u64 {
    match effects.last() {
        Some(Effect::Start(id, _)) => *id,
        other => panic!("expected a run, got {other:?}"),
    }
}

#[track_caller]
fn finish(state: &mut State, id: u64, verdict: Verdict) -> Vec<Effect> {
    state.finished(id, Some(&outcome(verdict)))
}

#[test]
fn from_the_first_to_all_done_and_open_again() {
    let mut state = ladder(&[false; 4]);
    let mut effects = state.start();
    for item in 0..4 {
        assert_eq!(state.current(), item);
        let id = started(&effects);
        let said = finish(&mut state, id, Verdict::Passed);
        let next = (item < 3).then_some(item + 1);
        assert_eq!(said[0], Effect::Say(Say::Passed { next }));
        assert_eq!(said.contains(&Effect::Say(Say::AllDone)), item == 3);
        assert_eq!(state.running(), None, "no advance without a key");
        effects = state.key(Key::Char('n'));
    }
    assert_eq!(effects, [Effect::Say(Say::AllDone)]);
    assert_eq!((state.current(), state.n_done()), (3, 4));

    assert!(state.key(Key::Char('l')).is_empty());
    let effects = state.key(Key::Char('2'));
    assert_eq!(state.current(), 1);
    let id = started(&effects);
    assert_eq!(finish(&mut state, id, Verdict::Failed), [Effect::Say(Say::Failed)]);
}

#[test]
fn starts_at_the_first_open_exercise() {
    assert_eq!(ladder(&[true, true, false, true]).current(), 2);
    assert_eq!(ladder(&[true; 4]).current(), 0);
}

#[test]
fn the_last_one_leads_back_to_those_left_out() {
    let mut state = ladder(&[false, true, true, false]);
    state.current = 3;
    let id = started(&state.start());
    assert_eq!(finish(&mut state, id, Verdict::Passed), [Effect::Say(Say::Passed { next: Some(0) })]);
    state.key(Key::Char('n'));
    assert_eq!(state.current(), 0);
}

#[test]
fn a_save_during_a_run_replaces_it_and_stale_results_are_void() {
    let mut state = ladder(&[false; 4]);
    let first = started(&state.start());
    let effects = state.saved(1);
    assert_eq!(effects[0], Effect::Cancel);
    let second = started(&effects);
    assert!(!state.is_current_run(first) && state.is_current_run(second));
    assert!(finish(&mut state, first, Verdict::Passed).is_empty());
    assert_eq!(state.n_done(), 0);
    assert_eq!(finish(&mut state, second, Verdict::Failed), [Effect::Say(Say::Failed)]);
}

#[test]
fn a_save_of_an_exercise_left_behind_is_void() {
    let mut state = ladder(&[true, false, false, false]);
    state.start();
    state.key(Key::Char('l'));
    state.key(Key::Char('3'));
    assert!(state.saved(1).is_empty());
    assert!(!state.saved(2).is_empty());
}

#[test]
fn keys_during_a_run_are_dropped_except_quit_list_and_run() {
    let mut state = ladder(&[false; 4]);
    let first = started(&state.start());
    for key in ['n', 'h', 'm', 'x', 'c', 'y', '2'] {
        assert!(state.key(Key::Char(key)).is_empty());
        assert_eq!(*state.mode(), Mode::Watching);
    }
    let second = started(&state.key(Key::Char('r')));
    assert!(second > first);
    assert_eq!(state.key(Key::Char('q')), [Effect::Cancel, Effect::Quit]);
    assert_eq!(state.key(Key::Interrupt), [Effect::Cancel, Effect::Quit]);
}

#[test]
fn leaving_an_open_exercise_asks_first() {
    let mut state = ladder(&[false; 4]);
    let id = started(&state.start());
    finish(&mut state, id, Verdict::Failed);
    assert!(state.key(Key::Char('n')).is_empty());
    assert_eq!(*state.mode(), Mode::ConfirmSkip(1));
    assert!(state.key(Key::Enter).is_empty());
    assert_eq!((state.current(), state.mode()), (0, &Mode::Watching));
    state.key(Key::Char('n'));
    started(&state.key(Key::Char('y')));
    assert_eq!(state.current(), 1);
}

#[test]
fn the_only_one_left_has_no_next() {
    let mut state = ladder(&[true, true, true, false]);
    let id = started(&state.start());
    finish(&mut state, id, Verdict::Failed);
    assert_eq!(state.key(Key::Char('n')), [Effect::Say(Say::OnlyThisLeft)]);
}

#[test]
fn reset_needs_a_yes() {
    let mut state = ladder(&[false; 4]);
    let id = started(&state.start());
    finish(&mut state, id, Verdict::Failed);
    for no in [Key::Char('n'), Key::Char('x'), Key::Char('q'), Key::Enter, Key::Esc] {
        state.key(Key::Char('x'));
        assert!(state.key(no).is_empty());
        assert_eq!(*state.mode(), Mode::Watching);
    }
    state.key(Key::Char('x'));
    assert_eq!(state.key(Key::Char('y')), [Effect::Reset]);
}

#[test]
fn a_save_ends_a_question() {
    let mut state = ladder(&[false; 4]);
    let id = started(&state.start());
    finish(&mut state, id, Verdict::Failed);
    state.key(Key::Char('x'));
    state.saved(1);
    assert_eq!(*state.mode(), Mode::Watching);
}

#[test]
fn the_list_moves_round_and_takes_long_numbers() {
    let entries: Vec<Entry> = (1..=12).map(|number| entry(&format!("e{number}"), false)).collect();
    let mut state = State::new(entries, 0, false);
    let id = started(&state.start());
    finish(&mut state, id, Verdict::Failed);
    state.key(Key::Char('l'));
    state.key(Key::Up);
    assert!(matches!(state.mode(), Mode::List { cursor: 11, .. }));
    state.key(Key::Down);
    state.key(Key::Down);
    assert!(matches!(state.mode(), Mode::List { cursor: 1, .. }));
    assert!(state.key(Key::Char('1')).is_empty(), "1 may become 10, 11 or 12");
    started(&state.key(Key::Char('2')));
    assert_eq!(state.current(), 11);
    let id = state.last_id;
    finish(&mut state, id, Verdict::Failed);
    state.key(Key::Char('l'));
    state.key(Key::Char('1'));
    started(&state.key(Key::Enter));
    assert_eq!(state.current(), 0);
    state.key(Key::Char('l'));
    assert!(state.key(Key::Char('0')).is_empty());
    assert!(matches!(state.mode(), Mode::List { .. }));
    assert!(state.key(Key::Esc).is_empty());
    assert_eq!(*state.mode(), Mode::Watching);
}

#[test]
fn check_all_counts_and_a_save_stops_it() {
    let mut state = ladder(&[true, false, false, false]);
    let id = started(&state.start());
    finish(&mut state, id, Verdict::Failed);
    let all = started(&state.key(Key::Char('c')));
    state.row(all, 0, &outcome(Verdict::Passed));
    state.row(all, 1, &outcome(Verdict::Passed));
    state.row(all, 2, &outcome(Verdict::Failed));
    state.row(all, 3, &outcome(Verdict::Error));
    assert_eq!(state.finished(all, None), [Effect::Say(Say::Checked { passed: 2 })]);
    assert_eq!(state.n_done(), 2);

    let all = started(&state.key(Key::Char('c')));
    let effects = state.saved(1);
    assert_eq!(effects[0], Effect::Cancel);
    state.row(all, 3, &outcome(Verdict::Passed));
    assert_eq!(state.n_done(), 2, "a row of a stopped check is void");
}

#[test]
fn auto_advance_follows_a_new_pass_only() {
    let mut state = ladder(&[false, true, false, false]);
    state.auto_advance = true;
    let id = started(&state.start());
    let effects = finish(&mut state, id, Verdict::Passed);
    started(&effects);
    assert_eq!(state.current(), 2);

    let mut state = ladder(&[true, false, false, false]);
    state.auto_advance = true;
    state.current = 0;
    let id = started(&state.start());
    finish(&mut state, id, Verdict::Passed);
    assert_eq!(state.current(), 0, "an exercise opened again stays open");
}

#[test]
fn one_exercise_alone_works() {
    let mut state = State::new(vec![entry("copy", false)], 7, true);
    let id = started(&state.start());
    let effects = finish(&mut state, id, Verdict::Passed);
    assert_eq!(effects, [Effect::Say(Say::Passed { next: None }), Effect::Say(Say::AllDone)]);
    state.key(Key::Char('l'));
    state.key(Key::Down);
    assert!(matches!(state.mode(), Mode::List { cursor: 0, .. }));
}
