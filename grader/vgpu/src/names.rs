//! Names of variables as the learner wrote them.

/// The source name of a variable from its mangled one: `_ZZ7softmaxPfE3red` is `red`, `smem` stays.
pub(crate) fn variable(mangled: &str) -> String {
    let plain = mangled.strip_suffix("__local_static").unwrap_or(mangled);
    if !plain.starts_with("_Z") {
        return plain.to_owned();
    }
    // The last `<length><identifier>` of the name is the variable's own; what follows it are discriminators.
    let bytes = plain.as_bytes();
    let mut best = None;
    for start in 0..bytes.len() {
        if !bytes[start].is_ascii_digit() || (start > 0 && bytes[start - 1].is_ascii_digit()) {
            continue;
        }
        let digits: String = plain[start..].chars().take_while(char::is_ascii_digit).collect();
        let from = start + digits.len();
        let Ok(len) = digits.parse::<usize>() else { continue };
        let Some(name) = plain.get(from..from.saturating_add(len)) else { continue };
        let rest = &plain[from + len..];
        let identifier = name.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
        let ends = rest.is_empty() || rest == "E" || rest.starts_with('_') || rest.starts_with("E_");
        if len > 0 && identifier && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && ends {
            best = Some(name);
        }
    }
    best.unwrap_or(plain).to_owned()
}

#[cfg(test)]
mod tests {
    use super::variable;

    #[test]
    fn mangled_names_become_source_names() {
        for (mangled, name) in [
            ("red", "red"),
            ("_ZZ1kP6float4PKS_1PPjPdE1s", "s"),
            ("_ZZN4oprt7softmax6nvidia22softmax_rowwise_kernelEPfPKfxxE4smem", "smem"),
            ("_ZZ3foovE3bar_0", "bar"),
            ("_ZN2ns7counterE", "counter"),
        ] {
            assert_eq!(variable(mangled), name, "{mangled}");
        }
    }
}
