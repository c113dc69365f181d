//! NVRTC in this process, through cudarc's bindings.
//!
//! Only the worker (see `compile::worker`) and tests load NVRTC: a compilation
//! that never ends can be stopped only by ending its process.
#![allow(unsafe_code, reason = "calls C functions of a library loaded at run time")]

use std::ffi::{CStr, CString, c_char, c_int};
use std::path::{Path, PathBuf};

use cudarc::nvrtc::sys;
use diag::{Text, msg};
use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};

/// NVRTC, loaded and checked.
///
/// Holding one is the proof that cudarc's lookups cannot panic.
#[derive(Debug)]
pub struct Nvrtc {
    version: (u32, u32),
}

/// Why NVRTC could not be loaded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, serde::Serialize, serde::Deserialize)]
pub enum NvrtcLoadError {
    /// The dynamic loader refused the file; its own words.
    #[error("cannot load {path}: {reason}")]
    Open {
        /// The library.
        path: PathBuf,
        /// The loader's message.
        reason: String,
    },
    /// cudarc, which asks the loader by plain names, found no library or another one.
    #[error("{path} was loaded, but the loader resolves NVRTC's plain name to another library")]
    Shadowed {
        /// The library that was asked for.
        path: PathBuf,
    },
    /// The library lacks a function that camp calls.
    #[error("{path} has no function {symbol}: not a CUDA 12 or 13 NVRTC")]
    Symbol {
        /// The library.
        path: PathBuf,
        /// The missing function.
        symbol: String,
    },
}

impl NvrtcLoadError {
    /// What happened, in the user's language.
    pub fn text(&self) -> Text {
        match self {
            Self::Open { path, reason } => msg!("cuda-load-open", path = path.display(), reason = reason),
            Self::Shadowed { path } => msg!("cuda-load-shadowed", path = path.display()),
            Self::Symbol { path, symbol } => msg!("cuda-load-symbol", path = path.display(), symbol = symbol),
        }
    }
}

/// Functions that camp calls; cudarc panics at the first call of a missing one.
const SYMBOLS: [&str; 11] = [
    "nvrtcVersion",
    "nvrtcCreateProgram",
    "nvrtcDestroyProgram",
    "nvrtcCompileProgram",
    "nvrtcAddNameExpression",
    "nvrtcGetLoweredName",
    "nvrtcGetPTX",
    "nvrtcGetPTXSize",
    "nvrtcGetProgramLog",
    "nvrtcGetCUBIN",
    "nvrtcGetCUBINSize",
];

impl Nvrtc {
    /// Loads NVRTC from its full path, after the builtins library that belongs to it.
    ///
    /// cudarc asks the loader for plain names (`libnvrtc.so`, `libnvrtc.so.13` …).
    /// A library that is already loaded with a matching name satisfies such a
    /// request, so the chosen file is loaded first; afterwards this function
    /// checks that cudarc got that very file and not another one.
    ///
    /// # Errors
    /// [`NvrtcLoadError`] when the loader refuses a file or finds another NVRTC.
    pub fn load(nvrtc: &Path, builtins: Option<&Path>) -> Result<Self, NvrtcLoadError> {
        if let Some(path) = builtins {
            std::mem::forget(open(path)?);
        }
        let chosen = open(nvrtc)?;
        // SAFETY: only asks the loader for NVRTC by name; its initialisers run at load and touch nothing of ours.
        if !unsafe { sys::is_culib_present() } {
            return Err(NvrtcLoadError::Shadowed { path: nvrtc.to_owned() });
        }
        // SAFETY: a library was found just above, so this does not panic; it only loads that library.
        let cudarc_lib = unsafe { sys::culib() };
        for symbol in SYMBOLS {
            // SAFETY: the symbols are looked up and compared as addresses, never called through this type.
            let (ours, theirs) = unsafe {
                (
                    chosen.get::<*const ()>(symbol.as_bytes()).map(|s| s.into_raw()),
                    cudarc_lib.get::<*const ()>(symbol.as_bytes()).map(|s| s.into_raw().into_raw()),
                )
            };
            match (ours, theirs) {
                (Err(_), _) => {
                    return Err(NvrtcLoadError::Symbol { path: nvrtc.to_owned(), symbol: symbol.to_owned() });
                }
                (Ok(ours), Ok(theirs)) if std::ptr::eq(ours, theirs) => {}
                _ => return Err(NvrtcLoadError::Shadowed { path: nvrtc.to_owned() }),
            }
        }
        // The library stays loaded for the life of the process: cudarc keeps pointers into it.
        std::mem::forget(chosen);
        let (mut major, mut minor): (c_int, c_int) = (0, 0);
        // SAFETY: both pointers are valid for the call.
        let result = unsafe { sys::nvrtcVersion(&mut major, &mut minor) };
        if result != sys::nvrtcResult::NVRTC_SUCCESS {
            return Err(NvrtcLoadError::Symbol { path: nvrtc.to_owned(), symbol: "nvrtcVersion".to_owned() });
        }
        Ok(Self { version: (major.unsigned_abs(), minor.unsigned_abs()) })
    }

