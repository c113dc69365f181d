//! When a burst of file events has settled into a saved text. No clock and no file in here: both come in as arguments.
//!
//! Editors save in several steps (truncate and write; write aside and rename; remove and create), so one save is a
//! burst of events. A burst is believed once it is quiet. How long that takes depends on what was seen:
//!
//! | seen last | quiet time |
//! |---|---|
//! | the kernel was closed after writing, or renamed into place | [`COMPLETE`]: its text is whole |
//! | anything else in the folder | [`QUIET`] |
//! | saves in quick succession | [`BUSY`]: a few runs, not hundreds |
//! | an empty or missing file, a half-written line, a file still open for writing | [`DOUBT`] more |

use super::fingerprint::{Fingerprint, Snapshot};
use std::time::{Duration, Instant};

/// Quiet time after a complete write of the kernel.
const COMPLETE: Duration = Duration::from_millis(10);
/// Quiet time after any other event.
const QUIET: Duration = Duration::from_millis(35);
/// Quiet time while saves come in quick succession.
const BUSY: Duration = Duration::from_millis(120);
/// Two reports closer than this are quick succession.
const SUCCESSION: Duration = Duration::from_millis(400);
/// How much longer a doubtful state has to last before it is believed.
const DOUBT: Duration = Duration::from_millis(300);
/// A burst that never falls quiet is looked at after this time all the same.
const LONGEST: Duration = Duration::from_millis(600);

/// What one file event says about the watched files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signal {
    /// Something in the folder changed.
    Touched,
    /// One of the files was written to and is still open.
    Written,
    /// One of the files was closed after writing, or renamed into place.
    Complete,
}

/// Decides when to look at the files, and whether what is seen is news.
#[derive(Debug)]
pub(crate) struct Settle {
    known: Snapshot,
    burst: Option<Burst>,
    reported: Option<Instant>,
}

#[derive(Debug)]
struct Burst {
    began: Instant,
    due: Instant,
    open: bool,
    doubt: Option<(Snapshot, Instant)>,
}

impl Settle {
    /// Starts from `known`, the state that the last run judged.
    pub(crate) fn new(known: Snapshot) -> Self {
        Self { known, burst: None, reported: None }
    }

