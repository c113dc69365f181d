//! What an author sees for each mistake in an exercise. `BLESS=1 cargo test -p exercise` rewrites `broken.txt` and
//! `broken_launch.txt`; review the diff.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::path::{Path, PathBuf};

use diag::render::{Style, terminal};
use diag::{Lang, SourceMap};
use exercise::{DeviceProps, Error, Exercise, LaunchRules};
use messages::catalogue;
use proptest::prelude::*;

fn shipped(name: &str) -> String {
    let root = exercise::find_root(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    std::fs::read_to_string(root.join("exercises").join(name).join("exercise.toml")).unwrap()
}

/// The report, with the temporary folder's name taken out.
fn report(error: &Error, dir: &Path) -> String {
    report_in(Lang::En, error, dir)
}

fn report_in(lang: Lang, error: &Error, dir: &Path) -> String {
    let mut sources = SourceMap::new();
    let diagnostic = error.to_diagnostic(&mut sources);
    let mut out = Vec::new();
    let style = Style::plain(100);
    terminal(&diagnostic, &sources, catalogue(lang), &style, &mut out).unwrap();
    String::from_utf8(out).unwrap().replace(&format!("{}/", dir.display()), "")
}

fn load(text: &[u8]) -> (tempfile::TempDir, Result<Exercise, Error>) {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("exercise.toml"), text).unwrap();
    let result = Exercise::load(dir.path());
    (dir, result)
}

