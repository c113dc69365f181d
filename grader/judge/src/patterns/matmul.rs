//! Hypotheses about products of matrices: which products are added up, and by what arithmetic. That a product is wanted is
//! seen from the reference.

use diag::{Pattern, Text, msg};
use exercise::Dtype;

use super::elements::int;
use super::fit::{Hypothesis, Scene, Value};

/// Cases with more products than this are not examined.
const MAX_PRODUCTS: usize = 20_000_000;

/// Lengths of tiles along the inner dimension that are tried.
const TILES: [usize; 2] = [16, 32];

/// Both factors, row by row.
#[derive(Clone, Copy)]
struct Product<'a> {
    a: &'a [f64],
    b: &'a [f64],
    m: usize,
    n: usize,
    k: usize,
}

/// One term of the sum for an element: the factors, the tile's length, row, column, and which product.
type Term = fn(&Product<'_>, usize, usize, usize, usize) -> f64;

impl Product<'_> {
    /// An element of the first factor, 0 beyond its edges.
    fn a(&self, row: usize, p: usize) -> f64 {
        if row < self.m && p < self.k { self.a[row * self.k + p] } else { 0.0 }
    }

    /// An element of the second factor, 0 beyond its edges.
    fn b(&self, p: usize, col: usize) -> f64 {
        if p < self.k && col < self.n { self.b[p * self.n + col] } else { 0.0 }
    }

    fn term(&self, row: usize, col: usize, p: usize) -> f64 {
        self.a(row, p) * self.b(p, col)
    }

    /// How many products whole tiles have.
    fn padded(&self, tile: usize) -> usize {
        self.k.div_ceil(tile) * tile
    }

    /// The sum of terms for element `i`.
    fn sum(&self, i: usize, tile: usize, term: Term) -> Value {
        let (row, col) = (i / self.n, i % self.n);
        let mut value = Value::from(0.0);
        for p in 0..self.padded(tile) {
            let term = term(self, tile, row, col, p);
            value.value += term;
            value.size += term.abs();
        }
        value
    }
}

/// Whether the output is the product of the two inputs.
pub fn is_wanted(scene: &Scene<'_>) -> bool {
    product(scene).is_some()
}

/// The factors, where their product is wanted.
fn product<'a>(scene: &Scene<'a>) -> Option<Product<'a>> {
    let [a, b] = scene.inputs else { return None };
    let (&[m, k], &[inner, n]) = (a.shape.as_slice(), b.shape.as_slice()) else { return None };
    let product = Product { a: &a.values, b: &b.values, m, n, k };
    let is_possible = inner == k && scene.shape == [m, n] && m * n > 0 && m * n * k <= MAX_PRODUCTS;
    let is_product = |i: usize| {
        let sum = product.sum(i, 1, |product, _, row, col, p| product.term(row, col, p));
        Scene::is_reference(sum.value, scene.want[i], sum.size)
    };
    // Few elements tell it from everything else; the rest is looked at where they do not refute it.
    let is_wanted =
        is_possible && (0..m * n).step_by((m * n / 64).max(1)).all(is_product) && (0..m * n).all(is_product);
    is_wanted.then_some(product)
}

/// Adds the hypotheses where the reference is the product of the two inputs.
pub fn hypotheses(scene: &Scene<'_>, found: &mut dyn FnMut(Hypothesis<'_>)) {
    let Some(product) = product(scene) else { return };
    let [a, b] = scene.inputs else { return };
    for (variant, (pattern, text, tile, term)) in (0..).zip(terms(&a.name, &b.name)) {
        found(Hypothesis::each(pattern, 2000 + variant, text, move |i| product.sum(i, tile, term)));
    }
    let starts = msg!("judge-pattern-products-start");
    let want = |i: usize| Value::of_size(scene.want[i], scene.magnitude(i));
    found(Hypothesis::each(Pattern::SumStartsTooHigh, 2000, starts, move |i| {
        Value::of_size(want(i).value + 1.0, want(i).size + 1.0)
    }));
    for (variant, tile) in (2001..).zip(TILES) {
        let padding = (product.padded(tile) - product.k) as f64;
        found(Hypothesis::each(Pattern::PaddingNotZero, variant, msg!("judge-pattern-products-padding"), move |i| {
            Value::of_size(want(i).value + padding, want(i).size + padding)
        }));
    }
    counts(&product, found);
    digits(scene, &product, found);
}

