//! The same for transposes, products, layer normalisations and leaky ReLUs.

use super::*;

/// A transpose of `rows` × `cols` elements.
fn transpose(rows: usize, cols: usize) -> Case {
    let values = noise(rows * cols, 11);
    Case {
        want: (0..rows * cols).map(|i| values[i % rows * cols + i / rows]).collect(),
        inputs: vec![input("in", &[rows, cols], values)],
        shape: vec![cols, rows],
        block: 256,
        ..Case::copy(1)
    }
}

#[test]
fn transposes() {
    let (rows, cols) = (40, 70);
    let case = transpose(rows, cols);
    let check = |from: &dyn Fn(usize, usize) -> Option<(usize, usize)>, patterns: &[&str]| {
        let element = |i: usize| {
            let place = from(i / rows, i % rows).filter(|&(row, col)| row < rows && col < cols);
            place.map_or(0.0, |(row, col)| case.values()[row * cols + col])
        };
        case.check(&(0..rows * cols).map(element).collect::<Vec<_>>(), patterns);
    };
    case.check(case.values(), &["transposed"]);
    check(
        &|r, c| Some((r / 32 * 32 + c % 32, c / 32 * 32 + r % 32)).map(|(col, row)| (row, col)),
        &["tile-not-turned"],
    );
    check(&|r, c| Some((r / 32 * 32 + c % 32, c / 32 * 32 + r % 32)), &["tile-not-moved"]);
    check(&|r, c| Some((c, cols - 1 - r)), &["rotated"]);
    check(&|r, c| Some((c / 32 * 32 + c % 8, r)), &["rows-repeated"]);
    check(&|r, c| Some((c, r.saturating_sub(1))), &["neighbour-row"]);
    let view: Vec<f64> = (0..rows * cols).map(|i| case.values()[i % cols * rows + i / cols]).collect();
    case.check(&view, &["wrong-row-start"]);
    // Near misses: some tiles only, and a part of the rows.
    check(&|r, c| if c < 32 { Some((c, r)) } else { Some((c, (r + 5) % cols)) }, &[]);
    check(&|r, c| Some((c / 32 * 32 + c % 12, r)), &[]);
}

#[test]
fn a_neighbour_is_found_where_values_repeat() {
    let (rows, cols) = (30, 20);
    let values: Vec<f64> = noise(rows * cols, 3).iter().map(|x| x.round()).collect();
    let case = Case {
        want: (0..rows * cols).map(|i| values[i % rows * cols + i / rows]).collect(),
        inputs: vec![input("in", &[rows, cols], values.clone())],
        ..transpose(rows, cols)
    };
    let got: Vec<f64> = (0..rows * cols).map(|i| values[i % rows * cols + (i / rows).saturating_sub(1)]).collect();
    case.check(&got, &["neighbour-row"]);
}

/// A product.
fn product(m: usize, n: usize, k: usize, dtype: Dtype) -> Case {
    let round = |values: Vec<f64>| values.into_iter().map(|x| dtype.round(x)).collect::<Vec<_>>();
    let (a, b) = (round(noise(m * k, 21)), round(noise(k * n, 22)));
    let sum = |i: usize, f: &dyn Fn(f64) -> f64| (0..k).map(|p| f(a[i / n * k + p] * b[p * n + i % n])).sum::<f64>();
    let is_half = dtype == Dtype::F16;
    Case {
        want: (0..m * n).map(|i| sum(i, &|x| x)).collect(),
        magnitude: (0..m * n).map(|i| sum(i, &f64::abs)).collect(),
        inputs: vec![input("a", &[m, k], a.clone()), input("b", &[k, n], b.clone())],
        shape: vec![m, n],
        allowance: Allowance {
            exact: false,
            relative: if is_half { 4.9e-4 } else { 0.0 },
            magnitude: 2.4e-7 * (k as f64).sqrt(),
            absolute: 3e-8,
            row_sum: None,
        },
        dtype,
        block: 256,
    }
}

