# SPDX-License-Identifier: MIT OR Apache-2.0
"""Games, choices, explanations, patterns, analyses and reviews."""

import _thread
import copy
import signal
import threading
import time
import xml.etree.ElementTree as ElementTree

import katachi_env
import numpy as np
import pytest
from katachi_env import Game, analyse, choose, explain, patterns, review

ATARI = """
    . . . . . . .
    . . . . . . .
    . . X X . . .
    . . X O O . .
    . . O X O . .
    . . . . O . .
    . . . . . . ."""


def test_a_game_is_played_and_undone():
    game = Game(9, komi=6.5, rules="japanese")
    game.play("e5")
    game.play(80)
    game.play("pass")
    assert game.moves == [("black", "E5"), ("white", "J1"), ("black", "pass")]
    assert (game.to_move, len(game), game.komi, game.rules) == ("white", 3, 6.5, "japanese")
    assert game.array()[4, 4] == 1 and game.array()[8, 8] == -1
    other = copy.copy(game)
    assert game.undo() == ("black", "pass") and len(other) == 3
    assert game.action("E5") == 40 and game.name(40) == "E5" and game.name(81) == "pass"
    game.play("D4", "white")
    assert game.moves[-1] == ("white", "D4")
    assert not game.is_legal("D4") and "D4" not in game.legal_moves()


def test_a_game_comes_from_sgf_and_goes_to_sgf():
    sgf = "(;GM[1]SZ[9]KM[5.5]PB[Ann]PW[Ben]RU[japanese];B[ee];W[cc];B[gg])(;SZ[5];B[aa])"
    game = Game.from_sgf(sgf)
    assert (game.komi, game.rules, len(game)) == (5.5, "japanese", 3)
    assert "PB[Ann]" in game.sgf()
    assert len(Game.from_sgf(sgf.encode(), moves=2)) == 2
    assert Game.from_sgf(sgf, number=2).width == 5
    assert Game.from_sgf(sgf, komi=7, rules="chinese").rules == "chinese"


def test_a_position_is_drawn():
    game = Game.from_diagram(ATARI, to_move="white")
    assert game.to_move == "white" and game.array().sum() == -1
    assert " 4 . . X O O . . 4" in game.board(ascii=True)
    assert "●" in str(game)
    root = ElementTree.fromstring(game._repr_svg_())
    assert root.tag.endswith("svg")
    assert len(game.svg(groups=True)) > len(game.svg())


def test_results_and_captures():
    game = Game.from_diagram(". X O .\nX X O O\n. X . .\n. X O O", komi=0.5)
    assert game.result is None
    game.play("pass")
    game.play("pass")
    assert game.is_over and game.result == "B+1.5", "8 points, 6, and komi"
    game = Game.from_diagram(". O X\n. X .\n. . .")
    game.play("A3")
    assert game.captured == {"black": 0, "white": 1}


def test_a_choice_repeats_and_has_its_values():
    game = Game.from_diagram(ATARI)
    choice = choose(game, visits=200, seed=1)
    again = choose(game, visits=200, seed=1)
    assert (choice.move, choice.candidates) == (again.move, again.candidates)
    assert game.is_legal(choice.move) and game.action(choice.move) == choice.action
    assert 0 <= choice.win_rate <= 1 and choice.color == "black"
    assert choice.candidates[0]["pv"][0] == choice.candidates[0]["move"]
    assert len(game) == 0, "the game is unchanged"
    assert game.is_legal(choose(game, level=1.5).move)


def test_moves_are_explained():
    game = Game.from_diagram(ATARI)
    best = explain(game, visits=200)
    assert best.move == best.best and best.text.startswith(f"Black {best.move}")
    worse = explain(game, "A1", visits=200)
    assert worse.move == "A1" and "At full strength Katachi plays" in str(worse)
    assert worse.reasons and "visits" in worse.numbers
    assert "XXX" not in repr(worse)


def test_no_reason_is_told_that_the_answer_to_its_own_question_denies(denied):
    for found in denied:
        game = Game(found["size"], rules="chinese", komi=7.5)
        for move in found["moves"]:
            game.play(move)
        explained = explain(game, found["move"], visits=20)
        about = explained.text.split(" At full strength ")[0]
        listed = analyse(game, visits=20, reasons=True)["moveInfos"]
        reasons = [info["reasons"] for info in listed if info["move"] == found["move"]]
        lines = [about, *explained.reasons, *sum(reasons, [])]
        assert not [line for line in lines if found["reason"] in line], found


def test_patterns_at_a_point_are_listed():
    game = Game(9)
    for move in ["E5", "C3", "G3", "C7"]:
        game.play(move)
    found = patterns(game, "D3")
    assert found and {"name", "file", "line", "holds", "value", "text", "drawn"} == set(found[0])
    assert found[0]["name"] in found[0]["drawn"]


