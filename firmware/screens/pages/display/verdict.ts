/** The panels of a decided round: number, void, undecided, aborted. */
import { h, type JSX } from "preact";
import { kindOf, PHASES, phaseText, roleName, sentenceIn, wordIn, wordText, type Text } from "../i18n.ts";
import { bankText } from "../display-series.ts";
import { throwSign } from "../dice-throw.ts";
import { iconSign } from "../icons.ts";
import {
  cellSign,
  certificateSign,
  citeSign,
  colourSign,
  deviationSign,
  longText,
  pocketText,
  shortText,
  stepList,
  type Verdict,
  type Voice,
  type WheelResult,
} from "../display-parts.ts";
import type { AnnulledView, RuleView, TableView } from "../../../../src/table/kernel/view/view.ts";
import type { Qr } from "../link.ts";

export function resultPanel(verdict: WheelResult, wheel: string, qr: Qr, voice: Voice) {
  // A label such as "40 ★": the number in its full size, the design of its cell below it.
  const [number = "", ...mark] = pocketText(verdict, voice.main).split(" ");
  const digits = number.length <= 2 ? "two" : "many";
  return h(
    "div",
    { class: `panel result result-${verdict.colour}`, "data-digits": digits },
    h(
      "div",
      { class: "field", role: "img", "aria-label": pocketText(verdict, voice.main) },
      h("div", { id: "number", class: "number", "data-live-only": "" }, number),
      mark.length === 0 ? null : h("div", { class: "number-mark", "data-live-only": "" }, mark.join(" ")),
    ),
    h(
      "div",
      { class: "facts" },
      colourSign(verdict, voice),
      h(
        "ul",
        { class: "suertes" },
        ...verdict.suertes
          .filter((suerte) => suerte.group !== "colour" && !saysTheSame(suerte, verdict, voice))
          .map((suerte) =>
            h(
              "li",
              { class: "suerte", "data-group": suerte.group },
              shortText(suerte.name, voice, "suerte-name"),
            ),
          ),
      ),
      verdict.specialRule === null ? null : longText(verdict.specialRule, voice, "special-rule"),
      verdict.specialSilent === undefined ? null : citeSign(verdict.specialSilent, voice),
      cellSign(verdict, wheel, voice),
      ...verdict.deviations.map((one) => deviationSign(one, voice)),
      certificateSign(verdict, qr, voice),
    ),
  );
}

/** A cell's suerte that has the very name of its label (Joker) is not shown twice. */
const saysTheSame = (suerte: WheelResult["suertes"][number], verdict: WheelResult, voice: Voice) =>
  suerte.name[voice.main] === pocketText(verdict, voice.main);

/** A word that has no room in the column at its full size. */
const hasLongWord = (call: string) => call.split(" ").some((one) => one.length > 10);

/**
 * A round without a number: a big sign and its call on one side, why and what to do on the other.
 */
function noNumberPanel(
  kind: "void" | "undecided" | "aborted",
  call: Text,
  under: (JSX.Element | null)[],
  body: (JSX.Element | null)[],
  voice: Voice,
) {
  return h(
    "div",
    { class: `panel no-number ${kind}` },
    h(
      "div",
      { class: `verdict${hasLongWord(call[voice.main]) ? " long-word" : ""}`, "data-fit": "" },
      iconSign(kind),
      shortText(call, voice, "verdict-call"),
      ...under,
    ),
    h("div", { class: "grounds" }, ...body),
  );
}

/** The number that had stood on the screen, struck out, so that it is not taken for the result. */
function annulledSign(annulled: AnnulledView, view: TableView, voice: Voice) {
  const what = annulledFace(annulled, view, voice);
  return what === null
    ? null
    : h(
        "div",
        { class: "annulled" },
        h(
          "s",
          { class: "annulled-what", "data-long": typeof what === "string" && what.length > 4 ? "" : null },
          what,
        ),
        shortText(wordText("annulled"), voice, "annulled-word"),
      );
}

/** The series' own sign of it. */
function annulledFace(annulled: AnnulledView, view: TableView, voice: Voice): JSX.Element | string | null {
  if (view.dice !== null) return throwSign(annulled, view.dice, voice.main)?.plate ?? null;
  const { pocket, label } = annulled;
  if (pocket !== null) return pocketText({ pocket, label }, voice.main);
  if (annulled.bank !== null) return bankText(annulled.bank, voice.main);
  return annulled.outcome === null ? null : sentenceIn(annulled.outcome, voice.main);
}

const whySection = (reasons: JSX.Element[], voice: Voice) =>
  reasons.length === 0
    ? null
    : h("section", { class: "why-list" }, shortText(wordText("why"), voice, "label"), ...reasons);

const reasonLine = (text: Text, voice: Voice, rule: RuleView | null = null) =>
  h(
    "div",
    { class: "reason" },
    longText(text, voice, "reason-text"),
    rule === null ? null : citeSign(rule, voice),
  );

const reasonLines = (rules: readonly RuleView[], voice: Voice) =>
  rules.map((rule) => reasonLine(rule.text, voice, rule));

export function voidPanel(verdict: Verdict<"void">, view: TableView, qr: Qr, voice: Voice) {
  const by = verdict.by === null ? null : roleName(verdict.by, voice.main);
  const state = verdict.confirmed ? "confirmed" : "unconfirmed";
  return noNumberPanel(
    "void",
    verdict.say,
    [
      verdict.annulled === null ? null : annulledSign(verdict.annulled, view, voice),
      by === null ? null : h("div", { class: "by" }, `${wordIn("calledBy", voice.main)}: ${by}`),
      longText(wordText(state, kindOf(view)), voice, `confirmation ${state}`),
      certificateSign(verdict, qr, voice),
    ],
    [whySection(reasonLines(verdict.reasons, voice), voice), stepList(verdict.then, voice)],
    voice,
  );
}

export function undecidedPanel(verdict: Verdict<"undecided">, kind: string | undefined, qr: Qr, voice: Voice) {
  const because = verdict.because.map((text) => reasonLine(text, voice));
  return noNumberPanel(
    "undecided",
    PHASES.undecided,
    [longText(wordText("noNumber", kind), voice, "confirmation"), certificateSign(verdict, qr, voice)],
    [whySection([...because, ...reasonLines(verdict.rules, voice)], voice), stepList(verdict.then, voice)],
    voice,
  );
}

export const abortedPanel = (verdict: Verdict<"aborted">, kind: string | undefined, qr: Qr, voice: Voice) =>
  noNumberPanel(
    "aborted",
    phaseText("aborted", kind),
    [longText(wordText("noNumber", kind), voice, "confirmation"), certificateSign(verdict, qr, voice)],
    [whySection([reasonLine(verdict.cause, voice)], voice)],
    voice,
  );
