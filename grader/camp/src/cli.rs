//! The command line: what `clap` parses. The help text lies in the message catalogue, see [`command`].

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Command, CommandFactory, Parser, Subcommand, ValueEnum};
use diag::{Catalogue, Text, msg};

use crate::usage;

/// The hidden command that makes this program the compiler's child.
pub const WORKER: &str = "__nvrtc-worker";

/// The hidden command that makes this program TileLang's child.
pub const SANDBOX: &str = "__tilelang-worker";

/// Everything on camp's command line.
#[derive(Debug, Parser)]
#[command(name = "camp", version, disable_help_subcommand = true, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Cmd,
    /// Whether to colour the output.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,
    /// The language of findings, hints and prompts; checked by [`crate::session`].
    #[arg(long, global = true, value_name = "LANG")]
    pub lang: Option<String>,
}

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Cmd {
    /// Judge on every save.
    Watch(WatchArgs),
    /// Judge once.
    Verify(VerifyArgs),
    /// Run any kernel of any file.
    Run(RunArgs),
    /// What each line of a kernel does.
    Profile(ProfileArgs),
    /// How fast a kernel is on a real GPU.
    Bench(BenchArgs),
    /// The next level of hint.
    Hint(HintArgs),
    /// The exercises and how far you are.
    List(ListArgs),
    /// The original kernel again.
    Reset(ResetArgs),
    /// A learner's folder.
    Init(InitArgs),
    /// The book.
    Book(BookArgs),
    /// Progress, verdicts and measurements as a page.
    Report(ReportArgs),
    /// What was found and what is missing.
    Doctor,
    /// Fetch the compiler, and TileLang when asked for.
    Setup(SetupArgs),
    /// The folder of a new operator.
    New(NewArgs),
    /// For authors of exercises.
    #[command(subcommand)]
    Dev(DevCmd),
    /// TileLang's child process.
    #[command(name = SANDBOX, hide = true)]
    TilelangWorker {
        /// The interpreter.
        python: PathBuf,
        /// The folder that it may write to.
        scratch: PathBuf,
    },
    /// The compiler's child process.
    #[command(name = WORKER, hide = true)]
    NvrtcWorker {
        /// Handed on to the worker as they are.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
}

/// Commands for authors.
#[derive(Debug, Subcommand)]
pub enum DevCmd {
    /// Prove that every exercise does what it should.
    Check(CheckArgs),
    /// Record what NumPy computes.
    Record(RecordArgs),
    /// How fast the virtual GPU is.
    BenchVgpu(BenchVgpuArgs),
    /// Compare the virtual GPU with a real one on random kernels.
    DiffVgpu(DiffArgs),
}

/// `camp watch`.
#[derive(Debug, Args)]
pub struct WatchArgs {
    /// Where to start.
    pub name: Option<String>,
    /// Which kernels of the exercises.
    #[arg(long, value_enum, default_value = "nvidia")]
    pub backend: TracksChoice,
    /// Where the kernel runs.
    #[arg(long, value_enum, default_value = "auto")]
    pub device: DeviceChoice,
    /// The seed of the inputs.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Go on to the next exercise after a pass without a key.
    #[arg(long)]
    pub auto_advance: bool,
    /// A command that opens the kernel.
    #[arg(long, value_name = "COMMAND")]
    pub edit_cmd: Option<String>,
    /// Each finding on a line of its own besides, for editors.
    #[arg(long)]
    pub problems: bool,
}

/// A file that is not the learner's own.
#[derive(Debug, Args)]
pub struct KernelChoice {
    /// Another file in place of the exercise's.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["solution", "advanced"])]
    pub kernel: Option<PathBuf>,
    /// The solution.
    #[arg(long, conflicts_with = "advanced")]
    pub solution: bool,
    /// The solution that is written for speed.
    #[arg(long)]
    pub advanced: bool,
}

/// `camp verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Which exercises.
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// All of them.
    #[arg(long, conflicts_with_all = ["names", "kernel"])]
    pub all: bool,
    /// Which kernel of the exercise; nvidia's unless a file says otherwise.
    #[arg(long, value_enum)]
    pub backend: Option<BackendChoice>,
    /// Where the kernel runs.
    #[arg(long, value_enum, default_value = "auto")]
    pub device: DeviceChoice,
    /// Which file.
    #[command(flatten)]
    pub which: KernelChoice,
    /// For people or for programs.
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    /// Each finding on a line of its own besides, for editors.
    #[arg(long)]
    pub problems: bool,
    /// Whether findings are written whole.
    #[arg(long)]
    pub more: bool,
    /// The seed of the inputs.
    #[arg(long)]
    pub seed: Option<u64>,
}

