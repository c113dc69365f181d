//! Whether this processor has the vector instructions that camp was built with.
//!
//! `.cargo/config.toml` has camp built for processors with AVX2. On an older one the first such instruction would kill
//! the process without a word, so camp looks before it works.

/// The features behind `x86-64-v3` that camp's code uses, as Linux names them.
const NEEDED: &[&str] = &["avx2", "bmi1", "bmi2", "fma"];

/// A feature that camp was built with and this processor lacks.
pub fn missing() -> Option<&'static str> {
    if !cfg!(target_feature = "avx2") {
        return None;
    }
    missing_in(&std::fs::read_to_string("/proc/cpuinfo").ok()?)
}

/// As [`missing`], of a processor that `/proc/cpuinfo` describes; nothing where it does not say.
fn missing_in(cpuinfo: &str) -> Option<&'static str> {
    let flags = cpuinfo.lines().find_map(|line| line.strip_prefix("flags")?.split_once(':'))?.1;
    NEEDED.iter().find(|needed| !flags.split_whitespace().any(|flag| flag == **needed)).copied()
}

#[cfg(test)]
mod tests {
    use super::missing_in;

    #[test]
    fn old_processors_are_told_apart() {
        assert_eq!(missing_in("processor : 0\nflags\t\t: fpu sse2 fma bmi1 avx2 bmi2\n"), None);
        assert_eq!(missing_in("flags\t: fpu sse2 avx\n"), Some("avx2"));
        assert_eq!(missing_in("flags\t: avx2 bmi1 bmi2 fma4\n"), Some("fma"));
        assert_eq!(missing_in("model name : something else\n"), None);
    }
}
