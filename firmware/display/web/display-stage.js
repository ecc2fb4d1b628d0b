// @ts-check
/** What stands in the main place of the table display. */
import { h } from "./dom.js";
import { HEALTH, phaseText, ROLES, sentence, word } from "./i18n.js";
import { ICONS } from "./icons.js";
import { long, own, short } from "./display-parts.js";
import { abortedPanel, resultPanel, undecidedPanel, voidPanel } from "./display-verdict.js";

/** @typedef {import("./display-parts.js").Say} Say */
/** @typedef {import("./link.js").Shown} Shown */

/** Phases that say by themselves whether bets are accepted. @type {Record<string, [string, string]>} */
const BETS = {
  waiting: ["betsNotYet", "shut"],
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
    return { name: "disconnected", panel: disconnectedPanel(shown?.view.wheel, say) };
  const { view, qr } = shown;
  const { verdict } = view;
  if (verdict === null || verdict.kind !== view.phase) return { name: view.phase, panel: callPanel(view, say) };
  switch (verdict.kind) {
    case "result":
      // A number beside a device in trouble would pass for a current one.
      if (view.device.health !== "ok") return { name: "trouble", panel: troublePanel(view, say) };
      return { name: "result", panel: resultPanel(verdict, view.wheel, qr, say) };
    case "void":
      return { name: "void", panel: voidPanel(verdict, qr, say) };
    case "undecided":
      return { name: "undecided", panel: undecidedPanel(verdict, view.wheel, qr, say) };
    default:
      return { name: "aborted", panel: abortedPanel(verdict, view.wheel, qr, say) };
  }
}

/** Before the number: the call of the phase, as big as it can be. @param {any} view @param {Say} say */
function callPanel(view, say) {
  const bets = BETS[view.phase];
  const call = view.announcement?.say ?? phaseText(view.phase, view.wheel);
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

/** @param {string | undefined} wheel @param {Say} say */
function disconnectedPanel(wheel, say) {
  return h(
    "div",
    { class: "panel call alarm" },
    ICONS.disconnected(),
    short(own("disconnected"), say, "call-words"),
    long(own("disconnectedMeans", wheel), say, "explain"),
  );
}

/** @param {any} view @param {Say} say */
function troublePanel({ device, wheel }, say) {
  return h(
    "div",
    { class: "panel call alarm" },
    ICONS.warn(),
    short(HEALTH[device.health], say, "call-words"),
    long(own("withheld", wheel), say, "explain"),
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
  const { health, faults } = view.device;
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
