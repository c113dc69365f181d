//! The loop with real files, a real runner thread and a judge that does what the kernel's text says.

use super::*;
use crate::watch::event::Key;
use crate::watch::files::Reason;
use crate::watch::{Entry, Shown};
use diag::Lang;
use messages::catalogue;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread::JoinHandle;

/// Judges by these words of the kernel: `pass`, `wait` (until stopped), `panic`; anything else fails.
struct Fake {
    dir: tempfile::TempDir,
    done: Mutex<[bool; 2]>,
}

impl Fake {
    fn kernel(&self, item: usize) -> PathBuf {
        self.dir.path().join(["copy", "softmax"][item]).join("kernel.cuh")
    }
}

impl Course for Fake {
    fn root(&self) -> &Path {
        self.dir.path()
    }

    fn entries(&self) -> Vec<Entry> {
        let done = *self.done.lock().unwrap();
        (0..2)
            .map(|item| Entry {
                name: ["copy", "softmax"][item].into(),
                stage: 1,
                title: "A title".into(),
                key: ["copy", "softmax"][item].into(),
                backend: "nvidia".into(),
                kernel: self.kernel(item),
                others: Vec::new(),
                solution: Some("solutions/kernel.cuh".into()),
                done: done[item],
            })
            .collect()
    }

    fn opened(&self, _: usize) {}

    fn judge(&self, item: usize, _: &Style, cancel: &Arc<AtomicBool>, show: &mut dyn FnMut(Shown)) -> Option<Outcome> {
        let text = fs::read_to_string(self.kernel(item)).unwrap_or_else(|error| error.to_string());
        assert!(!text.contains("panic"), "the kernel asked for it");
        show(Shown::Block(format!("finding: {text}\n")));
        if text.contains("wait") {
            while !cancel.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(1));
            }
            show(Shown::Block("STALE\n".into()));
            return Some(Outcome { verdict: Verdict::Passed, summary: None, line: None });
        }
        let verdict = match text.contains("pass") {
            _ if text.is_empty() => Verdict::Error,
            true => Verdict::Passed,
            false => Verdict::Failed,
        };
        self.done.lock().unwrap()[item] |= verdict == Verdict::Passed;
        Some(Outcome { verdict, summary: None, line: None })
    }

    fn more(&self, item: usize, _: &Style) -> Option<String> {
        Some(format!("everything about {item}\n"))
    }

    fn hint(&self, item: usize) -> String {
        format!("hint for {item}\n")
    }

    fn reset(&self, item: usize) -> Text {
        fs::write(self.kernel(item), "original\n").unwrap();
        msg!("watch-only-this-left", name = "RESET")
    }
}

#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A learner at work.
struct Desk {
    course: Arc<Fake>,
    output: Output,
    sender: mpsc::Sender<Event>,
    app: JoinHandle<io::Result<Option<i32>>>,
    read: usize,
}

impl Desk {
    fn new(kind: Kind, texts: [&str; 2]) -> Self {
        let course = Arc::new(Fake { dir: tempfile::tempdir().unwrap(), done: Mutex::default() });
        for (item, text) in texts.iter().enumerate() {
            fs::create_dir(course.kernel(item).parent().unwrap()).unwrap();
            fs::write(course.kernel(item), text).unwrap();
        }
        let output = Output::default();
        let (sender, events) = mpsc::channel();
        let options = Options {
            start: None,
            auto_advance: false,
            editor: None,
            color: false,
            links: None,
            catalogue: catalogue(Lang::En),
        };
        let (shared, screen, threads) = (Arc::clone(&course), Screen::new(output.clone(), kind, false), sender.clone());
        let app = std::thread::spawn(move || App::new(shared, options, screen, None, &threads).unwrap().run(&events));
        Self { course, output, sender, app, read: 0 }
    }

    fn save(&self, item: usize, text: &str) {
        fs::write(self.course.kernel(item), text).unwrap();
    }

    fn key(&self, key: char) {
        self.sender.send(Event::Key(Key::Char(key))).unwrap();
    }

