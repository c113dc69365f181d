//! What parent and child say to each other: JSON, each message after its length in four bytes. Behind messages about a GPU
//! may follow the bytes of a module or of buffers, as they are.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::driver::{Driver, NoDriver};
use crate::gpu::{GpuOrder, GpuReply};
use crate::nvrtc::NvrtcLoadError;

/// A larger message is a broken stream, not a kernel.
const MAX_BYTES: u32 = 1 << 30;

/// From the parent.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Order {
    /// Load this NVRTC; comes first, once.
    Load { nvrtc: PathBuf, builtins: Option<PathBuf> },
    /// Compile one translation unit.
    Compile(Job),
    /// Say what the NVIDIA driver is; needs no NVRTC.
    Driver,
    /// Something about a GPU; needs no NVRTC.
    Gpu(GpuOrder),
}

/// One translation unit with every option spelled out; the child adds only the shims.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    pub(super) name: String,
    pub(super) source: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) options: Vec<String>,
    pub(super) expressions: Vec<String>,
}

/// From the child: one for each order.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Reply {
    Loaded { version: (u32, u32) },
    LoadFailed(NvrtcLoadError),
    Compiled { ptx: String, cubin: Option<Vec<u8>>, lowered: Vec<String>, log: String, nvrtc_ms: f64 },
    Rejected { log: String, nvrtc_ms: f64 },
    Failed { reason: String, log: String },
    Driver(Result<Driver, NoDriver>),
    Gpu(GpuReply),
}

/// A message behind which bytes may follow.
pub(super) trait Message: DeserializeOwned {
    /// How many.
    fn payload_bytes(&self) -> u64;
}

impl Message for Order {
    fn payload_bytes(&self) -> u64 {
        if let Self::Gpu(order) = self { order.payload_bytes() } else { 0 }
    }
}

impl Message for Reply {
    fn payload_bytes(&self) -> u64 {
        if let Self::Gpu(reply) = self { reply.payload_bytes() } else { 0 }
    }
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

/// Reads one message and the bytes that follow it.
pub(super) fn receive_with<T: Message>(from: &mut impl Read) -> io::Result<Option<(T, Vec<u8>)>> {
    let Some(message) = receive::<T>(from)? else { return Ok(None) };
    let wanted = message.payload_bytes();
    let mut payload = Vec::with_capacity(usize::try_from(wanted).unwrap_or(0));
    if from.take(wanted).read_to_end(&mut payload)? as u64 != wanted {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some((message, payload)))
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

    #[test]
    fn bytes_follow_a_message() {
        let mut bytes = Vec::new();
        send(&mut bytes, &Order::Gpu(GpuOrder::Load(3))).unwrap();
        bytes.extend([7, 8, 9]);
        send(&mut bytes, &Order::Driver).unwrap();
        let mut from = bytes.as_slice();
        let (order, payload) = receive_with::<Order>(&mut from).unwrap().unwrap();
        assert!(matches!(order, Order::Gpu(GpuOrder::Load(3))));
        assert_eq!(payload, [7, 8, 9]);
        assert!(matches!(receive_with::<Order>(&mut from).unwrap(), Some((Order::Driver, rest)) if rest.is_empty()));
        assert!(receive_with::<Order>(&mut &bytes[..bytes.len() / 2]).is_err());
    }
}
