// @ts-check
/** The keys of the control page. The unit checks every press again; here a key is only greyed out. */
import { h } from "./dom.js";
import { ROLES, sentence, word } from "./i18n.js";
import { ICONS } from "./icons.js";

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
};

/** @param {Desk} desk @param {string} key */
export function mayPress(desk, key) {
  return desk.fresh && !desk.waiting && desk.person !== null && KEY_ROLES[key].includes(desk.person.role);
}

/** @param {Desk} desk @param {{ key: string, name: string, icon: string, look: string, useful: boolean, act: () => void }} spec */
function bigKey(desk, { key, name, icon, look, useful, act }) {
  const { language, person } = desk;
  const ours = person !== null && KEY_ROLES[key].includes(person.role);
  return h(
    "button",
    { class: `key ${look}`, "data-key": key, disabled: !useful || !mayPress(desk, key), click: act },
    ICONS[icon](),
    h(
      "span",
      {},
      name,
      ours
        ? null
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
  return person === null ? [] : view.incidents.filter((/** @type {any} */ one) => one.by === person.role);
}

/** The keys that this law has a use for. @param {Desk} desk @returns {(Node | null)[]} */
export function keyColumn(desk) {
  const { language, view } = desk;
  if (view === null) return [];
  const say = (/** @type {string} */ name) => word(name, language);
  return [
    view.voidName === null
      ? null
      : bigKey(desk, {
          key: "void",
          name: `${sentence(view.voidName, language)}…`,
          icon: "void",
          look: "danger",
          useful: view.open && view.voidReasons.length > 0,
          act: () => desk.dialog.chooseVoid(view.round),
        }),
    bigKey(desk, {
      key: "declare",
      name: say("incident"),
      icon: "undecided",
      look: "plain",
      useful: view.open && incidentsFor(desk).length > 0,
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
          useful: true,
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
