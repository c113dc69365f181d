//! Descriptors: creating, asking for the workspace, executing, destroying.

use std::ffi::c_void;
use std::sync::Arc;

use diag::msg;
use exercise::{Direction, Dtype};
use runtime::{Call, Descriptor, Element, Error, HostTensor, Operator, Place, TensorSpec};

use crate::guard::{answer, invalid, null};
use crate::handles::Handles;
use crate::open::context;
use crate::types::{oprt_context, oprt_descriptor, oprt_status, oprt_tensor};

/// The most dimensions that a tensor may have.
const MOST_DIMS: i32 = 32;

/// The live descriptors. Their handles are far from those of runtimes, so that neither is taken for the other.
static DESCRIPTORS: Handles<Live> = Handles::new(1 << 32);

/// A descriptor that C programs refer to.
#[derive(Debug)]
struct Live {
    context: oprt_context,
    operator: String,
    place: Place,
    descriptor: Descriptor,
}

/// Forgets the descriptors of a runtime.
pub fn forget_descriptors(context: oprt_context) {
    DESCRIPTORS.remove_where(|live| live.context == context);
}

/// Checks a call and makes a descriptor of it.
///
/// # Safety
/// Pointers are null or valid for the call.
pub unsafe fn create(
    handle: oprt_context,
    operator: &str,
    descriptor: *mut oprt_descriptor,
    tensors: &[*const oprt_tensor],
    dim: Option<i64>,
    attributes: &[(&str, f64)],
) -> oprt_status {
    answer(|| {
        // SAFETY: as the caller promises.
        let place = unsafe { descriptor.as_mut() }.ok_or_else(|| null("descriptor"))?;
        let context = context(handle)?;
        let operator = Operator::find(&context.root, operator, context.backend, context.kernels)?;
        let params = operator.tensors();
        let mut specs = Vec::new();
        for (at, &tensor) in tensors.iter().enumerate() {
            let name = params.get(at).map_or("tensor", |param| param.name.as_str());
            // SAFETY: as the caller promises.
            let view = unsafe { tensor.as_ref() }.ok_or_else(|| null(name))?;
            // SAFETY: as the caller promises.
            specs.push(unsafe { spec(view, name) }?);
        }
        let attributes: Vec<(String, f64)> = attributes.iter().map(|(name, x)| ((*name).to_owned(), *x)).collect();
        let call = Call { tensors: &specs, dim, attributes: &attributes };
        let made = context.runtime().create(&operator, call, context.place)?;
        let name = operator.name().to_owned();
        *place = DESCRIPTORS.add(Live { context: handle, operator: name, place: context.place, descriptor: made });
        Ok(())
    })
}

/// Says how much scratch memory a descriptor needs.
///
/// # Safety
/// `bytes` is null or valid for the call.
pub unsafe fn workspace_size(descriptor: oprt_descriptor, operator: &str, bytes: *mut usize) -> oprt_status {
    answer(|| {
        let live = live(descriptor, operator)?;
        // SAFETY: as the caller promises.
        let place = unsafe { bytes.as_mut() }.ok_or_else(|| null("bytes"))?;
        *place = usize::try_from(live.descriptor.workspace_bytes()).unwrap_or(usize::MAX);
        Ok(())
    })
}

/// Executes a descriptor.
///
/// # Safety
/// On the virtual device, each address that is not null is that of as many bytes as the descriptor says, which nobody else
/// changes during the call.
pub unsafe fn execute(
    descriptor: oprt_descriptor,
    operator: &str,
    workspace: *mut c_void,
    workspace_bytes: usize,
    addresses: &[usize],
    stream: *mut c_void,
) -> oprt_status {
    answer(|| {
        let live = live(descriptor, operator)?;
        let wanted = live.descriptor.workspace_bytes();
        if workspace.is_null() && wanted > 0 && workspace_bytes as u64 >= wanted {
            return Err(null("workspace"));
        }
        if let Place::Gpu(_) = live.place {
            let addresses: Vec<u64> = addresses.iter().map(|&address| address as u64).collect();
            let workspace = (workspace as u64, workspace_bytes as u64);
            return live.descriptor.execute_on_gpu(workspace, &addresses, stream as u64);
        }
        let buffers: Vec<_> = live.descriptor.tensors().collect();
        if addresses.len() != buffers.len() {
            let text = msg!("runtime-address-count", got = addresses.len(), wanted = buffers.len());
            return Err(invalid(text));
        }
        if let Some((buffer, _)) = buffers.iter().zip(addresses).find(|(b, address)| **address == 0 && b.n_bytes() > 0)
        {
            return Err(null(&buffer.name));
        }
        let span = |at: usize| addresses[at]..addresses[at].saturating_add(buffers[at].n_bytes());
        let outputs: Vec<usize> = (0..buffers.len()).filter(|&at| buffers[at].direction == Direction::Out).collect();
        let overlap = |a: usize, b: usize| span(a).start < span(b).end && span(b).start < span(a).end;
        for (nth, &at) in outputs.iter().enumerate() {
            if let Some(&other) = outputs[..nth].iter().find(|&&other| overlap(at, other)) {
                let (name, other) = (&buffers[at].name, &buffers[other].name);
                return Err(invalid(msg!("runtime-overlap", name = name, other = other)));
            }
        }
        // Inputs that lie where an output does are copied first: the kernel reads what was there before.
        let copies: Vec<Option<Vec<u8>>> = (0..buffers.len())
            .map(|at| {
                let is_shared = buffers[at].direction == Direction::In && outputs.iter().any(|&out| overlap(at, out));
                // SAFETY: the caller promises that so many bytes lie there.
                is_shared.then(|| unsafe { bytes(addresses[at], buffers[at].n_bytes()) }.to_vec())
            })
            .collect();
        let mut tensors: Vec<HostTensor<'_>> = Vec::new();
        for (at, buffer) in buffers.iter().enumerate() {
            tensors.push(match (&copies[at], buffer.direction) {
                (Some(copy), _) => HostTensor::In(copy),
                // SAFETY: the caller promises that so many bytes lie there and that nobody changes them; no output lies there.
                (None, Direction::In) => HostTensor::In(unsafe { bytes(addresses[at], buffer.n_bytes()) }),
                // SAFETY: as above, and no other slice of this call lies there.
                (None, _) => HostTensor::Out(unsafe { bytes_mut(addresses[at], buffer.n_bytes()) }),
            });
        }
        live.descriptor.execute(workspace_bytes as u64, &mut tensors, &Arc::default()).map(drop)
    })
}

