//! Types and literals of the fixtures.

/// A type of an operand, by its PTX name, and the register that holds it.
#[derive(Clone, Debug, PartialEq)]
pub struct Type(pub String);

impl Type {
    /// Bits of the register: 0 for a predicate.
    pub fn bits(&self) -> u32 {
        match self.0.as_str() {
            "pred" | "imm" => 0,
            "f16" | "bf16" => 16,
            // A packed type's digits count one half.
            t if t.ends_with("x2") => 32,
            t => match t.trim_start_matches(|c: char| c.is_ascii_alphabetic()).parse().unwrap() {
                // There are no registers of 8 bits.
                8 => 32,
                bits => bits,
            },
        }
    }

    pub fn is_pred(&self) -> bool {
        self.0 == "pred"
    }

    pub fn is_imm(&self) -> bool {
        self.0 == "imm"
    }

    pub fn is_int(&self) -> bool {
        matches!(self.0.as_bytes()[0], b'b' | b's' | b'u') && !self.0.starts_with("bf") && !self.0.ends_with("x2")
    }

    /// Declared type of its register.
    pub fn register(&self) -> String {
        if self.is_pred() { ".pred".to_owned() } else { format!(".b{}", self.bits()) }
    }

    /// Its float format: bits of the fraction and of the exponent.
    pub fn float(&self) -> Option<(u32, u32)> {
        Some(match self.0.as_str() {
            "f16" => (10, 5),
            "bf16" => (7, 8),
            "f32" | "tf32" => (23, 8),
            "f64" => (52, 11),
            _ => return None,
        })
    }

    /// Bits of a literal.
    pub fn literal(&self, text: &str) -> u64 {
        let mask = u64::MAX >> (64 - self.bits().max(1));
        match text {
            "true" => return 1,
            "false" => return 0,
            _ => {}
        }
        if let Some(hex) = text.strip_prefix("0x") {
            return u64::from_str_radix(&hex.replace('_', ""), 16).unwrap_or_else(|e| panic!("{text}: {e}"));
        }
        if let Some(halves) = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')) {
            let half = Type(self.0.strip_suffix("x2").unwrap_or_else(|| panic!("{text} as {}", self.0)).to_owned());
            let (lo, hi) = halves.split_once(' ').unwrap_or_else(|| panic!("{text}: two halves"));
            return (half.literal(lo) & 0xffff) | half.literal(hi.trim()) << 16;
        }
        match self.float() {
            None => text.parse::<i128>().unwrap_or_else(|e| panic!("{text} as {}: {e}", self.0)) as u64 & mask,
            Some(format) => float_bits(text, format),
        }
    }

    /// Whether the bits are a NaN.
    pub fn is_nan(&self, bits: u64) -> bool {
        let (f, e) = self.float().unwrap();
        let infinity = ((1 << e) - 1) << f;
        bits & u64::MAX >> (64 - f - e) > infinity
    }

    /// The number, for comparing within an error.
    pub fn number(&self, bits: u64) -> f64 {
        match self.float().unwrap() {
            (52, _) => f64::from_bits(bits),
            (23, _) => f64::from(f32::from_bits(bits as u32)),
            (7, _) => f64::from(f32::from_bits((bits as u32) << 16)),
            (f, e) => {
                let (sign, exponent) = (bits >> (f + e) & 1, bits >> f & ((1 << e) - 1));
                let fraction = (bits & ((1 << f) - 1)) as f64 / f64::from(1u32 << f);
                let (scale, one) = if exponent == 0 { (1, 0.0) } else { (exponent as i32, 1.0) };
                let bias = (1i32 << (e - 1)) - 1;
                (if sign == 1 { -1.0 } else { 1.0 }) * (one + fraction) * f64::from(scale - bias).exp2()
            }
        }
    }
}

/// `1.5`, `-2^-149`, `inf`, `nan` in a format; it must be a value of the format, or, in f32 and f64, is rounded to one.
fn float_bits(text: &str, (f, e): (u32, u32)) -> u64 {
    let infinity = ((1u64 << e) - 1) << f;
    let (sign, magnitude) = text.strip_prefix('-').map_or((0, text), |rest| (1u64 << (f + e), rest));
    let x: f64 = match magnitude {
        "inf" => return sign | infinity,
        "nan" => return sign | infinity | 1 << (f - 1),
        m => match m.strip_prefix("2^") {
            Some(power) => power.parse::<i32>().map(|p| f64::from(p).exp2()).unwrap(),
            None => m.parse().unwrap_or_else(|e| panic!("{text}: {e}")),
        },
    };
    if f == 52 {
        return sign | x.to_bits();
    }
    let single = x as f32;
    if f == 23 {
        return sign | u64::from(single.to_bits());
    }
    assert_eq!(f64::from(single), x, "{text} is not exact");
    if f == 7 {
        assert_eq!(single.to_bits() & 0xffff, 0, "{text} is no bf16");
        return sign | u64::from(single.to_bits() >> 16);
    }
    let units = x * 24f64.exp2();
    let bits = (0..0x7c00u64).find(|h| {
        let (exponent, fraction) = (h >> 10, h & 0x3ff);
        let value = if exponent == 0 { fraction } else { (1024 + fraction) << (exponent - 1) };
        value as f64 == units
    });
    sign | bits.unwrap_or_else(|| panic!("{text} is no f16"))
}

/// Splits at commas outside of braces.
pub fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (k, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..k].trim());
                start = k + 1;
            }
            _ => {}
        }
    }
    let last = text[start..].trim();
    if !last.is_empty() || !parts.is_empty() {
        parts.push(last);
    }
    parts
}

/// A list of values: `0, 0..30`, `1 2*16`, `-`.
pub fn list(text: &str) -> Vec<Option<u64>> {
    let number = |t: &str| -> u64 {
        match t.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(&hex.replace('_', ""), 16).unwrap_or_else(|e| panic!("{t}: {e}")),
            None => t.parse::<i128>().unwrap_or_else(|e| panic!("{t}: {e}")) as u64,
        }
    };
    let mut out = Vec::new();
    for part in split(text) {
        let (group, times) = part.split_once('*').map_or((part, 1), |(g, n)| (g, n.parse().unwrap()));
        let mut values = Vec::new();
        for item in group.split_whitespace() {
            match item.split_once("..") {
                _ if item == "-" => values.push(None),
                Some((from, to)) => values.extend((number(from)..=number(to)).map(Some)),
                None => values.push(Some(number(item))),
            }
        }
        for _ in 0..times {
            out.extend(values.iter().copied());
        }
    }
    out
}