def test_an_analysis_has_the_names_of_katago():
    game = Game(7, komi=9)
    game.play("D4")
    found = analyse(game, visits=100, ownership=True, policy=True, reasons=True)
    assert found["rootInfo"]["currentPlayer"] == "W" and 0 <= found["rootInfo"]["winrate"] <= 1
    assert len(found["ownership"]) == 49 and len(found["policy"]) == 50
    assert found["policy"][24] == -1
    assert found["moveInfos"][0]["order"] == 0 and "reasons" in found["moveInfos"][0]
    assert found == analyse(game, visits=100, ownership=True, policy=True, reasons=True)


def test_an_analysis_begins_at_the_position_of_a_diagram():
    game = Game.from_diagram("X X .\n. . .\n. . .", to_move="white", komi=0.5)
    assert analyse(game, visits=50)["rootInfo"]["currentPlayer"] == "W"
    alone = Game.from_diagram("X X .\n. . .\n. . .", komi=0.5)
    assert analyse(alone, visits=50)["rootInfo"]["currentPlayer"] == "B"


def test_a_review_is_data_text_and_a_page():
    game = Game.from_sgf("(;SZ[7]KM[9]PB[Ann];B[dd];W[dc];B[ec];W[cc];B[eb];W[aa])")
    made = review(game, visits=60, seed=1)
    data = made.data()
    assert data["black"] == "Ann" and len(data["moves"]) == 6
    assert data["moves"][5]["move"] == "A7"
    assert data == review(game, visits=60, seed=1, threads=2).data()
    assert "Ann" in made.text() and made.html().startswith("<!DOCTYPE html>")
    assert "C[" in made.sgf() and "PB[Ann]" in made.sgf()
    one = review(game, visits=60, player="white", first=2, last=4).data()
    assert len(one["moves"]) == 3 and one["sides"]["black"] is None


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda game: Game(26), "size 26"),
        (lambda game: Game("9x"), "size 9x"),
        (lambda game: Game(komi=0.25), "komi 0.25"),
        (lambda game: Game(rules="golf"), "unknown rules 'golf'"),
        (lambda game: game.play("E5"), "White cannot play E5: occupied"),
        (lambda game: game.play("K1"), 'expected a point of 9x9, such as D4, or pass, found "K1"'),
        (lambda game: game.play(82), "action 82 does not exist, the last one is 81"),
        (lambda game: game.play("D4", "red"), "expected black or white"),
        (lambda game: Game.from_sgf("no game"), "not an SGF file"),
        (lambda game: Game.from_sgf("(;SZ[9];B[aa];W[aa])"), "move 2, White A9, is illegal: occupied"),
        (lambda game: Game.from_sgf("(;SZ[9])", number=2), "there is no game 2"),
        (lambda game: Game.from_diagram("X.\nX"), "row 2 of the diagram has 1 points"),
        (lambda game: Game.from_diagram("X?"), "B1 of the diagram is '\\?'"),
        (lambda game: Game.from_diagram("XO"), "the string at A1 has no liberty"),
        (lambda game: Game.from_diagram(""), "the diagram is 0x0"),
        (lambda game: choose(game, level=0), "level 0"),
        (lambda game: choose(game, visits=0), "0 visits"),
        (lambda game: choose(game, threads=0), "0 threads"),
        (lambda game: choose(game, seed=-1), "expected 0 or more"),
        (lambda game: explain(game, "E5"), "White cannot play E5: occupied"),
        (lambda game: patterns(game, "pass"), "a pass is no point"),
        (lambda game: analyse(game, visits=2**30), "visits"),
        (lambda game: review(Game(9)), "no moves to review"),
        (lambda game: review(game, first=0), "first is 0"),
        (lambda game: review(game, visits=1), "1 visits"),
        (lambda game: review(game, player="red"), "expected black or white"),
    ],
)
def test_what_cannot_be_used_is_an_error(call, message):
    game = Game(9)
    game.play("E5")
    with pytest.raises(ValueError, match=message):
        call(game)
    assert len(game) == 1


def test_a_move_of_a_wrong_type_is_a_type_error():
    for wrong in (1.5, None, ["D4"]):
        with pytest.raises(TypeError, match="expected a point such as 'D4'"):
            Game(9).play(wrong)
    assert Game(9).is_legal(np.int64(3))


def test_every_public_object_has_documentation():
    for name in katachi_env.__all__:
        if name in ("GoEnv", "GoVectorEnv", "go_v0"):
            continue
        thing = getattr(katachi_env, name)
        assert thing.__doc__, name
        if isinstance(thing, type):
            members = [member for member in vars(thing) if not member.startswith("_")]
            for member in members:
                assert getattr(vars(thing)[member], "__doc__", None) or name.endswith("Opponent"), (
                    f"{name}.{member}"
                )


def test_ctrl_c_ends_a_search():
    # A shell that starts the tests in the background has them ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Timer(0.3, _thread.interrupt_main).start()
        start = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            choose(Game(19), visits=200_000)
        assert time.monotonic() - start < 20
    finally:
        signal.signal(signal.SIGINT, before)
