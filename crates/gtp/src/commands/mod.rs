// SPDX-License-Identifier: MIT OR Apache-2.0

//! The table of commands, for `list_commands`, `known_command` and tests.

mod analyze;
mod arguments;
mod command;
mod game;
mod gogui;
mod groups;
mod hint;
mod influence;
mod katago;
mod layers;
mod parameters;
mod reading;
mod record;
mod score;
mod time;

use katachi_engine::answers::Aim;
use katachi_gtp_protocol::{Arguments, Failure, vertices};
use katachi_line_program::cpu;
use katachi_rules::fixed_handicap;
use katachi_view::{Look, Marks, board};

use super::session::Session;
pub use command::Command;
use command::Handler::{
    Analysis, Answer, Ask, Does, InArea, OfAny, OfMover, OfPoint, OfSide, OfStone, Plain, Report,
};
use command::{Outcome, row};

pub(super) fn find(name: &str) -> Option<&'static Command> {
    COMMANDS
        .iter()
        .chain(UNLISTED)
        .find(|command| command.name == name)
}

fn known_command(_: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [name] = arguments.exactly()?;
    Ok(find(name).is_some().to_string())
}

/// The line itself has its effect, which the server of the session sees.
fn nothing(_: &mut Session) -> Outcome {
    Ok(String::new())
}

fn stop_waiting(session: &mut Session) -> Outcome {
    session.awaited = None;
    Ok(String::new())
}

fn list_commands(_: &mut Session) -> Outcome {
    let names: Vec<_> = COMMANDS.iter().map(|command| command.name).collect();
    Ok(names.join("\n"))
}

fn quit(session: &mut Session) -> Outcome {
    session.has_quit = true;
    Ok(String::new())
}

fn cpu_time(_: &mut Session) -> Outcome {
    let seconds = cpu::own_cpu_seconds().ok_or_else(|| Failure::new("CPU time is not available"))?;
    Ok(format!("{seconds:.3}"))
}

/// A server shows the reply to users who chat with the engine.
fn chat(_: &mut Session, arguments: Arguments<'_>) -> Outcome {
    match arguments.words().count() {
        0..3 => Err(Failure::syntax("expected game or private, a name and a message")),
        _ => Ok("I am a program and do not chat".to_string()),
    }
}

fn describe(session: &mut Session) -> Outcome {
    let settings = session.player.engine.settings;
    Ok(format!(
        "Katachi {}, a Go engine that plays by shapes with names\nlevel {}, seed {}, {} rules, komi {}",
        env!("CARGO_PKG_VERSION"),
        settings.level,
        settings.seed,
        session.game.rules(),
        session.game.komi()
    ))
}

/// Commands that are not listed: kgsGtp crashes if this one is in the list.
#[rustfmt::skip]
const UNLISTED: &[Command] = &[
    row("kgs-chat", "game|private NAME MESSAGE ...", "Answers a chat message", Answer(chat)),
];