/// `camp run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// The source or PTX file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Which kernel of the file.
    #[arg(long, value_name = "KERNEL")]
    pub entry: Option<String>,
    /// Blocks.
    #[arg(long, value_name = "X[,Y,Z]", default_value = "1")]
    pub grid: String,
    /// Threads of a block.
    #[arg(long, value_name = "X[,Y,Z]")]
    pub block: String,
    /// Dynamic shared memory.
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    pub shared: u32,
    /// One for each parameter.
    #[arg(long = "arg", value_name = "NAME=TYPE[COUNT]:FILL")]
    pub args: Vec<String>,
    /// Buffers to write to files.
    #[arg(long, value_name = "NAME=FILE")]
    pub dump: Vec<String>,
    /// Where the kernel runs.
    #[arg(long, value_enum, default_value = "auto")]
    pub device: DeviceChoice,
    /// For people or for programs.
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    /// Whether findings are written whole.
    #[arg(long)]
    pub more: bool,
    /// The seed of random fills.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Whether to count what each line does.
    #[arg(long)]
    pub profile: bool,
    /// What source is compiled for.
    #[arg(long, value_name = "ARCH", default_value = judge::FileJob::DEFAULT_ARCH)]
    pub arch: String,
    /// Folders of headers.
    #[arg(short = 'I', long, value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Macros.
    #[arg(short = 'D', long, value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// How long the kernel may run.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub timeout: u64,
}

/// `camp profile`.
#[derive(Debug, Args)]
pub struct ProfileArgs {
    /// Which exercise.
    pub name: String,
    /// Which of its cases; the largest when left out.
    #[arg(long)]
    pub case: Option<String>,
    /// Which kernel of the exercise; nvidia's unless a file says otherwise.
    #[arg(long, value_enum)]
    pub backend: Option<BackendChoice>,
    /// Which file.
    #[command(flatten)]
    pub which: KernelChoice,
    /// For people or for programs.
    #[arg(long, value_enum, default_value = "text")]
    pub format: ProfileFormat,
    /// Every line.
    #[arg(long)]
    pub more: bool,
    /// The seed of the inputs.
    #[arg(long)]
    pub seed: Option<u64>,
}

/// `camp bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Which exercise.
    pub name: String,
    /// Only one shape.
    #[arg(long)]
    pub case: Option<String>,
    /// Which kernel of the exercise; nvidia's unless a file says otherwise.
    #[arg(long, value_enum)]
    pub backend: Option<BackendChoice>,
    /// Where the kernel runs.
    #[arg(long, value_enum, default_value = "auto")]
    pub device: DeviceChoice,
    /// Which file.
    #[command(flatten)]
    pub which: KernelChoice,
    /// What else is measured.
    #[arg(long, value_enum)]
    pub baseline: Option<BaselineChoice>,
    /// For people or for programs.
    #[arg(long, value_enum, default_value = "text")]
    pub format: BenchFormat,
    /// The seed of the inputs.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Samples of each shape.
    #[arg(long, value_name = "N", default_value_t = judge::bench::SAMPLES, hide = true)]
    pub samples: u32,
    /// Without the solution.
    #[arg(long, hide = true)]
    pub alone: bool,
}

/// What a kernel is compared with besides the solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BaselineChoice {
    /// PyTorch.
    Torch,
}

/// `camp hint`.
#[derive(Debug, Args)]
pub struct HintArgs {
    /// For which exercise.
    pub name: String,
    /// Which kernel of the exercise; nvidia's unless a file says otherwise.
    #[arg(long, value_enum)]
    pub backend: Option<BackendChoice>,
}

