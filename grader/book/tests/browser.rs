//! Every page as a browser shows it, from the file system, on a large screen and on a phone: nothing is missing, no script
//! complains, nothing sticks out.
//!
//! Chromium loads all pages of a language in frames of one page, whose script measures them. Where there is no Chromium the
//! test says so; with `BOOK_NEEDS_BROWSER` set, as in CI, that is a failure.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde::Deserialize;

/// Widths of the frames, in pixels.
const WIDTHS: [u32; 2] = [1280, 360];
/// Names that distributions give to it.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/// What was measured of a page.
#[derive(Debug, Deserialize)]
struct Measured {
    page: String,
    width: u32,
    title: String,
    scroll_width: f64,
    client_width: f64,
    /// The element that reaches furthest to the right.
    widest: String,
    n_images: usize,
    /// Addresses of images that show nothing.
    broken_images: Vec<String>,
    /// Pictures without a text in their place.
    silent_images: Vec<String>,
    /// Styles, scripts and fonts that did not load.
    missing: Vec<String>,
    /// Letters in the page's main part.
    n_letters: usize,
}

/// The script of the page with the frames.
const MEASURE: &str = r#"
// Whether a file is not there: styles and scripts that do not load say nothing to the console.
function isMissing(address) {
    const request = new XMLHttpRequest();
    try {
        request.open("GET", address, false);
        request.send();
        return false;
    } catch {
        return true;
    }
}
function measure(frame) {
    const page = frame.contentDocument, root = page.documentElement;
    let widest = page.body, reach = 0;
    for (const element of page.querySelectorAll("main *")) {
        // What scrolls inside itself may be as wide as it likes.
        if (element.closest("pre, .table-wrapper")) continue;
        const right = element.getBoundingClientRect().right;
        if (right > reach) { reach = right; widest = element; }
    }
    const images = [...page.images];
    const name = image => image.getAttribute("src");
    return {
        page: frame.dataset.page, width: Number(frame.width), title: page.title,
        scroll_width: Math.max(root.scrollWidth, page.body.scrollWidth), client_width: root.clientWidth,
        widest: widest.outerHTML.slice(0, 100), n_images: images.length,
        broken_images: images.filter(image => !image.complete || !image.naturalWidth).map(name),
        silent_images: images.filter(image => !image.alt).map(name),
        missing: [
            ...[...page.querySelectorAll("link[href]")].map(link => link.href).filter(isMissing),
            ...[...page.querySelectorAll("script[src]")].map(script => script.src).filter(isMissing),
            ...[...page.fonts].filter(font => font.status === "error").map(font => font.family),
        ],
        n_letters: (page.querySelector("main") || page.body).innerText.length,
    };
}
addEventListener("load", () => {
    const found = document.createElement("pre");
    found.id = "found";
    try {
        found.textContent = JSON.stringify([...document.querySelectorAll("iframe")].map(measure));
    } catch (error) {
        found.textContent = String(error);
    }
    document.body.append(found);
});
"#;

/// The browser, where there is one.
fn browser() -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let dirs: Vec<PathBuf> = env::split_paths(&path).collect();
    BROWSERS.iter().flat_map(|name| dirs.iter().map(move |dir| dir.join(name))).find(|program| program.is_file())
}

/// A folder that is removed in the end. Not in the system's own place for such: a Chromium that is a snap sees its own there.
fn folder() -> tempfile::TempDir {
    let target = book::root().join("target");
    fs::create_dir_all(&target).expect("the repository can be written");
    tempfile::tempdir_in(target).expect("a temporary folder can be made")
}