    /// When to look at the files next, or `None` while nothing happens.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.burst.as_ref().map(|burst| burst.due)
    }

    /// Takes one event.
    pub(crate) fn event(&mut self, signal: Signal, now: Instant) {
        let busy = self.reported.is_some_and(|at| now.duration_since(at) < SUCCESSION);
        let quiet = match signal {
            _ if busy => BUSY,
            Signal::Complete => COMPLETE,
            Signal::Touched | Signal::Written => QUIET,
        };
        let burst = self.burst.get_or_insert(Burst { began: now, due: now, open: false, doubt: None });
        match signal {
            Signal::Written => burst.open = true,
            Signal::Complete => burst.open = false,
            Signal::Touched => {}
        }
        // A look that doubt has put off stays put off: only a complete write may bring it forward.
        if burst.doubt.is_none() || signal == Signal::Complete {
            burst.due = (now + quiet).min(burst.began + LONGEST).max(now);
        }
    }

    /// Takes a look at the files; returns the state if it is new and can be believed.
    pub(crate) fn look(&mut self, seen: Snapshot, now: Instant) -> Option<Snapshot> {
        if seen == self.known {
            // A change that was taken back, a touch, or another file's event. A doubtful state that returned to
            // what was known is settled too. A file still open for writing keeps its burst: more may come.
            if self.burst.as_ref().is_some_and(|burst| !burst.open) {
                self.burst = None;
            } else if let Some(burst) = &mut self.burst {
                burst.open = false;
                burst.due = now + QUIET;
            }
            return None;
        }
        let doubtful = self.doubtful(&seen);
        let burst = self.burst.get_or_insert(Burst { began: now, due: now, open: false, doubt: None });
        if doubtful {
            match &burst.doubt {
                Some((first, since)) if *first == seen && now.duration_since(*since) >= DOUBT => {}
                Some((first, since)) if *first == seen => {
                    burst.due = *since + DOUBT;
                    return None;
                }
                _ => {
                    burst.doubt = Some((seen, now));
                    burst.due = now + DOUBT;
                    return None;
                }
            }
        }
        self.burst = None;
        self.reported = Some(now);
        self.known = seen;
        Some(self.known.clone())
    }

    fn doubtful(&self, seen: &Snapshot) -> bool {
        if self.burst.as_ref().is_some_and(|burst| burst.open) {
            return true;
        }
        match (self.known.kernel, seen.kernel) {
            (_, kernel) if !kernel.has_content() => self.known.kernel != kernel,
            (Fingerprint::Content { whole_lines: true, .. }, Fingerprint::Content { whole_lines: false, .. }) => true,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::files::fingerprint::Targets;

    /// A file system and a clock made of numbers.
    struct World {
        start: Instant,
        dir: tempfile::TempDir,
        targets: Targets,
        settle: Settle,
        now_ms: u64,
        reports: Vec<(u64, String)>,
    }

    impl World {
        fn new(text: &str) -> Self {
            let dir = tempfile::tempdir().unwrap();
            let targets = Targets { kernel: dir.path().join("kernel.cuh"), others: Vec::new() };
            std::fs::write(&targets.kernel, text).unwrap();
            let settle = Settle::new(targets.snapshot());
            Self { start: Instant::now(), dir, targets, settle, now_ms: 0, reports: Vec::new() }
        }

        /// Lets time pass, looking whenever a look is due.
        fn until(&mut self, ms: u64) {
            while self.now_ms <= ms {
                let now = self.start + Duration::from_millis(self.now_ms);
                if self.settle.due().is_some_and(|due| due <= now)
                    && self.settle.look(self.targets.snapshot(), now).is_some()
                {
                    let text = std::fs::read_to_string(&self.targets.kernel).unwrap_or_else(|_| "<missing>".into());
                    self.reports.push((self.now_ms, text));
                }
                self.now_ms += 1;
            }
        }

        fn write(&mut self, at_ms: u64, text: &str, signal: Signal) {
            self.until(at_ms);
            std::fs::write(&self.targets.kernel, text).unwrap();
            self.settle.event(signal, self.start + Duration::from_millis(at_ms));
        }

        fn remove(&mut self, at_ms: u64) {
            self.until(at_ms);
            std::fs::remove_file(&self.targets.kernel).unwrap();
            self.settle.event(Signal::Touched, self.start + Duration::from_millis(at_ms));
        }

        fn texts(&self) -> Vec<&str> {
            self.reports.iter().map(|(_, text)| text.as_str()).collect()
        }
    }

    #[test]
    fn a_complete_save_is_reported_within_the_short_time() {
        let mut world = World::new("a\n");
        world.write(100, "b\n", Signal::Complete);
        world.until(2000);
        assert_eq!(world.reports, [(110, "b\n".to_string())]);
        assert!(world.dir.path().exists());
    }

    #[test]
    fn the_same_text_is_no_news() {
        let mut world = World::new("a\n");
        world.write(100, "a\n", Signal::Complete);
        world.until(2000);
        assert!(world.reports.is_empty());
        assert_eq!(world.settle.due(), None);
    }

    #[test]
    fn truncate_and_write_is_one_report_of_the_whole_text() {
        let mut world = World::new("a\n");
        world.write(100, "", Signal::Written);
        world.write(250, "int", Signal::Written);
        world.write(400, "int x;\n", Signal::Written);
        world.write(401, "int x;\n", Signal::Complete);
        world.until(3000);
        assert_eq!(world.texts(), ["int x;\n"]);
    }

    #[test]
    fn slow_writes_without_close_events_still_end_in_the_whole_text() {
        let mut world = World::new("a\n");
        world.write(100, "", Signal::Touched);
        world.write(300, "int", Signal::Touched);
        world.write(500, "int x;\n", Signal::Touched);
        world.until(3000);
        assert_eq!(world.texts(), ["int x;\n"]);
    }

    #[test]
    fn remove_and_create_is_one_report() {
        let mut world = World::new("a\n");
        world.remove(100);
        world.write(180, "b\n", Signal::Complete);
        world.until(3000);
        assert_eq!(world.texts(), ["b\n"]);
    }

    #[test]
    fn remove_and_restore_is_none() {
        let mut world = World::new("a\n");
        world.remove(100);
        world.write(180, "a\n", Signal::Complete);
        world.until(3000);
        assert!(world.texts().is_empty());
    }

    #[test]
    fn an_empty_or_missing_file_is_believed_in_the_end() {
        let mut world = World::new("a\n");
        world.write(100, "", Signal::Complete);
        world.until(1000);
        world.remove(1100);
        world.until(3000);
        assert_eq!(world.texts(), ["", "<missing>"]);
        assert!(world.reports[0].0 >= 400);
    }

    #[test]
    fn five_hundred_quick_saves_are_a_few_reports_and_end_with_the_last_text() {
        let mut world = World::new("a\n");
        for save in 0..500 {
            world.write(100 + save * 4, &format!("{save}\n"), Signal::Complete);
        }
        world.until(5000);
        assert!(world.reports.len() <= 8, "{:?}", world.reports);
        assert_eq!(world.texts().last(), Some(&"499\n"));
    }

    #[test]
    fn a_file_left_open_is_judged_after_the_doubt() {
        let mut world = World::new("a\n");
        world.write(100, "b\n", Signal::Written);
        world.until(3000);
        assert_eq!(world.texts(), ["b\n"]);
    }

    #[test]
    fn a_noisy_folder_does_not_starve_a_save() {
        let mut world = World::new("a\n");
        world.write(100, "b\n", Signal::Touched);
        for tick in 0..300 {
            world.until(100 + tick * 10);
            world.settle.event(Signal::Touched, world.start + Duration::from_millis(100 + tick * 10));
        }
        assert_eq!(world.texts(), ["b\n"]);
        assert!(world.reports[0].0 <= 800);
    }
}
