//! Instruction modifiers: what stands behind the dots of an opcode.
//!
//! A modifier type *takes* its token from the instruction's tokens, wherever it stands, so qualifiers match in any
//! order. Types that occur several times in one instruction (`cvt.f32.f16`) are taken from left to right.

use std::fmt;

/// The dotted tokens of one opcode that no field has taken yet.
#[derive(Clone, Debug, Default)]
pub struct Tokens<'a> {
    tokens: Vec<Option<&'a str>>,
}

impl<'a> Tokens<'a> {
    /// Tokens of `text`, which is an opcode without its first word (`global.f32`), as the lexer gave it.
    pub fn refill(&mut self, tokens: impl Iterator<Item = &'a str>) {
        self.tokens.clear();
        self.tokens.extend(tokens.map(Some));
    }

    /// Takes the first token for which `read` returns something.
    pub fn take<T>(&mut self, mut read: impl FnMut(&str) -> Option<T>) -> Option<T> {
        self.tokens.iter_mut().find_map(|slot| {
            let value = read((*slot)?)?;
            *slot = None;
            Some(value)
        })
    }

    /// Takes the token that equals `token`; false if there is none.
    pub fn take_exact(&mut self, token: &str) -> bool {
        self.take(|t| (t == token).then_some(())).is_some()
    }

    /// A token that nobody took.
    pub fn left_over(&self) -> Option<&'a str> {
        self.tokens.iter().flatten().next().copied()
    }
}

/// A field of an instruction that comes from its dotted tokens.
pub trait Modifier: Sized {
    /// What it is called when missing from an instruction that needs it.
    const WHAT: &'static str;

    /// Takes this modifier out of the tokens; `None` if it is absent and required.
    fn take(tokens: &mut Tokens<'_>) -> Option<Self>;

    /// Writes it as PTX, with its dot.
    ///
    /// # Errors
    /// Those of the formatter.
    fn print(&self, f: &mut dyn fmt::Write) -> fmt::Result;
}

impl<T: Modifier> Modifier for Option<T> {
    const WHAT: &'static str = T::WHAT;

    fn take(tokens: &mut Tokens<'_>) -> Option<Self> {
        Some(T::take(tokens))
    }

