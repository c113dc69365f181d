//! The data in input buffers.
//!
//! Everything follows from the run's seed, the case's name and the buffer's name, so a seed that a report prints brings
//! the same numbers back on every machine: only integer arithmetic and exactly rounded operations are used, no `exp` or
//! `cos` that differ between C libraries.
//!
//! The generator is SplitMix64 used by counter: number `i` of a stream is `mix(key + i * GOLDEN)`, where the key is mixed
//! from seed and names. (Steele, Lea and Flood, “Fast splittable pseudorandom number generators”, 2014.)

use crate::Dtype;

/// A rule for the elements of one input buffer. “Row” means a run along the last dimension of the buffer's shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fill {
    /// Bell-shaped around 0 with deviation 1: signs mixed, hardly a whole number.
    Normal,
    /// Evenly between two bounds.
    Uniform(f64, f64),
    /// Evenly between `-m` and `m` for a large `m`.
    Large(f64),
    /// The same value everywhere.
    Constant(f64),
    /// Normal, with about a quarter of the entries −inf; one entry of each row stays finite.
    NegInfSome,
    /// Normal, with about a quarter of the entries NaN; one entry of each row stays a number.
    NanSome,
    /// Rising evenly along each row from the first bound to the second.
    Ramp(f64, f64),
    /// Normal, and one entry of each row, anywhere, is this.
    OneBig(f64),
    /// Normal, and the largest entry of each row is its first.
    MaxFirst,
    /// Normal, and the largest entry of each row is its last.
    MaxLast,
    /// Below −0.5 everywhere.
    AllNegative,
    /// Subnormal numbers of the element type, signs mixed.
    Denormal,
    /// Values that differ from one another within any 16,384 neighbours (2^22 for types wider than 16 bits), so that
    /// every shifted or swapped element shows.
    Distinct,
    /// Normal, mixed with signed zeros, infinities, the largest and the smallest numbers of the type.
    Special,
}

impl Fill {
    /// The fills' names with their parameters, for error messages.
    pub const FORMS: &str = "normal, uniform(lo, hi), large(m), constant(c), neg_inf_some, nan_some, \
                             ramp(from, to), one_big(v), max_first, max_last, all_negative, denormal, distinct, special";

