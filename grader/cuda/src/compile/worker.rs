//! The child: loads NVRTC, compiles what it is told to, ends with its parent.

use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc;
use std::time::Instant;

use rustix::process::{Resource, Rlimit, setrlimit};

use super::protocol::{Job, Order, Reply, receive_with, send};
use crate::driver;
use crate::gpu::{self, Failure, GpuOrder, GpuReply};
use crate::nvrtc::{Nvrtc, NvrtcLoadError, Program};
use crate::shims::shims;

/// Address space of the child. NVRTC reserves a few hundred megabytes; templates that
/// expand without end would otherwise take all memory of the machine before their time is over.
const MAX_ADDRESS_SPACE_BYTES: u64 = 6 << 30;

/// NVRTC recurses over the source: deeply nested expressions need more than the usual 8 MiB.
const STACK_BYTES: usize = 128 << 20;

/// Runs the worker until its parent closes the pipe; never returns.
///
/// The binary calls this when it is started with the arguments of its own
/// [`super::WorkerCommand`]. Standard input and output carry the protocol.
pub fn worker_main() -> ! {
    let (orders, inbox) = mpsc::channel();
    // Reading apart from compiling: when the parent is gone, the stream ends, and a
    // compilation that would never end must not keep this process alive.
    std::thread::spawn(move || {
        let mut stdin = io::stdin().lock();
        while let Ok(Some(order)) = receive_with::<Order>(&mut stdin) {
            if orders.send(order).is_err() {
                break;
            }
        }
        std::process::exit(0);
    });
    let serve = move || serve(&inbox);
    let outcome = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(serve).map(|thread| thread.join());
    // The error stream is a pipe to the parent, which shows it when this process ends too early.
    let status = match outcome {
        Ok(Ok(Ok(()))) => 0,
        Ok(Ok(Err(e))) => {
            let _ = writeln!(io::stderr(), "{e}");
            1
        }
        _ => 101,
    };
    std::process::exit(status)
}

fn serve(inbox: &mpsc::Receiver<(Order, Vec<u8>)>) -> io::Result<()> {
    let mut nvrtc = None;
    let mut gpu = None;
    let mut out: Box<dyn Write> = Box::new(io::stdout());
    while let Ok((order, mut payload)) = inbox.recv() {
        let reply = match order {
            Order::Load { nvrtc: path, builtins } => match load(&path, builtins.as_deref()) {
                Ok(loaded) => {
                    let version = loaded.version();
                    nvrtc = Some(loaded);
                    Reply::Loaded { version }
                }
                Err(e) => Reply::LoadFailed(e),
            },
            Order::Driver => Reply::Driver(driver::probe()),
            Order::Gpu(order) => {
                let is_last = order.is_last();
                if gpu.is_none() {
                    // Kernels print to standard output, which from now on is not where the parent listens.
                    let (output, pipe) = gpu::Output::redirect()?;
                    out = Box::new(pipe);
                    gpu = Some(gpu::Context::open(output));
                }
                let reply = match &mut gpu {
                    Some(Ok(gpu)) => serve_gpu(gpu, order, &mut payload),
                    Some(Err(failure)) => Err(failure.clone()),
                    None => Err(Failure::Order("no GPU".to_owned())),
                };
                let reply = reply.unwrap_or_else(GpuReply::Failed);
                let has_payload = reply.payload_bytes() > 0;
                send(&mut out, &Reply::Gpu(reply))?;
                if has_payload {
                    out.write_all(&payload)?;
                    out.flush()?;
                }
                if is_last {
                    return Ok(());
                }
                continue;
            }
            Order::Compile(job) => match &nvrtc {
                Some(nvrtc) => {
                    compile(nvrtc, &job).unwrap_or_else(|reason| Reply::Failed { reason, log: String::new() })
                }
                None => Reply::Failed { reason: "no NVRTC loaded".to_owned(), log: String::new() },
            },
        };
        send(&mut out, &reply)?;
    }
    Ok(())
}

/// Does what is asked of the GPU; `payload` is what followed the order, and then what follows the reply.
fn serve_gpu(gpu: &mut gpu::Context, order: GpuOrder, payload: &mut Vec<u8>) -> Result<GpuReply, Failure> {
    match order {
        GpuOrder::Open => Ok(GpuReply::Opened { device: gpu.device().clone(), cuda_version: gpu.cuda_version() }),
        GpuOrder::Load(_) => gpu.load(std::mem::take(payload)).map(|()| GpuReply::Loaded),
        GpuOrder::Launch(launch) => {
            let (kernel_ms, printed, overruns) = gpu.launch(&launch, payload)?;
            Ok(GpuReply::Ran { payload_bytes: payload.len() as u64, overruns, kernel_ms, printed })
        }
        GpuOrder::Resident(order) => gpu.resident.serve(order, payload).map(GpuReply::Resident),
    }
}

fn load(nvrtc: &Path, builtins: Option<&Path>) -> Result<Nvrtc, NvrtcLoadError> {
    let limit = |bytes| Rlimit { current: Some(bytes), maximum: Some(bytes) };
    // Both are precautions: a system that refuses them still compiles. A GPU's driver, which
    // reserves far more address space, is asked in another process.
    let _ = setrlimit(Resource::As, limit(MAX_ADDRESS_SPACE_BYTES));
    let _ = setrlimit(Resource::Core, limit(0));
    let loaded = Nvrtc::load(nvrtc, builtins)?;
    warm_up(&loaded);
    Ok(loaded)
}

/// NVRTC's first compilation sets up tables that later ones use: better before the learner waits.
fn warm_up(nvrtc: &Nvrtc) {
    if let Ok(mut program) = nvrtc.program("warm_up.cu", "__global__ void warm_up(float *p) { *p = 1.0f; }", &[]) {
        let _ = program.compile(&["--gpu-architecture=compute_80".to_owned()]);
    }
}

fn compile(nvrtc: &Nvrtc, job: &Job) -> Result<Reply, String> {
    let own = job.headers.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    let is_own = |name: &str| job.headers.iter().any(|(own, _)| own == name);
    let supplied = shims().iter().copied().filter(|(name, _)| !is_own(name));
    let headers: Vec<(&str, &str)> = own.chain(supplied).collect();
    let mut program = nvrtc.program(&job.name, &job.source, &headers)?;
    for expression in &job.expressions {
        program.add_name_expression(expression)?;
    }
    let start = Instant::now();
    let outcome = program.compile(&job.options);
    let nvrtc_ms = start.elapsed().as_secs_f64() * 1e3;
    let log = program.log();
    Ok(match outcome {
        Ok(true) => finished(&program, log, nvrtc_ms)?,
        Ok(false) => Reply::Rejected { log, nvrtc_ms },
        Err(reason) => Reply::Failed { reason, log },
    })
}

fn finished(program: &Program<'_>, log: String, nvrtc_ms: f64) -> Result<Reply, String> {
    Ok(Reply::Compiled {
        ptx: program.ptx()?,
        cubin: program.cubin()?,
        lowered: program.lowered_names()?,
        log,
        nvrtc_ms,
    })
}
