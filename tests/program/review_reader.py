# SPDX-License-Identifier: MIT OR Apache-2.0
"""Reads reviewed records with sgfmill, and ends with an error if one is not as a viewer needs it.

The main line is that of the game; each letter stands on the first move of a variation, the variations can be played, and comments and values are
where they belong.
"""

import pathlib
import sys

from sgfmill import boards, sgf, sgf_moves


def moves_of(nodes):
    """The moves of nodes, those without one left out."""
    found = [node.get_move() for node in nodes]
    return [(color, move) for color, move in found if color is not None]


def games_of(text):
    """The games of a file, one after each empty line."""
    return [sgf.Sgf_game.from_string(game) for game in text.split("\n\n") if game.strip()]


def replay(board, nodes):
    """Plays the moves of nodes; sgfmill raises an error if a point is occupied."""
    for color, move in moves_of(nodes):
        if move is not None:
            board.play(move[0], move[1], color)


def lines_of(node):
    """All ways from a node to the ends of its variations."""
    if not len(node):
        return [[node]]
    return [[node] + line for child in node for line in lines_of(child)]


def check(source, reviewed):
    """Checks a review against its source; the numbers of variations and labels."""
    assert reviewed.get_size() == source.get_size() and reviewed.get_komi() == source.get_komi()
    for color in "bw":
        assert reviewed.get_player_name(color) == source.get_player_name(color)
    main = reviewed.get_main_sequence()
    assert moves_of(main) == moves_of(source.get_main_sequence())
    root = reviewed.get_root()
    assert "Win rates and leads are Black's" in root.get("C")
    variations = labels = 0
    board, _ = sgf_moves.get_setup_and_moves(source)
    for node in main:
        replay(board, [node])
        for other in list(node)[1:]:
            variations += 1
            for line in lines_of(other):
                replay(board.copy(), line)
    for node in main[1:]:
        if node.has_property("V"):
            assert isinstance(node.get("V"), float) and "win rate" in node.get("C")
        if not node.has_property("LB"):
            continue
        assert node.has_property("N") and (node.has_property("BM") or node.has_property("DO"))
        better = [other for other in node.parent if other.has_property("N") and other.get("N").startswith("Better: ")]
        letters = [(other.get_move()[1], chr(ord("A") + i)) for i, other in enumerate(better) if other.get_move()[1]]
        assert sorted(node.get("LB")) == sorted(letters), (node.get("LB"), letters)
        assert all("Black's win rate" in other.get("C") and other.get("TE") for other in better)
        labels += len(letters)
    return variations, labels


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        sources = games_of(file.read())
    variations = labels = 0
    names = sys.argv[2:]
    for name in names:
        # The name of a review is the number of its game.
        source = sources[int(pathlib.Path(name).stem) - 1]
        with open(name, "rb") as file:
            found = check(source, sgf.Sgf_game.from_bytes(file.read()))
        variations, labels = variations + found[0], labels + found[1]
    print(len(names), "games", variations, "variations", labels, "labels")


main()
