//! What clap would say in English only: the layout of `--help`, and what is wrong with a command line.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};
use diag::{Catalogue, Text, msg};

/// Where the options that every command has stand in its help.
const LAST: usize = 1000;

/// Gives a command the catalogue's headings, and each of its arguments its values in the catalogue's words. The texts that
/// say what commands and arguments are for are set already.
pub fn localize(command: Command, catalogue: &Catalogue) -> Command {
    let say = |text: Text| catalogue.get(&text);
    let has_commands = command.get_subcommands().any(|sub| !sub.is_hide_set());
    let has_positionals = command.get_positionals().next().is_some();
    let style = *command.get_styles().get_header();
    let heading = |text: Text| format!("{style}{}{style:#}", say(text));
    // The style ends where the command itself begins.
    let usage = say(msg!("camp-usage-usage", usage = format!("{style:#}{{usage}}")));
    let mut template = format!("{{about-with-newline}}\n{style}{usage}\n");
    if has_commands {
        template += &format!("\n{}\n{{subcommands}}\n", heading(msg!("camp-usage-commands")));
    }
    if has_positionals {
        template += &format!("\n{}\n{{positionals}}\n", heading(msg!("camp-usage-arguments")));
    }
    template += &format!("\n{}\n{{options}}", heading(msg!("camp-usage-options")));
    // clap's own two speak English, and put what they say behind everything else.
    let is_root = command.get_version().is_some();
    let own = |name: &'static str, short: char, action: ArgAction, text: Text| {
        Arg::new(name).short(short).long(name).action(action).help(say(text)).display_order(LAST)
    };
    let help = own("help", 'h', ArgAction::Help, msg!("camp-usage-help"));
    let version = own("version", 'V', ArgAction::Version, msg!("camp-usage-version"));
    let mut command = command
        .mut_args(|arg| values(arg, catalogue))
        .help_template(template)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(help);
    if is_root {
        command = command.arg(version);
    }
    command
}

/// Appends to an argument's help which values it takes, and which one is meant when it is left out.
fn values(arg: Arg, catalogue: &Catalogue) -> Arg {
    let Some(help) = arg.get_help().map(ToString::to_string).filter(|_| arg.get_action().takes_values()) else {
        return arg;
    };
    let values: Vec<String> = arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    let default: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    let (values, default) = (values.join(", "), default.join(", "));
    let text = match (values.is_empty(), default.is_empty()) {
        (false, false) => msg!("camp-usage-values-default", help = help, values = values, default = default),
        (false, true) => msg!("camp-usage-values", help = help, values = values),
        (true, false) => msg!("camp-usage-default", help = help, default = default),
        (true, true) => return arg,
    };
    arg.help(catalogue.get(&text)).hide_possible_values(true).hide_default_value(true)
}

/// What is wrong with a command line that clap refuses, and how to write it.
pub fn complaint(error: &clap::Error, command: &Command) -> Vec<Text> {
    let given = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    };
    let arg = given(ContextKind::InvalidArg);
    let what = match error.kind() {
        ErrorKind::UnknownArgument => match given(ContextKind::SuggestedArg) {
            similar if similar.is_empty() => msg!("camp-usage-unknown", arg = arg),
            similar => msg!("camp-usage-unknown-similar", arg = arg, similar = similar),
        },
        ErrorKind::InvalidSubcommand => {
            let name = given(ContextKind::InvalidSubcommand);
            match given(ContextKind::SuggestedSubcommand) {
                similar if similar.is_empty() => {
                    msg!("camp-usage-no-command", name = name, commands = commands(command))
                }
                similar => msg!("camp-usage-no-command-similar", name = name, similar = similar),
            }
        }
        ErrorKind::MissingSubcommand => {
            let name = given(ContextKind::InvalidSubcommand);
            let known = given(ContextKind::ValidSubcommand);
            let known: Vec<&str> = known.split(", ").filter(|known| !is_hidden(command, known)).collect();
            msg!("camp-usage-which-command", name = name, commands = known.join(", "))
        }
        ErrorKind::MissingRequiredArgument => msg!("camp-usage-missing", arg = arg),
        ErrorKind::ArgumentConflict => {
            msg!("camp-usage-conflict", arg = arg, other = given(ContextKind::PriorArg))
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            match (given(ContextKind::InvalidValue), given(ContextKind::ValidValue)) {
                (value, _) if value.is_empty() => msg!("camp-usage-no-value", arg = arg),
                (value, valid) if valid.is_empty() => msg!("camp-usage-bad-value", arg = arg, value = value),
                (value, valid) => msg!("camp-usage-other-value", arg = arg, value = value, valid = valid),
            }
        }
        // What else clap may say is about command lines that camp does not have: better its own words than none.
        _ => {
            let whole = error.to_string();
            let line = whole.lines().next().unwrap_or_default();
            msg!("camp-usage-other", detail = line.strip_prefix("error: ").unwrap_or(line))
        }
    };
    let mut texts = vec![what];
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = usage.to_string();
        texts.push(msg!("camp-usage-as", usage = usage.strip_prefix("Usage: ").unwrap_or(&usage).trim()));
    }
    texts
}

