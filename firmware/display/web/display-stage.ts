/** What stands in the main place of the table display. */
import { cloneElement, h, isValidElement, toChildArray, type ComponentChildren, type JSX } from "preact";
import { kindOf, phaseText, ROLES, sentence, word, wordText } from "./i18n.ts";
import { ICONS, iconOr, type IconName } from "./icons.ts";
import { long, short } from "./display-parts.ts";
import { dealPanel, dealResultPanel, handsBelow, shoeState } from "./display-cards.ts";
import { diceIncidents, diceResultPanel, diceStrip } from "./display-dice.ts";
import { cutOff, roundsLeft } from "./player-words.ts";
import { abortedPanel, resultPanel, undecidedPanel, voidPanel } from "./display-verdict.ts";
import type { WheelKind } from "../../../src/rules/pack.ts";
import type { Phase } from "../../../src/table/phase.ts";
import type { TableView, VerdictView } from "../../../src/table/view.ts";
import type { ResultView, Say } from "./display-parts.ts";
import type { Language, Text, Word } from "./i18n.ts";
import type { Qr, Shown } from "./link.ts";

/** Whether bets are accepted: a word of the pages, and how it looks. */
type Bets = readonly [word: Word, look: "open" | "shut"];
/** Phases that say it by themselves. */
const BETS: Readonly<Partial<Record<Phase, Bets>>> = {
  waiting: ["betsNotYet", "shut"],
  preparing: ["betsNotYet", "shut"],
  betting: ["betsOpen", "open"],
  "ball-in-play": ["betsOpen", "open"],
  "no-more-bets": ["betsShut", "shut"],
};

/**
 * Whether bets are accepted, in words; undefined: the phase does not say. Dice that roll do not: at one game bets were
 * closed before the throw, at another they stay open until the result is announced.
 */
function betsOf({ phase, dice }: TableView): Bets | undefined {
  if (phase !== "throwing" || typeof dice?.betsOpen !== "boolean") return BETS[phase];
  return dice.betsOpen ? ["betsOpen", "open"] : ["betsShut", "shut"];
}

/** What runs while the spin does. */
const RUNNING: Readonly<Record<WheelKind, IconName>> = {
  roulette: "ball-in-play",
  bowl: "ball-in-bowl",
  disc: "disc-turning",
};

interface Stage {
  /** Name of the panel. */
  readonly name: string;
  readonly panel: JSX.Element;
}

/** The one panel for this moment. `fresh` false: nothing that the screen remembers may stand as current. */
export function stageFor(shown: Shown | null, fresh: boolean, say: Say): Stage {
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
      return resultFor(verdict, view, qr, say);
    case "void":
      return { name: "void", panel: withLaid(voidPanel(verdict, view, qr, say), view, say) };
    case "undecided":
      return { name: "undecided", panel: withLaid(undecidedPanel(verdict, kind, qr, say), view, say) };
    default:
      return { name: "aborted", panel: withLaid(abortedPanel(verdict, kind, qr, say), view, say) };
  }
}

/** Whether something stands against playing on. A closed table plays nothing. */
const isStopped = ({ stopped, phase }: TableView): boolean => stopped !== null && phase !== "closed";

/** The phase that a verdict belongs to. */
const phaseOf = ({ kind }: VerdictView): string =>
  kind === "deal-result" || kind === "dice-result" ? "result" : kind;

/** A result that is none of this table's game is told as unreadable. */
function resultFor(verdict: ResultView, view: TableView, qr: Qr, say: Say): Stage {
  const panel = resultPanelFor(verdict, view, qr, say);
  return panel === null ? { name: "trouble", panel: unreadablePanel(say) } : { name: "result", panel };
}

function resultPanelFor(verdict: ResultView, view: TableView, qr: Qr, say: Say): JSX.Element | null {
  const { wheel, cards } = view;
  if (verdict.kind === "dice-result") return diceResultPanel(view, qr, say);
  if (verdict.kind === "deal-result") return cards === null ? null : dealResultPanel(verdict, cards, qr, say);
  return wheel === null ? null : resultPanel(verdict, wheel, qr, say);
}

/** A round without result, with the hands that lie there or the state of a series of craps. */
function withLaid(panel: JSX.Element, view: TableView, say: Say) {
  const hands = handsBelow(view.cards, say);
  return withBelow(withBelow(panel, diceStrip(view, say), "with-strip"), hands, "with-hands");
}

