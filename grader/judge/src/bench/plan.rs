//! How many sets of buffers a shape gets, and whether it fits at all.

use exercise::{Case, ReferenceArg};

/// No more sets than this, however small they are: each is made and checked.
const MOST_SETS: u64 = 32;

/// The part of the free memory that is used.
const USABLE: f64 = 0.9;

/// What of a shape lies on the GPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// Sets of buffers that samples take in turn.
    pub n_sets: usize,
    /// Bytes of one set: the inputs once, the outputs and scratch memory once for each contender.
    pub set_bytes: u64,
    /// Bytes of what the reference computes, of one set at a time.
    pub reference_bytes: u64,
}

/// Plans `case` for so many contenders. So many sets that together they are twice the L2 cache, as far as they fit into
/// `free_bytes`.
///
/// # Errors
/// The bytes that it needs at least, where these do not fit.
pub fn plan(case: &Case, n_contenders: u64, l2_bytes: u64, free_bytes: u64) -> Result<Plan, u64> {
    let inputs: u64 = case.inputs().map(|buffer| buffer.n_bytes() as u64).sum();
    let workspaces: u64 = case.workspaces().map(|buffer| buffer.n_bytes() as u64).sum();
    let set_bytes = inputs + n_contenders * (output_bytes(case) + workspaces);
    let reference_bytes = reference_sizes(case).sum();
    let room = (free_bytes as f64 * USABLE) as u64;
    let fit = room.saturating_sub(reference_bytes) / set_bytes.max(1);
    if fit == 0 {
        return Err(set_bytes + reference_bytes);
    }
    let wanted = (2 * l2_bytes).div_ceil(set_bytes.max(1)).clamp(2, MOST_SETS);
    Ok(Plan { n_sets: wanted.min(fit) as usize, set_bytes, reference_bytes })
}

/// `65536×4096`.
pub fn shape(case: &Case) -> String {
    case.dims.iter().map(|(_, n)| n.to_string()).collect::<Vec<_>>().join("×")
}

/// The type of the case's elements: the type parameter's, else that of the first buffer.
pub fn dtype(case: &Case) -> &'static str {
    case.dtype.or_else(|| case.buffers().next().map(|buffer| buffer.dtype)).map_or("", exercise::Dtype::as_str)
}

/// Bytes of all outputs.
pub fn output_bytes(case: &Case) -> u64 {
    case.outputs().map(|buffer| buffer.n_bytes() as u64).sum()
}

/// Bytes of each buffer that the reference writes, in the order of its arguments.
pub fn reference_sizes(case: &Case) -> impl Iterator<Item = u64> {
    case.reference_args.iter().filter_map(|arg| match arg {
        ReferenceArg::Output { n_elems, .. } | ReferenceArg::Magnitude { n_elems } => Some(8 * *n_elems as u64),
        ReferenceArg::Input(_) | ReferenceArg::Scalar(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use exercise::Exercise;

    use super::*;

    fn case(exercise: &str, name: &str) -> Case {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../exercises").join(exercise);
        Exercise::load(&dir).unwrap().bench.into_iter().find(|case| case.name == name).unwrap()
    }

    const L2: u64 = 60 << 20;

    #[test]
    fn small_shapes_get_many_sets_and_large_ones_two() {
        let small = case("copy", "bench_1025024_f16");
        assert_eq!((shape(&small).as_str(), dtype(&small)), ("1025024", "f16"));
        let plan_of = |case: &Case, free| plan(case, 2, L2, free);
        let planned = plan_of(&small, 100 << 30).unwrap();
        // One input and two outputs of two bytes an element: 6 MB, and 21 of those are twice the cache.
        assert_eq!((planned.set_bytes, planned.n_sets), (3 * 2 * 1_025_024, 21));
        assert_eq!(planned.reference_bytes, 8 * 1_025_024);
        let large = case("softmax", "bench_65536x4096");
        assert_eq!(shape(&large), "65536×4096");
        assert_eq!(plan_of(&large, 100 << 30).unwrap().n_sets, 2);
        // Inputs, two outputs and the reference: 5 GiB at least.
        assert_eq!(plan_of(&large, 6 << 30).unwrap().n_sets, 1);
        assert_eq!(plan_of(&large, 5 << 30), Err(5 << 30));
        let sum = case("reduce_sum", "bench_65536x4096");
        assert_eq!(output_bytes(&sum), 4 * 65536);
        // The sums and the sizes of their terms.
        assert_eq!(plan_of(&sum, 100 << 30).unwrap().reference_bytes, 16 * 65536);
    }

    #[test]
    fn the_shapes_are_those_that_numbers_are_published_for() {
        let shapes = |exercise: &str| {
            let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../exercises").join(exercise);
            let cases = Exercise::load(&dir).unwrap().bench;
            cases.iter().map(|case| format!("{} {}", shape(case), dtype(case))).collect::<Vec<_>>().join(", ")
        };
        let elementwise = "1025024 f32, 1025024 f16, 4191232 f32, 4191232 f16, 67093504 f32, 67093504 f16";
        let rows = "144×1280 f32, 1008×1280 f32, 1008×2304 f32, 2032×2304 f32, 784×3840 f32, 4080×1536 f32, \
                    65536×4096 f32";
        assert_eq!((shapes("copy").as_str(), shapes("vector_add").as_str()), (elementwise, elementwise));
        assert_eq!((shapes("reduce_sum").as_str(), shapes("softmax").as_str()), (rows, rows));
    }
}
