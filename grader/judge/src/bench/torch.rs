//! PyTorch's times, by the same method, in a Python process: `torch.py` beside this file.
//!
//! What PyTorch is to do stands in the exercise's `baseline.py`: a function `run` that takes the kernel's arguments.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use cuda::LAUNCH_US;
use diag::{Text, msg};
use exercise::{ArgSpec, Case, Direction, Exercise, Fill, Value as Scalar};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::BenchOptions;
use super::helpers::{BLOCK, Call, GRID, Value};
use super::on_gpu::{Image, WARM_UP_MS, flush_bytes, least_samples, seed_of_set};
use super::plan::plan;
use super::run::LIMIT_MS;
use super::stats::Stat;

/// The program.
const PROGRAM: &str = include_str!("torch.py");

/// Importing PyTorch takes seconds, all shapes a few more.
const PATIENCE: Duration = Duration::from_secs(300);

/// How often a request to stop is looked at.
const POLL: Duration = Duration::from_millis(50);

/// One line of the program's answer.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Line {
    Problem { problem: String, detail: String },
    Times { case: String, nothing: Vec<f64>, samples: Vec<f64> },
}

/// The memory to plan with.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// Bytes of the L2 cache.
    pub l2_bytes: u64,
    /// Bytes of free memory.
    pub free_bytes: u64,
}

/// PyTorch's times by case.
///
/// # Errors
/// Why there are none, in a sentence.
pub fn times(
    exercise: &Exercise,
    cases: &[&Case],
    helpers: &Image,
    room: Room,
    options: &BenchOptions,
) -> Result<HashMap<String, Stat>, Text> {
    let path = exercise.dir.join("baseline.py");
    let baseline =
        std::fs::read_to_string(&path).map_err(|_| msg!("bench-torch-no-baseline", path = path.display()))?;
    let job = job(cases, helpers, &baseline, room, options).to_string();
    let mut child = Command::new("python3")
        .args(["-c", PROGRAM])
        .env("PYTHONIOENCODING", "utf-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|_| msg!("bench-torch-no-python"))?;
    let answer = converse(&mut child, job, options);
    // Whatever it still does is of no use.
    let _ = child.kill();
    let _ = child.wait();
    let mut times = HashMap::new();
    for line in answer? {
        match line {
            Line::Times { case, nothing, samples } => {
                let overhead = Stat::new(&nothing, 0.0).map_or(0.0, |nothing| nothing.median_us) + LAUNCH_US;
                times.extend(Stat::new(&samples, overhead).map(|stat| (case, stat)));
            }
            Line::Problem { problem, detail } => {
                return Err(match problem.as_str() {
                    "import" => msg!("bench-torch-missing", detail = detail),
                    "gpu" => msg!("bench-torch-no-gpu"),
                    _ => msg!("bench-torch-failed", detail = detail),
                });
            }
        }
    }
    Ok(times)
}

/// Hands the job over and reads the lines of the answer until the program ends.
fn converse(child: &mut Child, job: String, options: &BenchOptions) -> Result<Vec<Line>, Text> {
    let failed = |detail: &str| msg!("bench-torch-failed", detail = detail);
    let (Some(mut stdin), Some(stdout), Some(mut stderr)) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return Err(failed("no pipes"));
    };
    // A program that ends early breaks the pipe; its error stream says why.
    thread::spawn(move || drop(stdin.write_all(job.as_bytes())));
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    let complaint = thread::spawn(move || {
        let mut text = String::new();
        let _ = stderr.read_to_string(&mut text);
        text
    });
    let (start, mut answer) = (Instant::now(), Vec::new());
    loop {
        match lines.recv_timeout(POLL) {
            // Other lines are warnings that some library prints.
            Ok(line) => answer.extend(serde_json::from_str::<Line>(&line).ok()),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) if options.judge.cancel.load(Ordering::Relaxed) => {
                return Err(msg!("runtime-cancelled"));
            }
            Err(RecvTimeoutError::Timeout) if start.elapsed() > PATIENCE => return Err(failed("no answer")),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    if answer.is_empty() {
        let complaint = complaint.join().unwrap_or_default();
        let last = complaint.trim().lines().next_back().unwrap_or("no answer");
        return Err(failed(last));
    }
    Ok(answer)
}

/// A call for the program: the kernel's mangled name and its arguments.
#[derive(Serialize)]
struct JsonCall<'a> {
    entry: &'a str,
    grid: u32,
    block: u32,
    args: Vec<(&'static str, Json)>,
}

fn call<'a>(call: &Call<()>, helpers: &'a Image) -> JsonCall<'a> {
    let arg = |value: &Value<()>| match *value {
        Value::Buffer(()) => ("pointer", Json::Null),
        Value::U32(n) => ("u32", json!(n)),
        Value::U64(n) => ("u64", json!(n)),
        Value::F64(x) => ("f64", json!(x)),
    };
    JsonCall {
        entry: helpers.entries.get(&call.kernel).map_or("", String::as_str),
        grid: GRID,
        block: BLOCK,
        args: call.args.iter().map(arg).collect(),
    }
}

