//! Everything that camp says, in each language: Fluent files, one per crate that speaks, embedded in the binary.
//!
//! The crates that find and describe faults know ids only (`diag::msg!`), so a change of wording rebuilds none of them.

use std::sync::OnceLock;

use diag::{Catalogue, Lang};

/// The name of a file, which its ids begin with, and its text.
pub type File = (&'static str, &'static str);

/// The files of one language.
macro_rules! files {
    ($lang:literal: $($name:literal)*) => {
        &[$(($name, include_str!(concat!("../", $lang, "/", $name, ".ftl")))),*]
    };
}

const EN: &[File] = files!("en": "diag" "ptx" "vgpu" "wheels" "cuda" "exercise" "runtime" "judge" "profile" "bench" "run" "report" "tilelang" "camp" "watch");

/// A test makes sure that both languages say the same messages.
const ZH: &[File] = files!("zh": "diag" "ptx" "vgpu" "wheels" "cuda" "exercise" "runtime" "judge" "profile" "bench" "run" "report" "tilelang" "camp" "watch");

/// The files of a language.
pub fn files(lang: Lang) -> &'static [File] {
    match lang {
        Lang::En => EN,
        Lang::Zh => ZH,
    }
}

/// The catalogue of a language, built on first use.
pub fn catalogue(lang: Lang) -> &'static Catalogue {
    static EN_CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    static ZH_CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    match lang {
        Lang::En => EN_CATALOGUE.get_or_init(|| Catalogue::new(Lang::En, EN)),
        Lang::Zh => ZH_CATALOGUE.get_or_init(|| Catalogue::new(Lang::Zh, ZH)),
    }
}
