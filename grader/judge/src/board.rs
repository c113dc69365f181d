//! Shares the work of a verdict among threads: preparing cases while the kernel compiles, then running them.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// What a thread should do next; positions are those of the order in which cases run.
#[derive(Debug)]
pub enum Job<P> {
    /// Prepare the case at this position.
    Prepare(usize),
    /// Run the case at this position on what was prepared.
    Run(usize, Arc<P>),
}

/// Who does what. `P` is what preparing makes.
#[derive(Debug)]
pub struct Board<P> {
    state: Mutex<State<P>>,
    changed: Condvar,
}

#[derive(Debug)]
struct State<P> {
    /// Whether there is a program to run.
    is_ready: bool,
    is_stopped: bool,
    next_prepare: usize,
    next_run: usize,
    prepared: Vec<Option<Arc<P>>>,
}

impl<P> Board<P> {
    /// A board for `n` cases.
    pub fn new(n: usize) -> Self {
        let prepared = std::iter::repeat_with(|| None).take(n).collect();
        let state = State { is_ready: false, is_stopped: false, next_prepare: 0, next_run: 0, prepared };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// What to do next, once there is something; `None` when all is done or stopped. Runs are given out in order, and
    /// before further preparing.
    pub fn next(&self) -> Option<Job<P>> {
        let mut state = self.lock();
        loop {
            if state.is_stopped || state.next_run >= state.prepared.len() {
                return None;
            }
            let run = state.next_run;
            if state.is_ready
                && let Some(prepared) = &state.prepared[run]
            {
                let prepared = Arc::clone(prepared);
                state.next_run += 1;
                if state.next_run == state.prepared.len() {
                    self.changed.notify_all();
                }
                return Some(Job::Run(run, prepared));
            }
            if state.next_prepare < state.prepared.len() {
                state.next_prepare += 1;
                return Some(Job::Prepare(state.next_prepare - 1));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// What was prepared for the case at this position, if it was.
    pub fn get(&self, position: usize) -> Option<Arc<P>> {
        self.lock().prepared.get(position).cloned().flatten()
    }

    /// Hands in what [`Job::Prepare`] asked for.
    pub fn prepared(&self, position: usize, prepared: P) {
        self.lock().prepared[position] = Some(Arc::new(prepared));
        self.changed.notify_all();
    }

    /// There is a program: cases may run.
    pub fn ready(&self) {
        self.lock().is_ready = true;
        self.changed.notify_all();
    }

    /// Nothing more is to be done.
    pub fn stop(&self) {
        self.lock().is_stopped = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State<P>> {
        // No panic can happen while the lock is held, and the state is sound after each line anyhow.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    /// The positions that were run, with what was prepared for them, sorted.
    fn work(board: &Board<usize>, n_threads: usize) -> Vec<(usize, usize)> {
        let (sender, results) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..n_threads {
                let sender = sender.clone();
                scope.spawn(move || {
                    while let Some(job) = board.next() {
                        match job {
                            Job::Prepare(at) => board.prepared(at, at * 10),
                            Job::Run(at, prepared) => sender.send((at, *prepared)).unwrap(),
                        }
                    }
                });
            }
            board.ready();
        });
        drop(sender);
        let mut all: Vec<_> = results.iter().collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn every_case_runs_once() {
        for n_threads in [1, 2, 5] {
            let expected: Vec<_> = (0..40).map(|at| (at, at * 10)).collect();
            assert_eq!(work(&Board::new(40), n_threads), expected);
        }
        assert_eq!(work(&Board::new(0), 2), []);
    }

    #[test]
    fn a_stopped_board_lets_everybody_go() {
        let board: Board<usize> = Board::new(3);
        board.stop();
        assert!(board.next().is_none());
    }

    #[test]
    fn cases_are_prepared_before_there_is_a_program() {
        let board: Board<usize> = Board::new(2);
        assert!(matches!(board.next(), Some(Job::Prepare(0))));
        board.prepared(0, 7);
        assert!(matches!(board.next(), Some(Job::Prepare(1))));
        board.ready();
        assert!(matches!(board.next(), Some(Job::Run(0, p)) if *p == 7));
    }
}
