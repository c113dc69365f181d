//! An exact soft-float core for every binary format up to 64 bits.
//!
//! Slow and simple: a number is `sig × 2^exp` with a 128-bit integer `sig`, operations are exact (or exact but for a
//! sticky last bit), and [`round`] is the only place where precision is lost. The fast paths of the sibling modules are
//! tested against it, and whatever has no fast path (directed rounding of f64, say) uses it.

/// Rounding direction: `.rn .rz .rm .rp`, and to the nearest with ties away from zero (`.rna`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dir {
    /// To nearest, ties to even: `.rn`, `.rni`.
    Near,
    /// Toward zero: `.rz`, `.rzi`.
    Zero,
    /// Toward minus infinity: `.rm`, `.rmi`.
    Down,
    /// Toward plus infinity: `.rp`, `.rpi`.
    Up,
    /// To nearest, ties away from zero: `.rna`.
    Away,
}

impl From<ptx::Rnd> for Dir {
    #[inline(always)]
    fn from(rnd: ptx::Rnd) -> Self {
        use ptx::Rnd;
        match rnd {
            Rnd::Rn | Rnd::Rni => Self::Near,
            Rnd::Rz | Rnd::Rzi => Self::Zero,
            Rnd::Rm | Rnd::Rmi => Self::Down,
            Rnd::Rp | Rnd::Rpi => Self::Up,
            Rnd::Rna => Self::Away,
        }
    }
}

/// Without a modifier, to nearest.
impl From<Option<ptx::Rnd>> for Dir {
    #[inline(always)]
    fn from(rnd: Option<ptx::Rnd>) -> Self {
        rnd.map_or(Self::Near, Self::from)
    }
}

/// A binary floating-point format in the IEEE 754 encoding, with the NaN that the hardware produces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Bits of fraction, without the implicit one.
    pub frac: u32,
    /// Bits of exponent.
    pub exp: u32,
    /// The NaN that arithmetic produces.
    pub nan: u64,
}

/// `.f16`
pub const F16: Format = Format { frac: 10, exp: 5, nan: 0x7fff };
/// `.bf16`
pub const BF16: Format = Format { frac: 7, exp: 8, nan: 0x7fff };
/// `.f32`
pub const F32: Format = Format { frac: 23, exp: 8, nan: 0x7fff_ffff };
/// `.f64`
pub const F64: Format = Format { frac: 52, exp: 11, nan: 0xfff8_0000_0000_0000 };

impl Format {
    /// Exponent bias.
    pub const fn bias(self) -> i32 {
        (1 << (self.exp - 1)) - 1
    }
    /// The sign bit.
    pub const fn sign(self) -> u64 {
        1 << (self.frac + self.exp)
    }
    /// Plus infinity; also the mask of the exponent field.
    pub const fn inf(self) -> u64 {
        ((1 << self.exp) - 1) << self.frac
    }
    /// One.
    pub const fn one(self) -> u64 {
        (self.bias() as u64) << self.frac
    }
    /// Whether the bits are a NaN.
    pub const fn is_nan(self, x: u64) -> bool {
        x & (self.sign() - 1) > self.inf()
    }
    /// `.ftz`: a denormal becomes a zero of the same sign.
    pub const fn flush(self, x: u64) -> u64 {
        if x & self.inf() == 0 { x & self.sign() } else { x }
    }
    /// `.sat`: into [0, 1]; NaN and −0 give +0.
    pub const fn saturate(self, x: u64) -> u64 {
        if x & self.sign() != 0 || self.is_nan(x) {
            0
        } else if x > self.one() {
            self.one()
        } else {
            x
        }
    }
}

/// What a bit pattern stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Not a number.
    Nan,
    /// Infinity, negative if set.
    Inf(bool),
    /// `±sig × 2^exp`; `sig` may be 0.
    Num(Num),
}

/// A finite number `±sig × 2^exp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Num {
    /// Sign; zeros have one too.
    pub neg: bool,
    /// Weight of the last bit of `sig`.
    pub exp: i32,
    /// Magnitude.
    pub sig: u128,
}

/// Decode a bit pattern.
pub fn unpack(f: Format, x: u64) -> Value {
    let neg = x & f.sign() != 0;
    let e = ((x & f.inf()) >> f.frac) as i32;
    let m = x & ((1 << f.frac) - 1);
    if x & f.inf() == f.inf() {
        return if m == 0 { Value::Inf(neg) } else { Value::Nan };
    }
    let sig = u128::from(if e == 0 { m } else { m | 1 << f.frac });
    Value::Num(Num { neg, exp: e.max(1) - f.bias() - f.frac as i32, sig })
}

