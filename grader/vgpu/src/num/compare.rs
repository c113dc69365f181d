//! Comparisons of floats and questions about them. PTX ISA: `comparison-and-selection-instructions-setp`,
//! `floating-point-instructions-testp`. With `.ftz`, flush the operands first.

/// PTX's fourteen comparisons. The ordered ones are false for a NaN, those ending in `u` are true.
macro_rules! compare {
    ($(#[$doc:meta])* $name:ident: $r:ident, $value:expr) => {
        $(#[$doc])*
        pub mod $name {
            compare!(@ $r, $value;
                eq ".eq" |a, b| a == b;
                ne ".ne: false for NaN" |a, b| (a < b) | (a > b);
                lt ".lt" |a, b| a < b;
                le ".le" |a, b| a <= b;
                gt ".gt" |a, b| a > b;
                ge ".ge" |a, b| a >= b;
                equ ".equ: true for NaN" |a, b| !((a < b) | (a > b));
                neu ".neu: true for NaN" |a, b| a != b;
                ltu ".ltu: true for NaN" |a, b| !(a >= b);
                leu ".leu: true for NaN" |a, b| !(a > b);
                gtu ".gtu: true for NaN" |a, b| !(a <= b);
                geu ".geu: true for NaN" |a, b| !(a < b);
                num ".num: both are numbers" |a, b| (a == a) & (b == b);
                nan ".nan: one is NaN" |a, b| (a != a) | (b != b);
            );

            /// Any of them; the unsigned integer ones (`.lo` …) count as their plain forms.
            #[inline(always)]
            pub fn cmp(op: ptx::Cmp, a: $r, b: $r) -> bool {
                use ptx::Cmp;
                match op {
                    Cmp::Eq => eq(a, b),
                    Cmp::Ne => ne(a, b),
                    Cmp::Lt | Cmp::Lo => lt(a, b),
                    Cmp::Le | Cmp::Ls => le(a, b),
                    Cmp::Gt | Cmp::Hi => gt(a, b),
                    Cmp::Ge | Cmp::Hs => ge(a, b),
                    Cmp::Equ => equ(a, b),
                    Cmp::Neu => neu(a, b),
                    Cmp::Ltu => ltu(a, b),
                    Cmp::Leu => leu(a, b),
                    Cmp::Gtu => gtu(a, b),
                    Cmp::Geu => geu(a, b),
                    Cmp::Num => num(a, b),
                    Cmp::Nan => nan(a, b),
                }
            }
        }
    };
    (@ $r:ident, $value:expr; $($op:ident $text:literal |$a:ident, $b:ident| $e:expr;)*) => {$(
        #[doc = concat!("`", $text, "`")]
        #[inline(always)]
        #[allow(clippy::neg_cmp_op_on_partial_ord, clippy::eq_op, reason = "NaN makes the difference")]
        pub fn $op(a: $r, b: $r) -> bool {
            let ($a, $b) = ($value(a), $value(b));
            $e
        }
    )*};
}

compare! {
    /// Comparisons of `.f32`.
    f32: u32, f32::from_bits
}
compare! {
    /// Comparisons of `.f64`.
    f64: u64, f64::from_bits
}
compare! {
    /// Comparisons of `.f16`.
    f16: u32, crate::num::f16::num
}
compare! {
    /// Comparisons of `.bf16`.
    bf16: u32, crate::num::bf16::num
}

/// `testp`'s questions. Zeros count as normal numbers.
macro_rules! testp {
    ($name:ident: $r:ident, $f:ident) => {
        #[doc = concat!("`testp.", stringify!($f), "`")]
        #[inline(always)]
        pub fn $name(op: ptx::TestpOp, a: $r) -> bool {
            use ptx::TestpOp;
            let x = $f::from_bits(a);
            match op {
                TestpOp::Finite => x.is_finite(),
                TestpOp::Infinite => x.is_infinite(),
                TestpOp::Number => !x.is_nan(),
                TestpOp::NotANumber => x.is_nan(),
                TestpOp::Normal => x.is_finite() & ((x == 0.0) | (x.abs() >= $f::MIN_POSITIVE)),
                TestpOp::Subnormal => (x != 0.0) & (x.abs() < $f::MIN_POSITIVE),
            }
        }
    };
}

testp!(testp_f32: u32, f32);
testp!(testp_f64: u64, f64);
