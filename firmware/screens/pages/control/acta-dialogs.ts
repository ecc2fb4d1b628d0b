/** What the jefe de mesa writes in the acta of a game that his table cannot know, or that was said wrongly. */
import { h } from "preact";
import type { ActaWord } from "../../../../src/people/keys.ts";
import type { BallsView } from "../../../../src/table/balls/view-types.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import { answerRow, pickButton, pickRow } from "./buttons.ts";
import type { QuestionBox } from "./desk.ts";
import { openForm } from "./typed-form.ts";

const WORDS = textsOf("pages.balls-desk");
const WRITTEN = textsOf("acta.written");

export function actaDialogs(
  box: QuestionBox,
  balls: () => BallsView,
  say: (word: keyof typeof WORDS) => string,
) {
  /** Which of its lines is written. */
  const chooseWord = (round: number): void => {
    const { language } = box.desk();
    const picks = balls().actaWords.map((about) =>
      pickButton({ "data-about": about }, null, () => write(round, about), WRITTEN[about][language]),
    );
    box.open(
      null,
      say("actaTitle"),
      h("p", { class: "about" }, box.roundText(round)),
      h("p", { class: "means" }, say("actaMeans")),
      pickRow(" wide-picks", ...picks),
      answerRow(box, box.close),
    );
  };

  const write = (round: number, about: ActaWord): void =>
    openForm(
      box,
      say,
      "actaTitle",
      h("p", { class: "means" }, `${box.roundText(round)} · ${WRITTEN[about][box.desk().language]}`),
      [[{ name: "says", word: "actaSays", hasLetters: true }]],
      { says: "" },
      ({ says }) => {
        const said = says.replace(/[\s\p{C}]+/gu, " ").trim();
        return said === "" ? null : { key: "write-acta", round, about, says: said };
      },
    );

  return { chooseWord };
}
