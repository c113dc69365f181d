//! Functions that every kernel may call though no module defines them: `printf`, `assert`, `malloc`, `free`.

use crate::exec::Flow;
use crate::gang::Gang;
use crate::gang::split::lanes;
use crate::machine::{Cx, Halt};
use crate::{addr, printf};

/// Most text that a launch may print: a runaway `printf` must not fill the host's memory.
const MAX_PRINTED_BYTES: usize = 1 << 20;

/// Calls `name` for the running lanes. `args`: frame offset and size of each argument; `ret`: of the result.
pub(crate) fn call<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    name: &str,
    args: &[(u64, u64)],
    ret: Option<(u64, u64)>,
    site: u32,
) -> Flow {
    if cx.quick.is_some() {
        // Output has an order, and the heap is the launch's: the exact run's work.
        return Flow::Halt;
    }
    let mask = g.mask;
    let base = g.frame_info().map_or(0, |f| f.local_base);
    let arg = |g: &Gang<W>, lane: usize, k: usize| -> u64 {
        let Some((at, bytes)) = args.get(k) else { return 0 };
        let len = (*bytes).min(8) as usize;
        let mut out = [0; 8];
        if let Some(r) = g.local.range(lane, base + at, len) {
            out[..len].copy_from_slice(g.local.bytes(r));
        }
        u64::from_le_bytes(out)
    };
    let mut results = vec![0u64; 32 * W];
    match name {
        "vprintf" => {
            for lane in lanes(&mask) {
                let (format, list) = (arg(g, lane, 0), arg(g, lane, 1));
                let text = printf::format(
                    &read_string(cx, format),
                    &mut |at, len| read_local(g, lane, list + at, len),
                    &mut |p| read_string(cx, p),
                );
                results[lane] = text.len() as u64;
                if cx.printed.len() + text.len() <= MAX_PRINTED_BYTES {
                    cx.printed.push_str(&text);
                }
            }
        }
        "__assertfail" => {
            let lane = lanes(&mask).next().unwrap_or(0);
            cx.halt = Some(Halt::Assert {
                site,
                block: cx.block.linear,
                tid: (g.thread0 as usize + lane) as u16,
                count: g.n_active,
                text: read_string(cx, arg(g, lane, 0)),
                file: read_string(cx, arg(g, lane, 1)),
                line: arg(g, lane, 2) as u32,
                function: read_string(cx, arg(g, lane, 3)),
            });
            return Flow::Halt;
        }
        "malloc" => {
            for lane in lanes(&mask) {
                let bytes = arg(g, lane, 0);
                results[lane] = cx.heap.malloc(cx.regions, bytes);
            }
        }
        "free" => {
            for lane in lanes(&mask) {
                let address = arg(g, lane, 0);
                if !cx.heap.free(cx.regions, address) {
                    cx.halt = Some(Halt::Trap {
                        site,
                        block: cx.block.linear,
                        tid: (g.thread0 as usize + lane) as u16,
                        count: 1,
                    });
                    return Flow::Halt;
                }
            }
        }
        _ => {
            cx.halt = Some(Halt::Unsupported { site, text: format!("call {name}") });
            return Flow::Halt;
        }
    }
    if let Some((at, bytes)) = ret {
        let len = bytes.min(8) as usize;
        for lane in lanes(&mask) {
            if let Some(r) = g.local.range(lane, base + at, len) {
                g.local.write(r, &results[lane].to_le_bytes()[..len]);
            }
        }
    }
    Flow::Next
}

/// Bytes of a lane's own local memory, by generic address.
fn read_local<const W: usize>(g: &Gang<W>, lane: usize, address: u64, len: usize) -> u64 {
    let at = address.wrapping_sub(addr::LOCAL_WINDOW);
    let mut out = [0; 8];
    if let Some(r) = g.local.range(lane, at, len.min(8)) {
        out[..len.min(8)].copy_from_slice(g.local.bytes(r));
    }
    u64::from_le_bytes(out)
}

/// A zero-terminated string in global memory; what cannot be read ends it.
fn read_string(cx: &Cx<'_>, address: u64) -> String {
    let Some((idx, offset)) = addr::region_of(address) else { return String::new() };
    let Some(r) = cx.regions.get(idx).and_then(Option::as_ref) else { return String::new() };
    let from = usize::try_from(offset).unwrap_or(usize::MAX).min(r.bytes.len());
    let bytes: Vec<u8> = r.bytes[from..].iter().copied().take_while(|b| *b != 0).take(1 << 16).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
