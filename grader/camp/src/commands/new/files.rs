//! The files of a new operator: which there are, and their texts.

use std::fs;
use std::path::Path;

use diag::{Code, Lang};
use serde_json::Value;
use tera::{Context, Tera};

use super::form::Form;
use crate::commands::hint;

/// A file to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Below the root, with `/`.
    pub path: String,
    /// What is in it.
    pub text: String,
    /// Whether it is there already, and something is added to it.
    pub is_changed: bool,
}

/// The languages of the book.
pub const BOOKS: [&str; 2] = ["en", "zh"];

/// The columns that texts in TOML are wrapped at.
const WIDTH: usize = 118;

/// The templates by the names that they include one another by.
macro_rules! templates {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../../templates/new/", $name, ".tera")))),*]
    };
}

const TEMPLATES: &[(&str, &str)] = templates![
    "answers.tilelang.en",
    "answers.tilelang.zh",
    "baseline.py",
    "declaration",
    "exercise.toml",
    "exercise.zh.toml",
    "functor/kernel.cuh",
    "functor/right/free_function.cuh",
    "functor/right/in_double.cuh",
    "functor/right/own_lines.cuh",
    "functor/struct",
    "functor/wrong/functor_renamed.cuh",
    "functor/wrong/input_returned.cuh",
    "functor/wrong/kernel_written.cuh",
    "functor/wrong/no_call_operator.cuh",
    "functor/wrong/not_const.cuh",
    "functor/wrong/not_device.cuh",
    "head",
    "index",
    "kernel.cuh",
    "kernel.py",
    "launch.tilelang.toml",
    "launch.toml",
    "numpy.py",
    "page.md",
    "reference.cuh",
    "right/backwards.cuh",
    "right/one_piece_each.cuh",
    "right/while_loop.cuh",
    "wrong/empty.cuh",
    "wrong/index_from_one.cuh",
    "wrong/input_overwritten.cuh",
    "wrong/last_element_left_out.cuh",
    "wrong/less_or_equal.cuh",
    "wrong/no_bounds_test.cuh",
    "wrong/one_element_each.cuh",
    "wrong/writes_neighbour.cuh",
];

/// The folder of templates of a functor.
const FUNCTOR: &str = "functor/";

/// The book's page about an operator.
pub fn page(lang: &str, name: &str) -> String {
    format!("book/{lang}/src/{name}.md")
}

