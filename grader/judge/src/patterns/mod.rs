//! What the pattern of wrong values says about the mistake.
//!
//! A set of hypotheses, each of which predicts the whole output. In every failed case all of them are tried
//! ([`examine`]); what is said of a finding is what holds in all of its cases, value by value ([`explain`]). Where two
//! hold equally, both are said. None is tried by an exercise's name: a sum, a softmax, an addition is recognised by the
//! reference's values.

mod activation;
mod elements;
mod facts;
mod fit;
pub mod gaps;
mod generic;
mod layer_norm;
mod matmul;
mod precision;
mod reduce;
mod relation;
mod sizes;
mod softmax;
mod transpose;

use std::collections::{BTreeMap, BTreeSet};

use diag::{Code, Diagnostic, Pattern, Text, msg};

use fit::{Answer, Hypothesis, answer, is_refuted_by_right_values};
pub use fit::{InputValues, Scene};
pub use relation::Relation;
pub use sizes::{Sized, explain as explain_sizes};

/// Cases with more elements than this are not examined: hypotheses cost time for each element.
const MAX_ELEMENTS: usize = 200_000;

/// The same for cases that passed, of which a few small ones say enough.
const MAX_ELEMENTS_PASSED: usize = 5_000;

/// What tells a hypothesis from all others, in every case: its pattern and a number.
pub type Id = (Pattern, i64);

/// What fits the values of one output in one case.
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    /// The output's name.
    pub buffer: String,
    /// Whether hypotheses were tried.
    pub is_examined: bool,
    fits: Vec<Fit>,
    /// Hypotheses that this case can neither support nor refute; without a variant: all of the pattern.
    silent: Vec<(Pattern, Option<i64>)>,
    /// What is so in this case, cause unknown.
    facts: Vec<(Option<Pattern>, Text)>,
}

/// A hypothesis that fits.
#[derive(Debug, Clone)]
struct Fit {
    id: Id,
    /// Its place in the order of trying: simple ones come first.
    rank: usize,
    is_general: bool,
    text: Text,
}

impl Evidence {
    /// Whether this case speaks against the hypothesis.
    fn refutes(&self, (pattern, variant): Id) -> bool {
        !self.fits.iter().any(|fit| fit.id == (pattern, variant))
            && !self.silent.iter().any(|&(p, v)| p == pattern && v.is_none_or(|v| v == variant))
    }
}

/// Tries every hypothesis on `scene`.
pub fn examine(scene: &Scene<'_>) -> Evidence {
    let mut evidence = Evidence { buffer: scene.buffer.to_owned(), ..Evidence::default() };
    if scene.got.len() > MAX_ELEMENTS || scene.comparison.n_mismatched == 0 {
        return evidence;
    }
    evidence.is_examined = true;
    let mut rank = 0;
    each_hypothesis(scene, &mut |hypothesis| {
        rank += 1;
        let id = (hypothesis.pattern, hypothesis.variant);
        match answer(scene, &hypothesis) {
            Answer::Fits if evidence.fits.iter().all(|fit| fit.id != id) => {
                evidence.fits.push(Fit { id, rank, is_general: hypothesis.is_general, text: hypothesis.text });
            }
            Answer::CannotTell => evidence.silent.push((id.0, Some(id.1))),
            Answer::Fits | Answer::Refuted => {}
        }
    });
    if scene.comparison.n_mismatched < generic::ENOUGH {
        // What is found by aligning values was not even looked for.
        evidence.silent.extend(generic::FOUND_BY_ALIGNING.map(|pattern| (pattern, None)));
    }
    evidence.facts = facts::facts(scene);
    evidence
}

/// Makes the hypotheses of one kind.
type Family = fn(&Scene<'_>, &mut dyn FnMut(Hypothesis<'_>));

/// Makes every hypothesis about `scene`, in the order in which they are said.
fn each_hypothesis(scene: &Scene<'_>, found: &mut dyn FnMut(Hypothesis<'_>)) {
    let families: [Family; 10] = [
        generic::plain,
        elements::hypotheses,
        reduce::hypotheses,
        softmax::hypotheses,
        activation::hypotheses,
        transpose::hypotheses,
        matmul::hypotheses,
        layer_norm::hypotheses,
        precision::hypotheses,
        generic::moved,
    ];
    for family in families {
        family(scene, found);
    }
}

/// The hypotheses about an output that hold in all of `evidence`: those that are worth being held against cases that passed.
pub fn holding(evidence: &[(usize, Evidence)], buffer: &str) -> Vec<Id> {
    let cases = of_output(evidence, buffer);
    let ids: BTreeSet<Id> = cases.iter().flat_map(|case| &case.fits).map(|fit| fit.id).collect();
    ids.into_iter().filter(|&id| !cases.iter().any(|case| case.refutes(id))).collect()
}