/// Loads `pages` below `dir` in all widths: what was measured, and what the browser's console says.
fn look(browser: &Path, dir: &Path, pages: &[String]) -> (Vec<Measured>, Vec<String>) {
    let mut frames = String::new();
    for width in WIDTHS {
        for page in pages {
            frames += &format!("<iframe width={width} height=900 src=\"{page}\" data-page=\"{page}\"></iframe>\n");
        }
    }
    let harness = dir.join("harness.html");
    let html =
        format!("<!doctype html><meta charset=utf-8><title>frames</title><body>\n{frames}<script>{MEASURE}</script>");
    fs::write(&harness, html).expect("the folder can be written");
    let profile = folder();
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars"])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
        ])
        // Frames from the file system are of one origin, and the script may look into them.
        .arg("--allow-file-access-from-files")
        .args(["--enable-logging=stderr", "--v=0", "--virtual-time-budget=30000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("file://{}", harness.display()))
        .output()
        .expect("the browser starts");
    fs::remove_file(&harness).expect("the folder can be written");
    let dom = String::from_utf8_lossy(&output.stdout);
    let log = String::from_utf8_lossy(&output.stderr);
    let found = dom.split_once("<pre id=\"found\">").and_then(|(_, rest)| rest.split_once("</pre>"));
    let (found, _) = found.unwrap_or_else(|| panic!("the browser measured nothing:\n{dom}\n{log}"));
    let found = found.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", "\u{a0}").replace("&amp;", "&");
    let measured = serde_json::from_str(&found).unwrap_or_else(|error| panic!("{error}: {found}"));
    (measured, log.lines().filter(|line| line.contains("CONSOLE")).map(str::to_owned).collect())
}

/// What is wrong with a page.
fn problems(measured: &Measured) -> Vec<String> {
    let mut problems = Vec::new();
    let mut is = |wrong: bool, what: String| {
        if wrong {
            problems.push(format!("{} at {} px: {what}", measured.page, measured.width));
        }
    };
    is(measured.title.is_empty(), "no title".into());
    is(
        (measured.client_width - f64::from(measured.width)).abs() > 0.5,
        format!("shown {} px wide", measured.client_width),
    );
    is(
        measured.scroll_width > measured.client_width,
        format!("{} px wide, by {}", measured.scroll_width, measured.widest),
    );
    is(!measured.broken_images.is_empty(), format!("images show nothing: {:?}", measured.broken_images));
    is(!measured.silent_images.is_empty(), format!("images without text: {:?}", measured.silent_images));
    is(!measured.missing.is_empty(), format!("not loaded: {:?}", measured.missing));
    is(measured.n_letters < 200, format!("only {} letters", measured.n_letters));
    problems
}

/// The browser, or why the test ends here.
fn browser_or_reason() -> Option<PathBuf> {
    let browser = browser();
    if browser.is_none() {
        assert!(env::var_os("BOOK_NEEDS_BROWSER").is_none(), "no Chromium on the PATH");
        eprintln!("SKIPPED: no Chromium on the PATH (`apt-get install chromium`), so nobody looked at the pages");
    }
    browser
}

#[test]
fn pages_look_as_they_should() {
    let Some(browser) = browser_or_reason() else { return };
    let dir = folder();
    book::build(&book::root(), dir.path()).unwrap();
    for language in book::LANGUAGES {
        let out = dir.path().join(language.code);
        let files = common::files(&out).into_iter().filter(|file| file.extension().is_some_and(|e| e == "html"));
        // The table of contents stands in every page.
        let pages: Vec<String> =
            files.map(|file| file.display().to_string()).filter(|page| page != "toc.html").collect();
        let (measured, console) = look(&browser, &out, &pages);
        assert_eq!(measured.len(), pages.len() * WIDTHS.len());
        assert!(measured.iter().map(|page| page.n_images).sum::<usize>() > 0, "{}: no diagram at all", language.code);
        let problems: Vec<String> = measured.iter().flat_map(problems).chain(console).collect();
        assert!(problems.is_empty(), "{}:\n{}", language.code, problems.join("\n"));
    }
}

#[test]
fn what_looks_wrong_is_seen() {
    let Some(browser) = browser_or_reason() else { return };
    let dir = folder();
    let write = |name: &str, html: String| fs::write(dir.path().join(name), html).unwrap();
    let text = "word ".repeat(100);
    let page = |rest: &str| format!("<!doctype html><title>t</title><body><main>{text}{rest}</main>");
    write(
        "good.html",
        page("<pre style=\"overflow-x:auto\"><span style=\"display:block;width:3000px\">x</span></pre>"),
    );
    write("wide.html", page("<div style=\"width:2000px\">x</div>"));
    write("image.html", page("<img src=\"none.svg\">"));
    write("script.html", page("<script>nobody()</script>"));
    write("resource.html", page("<script src=\"none.js\"></script><link rel=stylesheet href=\"none.css\">"));
    write("title.html", format!("<!doctype html><main>{text}</main>"));
    write("empty.html", "<!doctype html><title>t</title><main></main>".into());
    let pages: Vec<String> =
        ["good", "wide", "image", "script", "resource", "title", "empty"].map(|name| format!("{name}.html")).into();
    let (measured, console) = look(&browser, dir.path(), &pages);
    let seen = |page: &str, what: &str| {
        let all = measured.iter().flat_map(problems);
        all.filter(|problem| problem.starts_with(page) && problem.contains(what)).count()
    };
    assert_eq!(seen("good.html", ""), 0, "{measured:?}");
    assert_eq!(seen("wide.html", "2000"), 2, "{measured:?}");
    assert_eq!(seen("image.html", "show nothing"), 2);
    assert_eq!(seen("image.html", "without text"), 2);
    assert_eq!(seen("title.html", "no title"), 2);
    assert_eq!(seen("empty.html", "letters"), 2);
    assert!(console.iter().any(|line| line.contains("nobody")), "{console:?}");
    assert_eq!(seen("resource.html", "none.js"), 2, "{measured:?}");
    assert_eq!(seen("resource.html", "none.css"), 2, "{measured:?}");
}
