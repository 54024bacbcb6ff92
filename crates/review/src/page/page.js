// SPDX-License-Identifier: MIT OR Apache-2.0
// Steps through the game. The state is the index of a position, and perhaps a line of play from there.

const review = JSON.parse(document.getElementById("data").textContent);
const byId = id => document.getElementById(id);
const board = new ReviewBoard(byId("board"), review.width, review.height);
const graph = new Graph(byId("graph"), review, go);
const last = review.positions.length - 1;
const layers = { groups: false, ownership: false, influence: false };
let index = 0;
/** A line of play: index of its position, first side, moves, number of moves on the board, name. */
let line = null;

/** Creates an element with text. */
function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Shows the position of that index. */
function go(to) {
  line = null;
  index = Math.min(last, Math.max(0, to));
  show();
}

function step(by) {
  if (!line) return go(index + by);
  line.shown = Math.min(line.moves.length, Math.max(0, line.shown + by));
  show();
}

/** Returns the index of the next losing move in a direction, 0 if there is none. */
function nextMistake(by) {
  for (let i = index + by; i >= 1 && i <= last; i += by) {
    if (review.moves[i - 1].severity !== "fine") return i;
  }
  return 0;
}

/** Goes to the next losing move in a direction. */
function mistake(by) {
  const next = nextMistake(by);
  if (next) go(next);
}

/** Steps to mistakes have no use where there are none. A button that loses its use gives the focus to the board. */
function showSteps() {
  for (const [name, by] of [["previous", -1], ["next", 1]]) {
    const button = document.querySelector(`[data-step=${name}]`), isFocused = document.activeElement === button;
    button.disabled = !nextMistake(by);
    if (button.disabled && isFocused) byId("board").focus();
  }
}

function openLine(from, color, moves, name) {
  line = { from, color, moves, name, shown: moves.length };
  show();
}

/** Returns the stones of the line on the board, with the numbers of its moves. */
function lineOnBoard() {
  let stones = review.positions[line.from].stones, stone = line.color === "black" ? "X" : "O", at = -1;
  const numbers = new Map();
  for (let i = 0; i < line.shown; i++) {
    at = board.index(line.moves[i]);
    if (at >= 0) {
      stones = play(stones, review.width, at, stone);
      numbers.set(at, i + 1);
    }
    stone = stone === "X" ? "O" : "X";
  }
  for (const i of numbers.keys()) if (stones[i] === ".") numbers.delete(i);
  return { stones, numbers, last: at };
}

function show() {
  const position = review.positions[index], move = review.moves[index - 1];
  if (line) {
    board.show({ ...lineOnBoard(), last: -1 });
  } else {
    const better = move && move.judgement && move.judgement.better || [];
    board.show({
      stones: position.stones,
      groups: layers.groups && position.groups,
      ownership: layers.ownership && position.ownership,
      influence: layers.influence && position.influence,
      last: move ? board.index(move.move) : -1,
      isBad: Boolean(move) && move.severity !== "fine",
      labels: better.map((other, i) => [board.index(other.move), "ABC"[i]]).filter(([at]) => at >= 0),
    });
  }
  graph.show(index);
  showWords(position, move);
  showLines(move);
  showLegend(position);
  showSteps();
  for (const button of document.querySelectorAll("#moves button")) {
    const isHere = Number(button.dataset.move) === review.first - 1 + index;
    if (isHere) {
      button.setAttribute("aria-current", "true");
      const list = byId("moves");
      list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight / 2;
    } else button.removeAttribute("aria-current");
  }
}

function showWords(position, move) {
  const where = byId("where"), comment = byId("comment");
  where.className = move ? move.severity : "";
  where.textContent = unbroken(line
    ? `${line.name}: ${line.shown} of ${line.moves.length} moves: ${line.moves.slice(0, line.shown).join(" ")}`
    : move ? `${move.headline}.` : `Before move ${review.first}, ${side(position.to_move)} to play.`);
  byId("board").setAttribute("aria-label", where.textContent);
  const lines = move ? move.comment : position.value
    ? [`Black's win rate ${percent(position.value.win_rate)}, lead ${points(position.value.lead)}.`] : [];
  if (!line) comment.replaceChildren(...lines.map(text => element("p", unbroken(text))), ...readings(move), ...numbers(move));
}

/** Returns the numbers of a move, folded. */
function numbers(move) {
  if (!move || !move.numbers) return [];
  const details = element("details");
  details.append(element("summary", "Numbers"), element("p", unbroken(move.numbers)));
  return [details];
}