/// `camp list`.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// Which kernels of the exercises.
    #[arg(long, value_enum, default_value = "nvidia")]
    pub backend: TracksChoice,
}

/// `camp reset`.
#[derive(Debug, Args)]
pub struct ResetArgs {
    /// Which exercise.
    #[arg(required_unless_present = "all")]
    pub name: Option<String>,
    /// Which kernel of the exercise; nvidia's unless a file says otherwise.
    #[arg(long, value_enum)]
    pub backend: Option<BackendChoice>,
    /// All of them.
    #[arg(long, conflicts_with = "name")]
    pub all: bool,
    /// Without asking.
    #[arg(long, short)]
    pub yes: bool,
}

/// `camp init`.
#[derive(Debug, Args)]
pub struct InitArgs {
    /// The folder to make.
    #[arg(default_value = "camp")]
    pub dir: PathBuf,
}

/// `camp book`.
#[derive(Debug, Args)]
pub struct BookArgs {
    /// Which page; the list of pages when left out.
    pub page: Option<String>,
    /// In the browser.
    #[arg(long)]
    pub open: bool,
}

/// `camp report`.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Where to write it.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// In the browser.
    #[arg(long)]
    pub open: bool,
}

/// `camp setup`.
#[derive(Debug, Args)]
pub struct SetupArgs {
    /// Fetch even when a compiler was found.
    #[arg(long)]
    pub fetch: bool,
    /// Of which CUDA.
    #[arg(long, value_enum, value_name = "MAJOR")]
    pub cuda: Option<CudaChoice>,
    /// Fetch TileLang as well.
    #[arg(long)]
    pub tilelang: bool,
}

/// A major version of CUDA that camp can fetch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CudaChoice {
    /// For drivers older than CUDA 13.
    #[value(name = "12")]
    Twelve,
    /// The newest.
    #[value(name = "13")]
    Thirteen,
}

/// `camp new`.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// What it is called.
    pub name: String,
    /// The exercise whose form it gets.
    #[arg(long, value_name = "EXERCISE", default_value = "vector_add")]
    pub like: String,
    /// List the files and write none.
    #[arg(long)]
    pub dry_run: bool,
}

/// `camp dev record`.
#[derive(Debug, Args)]
pub struct RecordArgs {
    /// Which exercises.
    #[arg(value_name = "NAME", required = true)]
    pub names: Vec<String>,
}

/// `camp dev check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Which exercises; all when none is named.
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Only the control kernels with such a name.
    #[arg(long, value_name = "PATTERN")]
    pub only: Option<String>,
    /// For people or for programs.
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    /// The seed of the inputs.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Which kernels of the exercises; all that can be judged when left out.
    #[arg(long, value_enum)]
    pub backend: Option<BackendChoice>,
}

/// `camp dev bench-vgpu`.
#[derive(Debug, Args)]
pub struct BenchVgpuArgs {
    /// Only the launches with such a name.
    #[arg(long, value_name = "PATTERN")]
    pub only: Option<String>,
    /// The median of so many rounds.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub rounds: usize,
    /// Cores for each launch; all of them, unless said.
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// With every check, or with bounds alone.
    #[arg(long, value_enum, default_value = "both")]
    pub checks: ChecksChoice,
    /// Leave out gcc and PoCL.
    #[arg(long)]
    pub no_baselines: bool,
    /// For people or for programs.
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// Whether the checks run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ChecksChoice {
    /// Every check.
    On,
    /// Bounds alone.
    Off,
    /// One after the other.
    Both,
}

/// `camp dev diff-vgpu`.
#[derive(Debug, Args)]
pub struct DiffArgs {
    /// The kernels.
    #[arg(long, value_name = "FROM..TO")]
    pub seeds: String,
    /// How many at a time.
    #[arg(long)]
    pub jobs: Option<usize>,
    /// With what the virtual GPU is compared.
    #[arg(long, value_enum, default_value = "auto")]
    pub device: DeviceChoice,
    /// For people or for programs.
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    /// Where to write what the GPU answered.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

/// Which of an exercise's kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BackendChoice {
    /// CUDA C++, `nvidia/kernel.cuh`.
    Nvidia,
    /// TileLang, `tilelang/kernel.py`.
    Tilelang,
    /// A stub that says so.
    Metax,
}

