//! Kernels by the names that people write.

use cpp_demangle::{DemangleOptions, Symbol};

/// The kernels that a name may mean.
#[derive(Debug, PartialEq, Eq)]
pub enum Match<'a> {
    /// This one.
    One(&'a str),
    /// Any of these.
    Several(Vec<&'a str>),
    /// None.
    None,
}

/// A kernel's name with its parameters, as C++ spells it: `ns::scale<float>(float*, int)`.
pub fn demangled(mangled: &str) -> String {
    let symbol = Symbol::new(mangled).ok();
    let text = symbol.and_then(|s| s.demangle_with_options(&DemangleOptions::new().no_return_type()).ok());
    text.unwrap_or_else(|| mangled.to_owned())
}

/// A kernel's name without its parameters: `ns::scale<float>`.
pub fn short(mangled: &str) -> String {
    let whole = demangled(mangled);
    let end = whole.len() - parameters(&whole);
    whole[..end].to_owned()
}

/// The length of the parameter list that `name` ends with.
fn parameters(name: &str) -> usize {
    if !name.ends_with(')') {
        return 0;
    }
    let mut depth = 0_u32;
    for (at, c) in name.char_indices().rev() {
        match c {
            ')' => depth += 1,
            '(' => {
                depth -= 1;
                if depth == 0 {
                    return name.len() - at;
                }
            }
            _ => {}
        }
    }
    0
}

/// `name` without the arguments of templates and without namespaces.
fn base(name: &str) -> &str {
    let plain = name.split('<').next().unwrap_or(name);
    plain.rsplit("::").next().unwrap_or(plain)
}

/// The kernel that is meant by `wanted`: by its mangled name, its whole name in C++, its name without parameters, or
/// without namespaces and arguments of templates, where that is enough.
pub fn find<'a>(wanted: &str, entries: &[&'a str]) -> Match<'a> {
    let squeeze = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let wanted = squeeze(wanted.trim_start_matches("::"));
    let rules: [&dyn Fn(&str) -> bool; 4] = [
        &|entry| entry == wanted,
        &|entry| squeeze(&demangled(entry)) == wanted,
        &|entry| squeeze(&short(entry)) == wanted,
        &|entry| {
            let short = squeeze(&short(entry));
            let plain = short.split('<').next().unwrap_or_default();
            plain == wanted || base(&short) == wanted
        },
    ];
    for rule in rules {
        let found: Vec<&str> = entries.iter().copied().filter(|entry| rule(entry)).collect();
        match found.as_slice() {
            [] => {}
            [one] => return Match::One(one),
            _ => return Match::Several(found),
        }
    }
    Match::None
}

/// Whether the source may have a template of this name, which makes a kernel only when it is asked for.
pub fn may_be_template(source: &str, wanted: Option<&str>) -> bool {
    wanted.is_some_and(|name| source.contains("template") && source.contains(base(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_for_people() {
        assert_eq!(demangled("_Z5scalePfi"), "scale(float*, int)");
        assert_eq!(short("_Z5scalePfi"), "scale");
        assert_eq!(short("_ZN2ns5scaleIfLi4EEEvPT_i"), "ns::scale<float, 4>");
        assert_eq!(short("plain"), "plain");
        assert_eq!(short("_Z1kPFvvE"), "k");
    }

    #[test]
    fn a_kernel_is_found_by_any_of_its_names() {
        let all = ["_Z5scalePfi", "_ZN2ns5scaleIfEEvPT_i", "_ZN2ns5scaleIdEEvPT_i", "_ZN2ns3addEPf", "plain"];
        let one = |wanted: &str, entry: &'static str| assert_eq!(find(wanted, &all), Match::One(entry), "{wanted}");
        one("plain", "plain");
        one("_Z5scalePfi", "_Z5scalePfi");
        one("scale(float *, int)", "_Z5scalePfi");
        one("scale", "_Z5scalePfi");
        one("ns::scale<double>", "_ZN2ns5scaleIdEEvPT_i");
        one("add", "_ZN2ns3addEPf");
        one("::ns::add", "_ZN2ns3addEPf");
        assert_eq!(find("ns::scale", &all), Match::Several(vec![all[1], all[2]]));
        assert_eq!(find("sub", &all), Match::None);
    }
}
