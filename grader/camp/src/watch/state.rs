//! Where the learner is and what happens next. No terminal, file or thread in here: events go in, effects come out.
//!
//! Keys during a run: `q` and Ctrl-C end camp, `l` opens the list (choosing an exercise stops the run), `r` starts
//! the run anew, `e` opens the editor. All other keys are dropped, so that nothing typed meanwhile is acted on later.

use super::course::{Entry, Outcome, Verdict};
use super::event::Key;

/// What the loop has to do, in this order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Watch the current exercise's files under this number, and open the learner's editor on the kernel.
    Open(u64),
    /// Stop the run in progress; whatever it still sends is void.
    Cancel,
    /// Start a run under this number.
    Start(u64, Job),
    /// Show the next hint of the current exercise.
    Hint,
    /// Show the last report of the current exercise whole.
    More,
    /// Reset the current exercise.
    Reset,
    /// Open the learner's editor at the first finding.
    Edit,
    /// Say something.
    Say(Say),
    /// Draw everything again.
    Redraw,
    /// Give the terminal back until continued.
    Suspend,
    /// End.
    Quit,
}

/// What a run judges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Job {
    /// One exercise.
    One(usize),
    /// Every exercise, one line each.
    All,
}

/// What is said after a run or a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Say {
    /// The current exercise passed; `next` is what `n` opens.
    Passed {
        /// The exercise that `n` opens, if any is left.
        next: Option<usize>,
    },
    /// The current exercise is wrong.
    Failed,
    /// The current exercise could not be judged.
    NotJudged,
    /// All of them passed.
    AllDone,
    /// `n`, but no other exercise is left to do.
    OnlyThisLeft,
    /// The end of a check of all.
    Checked {
        /// How many passed.
        passed: usize,
    },
}

/// What the keys mean at present.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Waiting for a save or a key.
    Watching,
    /// Choosing an exercise.
    List {
        /// The marked one.
        cursor: usize,
        /// Digits typed so far.
        typed: String,
    },
    /// Asking before a reset.
    ConfirmReset,
    /// Asking before leaving an exercise that does not pass, for this one.
    ConfirmSkip(usize),
}

#[derive(Debug)]
struct Run {
    id: u64,
    job: Job,
    passed: usize,
    /// Whether the exercise was open when the run began, so that a pass is news.
    news: bool,
}

/// The state.
#[derive(Debug)]
pub(crate) struct State {
    entries: Vec<Entry>,
    current: usize,
    mode: Mode,
    run: Option<Run>,
    last_id: u64,
    generation: u64,
    verdict: Option<Verdict>,
    auto_advance: bool,
}

impl State {
    /// Starts at `start`. There is at least one exercise.
    pub(crate) fn new(entries: Vec<Entry>, start: usize, auto_advance: bool) -> Self {
        Self {
            current: start.min(entries.len().saturating_sub(1)),
            entries,
            mode: Mode::Watching,
            run: None,
            last_id: 0,
            generation: 0,
            verdict: None,
            auto_advance,
        }
    }

    /// The first exercise that has not passed, or the first of all.
    pub(crate) fn first_open(entries: &[Entry]) -> usize {
        entries.iter().position(|entry| !entry.done).unwrap_or(0)
    }

    /// All exercises.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The current exercise's position.
    pub(crate) fn current(&self) -> usize {
        self.current
    }

    /// The current exercise.
    pub(crate) fn entry(&self) -> &Entry {
        &self.entries[self.current]
    }

    /// What the keys mean.
    pub(crate) fn mode(&self) -> &Mode {
        &self.mode
    }

    /// The last verdict on the current exercise.
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// What is being judged.
    pub(crate) fn running(&self) -> Option<Job> {
        self.run.as_ref().map(|run| run.job)
    }

    /// Whether events of the run with this number still count.
    pub(crate) fn is_current_run(&self, id: u64) -> bool {
        self.run.as_ref().is_some_and(|run| run.id == id)
    }

    /// How many exercises have passed.
    pub(crate) fn n_done(&self) -> usize {
        self.entries.iter().filter(|entry| entry.done).count()
    }

    /// Takes over the state of the exercises, which a reset may have changed.
    pub(crate) fn refresh(&mut self, entries: Vec<Entry>) {
        if entries.len() == self.entries.len() {
            self.entries = entries;
        }
    }

    /// The beginning: opens the exercise and judges it.
    pub(crate) fn start(&mut self) -> Vec<Effect> {
        self.open(self.current)
    }

    /// The files of `generation` changed.
    pub(crate) fn saved(&mut self, generation: u64) -> Vec<Effect> {
        if generation != self.generation {
            return Vec::new();
        }
        self.mode = Mode::Watching;
        self.judge(Job::One(self.current))
    }

    /// One line of a check of all.
    pub(crate) fn row(&mut self, id: u64, item: usize, outcome: &Outcome) {
        let Some(run) = self.run.as_mut().filter(|run| run.id == id) else { return };
        if outcome.verdict == Verdict::Passed {
            run.passed += 1;
            if let Some(entry) = self.entries.get_mut(item) {
                entry.done = true;
            }
        }
        if item == self.current {
            self.verdict = Some(outcome.verdict);
        }
    }

