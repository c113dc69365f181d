//! A call on the virtual GPU: its buffers are placed, the kernel is launched, what it left can be read.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use exercise::{ArgSpec, BufferSpec, Case, DeviceProps, Dtype, Launch, ScalarSpec, Value};
use vgpu::{Arg, Buffer, Checks, Elem, Gpu, Limits, Run};

use crate::compile::Loaded;

/// What a buffer holds before the launch.
#[derive(Debug)]
pub enum Content<'a> {
    /// Data.
    Data(Cow<'a, [u8]>),
    /// A pattern of so many bytes that counts as never written.
    Poison(Vec<u8>),
}

/// How a call is run.
#[derive(Debug, Clone)]
pub struct Limit {
    /// How many steps of a warp the kernel may take.
    pub max_steps: u64,
    /// Ends the run when somebody sets it.
    pub cancel: Arc<AtomicBool>,
}

/// A call, placed on a virtual GPU of its own.
pub struct Placed {
    gpu: Gpu,
    args: Vec<Arg>,
    buffers: Vec<(String, Buffer)>,
}

impl std::fmt::Debug for Placed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Placed").field("buffers", &self.buffers).finish_non_exhaustive()
    }
}

impl Placed {
    /// Puts the buffers of `case` on a new virtual GPU, with what `content` says that they hold.
    ///
    /// # Errors
    /// In English: a buffer without content, too many buffers, a scalar that does not fit its type.
    pub fn new<'a>(
        case: &Case,
        launch: &Launch,
        mut content: impl FnMut(&BufferSpec) -> Result<Content<'a>, String>,
    ) -> Result<Self, String> {
        let mut gpu = Gpu::new();
        let mut args = Vec::new();
        let mut buffers = Vec::new();
        for arg in &case.args {
            let spec = match arg {
                ArgSpec::Scalar(spec) => {
                    args.push(scalar(spec)?);
                    continue;
                }
                ArgSpec::Buffer(spec) => spec,
            };
            let buffer = gpu.alloc(&spec.name, elem(spec.dtype), spec.n_elems()).map_err(|e| e.to_string())?;
            match content(spec)? {
                Content::Data(bytes) => gpu.write(buffer, &bytes),
                Content::Poison(pattern) => gpu.poison(buffer, &pattern),
            }
            args.push(Arg::Buffer(buffer));
            buffers.push((spec.name.clone(), buffer));
        }
        if let Some(order) = &launch.args {
            args = order.iter().map(|&at| args[at].clone()).collect();
        }
        Ok(Self { gpu, args, buffers })
    }

    /// The launch, with every check on.
    pub fn launch(&self, launch: &Launch, limit: &Limit) -> vgpu::Launch {
        vgpu::Launch {
            dynamic_shared_bytes: launch.shared_bytes,
            limits: Limits { max_steps: limit.max_steps, shared_bytes: DeviceProps::VIRTUAL.max_shared_bytes },
            checks: Checks::On,
            cancel: Some(Arc::clone(&limit.cancel)),
            ..vgpu::Launch::new(launch.grid, launch.block, self.args.clone())
        }
    }

    /// Runs the kernel `name` of `loaded`.
    pub fn run(&mut self, loaded: &Loaded, name: &str, launch: &vgpu::Launch) -> Run {
        self.gpu.launch(&loaded.program, loaded.entry(name), launch)
    }

    /// The virtual GPU.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// The buffer with this name.
    pub fn buffer(&self, name: &str) -> Option<Buffer> {
        self.buffers.iter().find(|(placed, _)| placed == name).map(|&(_, buffer)| buffer)
    }

    /// What the buffer with this name holds.
    pub fn read(&self, name: &str) -> Option<&[u8]> {
        self.buffer(name).map(|buffer| self.gpu.read(buffer))
    }
}

/// The virtual device's name for an element type.
pub fn elem(dtype: Dtype) -> Elem {
    match dtype {
        Dtype::F16 => Elem::F16,
        Dtype::Bf16 => Elem::BF16,
        Dtype::F32 => Elem::F32,
        Dtype::F64 => Elem::F64,
        Dtype::I32 => Elem::I32,
        Dtype::U32 => Elem::U32,
        Dtype::I64 => Elem::I64,
        Dtype::U64 => Elem::U64,
    }
}

/// A scalar argument.
///
/// # Errors
/// When the value does not fit its type.
pub fn scalar(spec: &ScalarSpec) -> Result<Arg, String> {
    bytes_of(spec).map(Arg::Bytes)
}

/// A scalar's bytes, little-endian.
///
/// # Errors
/// When the value does not fit its type.
pub fn bytes_of(spec: &ScalarSpec) -> Result<Vec<u8>, String> {
    let whole = || match spec.value {
        Value::Int(n) => Ok(n),
        ref other => Err(format!("{} is {other:?}, not a whole number", spec.name)),
    };
    let number = || match spec.value {
        Value::Int(n) => Ok(n as f64),
        Value::Double(x) => Ok(x),
        Value::Str(_) => Err(format!("{} is a text", spec.name)),
    };
    let out_of_range = |_| format!("{} does not fit {}", spec.name, spec.dtype);
    Ok(match spec.dtype {
        Dtype::I32 => i32::try_from(whole()?).map_err(out_of_range)?.to_le_bytes().to_vec(),
        Dtype::U32 => u32::try_from(whole()?).map_err(out_of_range)?.to_le_bytes().to_vec(),
        Dtype::I64 => whole()?.to_le_bytes().to_vec(),
        Dtype::U64 => u64::try_from(whole()?).map_err(out_of_range)?.to_le_bytes().to_vec(),
        Dtype::F16 | Dtype::Bf16 | Dtype::F32 | Dtype::F64 => {
            let mut bytes = Vec::new();
            spec.dtype.encode(number()?, &mut bytes);
            bytes
        }
    })
}
