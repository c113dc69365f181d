//! What the state looks like: lines made of messages. Pure functions of the state and the terminal's size.

use super::course::{Entry, Verdict};
use super::files::Reason;
use super::line::{Line, Look};
use super::state::{Mode, State};
use crate::session::pad;
use diag::render::width;
use diag::{Catalogue, Text, msg};

/// Below this many rows the status takes one line, not two.
const SHORT_ROWS: usize = 8;
/// Cells of the progress bar.
const BAR: usize = 12;

/// Words and signs for one kind of output.
#[derive(Clone, Copy)]
pub(crate) struct View {
    /// The messages.
    pub(crate) catalogue: &'static Catalogue,
    /// Whether there are keys, and a terminal that shows more than ASCII.
    pub(crate) interactive: bool,
    /// Whether a key opens an editor.
    pub(crate) has_editor: bool,
}

impl View {
    /// The message in the learner's language.
    pub(crate) fn say(&self, text: &Text) -> String {
        self.catalogue.get(text)
    }

    /// The first line of a report: what is judged and when, as a rule across the screen.
    pub(crate) fn header(&self, what: &str, time: &str, columns: usize) -> Line {
        if !self.interactive {
            return Line::plain(format!("== {what} == {time}"));
        }
        let fixed = width(what) + width(time) + "──  ".chars().count() + "  ──".chars().count();
        let Some(rule) = columns.checked_sub(fixed + 1) else {
            return Line::default().add(Look::Dim, "─ ").add(Look::Bold, what);
        };
        Line::default()
            .add(Look::Dim, "── ")
            .add(Look::Bold, what)
            .add(Look::Dim, format!(" {} {time} ──", "─".repeat(rule)))
    }

    /// An exercise and its language: what every report is headed with.
    pub(crate) fn title(&self, entry: &Entry) -> String {
        let dot = if self.interactive { '·' } else { '-' };
        format!("{} {dot} {}", entry.name, entry.backend)
    }

    /// The line that ends a report.
    pub(crate) fn result(&self, entry: &Entry, verdict: Verdict, summary: Option<&Text>) -> Line {
        let name = entry.name.as_str();
        let (sign, look, result) = match verdict {
            Verdict::Passed => ("✓ ", Look::Good, msg!("watch-passed", name = name)),
            Verdict::Failed => ("✗ ", Look::Bad, msg!("watch-failed", name = name)),
            Verdict::Error => ("! ", Look::Ask, msg!("watch-not-judged", name = name)),
        };
        let result = match summary {
            Some(summary) => msg!("watch-result-summary", result = result, summary = summary.clone()),
            None => result,
        };
        let sign = if self.interactive { sign } else { "" };
        Line::default().add(look, format!("{sign}{}", self.say(&result)))
    }

    /// The line that ends a check of all.
    pub(crate) fn checked(&self, passed: usize, n: usize) -> Line {
        let (sign, look) = if passed == n { ("✓ ", Look::Good) } else { ("✗ ", Look::Bad) };
        let sign = if self.interactive { sign } else { "" };
        Line::default().add(look, format!("{sign}{}", self.say(&msg!("watch-checked", passed = passed, n = n))))
    }

    /// What to do after a pass.
    pub(crate) fn next(&self, next: &Entry) -> Line {
        let name = next.name.as_str();
        Line::plain(self.say(&if self.interactive {
            msg!("watch-next", name = name)
        } else {
            msg!("watch-next-plain", name = name)
        }))
    }

    /// The end of the ladder.
    pub(crate) fn all_done(&self, n: usize) -> Line {
        Line::default().add(
            Look::Good,
            self.say(&if self.interactive {
                msg!("watch-all-done", n = n)
            } else {
                msg!("watch-all-done-plain", n = n)
            }),
        )
    }

    /// One line of a check of all.
    pub(crate) fn row(&self, state: &State, item: usize, verdict: Verdict, summary: Option<&Text>) -> Line {
        let (look, word) = match verdict {
            Verdict::Passed => (Look::Good, msg!("watch-word-passed")),
            Verdict::Failed => (Look::Bad, msg!("watch-word-failed")),
            Verdict::Error => (Look::Ask, msg!("watch-word-not-judged")),
        };
        let words = [msg!("watch-word-passed"), msg!("watch-word-failed"), msg!("watch-word-not-judged")];
        let room = words.iter().map(|word| width(&self.say(word))).max().unwrap_or(0);
        let line = self.entry_columns(state, item).add(look, pad(&self.say(&word), room));
        match summary {
            Some(summary) => line.add(Look::Plain, format!("  {}", self.say(summary))),
            None => line,
        }
    }

