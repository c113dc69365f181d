//! Measurements: the newest of each exercise, and how the latencies came to be what they are.

use std::collections::BTreeMap;

use exercise::{BenchRecord, BenchRow, Record};

/// The measurements of one kernel of one exercise.
pub(crate) struct Measured<'a> {
    /// The newest.
    pub newest: &'a BenchRecord,
    /// The last measurement of each state of the files, on the newest one's GPU, oldest first, the newest among them.
    pub versions: Vec<&'a BenchRecord>,
    /// How many measurements on other GPUs are left out.
    pub n_elsewhere: usize,
}

/// What was measured of all exercises, in the order of `names`, then in that of their first measurements.
pub(crate) fn measured<'a>(records: &'a [Record], names: &[&str]) -> Vec<Measured<'a>> {
    let mut kernels: Vec<Vec<&BenchRecord>> = Vec::new();
    let mut positions: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for record in records {
        let Record::Bench(record) = record else { continue };
        // Without a roofline and a row there is nothing to show.
        if !is_positive(record.copy_gb_s) || !record.rows.iter().any(is_sound) {
            continue;
        }
        let at = *positions.entry((&record.exercise, &record.backend)).or_insert_with(|| {
            kernels.push(Vec::new());
            kernels.len() - 1
        });
        kernels[at].push(record);
    }
    let place = |kernel: &Vec<&BenchRecord>| {
        names
            .iter()
            .position(|name| kernel.first().is_some_and(|record| record.exercise == *name))
            .unwrap_or(names.len())
    };
    kernels.sort_by_key(place);
    kernels.iter().filter_map(|runs| versions(runs)).collect()
}

fn versions<'a>(runs: &[&'a BenchRecord]) -> Option<Measured<'a>> {
    let newest = *runs.last()?;
    let mut versions: Vec<&BenchRecord> = Vec::new();
    let here = runs.iter().filter(|run| run.gpu == newest.gpu);
    let n_here = here.clone().count();
    for run in here {
        match versions.last_mut().filter(|last| last.kernel == run.kernel) {
            Some(last) => *last = run,
            None => versions.push(run),
        }
    }
    Some(Measured { newest, versions, n_elsewhere: runs.len() - n_here })
}

/// Whether a number can be one of a measurement, in whatever unit: a history is a text file, and anybody may edit it.
fn is_positive(value: f64) -> bool {
    (1e-6..1e18).contains(&value)
}

/// Whether a row's numbers can be those of a measurement.
pub(crate) fn is_sound(row: &BenchRow) -> bool {
    is_positive(row.latency_us) && is_positive(row.bytes) && (row.flops == 0.0 || is_positive(row.flops))
}

/// Bytes over time, in 10⁹ bytes a second.
pub(crate) fn gb_s(bytes: f64, us: f64) -> f64 {
    bytes / us / 1e3
}

/// Where a row stands below the roof: floating-point operations per byte, and 10⁹ of them a second. `None` for rows
/// without any: they have no place on an axis that knows no zero.
pub(crate) fn point(row: &BenchRow) -> Option<(f64, f64)> {
    let point = (row.flops / row.bytes, row.flops / row.latency_us / 1e3);
    (is_sound(row) && row.flops > 0.0).then_some(point)
}

/// The latencies of one case, a value for each version; `None` where a version was not measured in that case.
pub(crate) struct Series {
    /// The learner's kernel, in microseconds.
    pub own: Vec<Option<f64>>,
    /// The solution in the same runs.
    pub solution: Vec<Option<f64>>,
    /// PyTorch in the same runs.
    pub torch: Vec<Option<f64>>,
}

/// The latencies of the case that `row` is about.
pub(crate) fn series(versions: &[&BenchRecord], row: &BenchRow) -> Series {
    let rows: Vec<Option<&BenchRow>> = versions
        .iter()
        .map(|run| run.rows.iter().find(|r| r.case == row.case && r.dtype == row.dtype && is_sound(r)))
        .collect();
    let take = |f: fn(&BenchRow) -> Option<f64>| -> Vec<Option<f64>> {
        rows.iter().map(|row| row.and_then(f).filter(|us| is_positive(*us))).collect()
    };
    Series {
        own: take(|row| Some(row.latency_us)),
        solution: take(|row| row.solution_us),
        torch: take(|row| row.torch_us),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(latency_us: f64, bytes: f64, flops: f64) -> BenchRow {
        BenchRow {
            case: "bench".to_owned(),
            shape: "1×1".to_owned(),
            dtype: "f32".to_owned(),
            latency_us,
            spread: 0.0,
            bytes,
            flops,
            solution_us: Some(1.0),
            torch_us: Some(-1.0),
        }
    }

    fn bench(exercise: &str, kernel: &str, gpu: &str, latency_us: f64) -> Record {
        Record::Bench(BenchRecord {
            time: 0,
            exercise: exercise.to_owned(),
            backend: "nvidia".to_owned(),
            kernel: kernel.to_owned(),
            gpu: gpu.to_owned(),
            copy_gb_s: 4272.0,
            rows: vec![row(latency_us, 8e6, 2e6)],
        })
    }

    #[test]
    fn versions_are_those_of_one_gpu() {
        let records = [
            bench("softmax", "a", "H200", 9.0),
            bench("softmax", "a", "H200", 8.0),
            bench("softmax", "b", "laptop", 50.0),
            bench("softmax", "b", "H200", 6.0),
            bench("softmax", "a", "H200", 7.0),
            bench("copy", "a", "laptop", 1.0),
        ];
        let measured = measured(&records, &["copy", "softmax"]);
        let [copy, softmax] = measured.as_slice() else { panic!("two exercises") };
        assert_eq!((copy.newest.exercise.as_str(), copy.versions.len(), copy.n_elsewhere), ("copy", 1, 0));
        assert_eq!(softmax.n_elsewhere, 1);
        let series = series(&softmax.versions, &softmax.newest.rows[0]);
        assert_eq!(series.own, [Some(8.0), Some(6.0), Some(7.0)]);
        assert_eq!(series.solution, [Some(1.0); 3]);
        assert_eq!(series.torch, [None; 3], "no latency is negative");
    }

    #[test]
    fn numbers_that_cannot_be() {
        let sound = |latency_us, bytes, flops| is_sound(&row(latency_us, bytes, flops));
        assert!(sound(1.0, 1.0, 0.0));
        assert!(!sound(0.0, 1.0, 1.0) && !sound(-1.0, 1.0, 1.0) && !sound(1.0, 0.0, 1.0) && !sound(1.0, 1.0, -1.0));
        assert!(measured(&[bench("copy", "a", "H200", 0.0)], &[]).is_empty());
        assert!(!sound(f64::MAX, 1.0, 1.0) && !sound(1.0, 1e-300, 1.0) && !sound(1.0, 1.0, 1e30));
        assert_eq!(point(&row(1.0, 1.0, 0.0)), None);
        assert_eq!(point(&row(2.0, 8e6, 2e6)), Some((0.25, 1000.0)));
        // 8 MB in 2 µs.
        assert!((gb_s(8e6, 2.0) - 4000.0).abs() < 1e-9);
    }
}
