//! `camp reset` and `camp init` hand out the learners' files as they were shipped, although whoever builds camp may have
//! solved exercises in the repository itself. So each has a pristine twin in `grader/camp/originals/`.
//!
//! `BLESS=1 cargo test -p camp --test originals` makes the twins anew after an author changed an exercise.

use std::fs;
use std::path::{Path, PathBuf};

use diag::Lang;

/// The learners' files of all exercises, relative to the root.
fn learners_files(root: &Path) -> Vec<PathBuf> {
    let (exercises, errors) = exercise::load_all(root);
    assert!(errors.is_empty(), "{errors:?}");
    let tracks = |e: &exercise::Exercise| exercise::Backend::ALL.map(|backend| e.for_backend(backend));
    let files = exercises.iter().flat_map(tracks).flatten().flat_map(|e| [e.kernel_path(), e.launch_path()]);
    let files = files.flat_map(|path| {
        let translated = Lang::ALL.map(|lang| exercise::in_language(&path, lang));
        std::iter::once(path).chain(translated)
    });
    files
        .filter(|path| path.exists())
        .map(|path| path.strip_prefix(root).expect("exercises lie below").to_owned())
        .collect()
}

#[test]
fn every_learners_file_has_a_pristine_twin() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = exercise::find_root(own).expect("the repository is a camp folder");
    let is_bless = std::env::var_os("BLESS").is_some();
    for file in learners_files(&root) {
        let twin = own.join("originals").join(&file);
        let text = fs::read_to_string(root.join(&file)).expect("it was found");
        if is_bless {
            fs::create_dir_all(twin.parent().expect("it has a folder")).expect("the folder can be made");
            fs::write(&twin, &text).expect("the twin can be written");
        }
        assert!(
            fs::read_to_string(&twin).is_ok_and(|original| original == text),
            "{file} is not the original. If you are solving exercises, all is well: `camp verify` judges your kernel, these \
             tests are for camp's developers. If you changed the exercise: BLESS=1 cargo test -p camp --test originals",
            file = file.display()
        );
    }
}
