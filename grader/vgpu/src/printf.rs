//! Device `printf`: the format, applied to the argument buffer that the compiler laid out.

/// Formats `format`. `fetch(offset, len)` reads `len` bytes of the argument buffer (its own alignment is the caller's
/// offset), `string(address)` a C string.
pub(crate) fn format(
    format: &str,
    fetch: &mut dyn FnMut(u64, usize) -> u64,
    string: &mut dyn FnMut(u64) -> String,
) -> String {
    let mut out = String::new();
    let mut at = 0u64;
    let mut rest = format;
    let mut next = |len: u64, at: &mut u64| {
        *at = at.div_ceil(len) * len;
        let v = fetch(*at, len as usize);
        *at += len;
        v
    };
    while let Some(k) = rest.find('%') {
        out.push_str(&rest[..k]);
        rest = &rest[k + 1..];
        let end = rest.find(|c: char| c.is_ascii_alphabetic() && !"hlLzjt".contains(c) || c == '%');
        let Some(end) = end else {
            out.push('%');
            break;
        };
        let spec = &rest[..end];
        let kind = rest.as_bytes()[end];
        rest = &rest[end + 1..];
        if kind == b'%' {
            out.push('%');
            continue;
        }
        let long = spec.contains('l') || spec.contains('z') || spec.contains('j') || spec.contains('t');
        let spec = resolve_stars(spec, &mut || next(4, &mut at) as u32 as i32);
        let text = match kind {
            b'd' | b'i' if long => (next(8, &mut at) as i64).to_string(),
            b'd' | b'i' => (next(4, &mut at) as u32 as i32).to_string(),
            b'u' if long => next(8, &mut at).to_string(),
            b'u' => (next(4, &mut at) as u32).to_string(),
            b'x' => integer(&spec, format!("{:x}", unsigned(&mut next, &mut at, long)), "0x"),
            b'X' => integer(&spec, format!("{:X}", unsigned(&mut next, &mut at, long)), "0X"),
            b'o' => integer(&spec, format!("{:o}", unsigned(&mut next, &mut at, long)), "0"),
            b'c' => char::from(next(4, &mut at) as u8).to_string(),
            b'p' => format!("{:#x}", next(8, &mut at)),
            b's' => {
                let s = string(next(8, &mut at));
                match precision(&spec) {
                    Some(p) => s.chars().take(p).collect(),
                    None => s,
                }
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                float(f64::from_bits(next(8, &mut at)), kind, precision(&spec))
            }
            _ => format!("%{spec}{}", char::from(kind)),
        };
        out.push_str(&pad(&spec, text, kind));
    }
    out.push_str(rest);
    out
}

fn unsigned(next: &mut impl FnMut(u64, &mut u64) -> u64, at: &mut u64, long: bool) -> u64 {
    if long { next(8, at) } else { next(4, at) & 0xFFFF_FFFF }
}

fn integer(spec: &str, digits: String, prefix: &str) -> String {
    if spec.contains('#') { format!("{prefix}{digits}") } else { digits }
}

/// `*` widths and precisions, replaced by their arguments.
fn resolve_stars(spec: &str, next: &mut impl FnMut() -> i32) -> String {
    let mut out = String::new();
    for c in spec.chars() {
        if c == '*' {
            out.push_str(&next().to_string());
        } else {
            out.push(c);
        }
    }
    out
}

fn precision(spec: &str) -> Option<usize> {
    let digits: String = spec.split_once('.')?.1.chars().take_while(char::is_ascii_digit).collect();
    Some(digits.parse::<usize>().unwrap_or(0).min(512))
}

fn pad(spec: &str, mut text: String, kind: u8) -> String {
    let flags: String = spec.chars().take_while(|c| "-+ #0".contains(*c)).collect();
    let width: String = spec[flags.len()..].chars().take_while(char::is_ascii_digit).collect();
    let width = width.parse::<usize>().unwrap_or(0).min(1024);
    let is_number = kind != b's' && kind != b'c';
    if is_number && !text.starts_with('-') && !matches!(kind, b'u' | b'x' | b'X' | b'o' | b'p') {
        if flags.contains('+') {
            text.insert(0, '+');
        } else if flags.contains(' ') {
            text.insert(0, ' ');
        }
    }
    let n = text.chars().count();
    if n >= width {
        return text;
    }
    let fill = width - n;
    if flags.contains('-') {
        format!("{text}{}", " ".repeat(fill))
    } else if flags.contains('0') && is_number {
        let sign = text.chars().take_while(|c| "+- ".contains(*c)).count();
        format!("{}{}{}", &text[..sign], "0".repeat(fill), &text[sign..])
    } else {
        format!("{}{text}", " ".repeat(fill))
    }
}