/// Gives a descriptor back.
pub fn destroy(descriptor: oprt_descriptor, operator: &str) -> oprt_status {
    answer(|| {
        live(descriptor, operator)?;
        DESCRIPTORS.remove(descriptor);
        Ok(())
    })
}

/// The live descriptor with this handle; of this operator, where one is named.
fn live(handle: oprt_descriptor, operator: &str) -> Result<Arc<Live>, Error> {
    let stale = || invalid(msg!("runtime-stale", what = "descriptor", handle = handle.to_string()));
    let live = DESCRIPTORS.get(handle).ok_or_else(stale)?;
    if !operator.is_empty() && live.operator != operator {
        let text = msg!("runtime-other-operator", operator = &live.operator, wanted = operator);
        return Err(invalid(text));
    }
    Ok(live)
}

/// What a view says.
///
/// # Safety
/// Its shape and strides are null or have as many elements as it has dimensions.
unsafe fn spec(view: &oprt_tensor, name: &str) -> Result<TensorSpec, Error> {
    let ndim = view.ndim;
    let rank = usize::try_from(ndim).ok().filter(|_| ndim <= MOST_DIMS);
    let rank = rank.ok_or_else(|| invalid(msg!("runtime-ndim", name = name, got = ndim, most = MOST_DIMS)))?;
    if view.shape.is_null() && rank > 0 {
        return Err(null(&format!("{name}.shape")));
    }
    let sizes = |from: *const i64| {
        // SAFETY: as the caller promises.
        if rank == 0 { Vec::new() } else { unsafe { std::slice::from_raw_parts(from, rank) }.to_vec() }
    };
    Ok(TensorSpec {
        element: element(view.dtype),
        shape: sizes(view.shape),
        strides: (!view.strides.is_null()).then(|| sizes(view.strides)),
        is_null: view.data.is_null(),
    })
}

/// The element type with a number of `oprt_dtype`.
fn element(dtype: i32) -> Element {
    let known = match dtype {
        0 => Dtype::F16,
        1 => Dtype::Bf16,
        2 => Dtype::F32,
        3 => Dtype::F64,
        6 => Dtype::I32,
        7 => Dtype::I64,
        9 => Dtype::U32,
        10 => Dtype::U64,
        4 => return Element::Other("int8".to_owned()),
        5 => return Element::Other("int16".to_owned()),
        8 => return Element::Other("uint8".to_owned()),
        11 => return Element::Other("bool".to_owned()),
        other => return Element::Other(format!("dtype {other}")),
    };
    Element::Known(known)
}

/// So many bytes at an address.
///
/// # Safety
/// They are there, and nobody changes them.
unsafe fn bytes<'a>(address: usize, n_bytes: usize) -> &'a [u8] {
    // SAFETY: as the caller promises; no bytes may lie anywhere.
    if n_bytes == 0 { &[] } else { unsafe { std::slice::from_raw_parts(address as *const u8, n_bytes) } }
}

/// The same, to be written.
///
/// # Safety
/// They are there, and nobody else looks at them.
unsafe fn bytes_mut<'a>(address: usize, n_bytes: usize) -> &'a mut [u8] {
    // SAFETY: as the caller promises; no bytes may lie anywhere.
    if n_bytes == 0 { &mut [] } else { unsafe { std::slice::from_raw_parts_mut(address as *mut u8, n_bytes) } }
}
