//! The exercises that are shipped load, and keep their promises.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use diag::Lang;
use exercise::{ArgSpec, Case, DeviceProps, Dtype, Exercise, LaunchRules, NextHint, Recorded, Tolerance, Topic};

fn root() -> PathBuf {
    exercise::find_root(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn all() -> Vec<Exercise> {
    exercise::discover(&root()).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

fn one(name: &str) -> Exercise {
    all().into_iter().find(|e| e.name == name).unwrap()
}

#[test]
fn the_ladder() {
    let all = all();
    let of_stage = |stage: u32| all.iter().filter(move |e| e.stage == stage).map(|e| e.name.as_str());
    assert_eq!(of_stage(1).collect::<Vec<_>>(), ["copy", "vector_add", "reduce_sum", "softmax"]);
    assert_eq!(of_stage(2).collect::<Vec<_>>(), ["relu", "transpose", "layer_norm", "matmul"]);
    // Each has a place of its own, and stages follow one another.
    for pair in all.windows(2) {
        assert!(pair[0].order < pair[1].order && pair[0].stage <= pair[1].stage, "{}", pair[1].name);
    }
}

#[test]
fn the_files_are_there() {
    for exercise in all() {
        for path in
            [exercise.kernel_path(), exercise.launch_path(), exercise.solution_path(), exercise.reference_path()]
        {
            assert!(path.is_file(), "{}", path.display());
        }
        let rules = LaunchRules::load(&exercise.launch_path()).unwrap();
        assert!(rules.is_empty(), "{}: as shipped, the contract's launch holds", exercise.name);
    }
}

#[test]
fn every_text_is_there_in_every_language() {
    for mut exercise in all() {
        let english = exercise.clone();
        assert!(Lang::ALL.iter().all(|lang| exercise.speaks(*lang)), "{}", exercise.name);
        exercise.speak(Lang::Zh);
        let is_chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        assert!(is_chinese(&exercise.title), "{}", exercise.title);
        for hint in &exercise.hints {
            assert!(is_chinese(&hint.text), "{}: {}", exercise.name, hint.text);
        }
        exercise.speak(Lang::En);
        assert_eq!(exercise.title, english.title);
        assert_eq!(exercise.hints, english.hints);
        assert!(!is_chinese(&exercise.title) && exercise.hints.iter().all(|hint| !is_chinese(&hint.text)));
    }
}

#[test]
fn the_contract() {
    let check = |name: &str, declaration: &str, expression: &str, launches: &[(&str, [u32; 3], [u32; 3], u32)]| {
        let exercise = one(name);
        assert_eq!(exercise.signature.declaration(), declaration);
        for (case, grid, block, shared_bytes) in launches {
            let case = exercise.cases.iter().find(|c| c.name == *case).unwrap();
            let launch = exercise.launch(case, None, &DeviceProps::VIRTUAL).unwrap();
            assert_eq!((launch.grid, launch.block, launch.shared_bytes), (*grid, *block, *shared_bytes));
            assert_eq!(launch.kernel, expression);
        }
    };
    check(
        "copy",
        "template <typename T> __global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n)",
        "oprt::copy::nvidia::copy_contiguous_kernel<half>",
        &[
            ("contiguous_1000_f16", [4, 1, 1], [256, 1, 1], 0),
            ("capped_1000_f16", [1, 1, 1], [256, 1, 1], 0),
            ("capped_100003_f16", [16, 1, 1], [256, 1, 1], 0),
        ],
    );
    check(
        "vector_add",
        "template <typename T> __global__ void vector_add_contiguous_kernel(T *out, const T *a, const T *b, int64_t n)",
        "oprt::vector_add::nvidia::vector_add_contiguous_kernel<float>",
        &[("contiguous_257_f32", [2, 1, 1], [256, 1, 1], 0)],
    );
    check(
        "reduce_sum",
        "__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols)",
        "oprt::reduce_sum::nvidia::reduce_sum_rowwise_kernel",
        &[("rowwise_17x33", [17, 1, 1], [256, 1, 1], 1024)],
    );
    check(
        "softmax",
        "__global__ void softmax_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols)",
        "oprt::softmax::nvidia::softmax_rowwise_kernel",
        &[("rowwise_16x128", [16, 1, 1], [256, 1, 1], 1024)],
    );
    check(
        "relu",
        "template <typename T> __global__ void relu_kernel(T *out, const T *in, float slope, int64_t n)",
        "oprt::relu::nvidia::relu_kernel<__nv_bfloat16>",
        &[("leaky_1000_bf16", [4, 1, 1], [256, 1, 1], 0), ("capped_1000_bf16", [2, 1, 1], [256, 1, 1], 0)],
    );
    check(
        "transpose",
        "template <typename T> __global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols)",
        "oprt::transpose::nvidia::transpose_kernel<half>",
        &[("edges_40x264_f16", [9, 2, 1], [32, 8, 1], 0)],
    );
    check(
        "layer_norm",
        "__global__ void layer_norm_rowwise_kernel(float *out, const float *in, const float *gamma, const float *beta, \
         int64_t rows, int64_t cols, float eps)",
        "oprt::layer_norm::nvidia::layer_norm_rowwise_kernel",
        &[("rowwise_17x33", [17, 1, 1], [256, 1, 1], 1024)],
    );
    check(
        "matmul",
        "template <typename T> __global__ void matmul_tiled_kernel(T *out, const T *a, const T *b, int64_t m, int64_t n, \
         int64_t k)",
        "oprt::matmul::nvidia::matmul_tiled_kernel<float>",
        &[("product_130x66x33_f32", [5, 9, 1], [16, 16, 1], 0), ("no_products_18x20x0_f32", [2, 2, 1], [16, 16, 1], 0)],
    );
}

/// What programs call the operators and their arguments.
#[test]
fn the_operators() {
    for exercise in all() {
        let public = |param: &'static str| exercise.operator.public_name(param).to_owned();
        let has_in = exercise.signature.inputs().any(|input| input.name == "in");
        assert!(!has_in || public("in") == "src", "{}: `in` is a keyword of Python", exercise.name);
        assert_eq!(public("out"), "out");
    }
    assert_eq!(one("copy").operator.public_name("dst"), "out");
    assert_eq!(one("vector_add").operator, exercise::Operator::default());
    for (name, dim) in
        [("softmax", Some(1)), ("layer_norm", Some(1)), ("relu", None), ("transpose", None), ("matmul", None)]
    {
        assert_eq!(one(name).operator.dim, dim, "{name}");
    }
}

/// Attributes: from the case, else the default, rounded to their type; a case for the sizes of a call.
#[test]
fn attributes() {
    let relu = one("relu");
    let slope = |name: &str| {
        let case = relu.cases.iter().find(|case| case.name == name).unwrap();
        assert!(case.args.iter().any(|arg| matches!(arg, ArgSpec::Scalar(s) if s.value == case.attributes[0].1)));
        assert_eq!(case.vars()["slope"], case.attributes[0].1);
        case.attributes.clone()
    };
    let is = |x: f64| vec![("slope".to_owned(), exercise::Value::Double(x))];
    assert_eq!(slope("plain_33_f32"), is(0.0));
    assert_eq!(slope("steep_1000_f16"), is(2.0));
    assert_eq!(slope("small_slope_1000_f32"), is(f64::from(0.01_f32)));
    assert_eq!(
        relu.signature.attributes().map(|a| a.default().cloned()).collect::<Vec<_>>(),
        [is(0.0)[0].1.clone().into()]
    );
    let tile = relu.for_backend(exercise::Backend::Tilelang).unwrap();
    let case = tile.cases.iter().find(|case| case.name == "small_slope_1000_f32").unwrap();
    assert!(tile.tile_arguments(case, None).unwrap().contains(&is(f64::from(0.01_f32))[0]));
}

/// All cases of an operator, the reference included, are to run in a second on an interpreter.
#[test]
fn the_cases_stay_small() {
    for exercise in all() {
        let elements: usize = exercise.cases.iter().flat_map(Case::buffers).map(exercise::BufferSpec::n_elems).sum();
        assert!(elements < 1_500_000, "{}: {elements} elements", exercise.name);
    }
}

#[test]
fn every_kernel_has_a_case_without_elements_and_a_case_with_a_part_of_a_block() {
    for exercise in all() {
        assert!(exercise.cases.iter().any(|case| case.noop));
        assert!(exercise.cases.iter().any(|case| case.n_outputs() % 32 != 0));
        for dtype in exercise.signature.instantiations() {
            assert!(exercise.cases.iter().any(|case| case.dtype == dtype));
        }
    }
}

/// A kernel that only clears its output must fail everywhere, so no right answer may be zero throughout (lessons C4, C5).
#[test]
fn inputs_are_not_all_zero() {
    for exercise in all() {
        for case in exercise.cases.iter().filter(|c| !c.noop) {
            for arg in &case.args {
                let ArgSpec::Buffer(buffer) = arg else { continue };
                // A sum over nothing has empty inputs.
                if buffer.direction == exercise::Direction::In && buffer.n_elems() > 0 {
                    let values = buffer.dtype.decode(&case.input(buffer, 1));
                    assert!(values.iter().any(|x| *x != 0.0), "{} {}", exercise.name, case.name);
                    assert_eq!(values.len(), buffer.n_elems());
                }
            }
        }
    }
}

/// The stub is the solution with its body taken out (lesson B26): every line of code in it is in the solution, in the same
/// order. Lines that carry a TODO are placeholders.
#[test]
fn stubs_are_cut_from_the_solutions() {
    let code = |path: &Path| -> Vec<String> {
        let text = std::fs::read_to_string(path).unwrap();
        let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with("//"));
        lines.filter(|l| !l.contains("TODO")).map(str::to_owned).collect()
    };
    for exercise in all() {
        let stub_path = exercise.kernel_path();
        assert!(std::fs::read_to_string(&stub_path).unwrap().contains("TODO"), "{}", exercise.name);
        let solution = code(&exercise.solution_path());
        let mut rest = solution.iter();
        for line in code(&stub_path) {
            assert!(rest.any(|l| *l == line), "{}: `{line}` is not in the solution, or out of order", exercise.name);
        }
        assert!(!solution.iter().any(|l| l.contains("TODO")));
    }
}

/// What the compiler sees of a file without string literals: no comments, no white space but between words.
fn without_comments(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    assert!(!text.contains("/*") && !text.contains('"'), "{}: this test knows // comments only", path.display());
    let code = text.lines().map(|line| line.split("//").next().unwrap());
    code.flat_map(|line| line.split_whitespace()).map(str::to_owned).collect()
}

#[test]
fn kernels_differ_in_their_comments_alone() {
    let has_chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    for exercise in all() {
        let advanced = exercise.advanced_path();
        for path in [exercise.kernel_path(), exercise.solution_path(), advanced.clone()] {
            let chinese_path = exercise::in_language(&path, Lang::Zh);
            assert_eq!(without_comments(&chinese_path), without_comments(&path), "{}", chinese_path.display());
            let [english, chinese] = [&path, &chinese_path].map(|path| std::fs::read_to_string(path).unwrap());
            let n_todos = |text: &str| text.matches("TODO").count();
            assert_eq!(n_todos(&chinese), n_todos(&english), "{}", chinese_path.display());
            for line in chinese.lines().filter_map(|line| Some(line.split_once("// ")?.1)) {
                assert!(has_chinese(line) || line.starts_with("namespace"), "{}: {line}", chinese_path.display());
            }
        }
        let rules = |path: &Path| {
            let text = std::fs::read_to_string(path).unwrap();
            text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>()
        };
        let launch = advanced.with_file_name("launch.toml");
        assert_eq!(rules(&exercise::in_language(&launch, Lang::Zh)), rules(&launch));
        let rules_path = exercise::in_language(&exercise.launch_path(), Lang::Zh);
        assert!(LaunchRules::load(&rules_path).unwrap().is_empty(), "{}", rules_path.display());
        assert!(has_chinese(&std::fs::read_to_string(&rules_path).unwrap()));
    }
}

#[test]
fn hints_answer_the_findings_that_learners_meet() {
    for exercise in all() {
        assert_eq!(exercise.codes_without_hint(), [], "{}", exercise.name);
        let missing = diag::Code::Race;
        let entry = exercise::Entry { last_finding: Some(missing.into()), ..Default::default() };
        let hint = exercise.next_hint(&entry).unwrap();
        assert!(matches!(hint, NextHint::ForFinding(Topic::Code(code), _) if code == missing), "{}", exercise.name);
        for hint in &exercise.hints {
            assert!(hint.text.chars().count() < 400, "{}: too long for a hint: {}", exercise.name, hint.text);
        }
        let texts: BTreeSet<_> = exercise.hints.iter().map(|h| &h.text).collect();
        assert_eq!(texts.len(), exercise.hints.len());
    }
}

#[test]
fn tolerances() {
    for name in ["copy", "vector_add", "transpose"] {
        assert!(matches!(one(name).tolerance, Tolerance::Exact));
    }
    let reduce = one("reduce_sum");
    let case = reduce.cases.iter().find(|c| c.name == "rowwise_64x1000").unwrap();
    let allowed = case.allowance.allowed(0.0, 800.0);
    // 800 is about Σ|x| of 1000 normal numbers.
    assert!((0.005..0.007).contains(&allowed), "{allowed}");
    // An input that was rounded to half is off by up to 2^-11 of its size: with few columns that is too much.
    let case = reduce.cases.iter().find(|c| c.name == "rowwise_3x5").unwrap();
    assert!(case.allowance.allowed(2.0, 2.0) < 2.0_f64.powi(-12) / 10.0);

    let softmax = one("softmax");
    let case = softmax.cases.iter().find(|c| c.name == "rowwise_16x128").unwrap();
    assert!(!case.allowance.accepts(0.0, 1e-9, 0.0, Dtype::F32), "zero must not pass for a small output");
    assert!(!case.allowance.accepts(Dtype::F16.round(0.012_345), 0.012_345, 0.0, Dtype::F32), "half must not pass");
    assert!(case.allowance.accepts(f64::from(0.012_345_f32.next_up()), 0.012_345, 0.0, Dtype::F32));
}

#[test]
fn recorded_answers() {
    for exercise in all() {
        let recorded = exercise.recorded().unwrap_or_else(|e| panic!("{e}"));
        assert!(recorded.len() >= 6, "{}", exercise.name);
        for Recorded { case, values } in recorded {
            for buffer in case.buffers().filter(|b| b.direction == exercise::Direction::In) {
                for x in &values[&buffer.name] {
                    assert_eq!(buffer.dtype.round(*x), *x, "{}: the input is exact in its type", exercise.name);
                }
            }
            assert!(!case.reference_args.is_empty());
        }
        let path = exercise.dir.join("tests/numpy.toml");
        assert!(std::fs::metadata(path).unwrap().len() < 25_000);
    }
}

/// The watch loop hands exercises to the thread that judges.
#[test]
fn exercises_cross_threads() {
    fn check<T: Send + Sync + Clone>() {}
    check::<Exercise>();
    check::<LaunchRules>();
}
