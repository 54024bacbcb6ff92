// SPDX-License-Identifier: MIT OR Apache-2.0

// The evaluation of the position that is shown: layers on the board, groups and proposals in words, one point
// with its patterns, and the effect of changed values.

import { ask, post } from "./api.js";
import { all, capital, find, make } from "./dom.js";
import { parsed } from "./play-board.js";

const LAYERS = ["groups", "eyes", "values", "search", "lines"];
const MAPS = ["", "area", "moyo", "territory", "ownership"];

const layer = (name) => find(`.layers [name="${name}"]`);
// The board stays in view while the rest of the page scrolls.
const boardStays = matchMedia("(min-width: 56rem), (orientation: landscape) and (max-height: 34rem)");
const signed = (number) => (number === null ? "—" : String(number));

export class Overlay {
  constructor(board, onError) {
    this.board = board;
    this.onError = onError;
    this.place = "0";
    this.line = null;
    this.about = null;
    this.hasChanges = false;
    this.isAsked = false;
    find(".layers").addEventListener("change", () => { this.line = null; this.isAsked = true; this.refresh(); });
    find("#seen").addEventListener("click", (event) => this.#clicked(event));
    find("#changes").addEventListener("click", (event) => this.#clicked(event));
    find("#point").addEventListener("change", (event) => this.#changed(event.target));
    find("#point").addEventListener("click", (event) => this.#clicked(event));
  }

  toggle(name) {
    const box = layer(name);
    box.checked = !box.checked;
    box.dispatchEvent(new Event("change", { bubbles: true }));
  }

  nextMap() {
    const select = layer("map");
    select.value = MAPS[(MAPS.indexOf(select.value) + 1) % MAPS.length];
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }

  // The page displays another position, by the name that it has for the server.
  follow(place, key) {
    if (this.key === key) return;
    Object.assign(this, { place, key, line: null });
    this.board.overlay(null);
    this.refresh();
  }

  refresh() {
    this.#layers();
    if (this.about) this.explain(this.about);
    if (this.hasChanges) this.#values();
  }

  // Each question cancels an earlier one of its kind.
  async #ask(kind, path, parameters) {
    this[kind]?.abort();
    const controller = this[kind] = new AbortController();
    try {
      const answer = await ask(path, { at: this.place, ...parameters }, controller.signal);
      return this[kind] === controller ? answer : null;
    } catch (error) {
      if (error.name !== "AbortError") this.onError(error);
      return null;
    }
  }

  async #layers() {
    const options = Object.fromEntries(LAYERS.map((name) => [name, layer(name).checked]));
    const map = layer("map").value || null;
    const section = find("#seen");
    if (!map && !Object.values(options).includes(true)) {
      this.asking?.abort();
      this.board.overlay(null);
      section.hidden = true;
      return;
    }
    section.setAttribute("aria-busy", "true");
    const view = await this.#ask("asking", "api/view", { map, line: this.line, ...options });
    if (!view) return;
    section.removeAttribute("aria-busy");
    section.hidden = false;
    this.board.overlay(view);
    section.replaceChildren(
      make("h2", {}, "The position"), legend(view), make("h3", {}, view.heading), facts(view.rows),
      ...(options.groups ? [groups(view.groups)] : []), ...choice(view.choice), ...lines(view.lines, this.line),
    );
    // The meaning of the marks comes into view when they are asked for.
    if (this.isAsked && boardStays.matches) find(".legend", section).scrollIntoView({ block: "nearest" });
    this.isAsked = false;
  }

  async explain(point) {
    this.about = point;
    const found = await this.#ask("explaining", "api/point", { point });
    if (!found) return;
    const section = find("#point");
    section.hidden = false;
    const proposal = found.proposal ?? found.rejected;
    // A field with focus is rebuilt and keeps the focus.
    const { pattern: typed, number } = document.activeElement.dataset;
    section.replaceChildren(
      make("h2", {}, found.heading, " ", make("button", { type: "button", data: { act: "forget" }, ariaLabel: "Close" }, "×")),
      facts(found.rows),
      ...(found.illegal ? [make("p", {}, `${capital(found.color)} may not play here: ${found.illegal}.`)] : []),
      ...(found.proposal ? [value(found)] : []),
      ...(found.rejected ? [make("p", {}, `Not proposed: ${found.rejected.reason}.`)] : []),
      ...(proposal?.reasons.length ? [reasons(proposal.reasons)] : []),
      ...(found.patterns.length ? [make("h3", {}, "Patterns here")] : []),
      ...found.patterns.map(pattern),
    );
    const field = typed && all("input", section).find(({ dataset }) => dataset.pattern === typed && dataset.number === number);
    if (!field) return;
    field.closest("details").open = true;
    field.focus({ preventScroll: true });
  }

  async #changed(field) {
    if (!field.dataset.pattern || field.value === "") return;
    const number = field.dataset.number === "value" ? "" : `.${field.dataset.number}`;
    await this.#change(`${field.dataset.pattern}${number}=${Number(field.value)}`);
  }

  async #change(change) {
    try {
      this.#difference(await post("api/values", { change, at: this.place }));
    } catch (error) {
      this.onError(error);
    }
    this.#layers();
    if (this.about) this.explain(this.about);
  }

