// SPDX-License-Identifier: MIT OR Apache-2.0

// Stones with numbers: lines of play, and the moves of the game.

import { STONES, svg } from "./board.js";

const SIGNS = { black: "X", white: "O" };
const INK = "#24201c";

// Text in the middle of a point.
export function label([x, y], text, fill, size = 12) {
  return svg("text", { x, y: y + size * 0.36, fill, "font-size": size, "text-anchor": "middle", "font-weight": 600 }, String(text));
}

const sizeOf = (number) => (number > 99 ? 9.5 : number > 9 ? 11 : 13);

// The stones of a line, numbered from 1. A point that is played twice shows the first stone.
export function numbered(board, line) {
  const seen = new Set();
  return line.flatMap(([color, point], index) => {
    const at = board.index(point);
    if (at < 0 || seen.has(at)) return [];
    seen.add(at);
    const [cx, cy] = board.center(at);
    const { fill, ink } = STONES[SIGNS[color]];
    return [svg("circle", { cx, cy, r: 12.4, fill, stroke: INK }), label([cx, cy], index + 1, ink, sizeOf(index + 1))];
  });
}

// The numbers of moves on the stones that they left. `rows` are the points of the board, `moves` the moves of
// the game so far.
export function numbers(board, rows, moves) {
  const last = new Map();
  moves.forEach(([color, point], index) => last.set(board.index(point), { color, number: index + 1 }));
  const cells = rows.join("");
  return [...last].flatMap(([at, { color, number }]) => (
    at >= 0 && cells[at] === SIGNS[color] ? [label(board.center(at), number, STONES[cells[at]].ink, sizeOf(number))] : []));
}

// `D4 C3`
export const lineText = (line) => line.map(([, point]) => point).join(" ");
