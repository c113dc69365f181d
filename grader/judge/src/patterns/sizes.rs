//! For which sizes a kernel is right: the trap of sizes that are friendly.

use std::collections::BTreeSet;

use diag::{Code, Diagnostic, Pattern, Text, msg};

use crate::report::CaseVerdict;

/// Numbers that kernels are tempted to take sizes for multiples of, the largest first.
const MULTIPLES: [i64; 8] = [256, 128, 64, 32, 16, 8, 4, 2];

/// How many different sizes must pass, and fail.
const ENOUGH: usize = 3;

/// A case's dimensions and what became of it.
#[derive(Debug, Clone, Copy)]
pub struct Sized<'a> {
    /// Name and size of each dimension.
    pub dims: &'a [(String, i64)],
    /// Whether a launch was needed.
    pub is_noop: bool,
    /// The verdict.
    pub verdict: CaseVerdict,
}

/// Adds to the findings about values among `found`, each with its case's index, for which sizes the kernel is right, where
/// that is all that can be said and one rule tells the failed cases from the passed ones.
pub fn explain(found: &mut [(usize, Diagnostic)], cases: &[Sized<'_>]) {
    for code in [Code::WrongResult, Code::UnwrittenOutput] {
        let of_code = |(_, d): &&(usize, Diagnostic)| d.code == code;
        let failing: BTreeSet<usize> = found.iter().filter(of_code).map(|(case, _)| *case).collect();
        let is_silent = found.iter().filter(of_code).all(|(_, diagnostic)| diagnostic.patterns.is_empty());
        if failing.is_empty() || !is_silent {
            continue;
        }
        if let Some((pattern, text)) = rule(&failing, cases) {
            for (_, diagnostic) in found.iter_mut().filter(|(_, diagnostic)| diagnostic.code == code) {
                diagnostic.patterns.push(pattern);
                diagnostic.notes.insert(0, text.clone());
            }
        }
    }
}

/// The rule that holds for all that passed and for none that failed.
fn rule(failing: &BTreeSet<usize>, cases: &[Sized<'_>]) -> Option<(Pattern, Text)> {
    let judged = || cases.iter().enumerate().filter(|(_, case)| !case.is_noop);
    let is_told = |(index, case): (usize, &Sized<'_>)| match case.verdict {
        CaseVerdict::Passed => true,
        CaseVerdict::Failed => failing.contains(&index),
        CaseVerdict::Error | CaseVerdict::NotRun => false,
    };
    // Only where every case was judged, and failed for this reason if it failed.
    if !judged().all(is_told) {
        return None;
    }
    if let Some(found) = square(failing, judged().collect::<Vec<_>>().as_slice()) {
        return Some(found);
    }
    let n_dims = judged().map(|(_, case)| case.dims.len()).min()?;
    (0..n_dims).rev().find_map(|dim| {
        let sizes = |failed: bool| -> BTreeSet<i64> {
            judged().filter(|(index, _)| failing.contains(index) == failed).map(|(_, case)| case.dims[dim].1).collect()
        };
        let (right, wrong) = (sizes(false), sizes(true));
        if right.len() < ENOUGH || wrong.len() < ENOUGH {
            return None;
        }
        let name = &judged().next()?.1.dims[dim].0;
        let divides =
            |number: i64, sizes: &BTreeSet<i64>, is_so: bool| sizes.iter().all(|size| (size % number == 0) == is_so);
        if let Some(number) = MULTIPLES.into_iter().find(|&m| divides(m, &right, true) && divides(m, &wrong, false)) {
            return Some((Pattern::OnlyMultiples, msg!("judge-sizes-multiples", size = name, number = number)));
        }
        let (largest, smallest) = (right.last()?, wrong.first()?);
        (largest < smallest).then(|| {
            let text = msg!("judge-sizes-small", size = name, right = *largest, wrong = *smallest);
            (Pattern::OnlySmall, text)
        })
    })
}

/// That it is right where the two sizes are equal or one of them is 1, and wrong elsewhere.
fn square(failing: &BTreeSet<usize>, judged: &[(usize, &Sized<'_>)]) -> Option<(Pattern, Text)> {
    let mut names = None;
    let (mut n_square, mut n_wrong) = (0, 0);
    for (index, case) in judged {
        let [(first, rows), (second, cols)] = case.dims else { return None };
        let is_square = rows == cols;
        if failing.contains(index) == (is_square || *rows.min(cols) == 1) {
            return None;
        }
        n_square += usize::from(is_square && *rows > 1);
        n_wrong += usize::from(failing.contains(index));
        names = Some((first, second));
    }
    let (first, second) = names.filter(|_| n_square >= 2 && n_wrong >= ENOUGH)?;
    Some((Pattern::OnlySquare, msg!("judge-sizes-square", first = first, second = second)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The id of what is said when `n` has these sizes and those in `failing` fail.
    fn said(sizes: &[i64], failing: impl Fn(i64) -> bool) -> Vec<&'static str> {
        let dims: Vec<Vec<(String, i64)>> = sizes.iter().map(|&n| vec![("n".to_owned(), n)]).collect();
        let verdict = |n| if failing(n) { CaseVerdict::Failed } else { CaseVerdict::Passed };
        let cases: Vec<Sized<'_>> =
            dims.iter().map(|dims| Sized { dims, is_noop: false, verdict: verdict(dims[0].1) }).collect();
        let finding = || Diagnostic::error(Code::WrongResult, msg!("runtime-internal", detail = "x"));
        let indices = (0..sizes.len()).filter(|&i| failing(sizes[i]));
        let mut found: Vec<(usize, Diagnostic)> = indices.map(|index| (index, finding())).collect();
        explain(&mut found, &cases);
        found.first().map(|(_, d)| d.notes.iter().map(|note| note.id).collect()).unwrap_or_default()
    }

    #[test]
    fn squares() {
        let sizes = [(1, 1), (1, 9), (32, 32), (64, 64), (3, 5), (5, 3), (9, 32)];
        let said = |failing: &[usize]| {
            let dims: Vec<Vec<(String, i64)>> =
                sizes.iter().map(|&(rows, cols)| vec![("rows".to_owned(), rows), ("cols".to_owned(), cols)]).collect();
            let verdict = |i| if failing.contains(&i) { CaseVerdict::Failed } else { CaseVerdict::Passed };
            let cases: Vec<Sized<'_>> =
                dims.iter().enumerate().map(|(i, dims)| Sized { dims, is_noop: false, verdict: verdict(i) }).collect();
            rule(&failing.iter().copied().collect(), &cases).map(|(pattern, _)| pattern.as_str())
        };
        assert_eq!(said(&[4, 5, 6]), Some("only-square"));
        assert_eq!(said(&[3, 4, 5, 6]), None);
        assert_eq!(said(&[4, 5]), None);
    }

    #[test]
    fn friendly_sizes() {
        let sizes = [1, 31, 32, 33, 64, 100, 128, 256, 257, 512, 1000];
        assert_eq!(said(&sizes, |n| n % 256 != 0), Vec::<&str>::new(), "two sizes are too few");
        assert_eq!(said(&sizes, |n| n % 32 != 0), ["judge-sizes-multiples"]);
        assert_eq!(said(&sizes, |n| n > 256), ["judge-sizes-small"]);
        assert_eq!(said(&sizes, |n| n > 256 || n == 32), Vec::<&str>::new());
        assert_eq!(said(&sizes, |_| true), Vec::<&str>::new());
    }
}
