//! What a caller says about the tensors of a call.

use exercise::{BufferSpec, Dtype};

/// A tensor, apart from what it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TensorSpec {
    /// The type of its elements.
    pub element: Element,
    /// Its sizes, outermost first.
    pub shape: Vec<i64>,
    /// Elements from one to the next in each dimension; nothing where the tensor is contiguous.
    pub strides: Option<Vec<i64>>,
    /// Whether its address is null.
    pub is_null: bool,
}

/// A type of elements, which operators may or may not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Element {
    /// One that kernels can have.
    Known(Dtype),
    /// Another one, by the name that the caller's library gives it.
    Other(String),
}

impl TensorSpec {
    /// A contiguous tensor that lies somewhere.
    pub fn contiguous(dtype: Dtype, shape: &[i64]) -> Self {
        Self { element: Element::Known(dtype), shape: shape.to_vec(), strides: None, is_null: false }
    }

    /// How many elements; negative sizes count as none.
    pub fn n_elems(&self) -> i64 {
        self.shape.iter().fold(1, |n: i64, &size| n.saturating_mul(size.max(0)))
    }

    /// Whether its elements lie one behind the other in the order of their indices. The strides of dimensions with one
    /// index, and of tensors without elements, mean nothing.
    pub fn is_contiguous(&self) -> bool {
        let Some(strides) = &self.strides else { return true };
        if self.n_elems() == 0 {
            return true;
        }
        let wanted = contiguous_strides(&self.shape);
        strides.len() == self.shape.len()
            && strides.iter().zip(&wanted).zip(&self.shape).all(|((a, b), &size)| size == 1 || a == b)
    }
}

impl Element {
    /// The type with a name of PyTorch's or NumPy's: `float32`, `torch.float32`.
    pub fn named(name: &str) -> Self {
        let short = name.strip_prefix("torch.").unwrap_or(name);
        let known = Dtype::ALL.into_iter().find(|&dtype| dtype_name(dtype) == short);
        known.map_or_else(|| Self::Other(short.to_owned()), Self::Known)
    }

    /// Its name, as PyTorch and NumPy call it.
    pub fn name(&self) -> &str {
        match self {
            Self::Known(dtype) => dtype_name(*dtype),
            Self::Other(name) => name,
        }
    }
}

/// The name of an element type in Python's libraries, TileLang among them.
pub fn dtype_name(dtype: Dtype) -> &'static str {
    match dtype {
        Dtype::F16 => "float16",
        Dtype::Bf16 => "bfloat16",
        Dtype::F32 => "float32",
        Dtype::F64 => "float64",
        Dtype::I32 => "int32",
        Dtype::U32 => "uint32",
        Dtype::I64 => "int64",
        Dtype::U64 => "uint64",
    }
}

/// A buffer's sizes as those of a tensor.
pub(crate) fn sizes(spec: &BufferSpec) -> Vec<i64> {
    spec.shape.iter().map(|&n| i64::try_from(n).unwrap_or(i64::MAX)).collect()
}

/// The strides of a contiguous tensor, in elements.
pub fn contiguous_strides(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1_i64; shape.len()];
    for at in (1..shape.len()).rev() {
        strides[at - 1] = strides[at].saturating_mul(shape[at].max(1));
    }
    strides
}

/// Sizes as people write them: `(3, 40)`, `(3,)`.
pub(crate) fn tuple(sizes: &[i64]) -> String {
    let list: Vec<String> = sizes.iter().map(i64::to_string).collect();
    if let [one] = list.as_slice() { format!("({one},)") } else { format!("({})", list.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contiguous_is_what_lies_one_behind_the_other() {
        let with = |shape: &[i64], strides: &[i64]| TensorSpec {
            strides: Some(strides.to_vec()),
            ..TensorSpec::contiguous(Dtype::F32, shape)
        };
        assert!(with(&[3, 4], &[4, 1]).is_contiguous());
        assert!(!with(&[3, 4], &[1, 3]).is_contiguous());
        assert!(!with(&[3, 4], &[8, 1]).is_contiguous());
        assert!(!with(&[4], &[0]).is_contiguous());
        assert!(!with(&[3, 4], &[4]).is_contiguous());
        // One index, or no element: any stride.
        assert!(with(&[1, 4], &[77, 1]).is_contiguous());
        assert!(with(&[0, 4], &[1, 9]).is_contiguous());
        assert!(with(&[], &[]).is_contiguous());
    }

    #[test]
    fn names_are_those_of_python_libraries() {
        assert_eq!(Element::named("torch.bfloat16"), Element::Known(Dtype::Bf16));
        assert_eq!(Element::named("int8"), Element::Other("int8".to_owned()));
        assert_eq!((tuple(&[3, 4]), tuple(&[3]), tuple(&[])), ("(3, 4)".into(), "(3,)".into(), "()".into()));
    }
}
