/** The panels of a decided round: number, void, undecided, aborted. */
import { h, type JSX } from "preact";
import { kindOf, PHASES, phaseText, roleName, sentence, word, wordText, type Word } from "./i18n.ts";
import { bankText } from "./display-series.ts";
import { throwSign } from "./dice-throw.ts";
import { ICONS } from "./icons.ts";
import {
  cellSign,
  certificate,
  citeSign,
  colourSign,
  long,
  pocketText,
  short,
  stepList,
  type Verdict,
  type WheelResult,
} from "./display-parts.ts";
import type { AnnulledView, TableView } from "../../../src/table/view.ts";
import type { Say } from "./display-parts.ts";
import type { Text } from "./i18n.ts";
import type { Qr } from "./link.ts";

export function resultPanel(verdict: WheelResult, wheel: string, qr: Qr, say: Say) {
  // A label such as "40 ★": the number in its full size, the design of its cell below it.
  const [number = "", ...mark] = pocketText(verdict, say.main).split(" ");
  const digits = number.length <= 2 ? "two" : "many";
  return h(
    "div",
    { class: `panel result result-${verdict.colour}`, "data-digits": digits },
    h(
      "div",
      { class: "field", role: "img", "aria-label": pocketText(verdict, say.main) },
      h("div", { id: "number", class: "number", "data-live-only": "" }, number),
      mark.length === 0 ? null : h("div", { class: "number-mark", "data-live-only": "" }, mark.join(" ")),
    ),
    h(
      "div",
      { class: "facts" },
      colourSign(verdict, say),
      h(
        "ul",
        { class: "suertes" },
        ...verdict.suertes
          .filter((suerte) => suerte.group !== "colour" && !saysTheSame(suerte, verdict, say))
          .map((suerte) =>
            h("li", { class: "suerte", "data-group": suerte.group }, short(suerte.name, say, "suerte-name")),
          ),
      ),
      verdict.specialRule === null ? null : long(verdict.specialRule, say, "special-rule"),
      verdict.specialSilent === undefined ? null : citeSign(verdict.specialSilent, say),
      cellSign(verdict, wheel, say),
      ...verdict.deviations.map((deviation) =>
        h(
          "div",
          { class: "deviation" },
          h("span", { class: "label" }, word("deviation", say.main)),
          long(deviation.text, say, "why"),
          citeSign(deviation, say, "span"),
        ),
      ),
      certificate(verdict, qr, say),
    ),
  );
}

/** A cell's suerte that has the very name of its label (Joker) is not said twice. */
const saysTheSame = (suerte: WheelResult["suertes"][number], verdict: WheelResult, say: Say) =>
  suerte.name[say.main] === pocketText(verdict, say.main);

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
  say: Say,
) {
  return h(
    "div",
    { class: `panel no-number ${kind}` },
    h(
      "div",
      { class: `verdict${hasLongWord(call[say.main]) ? " long-word" : ""}`, "data-fit": "" },
      ICONS[kind](),
      short(call, say, "verdict-call"),
      ...under,
    ),
    h("div", { class: "grounds" }, ...body),
  );
}

/** What had stood on the screen, struck out: nobody may take it for the result. */
function annulledSign(annulled: AnnulledView, view: TableView, say: Say) {
  const what = annulledFace(annulled, view, say);
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
        short(wordText("annulled"), say, "annulled-word"),
      );
}

/** The series' own sign of it. */
function annulledFace(annulled: AnnulledView, view: TableView, say: Say): JSX.Element | string | null {
  if (view.dice !== null) return throwSign(annulled, view.dice, say.main)?.plate ?? null;
  const { pocket, label } = annulled;
  if (pocket !== null) return pocketText({ pocket, label }, say.main);
  if (annulled.bank !== null) return bankText(annulled.bank, say.main);
  return annulled.outcome === null ? null : sentence(annulled.outcome, say.main);
}

function section(label: Word, items: JSX.Element[], say: Say) {
  return items.length === 0
    ? null
    : h("section", { class: "why-list" }, short(wordText(label), say, "label"), ...items);
}

export function voidPanel(verdict: Verdict<"void">, view: TableView, qr: Qr, say: Say) {
  const kind = kindOf(view);
  const by = verdict.by === null ? null : roleName(verdict.by, say.main);
  const reasons = verdict.reasons.map((reason) =>
    h("div", { class: "reason" }, long(reason.text, say, "reason-text"), citeSign(reason, say)),
  );
  const state = verdict.confirmed ? "confirmed" : "unconfirmed";
  return noNumberPanel(
    "void",
    verdict.say,
    [
      verdict.annulled === null ? null : annulledSign(verdict.annulled, view, say),
      by === null ? null : h("div", { class: "by" }, `${word("calledBy", say.main)}: ${by}`),
      long(wordText(state, kind), say, `confirmation ${state}`),
      certificate(verdict, qr, say),
    ],
    [section("why", reasons, say), stepList(verdict.then, say)],
    say,
  );
}

export function undecidedPanel(verdict: Verdict<"undecided">, kind: string | undefined, qr: Qr, say: Say) {
  const because = verdict.because.map((why) => h("div", { class: "reason" }, long(why, say, "reason-text")));
  const rules = verdict.rules.map((rule) =>
    h("div", { class: "reason" }, long(rule.text, say, "reason-text"), citeSign(rule, say)),
  );
  return noNumberPanel(
    "undecided",
    PHASES.undecided,
    [long(wordText("noNumber", kind), say, "confirmation"), certificate(verdict, qr, say)],
    [section("why", [...because, ...rules], say), stepList(verdict.then, say)],
    say,
  );
}

export function abortedPanel(verdict: Verdict<"aborted">, kind: string | undefined, qr: Qr, say: Say) {
  const cause = h("div", { class: "reason" }, long(verdict.cause, say, "reason-text"));
  return noNumberPanel(
    "aborted",
    phaseText("aborted", kind),
    [long(wordText("noNumber", kind), say, "confirmation"), certificate(verdict, qr, say)],
    [section("why", [cause], say)],
    say,
  );
}
