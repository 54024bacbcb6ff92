# Moves that are wanted: the example of `katachi tune fit` in docs/tuning.md.

# A hane at the head of two stones.
loadsgf game2.sgf 19
10 reg_genmove black
#? [B10]

# No jump beside a stone that stands there already.
loadsgf game1.sgf 23
20 reg_genmove black
#? [!D8]

# A jump below that makes room for an eye.
loadsgf dragon.sgf 29
30 reg_genmove black
#? [H3]