/// Every mistake: the exercise it starts from, what is replaced (once), and by what.
const MISTAKES: &[(&str, &str, &str)] = &[
    ("copy", "format_version = 1", "format_version = 2"),
    ("copy", "format_version = 1", ""),
    ("copy", "title = ", "titel = "),
    ("copy", "title = \"Copy an array\"", "title = 3"),
    ("copy", "order = 1", "order = \"first\""),
    ("copy", "order = 1", "order = "),
    ("copy", "difficulty = \"easy\"", "difficulty = \"trivial\""),
    ("copy", "namespace = \"oprt::copy\"", "namespace = \"oprt:copy\""),
    ("copy", "[\"f32\", \"f16\"]", "[\"f32\", \"float\"]"),
    ("copy", "dims = [\"n\"]", "dims = []"),
    ("copy", "kind = \"in\"", "kind = \"input\""),
    ("copy", "kind = \"out\"", "kind = \"in\""),
    (
        "copy",
        "kind = \"scalar\", dtype = \"i64\", value = \"n\"",
        "kind = \"scalar\", dtype = \"i64\", shape = [\"n\"]",
    ),
    ("copy", "kind = \"scalar\", dtype = \"i64\"", "kind = \"scalar\", dtype = \"f16\""),
    ("copy", "dtype = \"i64\", value = \"n\"", "dtype = \"i32\", value = \"n * 100000000\""),
    ("copy", "name = \"src\", kind", "name = \"dst\", kind"),
    ("copy", "shape = [\"n\"]", "shape = [\"m\"]"),
    ("copy", "shape = [\"n\"]", "shape = [\"n +\"]"),
    ("copy", "shape = [\"n\"]", "shape = [\"n - 1\"]"),
    ("copy", "shape = [\"n\"]", "shape = [\"n * 1000000\"]"),
    ("copy", "min(cdiv(n, 256), cap)", "min(ceil(n, 256), cap)"),
    ("copy", "min(cdiv(n, 256), cap)", "n - 1"),
    ("copy", "min(cdiv(n, 256), cap)", "'many'"),
    ("copy", "[launch.nvidia]", "[launch.amd]"),
    ("copy", "exact = true", "exact = true\nrelative = \"1e-5\""),
    ("copy", "exact = true", ""),
    ("copy", "exact = true", "magnitude = \"1e-5\""),
    ("copy", "exact = true", "relative = \"1e-5\"\nabsolute = -1.0"),
    ("copy", "flops = \"0\"", "flops = \"n / 0\""),
    ("copy", "sizes = [[0]]", "sizes = [[0, 1]]"),
    ("copy", "sizes = [[0]]", "sizes = [[-1]]"),
    ("copy", "sizes = [[0]]", "sizes = [0]"),
    ("copy", "[1025]]", "[1025], [1025]]"),
    ("copy", "fill = { src = \"distinct\" }", "fill = { src = \"random\" }"),
    ("copy", "fill = { src = \"distinct\" }", "fill = { dst = \"distinct\" }"),
    ("copy", "grid_cap = 1", "grid_cap = 0"),
    ("copy", "grid_cap = 1", "grid_cap = -1"),
    ("copy", "grid_cap = 1", "dtypes = [\"bf16\"]"),
    ("copy", "mistake = \"null\"", "mistake = \"nil\""),
    ("copy", "codes = [\"hang\"]", "codes = [\"hangs\"]"),
    ("copy", "codes = [\"hang\"]", "code = \"hang\""),
    ("copy", "codes = [\"hang\"]", "patterns = [\"shift\"]"),
    ("copy", "order = 1", "order = 1\nstage = 0"),
    // Attributes.
    ("relu", "default = 0 }", "default = 0, value = \"n\" }"),
    ("relu", "default = 0 }", "default = \"n\" }"),
    ("relu", "default = 0 }", "default = nan }"),
    ("relu", "default = 0 }", "default = 1e39 }"),
    ("relu", "default = 0 }", "default = true }"),
    ("relu", "dtype = \"f32\", default = 0 }", "dtype = \"i32\", default = 0.5 }"),
    ("relu", "name = \"slope\"", "name = \"cap\""),
    ("relu", "attributes = { slope = 0.25 }", "attributes = { alpha = 0.25 }"),
    ("relu", "attributes = { slope = 0.25 }", "attributes = { slope = \"slope\" }"),
    ("relu", "attributes = { slope = 0.25 }", "attributes = { slope = \"1.0 / (n\" }"),
    ("relu", "attributes = { slope = 0.25 }", "attributes = { slope = inf }"),
    ("copy", "grid_cap = 1", "attributes = { slope = 1 }"),
    ("relu", "relative = \"dtype", "relative = \"slop + dtype"),
    // How programs call the operator.
    ("softmax", "names = { in = \"src\" }\ndim", "names = { in = \"lambda\" }\ndim"),
    ("softmax", "names = { in = \"src\" }\ndim", "names = { in = \"the source\" }\ndim"),
    ("softmax", "names = { in = \"src\" }\ndim", "names = { in = \"out\" }\ndim"),
    ("softmax", "names = { in = \"src\" }\ndim", "names = { in = \"dim\" }\ndim"),
    ("softmax", "names = { in = \"src\" }\ndim", "names = { src = \"in\" }\ndim"),
    ("softmax", "names = { in = \"src\" }\ndim", "names = { in = \"x\", out = \"x\" }\ndim"),
    ("softmax", "dim = 1", "dim = 2"),
    // Scratch memory and functors.
    ("copy", "name = \"n\", kind = \"scalar\"", "name = \"n\", kind = \"workspace\""),
    ("relu", "kind = \"in\", dtype = \"T\"", "kind = \"in\", dtype = \"f32\""),
    ("relu", "functor = \"Relu\"", "functor = \"relu_kernel\""),
    ("softmax", "helpers = ", "functor = \"Softmax\"\nhelpers = "),
    ("reduce_sum", "4.0 * sqrt(cols)", "4.0 * sqrt(rows / 0)"),
    ("softmax", "[[hints]]\ntext", "[[hints]]\ncodes = [\"race\"]\ntext"),
];

#[test]
fn mistakes() {
    let mut got = String::new();
    for (name, old, new) in MISTAKES {
        let text = shipped(name);
        assert!(text.contains(old), "{name} has no `{old}`");
        let (dir, result) = load(text.replacen(old, new, 1).as_bytes());
        let error = result.map(|_| ()).expect_err(new);
        got += &format!("{old} → {new}\n{}\n", report(&error, dir.path()));
    }
    compare("broken.txt", &got);
}

