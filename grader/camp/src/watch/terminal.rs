//! The terminal's mode: raw while camp waits for keys, restored however camp ends.

use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::{cursor, execute, terminal};
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the terminal is in our mode, for the panic hook, which has no guard at hand.
static RAW: AtomicBool = AtomicBool::new(false);

/// Whether keys can be read and screens drawn.
pub(crate) fn is_interactive() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// Columns and rows; a common size where the terminal does not tell.
pub(crate) fn size() -> (u16, u16) {
    match terminal::size() {
        Ok((columns, rows)) if columns > 0 && rows > 0 => (columns, rows),
        _ => (80, 24),
    }
}

/// Holds the terminal in raw mode with a hidden cursor.
pub(crate) struct Guard(());

impl Guard {
    /// Enters the mode.
    pub(crate) fn enter() -> io::Result<Self> {
        terminal::enable_raw_mode()?;
        RAW.store(true, Ordering::SeqCst);
        // A paste arrives as one event, not as keys: pasted text must not steer camp.
        execute!(io::stdout(), cursor::Hide, EnableBracketedPaste)?;
        Ok(Self(()))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// Leaves the mode if it is on. Safe to call at any time and twice.
pub(crate) fn restore() {
    if RAW.swap(false, Ordering::SeqCst) {
        // Nobody is left to tell about a failure: the terminal may be gone.
        let _ = write!(io::stdout(), "\x1b[?2026l");
        let _ = execute!(io::stdout(), DisableBracketedPaste, cursor::Show);
        let _ = terminal::disable_raw_mode();
    }
}