/// Round an exact number into a format.
///
/// The last bit of `sig` may be sticky (set for anything lost below it) as long as `sig` has at least two bits more
/// than the format's precision.
pub fn round(f: Format, dir: Dir, x: Num) -> u64 {
    let sign = if x.neg { f.sign() } else { 0 };
    if x.sig == 0 {
        return sign;
    }
    let emin = 1 - f.bias();
    let top = x.exp + 127 - x.sig.leading_zeros() as i32;
    let e = top.max(emin);
    let (kept, up) = split(x.sig, e - f.frac as i32 - x.exp, x.neg, dir);
    // A normal `kept` has the implicit bit, which counts the exponent up by one; so does a carry out of rounding.
    let e = (e.min(f.bias() + 2) + f.bias() - 1) as u64;
    let bits = (e << f.frac) + kept as u64 + u64::from(up);
    if bits < f.inf() {
        return sign | bits;
    }
    let to_inf = match dir {
        Dir::Near | Dir::Away => true,
        Dir::Zero => false,
        Dir::Down => x.neg,
        Dir::Up => !x.neg,
    };
    sign | if to_inf { f.inf() } else { f.inf() - 1 }
}

/// `sig >> shift` (left where negative) and whether rounding adds one to it.
fn split(sig: u128, shift: i32, neg: bool, dir: Dir) -> (u128, bool) {
    if shift <= 0 {
        return (sig << -shift, false);
    }
    let (kept, rest, half) = match shift {
        1..=127 => (sig >> shift, sig & ((1 << shift) - 1), 1 << (shift - 1)),
        128 => (0, sig, 1 << 127),
        _ => (0, 1, 2), // all of it is below a quarter of the last place
    };
    let up = match dir {
        Dir::Near => rest > half || rest == half && kept & 1 == 1,
        Dir::Away => rest >= half,
        Dir::Zero => false,
        Dir::Down => neg && rest != 0,
        Dir::Up => !neg && rest != 0,
    };
    (kept, up && sig != 0)
}

fn shift_right_jam(sig: u128, n: u32) -> u128 {
    match n {
        0 => sig,
        1..=127 => (sig >> n) | u128::from(sig & ((1 << n) - 1) != 0),
        _ => u128::from(sig != 0),
    }
}

/// The leading bit moved to bit 125, which leaves room for a carry. Needs `sig` in 1..2^126.
fn normal(x: Num) -> Num {
    let n = x.sig.leading_zeros() - 2;
    Num { neg: x.neg, exp: x.exp - n as i32, sig: x.sig << n }
}

/// Exact sum, but for a sticky last bit some 70 bits down.
fn sum(a: Num, b: Num, dir: Dir) -> Num {
    match (a.sig, b.sig) {
        (0, 0) => return Num { neg: if a.neg == b.neg { a.neg } else { dir == Dir::Down }, ..a },
        (0, _) => return b,
        (_, 0) => return a,
        _ => {}
    }
    let (a, b) = (normal(a), normal(b));
    let (a, b) = if (a.exp, a.sig) >= (b.exp, b.sig) { (a, b) } else { (b, a) };
    let small = shift_right_jam(b.sig, (a.exp - b.exp) as u32);
    if a.neg == b.neg {
        return Num { sig: a.sig + small, ..a };
    }
    let sig = a.sig - small;
    Num { neg: if sig == 0 { dir == Dir::Down } else { a.neg }, sig, ..a }
}

fn product(a: Num, b: Num) -> Num {
    Num { neg: a.neg != b.neg, exp: a.exp + b.exp, sig: a.sig * b.sig }
}

fn pack(f: Format, dir: Dir, x: Value) -> u64 {
    match x {
        Value::Nan => f.nan,
        Value::Inf(neg) => f.inf() | if neg { f.sign() } else { 0 },
        Value::Num(n) => round(f, dir, n),
    }
}

fn add_values(a: Value, b: Value, dir: Dir) -> Value {
    match (a, b) {
        (Value::Nan, _) | (_, Value::Nan) => Value::Nan,
        (Value::Inf(p), Value::Inf(q)) if p != q => Value::Nan,
        (Value::Inf(p), _) | (_, Value::Inf(p)) => Value::Inf(p),
        (Value::Num(a), Value::Num(b)) => Value::Num(sum(a, b, dir)),
    }
}