fn float(v: f64, kind: u8, precision: Option<usize>) -> String {
    if !v.is_finite() {
        let text = if v.is_nan() {
            "nan"
        } else if v > 0.0 {
            "inf"
        } else {
            "-inf"
        };
        return if kind.is_ascii_uppercase() { text.to_uppercase() } else { text.to_owned() };
    }
    let p = precision.unwrap_or(6);
    let text = match kind.to_ascii_lowercase() {
        b'f' => format!("{v:.p$}"),
        b'e' => exponent(v, p),
        b'g' => general(v, p.max(1)),
        _ => hexadecimal(v),
    };
    if kind.is_ascii_uppercase() { text.to_uppercase() } else { text }
}

/// C's `%e`: at least two digits of exponent.
fn exponent(v: f64, p: usize) -> String {
    let text = format!("{v:.p$e}");
    let Some((mantissa, e)) = text.split_once('e') else { return text };
    let e: i32 = e.parse().unwrap_or(0);
    format!("{mantissa}e{}{:02}", if e < 0 { '-' } else { '+' }, e.abs())
}

/// C's `%g`: the shorter of the two forms, without trailing zeros.
fn general(v: f64, p: usize) -> String {
    if v == 0.0 {
        return if v.is_sign_negative() { "-0" } else { "0" }.to_owned();
    }
    let e: i32 = exponent(v, p - 1).split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
    let text = if e < -4 || e >= p as i32 {
        let text = exponent(v, p - 1);
        let (m, e) = text.split_once('e').unwrap_or((&text, "+00"));
        let m = if m.contains('.') { m.trim_end_matches('0').trim_end_matches('.') } else { m };
        return format!("{m}e{e}");
    } else {
        format!("{v:.*}", (p as i32 - 1 - e).max(0) as usize)
    };
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

fn hexadecimal(v: f64) -> String {
    let bits = v.to_bits();
    let sign = if bits >> 63 == 1 { "-" } else { "" };
    let (e, f) = ((bits >> 52 & 0x7FF) as i32, bits & ((1 << 52) - 1));
    let digits = format!("{f:013x}");
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    let (lead, e) = if e == 0 { (0, if f == 0 { 0 } else { -1022 }) } else { (1, e - 1023) };
    format!("{sign}0x{lead}{point}{digits}p{e:+}")
}

#[cfg(test)]
mod tests {
    use super::format;

    /// Arguments as the compiler lays them out: each aligned to its size.
    fn check(text: &str, args: &[(u64, u64)], expected: &str) {
        let mut buffer = Vec::new();
        for (value, len) in args {
            buffer.resize(buffer.len().next_multiple_of(*len as usize), 0);
            buffer.extend_from_slice(&value.to_le_bytes()[..*len as usize]);
        }
        let mut fetch = |at: u64, len: usize| {
            let mut out = [0; 8];
            out[..len].copy_from_slice(&buffer[at as usize..at as usize + len]);
            u64::from_le_bytes(out)
        };
        assert_eq!(format(text, &mut fetch, &mut |_| "str".to_owned()), expected, "{text}");
    }

    #[test]
    fn formats_as_c_does() {
        let d = |x: f64| (x.to_bits(), 8);
        check("a %d %s %%\n", &[(u64::from(-5i32 as u32), 4), (0, 8)], "a -5 str %\n");
        check("%5d|%-5d|%05d|%+d", &[(7, 4), (7, 4), (7, 4), (7, 4)], "    7|7    |00007|+7");
        check(
            "%u %llu %x %#X",
            &[(u64::from(u32::MAX), 4), (1 << 40, 8), (255, 4), (255, 4)],
            "4294967295 1099511627776 ff 0XFF",
        );
        check(
            "%f %.2f %e %g %g %g",
            &[d(1.5), d(-0.126), d(12345.678), d(0.0001), d(1e10), d(2.0)],
            "1.500000 -0.13 1.234568e+04 0.0001 1e+10 2",
        );
        check("%*d %.3s", &[(4, 4), (9, 4), (0, 8)], "   9 str");
        check("%c%f %F", &[(65, 4), d(f64::NAN), d(f64::NEG_INFINITY)], "Anan -INF");
        check("100%", &[], "100%");
    }
}
