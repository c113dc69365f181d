//! Which buffers a shape needs, in which order they lie, and the launches on them.

use std::collections::HashMap;

use cuda::{BufferId, GpuError, ModuleId, ResidentArg, ResidentLaunch};
use exercise::{ArgSpec, BufferSpec, Case, Direction, Launch, ReferenceArg, ScalarSpec};
use runtime::virtual_gpu::bytes_of;

use super::on_gpu::lost;
use super::plan::reference_sizes;

/// An image on the GPU.
#[derive(Debug)]
pub struct Module {
    /// Its number.
    pub id: ModuleId,
    /// Mangled names by name expression.
    pub entries: HashMap<String, String>,
}

/// One set of buffers.
pub struct Set {
    /// In the signature's order.
    pub inputs: Vec<(BufferSpec, BufferId)>,
    /// Those of each contender, in the signature's order.
    pub outputs: Vec<Vec<(BufferSpec, BufferId)>>,
    /// Scratch memory of each contender, in the signature's order.
    pub workspaces: Vec<Vec<(BufferSpec, BufferId)>>,
}

/// Where the reference's values go.
pub struct Wanted {
    /// What is wanted of each output.
    pub outputs: HashMap<String, BufferId>,
    /// Of the terms behind each element, where the reference gives it.
    pub size: Option<BufferId>,
}

/// The buffers of a shape.
pub struct Layout<'a> {
    case: &'a Case,
    n_sets: usize,
    n_contenders: usize,
    /// Their sizes in bytes, in order.
    pub sizes: Vec<u64>,
}

impl<'a> Layout<'a> {
    /// The buffers of so many sets, each with outputs for so many contenders, and those of the reference.
    pub fn new(case: &'a Case, n_sets: usize, n_contenders: usize) -> Self {
        let mut sizes = Vec::new();
        for _ in 0..n_sets {
            sizes.extend(case.inputs().map(|spec| spec.n_bytes() as u64));
            for _ in 0..n_contenders {
                sizes.extend(case.outputs().map(|spec| spec.n_bytes() as u64));
            }
            for _ in 0..n_contenders {
                sizes.extend(case.workspaces().map(|spec| spec.n_bytes() as u64));
            }
        }
        sizes.extend(reference_sizes(case));
        Self { case, n_sets, n_contenders, sizes }
    }

    /// What becomes of buffers of these sizes, in their order.
    pub fn place(&self, buffers: &[BufferId]) -> (Vec<Set>, Wanted) {
        let mut buffers = buffers.iter().copied();
        let mut sets = Vec::new();
        for _ in 0..self.n_sets {
            let inputs = self.case.inputs().cloned().zip(&mut buffers).collect();
            let own = |_| self.case.outputs().cloned().zip(&mut buffers).collect();
            let outputs = (0..self.n_contenders).map(own).collect();
            let own = |_| self.case.workspaces().cloned().zip(&mut buffers).collect();
            sets.push(Set { inputs, outputs, workspaces: (0..self.n_contenders).map(own).collect() });
        }
        let mut wanted = Wanted { outputs: HashMap::new(), size: None };
        for arg in &self.case.reference_args {
            match arg {
                ReferenceArg::Output { buffer, .. } => {
                    wanted.outputs.extend(buffers.next().map(|id| (buffer.clone(), id)));
                }
                ReferenceArg::Magnitude { .. } => wanted.size = buffers.next(),
                ReferenceArg::Input(_) | ReferenceArg::Scalar(_) => {}
            }
        }
        (sets, wanted)
    }
}

/// Contender `k`'s launch on a set.
///
/// # Errors
/// As [`reference()`].
pub fn contender(
    module: &Module,
    shape: &Launch,
    case: &Case,
    set: &Set,
    k: usize,
) -> Result<ResidentLaunch, GpuError> {
    let arg = |arg: &ArgSpec| match arg {
        ArgSpec::Buffer(spec) => match spec.direction {
            Direction::In => find(&set.inputs, &spec.name),
            Direction::Out => find(&set.outputs[k], &spec.name),
            Direction::Workspace => find(&set.workspaces[k], &spec.name),
        },
        ArgSpec::Scalar(spec) => scalar(spec),
    };
    launch(module, &shape.kernel, shape, shape.order(case).into_iter().map(|at| arg(&case.args[at])).collect())
}

/// The reference's launch on a set.
///
/// # Errors
/// When something that it needs is missing, which loading the exercise rules out.
pub fn reference(
    module: &Module,
    kernel: &str,
    case: &Case,
    set: &Set,
    wanted: &Wanted,
) -> Result<ResidentLaunch, GpuError> {
    let arg = |arg: &ReferenceArg| match arg {
        ReferenceArg::Output { buffer, .. } => wanted.outputs.get(buffer).copied().map(ResidentArg::Buffer),
        ReferenceArg::Magnitude { .. } => wanted.size.map(ResidentArg::Buffer),
        ReferenceArg::Input(spec) => find(&set.inputs, &spec.name),
        ReferenceArg::Scalar(spec) => scalar(spec),
    };
    launch(module, kernel, &case.reference_launch, case.reference_args.iter().map(arg).collect())
}

/// A launch of the module's kernel with this name expression.
fn launch(
    module: &Module,
    kernel: &str,
    shape: &Launch,
    args: Option<Vec<ResidentArg>>,
) -> Result<ResidentLaunch, GpuError> {
    Ok(ResidentLaunch {
        module: module.id,
        entry: module.entries.get(kernel).cloned().ok_or_else(|| lost(kernel))?,
        grid: shape.grid,
        block: shape.block,
        shared_bytes: shape.shared_bytes,
        args: args.ok_or_else(|| lost("an argument"))?,
    })
}

fn find(buffers: &[(BufferSpec, BufferId)], name: &str) -> Option<ResidentArg> {
    buffers.iter().find(|(spec, _)| spec.name == name).map(|(_, buffer)| ResidentArg::Buffer(*buffer))
}

fn scalar(spec: &ScalarSpec) -> Option<ResidentArg> {
    bytes_of(spec).ok().map(ResidentArg::Value)
}
