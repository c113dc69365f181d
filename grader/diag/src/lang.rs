//! Which language to speak.

/// A language that camp's users read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
}

impl Lang {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::En, Self::Zh];

    /// The short name, as in `--lang`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh",
        }
    }

    /// The language of a tag or locale name: `zh`, `zh-CN`, `zh_CN.UTF-8`; `C` and `POSIX` are English.
    pub fn parse(name: &str) -> Option<Self> {
        let language = name.split(['-', '_', '.', '@']).next().unwrap_or_default();
        match language.to_ascii_lowercase().as_str() {
            "en" | "c" | "posix" => Some(Self::En),
            "zh" => Some(Self::Zh),
            _ => None,
        }
    }

    /// Chooses from `--lang`, `CAMP_LANG` and `LANG`, in this order. Names of languages that camp lacks are passed over;
    /// where nothing fits, English.
    pub fn detect(flag: Option<&str>, camp_lang: Option<&str>, lang: Option<&str>) -> Self {
        [flag, camp_lang, lang].into_iter().flatten().find_map(Self::parse).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detection_order() {
        let check = |flag, camp, lang, expected| assert_eq!(Lang::detect(flag, camp, lang), expected);
        check(None, None, None, Lang::En);
        check(None, None, Some("zh_CN.UTF-8"), Lang::Zh);
        check(None, Some("en"), Some("zh_CN.UTF-8"), Lang::En);
        check(Some("zh"), Some("en"), Some("C.UTF-8"), Lang::Zh);
        check(Some("fr"), None, Some("zh_TW"), Lang::Zh);
        check(None, Some(""), Some("ZH"), Lang::Zh);
    }
}
