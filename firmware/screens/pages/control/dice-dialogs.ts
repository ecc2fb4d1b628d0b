/** Questions of a dice table: which faces, which place, which point. Each ends in exactly one key. */
import { h, type JSX } from "preact";
import type { DiceView } from "../../../../src/table/dice/view-types.ts";
import { FACE_NAMES, faceName } from "../game-words.ts";
import { dieFace, facesOf } from "../die-face.ts";
import { POINTS } from "../dice-throw.ts";
import { wordIn, type Language } from "../i18n.ts";
import { answerRow, pickButton, pickRow, sendAnswers, yesButton } from "./buttons.ts";
import { isDiceTable, type KeyOf, type QuestionBox } from "./desk.ts";

/** The highest place that a key can name. */
const PLACES = 20;

/** A row of faces for each die, as they lie, and what was picked in words. An empty name: nothing yet. */
export function dicePicks(
  { faces: set, dice: count }: DiceView,
  language: Language,
  chosen: readonly string[],
  then: (next: readonly string[]) => void,
): { readonly rows: readonly JSX.Element[]; readonly said: string } {
  const named = Array.from({ length: count }, (_, at) => chosen[at] ?? "");
  const rows = named.map((one, at) => {
    const name = `${wordIn("die", language, "dice")} ${at + 1}`;
    const picks = facesOf(set).map((face) =>
      pickButton(
        {
          class: "pick die-pick",
          "data-die": at + 1,
          "data-pick": face,
          "aria-label": FACE_NAMES[face][language],
        },
        one === face,
        () => then(named.with(at, face)),
        dieFace(face, set, language),
      ),
    );
    return h(
      "div",
      { class: "die-picks", role: "group", "aria-label": name },
      h("span", { class: "die-name" }, name),
      ...picks,
    );
  });
  const said = named.map((face) => (face === "" ? "" : faceName(face)[language])).join(" · ");
  return { rows, said };
}

/** `nameAgain`: a second person is asked to name the dice. */
export function diceDialogs(box: QuestionBox, nameAgain: (key: KeyOf<"dice-are">) => void) {
  const { wordHere } = box;
  const dice = (): DiceView => {
    const { view } = box.desk();
    if (!isDiceTable(view)) throw new Error("a question about dice at another table");
    return view.dice;
  };

  /** The face of each die, as they lie. */
  const chooseDice = (key: KeyOf<"dice-are">, chosen?: readonly string[]): void => {
    const { language } = box.desk();
    const { faces: set, dice: count } = dice();
    const named = chosen ?? Array.from({ length: count }, () => "");
    const picks = dicePicks(dice(), language, named, (next) => chooseDice(key, next));
    const ready = named.every((one) => one !== "");
    const faces = facesOf(set).flatMap((face) => named.filter((one) => one === face).map(() => face));
    // Somebody else has named them already: these are the second.
    const isSecond = (dice().named ?? null) !== null && dice().named?.by !== box.desk().person?.name;
    const send = (): void =>
      box.pressAndClose({ ...key, faces }, isSecond ? undefined : () => nameAgain({ ...key, faces: [] }));
    const total = faces.reduce((all, face) => all + Number(face), 0);
    box.open(
      key.round,
      wordHere("chooseFaces"),
      h("p", { class: "means" }, wordHere("facesMean")),
      ...picks.rows,
      h(
        "p",
        { class: "dice-said" },
        ready ? faces.map((face) => FACE_NAMES[face][language]).join(" · ") : "",
        ready && set !== "symbols" ? h("strong", null, `${wordHere("total")}: ${total}`) : null,
      ),
      answerRow(box, box.close, yesButton({ look: "go", name: wordHere("send"), onClick: send }, !ready)),
    );
  };

  const chooseShooter = (key: KeyOf<"change-thrower">, chosen: number | null = null): void => {
    const picks = Array.from({ length: PLACES }, (_, at) => {
      const seat = at + 1;
      const attributes = { class: "pick shooter-pick", "data-seat": seat };
      return pickButton(attributes, chosen === seat, () => chooseShooter(key, seat), String(seat));
    });
    box.open(
      null,
      wordHere("chooseSeat"),
      pickRow("", ...picks),
      sendAnswers(box, chosen === null ? null : { ...key, seat: chosen }),
    );
  };

  /** `undefined`: nothing chosen yet; null: no point stands. */
  const choosePoint = (key: KeyOf<"mark-point">, chosen?: number | null): void => {
    const pick = (point: number | null, name: string) =>
      pickButton(
        { class: `pick point-pick${point === null ? " no-point" : ""}`, "data-point": point ?? "off" },
        chosen === point,
        () => choosePoint(key, point),
        name,
      );
    box.open(
      null,
      wordHere("choosePoint"),
      h("p", { class: "means" }, wordHere("pointMeans")),
      pickRow(
        "",
        ...POINTS.map((point) => pick(point, String(point))),
        pick(null, `OFF · ${wordHere("noPoint")}`),
      ),
      sendAnswers(box, chosen === undefined ? null : { ...key, point: chosen }),
    );
  };

  return { chooseDice, chooseShooter, choosePoint };
}