    /// Reads a rule such as `normal` or `uniform(-1, 1)`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (name, args) = match text.split_once('(') {
            Some((name, rest)) => (name.trim_end(), rest.strip_suffix(')')?),
            None => (text, ""),
        };
        let args: Vec<f64> = if args.is_empty() {
            Vec::new()
        } else {
            args.split(',').map(|arg| arg.trim().parse().ok()).collect::<Option<_>>()?
        };
        match (name, args.as_slice()) {
            ("normal", []) => Some(Self::Normal),
            ("uniform", &[lo, hi]) if lo < hi => Some(Self::Uniform(lo, hi)),
            ("large", &[m]) if m > 0.0 => Some(Self::Large(m)),
            ("constant", &[c]) => Some(Self::Constant(c)),
            ("neg_inf_some", []) => Some(Self::NegInfSome),
            ("nan_some", []) => Some(Self::NanSome),
            ("ramp", &[from, to]) => Some(Self::Ramp(from, to)),
            ("one_big", &[v]) => Some(Self::OneBig(v)),
            ("max_first", []) => Some(Self::MaxFirst),
            ("max_last", []) => Some(Self::MaxLast),
            ("all_negative", []) => Some(Self::AllNegative),
            ("denormal", []) => Some(Self::Denormal),
            ("distinct", []) => Some(Self::Distinct),
            ("special", []) => Some(Self::Special),
            _ => None,
        }
    }

    /// The bytes of a buffer of `shape` and `dtype` in a case of a run.
    pub fn bytes(self, seed: u64, case: &str, buffer: &str, shape: &[usize], dtype: Dtype) -> Vec<u8> {
        let n: usize = shape.iter().product();
        let cols = shape.last().copied().unwrap_or(1).max(1);
        let stream = Stream::new(seed, case, buffer);
        let mut values = vec![0.0; n];
        for (row, values) in values.chunks_mut(cols).enumerate() {
            self.row(stream, row, values, dtype);
        }
        let mut bytes = Vec::with_capacity(n * dtype.size_bytes());
        for value in values {
            dtype.encode(value, &mut bytes);
        }
        bytes
    }

    /// The key of a buffer's stream of random numbers, for whoever makes the same numbers elsewhere.
    pub fn key(seed: u64, case: &str, buffer: &str) -> u64 {
        Stream::new(seed, case, buffer).key
    }

    fn row(self, stream: Stream, row: usize, values: &mut [f64], dtype: Dtype) {
        let cols = values.len();
        let chosen = stream.substream(1).below(row, cols);
        for (col, value) in values.iter_mut().enumerate() {
            let i = row * cols + col;
            *value = match self {
                Self::Normal | Self::OneBig(_) | Self::MaxFirst | Self::MaxLast => stream.normal(i),
                Self::Uniform(lo, hi) => lo + (hi - lo) * stream.unit(i),
                Self::Large(m) => m * (2.0 * stream.unit(i) - 1.0),
                Self::Constant(c) => c,
                Self::NegInfSome if col != chosen && stream.substream(2).below(i, 4) == 0 => f64::NEG_INFINITY,
                Self::NanSome if col != chosen && stream.substream(2).below(i, 4) == 0 => f64::NAN,
                Self::NegInfSome | Self::NanSome => stream.normal(i),
                Self::Ramp(from, to) => from + (to - from) * fraction(col, cols),
                Self::AllNegative => -0.5 - 4.0 * stream.unit(i),
                Self::Denormal => denormal(stream, i, dtype),
                Self::Distinct => distinct(stream, i, dtype),
                Self::Special => special(stream, i, dtype),
            };
        }
        let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        match self {
            Self::OneBig(v) => values[chosen] = v,
            Self::MaxFirst => values[0] = largest + 1.25,
            Self::MaxLast => values[cols - 1] = largest + 1.25,
            _ => {}
        }
    }
}

/// `i / (n - 1)`, and 0 where there is one element.
#[expect(clippy::cast_precision_loss, reason = "shapes are far below 2^53")]
fn fraction(i: usize, n: usize) -> f64 {
    if n > 1 { i as f64 / (n - 1) as f64 } else { 0.0 }
}

/// Fraction bits and the exponent of the smallest normal number.
fn format_of(dtype: Dtype) -> (u32, i32) {
    match dtype {
        Dtype::F16 => (10, -14),
        Dtype::Bf16 => (7, -126),
        Dtype::F64 => (52, -1022),
        _ => (23, -126),
    }
}

fn denormal(stream: Stream, i: usize, dtype: Dtype) -> f64 {
    let (fraction_bits, exponent) = format_of(dtype);
    let units = 1 + stream.bits(i) % ((1 << fraction_bits) - 1);
    // Two steps: 2^-1074 as one power of two would already be rounded.
    signed(units_to_f64(units) * 2.0_f64.powi(exponent) * 2.0_f64.powi(-fraction_bits.cast_signed()), stream, i)
}

/// An odd multiplier makes a permutation of the values that the low bits can take.
fn distinct(stream: Stream, i: usize, dtype: Dtype) -> f64 {
    // One bit becomes the sign, the rest the fraction of numbers in [1, 2) and, for 16-bit types, three binary exponents.
    let (fraction_bits, exponent_bits) = match dtype {
        Dtype::F16 => (10, 3),
        Dtype::Bf16 => (7, 6),
        _ => (21, 0),
    };
    let bits = 1 + fraction_bits + exponent_bits;
    let key = stream.bits(0);
    let k = (i as u64).wrapping_mul(0x9E37_79B1).wrapping_add(key) & ((1 << bits) - 1);
    let fraction = k >> 1 & ((1 << fraction_bits) - 1);
    let exponent = i32::try_from(k >> (1 + fraction_bits)).unwrap_or(0) - (1 << exponent_bits >> 1);
    let value = (1.0 + units_to_f64(fraction) / units_to_f64(1 << fraction_bits)) * 2.0_f64.powi(exponent);
    if k & 1 == 0 { value } else { -value }
}

