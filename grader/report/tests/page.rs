//! The page's structure, whatever it is about, and that nobody's text becomes markup.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod common;

use std::collections::BTreeSet;

use common::{bench, exercise, exercises, little, long, much, page, row, verdict};
use diag::Lang;
use exercise::{Loaded, Record};

/// A tag: its name without `/`, its attributes as they stand, and whether it opens, closes or stands alone.
#[derive(Debug, PartialEq)]
struct Tag<'a> {
    name: &'a str,
    attributes: &'a str,
    kind: Kind,
    /// The text up to the next tag.
    text: &'a str,
}

#[derive(Debug, PartialEq)]
enum Kind {
    Opens,
    Closes,
    Alone,
}

/// The tags of a page, as a browser finds them.
fn tags(html: &str) -> Vec<Tag<'_>> {
    const ALONE: [&str; 2] = ["meta", "wbr"];
    let mut tags = Vec::new();
    let mut rest = html;
    while let Some((_, after)) = rest.split_once('<') {
        if after.starts_with('!') {
            rest = after.split_once('>').expect("a comment ends").1;
            continue;
        }
        // An attribute's value may hold a `>`.
        let mut quoted = false;
        let end = after.find(|c| {
            quoted ^= c == '"';
            c == '>' && !quoted
        });
        let (tag, behind) = after.split_at(end.expect("a tag ends"));
        let (tag, closes) = tag.strip_prefix('/').map_or((tag, false), |tag| (tag, true));
        let (name, attributes) = tag.split_once([' ', '/']).unwrap_or((tag, ""));
        let kind = match (closes, tag.ends_with('/') || ALONE.contains(&name)) {
            (true, _) => Kind::Closes,
            (false, true) => Kind::Alone,
            (false, false) => Kind::Opens,
        };
        rest = &behind[1..];
        tags.push(Tag { name, attributes, kind, text: rest.split('<').next().unwrap_or(rest).trim() });
    }
    tags
}

/// What every page is: whole, self-contained and without a script.
fn check_sound(html: &str) {
    assert!(html.starts_with(report::BEGINNING));
    let tags = tags(html);
    let mut open = Vec::new();
    for tag in &tags {
        match tag.kind {
            Kind::Opens => open.push(tag.name),
            Kind::Closes => assert_eq!(open.pop(), Some(tag.name), "tags are closed in their order"),
            Kind::Alone => {}
        }
    }
    assert_eq!(open, [] as [&str; 0], "every tag is closed");
    let names: BTreeSet<&str> = tags.iter().map(|tag| tag.name).collect();
    let known = "article body circle code desc details div figcaption figure footer h1 h2 h3 h4 head header html line main \
         meta p path polygon polyline rect section span style summary svg table tbody td text tfoot th thead title tr wbr";
    let known: BTreeSet<&str> = known.split_whitespace().collect();
    assert!(names.is_subset(&known), "{:?}", names.difference(&known));
    for tag in &tags {
        for name in attribute_names(tag) {
            let is_known = !name.starts_with("on") && !["src", "href", "style"].contains(&name);
            assert!(is_known, "`{name}` in a tag: {}", tag.attributes);
        }
        for foreign in ["http:", "https:", "url(", "@import", "\"NaN", "\"inf", "report-"] {
            assert!(!tag.attributes.contains(foreign), "`{foreign}` in a tag: {}", tag.attributes);
        }
    }
    assert!(html.contains("default-src 'none'"), "the browser is told to load nothing");
    let pictures = tags.iter().filter(|tag| tag.name == "svg" && tag.kind == Kind::Opens);
    for picture in pictures {
        let is_silent = picture.attributes.contains("aria-hidden=\"true\"");
        let is_said = picture.attributes.contains("role=\"img\" ") && picture.attributes.contains("aria-label=\"");
        assert!(is_silent != is_said, "a picture without a text in its place: {}", picture.attributes);
    }
    // A message that the catalogue lacks shows as its id.
    let unsaid = tags.iter().find(|tag| tag.text.contains("report-"));
    assert_eq!(unsaid, None, "a message is missing");
}

/// The names of a tag's attributes: what stands outside quotes.
fn attribute_names<'a>(tag: &Tag<'a>) -> Vec<&'a str> {
    let outside = tag.attributes.split('"').step_by(2).flat_map(str::split_whitespace);
    outside.map(|name| name.trim_end_matches(['=', '/'])).filter(|name| !name.is_empty()).collect()
}

/// The value of an attribute.
fn attribute<'a>(tag: &Tag<'a>, name: &str) -> &'a str {
    let (_, value) = tag.attributes.split_once(&format!("{name}=\"")).unwrap_or_default();
    value.split('"').next().unwrap_or_default()
}