/// Whether a command is not for people.
fn is_hidden(command: &Command, name: &str) -> bool {
    command.find_subcommand(name).is_some_and(Command::is_hide_set)
}

/// The names of the commands that learners see.
fn commands(command: &Command) -> String {
    let names: Vec<&str> = command.get_subcommands().filter(|sub| !sub.is_hide_set()).map(Command::get_name).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use diag::Lang;

    use crate::cli;

    /// What is said about a command line.
    fn said(lang: Lang, args: &[&str]) -> String {
        let catalogue = messages::catalogue(lang);
        let mut command = cli::command(catalogue);
        let error = command.try_get_matches_from_mut(["camp"].iter().chain(args)).expect_err("it is wrong");
        super::complaint(&error, &command).iter().map(|text| catalogue.get(text) + "\n").collect()
    }

    #[test]
    fn command_lines_that_are_wrong() {
        let check = |args: &[&str], english: &str, chinese: &str| {
            assert_eq!(said(Lang::En, args), english);
            assert_eq!(said(Lang::Zh, args), chinese);
        };
        check(
            &["verify", "--sede", "1"],
            "There is no `--sede`. Did you mean `--seed`?\nWrite: camp verify --seed <SEED> [NAME]...\n",
            "没有 `--sede`。你是不是想写 `--seed`？\n写法：camp verify --seed <SEED> [NAME]...\n",
        );
        check(&["hint"], "<NAME> is missing.\nWrite: camp hint <NAME>\n", "缺少 <NAME>。\n写法：camp hint <NAME>\n");
        check(
            &["vrify"],
            "There is no command `vrify`. Did you mean `verify`?\nWrite: camp [OPTIONS] <COMMAND>\n",
            "没有命令 `vrify`。你是不是想写 `verify`？\n写法：camp [OPTIONS] <COMMAND>\n",
        );
        check(
            &["verify", "--device", "cpu"],
            "`cpu` is no value of --device <DEVICE>; it takes: auto, gpu, virtual\n",
            "`cpu` 不是 --device <DEVICE> 的值；可以是：auto, gpu, virtual\n",
        );
        check(&["verify", "--seed", "x"], "`x` is no value of --seed <SEED>.\n", "`x` 不是 --seed <SEED> 的值。\n");
        check(&["verify", "--seed"], "--seed <SEED> needs a value.\n", "--seed <SEED> 需要一个值。\n");
        let both = said(Lang::Zh, &["verify", "copy", "--all"]);
        assert!(both.contains("不能和") && both.contains("--all"), "{both}");
        let none = said(Lang::En, &["--color", "never"]);
        assert!(none.starts_with("camp needs a command: watch, verify, ") && !none.contains("__"), "{none}");
    }

    #[test]
    fn help_is_in_one_language() {
        for (lang, usage) in [(Lang::En, "Usage: camp verify"), (Lang::Zh, "用法：camp verify")] {
            let mut command = cli::command(messages::catalogue(lang));
            command.build();
            let verify = command.find_subcommand_mut("verify").expect("there is such a command");
            let help = verify.render_help().to_string();
            assert!(help.contains(usage), "{help}");
            if lang == Lang::Zh {
                for line in help.lines().filter(|line| line.contains("  ")) {
                    assert!(line.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)), "{line}");
                }
            }
        }
    }
}