/// Which kernels of the exercises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TracksChoice {
    /// CUDA C++.
    Nvidia,
    /// TileLang.
    Tilelang,
    /// One after the other, exercise by exercise.
    Both,
    /// A stub that says so.
    Metax,
}

/// Where kernels run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DeviceChoice {
    /// The best there is.
    Auto,
    /// A real GPU.
    Gpu,
    /// The virtual GPU.
    Virtual,
}

/// How results are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
    /// One line for each finding, for editors.
    Concise,
}

/// How a profile is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ProfileFormat {
    /// For people.
    Text,
    /// One JSON object.
    Json,
}

/// How measurements are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BenchFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
    /// A header and one line for each shape.
    Csv,
}

/// The command line with its help text in the catalogue's language.
pub fn command(catalogue: &Catalogue) -> Command {
    localize(Cli::command(), "", catalogue)
}

/// Replaces the help of `command` (whose path is `path`, such as `dev check`) and of all below it.
fn localize(command: Command, path: &str, catalogue: &Catalogue) -> Command {
    let mut command = match help(path) {
        Some(text) => command.about(catalogue.get(&text)),
        None => command,
    };
    command = command.mut_args(|arg| match arg_help(path, arg.get_id().as_str()) {
        Some(text) => arg.help(catalogue.get(&text)),
        None => arg,
    });
    command = command.mut_subcommands(|sub| {
        let below = if path.is_empty() { sub.get_name().to_owned() } else { format!("{path} {}", sub.get_name()) };
        localize(sub, &below, catalogue)
    });
    usage::localize(command, catalogue)
}

/// What a command does.
fn help(path: &str) -> Option<Text> {
    Some(match path {
        "" => msg!("camp-help"),
        "watch" => msg!("camp-help-watch"),
        "verify" => msg!("camp-help-verify"),
        "run" => msg!("camp-help-run"),
        "profile" => msg!("camp-help-profile"),
        "bench" => msg!("bench-help"),
        "hint" => msg!("camp-help-hint"),
        "list" => msg!("camp-help-list"),
        "reset" => msg!("camp-help-reset"),
        "init" => msg!("camp-help-init"),
        "book" => msg!("camp-help-book"),
        "report" => msg!("camp-help-report"),
        "doctor" => msg!("camp-help-doctor"),
        "setup" => msg!("camp-help-setup"),
        "new" => msg!("camp-help-new"),
        "dev" => msg!("camp-help-dev"),
        "dev check" => msg!("camp-help-dev-check"),
        "dev record" => msg!("camp-help-dev-record"),
        "dev bench-vgpu" => msg!("camp-help-dev-bench-vgpu"),
        "dev diff-vgpu" => msg!("camp-help-dev-diff"),
        _ => return None,
    })
}