/// Headings, paragraphs, and for each table its rows and pictures: a line each, what repeats counted.
fn outline(html: &str) -> String {
    let mut lines: Vec<(String, usize)> = Vec::new();
    for tag in tags(html).iter().filter(|tag| tag.kind == Kind::Opens) {
        let line = match tag.name {
            "h1" | "h2" | "h3" | "h4" => format!("{} {}", tag.name, tag.text),
            "table" | "section" => format!("{} {}{}", tag.name, attribute(tag, "class"), attribute(tag, "id")),
            "svg" => format!("  svg {}", attribute(tag, "class")),
            "tr" => "  row".to_owned(),
            "p" | "figure" | "details" | "footer" => tag.name.to_owned(),
            _ => continue,
        };
        match lines.last_mut().filter(|(last, _)| *last == line) {
            Some((_, count)) => *count += 1,
            None => lines.push((line, 1)),
        }
    }
    let line = |(line, count): (String, usize)| if count == 1 { line } else { format!("{line} × {count}") };
    lines.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn nothing_has_happened_yet() {
    let html = page(exercises(Lang::En, 0), &Loaded::default(), Lang::En);
    check_sound(&html);
    let expected = "h1 Your progress\np\nsection exercises\nh2 Exercises\ntable progress\n  row × 5\nsection verdicts\n\
         h2 Verdicts\np\nsection speed\nh2 Speed\np × 3\nfooter\np";
    assert_eq!(outline(&html), expected);
    for said in ["0 of 4 exercises passed.", "<code>camp watch</code>", "<code>camp bench copy</code>", "camp profile"]
    {
        assert!(html.contains(said), "{said}");
    }
    assert!(!html.contains("<svg"), "no empty plots");
}

#[test]
fn an_afternoon() {
    let html = page(exercises(Lang::En, 1), &little(), Lang::En);
    check_sound(&html);
    let expected = "\
h1 Your progress
p
section exercises
h2 Exercises
table progress
  row × 5
section verdicts
h2 Verdicts
p
h3 Copy
table lanes
  row × 2
  svg lane
  row
  svg lane
  row
  svg lane
  row
details
table edits
  row × 4
h3 Vector addition
table lanes
  row × 2
  svg lane
  row
details
table edits
  row × 2
section speed
h2 Speed
h3 Copy
p
table shapes
  row × 2
  svg share
  row
  svg share
  row
  svg share
  row
  svg share
  row
  svg share
  row
  svg share
p
  svg marker long
  svg marker × 3
h4 Latency by version
p
figure
  svg plot small
figure
  svg plot small
figure
  svg plot small
figure
  svg plot small
figure
  svg plot small
figure
  svg plot small
p
  svg marker long × 3
footer
p";
    assert_eq!(outline(&html), expected);
    for said in [
        "1 of 4 exercises passed.",
        "Since 2026-11-02, camp has judged 4 versions",
        "unwritten-output",
        "NVIDIA H200, 2026-11-02 09:33",
        "6.81 → 4.31 µs",
        "From 6.81 to 4.31 µs in 2 versions.",
    ] {
        assert!(html.contains(said), "{said}");
    }
    // The roofline has an axis of operations per byte, and a copy has none.
    assert!(!html.contains("Roofline"), "no picture without a point");
}

#[test]
fn months() {
    for lang in Lang::ALL {
        let html = page(exercises(lang, 3), &much(), lang);
        check_sound(&html);
        assert!(html.len() < 500_000, "{} bytes", html.len());
        let count = |what: &str| html.matches(what).count();
        assert_eq!(count("class=\"plot wide\""), 1);
        assert_eq!(count("class=\"plot narrow\""), 1);
        assert_eq!(count("class=\"plot small\""), 6 + 6 + 7 + 7);
        assert_eq!(count("class=\"verdict "), 4 * 50, "the newest fifty of each in tables");
        assert_eq!(count("<details>"), 4);
    }
    let html = page(exercises(Lang::En, 3), &much(), Lang::En);
    for said in ["1,200 versions", "300 versions", "3 lines of <code>.camp/history.jsonl</code> could not be read"] {
        assert!(html.contains(said), "{said}");
    }
    let chinese = page(exercises(Lang::Zh, 3), &much(), Lang::Zh);
    assert!(
        chinese.contains("<html lang=\"zh-Hans\">") && chinese.contains("300 个版本") && chinese.contains("屋顶线")
    );
    assert!(!chinese.contains("。 "), "no space between two sentences");
}

#[test]
fn a_roofline_has_one_roof() {
    let (exercises, loaded) = long(Lang::En);
    let html = page(exercises, &loaded, Lang::En);
    check_sound(&html);
    assert!(
        html.contains("Measured on another GPU, and so not in this picture: Copy, Vector addition, Sum over rows.")
    );
}

#[test]
fn one_measurement_is_no_plot() {
    let records = vec![bench(common::START, "softmax", 1, vec![row("1×1", "f32", 8.0, 5.0, 2.0)])];
    let html = page(exercises(Lang::En, 0), &Loaded { records, n_unreadable: 0 }, Lang::En);
    check_sound(&html);
    assert!(html.contains("One version has been measured so far.") && !html.contains("plot small"));
    assert!(html.contains("No kernel has been judged yet."), "measurements without verdicts, as of another machine");
}

#[test]
fn text_from_a_history_is_no_markup() {
    let bad = "<script>alert(1)</script>\"><img src=x onerror='alert(2)'>{{ 7 * 7 }}{% raw %}&amp;`<b>`";
    let mut records = vec![verdict(1, bad, 1, bad, &[bad]), verdict(2, bad, 2, "failed", &[bad, bad])];
    for time in [3, 4] {
        let mut rows = vec![row(bad, bad, 8.0, 5.0, 2.0)];
        rows[0].case = bad.to_owned();
        let Record::Bench(mut record) = bench(time, bad, time, rows) else { unreachable!("bench makes one") };
        record.gpu = bad.to_owned();
        bad.clone_into(&mut record.backend);
        records.push(Record::Bench(record));
    }
    let mut shown = exercise(bad, bad, false);
    shown.last_finding = Some(bad.to_owned());
    for lang in Lang::ALL {
        let html = page(vec![shown.clone()], &Loaded { records: records.clone(), n_unreadable: 0 }, lang);
        // Tags, attributes and quotes of its own would show here.
        check_sound(&html);
        assert!(!html.contains("<script") && !html.contains("<img") && !html.contains("<b>"));
        assert!(html.contains("&lt;script&gt;alert(1)") && html.contains("{{ 7 * 7 }}") && html.contains("&amp;amp;"));
    }
}

#[test]
fn numbers_from_a_history_are_never_trusted() {
    let rows = |bytes, flops, us| vec![row("1×1", "f32", bytes, flops, us)];
    let extreme = [f64::MIN_POSITIVE, 2e-6, 1.0, 9e17, f64::MAX];
    let mut records = Vec::new();
    for (kernel, bytes) in (0..).zip(extreme) {
        for flops in extreme {
            for us in extreme {
                records.push(bench(u64::MAX - 60, "softmax", kernel, rows(bytes, flops, us)));
            }
        }
    }
    for number in 1..=records.len() {
        let records = records[number.saturating_sub(2)..number].to_vec();
        check_sound(&page(exercises(Lang::En, 0), &Loaded { records, n_unreadable: 0 }, Lang::En));
    }
}

#[test]
fn colours_can_be_read() {
    let css = include_str!("../../../templates/report.css");
    let (light, rest) = css.split_once("@media (prefers-color-scheme: dark)").unwrap();
    let dark = rest.split_once("@media print").unwrap().0;
    let luminance = |colour: &str| {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    };
    for (name, theme) in [("light", light), ("dark", dark)] {
        let colour = |name: &str| {
            let (_, value) = theme.split_once(&format!("--{name}: ")).unwrap_or_else(|| panic!("no --{name}"));
            luminance(value.split(';').next().unwrap())
        };
        let paper = colour("paper");
        // WCAG 2: text, and pictures that mean something.
        let kinds = [(4.5, vec!["ink", "muted", "passed", "failed"]), (3.0, vec!["own", "solution", "torch", "error"])];
        for (least, names) in kinds {
            for used in names {
                let (a, b) = (paper.max(colour(used)) + 0.05, paper.min(colour(used)) + 0.05);
                assert!(a / b >= least, "--{used} on --paper has {:.2} in {name}", a / b);
            }
        }
    }
}

#[test]
fn what_is_unsound_is_seen() {
    let html = page(exercises(Lang::En, 0), &Loaded::default(), Lang::En);
    let fails = |html: String| std::panic::catch_unwind(move || check_sound(&html)).is_err();
    assert!(!fails(html.clone()));
    for (from, to) in [
        ("</main>", "<script>x</script></main>"),
        ("</main>", "<p></main>"),
        ("<h1>", "<h1 onclick=\"x\">"),
        ("<h1>", "<h1 class=\"https://x\">"),
        ("</main>", "<svg role=\"img\"></svg></main>"),
        ("Verdicts", "report-history"),
    ] {
        assert!(html.contains(from));
        assert!(fails(html.replacen(from, to, 1)), "{to}");
    }
}
