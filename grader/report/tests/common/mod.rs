//! Histories that nobody lived through, the same in every run.

#![allow(dead_code, reason = "each test uses a part")]

use diag::Lang;
use exercise::{BenchRecord, BenchRow, Loaded, Record, VerdictRecord};
use report::{Exercise, Facts, Moment};

/// 2026-11-02 09:00 UTC.
pub const START: u64 = 1_793_610_000;
pub const NAMES: [&str; 4] = ["copy", "vector_add", "reduce_sum", "softmax"];

/// UTC, so that the page is the same everywhere.
pub fn utc(time: u64) -> Moment {
    let (days, seconds) = (time / 86_400, time % 86_400);
    // Days since 0000-03-01, as in “chrono-Compatible Low-Level Date Algorithms”.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    Moment {
        date: format!("{year:04}-{month:02}-{day:02}"),
        time: format!("{:02}:{:02}", seconds / 3600, seconds / 60 % 60),
    }
}

pub fn exercise(name: &str, title: &str, done: bool) -> Exercise {
    Exercise { name: name.to_owned(), title: title.to_owned(), done, last_finding: None }
}

/// The exercises as they are.
pub fn exercises(lang: Lang, n_done: usize) -> Vec<Exercise> {
    let titles = match lang {
        Lang::En => ["Copy", "Vector addition", "Sum over rows", "Softmax over rows"],
        Lang::Zh => ["复制", "向量加法", "逐行求和", "逐行 softmax"],
    };
    NAMES.iter().zip(titles).enumerate().map(|(at, (name, title))| exercise(name, title, at < n_done)).collect()
}

pub fn verdict(time: u64, exercise: &str, kernel: u64, verdict: &str, findings: &[&str]) -> Record {
    Record::Verdict(VerdictRecord {
        time,
        exercise: exercise.to_owned(),
        backend: "nvidia".to_owned(),
        device: "virtual".to_owned(),
        kernel: format!("{kernel:016x}"),
        verdict: verdict.to_owned(),
        findings: findings.iter().map(|code| (*code).to_owned()).collect(),
        n_passed: if verdict == "passed" { 26 } else { 3 },
        n_cases: 26,
    })
}

pub fn row(shape: &str, dtype: &str, bytes: f64, flops: f64, latency_us: f64) -> BenchRow {
    BenchRow {
        case: format!("bench_{shape}_{dtype}"),
        shape: shape.to_owned(),
        dtype: dtype.to_owned(),
        latency_us,
        spread: 0.012,
        bytes,
        flops,
        solution_us: Some(bytes / 4272.0 / 1e3 * 1.06 + 2.0),
        torch_us: Some(bytes / 4272.0 / 1e3 * 1.3 + 4.5),
    }
}

pub fn bench(time: u64, exercise: &str, kernel: u64, rows: Vec<BenchRow>) -> Record {
    Record::Bench(BenchRecord {
        time,
        exercise: exercise.to_owned(),
        backend: "nvidia".to_owned(),
        kernel: format!("{kernel:016x}"),
        gpu: "NVIDIA H200".to_owned(),
        copy_gb_s: 4272.0,
        rows,
    })
}

/// Sizes of the measured shapes: name, rows, columns.
const WIDE: [(&str, f64, f64); 3] =
    [("1001×1024", 1001.0, 1024.0), ("4093×1024", 4093.0, 1024.0), ("65521×1024", 65521.0, 1024.0)];
const ROWS: [(&str, f64, f64); 7] = [
    ("144×1280", 144.0, 1280.0),
    ("1008×1280", 1008.0, 1280.0),
    ("1008×2304", 1008.0, 2304.0),
    ("2032×2304", 2032.0, 2304.0),
    ("784×3840", 784.0, 3840.0),
    ("4080×1536", 4080.0, 1536.0),
    ("65536×4096", 65536.0, 4096.0),
];