fn mul_values(a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::Nan, _) | (_, Value::Nan) => Value::Nan,
        (Value::Inf(p), Value::Inf(q)) => Value::Inf(p != q),
        (Value::Inf(p), Value::Num(n)) | (Value::Num(n), Value::Inf(p)) => {
            if n.sig == 0 {
                Value::Nan
            } else {
                Value::Inf(p != n.neg)
            }
        }
        (Value::Num(a), Value::Num(b)) => Value::Num(product(a, b)),
    }
}

/// `a + b`
pub fn add(f: Format, dir: Dir, a: u64, b: u64) -> u64 {
    pack(f, dir, add_values(unpack(f, a), unpack(f, b), dir))
}

/// `a - b`
pub fn sub(f: Format, dir: Dir, a: u64, b: u64) -> u64 {
    add(f, dir, a, b ^ f.sign())
}

/// `a * b`
pub fn mul(f: Format, dir: Dir, a: u64, b: u64) -> u64 {
    pack(f, dir, mul_values(unpack(f, a), unpack(f, b)))
}

/// `a * b + c`, rounded once.
pub fn fma(f: Format, dir: Dir, a: u64, b: u64, c: u64) -> u64 {
    pack(f, dir, add_values(mul_values(unpack(f, a), unpack(f, b)), unpack(f, c), dir))
}

/// `a / b`
pub fn div(f: Format, dir: Dir, a: u64, b: u64) -> u64 {
    let q = match (unpack(f, a), unpack(f, b)) {
        (Value::Nan, _) | (_, Value::Nan) | (Value::Inf(_), Value::Inf(_)) => Value::Nan,
        (Value::Inf(p), Value::Num(n)) => Value::Inf(p != n.neg),
        (Value::Num(n), Value::Inf(p)) => Value::Num(Num { neg: p != n.neg, exp: 0, sig: 0 }),
        (Value::Num(a), Value::Num(b)) => match (a.sig, b.sig) {
            (0, 0) => Value::Nan,
            (_, 0) => Value::Inf(a.neg != b.neg),
            (0, _) => Value::Num(Num { neg: a.neg != b.neg, exp: 0, sig: 0 }),
            _ => {
                let a = normal(a);
                let sticky = u128::from(!a.sig.is_multiple_of(b.sig));
                Value::Num(Num { neg: a.neg != b.neg, exp: a.exp - b.exp, sig: (a.sig / b.sig) | sticky })
            }
        },
    };
    pack(f, dir, q)
}

/// Square root.
pub fn sqrt(f: Format, dir: Dir, a: u64) -> u64 {
    let r = match unpack(f, a) {
        Value::Nan | Value::Inf(true) => Value::Nan,
        Value::Inf(false) => Value::Inf(false),
        Value::Num(n) if n.sig == 0 => Value::Num(n),
        Value::Num(n) if n.neg => Value::Nan,
        Value::Num(n) => {
            let n = normal(n);
            let n = if n.exp % 2 == 0 { n } else { Num { sig: n.sig << 1, exp: n.exp - 1, ..n } };
            let root = n.sig.isqrt();
            let sticky = u128::from(root * root != n.sig);
            Value::Num(Num { neg: false, exp: n.exp / 2, sig: root | sticky })
        }
    };
    pack(f, dir, r)
}

/// From one format to another.
pub fn convert(from: Format, to: Format, dir: Dir, x: u64) -> u64 {
    pack(to, dir, unpack(from, x))
}

/// To an integral value in the same format; zero keeps the sign.
pub fn round_integral(f: Format, dir: Dir, x: u64) -> u64 {
    match unpack(f, x) {
        Value::Num(n) if n.exp < 0 => {
            let (kept, up) = split(n.sig, -n.exp, n.neg, dir);
            round(f, dir, Num { neg: n.neg, exp: 0, sig: kept + u128::from(up) })
        }
        v => pack(f, dir, v),
    }
}

/// From an integer (`neg` and magnitude).
pub fn from_int(f: Format, dir: Dir, neg: bool, mag: u64) -> u64 {
    round(f, dir, Num { neg, exp: 0, sig: u128::from(mag) })
}

/// To an integer, clamped to `min..=max`; `None` for NaN.
pub fn to_int(f: Format, dir: Dir, x: u64, min: i128, max: i128) -> Option<i128> {
    match unpack(f, x) {
        Value::Nan => None,
        Value::Inf(neg) => Some(if neg { min } else { max }),
        Value::Num(n) => {
            if n.sig != 0 && n.exp + 128 - n.sig.leading_zeros() as i32 > 100 {
                return Some(if n.neg { min } else { max });
            }
            let (kept, up) = split(n.sig, -n.exp, n.neg, dir);
            let mag = kept as i128 + i128::from(up);
            Some(if n.neg { -mag } else { mag }.clamp(min, max))
        }
    }
}
