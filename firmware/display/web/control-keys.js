// @ts-check
/** The keys of the control page. The unit checks every press again; here a key is only greyed out. */
import { h } from "./dom.js";
import { kindOf, ROLES, sentence, word } from "./i18n.js";
import { ICONS } from "./icons.js";
import { ROUND_PHASES, tableKeys } from "./control-cards.js";

/** @typedef {import("./control.js").Desk} Desk */

/** The same as in the firmware's list of keys; a test holds them together. @type {Record<string, string[]>} */
export const KEY_ROLES = {
  "confirm-void": ["jefe-de-mesa"],
  void: ["jefe-de-mesa"],
  declare: ["croupier", "jefe-de-mesa", "inspector"],
  acknowledge: ["croupier", "jefe-de-mesa"],
  "no-more-bets": ["croupier", "jefe-de-mesa"],
  "open-table": ["jefe-de-mesa"],
  "close-table": ["jefe-de-mesa"],
  "last-three-spins": ["croupier", "jefe-de-mesa"],
  seats: ["croupier", "jefe-de-mesa"],
  move: ["croupier", "jefe-de-mesa"],
  turn: ["croupier", "jefe-de-mesa"],
  collect: ["croupier", "jefe-de-mesa"],
  "new-shoe": ["croupier", "jefe-de-mesa"],
  "card-is": ["croupier", "jefe-de-mesa", "inspector"],
};

/** @param {Desk} desk @param {string} key */
export function mayPress(desk, key) {
  return desk.fresh && !desk.waiting && desk.person !== null && KEY_ROLES[key].includes(desk.person.role);
}

/**
 * `off`: word that says why the key is of no use now.
 * @param {Desk} desk
 * @param {{ key: string, name: string, icon: string, look: string, useful: boolean, off?: string, act: () => void }} spec
 */
function bigKey(desk, { key, name, icon, look, useful, off, act }) {
  const { language, person, view } = desk;
  const ours = person !== null && KEY_ROLES[key].includes(person.role);
  // At a card table a key that this moment or this person does not allow is not there: the others have more room.
  if (view.cards !== null && !(ours && useful)) return null;
  return h(
    "button",
    { class: `key ${look}`, "data-key": key, disabled: !useful || !mayPress(desk, key), click: act },
    ICONS[icon](),
    h(
      "span",
      {},
      name,
      ours
        ? useful || off === undefined
          ? null
          : h("small", {}, word(off, language))
        : h(
            "small",
            {},
            `${word("onlyFor", language)}: ${KEY_ROLES[key].map((role) => ROLES[role][language]).join(", ")}`,
          ),
    ),
  );
}

/** The incidents that the person who is signed in may attest. @param {Desk} desk @returns {any[]} */
function incidentsFor({ view, person }) {
  const voids = view.cards === null ? [] : view.voidReasons.map((/** @type {any} */ one) => one.rule);
  return person === null
    ? []
    : view.incidents.filter((/** @type {any} */ one) => one.by === person.role && !voids.includes(one.rule));
}

/** Whether there is a round that something can be said of. @param {any} view */
const hasRound = (view) => view.open && (view.cards === null || ROUND_PHASES.includes(view.phase));

/** Cards lie on the table, and the round has no verdict yet. @param {any} view */
const isDealt = ({ phase, cards }) =>
  (phase === "dealing" || phase === "no-more-bets") && cards.hands.length > 0;

/** Why nothing can be said of a round now. @param {any} view @param {string} else_ when there is one */
const offWord = (view, else_) => (!view.open ? "offClosed" : hasRound(view) ? else_ : "offNoRound");

/** The keys that this law has a use for. @param {Desk} desk @returns {(Node | null)[]} */
export function keyColumn(desk) {
  const { language, view } = desk;
  if (view === null) return [];
  const say = (/** @type {string} */ name) => word(name, language, kindOf(view));
  const now = view.cards === null ? [] : tableKeys(desk);
  return [
    ...now.map((one) => bigKey(desk, { ...one, useful: true })),
    view.voidName === null
      ? null
      : bigKey(desk, {
          key: "void",
          name: `${sentence(view.voidName, language)}…`,
          icon: "void",
          look: "danger",
          useful: hasRound(view) && view.voidReasons.length > 0,
          off: offWord(view, "offNoReason"),
          act: () => desk.dialog.chooseVoid(view.round),
        }),
    bigKey(desk, {
      key: "declare",
      name: say("incident"),
      icon: "undecided",
      look: "plain",
      useful: hasRound(view) && incidentsFor(desk).length > 0,
      off: offWord(view, "offNothingYours"),
      act: () => desk.dialog.chooseIncident(view.round, incidentsFor(desk)),
    }),
    view.closingCall === null
      ? null
      : bigKey(desk, {
          key: "no-more-bets",
          name: sentence(view.closingCall.say, language),
          icon: "no-more-bets",
          look: "plain",
          useful: view.phase === "ball-in-play",
          act: () => desk.press({ key: "no-more-bets" }),
        }),
    view.lastCall === null
      ? null
      : bigKey(desk, {
          key: "last-three-spins",
          name: sentence(view.lastCall.say, language),
          icon: "waiting",
          look: "plain",
          useful: view.open,
          act: () =>
            desk.dialog.confirm(
              "sureLastCall",
              { key: "last-three-spins" },
              `«${sentence(view.lastCall.say, language)}»`,
            ),
        }),
    view.open
      ? bigKey(desk, {
          key: "close-table",
          name: say("closeTable"),
          icon: "closed",
          look: "plain",
          useful: view.cards === null || !isDealt(view),
          act: () => desk.dialog.confirm("sureClose", { key: "close-table" }),
        })
      : bigKey(desk, {
          key: "open-table",
          name: say("openTable"),
          icon: "betting",
          look: "go",
          useful: true,
          act: () => desk.press({ key: "open-table" }),
        }),
    desk.waiting ? h("p", { class: "sending" }, say("sending")) : h("p", { class: "sending" }),
  ];
}