fn special(stream: Stream, i: usize, dtype: Dtype) -> f64 {
    let (fraction_bits, exponent) = format_of(dtype);
    let smallest_normal = 2.0_f64.powi(exponent);
    let largest = (2.0 - 2.0_f64.powi(-fraction_bits.cast_signed())) * 2.0_f64.powi(1 - exponent);
    match stream.substream(2).below(i, 10) {
        0 => signed(0.0, stream, i),
        1 => signed(f64::INFINITY, stream, i),
        2 => signed(largest, stream, i),
        3 => signed(smallest_normal, stream, i),
        4 => denormal(stream, i, dtype),
        _ => stream.normal(i),
    }
}

fn signed(magnitude: f64, stream: Stream, i: usize) -> f64 {
    if stream.substream(3).below(i, 2) == 0 { magnitude } else { -magnitude }
}

#[expect(clippy::cast_precision_loss, reason = "callers pass fewer than 53 bits")]
fn units_to_f64(units: u64) -> f64 {
    units as f64
}

/// A sequence of random numbers that can be read at any index.
#[derive(Debug, Clone, Copy)]
struct Stream {
    key: u64,
}

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

impl Stream {
    fn new(seed: u64, case: &str, buffer: &str) -> Self {
        let mut key = mix(seed ^ GOLDEN);
        // The 0xff byte, which no UTF-8 text contains, keeps ("ab", "c") and ("a", "bc") apart.
        for byte in case.bytes().chain([0xff]).chain(buffer.bytes()) {
            key = mix(key ^ u64::from(byte));
        }
        Self { key }
    }

    /// A stream that shares nothing with this one.
    fn substream(self, n: u64) -> Self {
        Self { key: mix(self.key ^ n.wrapping_mul(0xD1B5_4A32_D192_ED03)) }
    }

    fn bits(self, i: usize) -> u64 {
        mix(self.key.wrapping_add((i as u64).wrapping_mul(GOLDEN)))
    }

    /// In [0, 1), with 53 bits.
    fn unit(self, i: usize) -> f64 {
        units_to_f64(self.bits(i) >> 11) * 2.0_f64.powi(-53)
    }

    /// A whole number below `n`, which must not be 0.
    fn below(self, i: usize, n: usize) -> usize {
        let scaled = (u128::from(self.bits(i)) * n as u128) >> 64;
        usize::try_from(scaled).unwrap_or(0)
    }

    /// The sum of sixteen 16-bit numbers, scaled to deviation 1: near enough to a normal distribution, within ±7, and made
    /// of additions only.
    fn normal(self, i: usize) -> f64 {
        const CENTRE: f64 = 16.0 * 65_535.0 / 2.0;
        // 65536 * sqrt(16 / 12)
        const DEVIATION: f64 = 75_674.454_893_5;
        let mut sum = 0;
        for part in 0..4 {
            let bits = self.bits(4 * i + part);
            sum += (bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) + (bits >> 48);
        }
        (units_to_f64(sum) - CENTRE) / DEVIATION
    }
}

