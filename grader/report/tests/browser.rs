//! The page as a browser shows it, on a large screen and on a phone: nothing sticks out, no letter is cut off, no two lie on
//! each other.
//!
//! Chromium loads the pages in frames of one page, whose script measures them. Where there is no Chromium the test says so;
//! with `BOOK_NEEDS_BROWSER` set, as in CI, that is a failure.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use common::{exercises, little, long, much, page};
use diag::Lang;
use exercise::Loaded;

/// Widths of the frames, in pixels.
const WIDTHS: [u32; 2] = [1280, 390];
/// Names that distributions give to it.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/// The script of the page with the frames: what is wrong with each, or how much of it was looked at.
const MEASURE: &str = r#"
const found = [];
function look(frame) {
    const page = frame.contentDocument, root = page.documentElement;
    const say = text => found.push(`${frame.dataset.page} at ${frame.width} px: ${text}`);
    const name = element => `${element.tagName} ${element.className.baseVal ?? element.className} ` +
        element.textContent.trim().replace(/\s+/g, " ").slice(0, 50);
    const box = element => element.getBoundingClientRect();
    for (const details of page.querySelectorAll("details")) details.open = true;
    if (root.scrollWidth > root.clientWidth) say(`${root.scrollWidth} px wide`);
    const main = box(page.querySelector("main"));
    const inside = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
    let nPictures = 0, nTexts = 0;
    for (const svg of page.querySelectorAll("svg")) {
        const area = box(svg);
        if (area.width === 0) continue;
        nPictures += 1;
        if (!inside(area, box(svg.parentElement))) say(`out of its column: ${name(svg)}`);
        if (area.height < 4 || area.width < 10) say(`too small: ${name(svg)}`);
        const texts = [...svg.querySelectorAll("text")].map(text => [text, box(text)]);
        for (const [at, [text, letters]] of texts.entries()) {
            nTexts += 1;
            const isInside = inside(letters, area) && letters.top >= area.top - 1 && letters.bottom <= area.bottom + 1;
            if (!isInside) say(`cut off: ${text.textContent.trim()} in ${name(svg)}`);
            if (letters.height < 9) say(`${letters.height} px high: ${text.textContent.trim()}`);
            for (const [other, there] of texts.slice(0, at)) {
                const apart = letters.left >= there.right || there.left >= letters.right ||
                    letters.top >= there.bottom - 2 || there.top >= letters.bottom - 2;
                if (!apart) say(`on each other: ${text.textContent.trim()} and ${other.textContent.trim()}`);
            }
        }
    }
    for (const element of page.querySelectorAll("main *")) {
        if (element.closest("svg, .unseen") || box(element).width === 0) continue;
        if (!inside(box(element), main)) say(`out of the page: ${name(element)}`);
        if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) say(`cut off: ${name(element)}`);
    }
    found.push(`looked at ${nPictures} pictures, ${nTexts} texts`);
}
addEventListener("load", () => {
    try {
        document.querySelectorAll("iframe").forEach(look);
    } catch (error) {
        found.push(String(error));
    }
    const shown = document.createElement("pre");
    shown.id = "found";
    shown.textContent = found.join("\n");
    document.body.append(shown);
});
"#;

/// The browser, or why the test ends here.
fn browser() -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let dirs: Vec<PathBuf> = env::split_paths(&path).collect();
    let browser =
        BROWSERS.iter().flat_map(|name| dirs.iter().map(move |dir| dir.join(name))).find(|program| program.is_file());
    if browser.is_none() {
        assert!(env::var_os("BOOK_NEEDS_BROWSER").is_none(), "no Chromium on the PATH");
        eprintln!("SKIPPED: no Chromium on the PATH (`apt-get install chromium`), so nobody looked at the page");
    }
    browser
}