/// The files of a new operator, sorted by path.
///
/// # Errors
/// What is wrong with a template, which tests rule out for the models that are shipped.
pub fn files(form: &Form, root: &Path) -> Result<Vec<File>, String> {
    let tera = tera()?;
    let render = |template: &str, lang: Lang, is_solution: bool| {
        let mut context = Context::from_serialize(form).map_err(|error| format!("{error:?}"))?;
        context.insert("zh", &(lang == Lang::Zh));
        context.insert("solution", &is_solution);
        context.insert("answers", &answers(lang));
        let text = tera.render(template, &context);
        // A blank line is there to part what stands around it: one is enough, and none at the end.
        let text = text.map_err(|error| format!("templates/new/{template}: {error:?}"))?;
        Ok::<_, String>(tidy(&text))
    };
    let name = &form.name;
    let (exercise, solution) = (format!("exercises/{name}"), format!("solutions/{name}"));
    let mut files = Vec::new();
    let mut add = |path: String, text: String| files.push(File { path, text, is_changed: false });
    let en = Lang::En;
    add(format!("{exercise}/exercise.toml"), render("exercise.toml", en, false)?);
    add(format!("{exercise}/exercise.zh.toml"), render("exercise.zh.toml", Lang::Zh, false)?);
    add(format!("{exercise}/reference.cuh"), render("reference.cuh", en, false)?);
    add(format!("{exercise}/baseline.py"), render("baseline.py", en, false)?);
    add(format!("{exercise}/tests/numpy.py"), render("numpy.py", en, false)?);
    for lang in Lang::ALL {
        let ending = if lang == en { String::new() } else { format!(".{}", lang.as_str()) };
        let mut backend = |folder: &str, kernel: &str, extension: &str, rules: &str| {
            let own = if folder == "nvidia" && form.functor.is_some() { FUNCTOR } else { "" };
            let template = format!("{own}{kernel}.{extension}");
            let file = format!("{folder}/{kernel}{ending}.{extension}");
            add(format!("{exercise}/{file}"), render(&template, lang, false)?);
            add(format!("{solution}/{file}"), render(&template, lang, true)?);
            add(format!("{exercise}/{folder}/launch{ending}.toml"), render(rules, lang, false)?);
            Ok::<_, String>(())
        };
        backend("nvidia", "kernel", "cuh", "launch.toml")?;
        if form.tile.is_some() {
            backend("tilelang", "kernel", "py", "launch.tilelang.toml")?;
        }
    }
    // A functor has control kernels of its own.
    let controls = TEMPLATES.iter().filter_map(|(template, _)| {
        let control = match form.functor {
            Some(_) => template.strip_prefix(FUNCTOR)?,
            None => *template,
        };
        (control.starts_with("wrong/") || control.starts_with("right/")).then_some((*template, control))
    });
    for (template, control) in controls {
        // Some mistakes show only where the contract's grid is rounded up to whole blocks, or limited by some cases, or where
        // no thread reads what another one has overwritten.
        let holds = match template {
            "wrong/no_bounds_test.cuh" => form.is_rounded_up,
            "wrong/one_element_each.cuh" => form.is_capped,
            "wrong/input_overwritten.cuh" => form.matrix.is_some(),
            _ => true,
        };
        if holds {
            add(format!("{exercise}/{control}"), render(template, en, false)?);
        }
    }
    for (code, lang) in BOOKS.iter().zip(Lang::ALL) {
        let summary = format!("book/{code}/src/SUMMARY.md");
        let Ok(text) = fs::read_to_string(root.join(&summary)) else { continue };
        files.push(File { path: page(code, name), text: render("page.md", lang, false)?, is_changed: false });
        files.push(File { path: summary, text: with_entry(&text, &form.model, name), is_changed: true });
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// The templates, and the filters `toml`, a value within a line, and `lines`, the lines of a table.
fn tera() -> Result<Tera, String> {
    let mut tera = Tera::default();
    tera.autoescape_on(Vec::new());
    tera.add_raw_templates(TEMPLATES.iter().copied()).map_err(|error| format!("templates/new: {error:?}"))?;
    tera.register_filter("toml", |value: &Value, _: &std::collections::HashMap<String, Value>| {
        Ok(Value::String(inline(value)))
    });
    tera.register_filter("lines", |value: &Value, _: &std::collections::HashMap<String, Value>| {
        Ok(Value::String(value.as_object().map(|table| entries(table).join("\n")).unwrap_or_default()))
    });
    Ok(tera)
}

/// A hint for every finding, which holds for any kernel.
fn answers(lang: Lang) -> Vec<Value> {
    let codes = Code::ALL.into_iter().filter(|code| *code != Code::BadExercise);
    codes
        .map(|code| {
            let text = messages::catalogue(lang).get(&hint::any_kernel(code));
            let text = diag::render::wrap(&text, WIDTH).join("\n");
            serde_json::json!({ "code": code.as_str(), "text": text })
        })
        .collect()
}

/// A value as TOML writes it within a line.
fn inline(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Object(table) if table.is_empty() => "{}".to_owned(),
        Value::Object(table) => format!("{{ {} }}", entries(table).join(", ")),
        // Strings of JSON are strings of TOML, and so are its numbers.
        other => other.to_string(),
    }
}

/// The entries of a table: first what a reader looks for first, then the rest by name.
fn entries(table: &serde_json::Map<String, Value>) -> Vec<String> {
    const FIRST: [&str; 9] = ["name", "kind", "buffer", "sizes", "shape", "value", "grid", "block", "relative"];
    // The type of a parameter stands before its shape; elsewhere `dtype` is a name like any other.
    let place = |key: &str| match key {
        "dtype" if table.contains_key("kind") => 2,
        key => FIRST.iter().position(|first| *first == key).unwrap_or(FIRST.len()),
    };
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by(|(a, _), (b, _)| (place(a), a).cmp(&(place(b), b)));
    entries.into_iter().map(|(key, value)| format!("{} = {}", bare(key), inline(value))).collect()
}

/// A key, in quotes where it needs them.
fn bare(key: &str) -> String {
    let is_bare = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    if is_bare { key.to_owned() } else { Value::from(key).to_string() }
}

/// The text without blanks at the ends of lines, without two empty lines in a row but before Python's `@` and `def`, and
/// with one line end at its end.
fn tidy(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let mut tidy = String::new();
    for (at, line) in lines.iter().enumerate() {
        let next = lines[at + 1..].iter().find(|line| !line.is_empty());
        let is_top = next.is_some_and(|line| line.starts_with('@') || line.starts_with("def "));
        let enough = if is_top { "\n\n\n" } else { "\n\n" };
        if line.is_empty() && (tidy.is_empty() || tidy.ends_with(enough)) {
            continue;
        }
        tidy.push_str(line);
        tidy.push('\n');
    }
    format!("{}\n", tidy.trim_end())
}

/// A book's summary with a line for the new page: behind the model's page, else behind the last of the exercises' pages,
/// else at the end.
fn with_entry(summary: &str, model: &str, name: &str) -> String {
    let entry = format!("- [{name}]({name}.md)");
    let lines: Vec<&str> = summary.lines().collect();
    let of = |page: &str| lines.iter().position(|line| line.trim_end().ends_with(&format!("]({page}.md)")));
    let at = of(model).or_else(|| of("softmax")).map_or(lines.len(), |at| at + 1);
    let (before, after) = lines.split_at(at);
    let all: Vec<&str> = before.iter().copied().chain([entry.as_str()]).chain(after.iter().copied()).collect();
    all.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_toml() {
        let check = |json: &str, expected: &str| {
            assert_eq!(inline(&serde_json::from_str(json).unwrap()), expected);
        };
        check(r#"[[1, 2], [3]]"#, "[[1, 2], [3]]");
        check(r#"{"shape": ["n"], "name": "a", "kind": "in"}"#, r#"{ name = "a", kind = "in", shape = ["n"] }"#);
        check(r#"{"dtype": "dtype", "BLOCK_N": "16"}"#, r#"{ BLOCK_N = "16", dtype = "dtype" }"#);
        check(r#"{"a b": 1e-30, "c": true}"#, r#"{ "a b" = 1e-30, c = true }"#);
        check("{}", "{}");
    }

    #[test]
    fn the_summary_gets_one_line() {
        let summary = "# Summary\n\n- [Softmax](softmax.md)\n- [Precision](precision.md)\n";
        let expected = "# Summary\n\n- [Softmax](softmax.md)\n- [relu](relu.md)\n- [Precision](precision.md)\n";
        assert_eq!(with_entry(summary, "vector_add", "relu"), expected);
        assert_eq!(with_entry("# Summary\n", "copy", "relu"), "# Summary\n- [relu](relu.md)\n");
    }

    #[test]
    fn texts_are_tidied() {
        assert_eq!(tidy("\n\na  \n\n\n\nb\n\n"), "a\n\nb\n");
        assert_eq!(tidy("import x\n\n\ndef f():\n    pass\n"), "import x\n\n\ndef f():\n    pass\n");
    }
}
