//! What is said of outputs as wrong kernels would give them, and what is not said of others.

use exercise::{Allowance, Dtype};

use super::*;
use crate::compare::{Pair, compare};

/// A case with its threads per block; inputs as float holds them.
struct Case {
    inputs: Vec<InputValues>,
    shape: Vec<usize>,
    want: Vec<f64>,
    magnitude: Vec<f64>,
    allowance: Allowance,
    dtype: Dtype,
    block: usize,
}

const EXACT: Allowance = Allowance { exact: true, relative: 0.0, magnitude: 0.0, absolute: 0.0, row_sum: None };

/// Irregular floats between -2 and 2, the same in every run.
fn noise(n: usize, seed: u64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        f64::from((state >> 40) as f32 / (1 << 22) as f32 - 2.0)
    };
    (0..n).map(|_| next()).collect()
}

fn input(name: &str, shape: &[usize], values: Vec<f64>) -> InputValues {
    InputValues { name: name.into(), shape: shape.to_vec(), values }
}

impl Case {
    fn copy(n: usize) -> Self {
        let values = noise(n, 3);
        Self {
            want: values.clone(),
            inputs: vec![input("src", &[n], values)],
            shape: vec![n],
            magnitude: vec![],
            allowance: EXACT,
            dtype: Dtype::F32,
            block: 8,
        }
    }

    fn add(n: usize) -> Self {
        let (a, b) = (noise(n, 3), noise(n, 4));
        let want = a.iter().zip(&b).map(|(a, b)| a + b).collect();
        Self { want, inputs: vec![input("a", &[n], a), input("b", &[n], b)], ..Self::copy(n) }
    }

    fn sum(rows: usize, cols: usize) -> Self {
        Self::sum_of(rows, cols, noise(rows * cols, 5))
    }

    fn sum_of(rows: usize, cols: usize, values: Vec<f64>) -> Self {
        let allowance = Allowance {
            exact: false,
            relative: 0.0,
            magnitude: 3e-7 * (cols as f64).sqrt(),
            absolute: 0.0,
            row_sum: None,
        };
        Self {
            want: values.chunks(cols).map(|row| row.iter().sum()).collect(),
            magnitude: values.chunks(cols).map(|row| row.iter().map(|x| x.abs()).sum()).collect(),
            inputs: vec![input("in", &[rows, cols], values)],
            shape: vec![rows],
            allowance,
            dtype: Dtype::F32,
            block: 64,
        }
    }

    fn softmax(rows: usize, cols: usize) -> Self {
        Self::softmax_of(rows, cols, noise(rows * cols, 6))
    }

    fn softmax_of(rows: usize, cols: usize, values: Vec<f64>) -> Self {
        let allowance = Allowance { exact: false, relative: 5e-5, magnitude: 0.0, absolute: 1e-30, row_sum: None };
        Self {
            want: values.chunks(cols).flat_map(reference_softmax).collect(),
            magnitude: vec![],
            shape: vec![rows, cols],
            inputs: vec![input("in", &[rows, cols], values)],
            allowance,
            dtype: Dtype::F32,
            block: 64,
        }
    }

    fn values(&self) -> &[f64] {
        &self.inputs[0].values
    }

    fn rows(&self) -> impl Iterator<Item = &[f64]> {
        self.values().chunks(self.inputs[0].shape[1])
    }

    /// The evidence where the output holds `got`, rounded to its type.
    fn evidence(&self, got: &[f64]) -> Evidence {
        let got: Vec<f64> = got.iter().map(|&x| self.dtype.round(x)).collect();
        let pair = Pair {
            dtype: self.dtype,
            got: &got,
            want: &self.want,
            magnitude: &self.magnitude,
            cols: self.shape.last().copied().unwrap_or(1),
        };
        let comparison = compare(&pair, &self.allowance, |_| false);
        examine(&self.scene(&got, &comparison))
    }

    fn scene<'a>(&'a self, got: &'a [f64], comparison: &'a crate::compare::Comparison) -> Scene<'a> {
        Scene {
            buffer: "out",
            got,
            want: &self.want,
            shape: &self.shape,
            dtype: self.dtype,
            magnitude: &self.magnitude,
            allowance: &self.allowance,
            comparison,
            inputs: &self.inputs,
            block: self.block,
            old: -6.4e33,
        }
    }

    /// Checks which patterns are said where `got` was written.
    #[track_caller]
    fn check(&self, got: &[f64], patterns: &[&str]) {
        assert_eq!(said(&[self.evidence(got)]), patterns);
    }
}

