// SPDX-License-Identifier: MIT OR Apache-2.0

// Marks of a record on the board, and the tool that draws them.

import { svg } from "./board.js";
import { label } from "./stones.js";

const PATHS = {
  triangle: (x, y) => `M${x} ${y - 8}L${x + 7} ${y + 4.5}H${x - 7}Z`,
  square: (x, y) => `M${x - 5.5} ${y - 5.5}h11v11h-11Z`,
  circle: (x, y) => `M${x - 6} ${y}a6 6 0 1 0 12 0a6 6 0 1 0 -12 0`,
  cross: (x, y) => `M${x - 5.5} ${y - 5.5}l11 11m0 -11l-11 11`,
};
const INKS = { black: "#fbfbfb", white: "#101010", wood: "#101010" };
// A label of more letters does not fit on a point.
const MOST_LETTERS = 3;

// The elements of marks. `on` tells what is on a point: `black`, `white` or `wood`.
export function drawMarks(board, marks, on) {
  return marks.flatMap(([point, mark]) => {
    const at = board.index(point);
    if (at < 0) return [];
    const [x, y] = board.center(at);
    const ground = on(at);
    if (mark.label === undefined) return [svg("path", { class: `mark drawn on-${ground}`, d: PATHS[mark](x, y) })];
    const written = mark.label.slice(0, MOST_LETTERS);
    const letters = label([x, y], written, INKS[ground], written.length > 1 ? 11 : 14);
    // The lines of the board would cross the letters.
    return ground === "wood" ? [svg("circle", { class: "ground", cx: x, cy: y, r: 9.5 }), letters] : [letters];
  });
}

// `triangle`, `label A`
export const markText = ([, mark]) => (mark.label === undefined ? mark : `label ${mark.label}`);
