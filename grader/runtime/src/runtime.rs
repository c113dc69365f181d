//! The compilers behind operators, and what they have made.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cuda::{CancelHandle, Compiler, OwnArg, OwnGpu, OwnKernel};
use diag::{SourceMap, Text, msg};
use exercise::{ArgSpec, Backend, BufferSpec, Case, DeviceProps, Direction, Exercise, Launch};
use tilelang::{SandboxCommand, Worker};
use vgpu::Stopped;

use crate::compile::{self, CompileTime, Kernel, Loaded, Order, Refusal, Unit};
use crate::error::{Error, ErrorKind, refused};
use crate::gpu_code::{Refused, compile_unit, old_driver, props};
use crate::open::tilelang;
use crate::operator::{Call, Operator};
use crate::virtual_gpu::{Content, Limit, Placed, bytes_of};
use crate::{contract, kernel_file};

/// Steps of a warp that a call on the virtual GPU may take, whatever its sizes.
const BASE_STEPS: u64 = 100_000_000;
/// How many compiled kernels are kept for calls that may come again.
const MOST_KEPT: usize = 512;
/// What each part of a workspace begins at a multiple of, as buffers of camp's own do.
const WORKSPACE_ALIGNMENT: u64 = 256;
/// Where tensors of TileLang kernels must begin: the code that it makes loads so many bytes at once, and asks no address.
const TILE_ALIGNMENT: u64 = 16;
/// Steps more for each element of the call's tensors.
const STEPS_PER_ELEMENT: u64 = 256;

/// Compiles operators' kernels. What was compiled is kept, so that a second descriptor of the same call costs nothing.
#[derive(Debug)]
pub struct Runtime {
    compiler: Compiler,
    tile: Option<Worker>,
    sandbox: Option<SandboxCommand>,
    on_virtual: HashMap<Key, Arc<OnVirtual>>,
    on_gpu: HashMap<(Key, usize), Arc<OnGpu>>,
    gpus: HashMap<usize, OwnGpu>,
    stop: Arc<AtomicBool>,
}

/// Stops what a [`Runtime`] is compiling.
#[derive(Debug, Clone)]
pub struct Stopper {
    compiler: CancelHandle,
    stop: Arc<AtomicBool>,
}

impl Stopper {
    /// Ends [`Runtime::create`], should it be under way; a later one is not touched.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.compiler.cancel();
    }
}

/// What a compiled kernel depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    exercise: String,
    /// The text of its `exercise.toml`.
    contract: String,
    path: String,
    text: String,
    rules: Option<String>,
    /// The sizes and the element type.
    case: String,
    /// TileLang makes constants of them, and launch rules may ask for them.
    attributes: String,
}

/// Where an operator runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// On camp's virtual GPU, on tensors in the process's memory.
    Virtual,
    /// On the GPU with this number, on tensors in its memory.
    Gpu(usize),
}

#[derive(Debug)]
struct OnVirtual {
    loaded: Loaded,
    launch: Launch,
    sources: SourceMap,
    declaration: Option<diag::Label>,
}

#[derive(Debug)]
struct OnGpu {
    kernel: Option<OwnKernel>,
    launch: Launch,
}

/// A call that was checked, whose kernel is compiled: it can be executed again and again, on other tensors of the same
/// shapes.
#[derive(Debug, Clone)]
pub struct Descriptor {
    case: Case,
    kernel: String,
    on: On,
}

#[derive(Debug, Clone)]
enum On {
    Virtual(Arc<OnVirtual>),
    Gpu(Arc<OnGpu>),
}

