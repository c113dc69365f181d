//! From `exercise.toml` to an [`Exercise`] that can be used without further doubt.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use diag::render::width;
use diag::{Code, Lang, Pattern, msg};
use toml::Spanned;

use crate::cases::Cases;
use crate::error::Source;
use crate::hint::next;
use crate::launch::{Contract, LaunchRules, TileContract, check_variables, parse};
use crate::operator::Operator;
use crate::overlay::{Texts, load_texts};
use crate::schema::{ApiErrorTable, CostTable, ExerciseFile, HintTable, ReferenceTable, ToleranceTable};
use crate::{ApiError, Backend, Case, Cost, DeviceProps, Entry, Error, Hint, Mistake, NextHint, Signature, Tolerance};

/// How much an exercise asks of a beginner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// One idea.
    Easy,
    /// A few ideas at once.
    Medium,
    /// Needs what the ones before taught.
    Hard,
}

impl Difficulty {
    /// The spelling in `exercise.toml`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
}

/// An exercise.
#[derive(Debug, Clone)]
pub struct Exercise {
    /// The folder's name.
    pub name: String,
    /// Which of its kernels this is about: paths, cases, launches and hints are that one's.
    pub backend: Backend,
    /// The folder `exercises/<name>`.
    pub dir: PathBuf,
    /// What it is called.
    pub title: String,
    /// Its place on the ladder.
    pub order: u32,
    /// Which part of the ladder it belongs to, from 1 on.
    pub stage: u32,
    /// How much it asks.
    pub difficulty: Difficulty,
    /// What one learns.
    pub concepts: Vec<String>,
    /// The kernel that it asks for.
    pub signature: Signature,
    /// How programs call the operator.
    pub operator: Operator,
    /// The correctness cases, smallest first as the author ordered them. Names are unique.
    pub cases: Vec<Case>,
    /// Sizes for timing.
    pub bench: Vec<Case>,
    /// Calls that an operator's host interface must refuse.
    pub api_errors: Vec<ApiError>,
    /// The error model; a case's own numbers are in [`Case::allowance`].
    pub tolerance: Tolerance,
    /// What a run must move and compute.
    pub cost: Cost,
    /// The hints.
    pub hints: Vec<Hint>,
    /// Title, concepts and hints in every language that they are written in.
    texts: BTreeMap<Lang, Texts>,
    pub(crate) contract: Contract,
    pub(crate) tile: Option<TileContract>,
    pub(crate) reference: ReferenceTable,
    pub(crate) tolerance_range: Range<usize>,
}

impl Exercise {
    /// Loads the exercise in a folder. Its texts are English until [`Self::speak`].
    ///
    /// # Errors
    /// The first mistake found in its `exercise.toml` or in one of its translations.
    pub fn load(dir: &Path) -> Result<Self, Error> {
        let source = Source::read(&dir.join("exercise.toml"))?;
        check_version(&source)?;
        let file: ExerciseFile = source.parse()?;
        let name = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();

        let signature = Signature::load(&source, &file.signature)?;
        let difficulty = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard]
            .into_iter()
            .find(|d| d.as_str() == file.difficulty.get_ref())
            .ok_or_else(|| unknown(&source, &file.difficulty, "easy, medium, hard"))?;

        let operator = Operator::load(&source, file.operator.as_ref(), &signature)?;
        let stage = file.stage.as_ref().map_or(1, |stage| *stage.get_ref());
        if let Some(zero) = file.stage.as_ref().filter(|stage| *stage.get_ref() == 0) {
            let expected = msg!("exercise-expected-at-least", least = 1);
            return Err(source.error_expected(zero.span(), msg!("exercise-error-bound", value = 0), expected));
        }

        let known = known_variables(&signature);
        let contract = Contract::new(&source, &file.launch.nvidia)?;
        contract.check_variables(&known)?;
        let tile = file.launch.tilelang.as_ref();
        let tile = tile.map(|table| TileContract::new(&source, table, &signature, &known)).transpose()?;
        let tolerance = load_tolerance(&source, &file.tolerance, file.reference.magnitude, &known)?;
        let cost = load_cost(&source, &file.cost, &known)?;
        let tolerance_range = file.tolerance.span();
        let reference = file.reference;
        let tables = Cases {
            source: &source,
            signature: &signature,
            known: &known,
            reference: &reference,
            tolerance: &tolerance,
            tolerance_range: tolerance_range.clone(),
        };
        let (cases, bench) = tables.load(&file.cases, &file.bench)?;

