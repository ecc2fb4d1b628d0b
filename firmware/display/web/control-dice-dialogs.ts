/** Questions of a dice table: which faces, which place, which point. Each ends in exactly one key. */
import { h, type JSX } from "preact";
import { FACE_NAMES, faceName } from "./dice-words.ts";
import { dieFace, facesOf } from "./die-face.ts";
import { POINTS } from "./dice-throw.ts";
import { word, type Word } from "./i18n.ts";
import { sendAnswers } from "./control-answers.ts";
import type { DiceView } from "../../../src/table/dice/view-types.ts";
import { isDiceTable, type KeyOf, type QuestionBox } from "./control-desk.ts";
import type { Language } from "./i18n.ts";

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
  const name = (at: number) => `${word("die", language, "dice")} ${at + 1}`;
  const rows = named.map((one, at) =>
    h(
      "div",
      { class: "die-picks", role: "group", "aria-label": name(at) },
      h("span", { class: "die-name" }, name(at)),
      ...facesOf(set).map((face) =>
        h(
          "button",
          {
            class: "pick die-pick",
            "data-die": at + 1,
            "data-pick": face,
            "aria-pressed": String(one === face),
            "aria-label": FACE_NAMES[face][language],
            onClick: () => then(named.map((other, place) => (place === at ? face : other))),
          },
          dieFace(face, set, language),
        ),
      ),
    ),
  );
  const said = named.map((face) => (face === "" ? "" : faceName(face)[language])).join(" · ");
  return { rows, said };
}

export function diceDialogs(box: QuestionBox) {
  const dice = (): DiceView => {
    const { view } = box.desk();
    if (!isDiceTable(view)) throw new Error("a question about dice at another table");
    return view.dice;
  };
  const say = (name: Word) => word(name, box.desk().language, "dice");

  /** The face of each die, as they lie. */
  const chooseDice = (key: KeyOf<"dice-are">, chosen?: readonly string[]): void => {
    const { language } = box.desk();
    const { faces: set, dice: count } = dice();
    const named = chosen ?? Array.from({ length: count }, () => "");
    const picks = dicePicks(dice(), language, named, (next) => chooseDice(key, next));
    const ready = named.every((one) => one !== "");
    const faces = facesOf(set).flatMap((face) => named.filter((one) => one === face).map(() => face));
    box.open(
      key.round,
      say("chooseFaces"),
      h("p", { class: "means" }, say("facesMean")),
      ...picks.rows,
      h(
        "p",
        { class: "dice-said" },
        ready ? faces.map((face) => FACE_NAMES[face][language]).join(" · ") : "",
        ready && set !== "symbols"
          ? h("strong", null, `${say("total")}: ${faces.reduce((all, face) => all + Number(face), 0)}`)
          : null,
      ),
      sendAnswers(box, ready ? { ...key, faces } : null),
    );
  };

  const chooseShooter = (key: KeyOf<"change-thrower">, chosen: number | null = null): void => {
    const all = Array.from({ length: PLACES }, (_, at) => at + 1);
    box.open(
      null,
      say("chooseSeat"),
      h(
        "div",
        { class: "picks" },
        ...all.map((seat) =>
          h(
            "button",
            {
              class: "pick shooter-pick",
              "data-seat": seat,
              "aria-pressed": String(chosen === seat),
              onClick: () => chooseShooter(key, seat),
            },
            String(seat),
          ),
        ),
      ),
      sendAnswers(box, chosen === null ? null : { ...key, seat: chosen }),
    );
  };

  /** `undefined`: nothing chosen yet; null: no point stands. */
  const choosePoint = (key: KeyOf<"mark-point">, chosen?: number | null): void => {
    const pick = (point: number | null, name: string) =>
      h(
        "button",
        {
          class: `pick point-pick${point === null ? " no-point" : ""}`,
          "data-point": point ?? "off",
          "aria-pressed": String(chosen === point),
          onClick: () => choosePoint(key, point),
        },
        name,
      );
    box.open(
      null,
      say("choosePoint"),
      h("p", { class: "means" }, say("pointMeans")),
      h(
        "div",
        { class: "picks" },
        ...POINTS.map((point) => pick(point, String(point))),
        pick(null, `OFF · ${say("noPoint")}`),
      ),
      sendAnswers(box, chosen === undefined ? null : { ...key, point: chosen }),
    );
  };

  return { chooseDice, chooseShooter, choosePoint };
}