/// A tensor's bytes in this process's memory.
#[derive(Debug)]
pub enum HostTensor<'a> {
    /// Read.
    In(&'a [u8]),
    /// Written.
    Out(&'a mut [u8]),
}

/// What the virtual GPU has to say about a call that went well.
#[derive(Debug, Clone, Default)]
pub struct Ran {
    /// What the kernel printed.
    pub printed: String,
}

impl Runtime {
    /// A runtime that compiles with `compiler`.
    pub fn new(compiler: Compiler) -> Self {
        Self {
            compiler,
            tile: None,
            sandbox: None,
            on_virtual: HashMap::new(),
            on_gpu: HashMap::new(),
            gpus: HashMap::new(),
            stop: Arc::default(),
        }
    }

    /// What stops this runtime from another thread.
    pub fn stopper(&self) -> Stopper {
        Stopper { compiler: self.compiler.cancel_handle(), stop: Arc::clone(&self.stop) }
    }

    /// The runtime, which starts TileLang by `sandbox` when it is first needed.
    #[must_use]
    pub(crate) fn with_sandbox(self, sandbox: SandboxCommand) -> Self {
        Self { sandbox: Some(sandbox), ..self }
    }

    /// Checks a call and compiles its kernel for `place`.
    ///
    /// # Errors
    /// Which argument does not fit and why, what is wrong with the kernel, or what is missing on this machine.
    pub fn create(&mut self, operator: &Operator, call: Call<'_>, place: Place) -> Result<Descriptor, Error> {
        self.stop.store(false, Ordering::Relaxed);
        let case = operator.check(call)?;
        if let (Backend::Tilelang, None, Some(sandbox)) = (operator.exercise().backend, &self.tile, &self.sandbox) {
            self.tile = Some(tilelang(sandbox)?);
        }
        let runtime = Error::because(ErrorKind::Runtime);
        let path = operator.kernel();
        let text = kernel_file::read(path).map_err(&runtime)?;
        let rules = std::fs::read_to_string(path.with_file_name("launch.toml")).ok();
        let path = path.display().to_string();
        let exercise = operator.exercise();
        let contract = std::fs::read_to_string(exercise.dir.join("exercise.toml")).unwrap_or_default();
        let attributes = format!("{:?}", case.attributes);
        let key = Key { exercise: exercise.key(), contract, path, text, rules, case: case.name.clone(), attributes };
        let on = match place {
            Place::Virtual => On::Virtual(match self.on_virtual.get(&key) {
                Some(known) => Arc::clone(known),
                None => {
                    let made = Arc::new(self.compile(operator, &case, &key)?);
                    make_room(&mut self.on_virtual);
                    self.on_virtual.insert(key.clone(), Arc::clone(&made));
                    made
                }
            }),
            Place::Gpu(ordinal) => {
                let key = (key, ordinal);
                On::Gpu(match self.on_gpu.get(&key) {
                    Some(known) => Arc::clone(known),
                    None => {
                        let made = Arc::new(self.compile_for_gpu(operator, &case, &key.0, ordinal)?);
                        make_room(&mut self.on_gpu);
                        self.on_gpu.insert(key, Arc::clone(&made));
                        made
                    }
                })
            }
        };
        Ok(Descriptor { case, kernel: operator.kernel().display().to_string(), on })
    }

    /// The kernel's unit for one case.
    fn build(
        &mut self,
        exercise: &Exercise,
        case: &Case,
        kernel: Kernel<'_>,
        device: &DeviceProps,
        sources: &SourceMap,
    ) -> Result<Unit, Refusal> {
        let rules = Exercise::launch_rules_beside(std::path::Path::new(kernel.path)).map_err(Refusal::Rules)?;
        let stop = Arc::clone(&self.stop);
        let nvrtc = self.compiler.toolchain().version.0;
        let (rules, cases, cancel) = (rules.as_ref(), &[case][..], &*stop);
        let order = Order { exercise, kernel, rules, cases, device, sources, nvrtc, cancel };
        compile::build(self.tile.as_mut(), order)
    }

    fn compile(&mut self, operator: &Operator, case: &Case, key: &Key) -> Result<OnVirtual, Error> {
        let exercise = operator.exercise();
        let mut sources = SourceMap::new();
        let file = sources.add(&key.path, key.text.as_str());
        let kernel = Kernel { path: &key.path, text: &key.text, file };
        let made = self.build(exercise, case, kernel, &DeviceProps::VIRTUAL, &sources).and_then(|unit| {
            let mut time = CompileTime::default();
            let (loaded, _) = compile::learner(&mut self.compiler, exercise, kernel, &unit, &sources, &mut time)?;
            Ok((loaded, unit))
        });
        let (loaded, unit) = made.map_err(|refusal| refused(refusal, &key.path, sources.clone()))?;
        let launch = only(unit.launches)?;
        let declaration = contract::declaration(exercise, &key.text, file);
        Ok(OnVirtual { loaded, launch, sources, declaration })
    }

    fn compile_for_gpu(&mut self, operator: &Operator, case: &Case, key: &Key, ordinal: usize) -> Result<OnGpu, Error> {
        let runtime = Error::because(ErrorKind::Runtime);
        let gpu = match self.gpus.get(&ordinal) {
            Some(gpu) => gpu.clone(),
            None => {
                let gpu = OwnGpu::open(ordinal).map_err(|error| runtime(error.text()))?;
                self.gpus.insert(ordinal, gpu.clone());
                gpu
            }
        };
        let exercise = operator.exercise();
        let mut sources = SourceMap::new();
        let file = sources.add(&key.path, key.text.as_str());
        let kernel = Kernel { path: &key.path, text: &key.text, file };
        let unit = self.build(exercise, case, kernel, &props(gpu.device()), &sources);
        let unit = unit.map_err(|refusal| refused(refusal, &key.path, sources.clone()))?.unchecked();
        if case.noop {
            return Ok(OnGpu { kernel: None, launch: only(unit.launches)? });
        }
        let code = match compile_unit(gpu.device(), &mut self.compiler, &unit) {
            Ok(code) => code,
            Err(Refused::Because(text)) => return Err(runtime(text)),
            Err(Refused::Source { log, .. }) => {
                // Compiled for the virtual GPU, the same mistake is explained.
                let mut time = CompileTime::default();
                let again = compile::learner(&mut self.compiler, exercise, kernel, &unit, &sources, &mut time);
                let refusal = again.err().unwrap_or_else(|| Refusal::Problem(msg!("runtime-compile-log", log = log)));
                return Err(refused(refusal, &key.path, sources));
            }
        };
        let expressions = unit.request.expressions.clone();
        let launch = only(unit.launches)?;
        let entry = expressions.iter().position(|expression| *expression == launch.kernel);
        let entry = entry.and_then(|at| code.lowered.get(at)).map_or("", String::as_str);
        let nvrtc = self.compiler.toolchain().version;
        let loaded = gpu.load(code.image, entry, launch.shared_bytes).map_err(|error| {
            let is_old = gpu.cuda_version().0 < nvrtc.0;
            runtime(if is_old { old_driver(gpu.cuda_version(), nvrtc) } else { error.text() })
        })?;
        Ok(OnGpu { kernel: Some(loaded), launch })
    }
}

/// Forgets what was compiled before there is too much of it, as after a day of edits in a notebook; descriptors keep theirs.
fn make_room<K, V>(compiled: &mut HashMap<K, V>) {
    if compiled.len() >= MOST_KEPT {
        compiled.clear();
    }
}

/// The launch of the one case.
fn only(launches: Vec<Launch>) -> Result<Launch, Error> {
    let none = || Error::new(ErrorKind::Runtime, msg!("runtime-internal", detail = "a unit without a launch"));
    launches.into_iter().next().ok_or_else(none)
}

impl Descriptor {
    /// The call's sizes and buffers.
    pub fn case(&self) -> &Case {
        &self.case
    }

    /// How many bytes of scratch memory [`Self::execute_on_gpu`] needs from its caller.
    pub fn workspace_bytes(&self) -> u64 {
        self.workspaces().last().map_or(0, |(at, n_bytes)| at + n_bytes)
    }

    /// Where each part of the workspace begins, and how long it is.
    fn workspaces(&self) -> Vec<(u64, u64)> {
        let mut end: u64 = 0;
        let places = self.case.workspaces().map(|spec| {
            let (at, n_bytes) = (end.next_multiple_of(WORKSPACE_ALIGNMENT), spec.n_bytes() as u64);
            end = at + n_bytes;
            (at, n_bytes)
        });
        places.collect()
    }

    /// The buffers that callers hand in, in the operator's order.
    pub fn tensors(&self) -> impl Iterator<Item = &BufferSpec> {
        self.case.tensors()
    }

    /// Whether a workspace of `n_bytes` will do.
    ///
    /// # Errors
    /// How many bytes are needed.
    fn check_workspace(&self, n_bytes: u64) -> Result<(), Error> {
        let wanted = self.workspace_bytes();
        if n_bytes >= wanted {
            return Ok(());
        }
        Err(Error::new(ErrorKind::InsufficientWorkspace, msg!("runtime-workspace", got = n_bytes, wanted = wanted)))
    }

    /// Executes it on the virtual GPU, with every check on. `tensors`: one for each of the operator's, in its order.
    ///
    /// # Errors
    /// What the checks found in the kernel; a tensor of the wrong length; the descriptor is for a GPU.
    pub fn execute(
        &self,
        workspace_bytes: u64,
        tensors: &mut [HostTensor<'_>],
        cancel: &Arc<AtomicBool>,
    ) -> Result<Ran, Error> {
        let internal = |detail: String| Error::new(ErrorKind::Runtime, msg!("runtime-internal", detail = detail));
        let On::Virtual(on) = &self.on else {
            return Err(Error::new(ErrorKind::InvalidArgument, msg!("runtime-is-for-gpu")));
        };
        self.check_workspace(workspace_bytes)?;
        let specs: Vec<_> = self.tensors().collect();
        for (at, spec) in specs.iter().enumerate() {
            let got = match tensors.get(at) {
                Some(HostTensor::In(bytes)) if spec.direction == Direction::In => bytes.len(),
                Some(HostTensor::Out(bytes)) if spec.direction != Direction::In => bytes.len(),
                _ => return Err(internal(format!("{} is not among the tensors", spec.name))),
            };
            if got != spec.n_bytes() {
                let (name, wanted) = (&spec.name, spec.n_bytes());
                let text = msg!("runtime-bytes", name = name, got = got, wanted = wanted);
                return Err(Error::new(ErrorKind::InvalidArgument, text));
            }
        }
        if self.case.noop {
            return Ok(Ran::default());
        }
        let mut at = 0;
        let placed = Placed::new(&self.case, &on.launch, |spec| {
            if spec.direction == Direction::Workspace {
                return Ok(Content::Poison(vec![0xFF; spec.n_bytes()]));
            }
            let tensor = tensors.get(at);
            at += 1;
            Ok(match tensor {
                Some(HostTensor::In(bytes)) => Content::Data(Cow::Borrowed(bytes)),
                _ => Content::Poison(vec![0xFF; spec.n_bytes()]),
            })
        });
        let mut placed = placed.map_err(internal)?;
        let n_elems: usize = specs.iter().map(|spec| spec.n_elems()).sum();
        let max_steps = BASE_STEPS.saturating_add(STEPS_PER_ELEMENT.saturating_mul(n_elems as u64));
        let launch = placed.launch(&on.launch, &Limit { max_steps, cancel: Arc::clone(cancel) });
        let run = placed.run(&on.loaded, &on.launch.kernel, &launch);
        let mut findings: Vec<_> = run.findings.iter().map(|finding| finding.to_diagnostic(&on.sources)).collect();
        findings.retain(|finding| finding.severity == diag::Severity::Error);
        if run.stopped == Some(Stopped::Cancelled) && findings.is_empty() {
            return Err(Error::new(ErrorKind::Runtime, msg!("runtime-cancelled")));
        }
        if !findings.is_empty() || run.stopped.is_some() {
            for finding in &mut findings {
                if finding.labels.is_empty() {
                    finding.labels.extend(on.declaration.clone());
                }
            }
            let text: Text = msg!("runtime-kernel-failed", kernel = &self.kernel);
            return Err(Error { kind: ErrorKind::Runtime, text, findings, sources: on.sources.clone() });
        }
        for (spec, tensor) in specs.iter().zip(tensors) {
            if let (HostTensor::Out(bytes), Some(left)) = (tensor, placed.read(&spec.name)) {
                bytes.copy_from_slice(left);
            }
        }
        Ok(Ran { printed: run.printed })
    }

    /// Puts it into a stream of the GPU that it was created for, and returns at once. `workspace`: an address in the GPU's
    /// memory and how many bytes lie there. `addresses`: of the tensors, in the operator's order.
    ///
    /// # Errors
    /// A null or misaligned address, too small a workspace, what the driver says; the descriptor is for the virtual GPU.
    pub fn execute_on_gpu(&self, workspace: (u64, u64), addresses: &[u64], stream: u64) -> Result<(), Error> {
        let invalid = Error::because(ErrorKind::InvalidArgument);
        let On::Gpu(on) = &self.on else { return Err(invalid(msg!("runtime-is-for-virtual"))) };
        self.check_workspace(workspace.1)?;
        let n_tensors = self.tensors().count();
        if addresses.len() != n_tensors {
            return Err(invalid(msg!("runtime-address-count", got = addresses.len(), wanted = n_tensors)));
        }
        let Some(kernel) = on.kernel.as_ref().filter(|_| !self.case.noop) else { return Ok(()) };
        let mut values: Vec<(Option<u64>, Vec<u8>)> = Vec::new();
        let mut rest = addresses.iter();
        let mut parts = self.workspaces().into_iter();
        for arg in &self.case.args {
            values.push(match arg {
                ArgSpec::Scalar(spec) => {
                    let bytes = bytes_of(spec);
                    (None, bytes.map_err(|detail| invalid(msg!("runtime-internal", detail = detail)))?)
                }
                ArgSpec::Buffer(spec) => {
                    let address = match spec.direction {
                        Direction::Workspace => parts.next().map_or(0, |(at, _)| workspace.0.saturating_add(at)),
                        _ => rest.next().copied().unwrap_or(0),
                    };
                    let name = &spec.name;
                    if address == 0 && spec.n_elems() > 0 {
                        return Err(invalid(msg!("runtime-null", name = name)));
                    }
                    let alignment = if on.launch.is_tiled() { TILE_ALIGNMENT } else { spec.dtype.size_bytes() as u64 };
                    if address % alignment != 0 {
                        return Err(invalid(msg!("runtime-misaligned", name = name, bytes = alignment)));
                    }
                    (Some(address), Vec::new())
                }
            });
        }
        let order: Vec<usize> = match &on.launch.args {
            Some(order) => order.clone(),
            None => (0..values.len()).collect(),
        };
        let args: Vec<OwnArg<'_>> = order
            .iter()
            .map(|&at| match &values[at] {
                (Some(address), _) => OwnArg::Address(*address),
                (None, bytes) => OwnArg::Value(bytes),
            })
            .collect();
        kernel
            .launch(on.launch.grid, on.launch.block, &args, stream)
            .map_err(|error| Error::new(ErrorKind::Runtime, error.text()))
    }
}
