// SPDX-License-Identifier: MIT OR Apache-2.0

//! Programs that break the rules, each in its own way. Each loses for the right reason, in time.

use std::time::Duration;

use libtest_mimic::{Failed, Trial};

use crate::test_folder::{TestFolder, program};

/// Half a second of main time and 0.3 s a move then: an hour and ten seconds of the real tournament.
const SHORT: &str = "--main 0.5 --byo-romi 0.3 --memory 512";

/// A program, how it loses, and the moves of its opponent, which then passes.
struct Misfit {
    title: &'static str,
    /// Whether it is White. Else Black.
    is_white: bool,
    /// Its name and argument.
    program: (&'static str, &'static str),
    opponent: &'static str,
    result: &'static str,
    reason: &'static str,
}

const IDLE: &str = "made no move and used no CPU time for 2 s";

/// Title, side, program with its argument, moves of the opponent, result, reason.
const MISFITS: &str = "\
a_stone_on_a_stone | black | list D4,D4 | | F | played D4, which is illegal (occupied)
a_stone_on_a_stone_of_the_other_side | white | list D4 | D4 | F | played D4, which is illegal (occupied)
a_row_too_high | black | list A20 | | F | played A20, which is illegal (off the board)
a_column_too_far_right | black | list U1 | | F | played U1, which is illegal (off the board)
a_ko_retaken_at_once | white | list F4,E5,E3,D4,D4 | C4,D5,D3,Q16,E4 | F | played D4, which is illegal (ko)
a_suicide | white | list Q16,A1 | A2,B1 | F | played A1, which is illegal (suicide)
a_suicide_of_several_stones | white | list A1,Q16,Q4,B1 | A2,B2,C1 | F | played B1, which is illegal (suicide)
a_fork | black | forker | | F | forked, or tried to
too_long_in_byo_romi | black | burner | | T | s of CPU time for a move in byo-romi, where it has 0.3 s
too_long_in_the_kernel | white | kernel | | T | s of CPU time for a move in byo-romi, where it has 0.3 s
threads_spend_the_time_together | white | threads | | T | s of CPU time for a move in byo-romi, where it has 0.3 s
sleep | black | sleeper | | F | made no move and used no CPU time for 2 s
reading_for_ever | white | reader | | F | made no move and used no CPU time for 2 s
lines_that_are_no_moves | black | lower | | F | made no move and used no CPU time for 2 s
a_line_without_end | black | partial | | F | made no move and used no CPU time for 2 s; its last line, 'Q16', has no end
exit | black | quitter | | F | died (exit status: 3)
exit_within_a_line | black | partial-exit | | F | died (exit status: 0); its last line, 'Q16', has no end
a_crash | white | crasher | | F | died (signal: 6 (SIGABRT)), its last words: 'oh no'
closed_output | black | mute | | F | died (closed its output but runs on)
a_flood_of_lines | black | flood | | F | flooded its output: more than 10000 lines or 1048576 bytes for one move
a_flood_without_lines | white | endless | | F | flooded its output: more than 10000 lines or 1048576 bytes for one move
binary_output | black | binary | | F | flooded its output: more than 10000 lines or 1048576 bytes for one move
more_memory_than_there_is | black | hog | | F | died (signal: 6 (SIGABRT))";

/// Returns a test for each.
pub(crate) fn tests() -> Vec<Trial> {
    let misfits = MISFITS.lines().map(Misfit::parse);
    let tests = misfits.map(|misfit| Trial::test(format!("{}_loses", misfit.title), move || misfit.loses()));
    tests.collect()
}

impl Misfit {
    fn parse(line: &'static str) -> Self {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [title, side, program, opponent, result, reason] = cells[..] else {
            panic!("six cells: {line}");
        };
        Self {
            title,
            is_white: side == "white",
            program: program.split_once(' ').unwrap_or((program, "")),
            opponent,
            result,
            reason,
        }
    }

    fn loses(&self) -> Result<(), Failed> {
        let folder = TestFolder::new();
        let own = program(self.program.0, self.program.1);
        let other = program("list", self.opponent);
        // Two seconds of real time stand for ten minutes. Only idle programs get them; others may wait longer
        // on a busy machine.
        let is_idle = self.reason.starts_with(IDLE);
        let idle = if is_idle { 2 } else { 60 };
        let options = format!("{SHORT} --idle {idle} --name1 First --name2 Second");
        let (game, loser, winner) = if self.is_white {
            (folder.referee(&other, &own, &options), "White (Second)", 'B')
        } else {
            (folder.referee(&own, &other, &options), "Black (First)", 'W')
        };
        let verdict = game.line("verdict: ");
        let start = format!("{winner}+{}: {loser} ", self.result);
        assert!(
            verdict.starts_with(&start) && verdict.contains(self.reason),
            "expected '{start}... {}' in\n{}",
            self.reason,
            game.out
        );
        assert_eq!(game.record.get("RE"), Some(&start[..3]));
        assert!(game.sgf.contains("Verdict: "), "{}", game.sgf);
        assert!(game.took < Duration::from_secs(50), "took {:?}", game.took);
        assert!(
            !is_idle || game.took > Duration::from_secs(2),
            "took only {:?}",
            game.took
        );
        Ok(())
    }
}