/// Every listed command, in the order of `list_commands`.
#[rustfmt::skip]
pub const COMMANDS: &[Command] = &[
    row("protocol_version", "", "The version of the protocol: 2", Plain(|_| Ok("2".to_owned()))),
    row("name", "", "The name of the engine", Plain(|session| Ok(session.identity[0].clone()))),
    row("version", "", "The version of the engine", Plain(|session| Ok(session.identity[1].clone()))),
    row("known_command", "NAME", "Does the command exist: true or false", Answer(known_command)),
    row("list_commands", "", "The names of all commands, one per line", Plain(list_commands)),
    row("quit", "", "Ends the session after the reply", Plain(quit)),
    row("boardsize", "SIZE [HEIGHT]", "Sets up an empty board of 1 to 25 lines; komi and rules stay", Answer(game::boardsize)),
    row("rectangular_boardsize", "WIDTH HEIGHT", "Sets up an empty board with these sides", Answer(game::rectangular_boardsize)),
    row("clear_board", "", "Starts a new game; size, komi and rules stay", Plain(game::clear_board)),
    row("komi", "POINTS", "Sets the komi of this game and the next ones", Answer(game::komi)),
    row("get_komi", "", "The komi of the game", Plain(|session| Ok(session.game.komi().to_string()))),
    row("play", "COLOR VERTEX", "Plays a move or resign; either side may move at any time", Answer(game::play)),
    row("gogui-play_sequence", "COLOR VERTEX ...", "Plays several moves, all or none", Answer(game::play_sequence)),
    row("genmove", "COLOR", "Chooses a move and plays it", OfSide(game::genmove)),
    row("kgs-genmove_cleanup", "COLOR", "As genmove, but passes only when all dead enemy stones are captured", OfSide(game::genmove_cleanup)),
    row("reg_genmove", "COLOR", "Chooses a move without playing it", OfSide(game::reg_genmove)),
    row("lz-analyze", "[COLOR] [CENTISECONDS] [KEY VALUE ...]", "Reports of the search at this interval, until the next line", Analysis(false, analyze::analyze)),
    row("kata-analyze", "[COLOR] [CENTISECONDS] [KEY VALUE ...]", "The same in KataGo's form, with scores", Analysis(true, analyze::analyze)),
    row("analyze", "[COLOR] [CENTISECONDS] [KEY VALUE ...]", "The same as kata-analyze", Analysis(true, analyze::analyze)),
    row("lz-genmove_analyze", "[COLOR] [CENTISECONDS] [KEY VALUE ...]", "As genmove, with reports of the search", Analysis(false, analyze::genmove)),
    row("kata-genmove_analyze", "[COLOR] [CENTISECONDS] [KEY VALUE ...]", "The same in KataGo's form, with scores", Analysis(true, analyze::genmove)),
    row("genmove_analyze", "[COLOR] [CENTISECONDS] [KEY VALUE ...]", "The same as kata-genmove_analyze", Analysis(true, analyze::genmove)),
    row("kata-search_analyze", "[COLOR] [CENTISECONDS] [KEY VALUE ...]", "As kata-genmove_analyze, without playing the move", Analysis(true, analyze::kata_search)),
    row("kata-search_analyze_cancellable", "[COLOR] [CENTISECONDS] [KEY VALUE ...]", "The same; any line cancels it: play cancelled", Analysis(true, analyze::kata_search_cancellable)),
    row("kata-search", "[COLOR]", "Chooses a move without a clock and without playing it", OfMover(game::reg_genmove)),
    row("kata-search_cancellable", "[COLOR]", "The same; any line cancels it: cancelled", Report(katago::search_cancellable)),
    row("kata-raw-nn", "[COLOR] 0-7|all", "A quick evaluation in the form of KataGo's network, by playouts and the move model", Answer(katago::raw_values)),
    row("kata-benchmark", "VISITS", "The speed of the search in the position", Answer(katago::benchmark)),
    row("stop", "", "Ends a stream and pondering, as any line does", Plain(stop_waiting)),
    row("gogui-interrupt", "", "States that a line # interrupt ends a running command soon", Plain(nothing)),
    row("black", "VERTEX", "Plays a black stone", Answer(|session, arguments| game::stone(session, arguments, "black"))),
    row("white", "VERTEX", "Plays a white stone", Answer(|session, arguments| game::stone(session, arguments, "white"))),
    row("gg_genmove", "COLOR", "The same as reg_genmove", OfSide(game::reg_genmove)),
    row("restricted_genmove", "COLOR VERTEX ...", "Chooses among these moves without playing", Answer(game::restricted_genmove)),
    row("set_position", "[COLOR VERTEX ...]", "Sets up a position with these stones, without history", Answer(gogui::setup)),
    row("undo", "", "Undoes the last move, or a resignation by play", Plain(|session| game::take_back(session, 1))),
    row("gg-undo", "[MOVES]", "Undoes several moves, all or none", Answer(game::undo_several)),
    row("fixed_handicap", "STONES", "Places handicap stones on the fixed points", Answer(|session, arguments| game::handicap_on(session, arguments, fixed_handicap))),
    row("place_free_handicap", "STONES", "Places handicap stones on points that the engine chooses", Answer(|session, arguments| game::handicap_on(session, arguments, game::free_points))),
    row("set_free_handicap", "VERTEX VERTEX ...", "Places handicap stones on these points", Answer(game::set_free_handicap)),
    row("loadsgf", "FILE [MOVE]", "Loads the first game of a file, up to its end or before a move", Answer(record::load)),
    row("printsgf", "[FILE]", "The game as SGF, in the reply or in a file", Answer(record::print)),
    row("showboard", "", "The board as a diagram", Plain(|session| Ok(board::titled(&session.game, &Marks::default(), Look::default())))),
    row("final_score", "", "The result if the game ended now", Plain(score::final_score)),
    row("final_status", "VERTEX", "The status of a stone, or the owner of an empty point", OfPoint(score::final_status)),
    row("final_status_list", "dead|alive|seki|black_territory|white_territory|dame", "The stones or points of a status, one string per line", Answer(score::status_list)),
    row("estimate_score", "", "The expected lead, White's lead one standard deviation above and below it, and the settled share of each side's points", Plain(score::estimate_score)),
    row("new_score", "", "The same as estimate_score", Plain(score::estimate_score)),
    row("experimental_score", "COLOR", "White's lead if that side gets its moyo", OfSide(score::experimental_score)),
    row("initial_influence", "COLOR territory|moyo|area|territory_color|...", "Influence at each point, positive for White", Answer(influence::initial)),
    row("move_influence", "COLOR VERTEX territory|moyo|area|territory_color|...", "The same after a move", Answer(influence::after_move)),
    row("unconditional_status", "VERTEX", "The status that is certain however often one side moves in a row", OfPoint(score::unconditional_status)),
    row("time_settings", "MAIN PERIOD STONES", "Sets the time of a game in seconds", Answer(time::time_settings)),
    row("kgs-time_settings", "SYSTEM [NUMBER ...]", "Sets the time of a game in seconds", Answer(time::kgs_settings)),
    row("time_left", "COLOR SECONDS STONES", "Sets the time left of a side in seconds, and stones or periods", Answer(time::time_left)),
    row("kata-time_settings", "SYSTEM [NUMBER ...]", "Sets the time of a game in seconds; also fischer and fischer-capped", Answer(time::kata_settings)),
    row("kata-list_time_settings", "", "The systems of kata-time_settings", Plain(|_| Ok("none absolute byoyomi canadian fischer fischer-capped".to_owned()))),
    row("cputime", "", "The CPU time of the engine in seconds", Plain(cpu_time)),
    row("gomill-cpu_time", "", "The same as cputime", Plain(cpu_time)),
    row("kgs-game_over", "", "Reports that the game has ended: ends pondering", Plain(stop_waiting)),
    row("kgs-rules", "NAME", "Sets the rules by name; chinese has positional superko, as KGS plays", Answer(game::set_rules_of_kgs)),
    row("kata-set-rules", "RULES", "Sets the rules by name, KataGo's text or JSON; the komi stays", Answer(game::set_rules)),
    row("kata-set-rule", "NAME VALUE", "Sets one rule by its name in KataGo's JSON; the others stay", Answer(game::set_rule)),
    row("kata-get-rules", "", "The rules as KataGo's JSON", Plain(|session| Ok(session.game.rules().to_json(None)))),
    row("level", "[N]", "The level, 1 to 10, or sets it", Answer(parameters::level)),
    row("kata-list-params", "", "The names of the parameters of the search", Plain(parameters::list)),
    row("kata-get-param", "NAME", "The value of a parameter", Answer(parameters::get)),
    row("kata-set-param", "NAME VALUE", "Sets a parameter", Answer(parameters::set)),
    row("kata-get-params", "", "All parameters as JSON", Plain(parameters::get_all)),
    row("kata-set-params", "JSON", "Sets several parameters, all or none", Answer(parameters::set_all)),
    row("kata-get-models", "", "The networks in use as JSON: none", Plain(|_| Ok("[]".to_owned()))),
    row("attack", "STONE", "Can the string be captured: 0, or a code and a move", Ask(Aim::Capture)),
    row("defend", "STONE", "Can the string be saved: 0, or a code and a move", Ask(Aim::Rescue)),
    row("does_attack", "VERTEX STONE", "Does the move capture the string: a code", Does(Aim::Capture)),
    row("does_defend", "VERTEX STONE", "Does the move save the string: a code", Does(Aim::Rescue)),
    row("ladder_attack", "STONE", "Can the string be captured in a ladder: 0, or a code and a move", OfStone(reading::ladder_attack)),
    row("attack_either", "STONE STONE ...", "Can one of the strings be captured: a code", Answer(reading::attack_either)),
    row("defend_both", "STONE STONE ...", "Can one move save all the strings: a code", Answer(reading::defend_both)),
    row("combination_attack", "COLOR", "A move of that side that threatens two strings and captures one, or PASS", OfSide(reading::combination_attack)),
    row("combination_defend", "COLOR", "Moves against a double threat of that side, or PASS", OfSide(reading::combination_defend)),
    row("eval_eye", "VERTEX", "The eyes of an eye space: min, max, and if they differ the points of attack and defense", Answer(groups::eval_eye)),
    row("eye_data", "COLOR VERTEX", "The data of a side's eye space", Answer(groups::eye_data)),
    row("half_eye_data", "VERTEX", "The diagonals of an eye point, and the moves that decide the eye", Answer(groups::half_eye_data)),
    row("eyes_json", "[VERTEX]", "One or all eye spaces as JSON, one per line", OfAny(groups::eyes_json)),
    row("worm_data", "[VERTEX]", "The data of one or all worms", OfAny(groups::worm_data)),
    row("worms_json", "[VERTEX]", "As worm_data, as JSON, one worm per line", OfAny(groups::worms_json)),
    row("worm_stones", "[STONE|COLOR]", "The stones of a string, of a side's strings, or of all, one string per line", Answer(groups::worm_stones)),
    row("dragon_data", "[VERTEX]", "The data of one or all dragons", OfAny(groups::dragon_data)),
    row("dragons_json", "[VERTEX]", "As dragon_data, as JSON, one dragon per line", OfAny(groups::dragons_json)),
    row("dragon_status", "STONE", "alive, dead, unknown, or critical with the moves that kill and save", OfStone(groups::dragon_status)),
    row("dragon_stones", "[STONE|COLOR]", "The stones of a dragon, of a side's dragons, or of all, one dragon per line", Answer(groups::dragon_stones)),
    row("same_dragon", "STONE STONE", "Are the two stones of one dragon: 1 or 0", Answer(groups::same_dragon)),
    row("worm_cutstone", "STONE", "2 or 1 if the string cuts other strings, else 0", OfStone(groups::cutstone)),
    row("countlib", "STONE", "The number of liberties of the string", OfStone(|session, stone| Ok(session.game.board().liberties(stone).to_string()))),
    row("findlib", "STONE", "The liberties of the string", OfStone(|session, stone| Ok(vertices(session.game.size(), session.game.board().liberty_set(stone).iter())))),
    row("accuratelib", "COLOR VERTEX", "The number of liberties that a stone there would have", Answer(groups::liberties_after)),
    row("is_legal", "COLOR VERTEX", "Is the move legal: 1 or 0", Answer(groups::is_legal)),
    row("all_legal", "COLOR", "All legal moves but the pass", OfSide(groups::all_legal)),
    row("captures", "COLOR", "The number of stones that the side has captured", OfSide(|session, color| Ok(session.game.board().prisoners()[color.opposite()].to_string()))),
    row("color", "VERTEX", "The content of a point: black, white or empty", OfPoint(groups::color)),
    row("list_stones", "COLOR", "All stones of a side", OfSide(groups::list_stones)),
    row("get_reading_node_counter", "", "Moves played in readings since the last reset", Plain(|session| Ok(session.answers().reader().nodes().to_string()))),
    row("reset_reading_node_counter", "", "Resets the counter of readings", Plain(reading::reset_nodes)),
    row("clear_cache", "", "Clears the cache of readings", Plain(reading::forget)),
    row("connect", "STONE STONE", "Can the two strings be connected: 0, or a code and a move", Ask(Aim::Connect)),
    row("disconnect", "STONE STONE", "Can the two strings be disconnected: 0, or a code and a move", Ask(Aim::Cut)),
    row("break_in", "STONE VERTEX ...", "Can the string connect to the area: 0, or a code and a move", InArea(|answers, stone, area| answers.break_in(stone, area))),
    row("block_off", "STONE VERTEX ...", "Can the string be kept out of the area: 0, or a code and a move", InArea(|answers, stone, area| answers.block_off(stone, area))),
    row("analyze_semeai", "STONE STONE", "The race between two strings, the first to move: two codes and a move", Answer(reading::race)),
    row("tactical_analyze_semeai", "STONE STONE", "The same as analyze_semeai", Answer(reading::race)),
    row("owl_analyze_semeai", "STONE STONE", "The same as analyze_semeai", Answer(reading::race)),
    row("owl_attack", "STONE", "Can the group be killed: 0, or a code and a move", Ask(Aim::Kill)),
    row("owl_defend", "STONE", "Can the group be saved: 0, or a code and a move", Ask(Aim::Save)),
    row("owl_does_attack", "VERTEX STONE", "Does the move kill the group: a code", Does(Aim::Kill)),
    row("owl_does_defend", "VERTEX STONE", "Does the move save the group: a code", Does(Aim::Save)),
    row("trymove", "COLOR VERTEX", "Plays a trial stone, even against ko; popgo removes it", Answer(reading::try_move)),
    row("popgo", "", "Undoes the last trymove", Plain(reading::take_back)),
    row("increase_depths", "", "Raises the budget of readings", Plain(|session| reading::scale(session, 3, 2))),
    row("decrease_depths", "", "Lowers the budget of readings", Plain(|session| reading::scale(session, 2, 3))),
    row("gogui-analyze_commands", "", "The commands of GoGui's menu: kind, label and command, one per line", Plain(gogui::analyze_commands)),
    row("gogui-setup", "[COLOR VERTEX ...]", "Sets up a position with these stones, without history", Answer(gogui::setup)),
    row("gogui-setup_player", "COLOR", "Sets the side to move in a position that was set up", OfSide(gogui::setup_player)),
    row("katachi-groups", "", "The colour of each point: green alive, blue dead, red critical, magenta weak, yellow unknown", Plain(gogui::groups)),
    row("katachi-dragons", "", "Letters and status of all groups, and the moves that kill and save, as GoGui's graphics", Plain(layers::dragons)),
    row("katachi-eyes", "", "The points of eye spaces by kind, as GoGui's graphics", Plain(layers::eyes)),
    row("katachi-influence", "MAP", "Influence of area, moyo or territory at each point: from 1 (Black) to -1 (White)", Answer(layers::influence)),
    row("katachi-read", "capture|rescue|kill|save|connect|cut STONE [STONE]", "The whole answer to a question as JSON: result, certainty, moves that work and fail, and the tree behind it", Answer(reading::read)),
    row("katachi-lines", "STONE", "Lines of play that capture and save the string and kill and save the group, one per line", OfStone(layers::all_lines)),
    row("katachi-line", "AIM STONE", "One of these lines of play, by capture, save, kill or live, as GoGui's graphics", Answer(layers::line)),
    row("katachi-expected", "COLOR", "The principal variation of the search for a side, as GoGui's graphics", OfSide(layers::expected)),
    row("katachi-ownership", "", "Ownership of each point by playouts: from 1 (Black) to -1 (White)", Plain(gogui::ownership)),
    row("katachi-moyo", "", "Moyo by point: 1 Black's, -1 White's, 0 neither", Plain(gogui::moyo)),
    row("katachi-values", "COLOR", "Considered moves with their values, best first, one per line", OfSide(gogui::values)),
    row("katachi-hint", "[COLOR]", "The best move at full strength with reasons, or the judge's best moves", OfMover(hint::hint)),
    row("gomill-describe_engine", "", "The engine and its settings in words", Plain(describe)),
    row("gomill-explain_last_move", "", "Why the engine chose its last move; without one, the reasons for the last move on the board", Plain(hint::explain_last_move)),
];
