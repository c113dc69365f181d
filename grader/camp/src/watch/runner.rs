//! The thread that judges. It does one job at a time and skips to the newest.

use super::course::{Course, Outcome, Shown, Verdict};
use super::event::{Event, RunEvent};
use super::state::Job;
use diag::render::Style;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};

struct Order {
    id: u64,
    job: Job,
    style: Style,
    cancel: Arc<AtomicBool>,
}

/// Handle of the judging thread.
pub(crate) struct Runner {
    orders: Sender<Order>,
    /// Stops the newest run.
    cancel: Arc<AtomicBool>,
}

impl Runner {
    /// Starts the thread.
    pub(crate) fn start(course: Arc<dyn Course>, events: Sender<Event>) -> io::Result<Self> {
        let (orders, receiver) = mpsc::channel::<Order>();
        std::thread::Builder::new().name("camp-runner".into()).spawn(move || {
            while let Ok(mut order) = receiver.recv() {
                while let Ok(newer) = receiver.try_recv() {
                    order = newer;
                }
                order.run(course.as_ref(), &events);
            }
        })?;
        Ok(Self { orders, cancel: Arc::default() })
    }

    /// Begins the run `id`, stopping an earlier one.
    pub(crate) fn begin(&mut self, id: u64, job: Job, style: Style) {
        self.cancel();
        self.cancel = Arc::default();
        // The thread ends only with this handle, or by a panic, which was reported.
        let _ = self.orders.send(Order { id, job, style, cancel: Arc::clone(&self.cancel) });
    }

    /// Stops the run in progress.
    pub(crate) fn cancel(&self) {
        self.cancel.store(true, Ordering::SeqCst);
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        self.cancel();
    }
}

impl Order {
    fn run(&self, course: &dyn Course, events: &Sender<Event>) {
        // A panic is a fault of camp's, told by the panic hook. It ends this run, not the thread.
        let outcome = catch_unwind(AssertUnwindSafe(|| self.judge(course, events))).unwrap_or(Some(Outcome {
            verdict: Verdict::Error,
            summary: None,
            line: None,
        }));
        self.send(events, RunEvent::Finished(outcome));
    }

    fn judge(&self, course: &dyn Course, events: &Sender<Event>) -> Option<Outcome> {
        let judge = |item, blocks: bool| {
            course.judge(item, &self.style, &self.cancel, &mut |shown| match shown {
                Shown::Block(text) if blocks => self.send(events, RunEvent::Block(text)),
                Shown::Block(_) => {}
                Shown::Doing(text) => self.send(events, RunEvent::Doing(text)),
            })
        };
        if let Job::One(item) = self.job {
            return judge(item, true);
        }
        for item in 0..course.entries().len() {
            match judge(item, false) {
                Some(outcome) if !self.cancel.load(Ordering::SeqCst) => {
                    self.send(events, RunEvent::Row(item, outcome));
                }
                _ => break,
            }
        }
        None
    }

    fn send(&self, events: &Sender<Event>, event: RunEvent) {
        // Fails when camp is ending; then nobody wants the result.
        let _ = events.send(Event::Run(self.id, event));
    }
}