  async #values() {
    const values = await this.#ask("valuing", "api/values", {});
    if (values) this.#difference(values);
  }

  #difference(values) {
    const section = find("#changes");
    this.hasChanges = values.changes.length > 0;
    section.hidden = !this.hasChanges;
    if (!this.hasChanges) return;
    const list = values.changes.map(([name, number, before, now]) => make("li", {},
      make("code", {}, number === "value" ? name : `${name}.${number}`), ` ${before} → ${now}`));
    const rows = values.points.map(([point, before, after]) => make("tr", {},
      make("th", { scope: "row" }, pointButton(point)), make("td", {}, signed(before)), make("td", {}, signed(after))));
    const verdict = values.is_other_move ? "The choice by evidence changes:" : "The choice by evidence stays:";
    section.replaceChildren(
      make("h2", {}, "Changed values"), make("ul", {}, ...list),
      make("p", { id: "difference", className: values.is_other_move ? "other" : "same" }, verdict, make("br"),
        `as loaded: ${values.before.headline}`, make("br"), `as changed: ${values.after.headline}`),
      ...(rows.length ? [table(["point", "as loaded", "as changed"], rows)] : [make("p", {}, "All values here are unchanged.")]),
      make("p", {}, make("button", { type: "button", data: { act: "reset" } }, "Revert all"), " ",
        make("a", { className: "button", href: "values.db", download: "values.db" }, "Save as values.db")),
    );
  }

  #clicked(event) {
    const button = event.target.closest("button");
    if (!button) return;
    const { point, line, act } = button.dataset;
    if (point) { this.board.select(point); this.explain(point); }
    if (line) { this.line = this.line === Number(line) ? null : Number(line); this.#layers(); }
    if (act === "reset") this.#change(null);
    if (act === "forget") { this.about = null; find("#point").hidden = true; this.board.focus(); }
  }
}

const pointButton = (point) => make("button", { type: "button", data: { point } }, point);

function table(heads, rows) {
  const head = make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)));
  return make("div", { className: "scroll" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
}

function facts(rows) {
  return make("dl", {}, ...rows.flatMap(({ label, text }) => [make("dt", {}, label), make("dd", {}, text)]));
}

function legend(view) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const [width, height] = view.legend_size;
  svg.setAttribute("viewBox", `0 0 ${Math.max(width, 1)} ${Math.max(height, 1)}`);
  svg.setAttribute("class", "legend");
  svg.setAttribute("width", width);
  svg.append(...parsed(view.legend));
  return svg;
}

function groups(list) {
  const rows = list.map((group) => make("tr", {},
    make("th", { scope: "row" }, `${group.letter}${group.mark}`), make("td", {}, capital(group.color)),
    make("td", {}, pointButton(group.origin)), make("td", {}, String(group.stones.length)), make("td", {}, group.status)));
  return make("details", { open: rows.length < 12 }, make("summary", {}, `Groups (${rows.length})`),
    table(["group", "side", "at", "stones", "is"], rows));
}

function choice(found) {
  if (!found) return [];
  const searched = found.unit === "visits";
  const rows = found.proposals.map((proposal) => make("tr", { className: proposal.is_chosen ? "chosen" : "" },
    make("th", { scope: "row" }, pointButton(proposal.point)),
    ...(searched ? [make("td", {}, signed(proposal.visits)), make("td", {}, proposal.win_rate === null ? "—" : `${proposal.win_rate}\u00a0%`)] : []),
    ...["value", "patterns", "model", "others"].map((part) => make("td", {}, String(proposal[part])))));
  const heads = ["point", ...(searched ? ["visits", "wins"] : []), "value", "patterns", "model", "others"];
  return [
    make("h3", {}, "Proposals"), make("p", { id: "choice" }, `${found.headline}.`), table(heads, rows),
    ...(found.search ? [make("details", {}, make("summary", {}, "The search"), make("pre", {}, found.search))] : []),
  ];
}

function lines(list, shown) {
  if (!list.length) return [];
  const items = list.map((text, index) => make("li", {}, make("button", {
    type: "button", data: { line: index }, ariaPressed: String(index === shown),
  }, text)));
  return [make("h3", {}, "Lines of play"), make("ul", { className: "lines-of-play" }, ...items)];
}

function value({ proposal, why_not: whyNot }) {
  const { value: worth, patterns, model, others } = proposal;
  const why = proposal.is_chosen ? "It is the choice by evidence." : `Not chosen: ${whyNot ?? ""}.`;
  return make("p", {}, `Value ${worth}: patterns ${patterns}, model ${model}, others ${others}. ${why}`);
}

function reasons(list) {
  return make("ul", { className: "reasons" }, ...list.map(([counted, text]) => make("li", { className: counted === 0 ? "idle" : "" }, text)));
}

// A pattern with its diagram beside the board, and fields for its numbers.
function pattern({ name, holds, line, drawn, numbers }) {
  const fields = numbers.map(([number, now, before]) => make("label", { className: now === before ? "" : "changed" },
    `${number} `, make("input", { type: "number", step: 1, value: now, title: `as loaded: ${before}`, data: { pattern: name, number } })));
  // Its first line is the summary.
  const picture = drawn.slice(drawn.indexOf("\n") + 1);
  return make("details", { className: "pattern", open: holds }, make("summary", {}, line), make("pre", {}, picture),
    make("div", { className: "numbers" }, fields[0], make("details", {}, make("summary", {}, "more numbers"), ...fields.slice(1))));
}
