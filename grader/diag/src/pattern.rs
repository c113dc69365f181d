//! Names of what wrong values look like.

/// Declares [`Pattern`] with the spelling of each.
macro_rules! patterns {
    ($($(#[$doc:meta])* $name:ident = $spelling:literal,)*) => {
        /// What the wrong or missing values of an output look like: stable across versions, for hints and scripts.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Pattern {
            $($(#[$doc])* $name,)*
        }

        impl Pattern {
            /// Every pattern, in the order of the documentation.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The spelling in JSON and hints.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $spelling,)*
                }
            }
        }
    };
}

patterns! {
    /// Every element holds the same value.
    Constant = "constant",
    /// The output is an input, unchanged.
    InputUnchanged = "input-unchanged",
    /// Every element is the wanted one times one number.
    Factor = "constant-factor",
    /// Every element is the one that belongs a fixed distance away.
    Shifted = "shifted",
    /// Every row holds what belongs to another row, a fixed number of rows away.
    NeighbourRow = "neighbour-row",
    /// Every row holds what belongs to the first.
    FirstRowRepeated = "first-row-repeated",
    /// The elements of the first block are repeated: the index lacks the block.
    FirstBlockRepeated = "first-block-repeated",
    /// The order of all elements is turned round.
    Reversed = "reversed",
    /// The order within each block is turned round.
    ReversedInBlock = "reversed-in-block",
    /// The order within each warp is turned round.
    ReversedInWarp = "reversed-in-warp",
    /// Each block holds its own elements in another order.
    PermutedInBlock = "permuted-in-block",
    /// Rows and columns are exchanged.
    Transposed = "transposed",
    /// Rows begin at a wrong distance from one another.
    WrongRowStart = "wrong-row-start",
    /// The result was added to what the output held before.
    OldContent = "old-content",
    /// Digits were lost in a 16-bit type.
    LowPrecision = "low-precision",
    /// Fractions were cut off by an integer type.
    IntegerArithmetic = "integer-arithmetic",
    /// The last digit was cut off, not rounded.
    RoundedTowardsZero = "rounded-towards-zero",
    /// Subnormal numbers became zero.
    DenormalsFlushed = "denormals-flushed",
    /// Values were limited to 0 … 1.
    Saturated = "saturated",
    /// Only one of two operands counts.
    OneOperand = "one-operand",
    /// One operand was used twice.
    OperandTwice = "operand-twice",
    /// Another operation than the wanted one.
    OtherOperation = "other-operation",
    /// One of several inputs is read at another index than the others.
    MismatchedIndex = "mismatched-index",
    /// Only the first columns of each row count.
    FirstColumns = "first-columns",
    /// The first columns of each row do not count.
    FirstColumnsMissing = "first-columns-missing",
    /// The columns of the last tile that is not full do not count.
    PartialTileMissing = "partial-tile-missing",
    /// The last column does not count.
    LastColumnMissing = "last-column-missing",
    /// The last tile counts twice.
    TailTwice = "tail-twice",
    /// Only every second column counts.
    EveryOtherColumn = "every-other-column",
    /// Only one thread's columns count.
    OneThreadShare = "one-thread-share",
    /// Only one warp's columns count.
    OneWarpShare = "one-warp-share",
    /// Only some lanes of each warp count.
    SomeLanes = "some-lanes",
    /// The last, partly filled warp does not count.
    PartialWarpMissing = "partial-warp-missing",
    /// A tree of partial sums that halves an odd number of cells.
    TreeNotPowerOfTwo = "tree-not-power-of-two",
    /// Absolute values in place of values.
    AbsoluteValues = "absolute-values",
    /// Squares in place of values.
    Squares = "squares",
    /// Another reduction than the wanted one: the mean in place of the sum.
    OtherReduction = "other-reduction",
    /// All rows together in place of each row.
    WholeMatrix = "whole-matrix",
    /// A float sum that no longer grows.
    SumStopsGrowing = "sum-stops-growing",
    /// exp of the values themselves, without subtracting the maximum.
    NoMaxSubtraction = "no-max-subtraction",
    /// The maximum starts at 0 or at `FLT_MIN`.
    MaxStartsAtZero = "max-starts-at-zero",
    /// The maximum is that of the first columns.
    MaxOfFirstColumns = "max-of-first-columns",
    /// The maximum is that of each thread's own columns.
    MaxOfOneThread = "max-of-one-thread",
    /// The maximum is that of some lanes only.
    MaxOfSomeLanes = "max-of-some-lanes",
    /// Another value than the maximum is subtracted.
    OtherThanMax = "other-than-max",
    /// The exponentials are not divided by their sum.
    NotDivided = "not-divided",
    /// Divided by the number of columns.
    DividedByCols = "divided-by-cols",
    /// Divided by the largest, not by the sum.
    DividedByMax = "divided-by-max",
    /// The sum is that of the first columns.
    SumOfFirstColumns = "sum-of-first-columns",
    /// Each thread divides by its own part of the sum.
    SumOfOneThread = "sum-of-one-thread",
    /// Only one thread has the whole sum.
    SumInOneThreadOnly = "sum-in-one-thread-only",
    /// The sum is that of another row.
    SumOfAnotherRow = "sum-of-another-row",
    /// The sum does not start at 0.
    SumStartsTooHigh = "sum-starts-too-high",
    /// The running sum is not rescaled when the maximum grows.
    RunningSumNotRescaled = "running-sum-not-rescaled",
    /// The threads' sums are added although they belong to different maxima.
    PartsNotRescaled = "parts-not-rescaled",
    /// -inf minus -inf is NaN.
    NanFromInfinities = "nan-from-infinities",
    /// The logarithm of what is wanted.
    LogSoftmax = "log-softmax",
    /// exp of exp.
    ExpTwice = "exp-twice",
    /// Powers of 2 in place of powers of e.
    Exp2 = "exp2",
    /// The values are divided by their sum, without exp.
    NoExponential = "no-exponential",
    /// The slope does not count.
    SlopeIgnored = "slope-ignored",
    /// A slope of the kernel's own.
    OtherSlope = "other-slope",
    /// The slope was applied to the other side, or to both.
    SidesExchanged = "sides-exchanged",
    /// NaN became a number.
    NanLost = "nan-lost",
    /// The matrix was turned round, not transposed.
    Rotated = "rotated",
    /// Elements keep their places within their tile.
    TileNotTurned = "tile-not-turned",
    /// Tiles keep their places.
    TileNotMoved = "tile-not-moved",
    /// The first rows of each tile are repeated.
    RowsRepeated = "rows-repeated",
    /// Only the first tile counts.
    FirstTileOnly = "first-tile-only",
    /// Only the last tile counts.
    LastTileOnly = "last-tile-only",
    /// The last tile does not count.
    LastTileMissing = "last-tile-missing",
    /// The same tile counts again and again.
    SameTile = "same-tile",
    /// There are as many tiles as another size needs.
    WrongTileCount = "wrong-tile-count",
    /// What fills up tiles beyond the edges is not 0.
    PaddingNotZero = "padding-not-zero",
    /// Some products are left out of a sum.
    ProductsMissing = "products-missing",
    /// One product stands for the sum.
    OneProductOnly = "one-product-only",
    /// eps is missing, another one, or added elsewhere.
    WrongEps = "wrong-eps",
    /// The root of the variance is missing or multiplied by.
    WrongRoot = "wrong-root",
    /// A mean or a variance is divided by another number.
    WrongDivisor = "wrong-divisor",
    /// The mean is not subtracted.
    MeanNotSubtracted = "mean-not-subtracted",
    /// Mean and variance are those of each tile.
    StatisticsOfTiles = "statistics-of-tiles",
    /// Parameters are not used.
    ParametersMissing = "parameters-missing",
    /// Parameters are used for one another.
    ParametersExchanged = "parameters-exchanged",
    /// Parameters of other columns are used.
    ParametersOfOthers = "parameters-of-others",
    /// A difference of two large numbers has lost its digits.
    DigitsCancel = "digits-cancel",
    /// All wrong values are NaN or infinite.
    NotFinite = "not-finite",
    /// Rows that should sum to 1 do not.
    RowSum = "row-sum",
    /// Right exactly where a size is a multiple of some number.
    OnlyMultiples = "only-multiples",
    /// Right exactly where two sizes are equal.
    OnlySquare = "only-square",
    /// Right exactly up to some size.
    OnlySmall = "only-small",
    /// Nothing was written.
    NothingWritten = "nothing-written",
    /// Each thread wrote one element and stopped.
    OneElementEach = "one-element-each",
    /// Only the first block's elements were written.
    OnlyFirstBlock = "only-first-block",
    /// Only the first row was written.
    OnlyFirstRow = "only-first-row",
    /// In each row only the first columns were written.
    OnlyFirstColumns = "only-first-columns",
    /// Only thread 0 of each block wrote.
    OneThreadOnly = "one-thread-only",
    /// The first element was not written.
    FirstUnwritten = "first-unwritten",
    /// As many bytes were written as there are elements.
    ElementsForBytes = "elements-for-bytes",
    /// The end was not written.
    TailUnwritten = "tail-unwritten",
    /// Elements are left out at even distances.
    EvenGaps = "even-gaps",
}

impl Pattern {
    /// The pattern with this spelling.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|pattern| pattern.as_str() == text)
    }
}

impl std::fmt::Display for Pattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_read_back() {
        for &pattern in Pattern::ALL {
            assert_eq!(Pattern::parse(pattern.as_str()), Some(pattern));
        }
        assert_eq!(Pattern::parse("Shifted"), None);
    }
}
