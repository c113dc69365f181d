//! Hypotheses about a transposed matrix: which element arrives where. That a transpose is wanted is seen from the reference.

use diag::{Pattern, Text, msg};

use super::fit::{Hypothesis, Scene, Value};

/// Tiles that are tried: rows and columns of the input.
const TILES: [(usize, usize); 5] = [(32, 32), (16, 16), (64, 32), (32, 64), (64, 64)];

/// The input.
#[derive(Clone, Copy)]
struct Matrix<'a> {
    values: &'a [f64],
    rows: usize,
    cols: usize,
}

/// The element of the input that an element of the output holds: the matrix, a tile, row and column in the output.
type From = fn(&Matrix<'_>, (usize, usize), usize, usize) -> Option<(usize, usize)>;

/// Whether the output is the only input with rows and columns exchanged.
pub fn is_wanted(scene: &Scene<'_>) -> bool {
    matrix(scene).is_some()
}

/// The input, where its transpose is wanted.
fn matrix<'a>(scene: &Scene<'a>) -> Option<Matrix<'a>> {
    let [input] = scene.inputs else { return None };
    let (&[rows, cols], [out_rows, out_cols]) = (input.shape.as_slice(), scene.shape) else { return None };
    let values = input.values.as_slice();
    let is_element = |i: usize| {
        let (x, want) = (values[i % rows * cols + i / rows], scene.want[i]);
        x == want || x.is_nan() && want.is_nan()
    };
    let is_transpose = (*out_rows, *out_cols) == (cols, rows) && (0..rows * cols).all(is_element);
    (is_transpose && rows * cols > 0).then_some(Matrix { values, rows, cols })
}

/// Adds the hypotheses where the reference is the transpose of the input.
pub fn hypotheses(scene: &Scene<'_>, found: &mut dyn FnMut(Hypothesis<'_>)) {
    let Some(matrix) = matrix(scene) else { return };
    let mut from = |pattern, variant, text: Text, tile, from: From| {
        found(Hypothesis::each(pattern, variant, text, move |i| {
            let place = from(&matrix, tile, i / matrix.rows, i % matrix.rows);
            let is_inside = |&(row, col): &(usize, usize)| row < matrix.rows && col < matrix.cols;
            // Cells of a tile that lie outside of the matrix are 0, or never read.
            Value::from(place.filter(is_inside).map_or(0.0, |(row, col)| matrix.values[row * matrix.cols + col]))
        }));
    };
    let none = (1, 1);
    let view = msg!("judge-pattern-square-view");
    from(Pattern::WrongRowStart, 5, view, none, |x, _, row, col| {
        // Where it is written, a row has `cols` elements, and where it is read, `rows`.
        let i = row * x.rows + col;
        let read = i % x.cols * x.rows + i / x.cols;
        Some((read / x.cols, read % x.cols))
    });
    let rotated = || msg!("judge-pattern-rotated", buffer = scene.buffer);
    from(Pattern::Rotated, 0, rotated(), none, |x, _, row, col| Some((col, x.cols - 1 - row)));
    from(Pattern::Rotated, 1, rotated(), none, |x, _, row, col| Some((x.rows - 1 - col, row)));
    from(Pattern::Rotated, 2, rotated(), none, |x, _, row, col| Some((x.rows - 1 - col, x.cols - 1 - row)));
    for (variant, tile) in (0..).zip(TILES) {
        let not_turned = msg!("judge-pattern-tile-not-turned");
        from(Pattern::TileNotTurned, variant, not_turned, tile, |_, (height, width), row, col| {
            let (in_row, in_col) = (row % width, col % height);
            // The element lies at [in_row][in_col] in the tile, which may be wider than it is filled.
            (in_col < width).then_some((col / height * height + in_row, row / width * width + in_col))
        });
        let not_moved = || msg!("judge-pattern-tile-not-moved");
        from(Pattern::TileNotMoved, variant, not_moved(), tile, |_, (height, width), row, col| {
            Some((row / width * height + col % height, col / height * width + row % width))
        });
        from(Pattern::TileNotMoved, 100 + variant, not_moved(), tile, |x, (height, width), row, col| {
            let number = row / width * x.rows.div_ceil(height) + col / height;
            let across = x.cols.div_ceil(width);
            Some((number / across * height + col % height, number % across * width + row % width))
        });
    }
    for (variant, height) in [(0, 8), (1, 4), (2, 16)] {
        let repeated = msg!("judge-pattern-rows-repeated", count = height);
        from(Pattern::RowsRepeated, variant, repeated, (height, 1), |_, (height, _), row, col| {
            Some((col / 32 * 32 + col % height, row))
        });
    }
}