/// Which products are added up: each with its sentence and the length of its tiles.
fn terms(a: &str, b: &str) -> Vec<(Pattern, Text, usize, Term)> {
    let by_columns = |input: &str| msg!("judge-pattern-factor-by-columns", input = input);
    let mut all: Vec<(Pattern, Text, usize, Term)> = vec![
        (Pattern::Transposed, by_columns(b), 1, |x, _, row, col, p| x.a(row, p) * x.b[col * x.k + p]),
        (Pattern::Transposed, by_columns(a), 1, |x, _, row, col, p| x.a[p * x.m + row] * x.b(p, col)),
        (Pattern::Transposed, msg!("judge-pattern-factors-by-columns"), 1, |x, _, row, col, p| {
            x.a[p * x.m + row] * x.b[col * x.k + p]
        }),
        (Pattern::OtherOperation, msg!("judge-pattern-products-plus", a = a, b = b), 1, |x, _, row, col, p| {
            x.a(row, p) + x.b(p, col)
        }),
        (Pattern::OneProductOnly, msg!("judge-pattern-products-last"), 1, |x, _, row, col, p| {
            if p + 1 == x.k { x.term(row, col, p) } else { 0.0 }
        }),
        (Pattern::OneProductOnly, msg!("judge-pattern-products-first"), 1, |x, _, row, col, p| {
            if p == 0 { x.term(row, col, p) } else { 0.0 }
        }),
        (Pattern::ProductsMissing, msg!("judge-pattern-products-from-one"), 1, |x, _, row, col, p| {
            if p > 0 { x.term(row, col, p) } else { 0.0 }
        }),
        (Pattern::ProductsMissing, msg!("judge-pattern-products-less-one"), 1, |x, _, row, col, p| {
            if p + 1 < x.k { x.term(row, col, p) } else { 0.0 }
        }),
        (Pattern::ProductsMissing, msg!("judge-pattern-products-every-other"), 1, |x, _, row, col, p| {
            if p % 2 == 0 { x.term(row, col, p) } else { 0.0 }
        }),
        (Pattern::ProductsMissing, msg!("judge-pattern-products-by-row"), 1, |x, _, row, col, p| {
            if p % 2 == row % 2 { x.term(row, col, p) } else { 0.0 }
        }),
        (Pattern::MismatchedIndex, msg!("judge-pattern-products-next", input = a), 1, |x, _, row, col, p| {
            x.a(row, p + 1) * x.b(p, col)
        }),
        (Pattern::MismatchedIndex, msg!("judge-pattern-products-next", input = b), 1, |x, _, row, col, p| {
            x.a(row, p) * x.b(p + 1, col)
        }),
    ];
    for tile in TILES {
        all.extend(terms_of_tiles(a, b, tile));
    }
    all
}

/// The same, for mistakes that repeat from tile to tile.
fn terms_of_tiles(a: &str, b: &str, tile: usize) -> Vec<(Pattern, Text, usize, Term)> {
    let turned = |input: &str| msg!("judge-pattern-factor-tile-turned", input = input);
    let same = |input: &str| msg!("judge-pattern-same-tile", input = input);
    vec![
        (Pattern::FirstTileOnly, msg!("judge-pattern-first-tile"), tile, |x, tile, row, col, p| {
            if p < tile { x.term(row, col, p) } else { 0.0 }
        }),
        (Pattern::LastTileOnly, msg!("judge-pattern-last-tile"), tile, |x, tile, row, col, p| {
            if p + tile >= x.padded(tile) { x.term(row, col, p) } else { 0.0 }
        }),
        (
            Pattern::PartialTileMissing,
            msg!("judge-pattern-products-whole-tiles", size = tile),
            tile,
            |x, tile, row, col, p| {
                if p < x.k - x.k % tile { x.term(row, col, p) } else { 0.0 }
            },
        ),
        (Pattern::SameTile, same(a), tile, |x, tile, row, col, p| x.a(row, p % tile) * x.b(p, col)),
        (Pattern::SameTile, same(b), tile, |x, tile, row, col, p| x.a(row, p) * x.b(p % tile, col)),
        (Pattern::SameTile, msg!("judge-pattern-same-tiles"), tile, |x, tile, row, col, p| x.term(row, col, p % tile)),
        (Pattern::SameTile, msg!("judge-pattern-every-tile-twice"), tile, |x, tile, row, col, p| {
            x.term(row, col, p / (2 * tile) * 2 * tile + p % tile)
        }),
        (Pattern::ProductsMissing, msg!("judge-pattern-products-from-one"), tile, |x, tile, row, col, p| {
            if p % tile > 0 { x.term(row, col, p) } else { 0.0 }
        }),
        (Pattern::ProductsMissing, msg!("judge-pattern-products-less-one"), tile, |x, tile, row, col, p| {
            if p % tile + 1 < tile { x.term(row, col, p) } else { 0.0 }
        }),
        (Pattern::OneProductOnly, msg!("judge-pattern-products-last"), tile, |x, tile, row, col, p| {
            if p + 1 == x.padded(tile) { x.term(row, col, p) } else { 0.0 }
        }),
        (Pattern::TileNotTurned, turned(a), tile, |x, tile, row, col, p| {
            x.a(row / tile * tile + p % tile, p / tile * tile + row % tile) * x.b(p, col)
        }),
        (Pattern::TileNotTurned, turned(b), tile, |x, tile, row, col, p| {
            x.a(row, p) * x.b(p / tile * tile + col % tile, col / tile * tile + p % tile)
        }),
        (Pattern::TileNotTurned, msg!("judge-pattern-factor-tiles-turned"), tile, |x, tile, row, col, p| {
            x.a(row / tile * tile + p % tile, p / tile * tile + row % tile)
                * x.b(p / tile * tile + col % tile, col / tile * tile + p % tile)
        }),
    ]
}

