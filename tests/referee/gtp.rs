// SPDX-License-Identifier: MIT OR Apache-2.0

//! GTP programs under the referee, and the adapters.

use libtest_mimic::Trial;

use crate::test_folder::{KATACHI, TestFolder, program, trials};

pub(crate) fn tests() -> Vec<Trial> {
    trials![
        gtp_programs_play_under_the_same_rules,
        gtp_programs_that_break_their_protocol_lose,
        adapters_go_both_ways,
    ]
}

fn gtp_programs_play_under_the_same_rules() {
    let game = TestFolder::new().referee(
        &program("gtp", "q16,D4"),
        &program("gtp", "C3,resign"),
        "--gtp1 --gtp2",
    );
    // A program that resigns passes from then on.
    assert_eq!(game.record.move_count(), 5, "{}", game.out);
    assert!(game.out.contains("   1 Black Q16 "), "{}", game.out);
    let occupied = program("gtp", "q16");
    let game = TestFolder::new().referee(&program("list", "Q16"), &occupied, "--gtp2");
    game.ends("B+F: White ", "played Q16, which is illegal (occupied)");
}

fn gtp_programs_that_break_their_protocol_lose() {
    for (name, argument, reason) in [
        (
            "gtp",
            "nowhere",
            "answered genmove with 'nowhere', which is no move on 19x19",
        ),
        (
            "flood",
            "",
            "answered 'list_commands' with text that is no GTP: 'let me think'",
        ),
        ("forker", "", "forked, or tried to"),
        ("sleeper", "", "made no move and used no CPU time for 2 s"),
        ("quitter", "", "died (exit status: 3)"),
    ] {
        let game =
            TestFolder::new().referee(&program(name, argument), &program("list", ""), "--gtp1 --idle 2");
        game.ends("W+F: Black ", reason);
    }
}

fn adapters_go_both_ways() {
    let folder = TestFolder::new();
    let gtp = program("gtp", "q16,D4");
    let lines = format!("{KATACHI} gtp-to-usenix {gtp}");
    // Two processes: the referee has to be told that they are allowed.
    let refereed = folder.referee(&lines, &program("list", "C3"), "--allow-forks");
    assert!(refereed.out.contains("   1 Black Q16 "), "{}", refereed.out);
    let forbidden = folder.referee(&lines, &program("list", "C3"), "");
    forbidden.ends("W+F: ", "forked, or tried to");

    let back = |script: &str| {
        let mut words = vec!["usenix-to-gtp".to_string()];
        words.extend(shlex::split(&lines).expect("a command"));
        let output = folder.katachi(&words, script);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let script = "boardsize 19\nclear_board\nkomi 5.5\ngenmove b\nplay w C3\n7 genmove b\nquit\n";
    assert_eq!(back(script), "=\n\n=\n\n=\n\n= Q16\n\n=\n\n=7 D4\n\n=\n\n");
    let script = "boardsize 9\nplay b D4\nplay b C3\ngenmove w\nplay w C3\nplay b Q16\nwhat\n";
    let expected = "? unacceptable size\n\n=\n\n? in the line protocol the sides take turns, Black first\n\n= Q16\n\n\
        ? the program makes the moves of White itself\n\n? illegal move\n\n? unknown command\n\n";
    assert_eq!(back(script), expected);
}
