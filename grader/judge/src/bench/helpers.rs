//! camp's own kernels on the GPU, `templates/bench.cu`: their names and their arguments.

use cuda::{BufferId, ModuleId, Request, ResidentArg, ResidentLaunch};
use exercise::{Allowance, Dtype, Fill};

/// The kernels.
const SOURCE: (&str, &str) = ("camp/bench.cu", include_str!("../../../../templates/bench.cu"));

/// Threads of a block of each of them.
pub const BLOCK: u32 = 256;

/// Blocks of each of them: enough for any GPU. Each thread goes on to the next element.
pub const GRID: u32 = 2048;

/// The element types that buffers may have.
const DTYPES: [Dtype; 4] = [Dtype::F16, Dtype::Bf16, Dtype::F32, Dtype::F64];

/// The translation unit with every instance for buffers of `dtypes`, for the architecture `arch`.
pub fn request(arch: &str, dtypes: &[Dtype]) -> Request {
    let of_dtype = |dtype: Dtype| {
        let t = dtype.cpp();
        ["fill_normal", "fill_uniform", "check", "check_sums"].map(|kernel| name(kernel, t))
    };
    let mut expressions: Vec<String> =
        DTYPES.into_iter().filter(|dtype| dtypes.contains(dtype)).flat_map(of_dtype).collect();
    expressions.extend(["uint16_t", "uint32_t", "uint64_t"].map(|word| name("digest", word)));
    expressions.push("camp_bench::flush".to_owned());
    Request {
        name: SOURCE.0.to_owned(),
        source: SOURCE.1.to_owned(),
        headers: Vec::new(),
        arch: arch.to_owned(),
        expressions,
        options: Vec::new(),
    }
}

fn name(kernel: &str, t: &str) -> String {
    format!("camp_bench::{kernel}<{t}>")
}

/// An argument of a kernel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<B> {
    /// A buffer's address.
    Buffer(B),
    /// `uint32_t`
    U32(u32),
    /// `uint64_t`
    U64(u64),
    /// `double`
    F64(f64),
}

/// A call of one of the kernels, wherever it runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Call<B> {
    /// The name expression.
    pub kernel: String,
    /// The arguments.
    pub args: Vec<Value<B>>,
}

impl<B: Copy> Call<B> {
    /// Fills a buffer as `fill` says, with the numbers of the stream `key`; none for fills that only the CPU makes.
    pub fn fill(fill: Fill, dtype: Dtype, buffer: B, n_elems: usize, key: u64) -> Option<Self> {
        let common = [Value::Buffer(buffer), Value::U64(n_elems as u64), Value::U64(key)];
        let (kernel, more) = match fill {
            Fill::Normal => ("fill_normal", vec![]),
            Fill::Uniform(lo, hi) => ("fill_uniform", vec![Value::F64(lo), Value::F64(hi - lo)]),
            _ => return None,
        };
        Some(Self { kernel: name(kernel, dtype.cpp()), args: common.into_iter().chain(more).collect() })
    }

    /// Adds a number that stands for the contents of `buffer` to the word at `sum`.
    pub fn digest(dtype: Dtype, buffer: B, n_elems: usize, sum: B) -> Self {
        let word = match dtype.size_bytes() {
            2 => "uint16_t",
            4 => "uint32_t",
            _ => "uint64_t",
        };
        let args = vec![Value::Buffer(buffer), Value::U64(n_elems as u64), Value::Buffer(sum)];
        Self { kernel: name("digest", word), args }
    }

    /// Compares an output with the reference; two words at `found` get how many are wrong and the first of them.
    /// `size`: the sizes of the terms, which only an allowance that asks for them reads.
    pub fn check(dtype: Dtype, got: B, want: B, size: B, n_elems: usize, allowance: &Allowance, found: B) -> Self {
        let args = vec![
            Value::Buffer(got),
            Value::Buffer(want),
            Value::Buffer(size),
            Value::U64(n_elems as u64),
            Value::U32(u32::from(allowance.exact)),
            Value::F64(allowance.relative),
            Value::F64(allowance.magnitude),
            Value::F64(allowance.absolute),
            Value::Buffer(found),
        ];
        Self { kernel: name("check", dtype.cpp()), args }
    }

    /// Compares the sums of rows with 1; two words at `found` get how many are wrong and the first such row.
    pub fn check_sums(dtype: Dtype, got: B, want: B, (rows, cols): (usize, usize), allowed: f64, found: B) -> Self {
        let args = vec![
            Value::Buffer(got),
            Value::Buffer(want),
            Value::U64(rows as u64),
            Value::U64(cols as u64),
            Value::F64(allowed),
            Value::Buffer(found),
        ];
        Self { kernel: name("check_sums", dtype.cpp()), args }
    }

    /// Reads so many bytes at `buffer`, so that the cache holds nothing else. `never`: four bytes that are not written.
    pub fn flush(buffer: B, n_bytes: u64, never: B) -> Self {
        let args = vec![Value::Buffer(buffer), Value::U64(n_bytes / 16), Value::Buffer(never)];
        Self { kernel: "camp_bench::flush".to_owned(), args }
    }
}

impl Call<BufferId> {
    /// The call as a launch. `entry`: the kernel's mangled name.
    pub fn launch(&self, module: ModuleId, entry: &str) -> ResidentLaunch {
        let arg = |value: &Value<BufferId>| match value {
            Value::Buffer(id) => ResidentArg::Buffer(*id),
            Value::U32(n) => ResidentArg::Value(n.to_le_bytes().to_vec()),
            Value::U64(n) => ResidentArg::Value(n.to_le_bytes().to_vec()),
            Value::F64(x) => ResidentArg::Value(x.to_le_bytes().to_vec()),
        };
        ResidentLaunch {
            module,
            entry: entry.to_owned(),
            grid: [GRID, 1, 1],
            block: [BLOCK, 1, 1],
            shared_bytes: 0,
            args: self.args.iter().map(arg).collect(),
        }
    }
}
