//! Modifiers that are more than one token: cache hints, shapes, operand types of matrix instructions.

use std::fmt;

use crate::{CacheOp, Modifier, Tokens, Ty};

impl Ty {
    /// Size in memory; 0 for predicates and types narrower than a byte.
    pub const fn size_bytes(self) -> u32 {
        use Ty::*;
        match self {
            B8 | U8 | S8 | E4M3 | E5M2 => 1,
            B16 | U16 | S16 | F16 | BF16 | E4M3x2 | E5M2x2 => 2,
            B32 | U32 | S32 | F32 | TF32 | F16x2 | BF16x2 | U16x2 | S16x2 => 4,
            B64 | U64 | S64 | F64 => 8,
            B128 => 16,
            Pred | U4 | S4 | B1 => 0,
        }
    }

    /// Whether it holds floating-point numbers, packed or not.
    pub const fn is_float(self) -> bool {
        use Ty::*;
        matches!(self, F16 | F16x2 | BF16 | BF16x2 | TF32 | F32 | F64 | E4M3x2 | E5M2x2 | E4M3 | E5M2)
    }

    /// Whether it is a signed integer type.
    pub const fn is_signed(self) -> bool {
        use Ty::*;
        matches!(self, S8 | S16 | S32 | S64 | S16x2 | S4)
    }

    /// Whether it holds integers or bare bits.
    pub const fn is_int(self) -> bool {
        !self.is_float() && !matches!(self, Ty::Pred)
    }

    /// Whether it holds two values.
    pub const fn is_packed(self) -> bool {
        use Ty::*;
        matches!(self, F16x2 | BF16x2 | U16x2 | S16x2 | E4M3x2 | E5M2x2)
    }
}

impl crate::VecLen {
    /// Number of elements.
    pub const fn elems(self) -> usize {
        match self {
            Self::V2 => 2,
            Self::V4 => 4,
            Self::V8 => 8,
        }
    }
}

/// Cache operator. Eviction and prefetch hints beside it are read and dropped: they change no value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cache(
    /// The operator, if given.
    pub Option<CacheOp>,
);

impl Modifier for Cache {
    const WHAT: &'static str = "cache operator";

    fn take(tokens: &mut Tokens<'_>) -> Option<Self> {
        let is_hint =
            |t: &str| (t.starts_with("L1::") || t.starts_with("L2::") || t.starts_with("level::")).then_some(());
        while tokens.take(is_hint).is_some() {}
        Some(Self(CacheOp::take(tokens)))
    }

    fn print(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        self.0.print(f)
    }
}

/// Shape of a matrix operation: `m16n8k16`; `k` is 0 where it is not given (`m8n8`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Rows.
    pub m: u16,
    /// Columns.
    pub n: u16,
    /// Inner length, or 0.
    pub k: u16,
}

impl Shape {
    fn from_token(token: &str) -> Option<Self> {
        let (m, rest) = token.strip_prefix('m')?.split_once('n')?;
        let (n, k) = rest.split_once('k').map_or((rest, None), |(n, k)| (n, Some(k)));
        let k = k.map_or(Some(0), |k| k.parse().ok())?;
        Some(Self { m: m.parse().ok()?, n: n.parse().ok()?, k })
    }
}

impl Modifier for Shape {
    const WHAT: &'static str = "shape";

    fn take(tokens: &mut Tokens<'_>) -> Option<Self> {
        tokens.take(Self::from_token)
    }

    fn print(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        write!(f, ".m{}n{}", self.m, self.n)?;
        if self.k == 0 { Ok(()) } else { write!(f, "k{}", self.k) }
    }
}

/// Element types of `mma` and `wmma.mma`. The latter names only those of D and C when A and B are `f16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MmaTypes {
    /// Result.
    pub d: Ty,
    /// Left factor.
    pub a: Ty,
    /// Right factor.
    pub b: Ty,
    /// Summand.
    pub c: Ty,
    /// Whether only two types were written.
    pub short: bool,
}

impl Modifier for MmaTypes {
    const WHAT: &'static str = "element types";

    fn take(tokens: &mut Tokens<'_>) -> Option<Self> {
        let first = Ty::take(tokens)?;
        let second = Ty::take(tokens)?;
        let Some(third) = Ty::take(tokens) else {
            return Some(Self { d: first, a: Ty::F16, b: Ty::F16, c: second, short: true });
        };
        Some(Self { d: first, a: second, b: third, c: Ty::take(tokens)?, short: false })
    }

    fn print(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        self.d.print(f)?;
        if !self.short {
            self.a.print(f)?;
            self.b.print(f)?;
        }
        self.c.print(f)
    }
}
