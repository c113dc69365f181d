//! A progress bar on a terminal, plain lines elsewhere.

use std::io::Write;
use std::time::{Duration, Instant};

use diag::render::char_width;

/// Time between two drawings.
const REDRAW: Duration = Duration::from_millis(80);
/// Cells of the bar.
const CELLS: u64 = 30;

/// Shows how far something is, on standard error: standard output belongs to what the user asked for.
#[derive(Debug)]
pub struct ProgressBar<W: Write> {
    out: W,
    is_terminal: bool,
    columns: usize,
    last: Option<Instant>,
    /// What was named last, so that plain lines name each thing once.
    what: String,
    is_line_open: bool,
}

impl<W: Write> ProgressBar<W> {
    /// A bar that writes to `out`, `columns` wide where that is a terminal.
    pub fn new(out: W, is_terminal: bool, columns: u16) -> Self {
        Self { out, is_terminal, columns: columns.into(), last: None, what: String::new(), is_line_open: false }
    }

    /// Shows that `done` of `total` bytes of `what` are there; a `total` of 0 is unknown. What cannot be written is lost.
    pub fn show(&mut self, what: &str, done: u64, total: u64) {
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        let amount = format!("{:.1}/{:.1} MB", megabytes(done.min(total)), megabytes(total));
        self.draw(what, done, total, &amount);
    }

    /// Shows that `done` of `total` things are done.
    pub fn count(&mut self, what: &str, done: u64, total: u64) {
        self.draw(what, done, total, &format!("{done}/{total}"));
    }

    fn draw(&mut self, what: &str, done: u64, total: u64, amount: &str) {
        if !self.is_terminal {
            if self.what != what {
                self.what = what.to_owned();
                let _ = writeln!(self.out, "{what}");
            }
            return;
        }
        let is_same = self.what == what;
        if is_same && done < total && self.last.is_some_and(|last| last.elapsed() < REDRAW) {
            return;
        }
        self.what = what.to_owned();
        self.last = Some(Instant::now());
        let mut room = self.columns.saturating_sub(1);
        let fits = |c: &char| {
            let columns = char_width(*c);
            let fits = columns <= room;
            room = room.saturating_sub(columns);
            fits
        };
        let line: String = line(what, done, total, amount).chars().take_while(fits).collect();
        let _ = write!(self.out, "\r{line}\x1b[K");
        let _ = self.out.flush();
        self.is_line_open = true;
    }

    /// Ends the line of the bar.
    pub fn finish(&mut self) {
        if std::mem::take(&mut self.is_line_open) {
            let _ = writeln!(self.out);
        }
    }
}

impl<W: Write> Drop for ProgressBar<W> {
    fn drop(&mut self) {
        self.finish();
    }
}

/// One drawing.
fn line(what: &str, done: u64, total: u64, amount: &str) -> String {
    if total == 0 {
        return what.to_owned();
    }
    let done = done.min(total);
    let filled = done * CELLS / total;
    let cell = |i| if i < filled { '#' } else { '.' };
    let bar: String = (0..CELLS).map(cell).collect();
    format!("[{bar}] {:>3} %  {amount}  {what}", done * 100 / total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_a_bar() {
        let mut bytes = Vec::new();
        {
            let mut bar = ProgressBar::new(&mut bytes, true, 80);
            bar.show("nvrtc", 20_000_000, 80_000_000);
            bar.show("nvrtc", 80_000_000, 80_000_000);
        }
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(
            text,
            "\r[#######.......................]  25 %  20.0/80.0 MB  nvrtc\x1b[K\
             \r[##############################] 100 %  80.0/80.0 MB  nvrtc\x1b[K\n"
        );
    }

    #[test]
    fn things_are_counted() {
        let mut bytes = Vec::new();
        ProgressBar::new(&mut bytes, true, 80).count("kernels", 3, 4);
        assert_eq!(String::from_utf8(bytes).unwrap(), "\r[######################........]  75 %  3/4  kernels\x1b[K\n");
    }

    #[test]
    fn a_narrow_terminal_gets_one_line() {
        let mut bytes = Vec::new();
        ProgressBar::new(&mut bytes, true, 10).show("nvrtc", 1, 2);
        assert_eq!(String::from_utf8(bytes).unwrap(), "\r[########\x1b[K\n");
        let mut bytes = Vec::new();
        ProgressBar::new(&mut bytes, true, 10).show("正在解压", 0, 0);
        assert_eq!(String::from_utf8(bytes).unwrap(), "\r正在解压\x1b[K\n");
        let mut bytes = Vec::new();
        ProgressBar::new(&mut bytes, true, 8).show("正在解压", 0, 0);
        assert_eq!(String::from_utf8(bytes).unwrap(), "\r正在解\x1b[K\n");
    }

    #[test]
    fn a_file_gets_each_name_once() {
        let mut bytes = Vec::new();
        let mut bar = ProgressBar::new(&mut bytes, false, 80);
        bar.show("nvrtc", 1, 9);
        bar.show("nvrtc", 5, 9);
        bar.show("cccl", 0, 0);
        drop(bar);
        assert_eq!(String::from_utf8(bytes).unwrap(), "nvrtc\ncccl\n");
    }
}
