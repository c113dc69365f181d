//! The threads that read keys and wait for signals. They only send.

use super::event::{Event, Key, Request};
use super::terminal;
use crossterm::event::{self, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use std::io;
use std::sync::mpsc::Sender;
use std::time::Duration;

/// Reads keys until the terminal is gone. Keys typed before are dropped: they were not meant for camp.
pub(crate) fn read_keys(sender: Sender<Event>) -> io::Result<()> {
    while event::poll(Duration::ZERO)? {
        event::read()?;
    }
    std::thread::Builder::new().name("camp-keys".into()).spawn(move || {
        // An error means that the terminal is gone, about which a signal tells.
        while let Ok(event) = event::read() {
            let event = match event {
                event::Event::Key(key) => key_of(key).map(Event::Key),
                event::Event::Resize(columns, rows) => Some(Event::Resized(columns, rows)),
                _ => None,
            };
            if event.is_some_and(|event| sender.send(event).is_err()) {
                return;
            }
        }
    })?;
    Ok(())
}

fn key_of(key: KeyEvent) -> Option<Key> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c' | 'd') => Some(Key::Interrupt),
            KeyCode::Char('z') => Some(Key::Suspend),
            KeyCode::Char('l') => Some(Key::Redraw),
            _ => None,
        };
    }
    match key.code {
        KeyCode::Char(c) if !key.modifiers.contains(KeyModifiers::ALT) => Some(Key::Char(c.to_ascii_lowercase())),
        KeyCode::Enter => Some(Key::Enter),
        KeyCode::Esc => Some(Key::Esc),
        KeyCode::Up => Some(Key::Up),
        KeyCode::Down => Some(Key::Down),
        _ => None,
    }
}

/// Turns signals into events. The second request to end is obeyed here and at once, in case the loop hangs.
pub(crate) fn wait_for_signals(sender: Sender<Event>) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT])?;
    std::thread::Builder::new().name("camp-signals".into()).spawn(move || {
        let mut ending = false;
        for signal in signals.forever() {
            let request = match signal {
                SIGTSTP => Request::Suspend,
                SIGCONT => Request::Continued,
                _ => Request::Quit(signal),
            };
            if let Request::Quit(signal) = request {
                if ending {
                    terminal::restore();
                    die_of(signal);
                }
                ending = true;
            }
            if sender.send(Event::Signal(request)).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}

/// Ends this process by `signal`, so that whoever started it learns the true cause.
pub(crate) fn die_of(signal: i32) {
    // Does not return for the signals that end camp.
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

/// Stops this process as Ctrl-Z does; returns once it is continued.
pub(crate) fn stop_until_continued() {
    // Fails only for signals that cannot be raised; then camp simply goes on.
    let _ = signal_hook::low_level::emulate_default_handler(SIGTSTP);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(code: KeyCode, modifiers: KeyModifiers, expected: Option<Key>) {
        assert_eq!(key_of(KeyEvent::new(code, modifiers)), expected);
    }

    #[test]
    fn keys() {
        check(KeyCode::Char('n'), KeyModifiers::NONE, Some(Key::Char('n')));
        check(KeyCode::Char('N'), KeyModifiers::SHIFT, Some(Key::Char('n')));
        check(KeyCode::Char('c'), KeyModifiers::CONTROL, Some(Key::Interrupt));
        check(KeyCode::Char('c'), KeyModifiers::ALT, None);
        check(KeyCode::Tab, KeyModifiers::NONE, None);
    }
}