#[test]
fn products() {
    let (m, n, k) = (18, 21, 57);
    let case = product(m, n, k, Dtype::F32);
    let (a, b) = (case.inputs[0].values.clone(), case.inputs[1].values.clone());
    let a = |row: usize, p: usize| if row < m && p < k { a[row * k + p] } else { 0.0 };
    let b = |p: usize, col: usize| if p < k && col < n { b[p * n + col] } else { 0.0 };
    let check = |term: &dyn Fn(usize, usize, usize) -> f64, patterns: &[&str]| {
        let sum = |i: usize| (0..64).map(|p| term(i / n, i % n, p)).sum::<f64>();
        case.check(&(0..m * n).map(sum).collect::<Vec<_>>(), patterns);
    };
    let when = |is: bool, x: f64| if is { x } else { 0.0 };
    let flat = case.inputs[1].values.clone();
    check(&|r, c, p| when(p < k, a(r, p) * flat[(c * k + p) % (k * n)]), &["transposed"]);
    check(&|r, c, p| when(p < k, a(r, p) + b(p, c)), &["other-operation"]);
    check(&|r, c, p| when(p < 16, a(r, p) * b(p, c)), &["first-tile-only"]);
    check(&|r, c, p| when(p >= 48, a(r, p) * b(p, c)), &["last-tile-only"]);
    check(&|r, c, p| when(p < 48, a(r, p) * b(p, c)), &["partial-tile-missing"]);
    check(&|r, c, p| a(r, p % 16) * b(p, c), &["same-tile"]);
    check(&|r, c, p| when(p % 16 > 0, a(r, p) * b(p, c)), &["products-missing"]);
    check(&|r, c, p| when(p + 1 == k, a(r, p) * b(p, c)), &["one-product-only"]);
    check(&|r, c, p| a(r / 16 * 16 + p % 16, p / 16 * 16 + r % 16) * b(p, c), &["tile-not-turned"]);
    check(&|r, c, p| a(r, p) * b(p, c) + when(p >= k, 1.0), &["padding-not-zero"]);
    check(&|r, c, p| a(r, p) * b(p, c) + when(p == 0, 1.0), &["sum-starts-too-high"]);
    let half = |x| Dtype::F16.round(x);
    check(&|r, c, p| half(a(r, p)) * half(b(p, c)), &["low-precision"]);
    check(&|r, c, p| half(a(r, p) * b(p, c)), &["low-precision"]);
    // Near misses: another part of the sum, one product too many for some rows.
    check(&|r, c, p| when(p < 13, a(r, p) * b(p, c)), &[]);
    check(&|r, c, p| a(r, p) * b(p, c) + when(p == 0 && r > 3, 1.0), &[]);
}

#[test]
fn sums_in_half_where_elements_are_halves() {
    let (m, n, k) = (8, 9, 100);
    let case = product(m, n, k, Dtype::F16);
    let (a, b) = (&case.inputs[0].values, &case.inputs[1].values);
    let half = |x| Dtype::F16.round(x);
    let sum = |i: usize| (0..k).fold(0.0, |sum, p| half(sum + half(a[i / n * k + p] * b[p * n + i % n])));
    case.check(&(0..m * n).map(sum).collect::<Vec<_>>(), &["low-precision"]);
}

const EPS: f64 = 1e-5;

fn mean(row: &[f64]) -> f64 {
    row.iter().sum::<f64>() / row.len() as f64
}

fn variance(row: &[f64]) -> f64 {
    row.iter().map(|x| (x - mean(row)).powi(2)).sum::<f64>() / row.len() as f64
}

/// A layer normalisation of rows around `offset`, of this width.
fn layer_norm(rows: usize, cols: usize, offset: f64, width: f64) -> Case {
    let values: Vec<f64> = noise(rows * cols, 31).iter().map(|x| Dtype::F32.round(offset + width * x)).collect();
    let (gamma, beta) = (noise(cols, 32), noise(cols, 33));
    let mut case = Case {
        shape: vec![rows, cols],
        inputs: vec![input("in", &[rows, cols], values), input("gamma", &[cols], gamma), input("beta", &[cols], beta)],
        allowance: Allowance {
            exact: false,
            relative: 0.0,
            magnitude: (8.0 + 2.0 * (cols as f64).sqrt()) * 6e-8,
            absolute: 1e-30,
            row_sum: None,
        },
        block: 64,
        ..Case::copy(1)
    };
    case.want = normed(&case, &|row| (mean(row), (variance(row) + EPS).sqrt()));
    case.magnitude = (0..rows * cols)
        .map(|i| {
            let row = &case.values()[i / cols * cols..][..cols];
            let scale = case.inputs[1].values[i % cols].abs() / (variance(row) + EPS).sqrt();
            let size = mean(&row.iter().map(|x| x.abs()).collect::<Vec<_>>());
            scale * ((row[i % cols] - mean(row)).abs() + size) + case.inputs[2].values[i % cols].abs()
        })
        .collect();
    case
}

/// The rows by what is subtracted and what is divided by.
fn normed(case: &Case, statistics: &dyn Fn(&[f64]) -> (f64, f64)) -> Vec<f64> {
    let (gamma, beta) = (&case.inputs[1].values, &case.inputs[2].values);
    let row = |row: &[f64]| -> Vec<f64> {
        let (centre, divisor) = statistics(row);
        row.iter().enumerate().map(|(col, x)| (x - centre) / divisor * gamma[col] + beta[col]).collect()
    };
    case.rows().flat_map(row).collect()
}

