//! What every command needs: the language, the way to write, and the signal to stop.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use diag::render::Style;
use diag::{Catalogue, Lang, Text, msg};
use exercise::Exercise;

use crate::cli::ColorChoice;
use crate::failure::Failure;

/// The columns that output which goes to no terminal is laid out for.
const PLAIN_WIDTH: u16 = 100;

/// What every command needs.
#[derive(Clone)]
pub struct Session {
    /// The messages of the chosen language.
    pub catalogue: &'static Catalogue,
    /// How to write to standard output.
    pub style: Style,
    /// How to write to standard error.
    pub error_style: Style,
    /// Set by Ctrl-C.
    pub interrupted: Arc<AtomicBool>,
}

impl Session {
    /// A session that speaks `lang`.
    pub fn new(lang: Lang, color: ColorChoice) -> Self {
        let host = if knows_links() || color == ColorChoice::Always { link_host() } else { None };
        let style = |terminal: bool| {
            let color = use_color(color, terminal);
            Style { color, width: width(terminal), links: host.filter(|_| terminal && color) }
        };
        Self {
            catalogue: messages::catalogue(lang),
            style: style(std::io::stdout().is_terminal()),
            error_style: style(std::io::stderr().is_terminal()),
            interrupted: Arc::new(AtomicBool::new(false)),
        }
    }

    /// Makes Ctrl-C set [`Self::interrupted`], so that what is under way can clear up; the second Ctrl-C ends camp at
    /// once. Not for `watch`, which reads the key itself.
    pub fn catch_interrupts(&self) {
        use signal_hook::consts::SIGINT;
        let second = || signal_hook::flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(&self.interrupted));
        let first = || signal_hook::flag::register(SIGINT, Arc::clone(&self.interrupted));
        // The handlers run in this order. Without them the system's default ends camp, which is no worse than before.
        let _ = second().and_then(|_| first());
    }

    /// A message in the session's language.
    pub fn say(&self, text: &Text) -> String {
        self.catalogue.get(text)
    }

    /// Writes an error message to standard error; what cannot be written there is lost.
    pub fn complain(&self, text: &Text) {
        let text = self.say(&msg!("camp-error", text = text.clone()));
        let text = if self.error_style.color { format!("\x1b[31m{text}\x1b[0m") } else { text };
        let _ = writeln!(std::io::stderr(), "{text}");
    }

    /// Writes a remark to standard error, which is no result; what cannot be written there is lost.
    pub fn note(&self, text: &Text) {
        let _ = writeln!(std::io::stderr(), "{}", self.say(text));
    }

    /// `text` in an ANSI colour where standard output has colours.
    pub fn paint(&self, color: &str, text: &str) -> String {
        if self.style.color { format!("\x1b[{color}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// Whether to colour: `--color` decides, then `NO_COLOR`, then whether it is a terminal.
fn use_color(choice: ColorChoice, terminal: bool) -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            terminal && !is_set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
        }
    }
}

/// `text` with blanks behind it up to `columns`: Chinese characters take two columns each.
pub fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(diag::render::width(text))))
}

/// Whether the terminal is one of those known to make links of the codes for them (OSC 8). Others may print the codes.
fn knows_links() -> bool {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let programs = ["vscode", "iTerm.app", "WezTerm", "ghostty", "Hyper", "Tabby", "rio"];
    let terms = ["xterm-kitty", "alacritty", "foot", "foot-extra", "xterm-ghostty", "wezterm", "contour"];
    // VTE is what GNOME's terminal and a dozen others are made of; it has links since 0.50.
    programs.contains(&variable("TERM_PROGRAM").as_str())
        || terms.contains(&variable("TERM").as_str())
        || variable("VTE_VERSION").parse().is_ok_and(|version: u32| version >= 5000)
        || ["KONSOLE_VERSION", "WT_SESSION", "DOMTERM"].iter().any(|name| !variable(name).is_empty())
}

