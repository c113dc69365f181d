//! Fragments that cannot be spread over the threads in a way that suits every use.
//!
//! TileLang says neither which statements disagree nor where they are; the worker finds out by leaving statements out.

use diag::{Label, Text, msg};

use super::learner::{Access, Learner, Use, captures};
use super::said::Said;

/// Explains a layout that cannot be found.
pub fn explain(learner: &Learner<'_>) -> Option<Said> {
    let message = learner.failure.message.as_str();
    if let Some(groups) = learner
        .captured(r"^Cannot lower access to thread-distributed fragment `(\w+)`.*non-parallel loop variable `(\w+)`")
    {
        return Some(serial(groups[0], learner));
    }
    if let Some(groups) = learner
        .captured(r"StructuralEqual\(\)\(it->second\.indices, indices\)\) is false: (\w+): (\(.*\)) and (\(.*\))")
    {
        let said =
            Said::verbatim(msg!("tilelang-two-indices-title", name = groups[0], first = groups[1], second = groups[2]));
        // TileLang names the line that makes the fragment.
        let used = learner.uses.iter().rfind(|statement| statement.kind == "parallel").and_then(|used| used.line);
        let access = format!(r"\b({}\[[^\]]*\])", groups[0]);
        let said = said.at(used.and_then(|line| learner.find_after(line, &access)));
        let said = said.note(msg!("tilelang-fragment-note", name = groups[0]));
        return Some(said.help(msg!("tilelang-through-shared-help", name = groups[0])));
    }
    if message.contains("CanProveEqual(abs(source->scale), 1)") || message.contains("CanProveDivisible(splits[lowest]")
    {
        return Some(match learner.uses.iter().find(|statement| statement.kind == "store") {
            Some(store) => element(store, learner),
            None => conflict(learner),
        });
    }
    let is_layout = [
        "no available layout found",
        "Layout infer conflict",
        "Layout may conflict",
        "loop layout",
        "Loop layout",
        "Layout inference failed",
    ]
    .iter()
    .any(|words| message.contains(words));
    is_layout.then(|| conflict(learner))
}

/// Marks the operation of a kind, such as `gemm`, that is refused.
pub fn with_operation(said: Said, kind: &str, learner: &Learner<'_>) -> Said {
    let line = learner.uses.iter().rfind(|statement| statement.kind == kind).and_then(|statement| statement.line);
    match line.filter(|_| learner.failure.line.is_none() && said.at.is_none()) {
        Some(line) => said.at(learner.line(line)),
        None => with_uses(said, learner),
    }
}

/// Marks the statements that are refused together, the last of them as the place of the fault.
pub fn with_uses(mut said: Said, learner: &Learner<'_>) -> Said {
    if learner.failure.line.is_some() || said.at.is_some() {
        return said;
    }
    let mut lines: Vec<u32> = learner.uses.iter().filter_map(|statement| statement.line).collect();
    lines.dedup();
    if let Some((last, others)) = lines.split_last() {
        said.at = learner.line(*last);
        let mark = |line: &u32| Some(Label::secondary(learner.line(*line)?).with_text(msg!("tilelang-together-mark")));
        said.others.extend(others.iter().filter_map(mark));
    }
    said
}

/// The loop over a fragment's elements that each thread would run by itself.
fn serial(name: &str, learner: &Learner<'_>) -> Said {
    let said = with_uses(Said::verbatim(msg!("tilelang-serial-title", name = name)), learner);
    said.note(msg!("tilelang-fragment-note", name = name)).help(msg!("tilelang-serial-help"))
}

/// An element of a fragment outside of `T.Parallel`.
fn element(store: &Use, learner: &Learner<'_>) -> Said {
    let fragment = store.buffers.iter().find(|access| access.is_fragment());
    let name = fragment.map_or("", |access| access.name.as_str());
    let at = store
        .line
        .and_then(|line| learner.find_on(line, &format!(r"\b({name}\[[^\]]*\])")).or_else(|| learner.line(line)));
    let said = Said::new(msg!("tilelang-element-of-title", name = name)).at(at);
    let is_sum =
        store.line.and_then(|line| learner.sources.line(learner.file, line)).is_some_and(|line| line.contains("+="));
    let said = said.note(msg!("tilelang-fragment-note", name = name));
    if is_sum { said.help(msg!("tilelang-serial-help")) } else { said.help(msg!("tilelang-element-help")) }
}