        let hints = load_hints(&source, &file.hints)?;
        let english = Texts { title: file.title.clone(), concepts: file.concepts.clone(), hints: hints.clone() };
        let exercise = Self {
            name,
            backend: Backend::Nvidia,
            dir: dir.to_owned(),
            title: file.title,
            order: file.order,
            stage,
            difficulty,
            concepts: file.concepts,
            api_errors: load_api_errors(&source, &signature, &file.api_errors)?,
            hints,
            texts: load_texts(dir, english)?,
            signature,
            operator,
            cases,
            bench,
            tolerance,
            cost,
            contract,
            tile,
            reference,
            tolerance_range,
        };
        exercise.try_everything(&source, &file.cost)?;
        Ok(exercise)
    }

    /// Puts title, concepts and hints into a language; where they are not written in it, they stay as they are.
    pub fn speak(&mut self, lang: Lang) {
        if let Some(Texts { title, concepts, hints }) = self.texts.get(&lang).cloned() {
            (self.title, self.concepts, self.hints) = (title, concepts, hints);
        }
    }

    /// Whether title, concepts and hints are written in a language.
    pub fn speaks(&self, lang: Lang) -> bool {
        self.texts.contains_key(&lang)
    }

    /// Evaluates on every case what loading has not evaluated yet, so that later uses succeed.
    fn try_everything(&self, source: &Source, cost: &CostTable) -> Result<(), Error> {
        for case in self.cases.iter().chain(&self.bench) {
            self.launch(case, None, &DeviceProps::VIRTUAL)?;
        }
        if let Some(tile) = &self.tile {
            for case in &self.cases {
                tile.is_judged_on(case)?;
            }
            for case in self.cases.iter().chain(&self.bench) {
                tile.arguments(None, case)?;
            }
        }
        for case in self.cases.iter().chain(&self.bench) {
            for (expr, place) in [(&self.cost.bytes, &cost.bytes), (&self.cost.flops, &cost.flops)] {
                expr.number(&case.vars()).map_err(|e| {
                    let text = msg!("exercise-error-evaluation", expression = expr.source(), message = e.text);
                    source.error(place.span(), text)
                })?;
            }
        }
        Ok(())
    }

    /// The exercise with another of its kernels; `None` where it has none for the backend.
    pub fn for_backend(&self, backend: Backend) -> Option<Self> {
        match (backend, &self.tile) {
            (Backend::Nvidia, _) => Some(Self { backend, ..self.clone() }),
            (Backend::Tilelang, Some(tile)) => {
                // Loading tried the condition on every case.
                let cases = self.cases.iter().filter(|case| tile.is_judged_on(case).unwrap_or(false));
                let cases = cases.map(|case| tile.rename(case)).collect();
                let bench = self.bench.iter().map(|case| tile.rename(case)).collect();
                Some(Self { backend, cases, bench, ..self.clone() })
            }
            _ => None,
        }
    }

    /// What it is called where its kernels are told apart: `softmax`, `softmax/tilelang`.
    pub fn key(&self) -> String {
        match self.backend {
            Backend::Nvidia => self.name.clone(),
            other => format!("{}/{}", self.name, other.as_str()),
        }
    }

    /// The learner's kernel.
    pub fn kernel_path(&self) -> PathBuf {
        self.dir.join(self.backend.as_str()).join(self.backend.kernel_file())
    }

    /// The solution that is written for speed: `solutions/<name>/…/advanced/`, with a `launch.toml` beside it. Not every
    /// exercise has one.
    pub fn advanced_path(&self) -> PathBuf {
        let plain = self.solution_path();
        plain.with_file_name("advanced").join(self.backend.kernel_file())
    }

    /// The solution's kernel: `solutions/<name>/…` beside `exercises/`.
    pub fn solution_path(&self) -> PathBuf {
        let root = self.dir.parent().and_then(Path::parent).unwrap_or(&self.dir);
        root.join("solutions").join(&self.name).join(self.backend.as_str()).join(self.backend.kernel_file())
    }

    /// The reference kernel.
    pub fn reference_path(&self) -> PathBuf {
        self.dir.join("reference.cuh")
    }

    /// The learner's launch rules, which need not exist.
    pub fn launch_path(&self) -> PathBuf {
        self.dir.join(self.backend.as_str()).join("launch.toml")
    }

    /// The rules in a `launch.toml` beside a kernel, when there is one.
    ///
    /// # Errors
    /// When it exists and cannot be understood.
    pub fn launch_rules_beside(kernel: &Path) -> Result<Option<LaunchRules>, Error> {
        let path = kernel.with_file_name("launch.toml");
        if path.exists() { LaunchRules::load(&path).map(Some) } else { Ok(None) }
    }

    /// The reference kernel's name expression for a case.
    pub fn reference_kernel(&self, case: &Case) -> String {
        format!("reference<{}>", self.reference_dtype(case.dtype).cpp())
    }

    /// What the reference's `T` stands for: the type parameter, else the type of the first input.
    pub fn reference_dtype(&self, dtype: Option<crate::Dtype>) -> crate::Dtype {
        self.signature.inputs().next().map_or(crate::Dtype::F32, |input| input.element.resolve(dtype))
    }

    /// The codes of findings that a kernel can get and that no hint of this exercise answers.
    pub fn codes_without_hint(&self) -> Vec<Code> {
        let hints = self.own_hints();
        let is_answered = |code: &Code| hints.iter().any(|hint| hint.codes.contains(code));
        Code::ALL.into_iter().filter(|code| *code != Code::BadExercise && !is_answered(code)).collect()
    }

    /// The hints about this backend's kernel.
    pub fn own_hints(&self) -> Vec<&Hint> {
        self.hints.iter().filter(|hint| hint.backend == self.backend).collect()
    }

    /// The hint to show next.
    pub fn next_hint(&self, progress: &Entry) -> Option<NextHint<'_>> {
        next(&self.own_hints(), progress.hint_level, progress.last_finding.as_ref(), &progress.answered)
    }
}

