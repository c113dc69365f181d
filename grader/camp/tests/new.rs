//! `camp new` and the list of `camp dev check NAME`: a new operator is made, completed step by step, and comes out green.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Folder, code, set_up, set_up_tilelang, stderr, stdout};

/// What marks a line that the author has to write.
const MARK: &str = "TODO(author)";

/// The formula of the new operator, of elements with an index.
fn formula(index: &str) -> String {
    format!("fmaf(2.0f, a[{index}], b[{index}])")
}

/// Changes a file of the folder; every text to replace must be in it.
#[track_caller]
fn edit(folder: &Folder, path: &str, changes: &[(&str, &str)]) {
    let mut text = fs::read_to_string(folder.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    for (from, to) in changes {
        assert!(text.contains(from), "{path}: `{from}` is not in:\n{text}");
        text = text.replace(from, to);
    }
    folder.write(path, text);
}

/// Takes the marks out of a file, as if each sentence had been written.
#[track_caller]
fn write_sentences(folder: &Folder, path: &str) {
    let text = fs::read_to_string(folder.path(path)).unwrap();
    assert!(text.contains(MARK), "{path} has nothing to write");
    folder.write(path, text.replace("TODO(author): ", "").replace("TODO(author)：", ""));
}

/// The first open point by `camp dev check`, with its backend and place; `None` when all is done.
fn next_point(folder: &Folder, name: &str, more: &[&str]) -> Option<(String, String, String)> {
    let args = [&["dev", "check", name, "--format", "json"], more].concat();
    let output = folder.run(&args);
    let mut open = Vec::new();
    let mut order: Vec<String> = Vec::new();
    for line in stdout(&output).lines() {
        let checked: serde_json::Value = serde_json::from_str(line).unwrap();
        for point in checked["points"].as_array().unwrap() {
            let text = |key: &str| point[key].as_str().unwrap_or_default().to_owned();
            if !order.contains(&text("id")) {
                order.push(text("id"));
            }
            if text("state") == "open" {
                assert!(!text("command").is_empty() && !text("message").is_empty(), "{point}");
                let line = point["line"].as_u64().map(|line| format!(":{line}")).unwrap_or_default();
                open.push((text("id"), text("backend"), text("file") + &line));
            }
        }
    }
    assert_eq!(code(&output), i32::from(!open.is_empty()), "{}{}", stdout(&output), stderr(&output));
    // Backends take turns within a point.
    open.into_iter().min_by_key(|(id, ..)| order.iter().position(|known| known == id))
}

/// The first open point of one of the kernels must be this one, in this file.
#[track_caller]
fn expect_next_of(backend: &str, folder: &Folder, id: &str, file: &str) {
    let (next, _, place) = next_point(folder, "scale_add", &["--backend", backend]).expect("something is open");
    assert_eq!(next, id, "{place}");
    assert!(place.starts_with(file), "{id}: {place}, not {file}");
}

/// The same of the CUDA kernel.
#[track_caller]
fn expect_next(folder: &Folder, id: &str, file: &str) {
    expect_next_of("nvidia", folder, id, file);
}

/// What camp said must be what the book's page shows in its block of this number; `BLESS=1` puts it there.
#[track_caller]
fn expect_in_book(lang: &str, number: usize, said: &str) {
    let root = exercise::find_root(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let path = root.join(format!("book/{lang}/src/new-operator.md"));
    let page = fs::read_to_string(&path).unwrap();
    let parts: Vec<&str> = page.split("```text\n").collect();
    let (shown, after) = parts[number + 1].split_once("```").unwrap();
    let said = format!("{}\n", said.trim_end());
    if std::env::var_os("BLESS").is_some() && shown != said {
        let block = format!("{said}```{after}");
        let parts: Vec<&str> =
            (0..).zip(&parts).map(|(at, part)| if at == number + 1 { &block } else { *part }).collect();
        fs::write(&path, parts.join("```text\n")).unwrap();
    } else {
        assert_eq!(shown, said, "{}: BLESS=1 cargo test -p camp --test new", path.display());
    }
}

/// The files below a folder, sorted.
fn files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.append(&mut files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

#[test]
fn a_new_operator_is_led_to_its_end() {
    set_up_tilelang();
    let folder = Folder::new();
    let output = folder.run(&["new", "scale_add", "--like", "vector_add"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    expect_in_book("en", 0, &stdout(&output));
    let output = Folder::new().run(&["--lang", "zh", "new", "scale_add", "--like", "vector_add"]);
    expect_in_book("zh", 0, &stdout(&output));
    let exercise = "exercises/scale_add";
    let file = |name: &str| format!("{exercise}/{name}");
    let list = folder.run(&["dev", "check", "scale_add"]);
    let text = stdout(&list);
    assert_eq!(code(&list), 1, "{text}");
    expect_in_book("en", 1, &text);
    assert_eq!(text.matches("-->").count(), 1, "only the next point is shown with its place and how:\n{text}");
    let text = stdout(&folder.run(&["--lang", "zh", "dev", "check", "scale_add"]));
    expect_in_book("zh", 1, &text);

    expect_next(&folder, "exercise", &file("exercise.toml:3"));
    let texts = [
        ("TODO(author): Say in a few words what the operator does", "Twice an array plus another one"),
        ("TODO(author): Name what a learner learns here, in two or three words each", "fused multiply-add"),
        (
            "TODO(author): Count the bytes that must be read and written at least, and the operations, and say so here.",
            "Two elements read, one written, a multiplication and an addition.",
        ),
        ("flops = \"n\"", "flops = \"2 * n\""),
    ];
    edit(&folder, &file("exercise.toml"), &texts);
    expect_next(&folder, "tolerance", &file("exercise.toml:"));
    let reason = "2a is exact and the sum is rounded once, so every right kernel gives the same bits.";
    let sentence = "TODO(author): Say why the tolerance is what it is: which right kernels pass with it, and which wrong ones do not.";
    edit(&folder, &file("exercise.toml"), &[(sentence, reason)]);

    expect_next(&folder, "reference", &file("reference.cuh:"));
    let placeholder = "0.0;  // TODO(author): Compute element i in double precision, from a_i, b_i.";
    edit(&folder, &file("reference.cuh"), &[(placeholder, "2.0 * a_i + b_i;")]);

    expect_next(&folder, "numpy", &file("tests/numpy.py:"));
    let placeholder = "    # TODO(author): Compute the operator with NumPy.\n    return np.zeros((n,))";
    edit(&folder, &file("tests/numpy.py"), &[(placeholder, "    return 2 * a + b")]);
    expect_next(&folder, "numpy", &file("tests/numpy.toml"));
    let output = folder.run(&["dev", "record", "scale_add"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(fs::read_to_string(folder.path(&file("tests/numpy.toml"))).unwrap().matches("[[recorded]]").count() >= 6);

    expect_next(&folder, "stub", &file("nvidia/kernel.cuh:"));
    write_sentences(&folder, &file("nvidia/kernel.cuh"));
    expect_next_of("tilelang", &folder, "stub", &file("tilelang/kernel.py:"));
    write_sentences(&folder, &file("tilelang/kernel.py"));

    expect_next(&folder, "solution", "solutions/scale_add/nvidia/kernel.cuh:");
    let solution = |path: &str| {
        edit(&folder, path, &[("out[i] = 0.0f;", &format!("out[i] = {};", formula("i")))]);
        write_sentences(&folder, path);
    };
    let tile = |path: &str| {
        let sum = "T.cast(a_tile[i], \"float32\") * 2 + T.cast(b_tile[i], \"float32\")";
        edit(&folder, path, &[("out_tile[i] = 0\n", &format!("out_tile[i] = {sum}\n"))]);
        write_sentences(&folder, path);
    };
    solution("solutions/scale_add/nvidia/kernel.cuh");
    expect_next_of("tilelang", &folder, "solution", "solutions/scale_add/tilelang/kernel.py:");
    tile("solutions/scale_add/tilelang/kernel.py");

    // With a formula in the reference, kernels that do nothing useful fail by themselves.
    expect_next(&folder, "hints", &file("exercise.toml:"));
    write_sentences(&folder, &file("exercise.toml"));

    expect_next(&folder, "control-kernels", &file("wrong/"));
    for path in ["wrong", "right"].iter().flat_map(|kind| files(&folder.path(&file(kind)))) {
        let text = fs::read_to_string(&path).unwrap();
        let index = if text.contains("out[first]") { "first" } else { "i" };
        let text = text.replace("= 0.0f;", &format!("= {};", formula(index)));
        let is_marked = |line: &&str| line.contains(MARK);
        fs::write(
            &path,
            text.lines().filter(|line| !is_marked(line)).map(|line| format!("{line}\n")).collect::<String>(),
        )
        .unwrap();
    }

    expect_next(&folder, "bench", &file("baseline.py:"));
    let lines = [("    raise NotImplementedError", "    torch.add(b, a, alpha=2, out=out)")];
    edit(&folder, &file("baseline.py"), &lines);
    write_sentences(&folder, &file("baseline.py"));

    expect_next(&folder, "chinese", &file("exercise.zh.toml:"));
    write_sentences(&folder, &file("exercise.zh.toml"));
    write_sentences(&folder, &file("nvidia/kernel.zh.cuh"));
    write_sentences(&folder, &file("tilelang/kernel.zh.py"));
    solution("solutions/scale_add/nvidia/kernel.zh.cuh");
    tile("solutions/scale_add/tilelang/kernel.zh.py");

    for lang in ["en", "zh"] {
        let output = folder.run(&["--lang", lang, "dev", "check", "scale_add"]);
        assert_eq!(code(&output), 0, "{}", stdout(&output));
        expect_in_book(lang, 2, &stdout(&output));
    }
    let list = stdout(&folder.run(&["list"]));
    assert!(list.contains("scale_add") && list.contains("Twice an array plus another one"), "{list}");
    for backend in ["nvidia", "tilelang"] {
        let output = folder.run(&["verify", "scale_add", "--solution", "--backend", backend]);
        assert_eq!(code(&output), 0, "{}", stdout(&output));
    }
    let output = folder.run(&["verify", "scale_add"]);
    assert_eq!(code(&output), 1, "the stub is the learner's to write: {}", stdout(&output));

    // camp's own exercises are complete in a learner's folder, too; what they are tested with is not in it.
    assert_eq!(next_point(&folder, "vector_add", &["--backend", "nvidia"]), None);

    // A mistake later on is named in its place again.
    edit(&folder, &file("exercise.toml"), &[("grid = \"cdiv(n, 256)\"", "grid = \"cdiv(m, 256)\"")]);
    let output = folder.run(&["dev", "check", "scale_add"]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(stdout(&output).contains(&format!("--> {}:", file("exercise.toml"))), "{}", stdout(&output));
}

/// Whether what was made after a model holds before anything is written: it loads, its stubs compile and fail, its control
/// kernels get what they ask for.
#[track_caller]
fn holds(folder: &Folder, name: &str, model: &str) {
    let output = folder.run(&["new", name, "--like", model]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let output = folder.run(&["dev", "check", name, "--format", "json", "--backend", "nvidia"]);
    let checked: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    for flag in ["stub_fails", "solution_passes"] {
        assert_eq!(checked[flag], true, "{name}: {checked:#}");
    }
    let count = |key: &str| checked[key].as_u64().unwrap();
    assert!(count("wrong_kernels") >= 5 && count("right_kernels") >= 3, "{name}: {checked:#}");
    assert_eq!(count("wrong_kernels"), count("wrong_kernels_caught"), "{name}: {checked:#}");
    assert_eq!(count("right_kernels"), count("right_kernels_accepted"), "{name}: {checked:#}");
    assert_eq!(checked["points"].as_array().unwrap().len(), 13, "{checked:#}");
}

#[test]
fn other_forms_hold_as_well() {
    set_up();
    let folder = Folder::new();
    holds(&folder, "row_scale", "softmax");
    holds(&folder, "row_total", "reduce_sum");
    // A new operator is a model like any other: here one whose grid and blocks are planes, without a TileLang kernel.
    let path = "exercises/row_scale/exercise.toml";
    let text = fs::read_to_string(folder.path(path)).unwrap();
    let (before, rest) = text.split_once("[launch.tilelang]").unwrap();
    let (_, after) = rest.split_once("[reference]").unwrap();
    let (after, _) = after.split_once("[[hints]]\nbackend").unwrap();
    folder.write(path, format!("{before}[reference]{after}"));
    let changes = [
        (
            "name = \"out\", kind = \"out\", dtype = \"f32\", shape = [\"rows\", \"cols\"]",
            "name = \"out\", kind = \"out\", dtype = \"f32\", shape = [\"cols\", \"rows\"]",
        ),
        ("grid = \"rows\"\nblock = \"256\"", "grid = \"[cdiv(cols, 32), cdiv(rows, 32)]\"\nblock = \"[32, 8]\""),
        (
            "grid = \"cdiv(rows, 32)\"\nblock = \"32\"",
            "grid = \"[cdiv(cols, 32), cdiv(rows, 32)]\"\nblock = \"[32, 32]\"",
        ),
    ];
    edit(&folder, path, &changes);
    fs::remove_file(folder.path("exercises/row_scale/exercise.zh.toml")).unwrap();
    fs::remove_dir_all(folder.path("exercises/row_scale/tilelang")).unwrap();
    holds(&folder, "turned", "row_scale");

    // The operation of the model by rows, filled in.
    let text = fs::read_to_string(folder.path("solutions/row_total/nvidia/kernel.cuh")).unwrap();
    assert!(text.contains("for (int64_t row = blockIdx.x; row < rows; row += gridDim.x)"), "{text}");
    let sum = "float sum = 0.0f;\n            for (int64_t col = 0; col < cols; col++) {\n                sum += in[row * cols + col];\n            }\n            out[row] = sum;";
    edit(&folder, "solutions/row_total/nvidia/kernel.cuh", &[("out[row] = 0.0f;", sum)]);
    let reference = [
        (
            "out[row] = 0.0;",
            "double sum = 0.0, size = 0.0; for (int64_t col = 0; col < cols; ++col) { double x = in[row * cols + col]; sum += x; size += x < 0.0 ? -x : x; } out[row] = sum;",
        ),
        ("magnitude[row] = 0.0;", "magnitude[row] = size;"),
    ];
    edit(&folder, "exercises/row_total/reference.cuh", &reference);
    let output = folder.run(&["verify", "row_total", "--solution"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
}

/// A functor with an attribute: out[i] = |x| > width ? x : 0.
#[test]
fn a_functor_and_its_attribute_are_taken_over() {
    set_up_tilelang();
    let folder = Folder::new();
    holds(&folder, "hard_shrink", "relu");
    let toml = fs::read_to_string(folder.path("exercises/hard_shrink/exercise.toml")).unwrap();
    for line in [
        "stage = 2",
        "order = 9",
        "functor = \"HardShrink\"",
        "[operator]\nnames = { in = \"src\" }",
        "name = \"slope\", kind = \"scalar\", dtype = \"f32\"",
    ] {
        assert!(toml.contains(line), "`{line}` is not in:\n{toml}");
    }

    let element = "fabsf(static_cast<float>(x)) > slope ? x : static_cast<T>(0.0f)";
    let path = "solutions/hard_shrink/nvidia/kernel.cuh";
    edit(&folder, path, &[("return static_cast<T>(0.0f)", &format!("return {element}"))]);
    let path = "solutions/hard_shrink/tilelang/kernel.py";
    let tile = "T.if_then_else(T.abs(T.cast(src_tile[i], \"float32\")) > slope, src_tile[i], T.cast(0, dtype))";
    edit(&folder, path, &[("out_tile[i] = 0\n", &format!("out_tile[i] = {tile}\n"))]);
    let path = "exercises/hard_shrink/reference.cuh";
    edit(&folder, path, &[("out[i] = 0.0;", "out[i] = fabs(in_i) > slope ? in_i : 0.0;")]);
    let placeholder = "    # TODO(author): Compute the operator with NumPy.\n    return np.zeros((n,))";
    let twin = "    return np.where(abs(x) > slope, x, 0)";
    edit(&folder, "exercises/hard_shrink/tests/numpy.py", &[(placeholder, twin)]);
    for backend in ["nvidia", "tilelang"] {
        let output = folder.run(&["verify", "hard_shrink", "--solution", "--backend", backend]);
        assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
        let output = folder.run(&["verify", "hard_shrink", "--backend", backend]);
        assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
    }
    let output = folder.run(&["dev", "record", "hard_shrink"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let recorded = fs::read_to_string(folder.path("exercises/hard_shrink/tests/numpy.toml")).unwrap();
    for slope in ["attributes.slope = 0.0", "attributes.slope = 0.5"] {
        assert!(recorded.matches(slope).count() >= 6, "{recorded}");
    }
    let output = folder.run(&["dev", "check", "hard_shrink", "--format", "json", "--backend", "nvidia"]);
    let first = stdout(&output).lines().next().unwrap().to_owned();
    let checked: serde_json::Value = serde_json::from_str(&first).unwrap();
    // The reference agrees with what was recorded.
    let is_numpy = |point: &&serde_json::Value| point["id"] == "numpy";
    let point = checked["points"].as_array().unwrap().iter().find(is_numpy).unwrap();
    assert_eq!(point["state"], "done", "{checked:#}");
}

#[test]
fn nothing_is_overwritten_and_every_refusal_says_what_to_do() {
    let folder = Folder::new();
    let refuse = |args: &[&str], parts: &[&str]| {
        for (lang, said) in [("en", parts[0]), ("zh", parts[1])] {
            let output = folder.run(&[&["--lang", lang], args].concat());
            assert_eq!(code(&output), 2, "{args:?}: {}", stdout(&output));
            assert!(stderr(&output).contains(said), "{args:?}: {}", stderr(&output));
            assert_eq!(stderr(&output).lines().count(), 1, "one message: {}", stderr(&output));
        }
    };
    let before = files(&folder.path("."));
    refuse(&["new", "LayerNorm"], &["a letter first, 40 at most: `layer_norm`", "例如 `layer_norm`"]);
    refuse(&["new", "../escape"], &["cannot be an operator's name", "不能作为算子的名称"]);
    refuse(&["new", "2d"], &["cannot be an operator's name", "不能作为算子的名称"]);
    refuse(&["new", "float"], &["such as `float_op`", "例如 `float_op`"]);
    refuse(&["new", "lambda"], &["means something else", "另有含义"]);
    refuse(&["new", "silu", "--like", "vectoradd"], &["Did you mean `vector_add`?", "你是不是想写 `vector_add`？"]);
    refuse(&["new", "silu", "--like", "qwertyuiop"], &["`camp list` shows them all", "`camp list` 会列出全部练习"]);
    refuse(&["new", "copy"], &["exercises/copy is there already", "exercises/copy 已经存在"]);
    fs::create_dir(folder.path("solutions/silu")).unwrap();
    refuse(&["new", "silu"], &["solutions/silu is there already", "solutions/silu 已经存在"]);
    fs::remove_dir(folder.path("solutions/silu")).unwrap();
    refuse(&["dev", "record", "copy"], &["numpy.py is not there", "numpy.py 不存在"]);

    let output = folder.run(&["new", "silu", "--dry-run"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let listed: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
    assert!(listed.iter().any(|line| line == "exercises/silu/exercise.toml"), "{listed:?}");
    assert_eq!(files(&folder.path(".")), before, "nothing was written");
    let output = folder.run(&["new", "silu"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let n_new = files(&folder.path(".")).len() - before.len();
    assert_eq!(n_new, listed.len() - 1, "what was listed was written: {listed:?}");
}

#[test]
fn a_book_gets_a_page_in_each_language() {
    let folder = Folder::new();
    for lang in ["en", "zh"] {
        let src = folder.path(&format!("book/{lang}/src"));
        fs::create_dir_all(&src).unwrap();
        fs::write(src.join("SUMMARY.md"), "# Summary\n\n- [Softmax](softmax.md)\n- [Precision](precision.md)\n")
            .unwrap();
    }
    let output = folder.run(&["new", "silu"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    for lang in ["en", "zh"] {
        let page = fs::read_to_string(folder.path(&format!("book/{lang}/src/silu.md"))).unwrap();
        assert!(page.starts_with("# silu\n") && page.contains(MARK), "{page}");
        let summary = fs::read_to_string(folder.path(&format!("book/{lang}/src/SUMMARY.md"))).unwrap();
        let expected = "- [Softmax](softmax.md)\n- [silu](silu.md)\n- [Precision](precision.md)\n";
        assert!(summary.ends_with(expected), "{summary}");
    }
    set_up();
    let output = folder.run(&["dev", "check", "silu", "--backend", "nvidia"]);
    assert!(stdout(&output).contains("the book's page  book/en/src/silu.md:3"), "{}", stdout(&output));
    // A page that exists is in the way, too.
    folder.write("book/zh/src/gelu.md", "");
    let output = folder.run(&["new", "gelu"]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(stderr(&output).contains("book/zh/src/gelu.md is there already"), "{}", stderr(&output));
}
