//! Elements of buffers: their bytes, and the `f64` that each stands for.

use half::{bf16, f16};

/// The type of a buffer's elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Elem {
    /// `int32_t`.
    I32,
    /// `int64_t`.
    I64,
    /// `half`.
    F16,
    /// `__nv_bfloat16`.
    Bf16,
    /// `float`.
    F32,
    /// `double`.
    F64,
}

/// What an output holds before a launch. Two patterns take turns, so that no kernel passes by leaving either untouched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Poison {
    /// A NaN with a payload of ours (for integers: a large odd number).
    Nan,
    /// A large finite number.
    Large,
}

impl Elem {
    /// The size of one element.
    pub fn bytes(self) -> usize {
        match self {
            Self::F16 | Self::Bf16 => 2,
            Self::I32 | Self::F32 => 4,
            Self::I64 | Self::F64 => 8,
        }
    }

    /// The values that `bytes` hold. Integers beyond 2^53 are rounded.
    pub fn decode(self, bytes: &[u8]) -> Vec<f64> {
        fn map<const N: usize>(bytes: &[u8], f: impl Fn([u8; N]) -> f64) -> Vec<f64> {
            bytes.as_chunks::<N>().0.iter().map(|chunk| f(*chunk)).collect()
        }
        match self {
            Self::I32 => map(bytes, |b| f64::from(i32::from_le_bytes(b))),
            Self::I64 => map(bytes, |b| i64::from_le_bytes(b) as f64),
            Self::F16 => map(bytes, |b| f16::from_le_bytes(b).to_f64()),
            Self::Bf16 => map(bytes, |b| bf16::from_le_bytes(b).to_f64()),
            Self::F32 => map(bytes, |b| f64::from(f32::from_le_bytes(b))),
            Self::F64 => map(bytes, f64::from_le_bytes),
        }
    }

    /// The bytes of `values`, each rounded to the nearest element.
    pub fn encode(self, values: &[f64]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(values.len() * self.bytes());
        for &value in values {
            match self {
                Self::I32 => bytes.extend((value as i32).to_le_bytes()),
                Self::I64 => bytes.extend((value as i64).to_le_bytes()),
                Self::F16 => bytes.extend(f16::from_f64(value).to_le_bytes()),
                Self::Bf16 => bytes.extend(bf16::from_f64(value).to_le_bytes()),
                Self::F32 => bytes.extend((value as f32).to_le_bytes()),
                Self::F64 => bytes.extend(value.to_le_bytes()),
            }
        }
        bytes
    }

    /// `value` rounded to the nearest element; beyond the largest one, infinite.
    pub fn round(self, value: f64) -> f64 {
        match self {
            Self::I32 | Self::I64 => value.round(),
            Self::F16 => f16::from_f64(value).to_f64(),
            Self::Bf16 => bf16::from_f64(value).to_f64(),
            Self::F32 => f64::from(value as f32),
            Self::F64 => value,
        }
    }

    /// `n` poisoned elements. The payloads and the large numbers are unlikely to come out of any computation.
    pub fn poison(self, poison: Poison, n: usize) -> Vec<u8> {
        match (self, poison) {
            (Self::I32, Poison::Nan) => 0x7B_AD_CA_FF_u32.to_le_bytes().repeat(n),
            (Self::I32, Poison::Large) => 0x8B_AD_F0_0D_u32.to_le_bytes().repeat(n),
            (Self::I64, Poison::Nan) => 0x7B_AD_CA_FE_7B_AD_CA_FF_u64.to_le_bytes().repeat(n),
            (Self::I64, Poison::Large) => 0x8B_AD_F0_0D_8B_AD_F0_0D_u64.to_le_bytes().repeat(n),
            (Self::F16, Poison::Nan) => 0x7E_AD_u16.to_le_bytes().repeat(n),
            (Self::F16, Poison::Large) => f16::from_f32(-54_321.0).to_le_bytes().repeat(n),
            (Self::Bf16, Poison::Nan) => 0x7F_ED_u16.to_le_bytes().repeat(n),
            (Self::Bf16, Poison::Large) => bf16::from_f32(-6.43e33).to_le_bytes().repeat(n),
            (Self::F32, Poison::Nan) => 0x7F_CA_FE_ED_u32.to_le_bytes().repeat(n),
            (Self::F32, Poison::Large) => (-6.438_275e33_f32).to_le_bytes().repeat(n),
            (Self::F64, Poison::Nan) => 0x7F_FA_CA_FE_D0_0D_BA_AD_u64.to_le_bytes().repeat(n),
            (Self::F64, Poison::Large) => (-6.438_275e273_f64).to_le_bytes().repeat(n),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Elem; 6] = [Elem::I32, Elem::I64, Elem::F16, Elem::Bf16, Elem::F32, Elem::F64];

    #[test]
    fn values_survive_their_bytes() {
        for elem in ALL {
            let values = [0.0, 1.0, -2.0, 96.0];
            assert_eq!(elem.decode(&elem.encode(&values)), values, "{elem:?}");
        }
        assert_eq!(Elem::F16.round(70_000.0), f64::INFINITY);
        assert_eq!(Elem::F32.round(1e39), f64::INFINITY);
    }

    #[test]
    fn the_two_poisons_differ_in_every_element() {
        for elem in ALL {
            let (a, b) = (elem.poison(Poison::Nan, 3), elem.poison(Poison::Large, 3));
            assert_eq!((a.len(), b.len()), (3 * elem.bytes(), 3 * elem.bytes()));
            let float = !matches!(elem, Elem::I32 | Elem::I64);
            assert!(elem.decode(&a).iter().all(|v| v.is_nan() == float), "{elem:?}");
            assert!(elem.decode(&b).iter().all(|v| v.is_finite() && v.abs() > 1e4), "{elem:?}");
        }
    }
}