/// SplitMix64's output function.
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(fill: &str, shape: &[usize], dtype: Dtype) -> Vec<f64> {
        dtype.decode(&Fill::parse(fill).unwrap().bytes(1, "case", "in", shape, dtype))
    }

    fn max(row: &[f64]) -> f64 {
        row.iter().copied().fold(f64::NEG_INFINITY, f64::max)
    }

    #[test]
    fn the_same_seed_gives_the_same_bytes_for_ever() {
        // Recorded once: a change here makes seeds in old reports meaningless.
        let bytes = Fill::Normal.bytes(1, "case", "in", &[4], Dtype::F32);
        assert_eq!(bytes, Fill::Normal.bytes(1, "case", "in", &[4], Dtype::F32));
        assert_eq!(values("normal", &[3], Dtype::F32).map_to_text(), "-0.28748143 -0.98876166 -0.12200947");
        for (seed, case, buffer) in [(2, "case", "in"), (1, "cas", "ein"), (1, "case", "b")] {
            assert_ne!(bytes, Fill::Normal.bytes(seed, case, buffer, &[4], Dtype::F32));
        }
    }

    trait Show {
        fn map_to_text(&self) -> String;
    }
    impl Show for Vec<f64> {
        fn map_to_text(&self) -> String {
            self.iter().map(|&x| diag::format_number(x)).collect::<Vec<_>>().join(" ")
        }
    }

    #[test]
    fn rules() {
        let normal = values("normal", &[20_000], Dtype::F32);
        let mean = normal.iter().sum::<f64>() / 2e4;
        let deviation = (normal.iter().map(|x| x * x).sum::<f64>() / 2e4).sqrt();
        assert!(mean.abs() < 0.03 && (deviation - 1.0).abs() < 0.03, "{mean} {deviation}");
        assert!(normal.iter().filter(|x| x.fract() == 0.0).count() < 5);

        assert!(values("uniform(-4, 9)", &[999], Dtype::F32).iter().all(|x| (-4.0..=9.0).contains(x)));
        assert!(max(&values("large(1e4)", &[999], Dtype::F32)) > 9e3);
        assert_eq!(values("constant(0.5)", &[3], Dtype::F16), [0.5; 3]);
        assert_eq!(values("ramp(-1, 1)", &[2, 3], Dtype::F32), [-1.0, 0.0, 1.0, -1.0, 0.0, 1.0]);
        assert_eq!(values("ramp(-1, 1)", &[2, 1], Dtype::F32), [-1.0, -1.0]);
        assert!(max(&values("all_negative", &[999], Dtype::F16)) <= -0.5);

        for row in values("neg_inf_some", &[300, 3], Dtype::F32).chunks(3) {
            assert!(row.iter().any(|x| x.is_finite()));
        }
        let n_inf = values("neg_inf_some", &[10, 1000], Dtype::F32).iter().filter(|x| x.is_infinite()).count();
        assert!((2000..3000).contains(&n_inf), "{n_inf}");
        for row in values("one_big(1000)", &[9, 50], Dtype::F32).chunks(50) {
            assert_eq!(row.iter().filter(|&&x| x == 1000.0).count(), 1);
        }
        for row in values("max_first", &[9, 50], Dtype::F32).chunks(50) {
            assert_eq!(row[0], max(row));
            assert!(max(&row[1..]) < row[0] - 1.0);
        }
        for row in values("max_last", &[9, 50], Dtype::F16).chunks(50) {
            assert_eq!(row[49], max(row));
        }
    }

    #[test]
    fn denormals_are_denormal() {
        for x in values("denormal", &[999], Dtype::F32) {
            assert!(x != 0.0 && x.abs() < f64::from(f32::MIN_POSITIVE));
        }
        for x in values("denormal", &[999], Dtype::F16) {
            assert!(x != 0.0 && x.abs() < 2.0_f64.powi(-14));
        }
    }

    #[test]
    fn distinct_values_differ() {
        let check = |dtype, n: usize| {
            let mut bits: Vec<u64> = values("distinct", &[n], dtype).iter().map(|x| x.to_bits()).collect();
            bits.sort_unstable();
            bits.dedup();
            assert_eq!(bits.len(), n, "{dtype}");
        };
        check(Dtype::F16, 1 << 14);
        check(Dtype::Bf16, 1 << 14);
        check(Dtype::F32, 1 << 17);
    }

    #[test]
    fn special_values_occur() {
        for dtype in [Dtype::F16, Dtype::F32] {
            let values = values("special", &[500], dtype);
            assert!(values.contains(&f64::INFINITY) && values.contains(&f64::NEG_INFINITY));
            assert!(values.iter().any(|x| *x == 0.0 && x.is_sign_negative()));
            assert!(values.contains(&if dtype == Dtype::F16 { 65504.0 } else { f64::from(f32::MAX) }));
            assert!(!values.iter().any(|x| x.is_nan()));
        }
    }

    #[test]
    fn parsing() {
        let none = |text: &str| assert_eq!(Fill::parse(text), None, "{text}");
        none("");
        none("gauss");
        none("normal(1)");
        none("uniform(1, 0)");
        none("uniform(1, 2");
        none("constant(x)");
        assert_eq!(Fill::parse(" uniform ( -1 , 1e3 )"), Some(Fill::Uniform(-1.0, 1e3)));
    }
}
