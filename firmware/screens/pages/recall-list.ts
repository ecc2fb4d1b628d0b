/** The last rounds to read: which there are, and one of them step by step. On the control page and the inspector's. */
import { h, type JSX } from "preact";
import type { Recall, RecalledRound, RecallStep } from "../../../src/analysis/recall-types.ts";
import { fillText } from "../../../src/text/every-language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { roundKind, wordIn, type Language, type Word } from "./i18n.ts";
import { iconOr } from "./icons.ts";
import { hourText } from "./table-hours.ts";

const { words: WORDS, rounds: ROUNDS } = textsOf("recall");
export type RecallWord = keyof typeof WORDS;

/** `kind`: what is played (`kindOf`): a round of cards, a spin, a throw or a game. */
export function recallWord(word: RecallWord, language: Language, kind?: string): string {
  const round = ROUNDS[roundKind(kind)];
  return fillText(WORDS[word], { round })[language];
}

const SUITS: Readonly<Record<string, string>> = { c: "♣", d: "♦", h: "♥", s: "♠" };
const END_WORDS: Readonly<Record<string, Word>> = {
  void: "voided",
  undecided: "undecidedMark",
  aborted: "abortedMark",
};

function endText({ end, result }: RecalledRound, language: Language): string {
  if (end === null) return recallWord("open", language);
  const word = END_WORDS[end];
  return word === undefined ? result : wordIn(word, language);
}

function roundButton(
  one: RecalledRound,
  isChosen: boolean,
  language: Language,
  choose: (round: number) => void,
) {
  return h(
    "button",
    {
      class: `recalled end-${one.end ?? "open"}`,
      "data-round": one.round,
      "aria-pressed": String(isChosen),
      onClick: () => choose(one.round),
    },
    h("strong", null, String(one.round)),
    h("span", null, endText(one, language)),
    h("small", null, hourText(one.at, language, "second")),
  );
}

/** A face as it is written: `10♥`; one that lies face down or was not read is a back. */
function cardSign(face: string | null, language: Language): JSX.Element {
  if (face === null)
    return h(
      "span",
      { class: "recall-back", role: "img", "aria-label": recallWord("face-down", language) },
      "▨",
    );
  const suit = SUITS[face.slice(-1)];
  const isRed = /[dh]$/.test(face);
  const text =
    face === "joker" || suit === undefined ? wordIn("joker", language) : `${face.slice(0, -1)}${suit}`;
  return h("span", { class: isRed ? "recall-face red" : "recall-face" }, text);
}

function stepLine(step: RecallStep, language: Language): JSX.Element {
  const { at, kind, title, lines, person, cards, picture, seq } = step;
  const isVerdict = ["result", "void", "undecided", "aborted"].includes(kind);
  return h(
    "li",
    { class: `step step-${kind}`, "data-seq": seq },
    h("time", null, hourText(at, language, "second")),
    isVerdict ? iconOr(kind === "result" ? "tick" : kind, "warn") : null,
    h(
      "div",
      null,
      h("strong", null, title),
      person === null ? null : h("span", { class: "by" }, person),
      ...cards.map(({ hand, faces }) =>
        h("p", { class: "hand" }, h("span", null, hand), ...faces.map((face) => cardSign(face, language))),
      ),
      ...lines.map((line) => h("p", null, line)),
      picture === null
        ? null
        : h(
            "a",
            { href: `/picture/${picture}`, target: "_blank", rel: "noopener" },
            recallWord("picture", language),
          ),
    ),
    h("small", null, `${recallWord("more", language)} ${seq}`),
  );
}

/** `choose`: another round is asked for. */
export function recallList(
  { rounds, round, steps, leftOut }: Recall,
  language: Language,
  choose: (round: number) => void,
  kind?: string,
): JSX.Element {
  if (rounds.length === 0) return h("p", { class: "nothing" }, recallWord("none", language, kind));
  return h(
    "div",
    { class: "recall" },
    h("nav", null, ...rounds.map((one) => roundButton(one, one.round === round, language, choose))),
    h("ol", null, ...steps.map((step) => stepLine(step, language))),
    leftOut === 0 ? null : h("p", { class: "left-out" }, recallWord("left-out", language)),
  );
}
