//! Element and scalar types.

use crate::half::{bf16_from_f64, bf16_to_f64, f16_from_f64, f16_to_f64};

/// A type of buffer elements or scalar arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dtype {
    /// `half`.
    F16,
    /// `__nv_bfloat16`.
    Bf16,
    /// `float`.
    F32,
    /// `double`.
    F64,
    /// `int32_t`.
    I32,
    /// `uint32_t`.
    U32,
    /// `int64_t`.
    I64,
    /// `uint64_t`.
    U64,
}

impl Dtype {
    /// Every type.
    pub const ALL: [Self; 8] =
        [Self::F16, Self::Bf16, Self::F32, Self::F64, Self::I32, Self::U32, Self::I64, Self::U64];

    /// The spelling in `exercise.toml` and in case names.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::F16 => "f16",
            Self::Bf16 => "bf16",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::I32 => "i32",
            Self::U32 => "u32",
            Self::I64 => "i64",
            Self::U64 => "u64",
        }
    }

    /// The type with this spelling.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dtype| dtype.as_str() == text)
    }

    /// The spelling in CUDA C++.
    pub fn cpp(self) -> &'static str {
        match self {
            Self::F16 => "half",
            Self::Bf16 => "__nv_bfloat16",
            Self::F32 => "float",
            Self::F64 => "double",
            Self::I32 => "int32_t",
            Self::U32 => "uint32_t",
            Self::I64 => "int64_t",
            Self::U64 => "uint64_t",
        }
    }

    /// Size of one element.
    pub fn size_bytes(self) -> usize {
        match self {
            Self::F16 | Self::Bf16 => 2,
            Self::F32 | Self::I32 | Self::U32 => 4,
            Self::F64 | Self::I64 | Self::U64 => 8,
        }
    }

    /// Whether buffers may have elements of this type.
    pub fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::Bf16 | Self::F32 | Self::F64)
    }

    /// Appends the element nearest to `value`, little-endian, rounding once; integers saturate.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rounding and saturating are meant")]
    pub fn encode(self, value: f64, out: &mut Vec<u8>) {
        match self {
            Self::F16 => out.extend(f16_from_f64(value).to_le_bytes()),
            Self::Bf16 => out.extend(bf16_from_f64(value).to_le_bytes()),
            Self::F32 => out.extend((value as f32).to_le_bytes()),
            Self::F64 => out.extend(value.to_le_bytes()),
            Self::I32 => out.extend((value as i32).to_le_bytes()),
            Self::U32 => out.extend((value as u32).to_le_bytes()),
            Self::I64 => out.extend((value as i64).to_le_bytes()),
            Self::U64 => out.extend((value as u64).to_le_bytes()),
        }
    }

    /// The elements of a buffer's bytes; a rest that is no whole element is left out.
    #[expect(clippy::cast_precision_loss, reason = "64-bit integers are shown, never compared")]
    pub fn decode(self, bytes: &[u8]) -> Vec<f64> {
        fn each<const N: usize>(bytes: &[u8], convert: impl Fn([u8; N]) -> f64) -> Vec<f64> {
            bytes.as_chunks::<N>().0.iter().map(|&chunk| convert(chunk)).collect()
        }
        match self {
            Self::F16 => each(bytes, |b| f16_to_f64(u16::from_le_bytes(b))),
            Self::Bf16 => each(bytes, |b| bf16_to_f64(u16::from_le_bytes(b))),
            Self::F32 => each(bytes, |b| f64::from(f32::from_le_bytes(b))),
            Self::F64 => each(bytes, f64::from_le_bytes),
            Self::I32 => each(bytes, |b| f64::from(i32::from_le_bytes(b))),
            Self::U32 => each(bytes, |b| f64::from(u32::from_le_bytes(b))),
            Self::I64 => each(bytes, |b| i64::from_le_bytes(b) as f64),
            Self::U64 => each(bytes, |b| u64::from_le_bytes(b) as f64),
        }
    }

    /// The value after one rounding to this type.
    pub fn round(self, value: f64) -> f64 {
        let mut bytes = Vec::with_capacity(8);
        self.encode(value, &mut bytes);
        self.decode(&bytes)[0]
    }
}

impl std::fmt::Display for Dtype {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_read_back() {
        for dtype in Dtype::ALL {
            assert_eq!(Dtype::parse(dtype.as_str()), Some(dtype));
            let mut bytes = Vec::new();
            for value in [0.0, 1.0, 96.0] {
                dtype.encode(value, &mut bytes);
            }
            assert_eq!(bytes.len(), 3 * dtype.size_bytes());
            assert_eq!(dtype.decode(&bytes), [0.0, 1.0, 96.0]);
        }
        assert_eq!(Dtype::F32.round(0.1), f64::from(0.1_f32));
        assert_eq!(Dtype::F16.round(70_000.0), f64::INFINITY);
    }
}
