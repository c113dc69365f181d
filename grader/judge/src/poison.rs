//! What outputs hold before a launch.

use exercise::Dtype;

/// A pattern. Two take turns over the cases, so that no kernel passes by leaving either untouched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Poison {
    /// A NaN with a payload of ours; for integers, a large number.
    Nan,
    /// A large finite number.
    Large,
}

impl Poison {
    /// The pattern of the case at this position.
    pub fn of_case(position: usize) -> Self {
        if position.is_multiple_of(2) { Self::Nan } else { Self::Large }
    }

    /// The value of a poisoned element.
    pub fn value(self, dtype: Dtype) -> f64 {
        dtype.decode(&self.bytes(dtype, 1)).first().copied().unwrap_or(f64::NAN)
    }

    /// `n` poisoned elements. The payloads and the large numbers are unlikely to come out of any computation.
    pub fn bytes(self, dtype: Dtype, n: usize) -> Vec<u8> {
        match self {
            Self::Nan => match dtype {
                Dtype::F16 => 0x7E_AD_u16.to_le_bytes().repeat(n),
                Dtype::Bf16 => 0x7F_ED_u16.to_le_bytes().repeat(n),
                Dtype::F32 => 0x7F_CA_FE_ED_u32.to_le_bytes().repeat(n),
                Dtype::F64 => 0x7F_FA_CA_FE_D0_0D_BA_AD_u64.to_le_bytes().repeat(n),
                Dtype::I32 | Dtype::U32 => 0x7B_AD_CA_FF_u32.to_le_bytes().repeat(n),
                Dtype::I64 | Dtype::U64 => 0x7B_AD_CA_FE_7B_AD_CA_FF_u64.to_le_bytes().repeat(n),
            },
            Self::Large => {
                let mut element = Vec::new();
                let value = match dtype {
                    Dtype::F16 => -54_321.0,
                    Dtype::Bf16 | Dtype::F32 => -6.438_275e33,
                    Dtype::F64 => -6.438_275e273,
                    Dtype::I32 | Dtype::I64 => -1_951_559_667.0,
                    Dtype::U32 | Dtype::U64 => 2_343_407_629.0,
                };
                dtype.encode(value, &mut element);
                element.repeat(n)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_patterns_differ_in_every_element() {
        for dtype in Dtype::ALL {
            let (nan, large) = (Poison::Nan.bytes(dtype, 3), Poison::Large.bytes(dtype, 3));
            assert_eq!((nan.len(), large.len()), (3 * dtype.size_bytes(), 3 * dtype.size_bytes()));
            assert!(dtype.decode(&nan).iter().all(|v| v.is_nan() == dtype.is_float()), "{dtype}");
            assert!(dtype.decode(&large).iter().all(|v| v.is_finite() && v.abs() > 1e4), "{dtype}");
        }
        assert_ne!(Poison::of_case(0), Poison::of_case(1));
    }
}
