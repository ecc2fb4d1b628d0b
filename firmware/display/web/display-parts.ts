/** Pieces that several panels of the table display are made of. */
import type { RuleView, StepView, VerdictView } from "../../../src/table/view.ts";
import type { Qr } from "./link.ts";
import { h, type JSX } from "preact";
import { COLOURS, roleName, sentence, word, type Language, type Text, wordText } from "./i18n.ts";
import { ICONS, shape, type Colour } from "./icons.ts";
import { cellText, paysText, PUSH_MEANS } from "./wheel-words.ts";

/** Which languages to speak: `main` big, `others` all of them where there is room, `second` the one whose turn it is. */
export interface Say {
  readonly main: Language;
  readonly others: readonly Language[];
  readonly second: Language | null;
}

/**
 * A short text: the main language, and the others in one line below, each only once.
 * @param name class
 */
export function short(text: Text, say: Say, name: string) {
  const others = say.others.filter(
    (language, at, all) =>
      text[language] !== text[say.main] && all.findIndex((one) => text[one] === text[language]) === at,
  );
  return h(
    "div",
    { class: name },
    h("div", { class: "main", lang: say.main }, text[say.main]),
    others.length === 0
      ? null
      : h(
          "div",
          { class: "others" },
          ...others.map((language) => h("span", { lang: language }, text[language])),
        ),
  );
}

/** The paragraph of a rule; where the law is silent and the rule is a reading of it, that is said beside it. */
export function citeSign(
  rule: Pick<RuleView, "cite" | "inferred">,
  say: Say,
  tag: "div" | "span" = "div",
): JSX.Element {
  const silent = rule.inferred === true ? ` · ${word("inferred", say.main)}` : "";
  return h(tag, { class: "cite" }, `${rule.cite}${silent}`);
}

/**
 * A sentence: the main language, and below it the language whose turn it is.
 * @param name class
 */
export function long(text: Text, say: Say, name: string) {
  return h(
    "div",
    { class: name },
    h("div", { class: "main", lang: say.main }, sentence(text, say.main)),
    say.second === null ? null : h("div", { class: "second", lang: say.second }, sentence(text, say.second)),
  );
}

/** A pocket and, where it is no plain number, what people read for it. */
export interface Named {
  readonly pocket: string;
  readonly label: Text | null;
}

/** A pocket as people read it: its label, or its name. */
export const pocketText = (one: Named, language: Language): string => one.label?.[language] ?? one.pocket;

export function colourText(pocket: string, colour: Exclude<Colour, "none">): Text {
  const name = colour === "zero" && pocket === "00" ? "double-zero" : colour;
  return COLOURS[name];
}

/** What the catalogue pays for a cell; a push says what becomes of the stake. */
function paysSign(pays: string, say: Say) {
  return h(
    "div",
    { class: `pays pays-${pays === "push" ? "push" : "win"}` },
    ICONS[pays === "push" ? "push" : "betting"](),
    h(
      "div",
      null,
      short(paysText(pays), say, "pays-word"),
      pays === "push" ? long(PUSH_MEANS, say, "pays-means") : null,
    ),
  );
}

/** The verdict of a round, of one kind. */
export type Verdict<Kind extends VerdictView["kind"]> = Extract<VerdictView, { readonly kind: Kind }>;
/** The verdict of a spin. */
export type WheelResult = Verdict<"result">;
/** A verdict that is a result, of whatever is played. */
export type ResultView = Verdict<"result" | "deal-result" | "dice-result">;
const isResult = (verdict: VerdictView): verdict is ResultView =>
  ["result", "deal-result", "dice-result"].includes(verdict.kind);

/** Which hole or cell it was, where names repeat. */
export function cellSign(verdict: WheelResult, wheel: string, say: Say) {
  if (verdict.cell === null) return null;
  return short(cellText(verdict.cell, wheel), say, "cell");
}

/** The word and the shape of a colour, or what a disc's cell pays. */
export function colourSign(verdict: WheelResult, say: Say) {
  if (verdict.colour === "none") return verdict.pays === null ? null : paysSign(verdict.pays, say);
  return h(
    "div",
    { class: `colour colour-${verdict.colour}` },
    shape(verdict.colour),
    short(colourText(verdict.pocket, verdict.colour), say, "colour-word"),
  );
}

function qrCode(qr: Qr) {
  if (qr === null) return null;
  return h(
    "svg",
    {
      class: "qr",
      viewBox: `0 0 ${qr.size} ${qr.size}`,
      role: "img",
      "aria-label": "QR",
      "shape-rendering": "crispEdges",
    },
    h("rect", { width: qr.size, height: qr.size, fill: "#fff" }),
    h("path", { d: qr.path, fill: "#000" }),
  );
}

/** The mark of the signed record. Only a certified result gets the seal. */
export function certificate(verdict: VerdictView, qr: Qr, say: Say) {
  const result = isResult(verdict) ? verdict : null;
  const level = result === null ? "record" : result.certified ? "certified" : "not-certified";
  const label = result === null ? "record" : result.certified ? "certified" : "notCertified";
  return h(
    "div",
    { class: `certificate ${level}` },
    h(
      "div",
      { class: "certificate-text" },
      h(
        "div",
        { class: "certificate-head" },
        level === "record" ? null : ICONS[level === "certified" ? "certified" : "warn"](),
        short(wordText(label), say, "certificate-label"),
      ),
      result !== null && !result.certified
        ? h("ul", { class: "because" }, ...result.because.map((why) => h("li", null, long(why, say, "why"))))
        : null,
      h("div", { class: "hash" }, verdict.certificate.short),
    ),
    qrCode(qr),
  );
}

/** Numbered steps, and who does each. */
export function stepList(steps: readonly StepView[], say: Say) {
  if (steps.length === 0) return null;
  return h(
    "section",
    { class: "steps" },
    short(wordText("whatNow"), say, "label"),
    h(
      "ol",
      null,
      ...steps.map((step, at) =>
        h(
          "li",
          { class: "step" },
          h("span", { class: "step-number" }, String(at + 1)),
          h("span", { class: "step-who", lang: say.main }, roleName(step.who, say.main)),
          long(step.text, say, "step-text"),
        ),
      ),
    ),
  );
}