    /// Why camp polls, in one line.
    pub(crate) fn polling(&self, reason: &Reason) -> Line {
        let text = match reason {
            Reason::Mount(kind) => msg!("watch-polling-mount", kind = kind),
            Reason::Silent => msg!("watch-polling-silent"),
            Reason::Limit => msg!("watch-polling-limit"),
            Reason::Failed(why) => msg!("watch-polling-failed", why = why),
        };
        Line::default().add(Look::Dim, self.say(&text))
    }

    /// The lines below the report: the status, and the keys, the list or a question.
    pub(crate) fn live(&self, state: &State, doing: Option<&Text>, columns: usize, rows: usize) -> Vec<Line> {
        let status = self.status(state, doing, columns);
        let question = match state.mode() {
            Mode::Watching => {
                let keys = self.keys(columns);
                // A single line has to say the state; the keys go to the end, for those who have the room.
                return if rows < SHORT_ROWS { vec![status] } else { vec![status, keys] };
            }
            Mode::List { cursor, typed } => return self.list(state, *cursor, typed, rows),
            Mode::ConfirmReset => msg!("watch-confirm-reset", name = state.entry().name.as_str()),
            Mode::ConfirmSkip(next) => {
                let (entry, next) = (state.entry(), &state.entries()[*next]);
                // An exercise in another language is told from this one by that.
                let next = if next.name == entry.name { &next.key } else { &next.name };
                msg!("watch-confirm-skip", name = entry.name.as_str(), next = next.as_str())
            }
        };
        let question = Line::default().add(Look::Ask, self.say(&question)).wrap(columns.saturating_sub(1));
        let fits = rows.saturating_sub(1).max(1);
        // The end of a question says which keys answer it, so the beginning goes first.
        let from = question.len().saturating_sub(fits);
        question[from..].to_vec()
    }

    fn status(&self, state: &State, doing: Option<&Text>, columns: usize) -> Line {
        let (done, n) = (state.n_done(), state.entries().len());
        let (look, word) = match (state.running(), state.verdict()) {
            (Some(super::state::Job::All), _) => (Look::Ask, msg!("watch-state-checking")),
            (Some(_), _) => match doing {
                Some(what) => (Look::Ask, msg!("watch-state-doing", what = what.clone())),
                None => (Look::Ask, msg!("watch-state-judging")),
            },
            (None, None) => (Look::Dim, msg!("watch-state-waiting")),
            (None, Some(Verdict::Passed)) => (Look::Good, msg!("watch-state-passed")),
            (None, Some(Verdict::Failed)) => (Look::Bad, msg!("watch-state-failed")),
            (None, Some(Verdict::Error)) => (Look::Ask, msg!("watch-state-not-judged")),
        };
        let word = self.say(&word);
        let name = &state.entry().name;
        let filled = (done * BAR).checked_div(n).unwrap_or(0);
        let bar = format!("[{}{}] ", "█".repeat(filled), "░".repeat(BAR - filled));
        let long = Line::default()
            .add(Look::Good, bar)
            .add(Look::Plain, self.say(&msg!("watch-progress", done = done, n = n)))
            .add(Look::Dim, " · ")
            .add(Look::Bold, name.as_str())
            .add(Look::Dim, format!(" · {} · ", state.entry().backend))
            .add(look, word.as_str());
        if long.width() < columns {
            return long;
        }
        let short = Line::default()
            .add(Look::Plain, self.say(&msg!("watch-progress-short", done = done, n = n)))
            .add(Look::Bold, format!(" {name} "));
        // The verdict is what matters: where only the name or the verdict fits, the name is cut.
        if short.width() + width(&word) < columns {
            return short.add(look, word);
        }
        Line::default().add(look, word).add(Look::Bold, format!(" {name}"))
    }

