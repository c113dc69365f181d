//! The exercises and solutions as they were when camp was built.

use diag::Lang;

/// Path below the root, with `/`, and content.
type File = (&'static str, &'static [u8]);

/// Every embedded file, sorted by path.
const FILES: &[File] = &include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Every file of a learner's folder, in a language where it is written in it.
pub fn files(lang: Lang) -> impl Iterator<Item = File> {
    FILES
        .iter()
        .filter(|(path, _)| base(path).is_none())
        .map(move |(path, content)| (*path, file(path, lang).unwrap_or(content)))
}

/// The content of the file at `path`, in a language where it is written in it.
pub fn file(path: &str, lang: Lang) -> Option<&'static [u8]> {
    let find = |wanted: &dyn Fn(&str) -> bool| FILES.iter().find(|(name, _)| wanted(name)).map(|(_, content)| *content);
    find(&|name| base(name).is_some_and(|(base, of)| base == path && of == lang)).or_else(|| find(&|name| name == path))
}

/// The path that a translated file stands for, and its language: `nvidia/kernel.cuh` for `nvidia/kernel.zh.cuh`.
/// `exercise.zh.toml` stands for itself: it lies beside what it translates.
fn base(path: &str) -> Option<(String, Lang)> {
    let (folder, name) = path.rsplit_once('/')?;
    let (stem, extension) = name.rsplit_once('.')?;
    let (stem, lang) = stem.rsplit_once('.')?;
    let lang = Lang::ALL.into_iter().find(|known| known.as_str() == lang).filter(|_| stem != "exercise")?;
    Some((format!("{folder}/{stem}.{extension}"), lang))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learners_get_their_files_in_one_language() {
        let kernel = "exercises/copy/nvidia/kernel.cuh";
        let text = |lang| String::from_utf8_lossy(file(kernel, lang).unwrap());
        assert!(text(Lang::En).contains("// Task:"));
        assert!(text(Lang::Zh).contains("// 任务："));
        for lang in Lang::ALL {
            let files: Vec<File> = files(lang).collect();
            assert!(files.iter().all(|(path, content)| file(path, lang) == Some(*content)));
            let names: Vec<&str> = files.iter().map(|(path, _)| *path).collect();
            assert!(names.contains(&kernel) && names.contains(&"exercises/copy/exercise.zh.toml"));
            assert!(
                !names.iter().any(|name| name.ends_with(".zh.cuh") || name.ends_with("launch.zh.toml")),
                "{names:?}"
            );
        }
    }
}
