/** A throw in words and in small, as several parts of the pages need it. */
import type { SeriesItem } from "../../../src/table/kernel/view/view.ts";
import type { DiceResultView, DiceView } from "../../../src/table/dice/view-types.ts";
import { h, type JSX } from "preact";
import { CRAPS_CALLS, faceName } from "./game-words.ts";
import { inEveryLanguage } from "../../../src/text/every-language.ts";
import { dieFace, facesOf, isThrow } from "./die-face.ts";
import { asSentence, type Language, type Text } from "./i18n.ts";

/** Totals that can be a point. */
export const POINTS: readonly number[] = [4, 5, 6, 8, 9, 10];

/** Symbols as people say them: `corona ×2 · ancla`. */
export function facesText(faces: readonly string[]): Text {
  const kinds = [...new Set(faces)];
  return inEveryLanguage((language) =>
    kinds
      .map((face) => {
        const count = faces.filter((one) => one === face).length;
        return `${faceName(face)[language]}${count > 1 ? ` ×${count}` : ""}`;
      })
      .join(" · "),
  );
}

/** What a throw is called beside its total: its call in craps, its category, or its symbols. Null: it has no name. */
export function throwName(verdict: DiceResultView): Text | null {
  if (verdict.craps !== null) return asSentence(verdict.craps.say);
  if (verdict.category !== null) return asSentence(verdict.category.name);
  return verdict.total === null ? asSentence(facesText(verdict.faces)) : null;
}

/** What the unit sent of the puck; it is shown only when it can be. */
interface Puck {
  readonly on: unknown;
  readonly point: unknown;
}

/** Where the series of craps stands. `unknown`: what was sent cannot be. */
export function puckOf({ on, point }: Puck): {
  is: "on" | "off" | "unknown";
  point: number | null;
} {
  if (on === true && typeof point === "number" && POINTS.includes(point)) return { is: "on", point };
  if (on === false && point === null) return { is: "off", point: null };
  return { is: "unknown", point: null };
}

/** A choice that wins, e.g. `4x2`, `1-4`, `crownx1`, `12`: dice in small where it names faces. */
export function choiceSign(what: string, dice: DiceView, language: Language) {
  const [, named = what, times = ""] = /^(.+?)x([1-3])$/.exec(what) ?? [];
  const faces = named.split("-");
  const known: readonly string[] = facesOf(dice.faces);
  const isFaces =
    (times !== "" || faces.length === 2 || dice.faces === "symbols") &&
    faces.every((one) => known.includes(one));
  if (!isFaces) return h("span", { class: "choice" }, what);
  return h(
    "span",
    { class: "choice choice-faces" },
    ...faces.map((face) => dieFace(face, dice.faces, language)),
    times === "" || times === "1" ? null : h("span", null, `×${times}`),
  );
}

/** A throw of the series: its total on a plate with its dice; of symbols only these. Null: what was sent is no throw. */
export function throwSign(
  item: Pick<SeriesItem, "dice">,
  dice: DiceView,
  language: Language,
): { look: string; words: string[]; plate: JSX.Element } | null {
  if (item.dice === null || !isThrow(item.dice, dice)) return null;
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
      ...faces.map((face: string) => dieFace(face, dice.faces, language)),
    ),
  );
  const said = faces.map((face: string) => faceName(face)[language]).join(", ");
  return {
    look,
    plate,
    words: [total === null ? null : String(total), said, call?.[language]].filter((one) => one != null),
  };
}
