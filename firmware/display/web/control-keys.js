// @ts-check
/** The keys of the control page. The unit checks every press again; here a key is only greyed out. */
import { KEY_ROLES } from "../../../src/people/keys.ts";
import { h } from "./dom.ts";
import { kindOf, ROLES, sentence, word } from "./i18n.ts";
import { ICONS } from "./icons.ts";
import { ROUND_PHASES, tableKeys } from "./control-cards.js";
import { DICE_ROUND_PHASES, diceSideKeys } from "./control-dice.js";

/** @typedef {import("./control.js").Desk} Desk */

/** Only dice have a stickman and voids that others call; at every other table the jefe de mesa calls them. @type {Record<string, string[]>} */
const ELSEWHERE = { "confirm-void": ["jefe-de-mesa"], void: ["jefe-de-mesa"] };

/** Who may press a key at this table. @param {any} view @param {string} key @returns {string[]} */
const rolesFor = (view, key) =>
  view?.dice ? KEY_ROLES[key] : (ELSEWHERE[key] ?? KEY_ROLES[key].filter((role) => role !== "stickman"));

/** @param {Desk} desk @param {string} key */
export function mayPress(desk, key) {
  const { fresh, waiting, person, view } = desk;
  return fresh && !waiting && person !== null && rolesFor(view, key).includes(person.role);
}

/**
 * `off`: word that says why the key is of no use now.
 * @param {Desk} desk
 * @param {{ key: string, name: string, icon: string, look: string, useful: boolean, off?: string, act: () => void }} spec
 */
function bigKey(desk, { key, name, icon, look, useful, off, act }) {
  const { language, person, view } = desk;
  const roles = rolesFor(view, key);
  const ours = person !== null && roles.includes(person.role);
  // At a table of cards or dice a key that this moment or this person does not allow is not there: the others have more room.
  if ((view.cards !== null || view.dice) && !(ours && useful)) return null;
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
            `${word("onlyFor", language)}: ${roles.map((role) => ROLES[role][language]).join(", ")}`,
          ),
    ),
  );
}

/** The incidents that the person who is signed in may attest. @param {Desk} desk @returns {any[]} */
function incidentsFor({ view, person }) {
  const voids =
    view.cards === null && !view.dice ? [] : view.voidReasons.map((/** @type {any} */ one) => one.rule);
  return person === null
    ? []
    : view.incidents.filter((/** @type {any} */ one) => one.by === person.role && !voids.includes(one.rule));
}

/**
 * The void reasons that the person who is signed in may call. At dice the law gives some to the stickman or the croupier.
 * @param {Desk} desk @returns {any[]}
 */
export const voidsFor = ({ view, person }) =>
  view.dice ? view.voidReasons.filter((/** @type {any} */ one) => one.by === person?.role) : view.voidReasons;

/** Phases of this table in which a round is there. @param {any} view @returns {string[] | null} null: in every one */
const roundPhases = (view) => (view.dice ? DICE_ROUND_PHASES : view.cards === null ? null : ROUND_PHASES);

/** Whether there is a round that something can be said of. @param {any} view */
const hasRound = (view) => view.open && (roundPhases(view)?.includes(view.phase) ?? true);

/** Ball, cards or dice are in play, and the round has no verdict yet. @param {any} view */
const isRunning = ({ phase, cards, dice }) =>
  dice
    ? phase === "throwing"
    : cards === null
      ? phase === "ball-in-play" || phase === "no-more-bets"
      : (phase === "dealing" || phase === "no-more-bets") && cards.hands.length > 0;

/** Why nothing can be said of a round now. @param {any} view @param {string} else_ when there is one */
const offWord = (view, else_) => (!view.open ? "offClosed" : hasRound(view) ? else_ : "offNoRound");

/** The key of the notices before the table closes; where the law has two it asks which. @param {Desk} desk */
function lastKey(desk) {
  const { language, view } = desk;
  const notices = [
    { call: view.lastCall, key: { key: "last-three-spins" } },
    { call: view.lastGameCall ?? null, key: { key: "last-three-spins", notice: "last-game" } },
  ].flatMap(({ call, key }) => (call === null ? [] : [{ name: sentence(call.say, language), key }]));
  const [first, second] = notices;
  if (first === undefined) return null;
  return bigKey(desk, {
    key: "last-three-spins",
    name: second === undefined ? first.name : `${first.name}…`,
    icon: "waiting",
    look: "plain",
    useful: view.open,
    act: () =>
      second === undefined
        ? desk.dialog.confirm("sureLastCall", first.key, `«${first.name}»`)
        : desk.dialog.chooseNotice(notices),
  });
}

/** The keys that this law has a use for. @param {Desk} desk @returns {(Node | null)[]} */
export function keyColumn(desk) {
  const { language, view } = desk;
  if (view === null) return [];
  const say = (/** @type {string} */ name) => word(name, language, kindOf(view));
  const now = view.cards === null ? [] : tableKeys(desk);
  return [
    ...now.map((one) => bigKey(desk, { ...one, useful: true })),
    ...diceSideKeys(desk),
    view.voidName === null
      ? null
      : bigKey(desk, {
          key: "void",
          name: `${sentence(view.voidName, language)}…`,
          icon: "void",
          look: "danger",
          useful: hasRound(view) && voidsFor(desk).length > 0,
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
    lastKey(desk),
    view.open
      ? bigKey(desk, {
          key: "close-table",
          name: say("closeTable"),
          icon: "closed",
          look: "plain",
          useful: !isRunning(view),
          off: "offRunning",
          act: () => desk.dialog.closeTable(),
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