/// A translation has the hints of the English file, in its order.
#[test]
fn mistakes_in_a_translation() {
    let root = exercise::find_root(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let chinese = std::fs::read_to_string(root.join("exercises/copy/exercise.zh.toml")).unwrap();
    let check = |old: &str, new: &str, expected: &[&str]| {
        assert!(chinese.contains(old), "no `{old}`");
        let (dir, _) = load(shipped("copy").as_bytes());
        std::fs::write(dir.path().join("exercise.zh.toml"), chinese.replacen(old, new, 1)).unwrap();
        let error = Exercise::load(dir.path()).map(|_| ()).expect_err(new);
        let report = report(&error, dir.path());
        for part in expected.iter().chain(&[" --> exercise.zh.toml:"]) {
            assert!(report.contains(part), "{part} is not in\n{report}");
        }
    };
    check("title = \"复制数组\"", "title = \"\"", &["must not be empty"]);
    check("title", "order = 1\ntitle", &["unknown field `order`"]);
    check("codes = [\"hang\"]", "codes = [\"race\"]", &["hint 7 has codes = [\"race\"]", "codes = [\"hang\"]"]);
    check("codes = [\"hang\"]", "", &["hint 7 has codes = []", "codes = [\"hang\"]"]);
    let last = chinese.rfind("[[hints]]").unwrap();
    let n = chinese.matches("[[hints]]").count();
    let (fewer, wanted) =
        (format!("hints has {} entries", n - 1), format!("as many as exercise.toml has in hints: {n}"));
    check(&chinese[last..], "", &[&fewer, &wanted]);
    let one_more = format!("{}\n{0}", &chinese[last..]);
    check(&chinese[last..], &one_more, &[&format!("hints has {} entries", n + 1)]);
    let patterns = "patterns = [\"tail-unwritten\", \"elements-for-bytes\"]";
    check(patterns, "patterns = [\"shifted\"]", &["patterns = [\"shifted\"]", "elements-for-bytes"]);
    check("\"网格跨步循环\"", "", &["concepts has 2 entries", "3"]);
}

#[test]
fn files_that_are_no_exercise() {
    let check = |bytes: &[u8], expected: &str| {
        let (_dir, result) = load(bytes);
        let message = result.map(|_| ()).unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
    };
    check(b"", "missing field `format_version`");
    check(b"\xff\xfe", "not UTF-8");
    check(&vec![b'#'; 2 << 20], "larger than 1 MiB");
    let dir = tempfile::tempdir().unwrap();
    assert!(Exercise::load(dir.path()).unwrap_err().to_string().contains("cannot be read"));
    std::fs::create_dir(dir.path().join("exercise.toml")).unwrap();
    assert!(Exercise::load(dir.path()).unwrap_err().to_string().contains("cannot be read"));
}

/// All broken exercises are named, the others still load.
#[test]
fn discovery() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path();
    assert!(exercise::discover(root).unwrap_err()[0].to_string().contains("no exercise was found"));
    assert!(exercise::find_root(root).is_err());
    for (name, text) in [("zeta", shipped("copy")), ("alpha", shipped("copy")), ("bad", String::new())] {
        let folder = root.join("exercises").join(name);
        std::fs::create_dir_all(folder.join("nvidia")).unwrap();
        std::fs::write(folder.join("exercise.toml"), text).unwrap();
    }
    std::fs::create_dir(root.join("exercises/not_one")).unwrap();
    let errors = exercise::discover(root).unwrap_err();
    assert_eq!(errors.len(), 1);
    assert!(errors[0].path().ends_with("exercises/bad/exercise.toml"));
    let (exercises, errors) = exercise::load_all(root);
    assert_eq!(exercises.iter().map(|e| e.name.as_str()).collect::<Vec<_>>(), ["alpha", "zeta"]);
    assert_eq!(errors.len(), 1);
    assert_eq!(exercise::find_root(&root.join("exercises/zeta/nvidia")).unwrap(), root);
    // A marker in a folder further in wins, also before it has exercises.
    std::fs::write(root.join("exercises/zeta/camp.toml"), "").unwrap();
    assert_eq!(exercise::find_root(&root.join("exercises/zeta/nvidia")).unwrap(), root.join("exercises/zeta"));
}

