//! Work without Python's lock, which Ctrl-C ends.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

/// How often it is asked whether somebody pressed Ctrl-C.
const POLL: Duration = Duration::from_millis(50);

/// Does `work` while other threads of Python go on. When a signal's handler raises, `stop` is called, again and again until
/// `work` has ended, and the handler's exception is the result.
///
/// Python handles signals on its main thread alone, where most calls come from; so the work is done on another one.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    stop: impl Fn() + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<thread::Result<T>> {
    py.detach(|| {
        thread::scope(|scope| {
            let (done, is_done) = mpsc::channel::<()>();
            let worker = scope.spawn(move || {
                // Dropped at the end, also of a panic.
                let _done = done;
                work()
            });
            let mut raised = None;
            while let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(POLL) {
                if raised.is_none() {
                    raised = Python::attach(|py| py.check_signals()).err();
                }
                if raised.is_some() {
                    stop();
                }
            }
            let result = worker.join();
            match raised {
                Some(error) => Err(error),
                None => Ok(result),
            }
        })
    })
}