    /// The run is over.
    pub(crate) fn finished(&mut self, id: u64, outcome: Option<&Outcome>) -> Vec<Effect> {
        let Some(run) = self.run.take_if(|run| run.id == id) else { return Vec::new() };
        let item = match run.job {
            Job::All => {
                let mut effects = vec![Effect::Say(Say::Checked { passed: run.passed })];
                if run.passed == self.entries.len() {
                    effects.push(Effect::Say(Say::AllDone));
                }
                return effects;
            }
            Job::One(item) => item,
        };
        let Some(outcome) = outcome else { return Vec::new() };
        self.verdict = Some(outcome.verdict);
        match outcome.verdict {
            Verdict::Failed => vec![Effect::Say(Say::Failed)],
            Verdict::Error => vec![Effect::Say(Say::NotJudged)],
            Verdict::Passed => {
                self.entries[item].done = true;
                let next = self.next();
                let mut effects = vec![Effect::Say(Say::Passed { next })];
                match next {
                    None => effects.push(Effect::Say(Say::AllDone)),
                    // A list or a question that the learner has open is not pulled away.
                    Some(next) if self.auto_advance && run.news && self.mode == Mode::Watching => {
                        effects.extend(self.open(next));
                    }
                    Some(_) => {}
                }
                effects
            }
        }
    }

    /// A key.
    pub(crate) fn key(&mut self, key: Key) -> Vec<Effect> {
        match key {
            Key::Interrupt => return vec![Effect::Cancel, Effect::Quit],
            Key::Suspend => return vec![Effect::Suspend],
            Key::Redraw => return vec![Effect::Redraw],
            _ => {}
        }
        match std::mem::replace(&mut self.mode, Mode::Watching) {
            Mode::Watching => self.key_watching(key),
            Mode::List { cursor, typed } => self.key_list(key, cursor, typed),
            Mode::ConfirmReset if key == Key::Char('y') => vec![Effect::Reset],
            Mode::ConfirmSkip(item) if key == Key::Char('y') => self.open(item),
            Mode::ConfirmReset | Mode::ConfirmSkip(_) => Vec::new(),
        }
    }

    fn key_watching(&mut self, key: Key) -> Vec<Effect> {
        match key {
            Key::Char('q') => return vec![Effect::Cancel, Effect::Quit],
            Key::Char('l') => {
                self.mode = Mode::List { cursor: self.current, typed: String::new() };
                return Vec::new();
            }
            Key::Char('r') => return self.judge(Job::One(self.current)),
            Key::Char('e') => return vec![Effect::Edit],
            _ if self.run.is_some() => return Vec::new(),
            _ => {}
        }
        match key {
            Key::Char('n') => match self.next() {
                Some(next) if self.entry().done => return self.open(next),
                Some(next) => self.mode = Mode::ConfirmSkip(next),
                None if self.entry().done => return vec![Effect::Say(Say::AllDone)],
                None => return vec![Effect::Say(Say::OnlyThisLeft)],
            },
            Key::Char('h') => return vec![Effect::Hint],
            Key::Char('m') => return vec![Effect::More],
            Key::Char('x') => self.mode = Mode::ConfirmReset,
            Key::Char('c') => return self.judge(Job::All),
            _ => {}
        }
        Vec::new()
    }

    fn key_list(&mut self, key: Key, cursor: usize, mut typed: String) -> Vec<Effect> {
        let last = self.entries.len() - 1;
        let cursor = match key {
            Key::Char('q') => return vec![Effect::Cancel, Effect::Quit],
            Key::Char('l') | Key::Esc => return Vec::new(),
            Key::Enter => return self.open(cursor),
            Key::Up | Key::Char('k') => cursor.checked_sub(1).unwrap_or(last),
            Key::Down | Key::Char('j') if cursor < last => cursor + 1,
            Key::Down | Key::Char('j') => 0,
            Key::Char(digit @ '0'..='9') => {
                typed.push(digit);
                match typed.parse::<usize>() {
                    Ok(number) if (1..=last + 1).contains(&number) => {
                        // No further digit could name another exercise.
                        if number * 10 > last + 1 {
                            return self.open(number - 1);
                        }
                        self.mode = Mode::List { cursor: number - 1, typed };
                        return Vec::new();
                    }
                    _ => cursor,
                }
            }
            _ => cursor,
        };
        self.mode = Mode::List { cursor, typed: String::new() };
        Vec::new()
    }

    /// The next exercise that has not passed: after the current one, then from the beginning.
    fn next(&self) -> Option<usize> {
        let n = self.entries.len();
        (1..n).map(|step| (self.current + step) % n).find(|&item| !self.entries[item].done)
    }

    fn open(&mut self, item: usize) -> Vec<Effect> {
        self.current = item;
        self.verdict = None;
        self.mode = Mode::Watching;
        self.generation += 1;
        let mut effects = vec![Effect::Open(self.generation)];
        effects.extend(self.judge(Job::One(item)));
        effects
    }

    fn judge(&mut self, job: Job) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.run.is_some() {
            effects.push(Effect::Cancel);
        }
        self.last_id += 1;
        let news = !self.entry().done;
        self.run = Some(Run { id: self.last_id, job, passed: 0, news });
        effects.push(Effect::Start(self.last_id, job));
        effects
    }
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