/// The patterns said of these cases.
fn said(evidence: &[Evidence]) -> Vec<&'static str> {
    let cases: Vec<&Evidence> = evidence.iter().filter(|evidence| evidence.is_examined).collect();
    conclusion(&cases, &[]).0.iter().map(|pattern| pattern.as_str()).collect()
}

fn max(row: &[f64]) -> f64 {
    row.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// In double precision, as references compute.
fn reference_softmax(row: &[f64]) -> Vec<f64> {
    let exps: Vec<f64> = row.iter().map(|x| (x - max(row)).exp()).collect();
    exps.iter().map(|e| e / exps.iter().sum::<f64>()).collect()
}

fn exps(row: &[f64], subtract: f64) -> Vec<f64> {
    row.iter().map(|x| f64::from((x - subtract).exp() as f32)).collect()
}

fn softmax(row: &[f64], subtract: f64) -> Vec<f64> {
    let exps = exps(row, subtract);
    let sum = f64::from(exps.iter().sum::<f64>() as f32);
    exps.iter().map(|e| e / sum).collect()
}

#[test]
fn copies() {
    let case = Case::copy(70);
    let src = case.values().to_vec();
    let at = |index: &dyn Fn(usize) -> usize| (0..70).map(|i| src[index(i)]).collect::<Vec<_>>();
    case.check(&[0.0; 70], &["constant"]);
    case.check(&[src[0]; 70], &["constant"]);
    case.check(&at(&|i| 69 - i), &["reversed"]);
    case.check(&at(&|i| (i + 1) % 70), &["shifted"]);
    case.check(&at(&|i| (i + 23) % 70), &["shifted"]);
    case.check(&at(&|i| i % 8), &["first-block-repeated"]);
    case.check(&at(&|i| i / 8 * 8 + (8.min(70 - i / 8 * 8) - 1 - i % 8)), &["reversed-in-block"]);
    let swapped = [3, 0, 1, 2, 4, 7, 6, 5];
    case.check(&at(&|i| if i < 64 { i / 8 * 8 + swapped[i % 8] } else { i }), &["permuted-in-block"]);
    let map = |f: &dyn Fn(f64) -> f64| src.iter().map(|&x| f(x)).collect::<Vec<_>>();
    case.check(&map(&|x| Dtype::F16.round(x)), &["low-precision"]);
    case.check(&map(&|x| Dtype::Bf16.round(x)), &["low-precision"]);
    // An integer has no negative zero.
    case.check(&map(&|x| x.trunc() + 0.0), &["integer-arithmetic"]);
    case.check(&map(&|x| x * -3.0), &["constant-factor"]);
    case.check(&map(&|x| x - 6.4e33), &["old-content"]);
    case.check(&map(&|x| if x > 0.0 { x.min(1.0) } else { 0.0 }), &["saturated"]);
}

#[test]
fn subnormal_numbers() {
    let mut case = Case::copy(20);
    case.want =
        case.want.iter().enumerate().map(|(i, x)| if i % 2 == 0 { Dtype::F32.round(x * 1e-39) } else { *x }).collect();
    case.inputs[0].values = case.want.clone();
    let flushed: Vec<f64> =
        case.want.iter().enumerate().map(|(i, x)| if i % 2 == 0 { 0.0_f64.copysign(*x) } else { *x }).collect();
    case.check(&flushed, &["denormals-flushed"]);
}

#[test]
fn additions() {
    let case = Case::add(40);
    let (a, b) = (case.inputs[0].values.clone(), case.inputs[1].values.clone());
    let map = |f: &dyn Fn(usize) -> f64| (0..40).map(f).collect::<Vec<_>>();
    case.check(&a, &["one-operand"]);
    case.check(&b, &["one-operand"]);
    case.check(&map(&|i| a[i] + a[i]), &["operand-twice"]);
    case.check(&map(&|i| a[i] - b[i]), &["other-operation"]);
    case.check(&map(&|i| a[i] * b[i]), &["other-operation"]);
    case.check(&map(&|i| a[i] + b[i % 8]), &["mismatched-index"]);
    case.check(&map(&|i| a[i] + b[0]), &["mismatched-index"]);
    case.check(&map(&|i| a[i] + b[(i + 1).min(39)]), &["mismatched-index"]);
    case.check(&map(&|i| a[i].trunc() + b[i].trunc() + 0.0), &["integer-arithmetic"]);
    let half = |x| Dtype::F16.round(x);
    case.check(&map(&|i| half(half(a[i]) + half(b[i]))), &["low-precision"]);
}

#[test]
fn sums_of_parts_of_rows() {
    let case = Case::sum(3, 150);
    let check = |part: &dyn Fn(usize) -> f64, patterns: &[&str]| {
        let sum = |row: &[f64]| row.iter().enumerate().map(|(col, x)| part(col) * x).sum::<f64>();
        case.check(&case.rows().map(sum).collect::<Vec<_>>(), patterns);
    };
    let when = f64::from;
    check(&|col| when(col < 1), &["first-columns"]);
    check(&|col| when(col < 64), &["first-columns"]);
    check(&|col| when(col < 100), &["first-columns"]);
    check(&|col| when(col >= 1), &["first-columns-missing"]);
    check(&|col| when(col >= 7), &["first-columns-missing"]);
    check(&|col| when(col < 149), &["last-column-missing"]);
    check(&|col| when(col < 148), &["partial-tile-missing"]);
    check(&|col| when(col % 64 == 0), &["one-thread-share"]);
    check(&|col| when(col % 64 < 32), &["one-warp-share"]);
    check(&|col| when(col % 32 == 0), &["some-lanes"]);
    check(&|col| when(col % 32 < 16), &["some-lanes"]);
    check(&|col| if col % 32 == 31 { 32.0 } else { 0.0 }, &["some-lanes"]);
    check(&|col| when(col % 2 == 0), &["every-other-column"]);
    check(&|col| 1.0 + when(col >= 128), &["tail-twice"]);
    check(&|_| 1.0 / 150.0, &["other-reduction"]);
}

#[test]
fn other_reductions_and_other_rows() {
    let case = Case::sum(5, 33);
    let rows: Vec<&[f64]> = case.rows().collect();
    let check = |f: &dyn Fn(usize) -> f64, patterns: &[&str]| case.check(&(0..5).map(f).collect::<Vec<_>>(), patterns);
    let values = case.values();
    check(&|r| rows[r].iter().map(|x| x.abs()).sum(), &["absolute-values"]);
    check(&|r| rows[r].iter().map(|x| x * x).sum(), &["squares"]);
    check(&|r| max(rows[r]), &["other-reduction"]);
    check(&|r| (0..33).map(|col| values[col * 5 + r]).sum(), &["transposed"]);
    check(&|r| (0..33).map(|col| values[r * 5 + col]).sum(), &["wrong-row-start"]);
    check(&|r| (0..33).map(|col| values[r * 32 + col]).sum(), &["wrong-row-start"]);
    check(&|_| rows[0].iter().sum(), &["first-row-repeated"]);
    check(&|_| values.iter().sum(), &["whole-matrix"]);
    check(&|r| rows[(r + 1) % 5].iter().sum(), &["shifted"]);
    check(&|r| rows[r].iter().map(|x| x.trunc()).sum(), &["integer-arithmetic"]);
}

#[test]
fn a_tree_that_loses_cells() {
    let case = Case::sum(4, 23);
    let tree = |row: &[f64]| {
        let mut cells = row.to_vec();
        let mut active = cells.len() / 2;
        while active > 0 {
            for t in 0..active {
                cells[t] += cells[t + active];
            }
            active /= 2;
        }
        cells[0]
    };
    case.check(&case.rows().map(tree).collect::<Vec<_>>(), &["tree-not-power-of-two"]);
}

#[test]
fn a_float_sum_that_stops_growing() {
    let values = (0..70).map(|col| if col < 4 { 4_194_305.0 } else { 1.0 }).collect();
    let mut case = Case::sum_of(1, 70, values);
    case.allowance.magnitude = 1e-9;
    case.check(&[16_777_220.0], &["sum-stops-growing"]);
}

#[test]
fn half_accumulators() {
    let case = Case::sum(6, 40);
    let half = |row: &[f64]| row.iter().fold(0.0, |sum, x| Dtype::F16.round(sum + Dtype::F16.round(*x)));
    case.check(&case.rows().map(half).collect::<Vec<_>>(), &["low-precision"]);
}

#[test]
fn softmaxes() {
    let case = Case::softmax(4, 150);
    let check = |f: &dyn Fn(&[f64]) -> Vec<f64>, patterns: &[&str]| {
        case.check(&case.rows().flat_map(f).collect::<Vec<_>>(), patterns);
    };
    let all = |row: &[f64]| exps(row, max(row));
    let by = |e: Vec<f64>, sum: f64| e.iter().map(|e| e / sum).collect::<Vec<_>>();
    let share = |e: &[f64], thread: usize| e.iter().skip(thread).step_by(64).sum::<f64>();
    check(&|row| all(row), &["not-divided"]);
    check(&|row| exps(row, 0.0), &["not-divided"]);
    check(&|row| by(all(row), 150.0), &["divided-by-cols"]);
    check(&|row| by(all(row), max(row)), &["divided-by-max"]);
    check(&|row| by(all(row), all(row)[..64].iter().sum()), &["sum-of-first-columns"]);
    check(
        &|row| {
            let e = all(row);
            (0..150).map(|col| e[col] / share(&e, col % 64)).collect()
        },
        &["sum-of-one-thread"],
    );
    check(
        &|row| {
            let e = all(row);
            let sum = |col: usize| if col.is_multiple_of(64) { e.iter().sum() } else { share(&e, col % 64) };
            (0..150).map(|col| e[col] / sum(col)).collect()
        },
        &["sum-in-one-thread-only"],
    );
    check(&|row| by(all(row), all(row).iter().sum::<f64>() + 64.0), &["sum-starts-too-high"]);
    check(&|row| softmax(row, max(row)).iter().map(|p| p.ln()).collect(), &["log-softmax"]);
    check(&|row| by(all(row).iter().map(|e| e.exp()).collect(), all(row).iter().sum()), &["exp-twice"]);
    check(
        &|row| {
            let e: Vec<f64> = row.iter().map(|x| (x - max(row)).exp2()).collect();
            let s = e.iter().sum();
            by(e, s)
        },
        &["exp2"],
    );
    check(&|row| by(row.to_vec(), row.iter().sum()), &["no-exponential"]);
    check(&|row| vec![1.0 / row.len() as f64; row.len()], &["constant"]);
    check(
        &|row| {
            let e = all(row);
            let sum = e.iter().sum();
            by(e.iter().map(|&e| Dtype::F16.round(e)).collect(), sum)
        },
        &["low-precision"],
    );
    let first = softmax(case.rows().next().unwrap(), max(case.rows().next().unwrap()));
    check(&|_| first.clone(), &["first-row-repeated"]);
    check(
        &|row| {
            let mut p = softmax(row, max(row));
            p.rotate_left(1);
            p
        },
        &["shifted"],
    );
    case.check(case.values(), &["input-unchanged"]);
}

#[test]
fn softmaxes_without_the_right_maximum() {
    let large: Vec<f64> = noise(400, 9).iter().map(|x| x * 500.0).collect();
    let case = Case::softmax_of(4, 100, large);
    let check = |f: &dyn Fn(&[f64]) -> Vec<f64>, patterns: &[&str]| {
        case.check(&case.rows().flat_map(f).collect::<Vec<_>>(), patterns);
    };
    check(&|row| softmax(row, 0.0), &["no-max-subtraction"]);
    check(&|row| softmax(row, row[0]), &["max-of-first-columns"]);
    check(&|row| softmax(row, row.iter().copied().fold(0.0, f64::min)), &["other-than-max"]);
    let negative = Case::softmax_of(4, 100, noise(400, 9).iter().map(|x| x - 500.0).collect());
    let zero: Vec<f64> = negative.rows().flat_map(|row| softmax(row, 0.0)).collect();
    // A maximum of 0 and none at all are the same here.
    negative.check(&zero, &["no-max-subtraction", "max-starts-at-zero"]);
    // Where some entries are positive, they differ.
    let mixed = case.rows().flat_map(|row| softmax(row, 0.0)).collect::<Vec<_>>();
    assert_eq!(said(&[negative.evidence(&zero), case.evidence(&mixed)]), ["no-max-subtraction"]);
}

#[test]
fn the_edge_of_what_float_holds_is_no_evidence() {
    let mut values: Vec<f64> = noise(400, 9).iter().map(|x| x * 500.0).collect();
    // Libraries may round exp of this to infinity or to the largest float.
    values[120] = f64::from(88.72_f32);
    let case = Case::softmax_of(4, 100, values);
    let mut got: Vec<f64> = case.rows().flat_map(|row| softmax(row, 0.0)).collect();
    case.check(&got, &["no-max-subtraction"]);
    got[120] = 0.0;
    case.check(&got, &["no-max-subtraction"]);
}

#[test]
fn running_sums() {
    let case = Case::softmax(3, 150);
    let running = |row: &[f64], rescales_own: bool, rescales_parts: bool| {
        let mut total = 0.0;
        for thread in 0..64 {
            let (mut largest, mut sum) = (f64::NEG_INFINITY, 0.0);
            for &x in row.iter().skip(thread).step_by(64) {
                let next = largest.max(x);
                sum = sum * if rescales_own { (largest - next).exp() } else { 1.0 } + (x - next).exp();
                largest = next;
            }
            total += sum * if rescales_parts { (largest - max(row)).exp() } else { 1.0 };
        }
        exps(row, max(row)).iter().map(|e| e / total).collect::<Vec<_>>()
    };
    let check = |own, parts, patterns: &[&str]| {
        case.check(&case.rows().flat_map(|row| running(row, own, parts)).collect::<Vec<_>>(), patterns);
    };
    check(false, true, &["running-sum-not-rescaled"]);
    check(true, false, &["parts-not-rescaled"]);
}

#[test]
fn the_maximum_of_all_rows_is_as_good() {
    let case = Case::softmax(4, 20);
    let largest = max(case.values());
    let got: Vec<f64> = case.rows().flat_map(|row| softmax(row, largest)).collect();
    assert!(!case.evidence(&got).is_examined, "nothing is wrong");
}

#[test]
fn a_hypothesis_must_hold_in_every_case() {
    let (small, large) = (Case::sum(4, 70), Case::sum(4, 150));
    let first = |case: &Case, count: usize| {
        let got: Vec<f64> = case.rows().map(|row| row[..count.min(row.len())].iter().sum()).collect();
        case.evidence(&got)
    };
    assert_eq!(said(&[first(&small, 64), first(&large, 64)]), ["first-columns"]);
    // In one case the first 64 are all whole groups of 64, too.
    assert_eq!(said(&[first(&small, 64)]), ["first-columns", "partial-tile-missing"]);
    assert_eq!(said(&[first(&small, 64), first(&large, 128)]), ["partial-tile-missing"]);
    let noisy = large.evidence(&noise(4, 77));
    assert_eq!(said(&[first(&small, 64), noisy]), Vec::<&str>::new());
}

#[test]
fn cases_that_passed_speak_against_a_hypothesis() {
    let (failed, passed) = (Case::sum(4, 70), Case::sum(4, 150));
    let got: Vec<f64> = failed.rows().map(|row| row[..64].iter().sum()).collect();
    let evidence = [(0, failed.evidence(&got))];
    let ids = holding(&evidence, "out");
    assert!(ids.contains(&(Pattern::FirstColumns, 1000)));
    let pair =
        Pair { dtype: passed.dtype, got: &passed.want, want: &passed.want, magnitude: &passed.magnitude, cols: 1 };
    let comparison = compare(&pair, &passed.allowance, |_| false);
    assert!(refuted(&passed.scene(&passed.want, &comparison), &ids).contains(&(Pattern::FirstColumns, 1000)));
}

#[test]
fn nothing_is_said_about_noise() {
    for case in [Case::copy(40), Case::add(40), Case::sum(40, 9), Case::softmax(5, 8)] {
        let n = case.want.len();
        case.check(&noise(n, 123), &[]);
        // Near the right values, yet off.
        let off: Vec<f64> = case.want.iter().zip(noise(n, 8)).map(|(want, x)| want * (1.0 + 1e-3 * x)).collect();
        case.check(&off, &[]);
        // One explained element does not explain the others.
        let mut partly = case.want.clone();
        partly[1] = 0.0;
        partly[2] = 0.37;
        case.check(&partly, &[]);
    }
}

#[test]
fn a_part_of_what_is_wrong_is_not_explained() {
    let case = Case::sum(6, 150);
    let mut got: Vec<f64> = case.rows().map(|row| row[..64].iter().sum()).collect();
    got[5] += 0.01;
    case.check(&got, &[]);
}

#[test]
fn rows_of_one_column_tell_nothing_about_columns() {
    let case = Case::sum(40, 1);
    let got: Vec<f64> = case.values().iter().map(|x| x.abs()).collect();
    case.check(&got, &["absolute-values"]);
    case.check(&noise(40, 99), &[]);
}

#[test]
fn facts_where_no_hypothesis_fits() {
    let facts = |case: &Case, got: &[f64]| -> Vec<&'static str> {
        case.evidence(got).facts.iter().map(|(_, text)| text.id).collect()
    };
    let case = Case::softmax(2, 4);
    assert_eq!(facts(&case, &[f64::NAN; 8]), ["judge-fact-nan"]);
    let mut got = case.want.clone();
    got[1] = 0.5;
    got[2] = 0.9;
    assert_eq!(facts(&case, &got), ["judge-fact-row-sum", "judge-fact-elements"]);
    let wide = Case::sum(20, 5);
    let mut got = wide.want.clone();
    got[3..7].copy_from_slice(&[1.5, 0.25, 9.0, 2.5]);
    assert_eq!(facts(&wide, &got), ["judge-fact-elements"]);
}

mod matrices;
