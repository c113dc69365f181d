//! The known name that a misspelt one was meant to be.

/// What CUDA C++ itself knows and learners write by hand.
const BUILT_IN: [&str; 62] = [
    "threadIdx",
    "blockIdx",
    "blockDim",
    "gridDim",
    "warpSize",
    "__syncthreads",
    "__syncwarp",
    "__shfl_sync",
    "__shfl_down_sync",
    "__shfl_up_sync",
    "__shfl_xor_sync",
    "__ballot_sync",
    "__any_sync",
    "__all_sync",
    "__activemask",
    "__threadfence",
    "__threadfence_block",
    "__global__",
    "__device__",
    "__shared__",
    "__restrict__",
    "__constant__",
    "__forceinline__",
    "__launch_bounds__",
    "atomicAdd",
    "atomicMax",
    "atomicMin",
    "atomicCAS",
    "atomicExch",
    "__half2float",
    "__float2half",
    "__fdividef",
    "fmaxf",
    "fminf",
    "expf",
    "__expf",
    "logf",
    "sqrtf",
    "rsqrtf",
    "powf",
    "fabsf",
    "tanhf",
    "printf",
    "INFINITY",
    "FLT_MAX",
    "int64_t",
    "int32_t",
    "uint32_t",
    "size_t",
    "float",
    "double",
    "unsigned",
    "const",
    "return",
    "while",
    "extern",
    "template",
    "typename",
    "namespace",
    "static_cast",
    "reinterpret_cast",
    "constexpr",
];

/// The known name closest to a misspelt one, if one is close; `own`: the names of the learner's text.
pub fn similar<'a>(wrong: &str, own: impl Iterator<Item = &'a str>) -> Option<String> {
    let limit = if wrong.chars().count() < 5 { 1 } else { 2 };
    BUILT_IN
        .into_iter()
        .chain(own.filter(|word| *word != wrong))
        .filter(|name| name.len() > 2)
        .map(|name| {
            // Capitals and underscores are what is mistaken most.
            let bare = |name: &str| name.replace('_', "").to_lowercase();
            let distance = if bare(wrong) == bare(name) { 0 } else { distance(wrong, name) };
            (distance, name)
        })
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name.to_owned())
}

/// Number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
pub fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > 2 {
        return usize::MAX;
    }
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(distance("treadIdx", "threadIdx"), 1);
        assert_eq!(distance("threadIxd", "threadIdx"), 1);
        assert_eq!(distance("a", "abcdef"), usize::MAX);
    }

    #[test]
    fn capitals_and_underscores_count_little() {
        let of = |wrong| similar(wrong, ["value", "values"].into_iter());
        assert_eq!(of("__syncThreads").as_deref(), Some("__syncthreads"));
        assert_eq!(of("syncthreads").as_deref(), Some("__syncthreads"));
        assert_eq!(of("ThreadIDX").as_deref(), Some("threadIdx"));
        assert_eq!(of("valeu").as_deref(), Some("value"));
        assert_eq!(of("zork"), None);
    }
}