/// Which of `ids` cannot be, because `scene`, a case that passed, would have failed. It holds the wanted values.
pub fn refuted(scene: &Scene<'_>, ids: &[Id]) -> Vec<Id> {
    let mut refuted = Vec::new();
    if scene.got.len() > MAX_ELEMENTS_PASSED {
        return refuted;
    }
    each_hypothesis(scene, &mut |hypothesis| {
        let id = (hypothesis.pattern, hypothesis.variant);
        if ids.contains(&id) && is_refuted_by_right_values(scene, &hypothesis) {
            refuted.push(id);
        }
    });
    refuted
}

/// The examined cases of an output.
fn of_output<'a>(evidence: &'a [(usize, Evidence)], buffer: &str) -> Vec<&'a Evidence> {
    evidence.iter().map(|(_, evidence)| evidence).filter(|e| e.is_examined && e.buffer == buffer).collect()
}

/// Adds to the findings of `code` among `found`, each with its case, what their values say. `evidence` has one entry for
/// each of them, in the same order, with its case as well; `refuted`: what cases that passed speak against.
pub fn explain(found: &mut [(usize, Diagnostic)], evidence: &[(usize, Evidence)], refuted: &[Id], code: Code) {
    let buffers: BTreeSet<&str> = evidence.iter().map(|(_, evidence)| evidence.buffer.as_str()).collect();
    let said: BTreeMap<&str, (Vec<Pattern>, Vec<Text>)> =
        buffers.into_iter().map(|buffer| (buffer, conclusion(&of_output(evidence, buffer), refuted))).collect();
    let wrong = found.iter_mut().filter(|(_, diagnostic)| diagnostic.code == code);
    for ((_, diagnostic), (_, evidence)) in wrong.zip(evidence).filter(|(_, (_, evidence))| evidence.is_examined) {
        let (patterns, notes) = said.get(evidence.buffer.as_str()).cloned().unwrap_or_default();
        if notes.is_empty() {
            diagnostic.patterns = evidence.facts.iter().filter_map(|(pattern, _)| *pattern).collect();
            diagnostic.notes.splice(0..0, evidence.facts.iter().map(|(_, text)| text.clone()));
        } else {
            diagnostic.patterns = patterns;
            diagnostic.notes.splice(0..0, notes);
        }
    }
}

/// The hypotheses that fit some of `cases` and that neither another nor `refuted` speaks against, plain ones alone where
/// there are any, the simplest first.
fn hold<'a>(cases: &[&'a Evidence], refuted: &[Id]) -> Vec<&'a Fit> {
    let mut holding: Vec<&Fit> = Vec::new();
    for fit in cases.iter().flat_map(|case| &case.fits) {
        let is_known = holding.iter().any(|held| held.id == fit.id);
        if !is_known && !refuted.contains(&fit.id) && !cases.iter().any(|case| case.refutes(fit.id)) {
            holding.push(fit);
        }
    }
    if holding.iter().any(|fit| !fit.is_general) {
        holding.retain(|fit| !fit.is_general);
    }
    holding.sort_by_key(|fit| fit.rank);
    // Two ways to the same mistake are one explanation.
    let mut said: Vec<&Text> = Vec::new();
    holding.retain(|fit| {
        let is_new = !said.contains(&&fit.text);
        said.push(&fit.text);
        is_new
    });
    holding
}

/// What holds in all of `cases`, and the sentences that say so.
fn conclusion(cases: &[&Evidence], refuted: &[Id]) -> (Vec<Pattern>, Vec<Text>) {
    let holding = hold(cases, refuted);
    let Some(first) = holding.first() else { return (Vec::new(), Vec::new()) };
    let mut patterns: Vec<Pattern> = holding.iter().take(2).map(|fit| fit.id.0).collect();
    patterns.dedup();
    let text = match holding.as_slice() {
        [_] => first.text.clone(),
        [_, second] => msg!("judge-pattern-either", first = first.text.clone(), second = second.text.clone()),
        _ => msg!("judge-pattern-several", first = first.text.clone(), second = holding[1].text.clone()),
    };
    let n_fitting = cases.iter().filter(|case| case.fits.iter().any(|fit| fit.id == first.id)).count();
    let text = match n_fitting {
        1 => text,
        n if n == cases.len() => msg!("judge-pattern-all-cases", text = text, count = n),
        n => msg!("judge-pattern-some-cases", text = text, count = n),
    };
    (patterns, vec![text])
}

#[cfg(test)]
mod tests;