#[test]
fn launch_rules() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("launch.toml");
    let kernel = dir.path().join("kernel.cuh");
    assert!(Exercise::launch_rules_beside(&kernel).unwrap().is_none());
    let (_dir, copy) = load(shipped("copy").as_bytes());
    let copy = copy.unwrap();
    let case = |name: &str| copy.cases.iter().find(|c| c.name == name).unwrap();
    let rules = |text: &str| {
        std::fs::write(&path, format!("format_version = 1\n{text}")).unwrap();
        LaunchRules::load(&path)
    };

    let vec4 = "[[rule]]\nwhen = \"n % 4 == 0 && dtype == 'f16'\"\nkernel = \"copy_vec_kernel<T, TILE, 4>\"\n\
                grid = \"[cdiv(n, 1024), 2]\"\nshared_bytes = \"64\"\n[[rule]]\nwhen = \"n == 33\"\nblock = \"32\"\n";
    let loaded = rules(vec4).unwrap();
    assert!(!loaded.is_empty());
    let launch = copy.launch(case("contiguous_1000_f16"), Some(&loaded), &DeviceProps::VIRTUAL).unwrap();
    assert_eq!(launch.kernel, "oprt::copy::nvidia::copy_vec_kernel<half, TILE, 4>");
    assert_eq!((launch.grid, launch.block, launch.shared_bytes), ([1, 2, 1], [256, 1, 1], 64));
    for name in ["contiguous_1000_f32", "contiguous_257_f16"] {
        let contract = copy.launch(case(name), None, &DeviceProps::VIRTUAL).unwrap();
        assert_eq!(copy.launch(case(name), Some(&loaded), &DeviceProps::VIRTUAL).unwrap(), contract);
    }
    assert_eq!(copy.launch(case("contiguous_33_f32"), Some(&loaded), &DeviceProps::VIRTUAL).unwrap().block, [32, 1, 1]);
    assert!(copy.for_backend(exercise::Backend::Metax).is_none());
    // A rule's kernel: numbers computed, the namespace written or not, variables of the device.
    let computed = "[[rule]]\nkernel = \"oprt::copy::nvidia::vec<T, {16 / dtype_bytes}, { sm_count > 1000 ? 1 : 2 }>\"\n\
                    block = \"4 * warp_size\"\ngrid = \"min(cdiv(n, 128), 2 * sm_count)\"";
    let loaded = rules(computed).unwrap();
    copy.check_rules(&loaded).unwrap();
    let device = DeviceProps { sm_count: 2000, warp_size: 8, ..DeviceProps::VIRTUAL };
    let launch = copy.launch(case("contiguous_1000_f16"), Some(&loaded), &device).unwrap();
    assert_eq!(launch.kernel, "oprt::copy::nvidia::vec<half, 8, 1>");
    assert_eq!((launch.grid, launch.block), ([8, 1, 1], [32, 1, 1]));
    let named = launch.named.unwrap();
    assert_eq!((named.name.as_str(), named.has_arguments), ("vec", true));
    // Where there is nothing to do, no rule is asked.
    let nothing = rules("[[rule]]\nblock = \"1 / n\"").unwrap();
    assert_eq!(copy.launch(case("empty_0_f32"), Some(&nothing), &device).unwrap().grid, [0; 3]);
}

