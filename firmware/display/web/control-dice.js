// @ts-check
/** The dice table on the control page: the throw in small, and the keys that the present moment allows. */
import { h } from "./dom.ts";
import { INCIDENT_VERDICTS } from "./card-words.ts";
import { dieFace, isThrow } from "./die-face.ts";
import { nameOf, puckOf } from "./dice-throw.ts";
import { phaseText, ROLES, sentence, word } from "./i18n.ts";
import { ICONS } from "./icons.ts";
import { mayPress } from "./control-keys.js";
import { announcer, resolvedNote, resolvedTitle, trouble } from "./control-state.js";
import { roundName } from "./control-words.ts";

/** @typedef {import("./control.js").Desk} Desk */
/** @typedef {import("./i18n.ts").Language} Language */

/** What a round of dice is pressed on with, largest first; the others are seldom pressed. @type {Record<string, string>} */
const MAIN_KEYS = {
  "open-bets": "betting",
  "no-more-bets": "no-more-bets",
  announce: "tick",
  "dice-are": "throwing",
};
/** @type {Record<string, string>} */
const OTHER_KEYS = { "change-dice": "throwing", "change-thrower": "next", "mark-point": "waiting" };
/** Phases in which a round is there that something can be said of. */
export const DICE_ROUND_PHASES = [
  "betting",
  "throwing",
  "no-more-bets",
  "result",
  "void",
  "undecided",
  "aborted",
];

/** The big line of a dice table, with its throw. @param {Desk} desk */
export function diceState({ view, language }) {
  const { dice, phase } = view;
  const of = view.verdict?.kind === "dice-result" ? "result" : view.verdict?.kind;
  const verdict = of === phase ? view.verdict : null;
  const isStopped = trouble(view, verdict, language) !== null;
  const shown = verdict?.kind === "dice-result" && view.device.health === "ok" && isThrow(verdict, dice);
  return h(
    "div",
    { class: `card dice-table ${isStopped ? "alarm" : phase}` },
    shown
      ? h(
          "div",
          { class: "mini-dice" },
          ...verdict.faces.map((/** @type {string} */ face) => dieFace(face, dice.faces, language)),
        )
      : isStopped
        ? ICONS.warn()
        : (ICONS[phase] ?? ICONS.warn)(),
    h(
      "div",
      { class: "words" },
      h("div", { class: "line" }, shown ? resultLine(verdict, language) : lineOf(verdict, view, language)),
      h("div", { class: "under" }, ...under(view, verdict, shown, language)),
    ),
  );
}

/** @param {any} verdict @param {Language} language */
function resultLine(verdict, language) {
  const name = nameOf(verdict);
  const equal = verdict.equal === "none" ? null : word(verdict.equal, language);
  return [verdict.total === null ? null : String(verdict.total), name?.[language], equal]
    .filter((one) => one != null)
    .join(" · ");
}

/** @param {any} verdict @param {any} view @param {Language} language */
function lineOf(verdict, view, language) {
  const wrong = trouble(view, verdict, language);
  if (wrong !== null) return wrong;
  const resolved = resolvedTitle(verdict, language);
  if (resolved !== null) return resolved;
  if (verdict?.kind === "void") return sentence(verdict.say, language);
  if (verdict?.kind === "dice-result") return phaseText("result", "dice")[language];
  return sentence(view.announcement?.say ?? phaseText(view.phase, "dice"), language);
}

/** @param {any} view @param {any} verdict @param {boolean} shown @param {Language} language @returns {(Node | string)[]} */
function under(view, verdict, shown, language) {
  const { dice } = view;
  const say = (/** @type {string} */ key) => word(key, language, "dice");
  const puck = dice.puck === null ? null : puckOf(dice.puck);
  const facts = [
    view.open ? `${roundName(view, language) ?? say("spin")} ${view.round}` : null,
    puck === null
      ? null
      : puck.is === "on"
        ? `ON · ${say("point")} ${puck.point}`
        : puck.is === "off"
          ? `OFF · ${say("noPoint")}`
          : say("puckUnknown"),
    dice.shooter === null ? null : `${say("shooter")}: ${say("seat")} ${dice.shooter}`,
  ];
  return [facts.filter((one) => one !== null).join(" · "), ...why(view, verdict, shown, language)];
}

/** @param {any} view @param {any} verdict @param {boolean} shown @param {Language} language @returns {Node[]} */
function why(view, verdict, shown, language) {
  const lines = (/** @type {any[]} */ texts) => texts.map((each) => h("p", {}, sentence(each, language)));
  switch (verdict?.kind) {
    case "dice-result": {
      if (view.device.health !== "ok") return [h("p", {}, word("withheld", language, "dice"))];
      if (!shown) return [h("p", { class: "not-certified" }, ICONS.warn(), word("dataUnreadable", language))];
      const level = verdict.certified ? "certified" : "not-certified";
      return [
        verdict.noLosers ? h("p", { class: "certified" }, ICONS.tick(), word("noLosersMeans", language)) : null,
        h(
          "p",
          { class: level },
          ICONS[verdict.certified ? "certified" : "warn"](),
          `${word(verdict.certified ? "certified" : "notCertified", language)} · ${verdict.certificate.short}`,
        ),
        ...announcer(view, language),
        ...lines(verdict.noCategory === null ? verdict.because : [verdict.noCategory.text, ...verdict.because]),
      ].filter((one) => one !== null);
    }
    case "void": {
      const state = verdict.confirmed ? "confirmed" : "unconfirmed";
      return [
        ...lines(verdict.reasons.map((/** @type {any} */ reason) => reason.text)),
        h("p", { class: state }, word(state, language, "dice")),
      ];
    }
    case "undecided":
      return [
        ...lines([...verdict.because, ...verdict.rules.map((/** @type {any} */ rule) => rule.text)]),
        ...resolvedNote(verdict, language),
      ];
    case "aborted":
      return lines([verdict.cause]);
    default:
      return [];
  }
}

