// SPDX-License-Identifier: MIT OR Apache-2.0

// What a person has chosen for this browser: switches that the page keeps.

import { find } from "./dom.js";

// A coarse pointer is a finger.
const DEFAULTS = { numbers: false, confirm: matchMedia("(pointer: coarse)").matches };

function kept(name) {
  try {
    return localStorage.getItem(`katachi-${name}`);
  } catch {
    return null;
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(`katachi-${name}`, value);
  } catch {
    // Without a store the switch holds until the page is closed.
  }
}

const box = (name) => find(`[name="${name}"]`);

// Whether a switch is on.
export const isOn = (name) => box(name).checked;

// Sets the switches. `onChange` is called after each change.
export function setUpChoices(onChange) {
  for (const [name, byDefault] of Object.entries(DEFAULTS)) {
    box(name).checked = (kept(name) ?? String(byDefault)) === "true";
    box(name).addEventListener("change", () => { keep(name, box(name).checked); onChange(); });
  }
}
