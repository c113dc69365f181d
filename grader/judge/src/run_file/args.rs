//! The arguments of a kernel as the command line spells them: `out=f32[64]:uninit`, `n=i32:64`.

use std::path::{Path, PathBuf};

use diag::{Text, msg};
use exercise::{Dtype, Fill as Random};
use vgpu::Elem;

/// The types that an argument can have, in the order in which messages list them.
const TYPES: [(&str, Elem); 12] = [
    ("i8", Elem::I8),
    ("u8", Elem::U8),
    ("i16", Elem::I16),
    ("u16", Elem::U16),
    ("i32", Elem::I32),
    ("u32", Elem::U32),
    ("i64", Elem::I64),
    ("u64", Elem::U64),
    ("f16", Elem::F16),
    ("bf16", Elem::BF16),
    ("f32", Elem::F32),
    ("f64", Elem::F64),
];

/// The fills that have a name, in the order in which messages list them.
const FILLS: [(&str, Fill); 5] = [
    ("uninit", Fill::Uninit),
    ("zero", Fill::Zero),
    ("one", Fill::One),
    ("ramp", Fill::Ramp),
    ("normal", Fill::Normal),
];

/// The most bytes that all buffers of a run may take together: 8 GiB.
pub const MAX_BYTES: u64 = 8 << 30;

/// How many times 1 a normally distributed number becomes in a buffer of integers, so that few of them are equal.
const INTEGER_DEVIATION: f64 = 100.0;

/// One argument of a kernel.
#[derive(Debug, Clone, PartialEq)]
pub struct FileArg {
    /// What reports call it.
    pub name: String,
    /// The type of the value, or of a buffer's elements.
    pub elem: Elem,
    /// What it is.
    pub kind: ArgKind,
}

/// A buffer or a value.
#[derive(Debug, Clone, PartialEq)]
pub enum ArgKind {
    /// The address of a buffer in global memory.
    Buffer {
        /// How many elements it has.
        n_elems: usize,
        /// What they hold before the launch.
        fill: Fill,
    },
    /// A value, little-endian.
    Scalar(Vec<u8>),
}

/// What a buffer holds before the launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fill {
    /// Nothing: a kernel that reads it before it writes it is told so.
    Uninit,
    /// Zeros.
    Zero,
    /// Ones.
    One,
    /// 0, 1, 2 …; bytes modulo 100.
    Ramp,
    /// Normally distributed numbers with deviation 1 that follow from the seed; integers: with deviation 100, rounded, and
    /// without their sign where the type has none.
    Normal,
    /// The bytes of a file.
    File(PathBuf),
}

impl FileArg {
    /// Reads an argument: `name=type[count]:fill` for a buffer, `name=type:value` for a value. A count may be a product,
    /// `[4096x1024]`.
    ///
    /// # Errors
    /// What is wrong with it, and how to write it.
    pub fn parse(text: &str) -> Result<Self, Text> {
        let form = || msg!("run-arg-form", arg = text);
        let (name, rest) = text.split_once('=').ok_or_else(form)?;
        let (what, value) = rest.split_once(':').unwrap_or((rest, ""));
        if name.is_empty() || name.contains(char::is_whitespace) || what.is_empty() {
            return Err(form());
        }
        let (ty, count) = match what.split_once('[') {
            Some((ty, count)) => (ty, Some(count.strip_suffix(']').ok_or_else(form)?)),
            None => (what, None),
        };
        let elem = elem(ty)
            .ok_or_else(|| msg!("run-arg-type", arg = text, ty = ty, types = list(TYPES.iter().map(|t| t.0))))?;
        let kind = match count {
            Some(count) => {
                let n_elems = product(count).ok_or_else(|| msg!("run-arg-count", arg = text, count = count))?;
                ArgKind::Buffer { n_elems, fill: fill(text, value)? }
            }
            None => {
                let bytes = scalar(elem, value)
                    .ok_or_else(|| msg!("run-arg-value", arg = text, value = value, ty = type_name(elem)))?;
                ArgKind::Scalar(bytes)
            }
        };
        Ok(Self { name: name.to_owned(), elem, kind })
    }

    /// The bytes that a buffer takes; 0 for a value.
    pub fn buffer_bytes(&self) -> u64 {
        match self.kind {
            ArgKind::Buffer { n_elems, .. } => (n_elems as u64).saturating_mul(self.elem.size_bytes() as u64),
            ArgKind::Scalar(_) => 0,
        }
    }

