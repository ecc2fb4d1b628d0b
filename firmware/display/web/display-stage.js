// @ts-check
/** What stands in the main place of the table display. */
import { h } from "./dom.ts";
import { kindOf, phaseText, ROLES, sentence, word } from "./i18n.ts";
import { ICONS } from "./icons.ts";
import { long, own, short } from "./display-parts.ts";
import { dealPanel, dealResultPanel, handsBelow, shoeState } from "./display-cards.ts";
import { diceIncidents, diceResultPanel, diceStrip } from "./display-dice.ts";
import { cutOff, roundsLeft } from "./player-words.ts";
import { abortedPanel, resultPanel, undecidedPanel, voidPanel } from "./display-verdict.js";

/** @typedef {import("./display-parts.ts").Say} Say */
/** @typedef {import("./link.ts").Shown} Shown */

/** Phases that say by themselves whether bets are accepted. @type {Record<string, [string, string]>} */
const BETS = {
  waiting: ["betsNotYet", "shut"],
  preparing: ["betsNotYet", "shut"],
  betting: ["betsOpen", "open"],
  "ball-in-play": ["betsOpen", "open"],
  "no-more-bets": ["betsShut", "shut"],
};

/**
 * Whether bets are accepted, in words; undefined: the phase does not say. Dice that roll do not: at one game bets were
 * closed before the throw, at another they stay open until the result is announced.
 * @param {any} view @returns {[string, string] | undefined}
 */
function betsOf({ phase, dice }) {
  if (phase !== "throwing" || typeof dice?.betsOpen !== "boolean") return BETS[phase];
  return dice.betsOpen ? ["betsOpen", "open"] : ["betsShut", "shut"];
}

/** What runs while the spin does. @type {Record<string, string>} */
const RUNNING = { bowl: "ball-in-bowl", disc: "disc-turning" };

/**
 * The one panel for this moment. `fresh` false: nothing that the screen remembers may stand as current.
 * @param {Shown | null} shown @param {boolean} fresh @param {Say} say
 * @returns {{ name: string, panel: HTMLElement }}
 */
export function stageFor(shown, fresh, say) {
  if (shown === null || !fresh)
    return { name: "disconnected", panel: disconnectedPanel(kindOf(shown?.view), say) };
  const { view, qr } = shown;
  const { verdict, cards } = view;
  const kind = kindOf(view);
  const isDealt = cards !== null && (view.phase === "dealing" || cards.hands.length > 0);
  if (verdict === null || phaseOf(verdict) !== view.phase) {
    if (isDealt && (view.phase === "dealing" || view.phase === "no-more-bets"))
      return { name: view.phase, panel: dealPanel(view, cards, say) };
    // Nothing is played on while that stands, so no call does either.
    return isStopped(view)
      ? { name: "trouble", panel: stoppedPanel(view, say) }
      : { name: view.phase, panel: callPanel(view, say) };
  }
  switch (verdict.kind) {
    case "result":
    case "deal-result":
    case "dice-result":
      // A number beside a device in trouble would pass for a current one.
      if (view.device.health !== "ok") return { name: "trouble", panel: stoppedPanel(view, say) };
      return resultFor(view, qr, say);
    case "void":
      return { name: "void", panel: withLaid(voidPanel(view, qr, say), view, say) };
    case "undecided":
      return { name: "undecided", panel: withLaid(undecidedPanel(verdict, kind, qr, say), view, say) };
    default:
      return { name: "aborted", panel: withLaid(abortedPanel(verdict, kind, qr, say), view, say) };
  }
}

/** Whether something stands against playing on. A closed table plays nothing. @param {any} view @returns {boolean} */
const isStopped = ({ stopped, phase }) => stopped !== null && phase !== "closed";

/** The phase that a verdict belongs to. @param {any} verdict */
const phaseOf = ({ kind }) => (kind === "deal-result" || kind === "dice-result" ? "result" : kind);

/** @param {any} view @param {import("./link.ts").Qr} qr @param {Say} say @returns {{ name: string, panel: HTMLElement }} */
function resultFor(view, qr, say) {
  const { verdict } = view;
  if (verdict.kind === "result") return { name: "result", panel: resultPanel(verdict, view.wheel, qr, say) };
  if (verdict.kind === "deal-result")
    return { name: "result", panel: dealResultPanel(verdict, view.cards, qr, say) };
  const panel = diceResultPanel(view, qr, say);
  return panel === null ? { name: "trouble", panel: unreadablePanel(say) } : { name: "result", panel };
}

/** A round without result, with the hands that lie there or the state of a series of craps. @param {HTMLElement} panel @param {any} view @param {Say} say */
function withLaid(panel, view, say) {
  const strip = diceStrip(view, say);
  if (strip !== null) {
    panel.classList.add("with-strip");
    for (const part of panel.children) part.setAttribute("data-fit", "");
    panel.append(strip);
  }
  const hands = handsBelow(view.cards, say);
  if (hands !== null) {
    panel.classList.add("with-hands");
    for (const part of panel.children) part.setAttribute("data-fit", "");
    panel.append(hands);
  }
  return panel;
}

