//! The boundary: no panic crosses it, errors become a status and a text.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use diag::{Lang, Text, msg};
use runtime::{Error, ErrorKind};

use crate::types::oprt_status;

thread_local! {
    /// What the last call that did not succeed has to say.
    static LAST: RefCell<CString> = RefCell::default();
    /// The last name that was handed out.
    static NAME: RefCell<CString> = RefCell::default();
}

/// Does `work`; whatever comes of it, also a panic, becomes a status, and an error's text the thread's last error.
pub fn answer(work: impl FnOnce() -> Result<(), Error>) -> oprt_status {
    let result = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let detail = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        let text = msg!("runtime-internal", detail = detail.unwrap_or("panic"));
        Err(Error::new(ErrorKind::Runtime, text))
    });
    let Err(error) = result else { return oprt_status::Success };
    LAST.with(|last| *last.borrow_mut() = c_text(error.render(messages::catalogue(Lang::En))));
    match error.kind {
        ErrorKind::InvalidArgument => oprt_status::InvalidArg,
        ErrorKind::UnsupportedDtype => oprt_status::UnsupportedDtype,
        ErrorKind::NotSupported => oprt_status::NotSupported,
        ErrorKind::InsufficientWorkspace => oprt_status::InsufficientWorkspace,
        ErrorKind::Runtime => oprt_status::Runtime,
    }
}

/// The thread's last error; empty where there was none.
pub fn last_error() -> *const c_char {
    LAST.with(|last| last.borrow().as_ptr())
}

/// A name for the caller to read until the thread's next call.
pub fn hand_out(name: String) -> *const c_char {
    NAME.with(|place| {
        *place.borrow_mut() = c_text(name);
        place.borrow().as_ptr()
    })
}

/// A text without the byte that ends texts in C.
fn c_text(text: String) -> CString {
    CString::new(text.replace('\0', "\u{FFFD}")).unwrap_or_default()
}

/// The error for an argument that must not be null.
pub fn null(name: &str) -> Error {
    invalid(msg!("runtime-null", name = name))
}

/// An error about an argument.
pub fn invalid(text: Text) -> Error {
    Error::new(ErrorKind::InvalidArgument, text)
}

/// The name of a status.
pub fn text_of(status: i32) -> &'static CStr {
    match status {
        0 => c"SUCCESS",
        1 => c"INVALID_ARG",
        2 => c"UNSUPPORTED_DTYPE",
        3 => c"RUNTIME",
        4 => c"INSUFFICIENT_WORKSPACE",
        5 => c"NOT_SUPPORTED",
        _ => c"UNKNOWN",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_status_and_a_text() {
        assert_eq!(answer(|| panic!("lost\0it")), oprt_status::Runtime);
        // SAFETY: the text belongs to this thread and is not changed meanwhile.
        let text = unsafe { CStr::from_ptr(last_error()) }.to_string_lossy().into_owned();
        assert!(text.contains("lost"), "{text}");
    }

    #[test]
    fn every_status_has_a_name() {
        for (status, name) in [(oprt_status::Success, c"SUCCESS"), (oprt_status::NotSupported, c"NOT_SUPPORTED")] {
            assert_eq!(text_of(status as i32), name);
        }
        assert_eq!(text_of(77), c"UNKNOWN");
    }
}
