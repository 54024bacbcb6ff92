// SPDX-License-Identifier: MIT OR Apache-2.0

//! The table of commands, for `list_commands`, `known_command` and tests.

mod about;
mod analyze;
mod arguments;
mod command;
mod dragons;
mod eyes;
mod game;
mod gogui;
mod handicap;
mod hint;
mod influence;
mod katago;
mod layers;
mod life;
mod parameters;
mod reading;
mod record;
mod rules;
mod score;
mod strings;
mod time;

use katachi_gtp_protocol::Arguments;

use super::session::Session;
pub use command::Command;
use command::{Outcome, row, stream};

/// Finds a command by name.
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

fn list_commands(_: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [] = arguments.exactly()?;
    let names: Vec<_> = COMMANDS.iter().map(|command| command.name).collect();
    Ok(names.join("\n"))
}

/// Commands that are not listed: kgsGtp crashes if this one is in the list.
#[rustfmt::skip]
const UNLISTED: &[Command] = &[
    row("kgs-chat", "game|private NAME MESSAGE ...", "Answers a chat message", about::chat),
];

/// Every listed command, in the order of `list_commands`.
#[rustfmt::skip]
pub const COMMANDS: &[Command] = &[
    row("protocol_version", "", "The version of the protocol: 2", about::protocol_version),
    row("name", "", "The name of the engine", about::name),
    row("version", "", "The version of the engine", about::version),
    row("known_command", "NAME", "Does the command exist: true or false", known_command),
    row("list_commands", "", "The names of all commands, one per line", list_commands),
    row("quit", "", "Ends the session after the reply", about::quit),
    row("boardsize", "SIZE [HEIGHT]", "Sets up an empty board of 1 to 25 lines; komi and rules stay", game::boardsize),
    row("rectangular_boardsize", "WIDTH HEIGHT", "Sets up an empty board with these sides", game::rectangular_boardsize),
    row("clear_board", "", "Starts a new game; size, komi and rules stay", game::clear_board),
    row("komi", "POINTS", "Sets the komi of this game and the next ones", game::komi),
    row("get_komi", "", "The komi of the game", game::get_komi),
    row("play", "COLOR VERTEX", "Plays a move or resign; either side may move at any time", game::play),
    row("gogui-play_sequence", "COLOR VERTEX ...", "Plays several moves, all or none", game::play_sequence),
    row("genmove", "COLOR", "Chooses a move and plays it", game::genmove),
    row("kgs-genmove_cleanup", "COLOR", "As genmove, but passes only when all dead enemy stones are captured", game::genmove_cleanup),
    row("reg_genmove", "COLOR", "Chooses a move without playing it", game::reg_genmove),
    stream("lz-analyze", "[COLOR] [CENTISECONDS] [KEY VALUE ...]", "Reports of the search at this interval, until the next line", analyze::analyze::<false>),
    stream("kata-analyze", "[COLOR] [CENTISECONDS] [KEY VALUE ...]", "The same in KataGo's form, with scores", analyze::analyze::<true>),
    stream("analyze", "[COLOR] [CENTISECONDS] [KEY VALUE ...]", "The same as kata-analyze", analyze::analyze::<true>),
    stream("lz-genmove_analyze", "[COLOR] [CENTISECONDS] [KEY VALUE ...]", "As genmove, with reports of the search", analyze::genmove::<false>),
    stream("kata-genmove_analyze", "[COLOR] [CENTISECONDS] [KEY VALUE ...]", "The same in KataGo's form, with scores", analyze::genmove::<true>),
    stream("genmove_analyze", "[COLOR] [CENTISECONDS] [KEY VALUE ...]", "The same as kata-genmove_analyze", analyze::genmove::<true>),
    stream("kata-search_analyze", "[COLOR] [CENTISECONDS] [KEY VALUE ...]", "As kata-genmove_analyze, without playing the move", analyze::kata_search),
    stream("kata-search_analyze_cancellable", "[COLOR] [CENTISECONDS] [KEY VALUE ...]", "The same; any line cancels it: play cancelled", analyze::kata_search_cancellable),
    row("kata-search", "[COLOR]", "Chooses a move without a clock and without playing it", game::search),
    stream("kata-search_cancellable", "[COLOR]", "The same; any line cancels it: cancelled", katago::search_cancellable),
    row("kata-raw-nn", "[COLOR] 0-7|all", "A quick evaluation in the form of KataGo's network, by playouts and the move model", katago::raw_values),
    row("kata-benchmark", "VISITS", "The speed of the search in the position", katago::benchmark),
    row("stop", "", "Ends a stream and pondering, as any line does", analyze::stop),
    row("gogui-interrupt", "", "States that a line # interrupt ends a running command soon", about::interrupt),
    row("black", "VERTEX", "Plays a black stone", game::black),
    row("white", "VERTEX", "Plays a white stone", game::white),
    row("gg_genmove", "COLOR", "The same as reg_genmove", game::reg_genmove),
    row("restricted_genmove", "COLOR VERTEX ...", "Chooses among these moves without playing", game::restricted_genmove),
    row("set_position", "[COLOR VERTEX ...]", "Sets up a position with these stones, without history", gogui::setup),
    row("undo", "", "Undoes the last move, or a resignation by play", game::undo),
    row("gg-undo", "[MOVES]", "Undoes several moves, all or none", game::undo_several),
    row("fixed_handicap", "STONES", "Places handicap stones on the fixed points", handicap::fixed),
    row("place_free_handicap", "STONES", "Places handicap stones on points that the engine chooses", handicap::place_free),
    row("set_free_handicap", "VERTEX VERTEX ...", "Places handicap stones on these points", handicap::set_free),
    row("loadsgf", "FILE [MOVE]", "Loads the first game of a file, up to its end or before a move", record::load),
    row("printsgf", "[FILE]", "The game as SGF, in the reply or in a file", record::print),
    row("showboard", "", "The board as a diagram", record::show_board),
    row("final_score", "", "The result if the game ended now", score::final_score),
    row("final_status", "VERTEX", "The status of a stone, or the owner of an empty point", score::final_status),
    row("final_status_list", "dead|alive|seki|black_territory|white_territory|dame", "The stones or points of a status, one string per line", score::status_list),
    row("estimate_score", "", "The expected lead, White's lead one standard deviation above and below it, and the settled share of each side's points", score::estimate_score),
    row("new_score", "", "The same as estimate_score", score::estimate_score),
    row("experimental_score", "COLOR", "White's lead if that side gets its moyo", score::experimental_score),
    row("initial_influence", "COLOR territory|moyo|area|territory_color|...", "Influence at each point, positive for White", influence::initial),
    row("move_influence", "COLOR VERTEX territory|moyo|area|territory_color|...", "The same after a move", influence::after_move),
    row("unconditional_status", "VERTEX", "The status that is certain however often one side moves in a row", score::unconditional_status),
    row("time_settings", "MAIN PERIOD STONES", "Sets the time of a game in seconds", time::time_settings),
    row("kgs-time_settings", "SYSTEM [NUMBER ...]", "Sets the time of a game in seconds", time::kgs_settings),
    row("time_left", "COLOR SECONDS STONES", "Sets the time left of a side in seconds, and stones or periods", time::time_left),
    row("kata-time_settings", "SYSTEM [NUMBER ...]", "Sets the time of a game in seconds; also fischer and fischer-capped", time::kata_settings),
    row("kata-list_time_settings", "", "The systems of kata-time_settings", time::list_systems),
    row("cputime", "", "The CPU time of the engine in seconds", about::cpu_time),
    row("gomill-cpu_time", "", "The same as cputime", about::cpu_time),
    row("kgs-game_over", "", "Reports that the game has ended: ends pondering", about::game_over),
    row("kgs-rules", "NAME", "Sets the rules by name; chinese has positional superko, as KGS plays", rules::set_of_kgs),
    row("kata-set-rules", "RULES", "Sets the rules by name, KataGo's text or JSON; the komi stays", rules::set),
    row("kata-set-rule", "NAME VALUE", "Sets one rule by its name in KataGo's JSON; the others stay", rules::set_one),
    row("kata-get-rules", "", "The rules as KataGo's JSON", rules::get),
    row("level", "[N]", "The level, 1 to 10, or sets it", parameters::level),
    row("kata-list-params", "", "The names of the parameters of the search", parameters::list),
    row("kata-get-param", "NAME", "The value of a parameter", parameters::get),
    row("kata-set-param", "NAME VALUE", "Sets a parameter", parameters::set),
    row("kata-get-params", "", "All parameters as JSON", parameters::get_all),
    row("kata-set-params", "JSON", "Sets several parameters, all or none", parameters::set_all),
    row("kata-get-models", "", "The networks in use as JSON: none", about::models),
    row("attack", "STONE", "Can the string be captured: 0, or a code and a move", reading::attack),
    row("defend", "STONE", "Can the string be saved: 0, or a code and a move", reading::defend),
    row("does_attack", "VERTEX STONE", "Does the move capture the string: a code", reading::does_attack),
    row("does_defend", "VERTEX STONE", "Does the move save the string: a code", reading::does_defend),
    row("ladder_attack", "STONE", "Can the string be captured in a ladder: 0, or a code and a move", reading::ladder_attack),
    row("attack_either", "STONE STONE ...", "Can one of the strings be captured: a code", reading::attack_either),
    row("defend_both", "STONE STONE ...", "Can one move save all the strings: a code", reading::defend_both),
    row("combination_attack", "COLOR", "A move of that side with several threats that captures something, or PASS", reading::combination_attack),
    row("combination_defend", "COLOR", "Moves against a combination of that side, or PASS", reading::combination_defend),
    row("eval_eye", "VERTEX", "The eyes of an eye space: min, max, and if they differ the points of attack and defense", eyes::eval_eye),
    row("eye_data", "COLOR VERTEX", "The data of a side's eye space", eyes::eye_data),
    row("half_eye_data", "VERTEX", "The diagonals of an eye point, and the moves that decide the eye", eyes::half_eye_data),
    row("eyes_json", "[VERTEX]", "One or all eye spaces as JSON, one per line", eyes::eyes_json),
    row("worm_data", "[VERTEX]", "The data of one or all worms", strings::worm_data),
    row("worms_json", "[VERTEX]", "As worm_data, as JSON, one worm per line", strings::worms_json),
    row("worm_stones", "[STONE|COLOR]", "The stones of a string, of a side's strings, or of all, one string per line", strings::worm_stones),
    row("dragon_data", "[VERTEX]", "The data of one or all dragons", dragons::data),
    row("dragons_json", "[VERTEX]", "As dragon_data, as JSON, one dragon per line", dragons::json),
    row("dragon_status", "STONE", "alive, dead, unknown, or critical with the moves that kill and save", dragons::status),
    row("dragon_stones", "[STONE|COLOR]", "The stones of a dragon, of a side's dragons, or of all, one dragon per line", dragons::stones),
    row("same_dragon", "STONE STONE", "Are the two stones of one dragon: 1 or 0", dragons::same),
    row("worm_cutstone", "STONE", "2 or 1 if the string cuts other strings, else 0", strings::cutstone),
    row("countlib", "STONE", "The number of liberties of the string", strings::count_liberties),
    row("findlib", "STONE", "The liberties of the string", strings::find_liberties),
    row("accuratelib", "COLOR VERTEX", "The number of liberties that a stone there would have", strings::liberties_after),
    row("is_legal", "COLOR VERTEX", "Is the move legal: 1 or 0", strings::is_legal),
    row("all_legal", "COLOR", "All legal moves but the pass", strings::all_legal),
    row("captures", "COLOR", "The number of stones that the side has captured", strings::captures),
    row("color", "VERTEX", "The content of a point: black, white or empty", strings::color),
    row("list_stones", "COLOR", "All stones of a side", strings::list_stones),
    row("get_reading_node_counter", "", "Moves played in readings since the last reset", reading::nodes),
    row("reset_reading_node_counter", "", "Resets the counter of readings", reading::reset_nodes),
    row("reading_counts", "", "Moves played in readings, questions asked, and the percentage answered from the cache", reading::counts),
    row("clear_cache", "", "Clears the cache of readings", reading::forget),
    row("connect", "STONE STONE", "Can the two strings be connected: 0, or a code and a move", reading::connect),
    row("disconnect", "STONE STONE", "Can the two strings be disconnected: 0, or a code and a move", reading::disconnect),
    row("break_in", "STONE VERTEX ...", "Can the string connect to the area: 0, or a code and a move", reading::break_in),
    row("block_off", "STONE VERTEX ...", "Can the string be kept out of the area: 0, or a code and a move", reading::block_off),
    row("analyze_semeai", "STONE STONE", "The race between two strings, the first to move: two codes and a move", reading::race),
    row("tactical_analyze_semeai", "STONE STONE", "The same as analyze_semeai", reading::race),
    row("owl_analyze_semeai", "STONE STONE", "The same as analyze_semeai", reading::race),
    row("analyze_semeai_after_move", "COLOR VERTEX STONE STONE", "The race after a move, the first to move next", reading::race_after_move),
    row("owl_attack", "STONE", "Can the group be killed: 0, or a code and a move", life::kill),
    row("owl_defend", "STONE", "Can the group be saved: 0, or a code and a move", life::live),
    row("owl_does_attack", "VERTEX STONE", "Does the move kill the group: a code", life::does_kill),
    row("owl_does_defend", "VERTEX STONE", "Does the move save the group: a code", life::does_save),
    row("owl_threaten_attack", "STONE", "Can two moves kill the group: 0, or 1 and the moves", life::threaten_kill),
    row("owl_threaten_defense", "STONE", "Can two moves save the group: 0, or 1 and the moves", life::threaten_life),
    row("owl_connection_defends", "VERTEX STONE STONE", "Does the move save both groups by connecting them: a code", life::connection_saves),
    row("trymove", "COLOR VERTEX", "Plays a trial stone, even against ko; popgo removes it", reading::try_move),
    row("popgo", "", "Undoes the last trymove", reading::take_back),
    row("increase_depths", "", "Raises the budget of readings", reading::more_nodes),
    row("decrease_depths", "", "Lowers the budget of readings", reading::fewer_nodes),
    row("gogui-analyze_commands", "", "The commands of GoGui's menu: kind, label and command, one per line", gogui::analyze_commands),
    row("gogui-setup", "[COLOR VERTEX ...]", "Sets up a position with these stones, without history", gogui::setup),
    row("gogui-setup_player", "COLOR", "Sets the side to move in a position that was set up", gogui::setup_player),
    row("katachi-groups", "", "The colour of each point: green alive, blue dead, red critical, magenta weak, yellow unknown", gogui::groups),
    row("katachi-dragons", "", "Letters and status of all groups, and the moves that kill and save, as GoGui's graphics", layers::dragons),
    row("katachi-eyes", "", "The points of eye spaces by kind, as GoGui's graphics", layers::eyes),
    row("katachi-influence", "MAP", "Influence of area, moyo or territory at each point: from 1 (Black) to -1 (White)", layers::influence),
    row("katachi-read", "capture|rescue|kill|save|connect|cut STONE [STONE]", "The whole answer to a question as JSON: result, certainty, moves that work and fail, and the tree behind it", reading::read),
    row("katachi-lines", "STONE", "Lines of play that capture and save the string and kill and save the group, one per line", layers::all_lines),
    row("katachi-line", "AIM STONE", "One of these lines of play, by capture, save, kill or live, as GoGui's graphics", layers::line),
    row("katachi-expected", "COLOR", "The principal variation of the search for a side, as GoGui's graphics", layers::expected),
    row("katachi-ownership", "", "Ownership of each point by playouts: from 1 (Black) to -1 (White)", gogui::ownership),
    row("katachi-moyo", "", "Moyo by point: 1 Black's, -1 White's, 0 neither", gogui::moyo),
    row("katachi-values", "COLOR", "Considered moves with their values, best first, one per line", gogui::values),
    row("katachi-hint", "[COLOR]", "The best move at full strength with reasons, or the judge's best moves", hint::hint),
    row("gomill-describe_engine", "", "The engine and its settings in words", about::describe),
    row("gomill-explain_last_move", "", "Why the engine chose its last move; without one, the reasons for the last move on the board", about::explain_last_move),
];