    /// Version as NVRTC itself reports it.
    pub fn version(&self) -> (u32, u32) {
        self.version
    }

    /// A program of one source text and the headers it may include by name.
    ///
    /// # Errors
    /// NVRTC's own word when it refuses the input; a NUL byte in any text counts as `NVRTC_ERROR_INVALID_INPUT`.
    pub fn program(&self, name: &str, source: &str, headers: &[(&str, &str)]) -> Result<Program<'_>, String> {
        let source = c_string(source)?;
        let name = c_string(name)?;
        let names = headers.iter().map(|(name, _)| c_string(name)).collect::<Result<Vec<_>, _>>()?;
        let texts = headers.iter().map(|(_, text)| c_string(text)).collect::<Result<Vec<_>, _>>()?;
        let name_ptrs: Vec<*const c_char> = names.iter().map(|s| s.as_ptr()).collect();
        let text_ptrs: Vec<*const c_char> = texts.iter().map(|s| s.as_ptr()).collect();
        let n_headers = c_int::try_from(headers.len()).map_err(|_| "too many headers".to_owned())?;
        let mut raw = std::ptr::null_mut();
        // SAFETY: every pointer comes from a CString that outlives the call; both arrays hold `n_headers` entries.
        check(unsafe {
            sys::nvrtcCreateProgram(
                &mut raw,
                source.as_ptr(),
                name.as_ptr(),
                n_headers,
                text_ptrs.as_ptr(),
                name_ptrs.as_ptr(),
            )
        })?;
        Ok(Program { raw, _texts: (source, name, names, texts), expressions: Vec::new(), _nvrtc: self })
    }
}

/// One program: source in, PTX or log out.
#[derive(Debug)]
pub struct Program<'n> {
    raw: sys::nvrtcProgram,
    /// NVRTC may keep pointers to what it was given until the program is destroyed.
    _texts: (CString, CString, Vec<CString>, Vec<CString>),
    expressions: Vec<CString>,
    _nvrtc: &'n Nvrtc,
}

