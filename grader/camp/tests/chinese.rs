//! camp in Simplified Chinese, as a learner meets it: every way to ask for it, and no English left in what is said.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use common::{Folder, code, set_up, stderr, stdout};

fn is_chinese(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

/// Three lower-case words in a row, which no code has: an English sentence. Not looked at: quotations in backticks, lines
/// of the kernel (`12 | …`), places (`--> …`), and what an option of NVRTC or a path is.
fn english_in(line: &str) -> Option<String> {
    let trimmed = line.trim_start();
    let gutter = trimmed.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_source = gutter.len() < trimmed.len() && gutter.starts_with(" |");
    if is_source || trimmed.starts_with("-->") || trimmed.starts_with(":::") {
        return None;
    }
    let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
    let words: Vec<&str> = prose.split(' ').collect();
    let is_word = |word: &&str| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase());
    words.windows(3).find(|three| three.iter().all(is_word)).map(|three| three.join(" "))
}

/// Checks what camp said: Chinese, and no English sentence.
#[track_caller]
fn check(what: &str, text: &str) {
    assert!(text.chars().filter(|c| is_chinese(*c)).count() >= 2, "{what} is not in Chinese:\n{text}");
    let mut is_quote = false;
    for line in text.lines() {
        // What the compiler said itself stands in a note of its own, which may have several lines.
        is_quote =
            line.contains("编译器的原话") || (is_quote && !line.trim_start().starts_with('=') && !line.is_empty());
        assert!(is_quote || english_in(line).is_none(), "{what}: {line}\n\n{text}");
    }
}

#[test]
fn english_is_noticed() {
    let check = |line: &str, expected: Option<&str>| assert_eq!(english_in(line).as_deref(), expected, "{line}");
    check("= 说明：the kernel does not end", Some("kernel does not"));
    check("12 | // the kernel does not end", None);
    check("  --> the kernel does.cuh:1:2", None);
    check("线程块在 `the kernel does` 处", None);
    check("运行 `x` 时 the `y` kernel", None);
    check("for (int i = 0; i < n; i += stride) sum += in[i];", None);
}

#[test]
fn every_way_to_ask_for_chinese_is_heard() {
    set_up();
    let folder = Folder::new();
    let check_all = |way: &str, env: &[(&str, &str)], flag: &[&str]| {
        let commands: &[(&[&str], i32)] = &[
            (&["verify", "copy", "--seed", "1"], 1),
            (&["verify", "copy", "--solution"], 0),
            (&["verify", "--all"], 1),
            (&["hint", "softmax"], 0),
            (&["list"], 0),
            (&["doctor"], 0),
            (&["init", way], 0),
            (&["reset", "softmax", "--yes"], 0),
            (&["reset", "--all"], 0),
            (&["setup"], 0),
            (&["--help"], 0),
            (&["verify", "--help"], 0),
            (&["verify"], 2),
            (&["verify", "softmx"], 2),
            (&["verify", "copy", "--kernel", "none.cuh"], 2),
            (&["verify", "copy", "--device", "gpu"], 2),
            (&["verify", "--sede"], 2),
            (&["hint"], 2),
            (&["lst"], 2),
        ];
        for (args, status) in commands {
            let args: Vec<&str> = flag.iter().chain(*args).copied().collect();
            let output = folder.camp(&args).envs(env.iter().copied()).output().expect("camp starts");
            let text = stdout(&output) + &stderr(&output);
            assert_eq!(code(&output), *status, "{way} {args:?}:\n{text}");
            check(&format!("{way}: camp {args:?}"), &text);
        }
        let kernel =
            fs::read_to_string(folder.path(way).join("exercises/copy/nvidia/kernel.cuh")).expect("init wrote it");
        assert!(kernel.contains("// 任务"), "{kernel}");
    };
    check_all("LANG", &[("LANG", "zh_CN.UTF-8")], &[]);
    check_all("CAMP_LANG", &[("CAMP_LANG", "zh")], &[]);
    check_all("flag", &[("CAMP_LANG", "en")], &["--lang", "zh"]);
}

/// The codes at the top of a control kernel, see `controls.rs`.
fn expected(kernel: &Path) -> String {
    let text = fs::read_to_string(kernel).expect("it was found");
    let code = text.lines().find_map(|line| line.strip_prefix("//@ expect: "));
    code.unwrap_or_default().to_owned()
}

#[test]
fn reports_are_in_chinese_from_top_to_bottom() {
    set_up();
    let folder = Folder::new();
    let root = exercise::find_root(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the repository is a camp folder");
    let mut seen = BTreeSet::new();
    let exercises = common::exercises();
    for name in exercises.iter().map(|exercise| exercise.name.as_str()) {
        let wrong = root.join("exercises").join(name).join("wrong");
        let mut kernels: Vec<PathBuf> = fs::read_dir(wrong).unwrap().map(|entry| entry.unwrap().path()).collect();
        kernels.sort();
        // CAMP_CONTROLS=all judges them all.
        let all = std::env::var_os("CAMP_CONTROLS").is_some();
        for kernel in kernels {
            let code_of_kernel = expected(&kernel);
            if code_of_kernel == "compile-error" || !(seen.insert((name, code_of_kernel)) || all) {
                continue;
            }
            let path = kernel.display().to_string();
            let output = folder.run(&["--lang", "zh", "verify", name, "--kernel", &path, "--seed", "7"]);
            assert_eq!(code(&output), 1, "{path}");
            check(&path, &stdout(&output));
            let output = folder.run(&["--lang", "zh", "hint", name]);
            check(&format!("the hint after {path}"), &stdout(&output));
        }
    }
    let codes: BTreeSet<&str> = seen.iter().map(|(_, code)| code.as_str()).collect();
    assert!(codes.len() >= 10, "too few kinds of findings: {codes:?}");
}

#[test]
fn marks_stand_under_what_they_mark() {
    set_up();
    let folder = Folder::new();
    let kernel = fs::read_to_string(folder.path("solutions/copy/nvidia/kernel.cuh")).expect("init wrote it");
    let from = kernel.rfind("dst[i] = ").expect("the solution copies");
    let wrong = format!("{}/* 复制😀 */\t{}", &kernel[..from], kernel[from..].replacen("src[i]", "src[i + 1]", 1));
    folder.write("核函数.cuh", wrong);
    let output = folder.run(&["--lang", "zh", "verify", "copy", "--kernel", "核函数.cuh", "--seed", "1"]);
    let text = stdout(&output);
    assert_eq!(code(&output), 1, "{text}");
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| line.contains("dst[i] = src[i + 1]")).expect("the line is shown");
    let columns = |text: &str| diag::render::width(text);
    let start = lines[at].find("dst[i]").map(|byte| columns(&lines[at][..byte]));
    assert_eq!(lines[at + 1].find('^'), start, "{text}");
}