/// Uses that want a fragment spread in different ways.
fn conflict(learner: &Learner<'_>) -> Said {
    let uses = &learner.uses;
    if let Some(store) =
        uses.iter().find(|statement| statement.kind == "store" && statement.buffers.iter().any(Access::is_fragment))
    {
        return element(store, learner);
    }
    if let Some((statement, odd)) = uses.iter().find_map(|statement| Some((statement, unlike(statement)?))) {
        return indexed(statement, odd, learner);
    }
    let threads = learner.n_threads();
    if threads % 32 != 0 || threads.count_ones() != 1 {
        let said = with_uses(Said::new(msg!("tilelang-layout-threads-title", threads = threads)), learner);
        return said
            .other(learner.find(r"\bthreads\s*=\s*\d+"), msg!("tilelang-threads-mark"))
            .note(msg!("tilelang-layout-note"))
            .help(msg!("tilelang-threads-help"));
    }
    let fragments = shared_fragments(uses);
    let title = match fragments.first() {
        Some(name) => msg!("tilelang-layout-of-title", name = *name),
        None => msg!("tilelang-layout-title"),
    };
    let said = with_uses(Said::new(title), learner).note(msg!("tilelang-layout-note"));
    let said = match sizes(uses) {
        Some(note) => said.note(note),
        None => said,
    };
    said.help(msg!("tilelang-layout-help"))
}

/// Names of the fragments that all statements access.
fn shared_fragments(uses: &[Use]) -> Vec<&str> {
    let Some(first) = uses.first() else { return Vec::new() };
    let is_in = |name: &str, statement: &Use| statement.buffers.iter().any(|access| access.name == name);
    let names = first.buffers.iter().filter(|access| access.is_fragment()).map(|access| access.name.as_str());
    names.filter(|name| uses.iter().all(|statement| is_in(name, statement))).collect()
}

/// Loops of different extents over the same fragment.
fn sizes(uses: &[Use]) -> Option<Text> {
    let loops: Vec<&Use> = uses.iter().filter(|statement| statement.kind == "parallel").collect();
    let [first, second, ..] = loops.as_slice() else { return None };
    if first.extents == second.extents {
        return None;
    }
    Some(msg!("tilelang-loops-note", first = extents(first), second = extents(second)))
}

fn extents(statement: &Use) -> String {
    let extents = statement.extents.iter().map(|extent| extent.map_or("?".to_owned(), |extent| extent.to_string()));
    extents.collect::<Vec<_>>().join(" × ")
}

/// The fragment that a loop accesses in another order than its variables come, or shifted.
fn unlike(statement: &Use) -> Option<&Access> {
    if statement.kind != "parallel" {
        return None;
    }
    statement.buffers.iter().filter(|access| access.is_fragment()).find(|access| {
        access.indices.iter().any(|indices| {
            let words: Vec<&str> = indices.split(", ").collect();
            let positions: Option<Vec<usize>> =
                words.iter().map(|word| statement.loops.iter().position(|name| name == word)).collect();
            // The row of a tile is `[i]` with `i` the first variable; its column `[j]` is spread in another way.
            match positions {
                Some(positions) => positions.iter().enumerate().any(|(at, position)| at != *position),
                None => words.iter().any(|word| word.parse::<i64>().is_err() && captures(r"[%*+/-]", word).is_some()),
            }
        })
    })
}

/// A loop that accesses fragments at elements which different threads hold.
fn indexed(statement: &Use, odd: &Access, learner: &Learner<'_>) -> Said {
    let indices = odd.indices.first().map_or("", String::as_str);
    let wanted = statement.loops.join(", ");
    let found = format!("{}[{indices}]", odd.name);
    let line = statement.line.unwrap_or(0);
    // The statement is the loop; the access stands in its body.
    let compact = |text: &str| text.replace(' ', "");
    let needle = compact(&found);
    let body =
        learner.lines().skip_while(|(number, _)| *number < line).find(|(_, text)| compact(text).contains(&needle));
    let at = body.and_then(|(number, _)| {
        learner
            .find_on(number, &format!(r"\b({}\[{}\])", odd.name, regex_lite::escape(indices)))
            .or_else(|| learner.line(number))
    });
    let access =
        at.or_else(|| learner.find_after(line, &format!(r"\b({}\[[^\]]*\])", odd.name))).or_else(|| learner.line(line));
    let said = Said::new(msg!("tilelang-index-order-title", access = found, loops = wanted.as_str()))
        .at(access)
        .other(learner.line(line), msg!("tilelang-loop-mark"))
        .note(msg!("tilelang-fragment-note", name = &odd.name));
    said.help(msg!("tilelang-through-shared-help", name = &odd.name))
}