/// Mistakes in launch rules for `copy`; each is found before anything runs, at its place.
const RULES: &[&str] = &[
    "[[rules]]\n",
    "[[rule]]\nwehn = \"n > 1\"",
    "[[rule]]\nblock = 256",
    "[[rule]]\nwhen = \"rows > 1\"",
    // Also where no case comes to it.
    "[[rule]]\nwhen = \"n < 0\"\ngrid = \"n + SM_COUNT\"",
    "[[rule]]\nwhen = \"n\"",
    "[[rule]]\nblock = \"(\"",
    "[[rule]]\nblock = \"n ) 2\"",
    "[[rule]]\nblock = \"'256'\"",
    "[[rule]]\nblock = \"128 + dtype\"",
    "[[rule]]\nblock = \"128 * 1.5\"",
    "[[rule]]\nblock = \"min(256)\"",
    "[[rule]]\nblock = \"ceil(n / 2)\"",
    "[[rule]]\nblock = \"256 / (n - n)\"",
    "[[rule]]\ngrid = \"cdiv(n, n - n)\"",
    "[[rule]]\ngrid = \"9223372036854775807 + n\"",
    "[[rule]]\ngrid = \"n - n\"",
    "[[rule]]\ngrid = \"[1, n - n]\"",
    "[[rule]]\ngrid = \"[1, 2, 3, 4]\"",
    "[[rule]]\ngrid = \"[1, 70000]\"",
    "[[rule]]\nblock = \"2 * max_threads_per_block\"",
    "[[rule]]\nblock = \"[32, 32, 2]\"",
    "[[rule]]\nblock = \"[1, 1, 128]\"",
    "[[rule]]\nblock = \"5000000000\"",
    "[[rule]]\nshared_bytes = \"max_shared_bytes + 1\"",
    "[[rule]]\nshared_bytes = \"-1\"",
    "[[rule]]\nblock = \"128\"\n\n[[rule]]\nwhen = \"n > 5\"\nblock = \"64\"",
    "[[rule]]\nwhen = \"n > 5\"\n\n[[rule]]\nwhen = \"1 < 2\"\n\n[[rule]]",
    "[[rule]]\nkernel = \"\"",
    "[[rule]]\nkernel = \"copy vec<T>\"",
    "[[rule]]\nkernel = \"copy_vec<T, {4>\"",
    "[[rule]]\nkernel = \"copy_vec<T, {m}>\"",
    "[[rule]]\nkernel = \"copy_vec<T, {4 /}>\"",
    "[[rule]]\nkernel = \"copy_vec<T, {dtype}>\"",
];

#[test]
fn mistakes_in_launch_rules() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("launch.toml");
    let (_dir, copy) = load(shipped("copy").as_bytes());
    let copy = copy.unwrap();
    let mut got = String::new();
    for text in RULES {
        std::fs::write(&path, format!("format_version = 1\n{text}\n")).unwrap();
        let launched = LaunchRules::load(&path).and_then(|rules| {
            copy.check_rules(&rules)?;
            let launch = |case| copy.launch(case, Some(&rules), &DeviceProps::VIRTUAL);
            copy.cases.iter().try_for_each(|case| launch(case).map(|_| ()))
        });
        let error = launched.expect_err(text);
        got += &format!("{text}\n");
        for lang in [Lang::En, Lang::Zh] {
            let report = report_in(lang, &error, dir.path());
            assert!(report.contains(" --> launch.toml:"), "{report}");
            got += &format!("{report}\n");
        }
    }
    compare("broken_launch.txt", &got);
}

/// Compares a text with the one that is kept, or keeps it.
fn compare(file: &str, got: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, got).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(got == expected, "differs from {}:\n{got}", path.display());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    /// No damage to a file makes loading panic, and every error can be shown.
    #[test]
    fn damage(at in 0_usize..6000, len in 0_usize..40, new in "[ -~\n\"é]{0,8}") {
        let mut text = shipped("softmax");
        let start = text.floor_char_boundary(at.min(text.len()));
        let end = text.floor_char_boundary((start + len).min(text.len()));
        text.replace_range(start..end, &new);
        let (dir, result) = load(text.as_bytes());
        if let Err(error) = result {
            prop_assert!(report(&error, dir.path()).starts_with("error[bad-exercise]: "));
        }
    }

    /// Nor does any expression.
    #[test]
    fn expressions(text in "[a-z0-9 +*/%()\\[\\]{}.,'\"?:!&|<>=-]{0,40}") {
        if let Ok(expr) = exercise::Expr::parse(&text) {
            let vars = exercise::Vars::from([("n".to_owned(), 3.into())]);
            let _ = (expr.int(&vars), expr.number(&vars), expr.bool(&vars), expr.dim3(&vars), expr.variables());
        }
    }
}