    fn print(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        self.as_ref().map_or(Ok(()), |m| m.print(f))
    }
}

/// Declares an enumeration whose variants are PTX tokens. The first spelling is printed, the others are only read.
macro_rules! tokens {
    ($($(#[$meta:meta])* $name:ident $what:literal {
        $($(#[$vmeta:meta])* $variant:ident = $token:literal $(| $alias:literal)*,)*
    })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $(#[doc = concat!("`.", $token, "`")] $(#[$vmeta])* $variant,)*
        }

        impl $name {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Reads a token without its dot.
            pub fn from_token(token: &str) -> Option<Self> {
                match token {
                    $($token $(| $alias)* => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// The PTX spelling, without its dot.
            pub const fn token(self) -> &'static str {
                match self {
                    $(Self::$variant => $token,)*
                }
            }
        }

        impl Modifier for $name {
            const WHAT: &'static str = $what;

            fn take(tokens: &mut Tokens<'_>) -> Option<Self> {
                tokens.take(Self::from_token)
            }

            fn print(&self, f: &mut dyn fmt::Write) -> fmt::Result {
                write!(f, ".{}", self.token())
            }
        }
    )*};
}

/// Declares yes-or-no modifiers.
macro_rules! flags {
    ($($(#[$meta:meta])* $name:ident = $token:literal $(| $alias:literal)*;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name(
            #[doc = concat!("Whether `.", $token, "` was given.")]
            pub bool,
        );

        impl Modifier for $name {
            const WHAT: &'static str = $token;

            fn take(tokens: &mut Tokens<'_>) -> Option<Self> {
                Some(Self(tokens.take_exact($token) $(|| tokens.take_exact($alias))*))
            }

            fn print(&self, f: &mut dyn fmt::Write) -> fmt::Result {
                if self.0 { f.write_str(concat!(".", $token)) } else { Ok(()) }
            }
        }
    )*};
}

/// Declares modifiers that an instruction must carry and that say nothing more.
macro_rules! markers {
    ($($(#[$meta:meta])* $name:ident = $($token:literal)+;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name;

        impl Modifier for $name {
            const WHAT: &'static str = concat!($(".", $token),+);

            fn take(tokens: &mut Tokens<'_>) -> Option<Self> {
                ($(tokens.take_exact($token))&&+).then_some(Self)
            }

            fn print(&self, f: &mut dyn fmt::Write) -> fmt::Result {
                f.write_str(Self::WHAT)
            }
        }
    )*};
}

tokens! {
    /// A scalar or packed type.
    Ty "type" {
        B8 = "b8", B16 = "b16", B32 = "b32", B64 = "b64", B128 = "b128",
        U8 = "u8", U16 = "u16", U32 = "u32", U64 = "u64",
        S8 = "s8", S16 = "s16", S32 = "s32", S64 = "s64",
        F16 = "f16", F16x2 = "f16x2", BF16 = "bf16", BF16x2 = "bf16x2", TF32 = "tf32", F32 = "f32", F64 = "f64",
        U16x2 = "u16x2", S16x2 = "s16x2",
        E4M3x2 = "e4m3x2", E5M2x2 = "e5m2x2", E4M3 = "e4m3", E5M2 = "e5m2",
        /// 4-bit operand of `mma`.
        U4 = "u4",
        /// 4-bit operand of `mma`.
        S4 = "s4",
        /// 1-bit operand of `mma`.
        B1 = "b1",
        Pred = "pred",
    }

    /// How a result is rounded; the `…i` forms round to an integral value.
    Rnd "rounding" {
        Rn = "rn", Rz = "rz", Rm = "rm", Rp = "rp",
        /// Ties away from zero, only to `tf32`.
        Rna = "rna",
        Rni = "rni", Rzi = "rzi", Rmi = "rmi", Rpi = "rpi",
    }

    /// State space of an address. Without one, the address is generic.
    Space "state space" {
        Global = "global", Const = "const", Local = "local",
        /// This block's shared memory; `.shared::cta` is the same.
        Shared = "shared" | "shared::cta",
        /// Shared memory of any block of the cluster.
        SharedCluster = "shared::cluster",
        /// Parameters of a kernel or of a call.
        Param = "param" | "param::entry" | "param::func",
    }

    /// Memory ordering.
    Sem "memory ordering" {
        Weak = "weak", Volatile = "volatile", Relaxed = "relaxed", Acquire = "acquire", Release = "release",
        AcqRel = "acq_rel", Sc = "sc", Mmio = "mmio",
    }

    /// Which threads a memory ordering speaks of.
    Scope "scope" { Cta = "cta", Cluster = "cluster", Gpu = "gpu", Sys = "sys", }

    /// `membar`'s levels.
    MembarLevel "level" { Cta = "cta", Gl = "gl", Sys = "sys", }

    /// Which part of a product is kept.
    Half "half" { Lo = "lo", Hi = "hi", Wide = "wide", }

    /// Approximate forms of a function.
    Approx "approximation" { Approx = "approx", Full = "full", }

    /// Comparison. `…u` forms are also true when an operand is NaN.
    Cmp "comparison" {
        Eq = "eq", Ne = "ne", Lt = "lt", Le = "le", Gt = "gt", Ge = "ge",
        /// Unsigned less.
        Lo = "lo",
        /// Unsigned less or equal.
        Ls = "ls",
        /// Unsigned greater.
        Hi = "hi",
        /// Unsigned greater or equal.
        Hs = "hs",
        Equ = "equ", Neu = "neu", Ltu = "ltu", Leu = "leu", Gtu = "gtu", Geu = "geu",
        /// Both are numbers.
        Num = "num",
        /// One is NaN.
        Nan = "nan",
    }

    /// How a predicate is combined with another.
    BoolOp "operation" { And = "and", Or = "or", Xor = "xor", }

    /// What `testp` asks.
    TestpOp "test" {
        Finite = "finite", Infinite = "infinite", Number = "number", NotANumber = "notanumber", Normal = "normal",
        Subnormal = "subnormal",
    }

    /// Direction of a funnel shift.
    ShfDir "direction" { L = "l", R = "r", }

    /// What a shift count above the width does.
    ShfMode "mode" { Wrap = "wrap", Clamp = "clamp", }

    /// `prmt`'s special modes.
    PrmtMode "mode" { F4e = "f4e", B4e = "b4e", Rc8 = "rc8", Ecl = "ecl", Ecr = "ecr", Rc16 = "rc16", }

    /// How many elements a vector access moves.
    VecLen "vector length" { V2 = "v2", V4 = "v4", V8 = "v8", }

    /// Cache operator; it changes no value.
    CacheOp "cache operator" {
        Ca = "ca", Cg = "cg", Cs = "cs", Lu = "lu", Cv = "cv", Wb = "wb", Wt = "wt",
    }

    /// What an atomic does to memory.
    AtomOp "operation" {
        And = "and", Or = "or", Xor = "xor", Cas = "cas", Exch = "exch", Add = "add", Inc = "inc", Dec = "dec",
        Min = "min", Max = "max",
    }

    /// Reduction over the lanes of a warp.
    ReduxOp "operation" { Add = "add", Min = "min", Max = "max", And = "and", Or = "or", Xor = "xor", }

    /// Reduction over the threads of a barrier.
    BarOp "operation" { Popc = "popc", And = "and", Or = "or", }

    /// From which lane `shfl` reads.
    ShflMode "mode" { Up = "up", Down = "down", Bfly = "bfly", Idx = "idx", }

    /// What `vote` answers.
    VoteMode "mode" { All = "all", Any = "any", Uni = "uni", Ballot = "ballot", }

    /// What `match` answers.
    MatchMode "mode" { Any = "any", All = "all", }

    /// Fragment of a `wmma` operation.
    Frag "fragment" { A = "a", B = "b", C = "c", D = "d", }

    /// Storage order of a matrix.
    Layout "layout" { Row = "row", Col = "col", }

    /// How many 8×8 matrices.
    MatNum "count" { X1 = "x1", X2 = "x2", X4 = "x4", }

    /// Bit operation of a 1-bit `mma`.
    MmaBitOp "operation" { Xor = "xor", And = "and", }

    /// Cache level that a hint names.
    CacheLevel "cache level" {
        L1 = "L1", L2 = "L2",
        L2EvictLast = "L2::evict_last", L2EvictNormal = "L2::evict_normal", L2Bytes128 = "L2::128B",
        L2EvictFirst = "L2::evict_first", L2EvictUnchanged = "L2::evict_unchanged",
    }

    /// What a cache policy is made of.
    PolicyKind "kind" { Fractional = "fractional", Cvt = "cvt", }

    /// Which proxies a fence orders.
    Proxy "proxy" {
        Alias = "alias", Async = "async",
    }

    /// What `griddepcontrol` does.
    GridDep "action" { LaunchDependents = "launch_dependents", Wait = "wait", }
}

flags! {
    /// Denormal operands and results become zeros of their sign.
    Ftz = "ftz";
    /// Denormals are kept.
    Noftz = "noftz";
    /// Saturates: floats to `[0, 1]`, integers to their type.
    Sat = "sat";
    /// Saturates to the largest finite value.
    Satfinite = "satfinite";
    /// Negative results and NaN become zero.
    Relu = "relu";
    /// NaN in, NaN out.
    NanFlag = "NaN";
    /// The result's sign is the exclusive or of the operands' signs.
    XorSign = "xorsign";
    /// Compares magnitudes.
    AbsFlag = "abs";
    /// Sets the carry flag.
    Cc = "cc";
    /// Result is a shift amount.
    ShiftAmt = "shiftamt";
    /// Read through the non-coherent cache: the data must not change during the kernel.
    Nc = "nc";
    /// Direction from generic to the named space.
    To = "to";
    /// All active threads do the same.
    Uni = "uni";
    /// All threads of the warp must execute the same instruction.
    AlignedFlag = "aligned";
    /// Names the block scope, which is the default.
    CtaFlag = "cta";
    /// Transposes on the way.
    Trans = "trans";
    /// Does not complete the phase.
    NoComplete = "noComplete";
    /// Doesn't increment the pending count.
    NoInc = "noinc";
    /// Waits for a phase's parity.
    Parity = "parity";
    /// Adds up what it computes of the bytes.
    VideoAdd = "add";
    /// Two popc'd bit matrices.
    Popc = "popc";
}

markers! {
    /// Every lane in the mask takes part.
    WarpSync = "sync";
    /// Sets the carry flag.
    SetsCc = "cc";
    /// Every lane of the warp takes part, converged.
    SyncAligned = "sync" "aligned";
}
