//! Screens on a small terminal that understands what [`Screen`] writes.

use super::*;

/// A terminal: a grid, a cursor and the lines that scrolled out.
struct Terminal {
    grid: Vec<Vec<char>>,
    history: Vec<String>,
    row: usize,
    column: usize,
    columns: usize,
    written: usize,
}

impl Terminal {
    fn new(columns: usize, rows: usize) -> Self {
        Self { grid: vec![Vec::new(); rows], history: Vec::new(), row: 0, column: 0, columns, written: 0 }
    }

    fn feed(&mut self, bytes: &[u8]) {
        let text = std::str::from_utf8(&bytes[self.written..]).unwrap();
        self.written = bytes.len();
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            match c {
                '\r' => self.column = 0,
                '\n' => self.newline(),
                '\x1b' => {
                    assert_eq!(chars.next(), Some('['), "only control sequences are expected");
                    let mut digits = String::new();
                    let end = chars.by_ref().find(|c| {
                        c.is_ascii_alphabetic()
                            || !{
                                digits.push(*c);
                                true
                            }
                    });
                    self.control(end.unwrap(), &digits);
                }
                c => {
                    if self.column == self.columns {
                        self.column = 0;
                        self.newline();
                    }
                    let row = &mut self.grid[self.row];
                    row.resize(row.len().max(self.column + 1), ' ');
                    row[self.column] = c;
                    self.column += 1;
                }
            }
        }
    }

    fn newline(&mut self) {
        if self.row + 1 < self.grid.len() {
            self.row += 1;
            return;
        }
        let gone = self.grid.remove(0);
        self.history.push(gone.into_iter().collect());
        self.grid.push(Vec::new());
    }

    fn control(&mut self, end: char, digits: &str) {
        match end {
            'H' => {
                let row = digits.split(';').next().and_then(|row| row.parse().ok()).unwrap_or(1usize);
                self.row = row.min(self.grid.len()) - 1;
                self.column = 0;
            }
            'A' => self.row = self.row.saturating_sub(digits.parse().unwrap()),
            'J' => {
                self.grid[self.row].truncate(self.column);
                self.grid[self.row + 1..].iter_mut().for_each(Vec::clear);
            }
            'h' | 'l' | 'm' => {}
            other => panic!("unexpected control {other}"),
        }
    }

    fn rows(&self) -> Vec<String> {
        self.grid.iter().map(|row| row.iter().collect()).collect()
    }
}

fn screen(columns: u16, rows: u16) -> (Screen<Vec<u8>>, Terminal) {
    let screen = Screen::new(Vec::new(), Kind::Terminal { columns, rows }, false);
    (screen, Terminal::new(usize::from(columns), usize::from(rows)))
}

#[track_caller]
fn check(screen: &mut Screen<Vec<u8>>, terminal: &mut Terminal, expected: &[&str]) {
    screen.flush().unwrap();
    terminal.feed(&screen.out);
    assert_eq!(terminal.rows(), expected);
}

#[test]
fn live_lines_stay_below_the_report() {
    let (mut screen, mut terminal) = screen(10, 6);
    screen.begin(&Line::plain("one"));
    screen.set_live(vec![Line::plain("status"), Line::plain("keys")]);
    check(&mut screen, &mut terminal, &["one", "status", "keys", "", "", ""]);
    screen.text("more\nlines");
    check(&mut screen, &mut terminal, &["one", "more", "lines", "status", "keys", ""]);
    screen.set_live(vec![Line::plain("status 2")]);
    check(&mut screen, &mut terminal, &["one", "more", "lines", "status 2", "", ""]);
    screen.text("a line wider than it");
    screen.text("b");
    check(&mut screen, &mut terminal, &["more", "lines", "a line wid", "er than it", "b", "status 2"]);
}

#[test]
fn a_new_report_sends_the_old_one_into_history_without_its_live_lines() {
    let (mut screen, mut terminal) = screen(10, 5);
    screen.begin(&Line::plain("one"));
    screen.set_live(vec![Line::plain("keys")]);
    screen.text("a\nb");
    screen.flush().unwrap();
    terminal.feed(&screen.out);
    terminal.history.clear();
    screen.begin(&Line::plain("two"));
    check(&mut screen, &mut terminal, &["two", "keys", "", "", ""]);
    assert_eq!(terminal.history, ["one", "a", "b"]);
    screen.text("1\n2\n3\n4\n5\n6");
    check(&mut screen, &mut terminal, &["3", "4", "5", "6", "keys"]);
    screen.begin(&Line::plain("three"));
    check(&mut screen, &mut terminal, &["three", "keys", "", "", ""]);
    assert_eq!(terminal.history, ["one", "a", "b", "two", "1", "2", "3", "4", "5", "6"]);
}

#[test]
fn the_first_report_keeps_what_the_shell_showed() {
    let (mut screen, mut terminal) = screen(10, 4);
    terminal.feed(b"$ ls\r\nx\r\n");
    terminal.written = 0;
    screen.begin(&Line::plain("one"));
    check(&mut screen, &mut terminal, &["one", "", "", ""]);
    assert_eq!(terminal.history[..2], ["$ ls", "x"]);
}

#[test]
fn redraws_for_another_size() {
    let (mut screen, mut terminal) = screen(10, 8);
    screen.begin(&Line::plain("one"));
    screen.text("0123456789abc\nsecond\nlast");
    screen.set_live(vec![Line::plain("status"), Line::plain("some keys")]);
    check(&mut screen, &mut terminal, &["one", "0123456789", "abc", "second", "last", "status", "some keys", ""]);
    let mut terminal = Terminal { written: terminal.written, ..Terminal::new(6, 5) };
    screen.redraw(6, 5);
    check(&mut screen, &mut terminal, &["second", "last", "stat…", "some…", ""]);
    let mut terminal = Terminal { written: terminal.written, ..Terminal::new(40, 8) };
    screen.redraw(40, 8);
    check(&mut screen, &mut terminal, &["one", "0123456789abc", "second", "last", "status", "some keys", "", ""]);
}

#[test]
fn an_unchanged_screen_writes_nothing() {
    let (mut screen, _) = screen(10, 5);
    screen.begin(&Line::plain("one"));
    screen.set_live(vec![Line::plain("keys")]);
    screen.flush().unwrap();
    let before = screen.out.len();
    screen.set_live(vec![Line::plain("keys")]);
    screen.flush().unwrap();
    assert_eq!(screen.out.len(), before);
}

#[test]
fn one_row_and_one_column_do_not_panic() {
    for (columns, rows) in [(1, 1), (2, 1), (1, 3), (0, 0)] {
        let mut screen = Screen::new(Vec::new(), Kind::Terminal { columns, rows }, true);
        screen.begin(&Line::plain("header"));
        screen.text("text");
        screen.set_live(vec![Line::plain("status"), Line::plain("keys")]);
        screen.flush().unwrap();
        screen.redraw(rows, columns);
        screen.flush().unwrap();
    }
}

#[test]
fn plain_output_has_no_escape_codes_and_no_live_lines() {
    let mut screen = Screen::new(Vec::new(), Kind::Plain, false);
    screen.begin(&Line::plain("one"));
    screen.set_live(vec![Line::plain("keys")]);
    screen.text("a");
    screen.begin(&Line::plain("two"));
    screen.flush().unwrap();
    assert_eq!(String::from_utf8(screen.out).unwrap(), "one\na\n\ntwo\n");
}
