// SPDX-License-Identifier: MIT OR Apache-2.0

//! `docs/options.md` has every subcommand and every option of the programs, as the definitions have them.
//! `SNAPSHOTS=overwrite cargo test -p katachi-lab --lib options` writes it anew.

use std::fmt::Write as _;
use std::path::Path;

use clap::{Arg, Command};
use snapbox::{Assert, Data};

/// Options that several subcommands share, by the name of their group.
type Groups = Vec<(&'static str, Command)>;

/// The page.
fn page() -> String {
    let mut page = "# Every option\n\nGenerated from the definitions of the command line, which `--help` shows, too. Options can stand \
        in a [configuration file](configuration.md).\n\nThe first sections are groups of options that several subcommands share.\n"
        .to_owned();
    let groups = katachi::option_groups();
    for (name, group) in &groups {
        writeln!(page, "\n## {name}\n").expect("a text grows");
        table(&mut page, group.get_arguments());
    }
    section(&mut page, &katachi::command(), &groups, "katachi");
    section(
        &mut page,
        &katachi_usenix84::command(),
        &groups,
        "katachi-usenix84",
    );
    section(&mut page, &crate::command(), &groups, "katachi-lab");
    page
}

/// A command and its subcommands.
fn section(page: &mut String, command: &Command, groups: &Groups, name: &str) {
    let about = command.get_long_about().or_else(|| command.get_about());
    let about = about.map(ToString::to_string).unwrap_or_default();
    assert!(!about.is_empty(), "{name} has no description");
    writeln!(page, "\n## {name}\n\n{}", sentence(&about)).expect("a text grows");
    let is_same = |a: &Arg, b: &Arg| a.get_id() == b.get_id() && help(a) == help(b);
    let has = |arg: &Arg| command.get_arguments().any(|own| is_same(own, arg));
    let shared = groups.iter().filter(|(_, group)| group.get_arguments().all(has));
    let shared: Vec<&(&str, Command)> = shared.collect();
    if !shared.is_empty() {
        let links = shared.iter().map(|(name, _)| {
            let anchor = name.to_lowercase().replace(' ', "-");
            format!("[{}](#{anchor})", name.to_lowercase())
        });
        let links: Vec<String> = links.collect();
        writeln!(page, "\nShared options: {}.", links.join(", ")).expect("a text grows");
    }
    let is_shared = |arg: &Arg| {
        let mut all = shared.iter().flat_map(|(_, group)| group.get_arguments());
        all.any(|other| is_same(other, arg))
    };
    let own = command
        .get_arguments()
        .filter(|arg| !arg.is_hide_set() && !is_shared(arg));
    let own: Vec<&Arg> = own.collect();
    if !own.is_empty() {
        page.push('\n');
        table(page, own.into_iter());
    }
    for subcommand in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        let name = format!("{name} {}", subcommand.get_name());
        section(page, subcommand, groups, &name);
    }
}

fn table<'a>(page: &mut String, args: impl Iterator<Item = &'a Arg>) {
    page.push_str("| option | what it does |\n|---|---|\n");
    for arg in args {
        writeln!(page, "| {} | {} |", form(arg), help(arg)).expect("a text grows");
    }
}

/// How the option is written.
fn form(arg: &Arg) -> String {
    let names = arg.get_value_names().unwrap_or_default().join(" ");
    let value = match (arg.get_action().takes_values(), names.is_empty()) {
        (false, _) => String::new(),
        (true, true) => arg.get_id().as_str().to_uppercase(),
        (true, false) => names,
    };
    let short = arg.get_short().map(|short| format!("`-{short}`"));
    let long = arg
        .get_long()
        .map(|long| format!("`--{long} {value}`").replace(" `", "`"));
    let mut forms: Vec<String> = short.into_iter().chain(long).collect();
    if forms.is_empty() {
        forms.push(format!("`{value}`"));
    }
    forms.join(", ").replace('|', "\\|")
}

/// The help with the default and the possible values.
fn help(arg: &Arg) -> String {
    let help = arg.get_long_help().or_else(|| arg.get_help());
    let mut text = help.map(ToString::to_string).unwrap_or_default();
    assert!(!text.is_empty(), "{} has no help", arg.get_id());
    let takes_values = arg.get_action().takes_values();
    let defaults = arg
        .get_default_values()
        .iter()
        .map(|value| value.to_string_lossy());
    let defaults: Vec<_> = defaults.collect();
    if !defaults.is_empty() && !arg.is_hide_default_value_set() && takes_values {
        text += &format!(" [default: {}]", defaults.join(" "));
    }
    let values = arg.get_possible_values();
    if !values.is_empty() && takes_values {
        let names: Vec<&str> = values.iter().map(|value| value.get_name()).collect();
        text += &format!(" [possible values: {}]", names.join(", "));
    }
    let text = text.replace('|', "\\|").replace("\n\n", ". ");
    text.replace('\n', " ").replace('<', "&lt;")
}

fn sentence(about: &str) -> String {
    format!("{}.", about.trim_end_matches('.'))
}

#[test]
fn every_subcommand_and_option_is_documented() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/options.md");
    Assert::new()
        .action_env("SNAPSHOTS")
        .eq(page(), Data::read_from(&path, None).raw());
}
