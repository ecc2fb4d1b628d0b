/** Pieces that several panels of the table display are made of. */
import type { DiceView } from "../../../src/table/dice/view-types.ts";
import type { RuleView, StepView, VerdictView } from "../../../src/table/kernel/view/view.ts";
import type { Qr } from "./link.ts";
import { h, type JSX } from "preact";
import {
  COLOURS,
  joinParts,
  roleName,
  sentenceIn,
  wordIn,
  type Language,
  type Text,
  wordText,
} from "./i18n.ts";
import { iconSign, shapeSign, type Colour } from "./icons.ts";
import { cellText, INCIDENT_VERDICTS, paysText, PUSH_MEANS } from "./game-words.ts";
import type { CardsView } from "../../../src/table/shoe/view-types.ts";

/** The language in which everything is drawn; the others take turns on a line of their own (`turn-line.ts`). */
export interface Voice {
  readonly main: Language;
}

/**
 * A short text.
 * @param name class
 */
export const shortText = (text: Text, { main }: Voice, name: string) =>
  h("div", { class: name }, h("div", { class: "main", lang: main }, text[main]));

/** How long a text is in the main language: 0, 1 beyond `long`, 2 beyond `veryLong` characters. A long one is drawn smaller. */
export function lengthClass(text: Text | null, voice: Voice, long: number, veryLong: number): 0 | 1 | 2 {
  const { length } = text?.[voice.main] ?? "";
  return length > veryLong ? 2 : length > long ? 1 : 0;
}

/** The paragraph of a rule; where the law is silent and the rule is a reading of it, this is shown beside it. */
export function citeSign(
  rule: Pick<RuleView, "cite" | "inferred">,
  voice: Voice,
  tag: "div" | "span" = "div",
): JSX.Element {
  const silent = rule.inferred === true ? ` · ${wordIn("inferred", voice.main)}` : "";
  return h(tag, { class: "cite" }, `${rule.cite}${silent}`);
}

/**
 * A text as a sentence.
 * @param name class
 */
export const longText = (text: Text, { main }: Voice, name: string) =>
  h("div", { class: name }, h("div", { class: "main", lang: main }, sentenceIn(text, main)));

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
function paysSign(pays: string, voice: Voice) {
  return h(
    "div",
    { class: `pays pays-${pays === "push" ? "push" : "win"}` },
    iconSign(pays === "push" ? "push" : "betting"),
    h(
      "div",
      null,
      shortText(paysText(pays), voice, "pays-word"),
      pays === "push" ? longText(PUSH_MEANS, voice, "pays-means") : null,
    ),
  );
}

/** The verdict of a round, of one kind. */
export type Verdict<Kind extends VerdictView["kind"]> = Extract<VerdictView, { readonly kind: Kind }>;
/** The verdict of a spin. */
export type WheelResult = Verdict<"result">;
/** The verdict of a round of cards. */
export type DealResult = Verdict<"deal-result">;
/** A verdict that is a result, of whatever is played. */
export type ResultView = Verdict<"result" | "deal-result" | "dice-result" | "balls-result">;
const isResult = (verdict: VerdictView): verdict is ResultView =>
  ["result", "deal-result", "dice-result", "balls-result"].includes(verdict.kind);

/** Which hole or cell it was, where names repeat. */
export function cellSign(verdict: WheelResult, wheel: string, voice: Voice) {
  if (verdict.cell === null) return null;
  return shortText(cellText(verdict.cell, wheel), voice, "cell");
}

/** The word and the shape of a colour, or what a disc's cell pays. */
export function colourSign(verdict: WheelResult, voice: Voice) {
  if (verdict.colour === "none") return verdict.pays === null ? null : paysSign(verdict.pays, voice);
  return h(
    "div",
    { class: `colour colour-${verdict.colour}` },
    shapeSign(verdict.colour),
    shortText(colourText(verdict.pocket, verdict.colour), voice, "colour-word"),
  );
}

function qrSign(qr: Qr) {
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
export function certificateSign(verdict: VerdictView, qr: Qr, voice: Voice) {
  const result = isResult(verdict) ? verdict : null;
  const [level, label] =
    result === null
      ? (["record", "record"] as const)
      : result.certified
        ? (["certified", "certified"] as const)
        : (["not-certified", "notCertified"] as const);
  return h(
    "div",
    { class: `certificate ${level}` },
    h(
      "div",
      { class: "certificate-text" },
      h(
        "div",
        { class: "certificate-head" },
        level === "record" ? null : iconSign(level === "certified" ? "certified" : "warn"),
        shortText(wordText(label), voice, "certificate-label"),
      ),
      result !== null && !result.certified
        ? h(
            "ul",
            { class: "because" },
            ...result.because.map((why) => h("li", null, longText(why, voice, "why"))),
          )
        : null,
      h("div", { class: "hash" }, verdict.certificate.short),
    ),
    qrSign(qr),
  );
}

/** A broken duty that the law does not answer: the round stands. */
export const deviationSign = (rule: RuleView, voice: Voice) =>
  h(
    "div",
    { class: "deviation" },
    h("span", { class: "label" }, wordIn("deviation", voice.main)),
    longText(rule.text, voice, "why"),
    citeSign(rule, voice, "span"),
  );

/** The parts of a view's incident that every family has. */
type Incident = CardsView["happened"][number] | DiceView["happened"][number];

/**
 * An incident of the round, what becomes of it, and what follows step by step.
 * @param kind what is played (`kindOf`)
 */
export function incidentSign(incident: Incident, kind: "cards" | "dice", voice: Voice) {
  const { rule, then, verdict } = incident;
  const whose = "hand" in incident && incident.hand !== null ? sentenceIn(incident.hand, voice.main) : null;
  // What stands in a throw asks nothing of the players: its steps are on the control page.
  const steps = kind === "dice" && verdict === "stands" ? null : stepList(then, voice);
  return h(
    "section",
    { class: `incident incident-${verdict}` },
    h("div", { class: "label" }, iconSign("warn"), joinParts(wordIn("happened", voice.main, kind), whose)),
    longText(rule.text, voice, "incident-text"),
    citeSign(rule, voice),
    shortText(wordText(INCIDENT_VERDICTS[verdict], kind), voice, "incident-verdict"),
    steps,
  );
}

/** Numbered steps, and who does each. */
export function stepList(steps: readonly StepView[], voice: Voice) {
  if (steps.length === 0) return null;
  return h(
    "section",
    { class: "steps" },
    shortText(wordText("whatNow"), voice, "label"),
    h(
      "ol",
      null,
      ...steps.map((step, at) =>
        h(
          "li",
          { class: "step" },
          h("span", { class: "step-number" }, String(at + 1)),
          h("span", { class: "step-who", lang: voice.main }, roleName(step.who, voice.main)),
          longText(step.text, voice, "step-text"),
        ),
      ),
    ),
  );
}
