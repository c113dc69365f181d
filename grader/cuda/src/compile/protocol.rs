//! What parent and child say to each other: JSON, each message after its length in four bytes.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::driver::{Driver, NoDriver};
use crate::nvrtc::NvrtcLoadError;

/// A larger message is a broken stream, not a kernel.
const MAX_BYTES: u32 = 1 << 30;

/// From the parent.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Order {
    /// Load this NVRTC; comes first, once.
    Load { nvrtc: PathBuf, builtins: Option<PathBuf> },
    /// Compile one translation unit.
    Compile(Job),
    /// Say what the NVIDIA driver is; needs no NVRTC.
    Driver,
}

/// One translation unit with every option spelled out; the child adds only the shims.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Job {
    pub(super) name: String,
    pub(super) source: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) options: Vec<String>,
    pub(super) expressions: Vec<String>,
}

/// From the child: one for each order.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Reply {
    Loaded { version: (u32, u32) },
    LoadFailed(NvrtcLoadError),
    Compiled { ptx: String, lowered: Vec<String>, log: String, nvrtc_ms: f64 },
    Rejected { log: String, nvrtc_ms: f64 },
    Failed { reason: String, log: String },
    Driver(Result<Driver, NoDriver>),
}

/// Writes one message.
pub(super) fn send<T: Serialize>(to: &mut impl Write, message: &T) -> io::Result<()> {
    let body = serde_json::to_vec(message)?;
    let len = u32::try_from(body.len()).ok().filter(|len| *len <= MAX_BYTES);
    let len = len.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "message too large"))?;
    to.write_all(&len.to_le_bytes())?;
    to.write_all(&body)?;
    to.flush()
}

/// Reads one message; `None` when the stream ended before it.
pub(super) fn receive<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<Option<T>> {
    let mut len = [0u8; 4];
    match from.read_exact(&mut len) {
        Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let len = u32::from_le_bytes(len);
    if len > MAX_BYTES {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "message too large"));
    }
    let mut body = Vec::new();
    let n_read = from.take(u64::from(len)).read_to_end(&mut body)?;
    if n_read < len as usize {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(serde_json::from_slice(&body)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_survive_the_pipe_and_a_cut_stream_is_an_error() {
        let mut bytes = Vec::new();
        send(&mut bytes, &Reply::Rejected { log: "a\u{1F98A}\n".into(), nvrtc_ms: 1.5 }).unwrap();
        let back: Reply = receive(&mut bytes.as_slice()).unwrap().unwrap();
        assert!(matches!(back, Reply::Rejected { log, nvrtc_ms } if log == "a\u{1F98A}\n" && nvrtc_ms == 1.5));
        assert!(receive::<Reply>(&mut [].as_slice()).unwrap().is_none());
        assert!(receive::<Reply>(&mut &bytes[..bytes.len() - 1]).is_err());
        assert!(receive::<Reply>(&mut [0xff, 0xff, 0xff, 0xff, 1].as_slice()).is_err());
    }
}