#[test]
fn layer_norms() {
    let case = layer_norm(5, 150, 0.0, 1.0);
    let check = |statistics: &dyn Fn(&[f64]) -> (f64, f64), patterns: &[&str]| {
        case.check(&normed(&case, statistics), patterns);
    };
    let root = |row: &[f64]| (variance(row) + EPS).sqrt();
    check(&|row| (mean(row), variance(row) + EPS), &["wrong-root"]);
    check(&|row| (mean(row), 1.0 / root(row)), &["wrong-root"]);
    check(&|row| (0.0, root(row)), &["mean-not-subtracted"]);
    check(&|row| (mean(row), (variance(row) * 150.0 / 149.0 + EPS).sqrt()), &["wrong-divisor"]);
    check(&|row| (mean(row), (variance(row) * 150.0 + EPS).sqrt()), &["wrong-divisor"]);
    check(&|row| (mean(row), root(case.rows().next().unwrap())), &[]);
    let sum_of = |row: &[f64], count: usize| row[..count].iter().sum::<f64>() / 150.0;
    check(
        &|row| {
            let centre = sum_of(row, 64);
            let spread = row.iter().map(|x| (x - centre).powi(2)).sum::<f64>() / 150.0;
            (centre, (spread + EPS).sqrt())
        },
        &["sum-of-first-columns"],
    );
    let (gamma, beta) = (&case.inputs[1].values, &case.inputs[2].values);
    let other = |f: &dyn Fn(f64, usize) -> f64, patterns: &[&str]| {
        let row = |row: &[f64]| -> Vec<f64> {
            row.iter().enumerate().map(|(col, x)| f((x - mean(row)) / root(row), col)).collect()
        };
        case.check(&case.rows().flat_map(row).collect::<Vec<_>>(), patterns);
    };
    other(&|x, col| x + beta[col], &["parameters-missing"]);
    other(&|x, col| x * gamma[col], &["parameters-missing"]);
    other(&|x, col| x * beta[col] + gamma[col], &["parameters-exchanged"]);
    other(&|x, col| x * gamma[col % 64] + beta[col % 64], &["parameters-of-others"]);
    // Near misses.
    other(&|x, col| x * gamma[col] + 0.5 * beta[col], &[]);
    other(&|x, col| x * gamma[col % 63] + beta[col % 63], &[]);
    case.check(case.values(), &["input-unchanged"]);
}

#[test]
fn eps_shows_in_small_rows() {
    let case = layer_norm(4, 100, 0.0, 0.003);
    case.check(&normed(&case, &|row| (mean(row), variance(row).sqrt())), &["wrong-eps"]);
    case.check(&normed(&case, &|row| (mean(row), variance(row).sqrt() + EPS)), &["wrong-eps"]);
    case.check(&normed(&case, &|row| (mean(row), (variance(row) + 3e-5).sqrt())), &[]);
}

#[test]
fn digits_that_cancel() {
    let case = layer_norm(4, 100, 1001.0, 0.5);
    let one_pass = |row: &[f64]| {
        let float = |x: f64| f64::from(x as f32);
        let sum = row.iter().fold(0.0, |sum, x| float(sum + x));
        let squares = row.iter().fold(0.0, |sum, x| float(sum + float(x * x)));
        let centre = float(sum / 100.0);
        (centre, float(float(squares / 100.0) - float(centre * centre) + EPS).sqrt())
    };
    case.check(&normed(&case, &one_pass), &["digits-cancel"]);
    // Around 0 nothing cancels, so no factor that is off is explained.
    let near = layer_norm(4, 100, 0.0, 1.0);
    near.check(&normed(&near, &|row| (mean(row), 1.001 * (variance(row) + EPS).sqrt())), &[]);
    assert!(!near.evidence(&normed(&near, &one_pass)).is_examined, "nothing is wrong");
}

#[test]
fn leaky_relus() {
    let x = noise(60, 41);
    let leaky = |x: f64, slope: f64| if x > 0.0 { x } else { slope * x };
    let allowance = Allowance { exact: false, relative: 1.2e-7, magnitude: 0.0, absolute: 6e-8, row_sum: None };
    let case = Case {
        want: x.iter().map(|&x| leaky(x, 0.75)).collect(),
        inputs: vec![input("in", &[60], x.clone())],
        allowance,
        ..Case::copy(60)
    };
    let check = |f: &dyn Fn(f64) -> f64, patterns: &[&str]| {
        case.check(&x.iter().map(|&x| f(x)).collect::<Vec<_>>(), patterns);
    };
    check(&|x| leaky(x, 0.01), &["other-slope"]);
    check(&|x| if x > 0.0 { 0.75 * x } else { x }, &["sides-exchanged"]);
    check(&|x| 0.75 * x, &["sides-exchanged"]);
    check(&|x| if x > 0.0 { x } else { 0.75 + x }, &["other-operation"]);
    check(&|x| x.abs(), &["other-operation"]);
    check(&|x| if x > 1.0 { x } else { 0.75 * x }, &["other-operation"]);
    check(&|x| leaky(x, 0.0), &["slope-ignored"]);
    check(&|x| x, &["input-unchanged"]);
    // Near misses.
    check(&|x| leaky(x, 0.3), &[]);
    check(&|x| if x > 0.5 { x } else { 0.75 * x }, &[]);
}

#[test]
fn nothing_is_said_about_noise_in_matrices() {
    let cases =
        [transpose(9, 13), product(7, 6, 20, Dtype::F32), product(7, 6, 20, Dtype::F16), layer_norm(4, 40, 0.0, 1.0)];
    for case in cases {
        let n = case.want.len();
        case.check(&noise(n, 123), &[]);
        let off: Vec<f64> = case.want.iter().zip(noise(n, 8)).map(|(want, x)| want + 0.05 + 1e-2 * x).collect();
        case.check(&off, &[]);
    }
}