    fn keys(&self, columns: usize) -> Line {
        let mut keys = vec![
            ('n', msg!("watch-key-next")),
            ('h', msg!("watch-key-hint")),
            ('l', msg!("watch-key-list")),
            ('c', msg!("watch-key-check")),
            ('x', msg!("watch-key-reset")),
            ('r', msg!("watch-key-run")),
            ('q', msg!("watch-key-quit")),
        ];
        if self.has_editor {
            keys.insert(1, ('e', msg!("watch-key-edit")));
        }
        let mut long = Line::default();
        for (at, (key, meaning)) in keys.iter().enumerate() {
            let gap = if at == 0 { "" } else { " · " };
            long = long
                .add(Look::Dim, gap)
                .add(Look::Bold, key.to_string())
                .add(Look::Dim, format!(" {}", self.say(meaning)));
        }
        if long.width() < columns {
            return long;
        }
        let mut initials = Line::default();
        for (key, meaning) in &keys {
            let meaning = self.say(meaning);
            // "next" begins with its own key, so the word alone names both; "check all" is the long one.
            let first = meaning.split(' ').next().unwrap_or_default();
            let label = if first.starts_with(*key) { first.to_string() } else { format!("{key}={first}") };
            let gap = if initials.width() == 0 { "" } else { " " };
            initials = initials.add(Look::Dim, format!("{gap}{label}"));
        }
        if initials.width() < columns {
            return initials;
        }
        let letters: Vec<String> = keys.iter().map(|(key, _)| key.to_string()).collect();
        Line::default().add(Look::Dim, letters.join(" "))
    }

    fn list(&self, state: &State, cursor: usize, typed: &str, rows: usize) -> Vec<Line> {
        let help = Line::default().add(Look::Ask, format!("{} {typed}", self.say(&msg!("watch-list-help"))).trim_end());
        let entries = state.entries();
        let has_stages = entries.iter().any(|entry| entry.stage != entries[0].stage);
        let mut all = Vec::new();
        // The line on which the cursor is.
        let mut at = 0;
        for (item, entry) in entries.iter().enumerate() {
            if has_stages && (item == 0 || entries[item - 1].stage != entry.stage) {
                let heading = self.say(&msg!("camp-list-stage", number = entry.stage));
                all.push(Line::default().add(Look::Bold, heading));
            }
            if item == cursor {
                at = all.len();
            }
            all.push(self.list_entry(state, item, item == cursor));
        }
        let shown = rows.saturating_sub(2).clamp(1, all.len());
        // The window follows the cursor and stays full.
        let first = at.saturating_sub(shown / 2).min(all.len() - shown);
        let mut lines: Vec<Line> = all.into_iter().skip(first).take(shown).collect();
        if rows > 2 {
            lines.push(help);
        }
        lines
    }

    /// One line of the list.
    fn list_entry(&self, state: &State, item: usize, is_chosen: bool) -> Line {
        let entry = &state.entries()[item];
        let (look, word) =
            if entry.done { (Look::Good, msg!("camp-list-passed")) } else { (Look::Dim, msg!("camp-list-open")) };
        let words = [msg!("camp-list-passed"), msg!("camp-list-open")];
        let room = words.iter().map(|word| width(&self.say(word))).max().unwrap_or(0);
        let line = Line::default().add(Look::Ask, if is_chosen { "> " } else { "  " });
        line.join(self.entry_columns(state, item))
            .add(look, pad(&self.say(&word), room))
            .add(Look::Dim, format!("  {}", entry.title))
    }

    /// Number, name and language, in columns that line up over all exercises.
    fn entry_columns(&self, state: &State, item: usize) -> Line {
        let entries = state.entries();
        let entry = &entries[item];
        let digits = entries.len().to_string().len();
        let names = entries.iter().map(|entry| width(&entry.name)).max().unwrap_or(0);
        let backends = entries.iter().map(|entry| width(&entry.backend)).max().unwrap_or(0);
        Line::default()
            .add(Look::Dim, format!("{:>digits$} ", item + 1))
            .add(Look::Bold, pad(&entry.name, names))
            .add(Look::Dim, format!("  {}  ", pad(&entry.backend, backends)))
    }
}

#[cfg(test)]
#[path = "view_tests.rs"]
mod tests;
