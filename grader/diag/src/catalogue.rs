//! A language's messages, made from Fluent files.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::langid;
use unicode_width::UnicodeWidthChar;

use crate::{Arg, Lang, Text, format_number};

/// Stands at both ends of a message within a Chinese message until the whole is put together. A noncharacter: no text
/// that is meant to be read holds it.
const SEAM: char = '\u{fdd0}';

/// The messages of one language.
pub struct Catalogue {
    lang: Lang,
    bundle: FluentBundle<FluentResource>,
    /// What the Fluent parser refused; a test keeps this empty.
    faults: Vec<String>,
}

impl Catalogue {
    /// The catalogue of a language from its Fluent files, name and text each.
    pub fn new(lang: Lang, files: &[(&str, &str)]) -> Self {
        let id = match lang {
            Lang::En => langid!("en"),
            Lang::Zh => langid!("zh-CN"),
        };
        let mut bundle = FluentBundle::new_concurrent(vec![id]);
        // Isolation marks would show as stray characters in terminals and break exact comparison of texts.
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(|value, _| match value {
            FluentValue::Number(n) => Some(format_number(n.value)),
            _ => None,
        }));
        let mut faults = Vec::new();
        for (name, text) in files {
            let resource = FluentResource::try_new((*text).to_owned()).unwrap_or_else(|(partial, errors)| {
                faults.extend(errors.iter().map(|e| format!("{name}.ftl: {e}")));
                partial
            });
            if let Err(errors) = bundle.add_resource(resource) {
                faults.extend(errors.iter().map(|e| format!("{name}.ftl: {e}")));
            }
        }
        Self { lang, bundle, faults }
    }

    /// The language.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Errors in the Fluent files, for tests.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// The message in this language, else its id with its arguments: a hole in a catalogue must not take a verdict from
    /// a learner.
    pub fn get(&self, text: &Text) -> String {
        self.lookup(text).unwrap_or_else(|| {
            let args: Vec<_> = text.args.iter().map(|(name, arg)| format!("{name}: {}", self.plain(arg))).collect();
            if args.is_empty() { text.id.to_owned() } else { format!("{} ({})", text.id, args.join(", ")) }
        })
    }

    fn lookup(&self, text: &Text) -> Option<String> {
        let pattern = self.bundle.get_message(text.id)?.value()?;
        let mut args = FluentArgs::with_capacity(text.args.len());
        for (name, arg) in &text.args {
            args.set(*name, self.value(arg));
        }
        // A variable that the caller did not give prints as its name; the catalogue test makes sure that none is missing.
        let said = self.bundle.format_pattern(pattern, Some(&args), &mut Vec::new());
        Some(if said.contains(SEAM) { close_seams(&said) } else { said.into_owned() })
    }

    fn value(&self, arg: &Arg) -> FluentValue<'static> {
        /// Up to here every integer has its own `f64`, which is what Fluent computes with.
        const EXACT: i64 = 1 << 53;
        match arg {
            Arg::Int(n) if n.abs() <= EXACT => FluentValue::from(*n),
            Arg::Num(x) => FluentValue::from(*x),
            Arg::Text(_) if self.lang == Lang::Zh => FluentValue::from(format!("{SEAM}{}{SEAM}", self.plain(arg))),
            Arg::Int(_) | Arg::Str(_) | Arg::Text(_) => FluentValue::from(self.plain(arg)),
        }
    }

    fn plain(&self, arg: &Arg) -> String {
        match arg {
            Arg::Str(s) => s.clone(),
            Arg::Int(n) => n.to_string(),
            Arg::Num(x) => format_number(*x),
            Arg::Text(text) => self.get(text),
        }
    }
}

/// Joins a Chinese message with those in it. Chinese puts a space between its own characters and Latin ones, and none
/// between two of its own: a message with a space before a variable is right for `x[3]`, and this takes the space out
/// again where the variable turned out to be Chinese.
fn close_seams(said: &str) -> String {
    let is_wide = |c: Option<&char>| c.is_some_and(|c| c.width() == Some(2));
    let mut joined: Vec<char> = Vec::new();
    // Whether a seam stands beside what comes next, behind a space or not.
    let mut at_seam = false;
    for c in said.chars() {
        if c == SEAM {
            at_seam = true;
            continue;
        }
        let n = joined.len();
        if at_seam && is_wide(Some(&c)) && n > 1 && joined[n - 1] == ' ' && is_wide(joined.get(n - 2)) {
            joined.pop();
        }
        joined.push(c);
        at_seam &= c == ' ';
    }
    joined.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &'static [(&str, &str)], text: &Text, expected: &str) {
        assert_eq!(Catalogue::new(Lang::En, files).get(text), expected);
    }

    #[test]
    fn texts() {
        const FILES: &[(&str, &str)] = &[(
            "t",
            "t-plain = hello\nt-var = `{ $name }` at { $i }\nt-count = { $n ->\n    [one] one thread\n   *[other] { $n } \
             threads\n }\nt-lines = first\n    second\n",
        )];
        check(FILES, &Text { id: "t-plain", args: vec![] }, "hello");
        check(FILES, &Text { id: "t-lines", args: vec![] }, "first\nsecond");
        let var = |name: Arg, i: Arg| Text { id: "t-var", args: vec![("name", name), ("i", i)] };
        check(FILES, &var("in".into(), 1024.into()), "`in` at 1024");
        check(FILES, &var("in".into(), 0.1_f32.into()), "`in` at 0.1");
        check(FILES, &var("in".into(), i64::MAX.into()), "`in` at 9223372036854775807");
        check(
            FILES,
            &var(Text { id: "t-plain", args: vec![] }.into(), u64::MAX.into()),
            "`hello` at 18446744073709551615",
        );
        check(FILES, &Text { id: "t-count", args: vec![("n", 1.into())] }, "one thread");
        check(FILES, &Text { id: "t-count", args: vec![("n", 20_000.into())] }, "20000 threads");
    }

    #[test]
    fn a_missing_message_shows_its_id() {
        check(&[], &Text { id: "t-none", args: vec![] }, "t-none");
        check(&[], &Text { id: "t-none", args: vec![("n", 3.into())] }, "t-none (n: 3)");
    }

    #[test]
    fn chinese_has_no_space_between_its_own_characters() {
        const FILES: &[(&str, &str)] = &[(
            "t",
            "t-says = 线程 { $does } { $what } 之外\nt-reads = 读取\nt-shared = 共享内存\nt-element = `{ $name }`\nt-full = \
             { $what }。\n",
        )];
        let catalogue = Catalogue::new(Lang::Zh, FILES);
        let text = |id, args| Text { id, args };
        let says = |what: Text| text("t-says", vec![("does", text("t-reads", vec![]).into()), ("what", what.into())]);
        let check = |said: Text, expected: &str| assert_eq!(catalogue.get(&said), expected);
        check(says(text("t-shared", vec![])), "线程读取共享内存之外");
        check(says(text("t-element", vec![("name", "s[3]".into())])), "线程读取 `s[3]` 之外");
        // What is put in as it is stays as it is.
        check(text("t-element", vec![("name", "中 文".into())]), "`中 文`");
        let nested = text("t-full", vec![("what", says(text("t-shared", vec![])).into())]);
        check(nested, "线程读取共享内存之外。");
    }
}
