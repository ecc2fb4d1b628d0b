// @ts-check
/** The panels of a decided round: number, void, undecided, aborted. */
import { h } from "./dom.ts";
import { kindOf, PHASES, phaseText, ROLES, sentence, word } from "./i18n.ts";
import { bankText } from "./display-series.js";
import { throwSign } from "./dice-throw.ts";
import { ICONS } from "./icons.ts";
import {
  cellSign,
  certificate,
  citeSign,
  colourSign,
  long,
  own,
  pocketText,
  short,
  stepList,
} from "./display-parts.ts";

/** @typedef {import("./display-parts.ts").Say} Say */
/** @typedef {import("./link.ts").Qr} Qr */

/** @param {any} verdict @param {string} wheel @param {Qr} qr @param {Say} say */
export function resultPanel(verdict, wheel, qr, say) {
  // A label such as "40 ★": the number in its full size, the design of its cell below it.
  const [number = "", ...mark] = pocketText(verdict, say.main).split(" ");
  const digits = number.length <= 2 ? "two" : "many";
  return h(
    "div",
    { class: `panel result result-${verdict.colour}`, "data-digits": digits },
    h(
      "div",
      { class: "field", role: "img", "aria-label": pocketText(verdict, say.main) },
      h("div", { id: "number", class: "number", "data-live-only": true }, number),
      mark.length === 0 ? null : h("div", { class: "number-mark", "data-live-only": true }, mark.join(" ")),
    ),
    h(
      "div",
      { class: "facts" },
      colourSign(verdict, say),
      h(
        "ul",
        { class: "suertes" },
        ...verdict.suertes
          .filter(
            (/** @type {any} */ suerte) => suerte.group !== "colour" && !saysTheSame(suerte, verdict, say),
          )
          .map((/** @type {any} */ suerte) =>
            h("li", { class: "suerte", "data-group": suerte.group }, short(suerte.name, say, "suerte-name")),
          ),
      ),
      verdict.specialRule === null ? null : long(verdict.specialRule, say, "special-rule"),
      verdict.specialSilent === undefined ? null : citeSign(verdict.specialSilent, say),
      cellSign(verdict, wheel, say),
      ...verdict.deviations.map((/** @type {any} */ deviation) =>
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

/** A cell's suerte that has the very name of its label (Joker) is not said twice. @param {any} suerte @param {any} verdict @param {Say} say */
const saysTheSame = (suerte, verdict, say) => suerte.name[say.main] === pocketText(verdict, say.main);

/** A word that has no room in the column at its full size. @param {string} call */
const hasLongWord = (call) => call.split(" ").some((one) => one.length > 10);

/**
 * A round without a number: a big sign and its call on one side, why and what to do on the other.
 * @param {string} kind @param {import("./i18n.ts").Text} call @param {(Node | null)[]} under @param {(Node | null)[]} body
 * @param {Say} say
 */
function noNumberPanel(kind, call, under, body, say) {
  return h(
    "div",
    { class: `panel no-number ${kind}` },
    h(
      "div",
      { class: `verdict${hasLongWord(call[say.main]) ? " long-word" : ""}`, "data-fit": true },
      ICONS[kind](),
      short(call, say, "verdict-call"),
      ...under,
    ),
    h("div", { class: "grounds" }, ...body),
  );
}

/** What had stood on the screen, struck out: nobody may take it for the result. @param {any} annulled @param {any} view @param {Say} say */
function annulledSign(annulled, view, say) {
  const what = annulledFace(annulled, view, say);
  return what === null
    ? null
    : h(
        "div",
        { class: "annulled" },
        h("s", { class: "annulled-what", "data-long": typeof what === "string" && what.length > 4 }, what),
        short(own("annulled"), say, "annulled-word"),
      );
}

/** The series' own sign of it. @param {any} annulled @param {any} view @param {Say} say @returns {Node | string | null} */
function annulledFace(annulled, view, say) {
  if (view.dice) return throwSign(annulled, view.dice, say.main)?.plate ?? null;
  if (annulled.pocket !== null) return pocketText(annulled, say.main);
  if (annulled.bank !== null) return bankText(annulled.bank, say.main);
  return annulled.outcome === null ? null : sentence(annulled.outcome, say.main);
}

/** @param {string} label @param {Node[]} items @param {Say} say */
function section(label, items, say) {
  return items.length === 0
    ? null
    : h("section", { class: "why-list" }, short(own(label), say, "label"), ...items);
}

/** @param {any} view @param {Qr} qr @param {Say} say */
export function voidPanel(view, qr, say) {
  const { verdict } = view;
  const kind = kindOf(view);
  const by = verdict.by === null ? null : (ROLES[verdict.by]?.[say.main] ?? verdict.by);
  const reasons = verdict.reasons.map((/** @type {any} */ reason) =>
    h("div", { class: "reason" }, long(reason.text, say, "reason-text"), citeSign(reason, say)),
  );
  const state = verdict.confirmed ? "confirmed" : "unconfirmed";
  return noNumberPanel(
    "void",
    verdict.say,
    [
      verdict.annulled === null ? null : annulledSign(verdict.annulled, view, say),
      by === null ? null : h("div", { class: "by" }, `${word("calledBy", say.main)}: ${by}`),
      long(own(state, kind), say, `confirmation ${state}`),
      certificate(verdict, qr, say),
    ],
    [section("why", reasons, say), stepList(verdict.then, say)],
    say,
  );
}

/** @param {any} verdict @param {string | undefined} kind @param {Qr} qr @param {Say} say */
export function undecidedPanel(verdict, kind, qr, say) {
  const because = verdict.because.map((/** @type {any} */ why) =>
    h("div", { class: "reason" }, long(why, say, "reason-text")),
  );
  const rules = verdict.rules.map((/** @type {any} */ rule) =>
    h("div", { class: "reason" }, long(rule.text, say, "reason-text"), citeSign(rule, say)),
  );
  return noNumberPanel(
    "undecided",
    PHASES.undecided,
    [long(own("noNumber", kind), say, "confirmation"), certificate(verdict, qr, say)],
    [section("why", [...because, ...rules], say), stepList(verdict.then, say)],
    say,
  );
}

/** @param {any} verdict @param {string | undefined} kind @param {Qr} qr @param {Say} say */
export function abortedPanel(verdict, kind, qr, say) {
  const cause = h("div", { class: "reason" }, long(verdict.cause, say, "reason-text"));
  return noNumberPanel(
    "aborted",
    phaseText("aborted", kind),
    [long(own("noNumber", kind), say, "confirmation"), certificate(verdict, qr, say)],
    [section("why", [cause], say)],
    say,
  );
}