/** A panel with one more part at its foot: what stands above it must fit into what is left. */
function withBelow(panel: JSX.Element, below: JSX.Element | null, look: string): JSX.Element {
  if (below === null) return panel;
  const { class: name, children } = panel.props as { class: string; children: ComponentChildren };
  const above = toChildArray(children).map((part) =>
    isValidElement(part) ? cloneElement(part, { "data-fit": "" }) : part,
  );
  return cloneElement(panel, { class: `${name} ${look}` }, ...above, below);
}

/** Before the number: the call of the phase, as big as it can be. */
function callPanel(view: TableView, say: Say) {
  const bets = betsOf(view);
  const call = view.call ?? phaseText(view.phase, kindOf(view));
  const icon = view.phase === "ball-in-play" && view.wheel !== null ? RUNNING[view.wheel] : view.phase;
  return h(
    "div",
    { class: `panel call call-${view.phase}` },
    iconOr(icon, "waiting"),
    short(call, say, "call-words"),
    bets === undefined
      ? null
      : h(
          "div",
          { class: `bets bets-${bets[1]}` },
          ICONS[bets[1] === "open" ? "tick" : "no-more-bets"](),
          short(wordText(bets[0]), say, "bets-words"),
        ),
    view.lastRounds === null ? null : countdown(view.lastRounds, say),
    view.nextCall === null ? null : nextCall(view.nextCall, say),
    shoeState(view, say),
    diceStrip(view, say),
    ...(view.dice ? diceIncidents(view.dice, say) : []),
  );
}

/** How many of the announced last rounds are left: 3, 2, 1. */
function countdown(left: number, say: Say) {
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

/** The question that the croupier asks before no more bets. */
function nextCall({ say: words, by }: NonNullable<TableView["nextCall"]>, say: Say) {
  const quoted = (language: Language) => `«${sentence(words, language)}»`;
  const spoken = { es: quoted("es"), eu: quoted("eu"), gl: quoted("gl"), en: quoted("en") };
  return h(
    "div",
    { class: "next-call" },
    h("span", { class: "label" }, `${word("nextCall", say.main)} · ${ROLES[by][say.main]}`),
    short(spoken, say, "next-words"),
  );
}

function disconnectedPanel(kind: string | undefined, say: Say) {
  return h(
    "div",
    { class: "panel call alarm" },
    ICONS.disconnected(),
    short(wordText("disconnected"), say, "call-words"),
    long(wordText("disconnectedMeans", kind), say, "explain"),
  );
}

/** What was sent contradicts itself or cannot be drawn: no number, no certificate. */
export function unreadablePanel(say: Say) {
  return h(
    "div",
    { class: "panel call alarm" },
    ICONS.warn(),
    short(wordText("dataUnreadable"), say, "call-words"),
    long(wordText("dataUnreadableMeans"), say, "explain"),
  );
}

/** Faults for the jefe de mesa and the technician alone. */
const NOT_FOR_PLAYERS = ["pin-locked"];

/**
 * The game stands still. What the device has belongs to the house's own pages; the players only need to know what counts.
 */
function stoppedPanel(view: TableView, say: Say) {
  return h(
    "div",
    { class: "panel call alarm" },
    ICONS.warn(),
    short(wordText("gameStopped"), say, "call-words"),
    long(wordText("callStands"), say, "explain"),
    view.verdict === null ? null : long(wordText("withheld", kindOf(view)), say, "explain"),
  );
}

/**
 * The band above the stage: that the game stands still, that a round was cut off, or that the house has been told of something.
 * Null when there is none, or the stage says it already.
 * @param stage name of the panel
 */
export function troubleBand(view: TableView, stage: string, say: Say) {
  if (stage === "trouble" || stage === "disconnected") return null;
  const deals = stage === "dealing" || stage === "no-more-bets";
  if (isStopped(view))
    return deals || view.stopped === "unread-card"
      ? null
      : band("alarm", wordText("stoppedAndCall"), null, say);
  if (view.interrupted !== null && stage !== "aborted")
    return band("calm", wordText("resumed"), cutOff(view.interrupted, kindOf(view)), say);
  if (view.device.faults.some(({ code }) => !NOT_FOR_PLAYERS.includes(code)))
    return band("notice", wordText("techNotice"), null, say);
  return view.device.health === "waiting" ? band("calm", wordText("tablePrepared"), null, say) : null;
}

function band(look: "alarm" | "notice" | "calm", words: Text, more: Text | null, say: Say) {
  return h(
    "div",
    { class: `band ${look}` },
    ICONS[look === "calm" ? "waiting" : "warn"](),
    short(words, say, "band-words"),
    more === null ? null : short(more, say, "band-more"),
  );
}