/// As many tiles as the result has rows or columns.
fn counts<'a>(product: &Product<'a>, found: &mut dyn FnMut(Hypothesis<'a>)) {
    let product = *product;
    for (variant, tile) in (0..).zip(TILES) {
        for (other, size) in [(0, product.m), (1, product.n)] {
            let end = size.div_ceil(tile) * tile;
            let text = msg!("judge-pattern-tiles-of-other-size");
            found(Hypothesis::each(Pattern::WrongTileCount, 2 * variant + other, text, move |i| {
                let (row, col) = (i / product.n, i % product.n);
                let terms = || (0..end.min(product.k)).map(|p| product.term(row, col, p));
                Value::of_size(terms().sum(), terms().map(f64::abs).sum())
            }));
        }
    }
}

/// Sums and products in types that have too few digits.
fn digits<'a>(scene: &Scene<'_>, product: &Product<'a>, found: &mut dyn FnMut(Hypothesis<'a>)) {
    let product = *product;
    let pairs = move |i: usize| {
        let (row, col) = (i / product.n, i % product.n);
        (0..product.k).map(move |p| (product.a(row, p), product.b(p, col)))
    };
    let integer = || msg!("judge-pattern-products-integer");
    found(Hypothesis::each(Pattern::IntegerArithmetic, 2000, integer(), move |i| {
        let sum = pairs(i).fold(0, |sum, (a, b)| int(f64::from((a as f32).mul_add(b as f32, sum as f32))));
        Value::from(f64::from(sum as f32))
    }));
    found(Hypothesis::each(Pattern::IntegerArithmetic, 2001, integer(), move |i| {
        let terms = || pairs(i).map(|(a, b)| f64::from(int(a)) * f64::from(int(b)));
        Value::of_size(terms().sum(), terms().map(f64::abs).sum())
    }));
    for (number, narrow) in (0..).zip([Dtype::F16, Dtype::Bf16]) {
        let half = move |x: f64| narrow.round(x);
        let narrow_is_in_use = narrow == scene.dtype;
        let variant = |kind: i64| 2000 + 10 * kind + number;
        let factors = msg!("judge-pattern-precision-factors", dtype = narrow.cpp());
        found(Hypothesis::each(Pattern::LowPrecision, variant(0), factors, move |i| {
            let terms = || pairs(i).map(|(a, b)| half(a) * half(b));
            Value::of_size(terms().sum(), terms().map(f64::abs).sum())
        }));
        let products = msg!("judge-pattern-precision-products", dtype = narrow.cpp());
        found(Hypothesis::each(Pattern::LowPrecision, variant(1), products, move |i| {
            let terms = || pairs(i).map(|(a, b)| half(a * b));
            Value::of_size(terms().sum(), terms().map(f64::abs).sum())
        }));
        let sums = || msg!("judge-pattern-precision-sums", dtype = narrow.cpp());
        // One product after the other; with and without a rounding of the product before it is added.
        let fused = move |i: usize| pairs(i).fold(0.0, |sum, (a, b)| half(a.mul_add(b, sum)));
        let apart = move |i: usize| pairs(i).fold(0.0, |sum, (a, b)| half(half(a * b) + sum));
        if narrow_is_in_use {
            found(Hypothesis::each(Pattern::LowPrecision, variant(2), sums(), move |i| Value::from(fused(i))));
            found(Hypothesis::each(Pattern::LowPrecision, variant(3), sums(), move |i| Value::from(apart(i))));
            for (kind, tile) in (4..).zip(TILES) {
                let parts = msg!("judge-pattern-precision-parts", dtype = narrow.cpp());
                found(Hypothesis::each(Pattern::LowPrecision, variant(kind), parts, move |i| {
                    let all: Vec<(f64, f64)> = pairs(i).collect();
                    let part = |part: &[(f64, f64)]| part.iter().fold(0.0, |sum, (a, b)| half(half(a * b) + sum));
                    let parts = || all.chunks(tile).map(part);
                    Value::of_size(parts().sum(), parts().map(f64::abs).sum())
                }));
            }
        }
    }
}