    /// Waits until `text` is written after what was expected before.
    #[track_caller]
    fn expect(&mut self, text: &str) {
        let patience = Instant::now() + Duration::from_secs(20);
        loop {
            let all = self.all();
            if let Some(at) = all[self.read..].find(text) {
                self.read += at + text.len();
                return;
            }
            assert!(Instant::now() < patience, "no {text:?} in {:?}", &all[self.read..]);
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn all(&self) -> String {
        String::from_utf8(self.output.0.lock().unwrap().clone()).unwrap()
    }

    /// Ends camp by `event`; returns all output and the signal.
    fn end(self, event: Event) -> (String, Option<i32>) {
        self.sender.send(event).unwrap();
        let signal = self.app.join().unwrap().unwrap();
        (String::from_utf8(self.output.0.lock().unwrap().clone()).unwrap(), signal)
    }
}

const TERMINAL: Kind = Kind::Terminal { columns: 80, rows: 24 };

fn quit() -> Event {
    Event::Key(Key::Char('q'))
}

#[test]
fn the_whole_ladder_by_saves_and_keys() {
    let mut desk = Desk::new(TERMINAL, ["todo\n", "todo\n"]);
    desk.expect("── copy · nvidia ─");
    desk.expect("finding: todo");
    desk.expect("✗ copy does not pass yet");
    desk.expect("0/2 done · copy · nvidia · failed");
    desk.key('h');
    desk.expect("hint for 0");
    desk.key('m');
    desk.expect("everything about 0");
    desk.save(0, "pass\n");
    desk.expect("✓ copy passed");
    desk.expect("solutions/kernel.cuh");
    desk.expect("Press n for softmax.");
    desk.expect("1/2 done");
    desk.key('n');
    desk.expect("── softmax · nvidia ─");
    desk.expect("✗ softmax does not pass yet");
    desk.save(1, "pass\n");
    desk.expect("✓ softmax passed");
    desk.expect("All 2 exercises are done.");
    desk.expect("2/2 done");
    desk.key('l');
    desk.expect("> 2 softmax  nvidia  passed");
    desk.key('1');
    desk.expect("── copy · nvidia ─");
    desk.expect("✓ copy passed");
    desk.key('c');
    desk.expect("check of all exercises");
    desk.expect("1 copy     nvidia  passed");
    desk.expect("2 softmax  nvidia  passed");
    desk.expect("2 of 2 exercises pass.");
    let (_, signal) = desk.end(quit());
    assert_eq!(signal, None);
}

#[test]
fn a_save_during_a_run_is_judged_and_nothing_of_the_old_run_is_shown() {
    let mut desk = Desk::new(TERMINAL, ["wait\n", "todo\n"]);
    desk.expect("finding: wait");
    for round in 0..3 {
        desk.save(0, &format!("wait {round}\n"));
        desk.expect(&format!("finding: wait {round}"));
    }
    desk.save(0, "wrong\n");
    desk.expect("finding: wrong");
    desk.expect("✗ copy does not pass yet");
    let (all, _) = desk.end(quit());
    assert!(!all.contains("STALE") && !all.contains("passed"), "{all}");
}

#[test]
fn quitting_stops_a_run_that_would_not_end() {
    let mut desk = Desk::new(TERMINAL, ["wait\n", "todo\n"]);
    desk.expect("finding: wait");
    desk.key('h');
    let (all, _) = desk.end(Event::Key(Key::Interrupt));
    assert!(!all.contains("hint for"), "a key typed during a run is dropped");
}

#[test]
fn without_a_terminal_there_are_plain_lines() {
    let mut desk = Desk::new(Kind::Plain, ["todo\n", "todo\n"]);
    desk.expect("== copy - nvidia == ");
    desk.expect("\nfinding: todo\n\ncopy does not pass yet\n");
    desk.save(0, "pass\n");
    desk.expect("== copy - nvidia == ");
    desk.expect("copy passed\n");
    desk.expect("Next: camp watch softmax\n");
    let (all, signal) = desk.end(Event::Signal(Request::Quit(15)));
    assert_eq!(signal, Some(15));
    assert!(!all.contains('\x1b'), "no escape codes: {all:?}");
}

#[test]
fn a_missing_or_empty_file_or_folder_is_said_and_watched_on() {
    let mut desk = Desk::new(TERMINAL, ["todo\n", "todo\n"]);
    desk.expect("✗ copy does not pass yet");
    desk.save(0, "");
    desk.expect("! camp could not judge copy");
    desk.save(0, "again\n");
    desk.expect("finding: again");
    fs::remove_file(desk.course.kernel(0)).unwrap();
    desk.expect("No such file");
    fs::remove_dir(desk.course.kernel(0).parent().unwrap()).unwrap();
    fs::create_dir(desk.course.kernel(0).parent().unwrap()).unwrap();
    desk.save(0, "pass\n");
    desk.expect("✓ copy passed");
    desk.end(quit());
}

#[test]
fn a_panic_while_judging_is_called_ours_and_watching_goes_on() {
    let mut desk = Desk::new(TERMINAL, ["panic\n", "todo\n"]);
    desk.expect("camp could not judge copy");
    desk.save(0, "pass\n");
    desk.expect("✓ copy passed");
    desk.end(quit());
}

#[test]
fn reset_asks_then_restores_and_judges() {
    let mut desk = Desk::new(TERMINAL, ["mine\n", "todo\n"]);
    desk.expect("✗ copy does not pass yet");
    desk.key('x');
    desk.expect("(y/N)");
    desk.key('y');
    desk.expect("RESET");
    desk.expect("finding: original");
    desk.end(quit());
}

#[test]
fn the_reason_for_polling_is_one_line_that_is_not_lost() {
    let mut desk = Desk::new(TERMINAL, ["todo\n", "todo\n"]);
    desk.sender.send(Event::File(FileEvent::Polling(Reason::Mount("9p".into())))).unwrap();
    desk.expect("lies on a 9p mount");
    let (all, _) = desk.end(quit());
    // The report that follows the notice, or precedes it, is on the same screen.
    let scrolled = all.rfind("\x1b[H\x1b[J").unwrap();
    assert!(all[scrolled..].contains("9p mount"), "{all:?}");
}

#[test]
fn a_resize_draws_the_end_of_the_report_and_the_status() {
    let mut desk = Desk::new(TERMINAL, ["todo\n", "todo\n"]);
    desk.expect("0/2 done · copy · nvidia · failed");
    for columns in [60, 50, 30] {
        desk.sender.send(Event::Resized(columns, 10)).unwrap();
    }
    desk.expect("finding: todo");
    desk.expect("0/2 copy failed");
    desk.expect("n h l c x r q");
    desk.end(quit());
}
