// @ts-check
/** What stands in the main place of the table display. */
import { h } from "./dom.js";
import { HEALTH, kindOf, phaseText, ROLES, sentence, word } from "./i18n.js";
import { ICONS } from "./icons.js";
import { long, own, short } from "./display-parts.js";
import { dealPanel, dealResultPanel, handsBelow, shoeState } from "./display-cards.js";
import { abortedPanel, resultPanel, undecidedPanel, voidPanel } from "./display-verdict.js";

/** @typedef {import("./display-parts.js").Say} Say */
/** @typedef {import("./link.js").Shown} Shown */

/** Phases that say by themselves whether bets are accepted. @type {Record<string, [string, string]>} */
const BETS = {
  waiting: ["betsNotYet", "shut"],
  preparing: ["betsNotYet", "shut"],
  betting: ["betsOpen", "open"],
  "ball-in-play": ["betsOpen", "open"],
  "no-more-bets": ["betsShut", "shut"],
};

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
  if (verdict === null || phaseOf(verdict) !== view.phase)
    return isDealt && (view.phase === "dealing" || view.phase === "no-more-bets")
      ? { name: view.phase, panel: dealPanel(view, say) }
      : { name: view.phase, panel: callPanel(view, say) };
  switch (verdict.kind) {
    case "result":
    case "deal-result":
      // A number beside a device in trouble would pass for a current one.
      if (view.device.health !== "ok") return { name: "trouble", panel: troublePanel(view, say) };
      return verdict.kind === "result"
        ? { name: "result", panel: resultPanel(verdict, view.wheel, qr, say) }
        : { name: "result", panel: dealResultPanel(view, qr, say) };
    case "void":
      return { name: "void", panel: withHands(voidPanel(verdict, qr, say), cards, say) };
    case "undecided":
      return { name: "undecided", panel: withHands(undecidedPanel(verdict, kind, qr, say), cards, say) };
    default:
      return { name: "aborted", panel: withHands(abortedPanel(verdict, kind, qr, say), cards, say) };
  }
}

/** The phase that a verdict belongs to. @param {any} verdict */
const phaseOf = (verdict) => (verdict.kind === "deal-result" ? "result" : verdict.kind);

/** @param {HTMLElement} panel @param {any} cards @param {Say} say */
function withHands(panel, cards, say) {
  const hands = handsBelow(cards, say);
  if (hands !== null) {
    panel.classList.add("with-hands");
    for (const part of panel.children) part.setAttribute("data-fit", "");
    panel.append(hands);
  }
  return panel;
}

/** Before the number: the call of the phase, as big as it can be. @param {any} view @param {Say} say */
function callPanel(view, say) {
  const bets = BETS[view.phase];
  const call = view.announcement?.say ?? phaseText(view.phase, kindOf(view));
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
    view.nextCall === null ? null : nextCall(view.nextCall, say),
    shoeState(view, say),
  );
}

/** The question that the croupier asks before no more bets. @param {any} call @param {Say} say */
function nextCall({ say: words, by }, say) {
  /** @param {import("./i18n.js").Language} language */
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

/** @param {any} view @param {Say} say */
function troublePanel(view, say) {
  const { device } = view;
  return h(
    "div",
    { class: "panel call alarm" },
    ICONS.warn(),
    short(HEALTH[device.health], say, "call-words"),
    long(own("withheld", kindOf(view)), say, "explain"),
    ...device.faults
      .slice(0, 2)
      .map((/** @type {any} */ fault) =>
        h("div", { class: "fault" }, long(fault.text, say, "fault-text"), long(fault.doThis, say, "fault-do")),
      ),
  );
}

/**
 * The band above the stage: the device's trouble in one line. Null when there is none, or the stage says it already.
 * @param {any} view @param {string} stage name of the panel @param {Say} say
 */
export function troubleBand(view, stage, say) {
  const { health } = view.device;
  // What a card device warns of stands on the stage, with what to do.
  const faults = view.device.faults.filter(
    (/** @type {any} */ { code }) => view.cards === null || !code.startsWith("warning-"),
  );
  if (stage === "trouble" || stage === "disconnected") return null;
  if (health === "ok" && faults.length === 0) return null;
  const words = health === "ok" ? faults[0].text : HEALTH[health];
  const [fault] = faults;
  return h(
    "div",
    { class: health === "waiting" ? "band calm" : "band" },
    ICONS[health === "waiting" ? "waiting" : "warn"](),
    short(words, say, "band-words"),
    fault === undefined ? null : h("div", { class: "band-do", lang: say.main }, fault.doThis[say.main]),
  );
}
