// @ts-check
/** A throw in words and in small, as several parts of the pages need it. */
import { h } from "./dom.ts";
import { CRAPS_CALLS, FACE_NAMES } from "./dice-words.ts";
import { dieFace, facesOf, isThrow } from "./die-face.ts";
import { sentence } from "./i18n.ts";

/** @typedef {import("./i18n.ts").Language} Language */
/** @typedef {import("./i18n.ts").Text} Text */

const LANGUAGES = /** @type {const} */ (["es", "eu", "gl", "en"]);
/** Totals that can be a point. */
export const POINTS = [4, 5, 6, 8, 9, 10];

/** @param {(language: Language) => string} make @returns {Text} */
export const each = (make) =>
  /** @type {Text} */ (Object.fromEntries(LANGUAGES.map((one) => [one, make(one)])));

/** Symbols as people say them: `corona ×2 · ancla`. @param {string[]} faces @returns {Text} */
export function facesText(faces) {
  const kinds = [...new Set(faces)];
  return each((language) =>
    kinds
      .map((face) => {
        const count = faces.filter((one) => one === face).length;
        return `${FACE_NAMES[face][language]}${count > 1 ? ` ×${count}` : ""}`;
      })
      .join(" · "),
  );
}

/**
 * What a throw is called beside its total: its call in craps, its category, or its symbols. Null: it has no name.
 * @param {any} verdict @returns {Text | null}
 */
export function nameOf(verdict) {
  if (verdict.craps !== null) return capital(verdict.craps.say);
  if (verdict.category !== null) return capital(verdict.category.name);
  return verdict.total === null ? capital(facesText(verdict.faces)) : null;
}

/** @param {Text} what @returns {Text} */
export const capital = (what) => each((language) => sentence(what, language));

/** Where the series of craps stands. `unknown`: what was sent cannot be. @param {any} puck @returns {{ is: "on" | "off" | "unknown", point: number | null }} */
export function puckOf({ on, point }) {
  if (on === true && POINTS.includes(point)) return { is: "on", point };
  if (on === false && point === null) return { is: "off", point: null };
  return { is: "unknown", point: null };
}

/** A choice that wins, e.g. `4x2`, `1-4`, `crownx1`, `12`: dice in small where it names faces. @param {string} what @param {any} dice @param {Language} language */
export function choice(what, dice, language) {
  const [, named = what, times = ""] = /^(.+?)x([1-3])$/.exec(what) ?? [];
  const faces = named.split("-");
  const known = facesOf(dice.faces);
  const isFaces =
    (times !== "" || faces.length === 2 || dice.faces === "symbols") &&
    faces.every((one) => known.includes(one));
  if (!isFaces) return h("span", { class: "choice" }, what);
  return h(
    "span",
    { class: "choice choice-faces" },
    ...faces.map((face) => dieFace(face, dice.faces, language)),
    times === "" || times === "1" ? null : h("span", {}, `×${times}`),
  );
}

/**
 * A throw of the series: its total on a plate with its dice; of symbols only these. Null: what was sent is no throw.
 * @param {any} item @param {any} dice @param {Language} language
 * @returns {{ look: string, words: string[], plate: HTMLElement } | null}
 */
export function throwSign(item, dice, language) {
  if (!isThrow(item.dice, dice)) return null;
  const { faces, total, equal, call: called } = item.dice;
  const call = called === null ? undefined : CRAPS_CALLS[called];
  const look = equal === "triple" ? "triple" : called === "seven-out" ? "out" : "plain";
  const plate = h(
    "div",
    { class: `throw throw-${look}${total === null ? " throw-symbols" : ""}` },
    total === null ? null : h("span", { class: "throw-total" }, String(total)),
    h(
      "div",
      { class: "throw-dice", "data-dice": faces.length },
      ...faces.map((/** @type {string} */ face) => dieFace(face, dice.faces, language)),
    ),
  );
  const said = faces.map((/** @type {string} */ face) => FACE_NAMES[face][language]).join(", ");
  return {
    look,
    plate,
    words: [total === null ? null : String(total), said, call?.[language]].filter((one) => one != null),
  };
}