/// Loads pages in all widths: what is wrong with them, and how much was looked at.
fn look(browser: &Path, pages: &[(String, String)]) -> (Vec<String>, Vec<String>) {
    // Not in the system's own place for such: a Chromium that is a snap sees its own there.
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let mut frames = String::new();
    for (name, html) in pages {
        fs::write(dir.path().join(format!("{name}.html")), html).unwrap();
        for width in WIDTHS {
            frames += &format!("<iframe width={width} height=900 src=\"{name}.html\" data-page=\"{name}\"></iframe>\n");
        }
    }
    let harness = dir.path().join("harness.html");
    let html =
        format!("<!doctype html><meta charset=utf-8><title>frames</title><body>\n{frames}<script>{MEASURE}</script>");
    fs::write(&harness, html).unwrap();
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        // Frames from the file system are of one origin, and the script may look into them.
        .args(["--disable-dev-shm-usage", "--allow-file-access-from-files"])
        .args(["--enable-logging=stderr", "--v=0", "--virtual-time-budget=30000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", dir.path().join("profile").display()))
        .arg(format!("file://{}", harness.display()))
        .output()
        .expect("the browser starts");
    let dom = String::from_utf8_lossy(&output.stdout);
    let log = String::from_utf8_lossy(&output.stderr);
    let found = dom.split_once("<pre id=\"found\">").and_then(|(_, rest)| rest.split_once("</pre>"));
    let (found, _) = found.unwrap_or_else(|| panic!("the browser measured nothing:\n{log}"));
    let console = log.lines().filter(|line| line.contains("CONSOLE"));
    found.lines().chain(console).map(str::to_owned).partition(|line| !line.starts_with("looked at"))
}

#[test]
fn the_page_looks_as_it_should() {
    let Some(browser) = browser() else { return };
    for lang in Lang::ALL {
        let of = |name: &str, html| (format!("{name}-{}", lang.as_str()), html);
        let (names, history) = long(lang);
        let pages = [
            of("none", page(exercises(lang, 0), &Loaded::default(), lang)),
            of("little", page(exercises(lang, 1), &little(), lang)),
            of("much", page(exercises(lang, 3), &much(), lang)),
            of("long", page(names, &history, lang)),
        ];
        let (problems, looked) = look(&browser, &pages);
        assert!(problems.is_empty(), "{}", problems.join("\n"));
        assert_eq!(looked.len(), pages.len() * WIDTHS.len());
        assert_eq!(looked.iter().filter(|line| line.contains(" 0 pictures")).count(), WIDTHS.len(), "{looked:?}");
    }
}

#[test]
fn what_looks_wrong_is_seen() {
    let Some(browser) = browser() else { return };
    let wrong = |name: &str, html: &str| {
        let page = format!("<!doctype html><html><head><title>t</title></head><body><main>{html}</main></body></html>");
        (name.to_owned(), page)
    };
    let svg = |rest: &str| format!("<p><svg width=100 height=100 role=img>{rest}</svg></p>");
    let pages = [
        wrong("good", &svg("<text x=10 y=50>abc</text><text x=10 y=80>abc</text>")),
        wrong("wide", "<div style=\"width:2000px\">x</div>"),
        wrong("column", "<div style=\"width:50px\"><svg width=100 height=100></svg></div>"),
        wrong("clipped", &svg("<text x=90 y=50>abcdef</text>")),
        wrong("overlap", &svg("<text x=10 y=50>abc</text><text x=15 y=52>abc</text>")),
        wrong("small", &svg("<text x=10 y=50 font-size=5>abc</text>")),
        wrong("hidden", "<p style=\"width:40px;overflow:hidden\">abcdefghijklmnop</p>"),
    ];
    let (problems, _) = look(&browser, &pages);
    let seen = |page: &str, what: &str| problems.iter().any(|p| p.starts_with(page) && p.contains(what));
    assert!(!seen("good", ""), "{problems:?}");
    assert!(seen("wide", "px wide"), "{problems:?}");
    assert!(seen("column", "out of its column"), "{problems:?}");
    assert!(seen("clipped", "cut off: abcdef"), "{problems:?}");
    assert!(seen("overlap", "on each other: abc"), "{problems:?}");
    assert!(seen("small", "px high: abc"), "{problems:?}");
    assert!(seen("hidden", "cut off"), "{problems:?}");
}