/** Before the number: the call of the phase, as big as it can be. @param {any} view @param {Say} say */
function callPanel(view, say) {
  const bets = betsOf(view);
  const call = view.call ?? phaseText(view.phase, kindOf(view));
  const icon = view.phase === "ball-in-play" ? (RUNNING[view.wheel] ?? view.phase) : view.phase;
  return h(
    "div",
    { class: `panel call call-${view.phase}` },
    (ICONS[icon] ?? ICONS.waiting)(),
    short(call, say, "call-words"),
    bets === undefined
      ? null
      : h(
          "div",
          { class: `bets bets-${bets[1]}` },
          ICONS[bets[1] === "open" ? "tick" : "no-more-bets"](),
          short(own(bets[0]), say, "bets-words"),
        ),
    view.lastRounds === null ? null : countdown(view.lastRounds, say),
    view.nextCall === null ? null : nextCall(view.nextCall, say),
    shoeState(view, say),
    diceStrip(view, say),
    ...(view.dice ? diceIncidents(view.dice, say) : []),
  );
}

/** How many of the announced last rounds are left: 3, 2, 1. @param {number} left @param {Say} say */
function countdown(left, say) {
  return h(
    "div",
    { class: "countdown", "data-left": left },
    h(
      "div",
      { class: "countdown-marks", "aria-hidden": "true" },
      ...[3, 2, 1]
        .filter((mark) => mark === 1 || left > 1 || mark === left)
        .map((mark) => h("span", { class: mark === left ? "now" : mark > left ? "gone" : "" }, String(mark))),
    ),
    short(roundsLeft(left), say, "countdown-words"),
  );
}

/** The question that the croupier asks before no more bets. @param {any} call @param {Say} say */
function nextCall({ say: words, by }, say) {
  /** @param {import("./i18n.ts").Language} language */
  const quoted = (language) => `«${sentence(words, language)}»`;
  const spoken = { es: quoted("es"), eu: quoted("eu"), gl: quoted("gl"), en: quoted("en") };
  return h(
    "div",
    { class: "next-call" },
    h("span", { class: "label" }, `${word("nextCall", say.main)} · ${ROLES[by][say.main]}`),
    short(spoken, say, "next-words"),
  );
}

/** @param {string | undefined} kind @param {Say} say */
function disconnectedPanel(kind, say) {
  return h(
    "div",
    { class: "panel call alarm" },
    ICONS.disconnected(),
    short(own("disconnected"), say, "call-words"),
    long(own("disconnectedMeans", kind), say, "explain"),
  );
}

/** What was sent contradicts itself or cannot be drawn: no number, no certificate. @param {Say} say */
export function unreadablePanel(say) {
  return h(
    "div",
    { class: "panel call alarm" },
    ICONS.warn(),
    short(own("dataUnreadable"), say, "call-words"),
    long(own("dataUnreadableMeans"), say, "explain"),
  );
}

/** Faults for the jefe de mesa and the technician alone. */
const NOT_FOR_PLAYERS = ["pin-locked"];

/**
 * The game stands still. What the device has belongs to the house's own pages; the players only need to know what counts.
 * @param {any} view @param {Say} say
 */
function stoppedPanel(view, say) {
  return h(
    "div",
    { class: "panel call alarm" },
    ICONS.warn(),
    short(own("gameStopped"), say, "call-words"),
    long(own("callStands"), say, "explain"),
    view.verdict === null ? null : long(own("withheld", kindOf(view)), say, "explain"),
  );
}

/**
 * The band above the stage: that the game stands still, that a round was cut off, or that the house has been told of something.
 * Null when there is none, or the stage says it already.
 * @param {any} view @param {string} stage name of the panel @param {Say} say
 */
export function troubleBand(view, stage, say) {
  if (stage === "trouble" || stage === "disconnected") return null;
  const deals = stage === "dealing" || stage === "no-more-bets";
  if (isStopped(view))
    return deals || view.stopped === "unread-card" ? null : band("alarm", own("stoppedAndCall"), null, say);
  if (view.interrupted !== null && stage !== "aborted")
    return band("calm", own("resumed"), cutOff(view.interrupted, kindOf(view)), say);
  if (view.device.faults.some((/** @type {any} */ { code }) => !NOT_FOR_PLAYERS.includes(code)))
    return band("notice", own("techNotice"), null, say);
  return view.device.health === "waiting" ? band("calm", own("tablePrepared"), null, say) : null;
}

/** @param {"alarm" | "notice" | "calm"} look @param {import("./i18n.ts").Text} words @param {import("./i18n.ts").Text | null} more @param {Say} say */
function band(look, words, more, say) {
  return h(
    "div",
    { class: `band ${look}` },
    ICONS[look === "calm" ? "waiting" : "warn"](),
    short(words, say, "band-words"),
    more === null ? null : short(more, say, "band-more"),
  );
}