/// Reads the version alone first: a file in a newer format should say so, not fail at its first new field.
fn check_version(source: &Source) -> Result<(), Error> {
    #[derive(serde::Deserialize)]
    struct Version {
        format_version: Spanned<i64>,
    }
    source.check_version(&source.parse::<Version>()?.format_version)
}

pub(crate) fn known_variables(signature: &Signature) -> Vec<String> {
    let extra = ["cap", "dtype", "dtype_bytes"].map(str::to_owned);
    let attributes = signature.attributes().map(|attribute| attribute.name.clone());
    signature.dims.iter().cloned().chain(attributes).chain(extra).collect()
}

/// The error for a word that is not one of a list.
pub(crate) fn unknown(source: &Source, word: &Spanned<String>, list: &str) -> Error {
    source.error_expected(
        word.span(),
        msg!("exercise-error-unknown", word = word.get_ref()),
        msg!("exercise-expected-one-of", what = list),
    )
}

fn load_tolerance(
    source: &Source,
    table: &Spanned<ToleranceTable>,
    reference_has_magnitude: bool,
    known: &[String],
) -> Result<Tolerance, Error> {
    let t = table.get_ref();
    let bound = t.relative.is_some() || t.magnitude.is_some();
    let extras = t.absolute.is_some() || t.row_sum.is_some();
    if t.exact == bound || (t.exact && extras) {
        let expected = msg!("exercise-expected-tolerance");
        return Err(source.error_expected(table.span(), msg!("exercise-error-tolerance"), expected));
    }
    if t.exact {
        return Ok(Tolerance::Exact);
    }
    let expr = |text: &Option<Spanned<String>>| {
        let Some(text) = text else { return Ok(None) };
        let located = parse(source, text)?;
        check_variables(source, &located, known)?;
        Ok(Some(located.expr))
    };
    if let Some(magnitude) = t.magnitude.as_ref().filter(|_| !reference_has_magnitude) {
        return Err(source.error(magnitude.span(), msg!("exercise-error-no-magnitude")));
    }
    for value in [t.absolute, t.row_sum].into_iter().flatten() {
        if !value.is_finite() || value < 0.0 {
            let expected = msg!("exercise-expected-at-least", least = 0);
            return Err(source.error_expected(table.span(), msg!("exercise-error-bound", value = value), expected));
        }
    }
    Ok(Tolerance::Bound {
        relative: expr(&t.relative)?,
        magnitude: expr(&t.magnitude)?,
        absolute: t.absolute.unwrap_or(0.0),
        row_sum: t.row_sum,
    })
}

fn load_cost(source: &Source, table: &CostTable, known: &[String]) -> Result<Cost, Error> {
    let expr = |text: &Spanned<String>| {
        let located = parse(source, text)?;
        check_variables(source, &located, known)?;
        Ok(located.expr)
    };
    Ok(Cost { bytes: expr(&table.bytes)?, flops: expr(&table.flops)? })
}

