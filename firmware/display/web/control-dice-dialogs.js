// @ts-check
/** Questions of a dice table: which faces, which place, which point. Each ends in exactly one key. */
import { h } from "./dom.ts";
import { FACE_NAMES } from "./dice-words.ts";
import { dieFace, facesOf } from "./die-face.ts";
import { POINTS } from "./dice-throw.ts";
import { word } from "./i18n.ts";

/** @typedef {import("./control-card-dialogs.js").Box} Box */

/** The highest place that a key can name. */
const PLACES = 20;

/**
 * A row of faces for each die, as they lie, and what was picked in words. An empty name: nothing yet.
 * @param {any} dice @param {import("./i18n.ts").Language} language @param {string[]} chosen @param {(next: string[]) => void} then
 * @returns {{ rows: Node[], said: string }}
 */
export function dicePicks({ faces: set, dice: count }, language, chosen, then) {
  const named = Array.from({ length: count }, (_, at) => chosen[at] ?? "");
  const name = (/** @type {number} */ at) => `${word("die", language, "dice")} ${at + 1}`;
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
            click: () => then(named.map((other, place) => (place === at ? face : other))),
          },
          dieFace(face, set, language),
        ),
      ),
    ),
  );
  const said = named.map((face) => (face === "" ? "" : FACE_NAMES[face][language])).join(" · ");
  return { rows, said };
}

/** @param {Box} box */
export function diceDialogs(box) {
  const say = (/** @type {string} */ name) => word(name, box.desk().language, "dice");

  /** @param {boolean} ready @param {() => object} key */
  const answers = (ready, key) =>
    h(
      "div",
      { class: "answers" },
      h("button", { class: "plain", "data-answer": "back", click: box.close }, h("span", {}, say("back"))),
      h(
        "button",
        { class: "go", "data-answer": "yes", disabled: !ready, click: () => box.pressAndClose(key()) },
        h("span", {}, say("send")),
      ),
    );

  /** The face of each die, as they lie. @param {any} key @param {string[]} [chosen] */
  const chooseDice = (key, chosen) => {
    const { view, language } = box.desk();
    const { faces: set, dice: count } = view.dice;
    const named = chosen ?? Array.from({ length: count }, () => "");
    const picks = dicePicks(view.dice, language, named, (next) => chooseDice(key, next));
    const ready = named.every((one) => one !== "");
    const faces = facesOf(set).flatMap((face) => named.filter((one) => one === face));
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
          ? h("strong", {}, `${say("total")}: ${faces.reduce((all, face) => all + Number(face), 0)}`)
          : null,
      ),
      answers(ready, () => ({ ...key, faces })),
    );
  };

  /** @param {any} key @param {number | null} [chosen] */
  const chooseShooter = (key, chosen = null) => {
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
              click: () => chooseShooter(key, seat),
            },
            String(seat),
          ),
        ),
      ),
      answers(chosen !== null, () => ({ ...key, seat: chosen })),
    );
  };

  /** `undefined`: nothing chosen yet; null: no point stands. @param {any} key @param {number | null} [chosen] */
  const choosePoint = (key, chosen) => {
    const pick = (/** @type {number | null} */ point, /** @type {string} */ name) =>
      h(
        "button",
        {
          class: `pick point-pick${point === null ? " no-point" : ""}`,
          "data-point": point ?? "off",
          "aria-pressed": String(chosen === point),
          click: () => choosePoint(key, point),
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
      answers(chosen !== undefined, () => ({ ...key, point: chosen })),
    );
  };

  return { chooseDice, chooseShooter, choosePoint };
}