/// The machine to name in links: this one, so that a terminal that shows another machine's output opens nothing of its
/// own. VS Code runs its part on this machine and takes a host for a part of the path.
fn link_host() -> Option<&'static str> {
    if std::env::var("TERM_PROGRAM").is_ok_and(|program| program == "vscode") {
        return Some("");
    }
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    let host = host.trim();
    // Once for the life of the program.
    Some(if host.chars().all(is_plain) { Box::leak(host.to_owned().into_boxed_str()) } else { "" })
}

/// The columns of the terminal.
fn width(terminal: bool) -> u16 {
    let size = if terminal { crossterm::terminal::size().ok() } else { None };
    size.map(|(columns, _)| columns).filter(|&columns| columns > 0).unwrap_or(PLAIN_WIDTH)
}

/// The exercises, easiest first, and the folder they lie in.
pub struct Ladder {
    /// The folder that holds `exercises/` and `solutions/`.
    pub root: PathBuf,
    /// The exercises in their order.
    pub exercises: Vec<Exercise>,
}

impl Ladder {
    /// The exercise called `name`, or that the file or folder of this path belongs to: an editor knows which file is
    /// open, not which exercise that is.
    ///
    /// # Errors
    /// When there is none; the message names the one with the most similar name.
    pub fn find(&self, name: &str) -> Result<&Exercise, Failure> {
        if let Some(found) = self.exercises.iter().find(|exercise| exercise.name == name) {
            return Ok(found);
        }
        if let Some((found, _)) = self.of_path(Path::new(name)) {
            return Ok(found);
        }
        let names = self.exercises.iter().map(|exercise| exercise.name.as_str());
        Err(match similar_name(name, names) {
            Some(similar) => msg!("camp-unknown-exercise-similar", name = name, similar = similar),
            None => msg!("camp-unknown-exercise", name = name),
        }
        .into())
    }

    /// The exercise that the file or folder at `path` belongs to, and the path as exercises name theirs. `None` for a bare
    /// name, which is an exercise's, and for what is not there.
    pub fn of_path(&self, path: &Path) -> Option<(&Exercise, PathBuf)> {
        if path.components().count() < 2 && !path.is_absolute() {
            return None;
        }
        let full = path.canonicalize().ok()?;
        let root = self.root.canonicalize().ok()?;
        let below = full.strip_prefix(&root).ok()?;
        let mut parts = below.components().map(|part| part.as_os_str().to_string_lossy());
        let (folder, name) = (parts.next()?, parts.next()?);
        let exercise = self.exercises.iter().find(|exercise| exercise.name == name)?;
        let file = match &*folder {
            "exercises" => exercise.dir.join(below.components().skip(2).collect::<PathBuf>()),
            "solutions" => path.to_owned(),
            _ => return None,
        };
        Some((exercise, file))
    }

    /// The names of all exercises on one line.
    pub fn names(&self) -> String {
        let names: Vec<&str> = self.exercises.iter().map(|exercise| exercise.name.as_str()).collect();
        names.join(", ")
    }
}

/// The name nearest to what was typed, when it is near enough to be what was meant.
pub fn similar_name<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase().replace('-', "_");
    let nearest = names.map(|name| (distance(&typed, name), name)).min()?;
    (nearest.0 <= 1 + typed.len() / 3).then_some(nearest.1)
}

/// How many characters must be put in, taken out or changed to make `b` of `a`.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &to) in b.iter().enumerate() {
            let changed = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_mistakes_are_recognised() {
        let names = ["copy", "vector_add", "reduce_sum", "softmax"];
        let check = |typed: &str, expected: Option<&str>| assert_eq!(similar_name(typed, names.into_iter()), expected);
        check("coyp", Some("copy"));
        check("Softmax", Some("softmax"));
        check("vector-add", Some("vector_add"));
        check("reduce_sums", Some("reduce_sum"));
        check("matrix_transpose", None);
        check("", None);
    }

    #[test]
    fn flags_decide_before_the_terminal() {
        assert!(use_color(ColorChoice::Always, false));
        assert!(!use_color(ColorChoice::Never, true));
        assert!(!use_color(ColorChoice::Auto, false));
    }
}