/** What pressing this key does: at once, or after a question. @param {Desk} desk @param {any} offered */
function act({ dialog, language, press }, { key, asks }) {
  switch (asks) {
    case "faces":
      return dialog.chooseDice(key);
    case "seat":
      return dialog.chooseShooter(key);
    case "point":
      return dialog.choosePoint(key);
    default:
      if (key.key === "change-dice") return dialog.confirm("sureDice", key, word("sureDiceMeans", language));
      if (key.key === "change-thrower") return dialog.confirm("sureThrower", key);
      return press(key);
  }
}

/** Keys of the moment that this person may press, of those that have an icon here. @param {Desk} desk @param {Record<string, string>} icons @returns {any[]} */
function offeredTo({ view, fresh, person }, icons) {
  if (!view?.dice || !fresh || person === null) return [];
  return view.dice.keys.filter(
    (/** @type {any} */ one) => one.key.key in icons && one.for.includes(person.role),
  );
}

/** The keys that the round is pressed on with. Without anybody signed in there are none. @param {Desk} desk @returns {Node[]} */
export function diceKeys(desk) {
  const offered = offeredTo(desk, MAIN_KEYS);
  if (offered.length > 0) {
    const keys = offered.map((one) => keyButton(desk, one, MAIN_KEYS[one.key.key], ""));
    return [h("div", { class: "dice-keys", "data-many": keys.length > 2 }, ...keys)];
  }
  const { view, fresh, person, language } = desk;
  return view?.dice && fresh && person !== null && view.phase === "throwing"
    ? [h("p", { class: "nothing" }, ICONS.throwing(), word("noKeysNow", language, "dice"))]
    : [];
}

/** The keys of the table's dice, for the side: change, thrower, point. @param {Desk} desk @returns {Node[]} */
export const diceSideKeys = (desk) =>
  offeredTo(desk, OTHER_KEYS).map((one) => keyButton(desk, one, OTHER_KEYS[one.key.key], "key "));

/** @param {Desk} desk @param {any} offered @param {string} icon @param {string} place */
function keyButton(desk, offered, icon, place) {
  const { key, text } = offered;
  const look =
    key.key === "dice-are" || key.key === "mark-point" ? "danger" : key.key in MAIN_KEYS ? "go" : "plain";
  return h(
    "button",
    {
      class: `${place}${look}`,
      "data-key": key.key,
      disabled: !mayPress(desk, key.key),
      click: () => act(desk, offered),
    },
    ICONS[icon](),
    h("span", {}, sentence(text, desk.language)),
  );
}

/** What is due, who named dice, and what happened in the throw with its steps. @param {Desk} desk @returns {Node[]} */
export function diceNotices({ view, language, fresh }) {
  if (!view?.dice || !fresh) return [];
  const { duties, named, happened, differ = [] } = view.dice;
  const notice = (/** @type {string} */ name, /** @type {(Node | null)[]} */ ...content) =>
    h("li", { class: `task ${name}` }, h("div", { class: "task-text" }, ...content));
  return [
    ...duties.map((/** @type {any} */ duty) =>
      notice("task-duty", h("strong", {}, sentence(duty, language)), h("span", {}, word("duties", language))),
    ),
    // Not what they said: the second person must look at the dice, not at the first one's word.
    named === null
      ? null
      : notice("task-decide task-named", h("strong", {}, named.by), h("span", {}, word("named", language))),
    differ.length === 0
      ? null
      : notice(
          "task-decide task-differ",
          h("strong", {}, word("namesDiffer", language)),
          h("span", {}, `${differ.join(` ${word("and", language)} `)} ${word("diceDiffer", language)}`),
        ),
    ...happened.map((/** @type {any} */ { rule, then, verdict }) =>
      notice(
        "task-acknowledge task-happened",
        h("strong", {}, sentence(rule.text, language)),
        h(
          "span",
          {},
          [
            INCIDENT_VERDICTS[verdict] === undefined
              ? null
              : word(INCIDENT_VERDICTS[verdict], language, "dice"),
            rule.cite,
          ]
            .filter((one) => one !== null)
            .join(" · "),
        ),
        h(
          "ol",
          { class: "task-steps" },
          ...then.map((/** @type {any} */ step, /** @type {number} */ at) =>
            h("li", {}, `${at + 1}. ${ROLES[step.who]?.[language] ?? step.who}: ${step.text[language]}`),
          ),
        ),
      ),
    ),
  ].filter((one) => one !== null);
}