/// What an argument is for; most mean the same in every command.
fn arg_help(path: &str, arg: &str) -> Option<Text> {
    Some(match (path, arg) {
        (_, "color") => msg!("camp-help-arg-color"),
        (_, "lang") => msg!("camp-help-arg-lang"),
        (_, "backend") => msg!("camp-help-arg-backend"),
        (_, "seed") => msg!("camp-help-arg-seed"),
        ("profile", "more") => msg!("camp-help-arg-every-line"),
        ("profile", "format") => msg!("camp-help-arg-profile-format"),
        ("profile", "solution") => msg!("camp-help-arg-profile-solution"),
        ("bench", "advanced") => msg!("bench-help-advanced"),
        (_, "advanced") => msg!("camp-help-arg-advanced"),
        ("profile", "kernel") => msg!("camp-help-arg-profile-kernel"),
        ("bench", "case") => msg!("bench-help-case"),
        ("bench", "format") => msg!("bench-help-format"),
        ("bench", "solution") => msg!("bench-help-solution"),
        ("bench", "kernel") => msg!("bench-help-kernel"),
        ("bench", "device") => msg!("bench-help-device"),
        ("bench", "baseline") => msg!("bench-help-baseline"),
        ("bench", "samples") => msg!("bench-help-samples"),
        ("bench", "alone") => msg!("bench-help-alone"),
        (_, "case") => msg!("camp-help-arg-case"),
        ("run", "profile") => msg!("camp-help-arg-run-profile"),
        (_, "more") => msg!("camp-help-arg-more"),
        (_, "format") => msg!("camp-help-arg-format"),
        ("run", "file") => msg!("camp-help-arg-run-file"),
        ("run", "entry") => msg!("camp-help-arg-entry"),
        ("run", "grid") => msg!("camp-help-arg-grid"),
        ("run", "block") => msg!("camp-help-arg-block"),
        ("run", "shared") => msg!("camp-help-arg-shared"),
        ("run", "args") => msg!("camp-help-arg-args"),
        ("run", "dump") => msg!("camp-help-arg-dump"),
        ("run", "arch") => msg!("camp-help-arg-arch"),
        ("run", "include") => msg!("camp-help-arg-include"),
        ("run", "define") => msg!("camp-help-arg-define"),
        ("run", "timeout") => msg!("camp-help-arg-timeout"),
        ("dev diff-vgpu", "device") => msg!("camp-help-arg-diff-device"),
        (_, "device") => msg!("camp-help-arg-device"),
        (_, "seeds") => msg!("camp-help-arg-seeds"),
        (_, "jobs") => msg!("camp-help-arg-jobs"),
        (_, "record") => msg!("camp-help-arg-record"),
        ("watch", "name") => msg!("camp-help-arg-start"),
        ("dev check", "only") => msg!("camp-help-arg-only"),
        ("dev bench-vgpu", "only") => msg!("camp-help-arg-bench-only"),
        (_, "rounds") => msg!("camp-help-arg-rounds"),
        (_, "threads") => msg!("camp-help-arg-threads"),
        (_, "checks") => msg!("camp-help-arg-checks"),
        (_, "no_baselines") => msg!("camp-help-arg-no-baselines"),
        ("new", "name") => msg!("camp-help-arg-new-name"),
        (_, "like") => msg!("camp-help-arg-like"),
        (_, "dry_run") => msg!("camp-help-arg-dry-run"),
        ("dev check", "names") => msg!("camp-help-arg-check-names"),
        (_, "name" | "names") => msg!("camp-help-arg-name"),
        (_, "all") => msg!("camp-help-arg-all"),
        (_, "kernel") => msg!("camp-help-arg-kernel"),
        (_, "solution") => msg!("camp-help-arg-solution"),
        (_, "yes") => msg!("camp-help-arg-yes"),
        (_, "dir") => msg!("camp-help-arg-dir"),
        (_, "auto_advance") => msg!("camp-help-arg-auto-advance"),
        (_, "problems") => msg!("camp-help-arg-problems"),
        (_, "edit_cmd") => msg!("camp-help-arg-edit-cmd"),
        (_, "page") => msg!("camp-help-arg-page"),
        ("report", "open") => msg!("camp-help-arg-report-open"),
        (_, "out") => msg!("camp-help-arg-out"),
        (_, "open") => msg!("camp-help-arg-open"),
        (_, "fetch") => msg!("camp-help-arg-fetch"),
        (_, "cuda") => msg!("camp-help-arg-cuda"),
        (_, "tilelang") => msg!("camp-help-arg-tilelang"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_and_argument_has_a_help_text() {
        fn walk(command: &Command, path: &str) {
            if command.is_hide_set() {
                return;
            }
            assert!(help(path).is_some(), "no help for `{path}`");
            for arg in command.get_arguments() {
                let id = arg.get_id().as_str();
                assert!(matches!(id, "help" | "version") || arg_help(path, id).is_some(), "no help for `{path} {id}`");
            }
            for sub in command.get_subcommands() {
                let below =
                    if path.is_empty() { sub.get_name().to_owned() } else { format!("{path} {}", sub.get_name()) };
                walk(sub, &below);
            }
        }
        walk(&Cli::command(), "");
    }
}
