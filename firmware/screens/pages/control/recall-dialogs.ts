/** The rounds of the last 24 hours: the last ones at once, any other by its number or by the hour. */
import { h, type JSX } from "preact";
import { textsOf } from "../../../../src/text/text-of.ts";
import type { Recall } from "../../../../src/analysis/recall-types.ts";
import { answerRow, yesButton } from "./buttons.ts";
import { digitsTyped } from "./digits.ts";
import { isBallTable, mayPress, type QuestionBox } from "./desk.ts";
import type { disputeDialogs } from "./dispute.ts";
import { kindOf, wordIn } from "../i18n.ts";
import { recallList, recallWord, type RecallWord } from "../recall-list.ts";
import { hourOf, lastTimeOf } from "../table-hours.ts";

/** The round that is asked for, as the unit takes it. */
export type WantedRound = { readonly round: number | null } | { readonly at: string };

const LONGEST_NUMBER = 7;
const DESK = textsOf("pages.balls-desk");

export function recallDialogs(
  box: QuestionBox,
  disputes: ReturnType<typeof disputeDialogs>,
  writeActa: (round: number) => void,
) {
  const say = (word: RecallWord): string => recallWord(word, box.desk().language, kindOf(box.desk().view));
  const ask = (wanted: WantedRound): void => box.desk().askRecall(wanted);
  /** The newest record that was read: the hour is looked for before it. */
  let newest = "";
  const digits = digitsTyped({
    place: () => document.querySelector("dialog[open] .find-round"),
    longest: LONGEST_NUMBER,
    redraw: () => find(),
    enter: () => findNumber(),
  });
  const findNumber = (): void => {
    const typed = digits.take();
    if (typed !== "") ask({ round: Number(typed) });
  };

  /** One keypad for both: what was typed is offered as a number and, where it is one, as an hour. */
  const find = (): void => {
    const typed = digits.typed();
    const hour = hourOf(typed);
    const byNumber = yesButton(
      {
        look: "go",
        name: typed === "" ? say("findNumber") : box.roundText(Number(typed)),
        onClick: findNumber,
      },
      typed === "",
    );
    const byHour = h(
      "button",
      {
        class: "plain",
        "data-answer": "hour",
        disabled: hour === null || newest === "",
        onClick: () => {
          digits.wipe();
          if (hour !== null) ask({ at: lastTimeOf(hour, newest) });
        },
      },
      h("span", null, hour === null ? say("findHour") : `${say("findAt")} ${hour}`),
    );
    box.open(
      null,
      say("find"),
      h("p", { class: "means" }, say("findMeans")),
      h(
        "div",
        { class: "find-round" },
        h("output", { class: "typed" }, typed === "" ? "–" : typed),
        digits.pad(box.desk().language, true, h("span", null)),
      ),
      answerRow(box, () => ask({ round: null }), byNumber, byHour),
    );
  };

  /** A game of balls has its acta, which whoever keeps the book may write in. */
  const actaKeys = (round: number | null): JSX.Element | null => {
    const { language, view } = box.desk();
    if (round === null || !isBallTable(view)) return null;
    const key = (name: string, word: "actaOpen" | "actaWrite", onClick: () => void): JSX.Element =>
      h("button", { class: "plain", "data-answer": name, onClick }, h("span", null, DESK[word][language]));
    return h(
      "div",
      { class: "acta-keys" },
      key("acta", "actaOpen", () => box.desk().askActa(round)),
      mayPress(box.desk(), "write-acta") ? key("write-acta", "actaWrite", () => writeActa(round)) : null,
    );
  };

  /** Where the acta lies: another window of the browser shows or prints it, and this page stays as it is. */
  const showActa = (address: string): void => {
    const { language } = box.desk();
    const open = { class: "acta-open", href: address, target: "_blank", rel: "noopener" };
    box.open(null, DESK.actaOpen[language], h("a", open, DESK.actaRead[language]), answerRow(box, box.close));
  };

  /** The rounds to read. */
  const showRecall = (recall: Recall): void => {
    const { language, view } = box.desk();
    const { round, rounds } = recall;
    newest = rounds[0]?.at ?? "";
    const freeze = yesButton({
      look: "plain freeze",
      name: say("freeze"),
      onClick: () => round !== null && disputes.freezeRound(round, () => ask({ round })),
    });
    const search = h(
      "button",
      {
        class: "plain find",
        onClick: () => {
          digits.wipe();
          find();
        },
      },
      say("find"),
    );
    box.open(
      null,
      wordIn("seriesPast", language, kindOf(view)),
      recall.isMissing === true ? h("p", { class: "wrong", role: "alert" }, say("missing")) : null,
      search,
      actaKeys(round),
      recallList(recall, language, (one) => ask({ round: one }), kindOf(view)),
      answerRow(
        box,
        box.close,
        round !== null && mayPress(box.desk(), "dispute") ? freeze : null,
        round !== null && mayBeContested(recall) && mayPress(box.desk(), "contest")
          ? disputes.contestKey(round)
          : null,
      ),
    );
  };
  return { showRecall, showActa };
}

/** What is contested is what a round came to: not one that is under way, was interrupted or waits for a person as it is. */
function mayBeContested({ round, rounds }: Recall): boolean {
  const end = rounds.find((one) => one.round === round)?.end;
  return end === undefined || end === "result" || end === "void";
}
