# SPDX-License-Identifier: MIT OR Apache-2.0
"""Types of the native part. The docstrings are those of the objects."""

from typing import Any, Literal, Optional, Union, final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import TypedDict

__all__ = [
    "Batch",
    "Choice",
    "Explanation",
    "Game",
    "Review",
    "analyse",
    "choose",
    "explain",
    "patterns",
    "review",
]

Move = Union[str, int]
Color = Literal["black", "white"]

class Counts(TypedDict):
    black: int
    white: int

class Candidate(TypedDict):
    """A move that was searched. Values are those of the side to move."""

    move: str
    visits: int
    win_rate: float
    """0 to 1."""
    lead: float
    """In points, with komi."""
    prior: float
    """Probability before the search, 0 to 1."""
    pv: list[str]
    """This move and the expected ones after it."""

class Pattern(TypedDict):
    """A pattern that matches at a point."""

    name: str
    file: Optional[str]
    line: int
    holds: bool
    value: Optional[int]
    text: str
    drawn: str

@final
class Batch:
    def __new__(
        cls,
        games: int,
        size: int = 19,
        *,
        komi: float = 7.5,
        max_steps: Optional[int] = None,
        history: int = 8,
        seed: int = 0,
        threads: int = 1,
        autoreset: bool = False,
    ) -> Batch: ...
    @property
    def games(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def komi(self) -> float: ...
    @property
    def max_steps(self) -> int: ...
    @property
    def num_actions(self) -> int: ...
    @property
    def observation_shape(self) -> tuple[int, int, int]: ...
    autoreset: bool
    observation: NDArray[np.bool_]
    legal_action_mask: NDArray[np.bool_]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    current_player: NDArray[np.int8]
    def step(self, actions: ArrayLike, where: Optional[ArrayLike] = None) -> None: ...
    def reset(
        self,
        seed: Optional[int] = None,
        *,
        where: Optional[ArrayLike] = None,
        black: Optional[ArrayLike] = None,
    ) -> None: ...
    def reset_finished(self) -> NDArray[np.bool_]: ...
    def clone(self) -> Batch: ...
    def restore(self, saved: Batch) -> None: ...
    def random_actions(self, seed: int) -> NDArray[np.int32]: ...
    def engine_actions(
        self,
        level: Optional[float] = None,
        *,
        visits: Optional[int] = None,
        seed: int = 0,
        where: Optional[ArrayLike] = None,
        threads: int = 1,
    ) -> NDArray[np.int32]: ...
    def observe(self, player: int, game: int = 0) -> NDArray[np.bool_]: ...
    def black_player(self, game: int = 0) -> int: ...
    def steps(self, game: int = 0) -> int: ...
    def area(self, game: int = 0) -> Counts: ...
    def board(self, game: int = 0) -> str: ...
    def actions(self, game: int = 0, *, finished: bool = False) -> list[int]: ...
    def sgf(self, game: int = 0, *, finished: bool = False) -> str: ...
    def game(self, game: int = 0, *, finished: bool = False) -> Game: ...
    def __len__(self) -> int: ...

@final
class Game:
    def __new__(
        cls,
        size: Optional[Union[int, str]] = None,
        *,
        komi: Optional[float] = None,
        rules: str = "chinese",
    ) -> Game: ...
    @staticmethod
    def from_sgf(
        sgf: Union[str, bytes],
        *,
        moves: Optional[int] = None,
        number: int = 1,
        komi: Optional[float] = None,
        rules: Optional[str] = None,
    ) -> Game: ...
    @staticmethod
    def from_diagram(
        diagram: str,
        *,
        to_move: str = "black",
        komi: Optional[float] = None,
        rules: str = "chinese",
    ) -> Game: ...
    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def komi(self) -> float: ...
    @property
    def rules(self) -> str: ...
    @property
    def to_move(self) -> Color: ...
    @property
    def moves(self) -> list[tuple[Color, str]]: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def result(self) -> Optional[str]: ...
    @property
    def captured(self) -> Counts: ...
    def play(self, move: Move, color: Optional[str] = None) -> None: ...
    def undo(self) -> Optional[tuple[Color, str]]: ...
    def is_legal(self, move: Move) -> bool: ...
    def legal_moves(self) -> list[str]: ...
    def name(self, action: int) -> str: ...
    def action(self, move: Move) -> int: ...
    def array(self) -> NDArray[np.int8]: ...
    def board(self, *, ascii: bool = False) -> str: ...
    def sgf(self) -> str: ...
    def svg(self, *, groups: bool = False) -> str: ...
    def copy(self) -> Game: ...
    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: Any, /) -> Game: ...
    def __len__(self) -> int: ...

@final
class Choice:
    @property
    def move(self) -> str: ...
    @property
    def action(self) -> int: ...
    @property
    def color(self) -> Color: ...
    @property
    def win_rate(self) -> Optional[float]: ...
    @property
    def lead(self) -> Optional[float]: ...
    @property
    def visits(self) -> int: ...
    @property
    def candidates(self) -> list[Candidate]: ...

@final
class Explanation:
    @property
    def move(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def phrase(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def reasons(self) -> list[str]: ...
    @property
    def numbers(self) -> str: ...
    @property
    def best(self) -> str: ...

@final
class Review:
    def data(self) -> dict[str, Any]: ...
    def text(self) -> str: ...
    def html(self) -> str: ...
    def sgf(self) -> str: ...

def choose(
    game: Game,
    *,
    level: Optional[float] = None,
    visits: Optional[int] = None,
    seed: int = 0,
    threads: int = 1,
) -> Choice: ...
def explain(
    game: Game,
    move: Optional[Move] = None,
    *,
    visits: Optional[int] = None,
    seed: int = 0,
    threads: int = 1,
) -> Explanation: ...
def patterns(game: Game, point: Move) -> list[Pattern]: ...
def analyse(
    game: Game,
    *,
    visits: int = 1000,
    ownership: bool = False,
    policy: bool = False,
    reasons: bool = False,
    seed: int = 0,
    threads: int = 1,
) -> dict[str, Any]: ...
def review(
    game: Game,
    *,
    visits: Optional[int] = None,
    player: Optional[str] = None,
    first: int = 1,
    last: Optional[int] = None,
    top: int = 5,
    seed: int = 0,
    threads: int = 1,
) -> Review: ...
