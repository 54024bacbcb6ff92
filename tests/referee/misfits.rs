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
    /// Its name and argument.
    program: (&'static str, &'static str),
    opponent: &'static str,
    /// Is it White? Else Black.
    is_white: bool,
    result: char,
    reason: &'static str,
}

const BLACK: Misfit = Misfit {
    title: "",
    program: ("", ""),
    opponent: "",
    is_white: false,
    result: 'F',
    reason: "",
};

const WHITE: Misfit = Misfit {
    is_white: true,
    ..BLACK
};

const IDLE: &str = "made no move and used no CPU time for 2 s";

const MISFITS: [Misfit; 23] = [
    Misfit {
        title: "a_stone_on_a_stone",
        program: ("list", "D4,D4"),
        reason: "played D4, which is illegal (occupied)",
        ..BLACK
    },
    Misfit {
        title: "a_stone_on_a_stone_of_the_other_side",
        program: ("list", "D4"),
        opponent: "D4",
        reason: "played D4, which is illegal (occupied)",
        ..WHITE
    },
    Misfit {
        title: "a_row_too_high",
        program: ("list", "A20"),
        reason: "played A20, which is illegal (off the board)",
        ..BLACK
    },
    Misfit {
        title: "a_column_too_far_right",
        program: ("list", "U1"),
        reason: "played U1, which is illegal (off the board)",
        ..BLACK
    },
    Misfit {
        title: "a_ko_retaken_at_once",
        program: ("list", "F4,E5,E3,D4,D4"),
        opponent: "C4,D5,D3,Q16,E4",
        reason: "played D4, which is illegal (ko)",
        ..WHITE
    },
    Misfit {
        title: "a_suicide",
        program: ("list", "Q16,A1"),
        opponent: "A2,B1",
        reason: "played A1, which is illegal (suicide)",
        ..WHITE
    },
    Misfit {
        title: "a_suicide_of_several_stones",
        program: ("list", "A1,Q16,Q4,B1"),
        opponent: "A2,B2,C1",
        reason: "played B1, which is illegal (suicide)",
        ..WHITE
    },
    Misfit {
        title: "a_fork",
        program: ("forker", ""),
        reason: "forked, or tried to",
        ..BLACK
    },
    Misfit {
        title: "too_long_in_byo_romi",
        program: ("burner", ""),
        result: 'T',
        reason: "s of CPU time for a move in byo-romi, where it has 0.3 s",
        ..BLACK
    },
    Misfit {
        title: "too_long_in_the_kernel",
        program: ("kernel", ""),
        result: 'T',
        reason: "s of CPU time for a move in byo-romi, where it has 0.3 s",
        ..WHITE
    },
    Misfit {
        title: "threads_spend_the_time_together",
        program: ("threads", ""),
        result: 'T',
        reason: "s of CPU time for a move in byo-romi, where it has 0.3 s",
        ..WHITE
    },
    Misfit {
        title: "sleep",
        program: ("sleeper", ""),
        reason: IDLE,
        ..BLACK
    },
    Misfit {
        title: "reading_for_ever",
        program: ("reader", ""),
        reason: IDLE,
        ..WHITE
    },
    Misfit {
        title: "lines_that_are_no_moves",
        program: ("lower", ""),
        reason: IDLE,
        ..BLACK
    },
    Misfit {
        title: "a_line_without_end",
        program: ("partial", ""),
        reason: "made no move and used no CPU time for 2 s; its last line, 'Q16', has no end",
        ..BLACK
    },
    Misfit {
        title: "exit",
        program: ("quitter", ""),
        reason: "died (exit status: 3)",
        ..BLACK
    },
    Misfit {
        title: "exit_within_a_line",
        program: ("partial-exit", ""),
        reason: "died (exit status: 0); its last line, 'Q16', has no end",
        ..BLACK
    },
    Misfit {
        title: "a_crash",
        program: ("crasher", ""),
        reason: "died (signal: 6 (SIGABRT)), its last words: 'oh no'",
        ..WHITE
    },
    Misfit {
        title: "closed_output",
        program: ("mute", ""),
        reason: "died (closed its output but runs on)",
        ..BLACK
    },
    Misfit {
        title: "a_flood_of_lines",
        program: ("flood", ""),
        reason: "flooded its output: more than 10000 lines or 1048576 bytes for one move",
        ..BLACK
    },
    Misfit {
        title: "a_flood_without_lines",
        program: ("endless", ""),
        reason: "flooded its output: more than 10000 lines or 1048576 bytes for one move",
        ..WHITE
    },
    Misfit {
        title: "binary_output",
        program: ("binary", ""),
        reason: "flooded its output: more than 10000 lines or 1048576 bytes for one move",
        ..BLACK
    },
    Misfit {
        title: "more_memory_than_there_is",
        program: ("hog", ""),
        reason: "died (signal: 6 (SIGABRT))",
        ..BLACK
    },
];

/// Returns a test for each.
pub(crate) fn tests() -> Vec<Trial> {
    MISFITS
        .iter()
        .map(|misfit| Trial::test(format!("{}_loses", misfit.title), move || misfit.loses()))
        .collect()
}

impl Misfit {
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
