//! The history file: what a line looks like, and that nothing is lost but its oldest half.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::fs;
use std::path::Path;

use exercise::{BenchRecord, BenchRow, History, HistoryError, Loaded, Record, VerdictRecord, kernel_hash};

fn verdict(time: u64, exercise: &str) -> Record {
    Record::Verdict(VerdictRecord {
        time,
        exercise: exercise.to_owned(),
        backend: "nvidia".to_owned(),
        device: "virtual".to_owned(),
        kernel: "0123456789abcdef".to_owned(),
        verdict: "failed".to_owned(),
        findings: vec!["race".to_owned(), "wrong-result".to_owned()],
        n_passed: 1,
        n_cases: 26,
    })
}

fn bench() -> Record {
    Record::Bench(BenchRecord {
        time: 9,
        exercise: "softmax".to_owned(),
        backend: "nvidia".to_owned(),
        kernel: "0123456789abcdef".to_owned(),
        gpu: "NVIDIA H200".to_owned(),
        copy_gb_s: 4272.5,
        rows: vec![BenchRow {
            case: "bench_65536x4096".to_owned(),
            shape: "65536×4096".to_owned(),
            dtype: "f32".to_owned(),
            latency_us: 540.25,
            spread: 0.01,
            bytes: 2_147_483_648.0,
            flops: 1e9,
            solution_us: Some(530.0),
            torch_us: None,
        }],
    })
}

/// A folder and its history.
fn history() -> (tempfile::TempDir, History) {
    let dir = tempfile::tempdir().unwrap();
    let history = History::new(dir.path());
    (dir, history)
}

/// A history whose file holds `bytes`.
fn holding(bytes: &[u8]) -> (tempfile::TempDir, History) {
    let (dir, history) = history();
    fs::create_dir(dir.path().join(".camp")).unwrap();
    fs::write(history.path(), bytes).unwrap();
    (dir, history)
}

#[test]
fn lines() {
    let (dir, history) = history();
    assert_eq!(history.load().unwrap(), Loaded::default(), "no file, no history");
    assert!(!dir.path().join(".camp").exists(), "reading makes nothing");
    history.append(&verdict(7, "copy")).unwrap();
    history.append(&bench()).unwrap();
    let expected = "{\"kind\":\"verdict\",\"time\":7,\"exercise\":\"copy\",\"backend\":\"nvidia\",\"device\":\"virtual\",\
         \"kernel\":\"0123456789abcdef\",\"verdict\":\"failed\",\"findings\":[\"race\",\"wrong-result\"],\
         \"n_passed\":1,\"n_cases\":26}\n\
         {\"kind\":\"bench\",\"time\":9,\"exercise\":\"softmax\",\"backend\":\"nvidia\",\
         \"kernel\":\"0123456789abcdef\",\"gpu\":\"NVIDIA H200\",\"copy_gb_s\":4272.5,\"rows\":[{\
         \"case\":\"bench_65536x4096\",\"shape\":\"65536×4096\",\"dtype\":\"f32\",\"latency_us\":540.25,\
         \"spread\":0.01,\"bytes\":2147483648.0,\"flops\":1000000000.0,\"solution_us\":530.0,\"torch_us\":null}]}\n";
    assert_eq!(fs::read_to_string(history.path()).unwrap(), expected);
    let loaded = history.load().unwrap();
    assert_eq!(loaded, Loaded { records: vec![verdict(7, "copy"), bench()], n_unreadable: 0 });
    assert_eq!(
        loaded.records.iter().map(|r| (r.time(), r.exercise())).collect::<Vec<_>>(),
        [(7, "copy"), (9, "softmax")]
    );
}

#[test]
fn other_peoples_lines() {
    let (_dir, history) = history();
    history.append(&verdict(1, "copy")).unwrap();
    let mut text = fs::read(history.path()).unwrap();
    // Bytes that are no text, a newer camp's kind, a conflict in git, no JSON, a number beyond all floats, blank lines,
    // Windows line ends, and a line with a fact that this camp does not know.
    text.extend(b"\xff\xfe\n{\"kind\":\"grade\",\"time\":3}\n<<<<<<< HEAD\n[[[\n\n \r\n");
    text.extend(b"{\"kind\":\"bench\",\"time\":1,\"exercise\":\"a\",\"backend\":\"b\",\"kernel\":\"c\",\"gpu\":\"d\",");
    text.extend(b"\"copy_gb_s\":1e999,\"rows\":[]}\n");
    text.extend(b"{\"kind\":\"bench\",\"time\":1,\"exercise\":\"a\",\"backend\":\"b\",\"kernel\":\"c\",\"gpu\":\"d\",");
    text.extend(b"\"copy_gb_s\":1,\"rows\":[],\"colour\":\"red\"}\r\n");
    // Torn by a full disk.
    text.extend(b"{\"kind\":\"verdict\",\"ti");
    fs::write(history.path(), &text).unwrap();
    history.append(&verdict(2, "copy")).unwrap();
    let after = fs::read(history.path()).unwrap();
    assert!(after.starts_with(&text), "what was there stays there");
    let loaded = history.load().unwrap();
    assert_eq!(loaded.records.iter().map(|r| r.exercise()).collect::<Vec<_>>(), ["copy", "a", "copy"]);
    assert_eq!(loaded.n_unreadable, 6);
}