/// A measurement of an exercise in all its shapes, `slow` times as slow as memory allows.
pub fn measured(time: u64, exercise: &str, kernel: u64, slow: f64) -> Record {
    let us = |bytes: f64| bytes / 4272.0 / 1e3 * slow + 2.2;
    let rows: Vec<BenchRow> = match exercise {
        "copy" | "vector_add" => {
            let (n_buffers, flops) = if exercise == "copy" { (2.0, 0.0) } else { (3.0, 1.0) };
            let row = |(shape, n_rows, n_cols): (&str, f64, f64), dtype: &str, size: f64| {
                let n = n_rows * n_cols;
                row(shape, dtype, n * size * n_buffers, n * flops, us(n * size * n_buffers))
            };
            WIDE.iter().flat_map(|shape| [row(*shape, "f16", 2.0), row(*shape, "f32", 4.0)]).collect()
        }
        _ => {
            let of_softmax = exercise == "softmax";
            let row = |(shape, n_rows, n_cols): &(&str, f64, f64)| {
                let n = n_rows * n_cols;
                let bytes = if of_softmax { 8.0 * n } else { 4.0 * n + 4.0 * n_rows };
                row(shape, "f32", bytes, if of_softmax { 5.0 * n } else { n }, us(bytes))
            };
            ROWS.iter().map(row).collect()
        }
    };
    bench(time, exercise, kernel, rows)
}

/// An afternoon: one exercise passed, one begun, one measured twice.
pub fn little() -> Loaded {
    let records = vec![
        verdict(START, "copy", 1, "failed", &["unwritten-output"]),
        verdict(START + 90, "copy", 2, "failed", &["out-of-bounds", "wrong-result"]),
        verdict(START + 200, "copy", 3, "passed", &[]),
        verdict(START + 900, "vector_add", 4, "failed", &["compile-error"]),
        measured(START + 1000, "copy", 3, 2.4),
        measured(START + 2000, "copy", 5, 1.1),
    ];
    Loaded { records, n_unreadable: 0 }
}

/// Months: 300 versions of each exercise, each of the exercises measured two dozen times.
pub fn much() -> Loaded {
    const CODES: [&str; 10] = [
        "compile-error",
        "wrong-result",
        "unwritten-output",
        "out-of-bounds",
        "misaligned-access",
        "uninitialized-read",
        "race",
        "barrier-divergence",
        "hang",
        "launch-failure",
    ];
    let mut random = 7_u64;
    let mut next = move |below: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % below
    };
    let mut records = Vec::new();
    let mut time = START;
    for name in NAMES {
        for edit in 0..300 {
            time += if edit % 45 == 44 { 40_000 + next(90_000) } else { 60 + next(400) };
            // Learners get stuck, and they get better.
            let worst = CODES[((edit / 35 + next(3)) % 10) as usize];
            let passed = next(300) < edit / 2 + 5;
            records.push(match next(60) {
                0 => verdict(time, name, edit, "error", &["unsupported-instruction"]),
                _ if passed => verdict(time, name, edit, "passed", &[]),
                _ => verdict(time, name, edit, "failed", &[worst, CODES[next(10) as usize]]),
            });
            if edit % 12 == 11 {
                #[expect(clippy::cast_precision_loss, reason = "small numbers")]
                let slow = 1.04 + 5.0 / (1.0 + edit as f64 / 30.0) + next(100) as f64 / 400.0;
                records.push(measured(time + 30, name, edit, slow));
            }
        }
    }
    Loaded { records, n_unreadable: 3 }
}

/// Texts as long as anybody could make them.
pub fn long(lang: Lang) -> (Vec<Exercise>, Loaded) {
    let mut loaded = much();
    let name = "an_exercise_whose_name_somebody_did_not_think_about_for_long_enough";
    for record in &mut loaded.records {
        match record {
            Record::Verdict(record) if record.exercise == "softmax" => name.clone_into(&mut record.exercise),
            Record::Bench(record) if record.exercise == "softmax" => {
                name.clone_into(&mut record.exercise);
                "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition".clone_into(&mut record.gpu);
                for row in &mut record.rows {
                    row.shape = format!("16×128×{}", row.shape);
                }
            }
            _ => {}
        }
    }
    let mut exercises = exercises(lang, 2);
    exercises[3] = exercise(
        name,
        "Softmax over the rows of a matrix that is far too large for the shared memory of a single block",
        false,
    );
    exercises[3].last_finding = Some("unsupported-instruction".to_owned());
    (exercises, loaded)
}

/// The page.
pub fn page(exercises: Vec<Exercise>, history: &Loaded, lang: Lang) -> String {
    let now = history.records.last().map_or(START, Record::time) + 60;
    let facts = Facts { exercises, history, now, local: &utc };
    report::html(&facts, messages::catalogue(lang)).expect("the template is whole")
}