impl Program<'_> {
    /// Asks for the lowered (mangled) name of a kernel or an instance of a kernel template.
    ///
    /// # Errors
    /// NVRTC's own word.
    pub fn add_name_expression(&mut self, expression: &str) -> Result<(), String> {
        let expression = c_string(expression)?;
        // SAFETY: `raw` is alive until drop; the string is kept alive below.
        check(unsafe { sys::nvrtcAddNameExpression(self.raw, expression.as_ptr()) })?;
        self.expressions.push(expression);
        Ok(())
    }

    /// Compiles. `Ok(false)`: the source has errors, the log says which.
    ///
    /// # Errors
    /// NVRTC's own word when the failure is not the source's fault.
    pub fn compile(&mut self, options: &[String]) -> Result<bool, String> {
        let options = options.iter().map(|o| c_string(o)).collect::<Result<Vec<_>, _>>()?;
        let pointers: Vec<*const c_char> = options.iter().map(|s| s.as_ptr()).collect();
        let n_options = c_int::try_from(pointers.len()).map_err(|_| "too many options".to_owned())?;
        // SAFETY: `raw` is alive until drop and the pointers outlive the call.
        match unsafe { sys::nvrtcCompileProgram(self.raw, n_options, pointers.as_ptr()) } {
            sys::nvrtcResult::NVRTC_SUCCESS => Ok(true),
            sys::nvrtcResult::NVRTC_ERROR_COMPILATION => Ok(false),
            other => Err(format!("{other:?}")),
        }
    }

    /// NVRTC's log, whole.
    pub fn log(&self) -> String {
        let mut size = 0;
        // SAFETY: `raw` is alive until drop; `size` is valid for the call.
        if check(unsafe { sys::nvrtcGetProgramLogSize(self.raw, &mut size) }).is_err() {
            return String::new();
        }
        let mut bytes = vec![0u8; size];
        // SAFETY: the buffer has the size that NVRTC asked for.
        match check(unsafe { sys::nvrtcGetProgramLog(self.raw, bytes.as_mut_ptr().cast()) }) {
            Ok(()) => text_of(bytes),
            Err(_) => String::new(),
        }
    }

    /// The PTX of a program that compiled.
    ///
    /// # Errors
    /// NVRTC's own word.
    pub fn ptx(&self) -> Result<String, String> {
        let mut size = 0;
        // SAFETY: `raw` is alive until drop; `size` is valid for the call.
        check(unsafe { sys::nvrtcGetPTXSize(self.raw, &mut size) })?;
        let mut bytes = vec![0u8; size];
        // SAFETY: the buffer has the size that NVRTC asked for.
        check(unsafe { sys::nvrtcGetPTX(self.raw, bytes.as_mut_ptr().cast()) })?;
        Ok(text_of(bytes))
    }

    /// The machine code of a program that was compiled for a real architecture (`sm_90`); none for a virtual one.
    ///
    /// # Errors
    /// NVRTC's own word.
    pub fn cubin(&self) -> Result<Option<Vec<u8>>, String> {
        let mut size = 0;
        // SAFETY: `raw` is alive until drop; `size` is valid for the call.
        check(unsafe { sys::nvrtcGetCUBINSize(self.raw, &mut size) })?;
        if size == 0 {
            return Ok(None);
        }
        let mut bytes = vec![0u8; size];
        // SAFETY: the buffer has the size that NVRTC asked for.
        check(unsafe { sys::nvrtcGetCUBIN(self.raw, bytes.as_mut_ptr().cast()) })?;
        Ok(Some(bytes))
    }

    /// The lowered names, in the order in which the expressions were added.
    ///
    /// # Errors
    /// NVRTC's own word.
    pub fn lowered_names(&self) -> Result<Vec<String>, String> {
        let lowered = |expression: &CString| {
            let mut name = std::ptr::null();
            // SAFETY: `raw` is alive, the expression was added before compilation; NVRTC owns the returned string.
            check(unsafe { sys::nvrtcGetLoweredName(self.raw, expression.as_ptr(), &mut name) })?;
            // SAFETY: on success NVRTC returns a NUL-terminated string that lives as long as the program.
            Ok(unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned())
        };
        self.expressions.iter().map(lowered).collect()
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        // SAFETY: created by nvrtcCreateProgram and destroyed only here.
        let _ = unsafe { sys::nvrtcDestroyProgram(&mut self.raw) };
    }
}

fn open(path: &Path) -> Result<Library, NvrtcLoadError> {
    // SAFETY: the path names NVRTC or its builtins, whose initialisers have no requirements.
    unsafe { Library::open(Some(path), RTLD_NOW | RTLD_GLOBAL) }
        .map_err(|e| NvrtcLoadError::Open { path: path.to_owned(), reason: e.to_string() })
}

fn check(result: sys::nvrtcResult) -> Result<(), String> {
    match result {
        sys::nvrtcResult::NVRTC_SUCCESS => Ok(()),
        other => Err(format!("{other:?}")),
    }
}

fn c_string(text: &str) -> Result<CString, String> {
    CString::new(text).map_err(|_| "NVRTC_ERROR_INVALID_INPUT (a NUL byte in the text)".to_owned())
}

/// NVRTC's strings end in a NUL byte and are ASCII but for what they quote of the source.
fn text_of(mut bytes: Vec<u8>) -> String {
    if let Some(end) = bytes.iter().position(|&b| b == 0) {
        bytes.truncate(end);
    }
    String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}