#[test]
fn two_camps_at_once() {
    let (dir, _) = history();
    std::thread::scope(|scope| {
        for name in ["copy", "softmax", "reduce_sum", "vector_add"] {
            let history = History::new(dir.path());
            scope.spawn(move || {
                for time in 0..100 {
                    history.append(&verdict(time, name)).unwrap();
                }
            });
        }
    });
    let loaded = History::new(dir.path()).load().unwrap();
    assert_eq!((loaded.records.len(), loaded.n_unreadable), (400, 0));
    let times = |name| loaded.records.iter().filter(|r| r.exercise() == name).map(Record::time).collect::<Vec<_>>();
    assert_eq!(times("softmax"), (0..100).collect::<Vec<_>>(), "in order");
}

/// Lines of `n_bytes` in all, or a few more.
fn many(n_bytes: usize) -> (Vec<u8>, u64) {
    let mut bytes = Vec::new();
    let mut n_lines = 0;
    while bytes.len() < n_bytes {
        serde_json::to_writer(&mut bytes, &verdict(n_lines, "copy")).unwrap();
        bytes.push(b'\n');
        n_lines += 1;
    }
    (bytes, n_lines)
}

#[test]
fn the_older_half_goes() {
    const LIMIT: usize = 8 << 20;
    let (bytes, n_lines) = many(LIMIT);
    let (dir, history) = holding(&bytes);
    history.append(&verdict(n_lines, "softmax")).unwrap();
    let n_bytes = fs::metadata(history.path()).unwrap().len();
    assert!((4_190_000..=4 << 20).contains(&n_bytes), "{n_bytes} bytes are left");
    let loaded = history.load().unwrap();
    assert_eq!(loaded.n_unreadable, 0, "no line was cut");
    let times: Vec<u64> = loaded.records.iter().map(Record::time).collect();
    assert_eq!(times.last(), Some(&n_lines));
    assert!(times.windows(2).all(|pair| pair[1] == pair[0] + 1), "the newest, without a gap");
    let names: Vec<_> = fs::read_dir(dir.path().join(".camp")).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, ["history.jsonl"], "no temporary file stays behind");
    // Below the limit nothing goes.
    history.append(&verdict(n_lines + 1, "softmax")).unwrap();
    assert_eq!(history.load().unwrap().records.len(), times.len() + 1);
}

#[test]
fn halving_loses_nobodys_line() {
    const LIMIT: usize = 8 << 20;
    let (bytes, _) = many(LIMIT - 2000);
    let (dir, history) = holding(&bytes);
    std::thread::scope(|scope| {
        for name in ["softmax", "reduce_sum"] {
            let history = History::new(dir.path());
            scope.spawn(move || {
                for time in 0..200 {
                    history.append(&verdict(time, name)).unwrap();
                }
            });
        }
    });
    assert!(fs::metadata(history.path()).unwrap().len() < 5 << 20, "it was halved");
    let loaded = history.load().unwrap();
    for name in ["softmax", "reduce_sum"] {
        assert_eq!(loaded.records.iter().filter(|r| r.exercise() == name).count(), 200, "{name}");
    }
}

#[test]
fn a_single_endless_line_is_no_record() {
    let (_dir, history) = holding(&vec![b'x'; 9 << 20]);
    history.append(&verdict(1, "copy")).unwrap();
    assert_eq!(history.load().unwrap(), Loaded { records: vec![verdict(1, "copy")], n_unreadable: 0 });
}

#[test]
fn failures_are_said() {
    let (dir, history) = history();
    // The folder's name is taken by a file: it cannot be made, whoever runs this.
    fs::write(dir.path().join(".camp"), "in the way").unwrap();
    let error = history.append(&verdict(1, "copy")).unwrap_err();
    assert!(matches!(error, HistoryError::Write { .. }));
    let message = messages::catalogue(diag::Lang::En).get(&error.text());
    assert!(message.contains("cannot be saved to") && message.contains("history.jsonl"), "{message}");
    assert_eq!(fs::read_to_string(dir.path().join(".camp")).unwrap(), "in the way");

    let (dir, history) = self::history();
    fs::create_dir_all(dir.path().join(".camp/history.jsonl")).unwrap();
    assert!(matches!(history.load(), Err(HistoryError::Read { .. })));
    assert!(matches!(history.append(&verdict(1, "copy")), Err(HistoryError::Write { .. })));
}

/// A full disk, as Linux gives it to everyone.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let (dir, history) = history();
    fs::create_dir(dir.path().join(".camp")).unwrap();
    std::os::unix::fs::symlink(Path::new("/dev/full"), history.path()).unwrap();
    let error = history.append(&verdict(1, "copy")).unwrap_err();
    let message = messages::catalogue(diag::Lang::En).get(&error.text());
    assert!(message.contains("No space left on device"), "{message}");
}

#[test]
fn hashes() {
    // The first 16 digits of SHA-256 over the little-endian length 1 and `a`.
    assert_eq!(kernel_hash(&["a"]), "ae6121c88ba555f6");
    assert_eq!(kernel_hash(&["a", ""]), kernel_hash(&["a"]), "no launch.toml, or an empty one");
    let different =
        [kernel_hash(&["ab", "c"]), kernel_hash(&["a", "bc"]), kernel_hash(&["abc"]), kernel_hash(&["", "abc"])];
    let distinct: std::collections::BTreeSet<_> = different.iter().collect();
    assert_eq!(distinct.len(), different.len());
    assert!(different.iter().all(|hash| hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit())));
}