    /// The type as it is written: `f32[64]`, `i32`.
    pub fn type_text(&self) -> String {
        match self.kind {
            ArgKind::Buffer { n_elems, .. } => format!("{}[{n_elems}]", type_name(self.elem)),
            ArgKind::Scalar(_) => type_name(self.elem).to_owned(),
        }
    }
}

/// The spelling of a type.
pub fn type_name(elem: Elem) -> &'static str {
    TYPES.iter().find(|(_, known)| *known == elem).map_or("", |(name, _)| name)
}

fn elem(text: &str) -> Option<Elem> {
    TYPES.iter().find(|(name, _)| *name == text).map(|(_, elem)| *elem)
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// A product of whole numbers, `4096x1024`.
fn product(text: &str) -> Option<usize> {
    text.split('x')
        .map(|part| part.trim().parse().ok())
        .try_fold(1_usize, |n, part: Option<usize>| n.checked_mul(part?))
}

/// What follows the colon of a buffer.
fn fill(arg: &str, text: &str) -> Result<Fill, Text> {
    if let Some(path) = text.strip_prefix('@').filter(|path| !path.is_empty()) {
        return Ok(Fill::File(path.into()));
    }
    let known = FILLS.iter().find(|(name, _)| *name == text).map(|(_, fill)| fill.clone());
    let names = || list(FILLS.iter().map(|(name, _)| *name));
    known.ok_or_else(|| match text {
        "" => msg!("run-arg-no-fill", arg = arg, fills = names()),
        _ => msg!("run-arg-fill", arg = arg, fill = text, fills = names()),
    })
}

/// The bytes of a value; `None` when the text is no value of the type.
fn scalar(elem: Elem, text: &str) -> Option<Vec<u8>> {
    let text = text.trim();
    if let Some(dtype) = float(elem) {
        let value: f64 = text.parse().ok()?;
        let mut bytes = Vec::new();
        dtype.encode(value, &mut bytes);
        return Some(bytes);
    }
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let value = match digits.strip_prefix("0x") {
        Some(hex) => i128::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    let value = sign * value;
    let (min, max) = range(elem);
    let n_bytes = elem.size_bytes();
    (min..=max).contains(&value).then(|| value.to_le_bytes()[..n_bytes].to_vec())
}

/// The type of exercises that a floating-point type is.
pub fn float(elem: Elem) -> Option<Dtype> {
    Some(match elem {
        Elem::F16 => Dtype::F16,
        Elem::BF16 => Dtype::Bf16,
        Elem::F32 => Dtype::F32,
        Elem::F64 => Dtype::F64,
        _ => return None,
    })
}

/// The values of an integer type.
fn range(elem: Elem) -> (i128, i128) {
    let bits = 8 * elem.size_bytes();
    match elem {
        Elem::I8 | Elem::I16 | Elem::I32 | Elem::I64 => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        _ => (0, (1 << bits) - 1),
    }
}

/// What a buffer that nothing was written to holds: a value that is unlikely to come out of any computation.
pub fn poison(elem: Elem) -> Vec<u8> {
    match float(elem) {
        Some(dtype) => crate::poison::Poison::Nan.bytes(dtype, 1),
        None => 0x7BAD_CAFE_7BAD_CAFF_u64.to_le_bytes()[..elem.size_bytes()].to_vec(),
    }
}

/// The bytes of a buffer before the launch; `None` for one that nothing is written to.
///
/// # Errors
/// When a file cannot be read or is too short.
pub fn bytes(arg: &FileArg, seed: u64) -> Result<Option<Vec<u8>>, Text> {
    let ArgKind::Buffer { n_elems, fill } = &arg.kind else { return Ok(None) };
    let (elem, n) = (arg.elem, *n_elems);
    Ok(Some(match fill {
        Fill::Uninit => return Ok(None),
        Fill::Zero => vec![0; n * elem.size_bytes()],
        Fill::One => encode(elem, std::iter::repeat_n(1.0, n), n),
        Fill::Ramp if elem.size_bytes() == 1 => encode(elem, (0..n).map(|i| (i % 100) as f64), n),
        Fill::Ramp => match float(elem) {
            #[expect(clippy::cast_precision_loss, reason = "a ramp is rounded to its type")]
            Some(_) => encode(elem, (0..n).map(|i| i as f64), n),
            // Integers go round, as in C.
            None => (0..n as u64).flat_map(|i| i.to_le_bytes().into_iter().take(elem.size_bytes())).collect(),
        },
        Fill::Normal => normal(arg, n, seed),
        Fill::File(path) => file(arg, path)?,
    }))
}

/// Normally distributed numbers that follow from the seed and the buffer's name.
fn normal(arg: &FileArg, n: usize, seed: u64) -> Vec<u8> {
    let dtype = float(arg.elem).unwrap_or(Dtype::F64);
    let bytes = Random::Normal.bytes(seed, "run", &arg.name, &[n], dtype);
    if float(arg.elem).is_some() {
        return bytes;
    }
    let (min, max) = range(arg.elem);
    let is_signed = min < 0;
    let mut out = Vec::with_capacity(n * arg.elem.size_bytes());
    for value in dtype.decode(&bytes) {
        let scaled = (value * INTEGER_DEVIATION).round();
        #[expect(clippy::cast_possible_truncation, reason = "within ±700")]
        let whole = if is_signed { scaled } else { scaled.abs() } as i128;
        out.extend(&whole.clamp(min, max).to_le_bytes()[..arg.elem.size_bytes()]);
    }
    out
}

/// The first bytes of a file.
fn file(arg: &FileArg, path: &Path) -> Result<Vec<u8>, Text> {
    use std::io::Read;
    let wanted = arg.buffer_bytes();
    let shown = path.display().to_string();
    let unreadable =
        |error: std::io::Error| msg!("run-arg-file", arg = &arg.name, path = shown.clone(), error = error.to_string());
    let opened = std::fs::File::open(path).map_err(unreadable)?;
    // A pipe or a device would be waited for without end.
    if !opened.metadata().map_err(unreadable)?.is_file() {
        return Err(msg!("runtime-file-special", path = shown));
    }
    let mut bytes = Vec::new();
    opened.take(wanted).read_to_end(&mut bytes).map_err(unreadable)?;
    if (bytes.len() as u64) < wanted {
        return Err(msg!(
            "run-arg-file-short",
            arg = &arg.name,
            path = shown,
            ty = arg.type_text(),
            wanted = wanted,
            got = bytes.len()
        ));
    }
    Ok(bytes)
}

/// `values` as elements; integers saturate.
fn encode(elem: Elem, values: impl Iterator<Item = f64>, n: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(n * elem.size_bytes());
    for value in values {
        match float(elem) {
            Some(dtype) => dtype.encode(value, &mut out),
            #[expect(clippy::cast_possible_truncation, reason = "callers pass small whole numbers")]
            None => out.extend(&(value as i64).to_le_bytes()[..elem.size_bytes()]),
        }
    }
    out
}

/// The elements of `bytes`, as people read them.
pub fn shown(elem: Elem, bytes: &[u8]) -> Vec<String> {
    let elements = bytes.chunks_exact(elem.size_bytes());
    let float_text = |dtype: Dtype, chunk: &[u8]| {
        let value = dtype.decode(chunk).first().copied().unwrap_or(f64::NAN);
        match dtype {
            Dtype::F64 => value.to_string(),
            // As a float, so that 0.1f is 0.1.
            #[expect(clippy::cast_possible_truncation, reason = "the value came from 32 bits or fewer")]
            _ => (value as f32).to_string(),
        }
    };
    elements
        .map(|chunk| match float(elem) {
            Some(dtype) => float_text(dtype, chunk),
            None => integer(elem, chunk).to_string(),
        })
        .collect()
}

/// An integer's value.
fn integer(elem: Elem, chunk: &[u8]) -> i128 {
    let raw = chunk.iter().rev().fold(0_i128, |n, byte| n << 8 | i128::from(*byte));
    let (min, max) = range(elem);
    if raw > max { raw + 2 * min } else { raw }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arg(text: &str) -> FileArg {
        FileArg::parse(text).unwrap_or_else(|text| panic!("{text:?}"))
    }

    fn first(text: &str, n: usize) -> Vec<String> {
        let arg = arg(text);
        let bytes = bytes(&arg, 1).unwrap().unwrap();
        assert_eq!(bytes.len() as u64, arg.buffer_bytes());
        shown(arg.elem, &bytes[..n * arg.elem.size_bytes()])
    }

    #[test]
    fn the_forms_of_the_manual() {
        let out = arg("out=f32[64]:uninit");
        assert_eq!((out.name.as_str(), out.elem), ("out", Elem::F32));
        assert_eq!(out.kind, ArgKind::Buffer { n_elems: 64, fill: Fill::Uninit });
        assert_eq!(arg("n=i32:64").kind, ArgKind::Scalar(vec![64, 0, 0, 0]));
        assert_eq!(arg("n=i64:-1").kind, ArgKind::Scalar(vec![255; 8]));
        assert_eq!(arg("n=u16:0xfffe").kind, ArgKind::Scalar(vec![254, 255]));
        assert_eq!(arg("x=f16:1").kind, ArgKind::Scalar(vec![0, 0x3c]));
        assert_eq!(arg("x=bf16:-2").kind, ArgKind::Scalar(vec![0, 0xc0]));
        assert_eq!(arg("m=f32[4x3]:zero").buffer_bytes(), 48);
        assert_eq!(arg("m=f32[2]:@a:b").kind, ArgKind::Buffer { n_elems: 2, fill: Fill::File("a:b".into()) });
    }

    #[test]
    fn each_mistake_has_its_message() {
        let id = |text: &str| FileArg::parse(text).unwrap_err().id;
        assert_eq!(id("f32[64]:ramp"), "run-arg-form");
        assert_eq!(id("out=f32[64:ramp"), "run-arg-form");
        assert_eq!(id("=f32[64]:ramp"), "run-arg-form");
        assert_eq!(id("out=float[64]:ramp"), "run-arg-type");
        assert_eq!(id("out=f32[many]:ramp"), "run-arg-count");
        assert_eq!(id("out=f32[99999999999999999999]:ramp"), "run-arg-count");
        assert_eq!(id("out=f32[64]"), "run-arg-no-fill");
        assert_eq!(id("out=f32[64]:ones"), "run-arg-fill");
        assert_eq!(id("out=f32[64]:@"), "run-arg-fill");
        assert_eq!(id("n=i32"), "run-arg-value");
        assert_eq!(id("n=i32:4.5"), "run-arg-value");
        assert_eq!(id("n=u8:256"), "run-arg-value");
        assert_eq!(id("n=i8:-129"), "run-arg-value");
    }

    #[test]
    fn fills_hold_what_they_say() {
        assert_eq!(first("x=f32[4]:ramp", 4), ["0", "1", "2", "3"]);
        assert_eq!(first("x=f16[4]:one", 2), ["1", "1"]);
        assert_eq!(first("x=i64[4]:one", 2), ["1", "1"]);
        assert_eq!(first("x=u8[102]:ramp", 102)[98..], ["98", "99", "0", "1"]);
        assert_eq!(first("x=i16[40000]:ramp", 32769)[32767..], ["32767", "-32768"]);
        assert_eq!(first("x=f64[2]:zero", 2), ["0", "0"]);
        let normal = first("x=f32[3]:normal", 3);
        assert!(normal.iter().all(|x| x.contains('.')) && normal[0] != normal[1], "{normal:?}");
        assert_ne!(normal, first("y=f32[3]:normal", 3), "each buffer has its own numbers");
        let whole = first("x=u8[500]:normal", 500);
        assert!(whole.iter().all(|x| x.parse::<u8>().is_ok()), "{whole:?}");
        assert!(first("x=i8[500]:normal", 500).iter().any(|x| x.starts_with('-')));
        assert_eq!(bytes(&arg("x=f32[4]:uninit"), 1), Ok(None));
    }

    #[test]
    fn files_are_read_from_their_start_and_must_be_long_enough() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("in.bin");
        std::fs::write(&path, [1, 0, 2, 0, 3, 0]).unwrap();
        let text = |n: usize| format!("x=u16[{n}]:@{}", path.display());
        assert_eq!(first(&text(2), 2), ["1", "2"]);
        assert_eq!(bytes(&arg(&text(4)), 1).unwrap_err().id, "run-arg-file-short");
        assert_eq!(bytes(&arg("x=u8[1]:@/none/such"), 1).unwrap_err().id, "run-arg-file");
        assert_eq!(bytes(&arg("x=u8[1]:@/dev/zero"), 1).unwrap_err().id, "runtime-file-special");
    }
}