/// What the program is told.
fn job(cases: &[&Case], helpers: &Image, baseline: &str, room: Room, options: &BenchOptions) -> Json {
    let flush = flush_bytes(room.l2_bytes);
    json!({
        "code": base64(&helpers.code),
        "baseline": baseline,
        "flush_bytes": flush,
        "flush": call(&Call::flush((), flush, ()), helpers),
        "n_samples": options.n_samples,
        "least_samples": least_samples(options.n_samples),
        "warm_up_ms": WARM_UP_MS,
        "limit_ms": LIMIT_MS,
        "cases": cases.iter().filter_map(|case| json_case(case, helpers, room, options.judge.seed)).collect::<Vec<_>>(),
    })
}

/// A case for the program; none where it does not fit into memory.
fn json_case(case: &Case, helpers: &Image, room: Room, seed: u64) -> Option<Json> {
    let planned = plan(case, 1, room.l2_bytes, room.free_bytes).ok()?;
    let arg = |arg: &ArgSpec| match arg {
        // A framework brings its own scratch memory.
        ArgSpec::Buffer(spec) if spec.direction == Direction::Workspace => None,
        ArgSpec::Buffer(spec) => Some(json!({
            "kind": if spec.direction == Direction::In { "in" } else { "out" },
            "name": spec.name,
            "dtype": spec.dtype.as_str(),
            "shape": spec.shape,
        })),
        ArgSpec::Scalar(spec) => Some(json!({ "kind": "scalar", "value": match &spec.value {
            Scalar::Int(n) => json!(n),
            Scalar::Double(x) => json!(x),
            Scalar::Str(text) => json!(text),
        }})),
    };
    let set = |k: usize| {
        let seed = seed_of_set(seed, k);
        let fills = case.inputs().filter_map(|spec| {
            let key = Fill::key(seed, &case.name, &spec.name);
            let fill = Call::fill(case.fill(spec), spec.dtype, (), spec.n_elems(), key)?;
            Some((spec.name.clone(), json!(call(&fill, helpers))))
        });
        Json::Object(fills.collect())
    };
    Some(json!({
        "name": case.name,
        "args": case.args.iter().filter_map(arg).collect::<Vec<_>>(),
        "sets": (0..planned.n_sets).map(set).collect::<Vec<_>>(),
    }))
}

/// Base64 with padding, RFC 4648.
fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |k: usize| u32::from(chunk.get(k).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for k in 0..4 {
            let sign = SIGNS[(word >> (18 - 6 * k) & 63) as usize];
            text.push(if k <= chunk.len() { char::from(sign) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        // The test vectors of RFC 4648.
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE=")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xff, 0xfe, 0xfd]), "//79");
    }

    #[test]
    fn answers_are_told_apart() {
        let times = serde_json::from_str(r#"{"case": "a", "nothing": [1.0], "samples": [2.5, 3.5]}"#);
        assert!(matches!(times, Ok(Line::Times { case, .. }) if case == "a"));
        let problem = serde_json::from_str(r#"{"problem": "gpu", "detail": ""}"#);
        assert!(matches!(problem, Ok(Line::Problem { problem, .. }) if problem == "gpu"));
        assert!(serde_json::from_str::<Line>("Warning: something").is_err());
    }
}