fn load_api_errors(source: &Source, signature: &Signature, tables: &[ApiErrorTable]) -> Result<Vec<ApiError>, Error> {
    let mut errors: Vec<ApiError> = Vec::new();
    for table in tables {
        let name = table.name.get_ref();
        if errors.iter().any(|e| e.name == *name) {
            return Err(source.error(table.name.span(), msg!("exercise-error-duplicate", name = name)));
        }
        if !signature.buffers().any(|b| b.name == *table.buffer.get_ref()) {
            let names: Vec<_> = signature.buffers().map(|b| b.name.as_str()).collect();
            return Err(unknown(source, &table.buffer, &names.join(", ")));
        }
        let mistake = Mistake::parse(table.mistake.get_ref())
            .ok_or_else(|| unknown(source, &table.mistake, "null, dtype, shape, stride"))?;
        errors.push(ApiError { name: name.clone(), buffer: table.buffer.get_ref().clone(), mistake });
    }
    Ok(errors)
}

pub(crate) fn load_hints(source: &Source, tables: &[HintTable]) -> Result<Vec<Hint>, Error> {
    let mut hints = Vec::new();
    for table in tables {
        let codes = table.codes.iter().map(|code| {
            let list = || Code::ALL.map(Code::as_str).join(", ");
            Code::parse(code.get_ref()).ok_or_else(|| unknown(source, code, &list()))
        });
        let patterns = table.patterns.iter().map(|pattern| {
            let list = || Pattern::ALL.iter().map(|pattern| pattern.as_str()).collect::<Vec<_>>().join(", ");
            Pattern::parse(pattern.get_ref()).ok_or_else(|| unknown(source, pattern, &list()))
        });
        let patterns = patterns.collect::<Result<_, _>>()?;
        let text = unwrap_lines(table.text.get_ref());
        if text.is_empty() {
            return Err(source.error(table.text.span(), msg!("exercise-error-empty")));
        }
        let backend = match &table.backend {
            Some(word) => Backend::parse(word.get_ref()).ok_or_else(|| unknown(source, word, "nvidia, tilelang"))?,
            None => Backend::Nvidia,
        };
        hints.push(Hint { backend, codes: codes.collect::<Result<_, _>>()?, patterns, text });
    }
    for backend in Backend::ALL {
        let of_backend = || hints.iter().filter(|hint| hint.backend == backend);
        let rungs = of_backend().filter(|hint| hint.is_rung()).count();
        if rungs < 3 && (backend == Backend::Nvidia || of_backend().next().is_some()) {
            let place = tables.last().map_or(0..0, |t| t.text.span());
            let expected = msg!("exercise-expected-at-least", least = 3);
            return Err(source.error_expected(place, msg!("exercise-error-hints", count = rungs), expected));
        }
    }
    Ok(hints)
}

/// Joins the lines of each paragraph: an author's line breaks are for the author's editor, a terminal has its own width.
fn unwrap_lines(text: &str) -> String {
    let lines: Vec<&str> = text.trim().lines().map(str::trim).collect();
    let join = |paragraph: &[&str]| {
        let mut joined = String::new();
        for line in paragraph {
            joined.push_str(if needs_space(&joined, line) { " " } else { "" });
            joined.push_str(line);
        }
        joined
    };
    lines.split(|line| line.is_empty()).map(join).collect::<Vec<_>>().join("\n\n")
}

/// Whether a space stands where two lines meet: not between two Chinese characters, nor behind a full-width mark.
fn needs_space(before: &str, after: &str) -> bool {
    let is_wide = |c: &char| width(c.encode_utf8(&mut [0; 4])) == 2;
    let (Some(last), Some(first)) = (before.chars().next_back(), after.chars().next()) else { return false };
    let is_mark = |c: &char| is_wide(c) && !c.is_alphanumeric();
    !(is_wide(&last) && is_wide(&first) || is_mark(&last) || is_mark(&first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined_as_their_language_asks() {
        let check = |text: &str, expected: &str| assert_eq!(unwrap_lines(text), expected);
        check("\none\n two\n\nthree\n", "one two\n\nthree");
        check("先写\n后读，\n用 `x`\n比较\n", "先写后读，用 `x` 比较");
        check("看 x\n（下标）\ny", "看 x（下标）y");
    }
}
