//! An exercise in other languages: `exercise.zh.toml` beside `exercise.toml`, `kernel.zh.cuh` beside `kernel.cuh`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use diag::{Lang, msg};

use crate::error::Source;
use crate::load::load_hints;
use crate::schema::OverlayFile;
use crate::{Backend, Error, Hint};

/// A learners' file with its comments in another language, `kernel.zh.cuh` for `kernel.cuh`; it need not exist.
pub fn in_language(path: &Path, lang: Lang) -> PathBuf {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    path.with_extension(format!("{}.{extension}", lang.as_str()))
}

/// What a learner reads of an exercise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Texts {
    pub title: String,
    pub concepts: Vec<String>,
    pub hints: Vec<Hint>,
}

/// The texts in English, which `exercise.toml` holds, and in each language that has an overlay.
pub(crate) fn load_texts(dir: &Path, english: Texts) -> Result<BTreeMap<Lang, Texts>, Error> {
    let mut texts = BTreeMap::new();
    for lang in Lang::ALL.into_iter().filter(|lang| *lang != Lang::En) {
        let path = in_language(&dir.join("exercise.toml"), lang);
        if path.exists() {
            texts.insert(lang, load_overlay(&Source::read(&path)?, &english)?);
        }
    }
    texts.insert(Lang::En, english);
    Ok(texts)
}

/// Reads an overlay. Hints are remembered by their place and their keys, whatever the language: both must agree with the
/// English ones, or a learner who changes languages would be told something else.
fn load_overlay(source: &Source, english: &Texts) -> Result<Texts, Error> {
    let file: OverlayFile = source.parse()?;
    if file.title.get_ref().trim().is_empty() {
        return Err(source.error(file.title.span(), msg!("exercise-error-empty")));
    }
    let hints = load_hints(source, &file.hints)?;
    for (number, ((hint, table), wanted)) in hints.iter().zip(&file.hints).zip(&english.hints).enumerate() {
        if !hint.has_keys_of(wanted) {
            let text = msg!("exercise-error-overlay-hint", number = number + 1, found = keys(hint));
            let expected = msg!("exercise-expected-overlay-hint", number = number + 1, keys = keys(wanted));
            return Err(source.error_expected(table.text.span(), text, expected));
        }
    }
    if hints.len() != english.hints.len() {
        let place = file.hints.last().map_or(0..0, |table| table.text.span());
        let text = msg!("exercise-error-overlay-count", key = "hints", count = hints.len());
        let expected = msg!("exercise-expected-overlay-count", key = "hints", count = english.hints.len());
        return Err(source.error_expected(place, text, expected));
    }
    let concepts = file.concepts.get_ref();
    if concepts.len() != english.concepts.len() {
        let text = msg!("exercise-error-overlay-count", key = "concepts", count = concepts.len());
        let expected = msg!("exercise-expected-overlay-count", key = "concepts", count = english.concepts.len());
        return Err(source.error_expected(file.concepts.span(), text, expected));
    }
    Ok(Texts { title: file.title.into_inner(), concepts: file.concepts.into_inner(), hints })
}

/// A hint's keys as they stand in the file.
fn keys(hint: &Hint) -> String {
    let quoted = |words: Vec<&str>| words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
    let backend = match hint.backend {
        Backend::Nvidia => String::new(),
        other => format!("backend = \"{}\", ", other.as_str()),
    };
    let codes = quoted(hint.codes.iter().map(|code| code.as_str()).collect());
    if hint.patterns.is_empty() {
        return format!("{backend}codes = [{codes}]");
    }
    format!("{backend}codes = [{codes}], patterns = [{}]", quoted(hint.patterns.iter().map(|p| p.as_str()).collect()))
}
