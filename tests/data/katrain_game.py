# SPDX-License-Identifier: MIT OR Apache-2.0
"""Lets KaTrain's core, without its window, go on with a record by its default player until both sides pass.

Usage: katrain_game.py COMMAND GAME.sgf VISITS. Prints the number of moves that it played, and the record.
"""

import os
import sys
import time

command, record, visits = sys.argv[1:]
sys.argv = sys.argv[:1]
os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1", KIVY_NO_FILELOG="1")

from katrain.core.ai import generate_ai_move
from katrain.core.base_katrain import KaTrainBase
from katrain.core.constants import AI_DEFAULT
from katrain.core.engine import KataGoEngine
from katrain.core.game import Game, KaTrainSGF

katrain = KaTrainBase(force_package_config=True, debug_level=0)
settings = {**katrain.config("engine"), "backend": "custom", "altcommand": command, "max_visits": int(visits)}
settings["fast_visits"] = int(visits)
engine = KataGoEngine(katrain, settings)
game = Game(katrain, engine, move_tree=KaTrainSGF.parse_file(record))
katrain.game = game
game.set_current_node(game.root.nodes_in_tree[-1])
played = 0
while not game.current_node.is_pass or not game.current_node.parent.is_pass:
    move, node = generate_ai_move(game, AI_DEFAULT, katrain.config(f"ai/{AI_DEFAULT}"))
    if node is None:
        time.sleep(0.1)
        continue
    played += 1
    if played > 200:
        sys.exit("the game does not end")
print(f"played {played} moves")
print(game.root.sgf())
engine.shutdown(finish=None)