/** Returns the readings of a losing move: the lines, folded, with a link to them as a record. */
function readings(move) {
  const found = move && move.judgement && move.judgement.readings || [];
  return found.map(({ question, text, sgf }, i) => {
    const details = element("details"), rows = text.split("\n").slice(1).join("\n").trimEnd();
    const link = element("a", "These lines as SGF", {
      download: `move-${move.number}-${i + 1}.sgf`, href: `data:application/x-go-sgf;charset=utf-8,${encodeURIComponent(sgf)}`,
    });
    details.append(element("summary", question), element("pre", rows), link);
    return details;
  });
}

const side = color => color === "black" ? "Black" : "White";
const percent = share => `${Math.round(100 * share)} %`;
/** Returns a text without line breaks between a number and its percent sign. */
const unbroken = text => text.replaceAll(" %", "\u00a0%");
const points = number => (number > 0 ? "+" : "") + number.toFixed(1);

/** Shows buttons for the better lines and the answer. */
function showLines(move) {
  const buttons = [], found = move && move.judgement;
  const add = (from, color, moves, name) => {
    const button = element("button", name, { type: "button", "aria-pressed": String(Boolean(line && line.name === name)) });
    button.addEventListener("click", () => line && line.name === name ? go(index) : openLine(from, color, moves, name));
    buttons.push(button);
  };
  if (found && found.better) {
    found.better.forEach((other, i) => add(index - 1, move.color, other.variation, `${"ABC"[i]}: better ${other.move}`));
    const answers = move.color === "black" ? "white" : "black";
    if (found.answer.length) add(index, answers, found.answer, `${side(answers)}'s answer`);
  }
  if (line) {
    for (const [sign, name, by] of [["◀", "One move of the line back", -1], ["▶", "One move of the line forward", 1]]) {
      const button = element("button", sign, { type: "button", "aria-label": name });
      button.addEventListener("click", () => step(by));
      buttons.push(button);
    }
    const close = element("button", "Back to the game", { type: "button" });
    close.addEventListener("click", () => go(index));
    buttons.push(close);
  }
  const focused = byId("lines").contains(document.activeElement) && document.activeElement.textContent;
  byId("lines").replaceChildren(...buttons);
  // The button that was pressed is a new one now.
  if (focused) (buttons.find(button => button.textContent === focused) || byId("board")).focus();
}

/** Shows the meanings of the marks, and the groups that the next move decides. */
function showLegend(position) {
  const words = [];
  if (layers.groups) {
    words.push("Letters name groups; green disc alive, yellow ? unknown, orange ~ weak, red ! critical, blue cross dead.");
    for (const group of position.groups) {
      if (!group.status.endsWith("critical")) continue;
      words.push(`Group ${group.letter} at ${group.origin} (${side(group.color)}): killed at ${group.kills.join(", ") || "?"}, saved at ${group.saves.join(", ") || "?"}.`);
    }
  }
  if (layers.ownership) words.push("Squares: owner of a point by playouts; larger is surer.");
  if (layers.influence) words.push("Squares: influence on a point; larger is stronger.");
  byId("legend").textContent = words.join(" ");
}

const steps = {
  home: () => go(0), end: () => go(last), back: () => step(-1), forward: () => step(1),
  previous: () => mistake(-1), next: () => mistake(1),
};
const keys = {
  ArrowLeft: steps.back, ArrowRight: steps.forward, Home: steps.home, End: steps.end, n: steps.next, p: steps.previous,
  Escape: () => line && go(index),
};
/** Keys that scroll the page unless the board has the focus. */
const boardKeys = { ArrowUp: () => step(-10), ArrowDown: () => step(10) };

document.addEventListener("keydown", event => {
  const action = keys[event.key] || byId("board").contains(event.target) && boardKeys[event.key];
  if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  action();
});
document.addEventListener("click", event => {
  const to = event.target.closest("[data-move]"), by = event.target.closest("[data-step]");
  if (to) {
    go(Number(to.dataset.move) - review.first + 1);
    if (!to.closest("#stage")) byId("stage").scrollIntoView();
  } else if (by) steps[by.dataset.step]();
});
document.addEventListener("change", event => {
  const layer = event.target.dataset.layer;
  if (!layer) return;
  layers[layer] = event.target.checked;
  // One map at a time.
  const other = { ownership: "influence", influence: "ownership" }[layer];
  if (other && layers[layer]) {
    layers[other] = false;
    document.querySelector(`[data-layer=${other}]`).checked = false;
  }
  show();
});

for (const move of review.moves) {
  byId("moves").append(element("button", `${move.number} ${move.move}`, {
    type: "button", "data-move": move.number, class: move.severity, title: move.headline,
  }));
}
const asked = /^#(\d+)$/.exec(location.hash);
go(asked ? Number(asked[1]) - review.first + 1 : 0);
