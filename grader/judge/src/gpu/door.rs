//! Opening the GPU: once, in the background, and again after a kernel has ended it.

use std::thread::{self, JoinHandle};

use cuda::{Gpu, GpuError, WorkerCommand};

/// The way to the machine's first GPU.
#[derive(Debug)]
pub struct Door {
    worker: WorkerCommand,
    /// A driver takes up to a second to start.
    opening: Option<JoinHandle<Result<Gpu, GpuError>>>,
    gpu: Option<Gpu>,
    /// Why there is none. Not asked again: a driver does not appear while camp runs.
    absent: Option<GpuError>,
}

impl Door {
    /// A door that starts the GPU's process by `worker`.
    pub fn new(worker: WorkerCommand) -> Self {
        Self { worker, opening: None, gpu: None, absent: None }
    }

    /// Begins to open the GPU, where it is not open, and returns at once.
    pub fn knock(&mut self) {
        if self.gpu.as_ref().is_some_and(Gpu::is_dead) {
            self.gpu = None;
        }
        if self.gpu.is_none() && self.opening.is_none() && self.absent.is_none() {
            let worker = self.worker.clone();
            self.opening = Some(thread::spawn(move || Gpu::open(&worker)));
        }
    }

    /// The open GPU.
    ///
    /// # Errors
    /// Why there is none.
    pub fn open(&mut self) -> Result<&mut Gpu, GpuError> {
        self.knock();
        if let Some(opening) = self.opening.take() {
            let internal = || Err(GpuError::Internal("the thread that opens the GPU ended".to_owned()));
            match opening.join().unwrap_or_else(|_| internal()) {
                Ok(gpu) => self.gpu = Some(gpu),
                Err(error) => {
                    if matches!(error, GpuError::NoDriver(_)) {
                        self.absent = Some(error.clone());
                    }
                    return Err(error);
                }
            }
        }
        match (&mut self.gpu, &self.absent) {
            (Some(gpu), _) => Ok(gpu),
            (None, Some(absent)) => Err(absent.clone()),
            (None, None) => Err(GpuError::Internal("the GPU is not open".to_owned())),
        }
    }
}
