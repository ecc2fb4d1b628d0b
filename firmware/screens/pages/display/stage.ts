/** What stands in the main place of the table display. */
import { cloneElement, h, isValidElement, toChildArray, type ComponentChildren, type JSX } from "preact";
import { inEveryLanguage } from "../../../../src/text/every-language.ts";
import { kindOf, phaseText, ROLES, sentenceIn, wordIn, wordText, type Text, type Word } from "../i18n.ts";
import { iconSign, iconOr, type IconName } from "../icons.ts";
import { houseCountdown } from "../house-countdown.ts";
import { longText, shortText, type ResultView, type Voice } from "../display-parts.ts";
import { dealPanel, dealResultPanel, handsBelow, shoeState } from "./cards.ts";
import { gamePanel, gameResultPanel, saleLines } from "./balls.ts";
import { diceIncidents, diceResultPanel, diceStrip } from "./dice.ts";
import { cutOffText, roundsLeftText } from "../game-words.ts";
import { abortedPanel, resultPanel, undecidedPanel, voidPanel } from "./verdict.ts";
import type { WheelKind } from "../../../../src/rules/pack.ts";
import type { Phase } from "../../../../src/table/kernel/phase.ts";
import type { TableView, VerdictView } from "../../../../src/table/kernel/view/view.ts";
import type { Qr, Shown } from "../link.ts";

/** Whether bets are accepted: a word of the pages, and how it looks. */
type Bets = readonly [word: Word, look: "open" | "shut"];
/** Phases that decide by themselves whether bets are accepted. */
const BETS: Readonly<Partial<Record<Phase, Bets>>> = {
  waiting: ["betsNotYet", "shut"],
  preparing: ["betsNotYet", "shut"],
  betting: ["betsOpen", "open"],
  "ball-in-play": ["betsOpen", "open"],
  "no-more-bets": ["betsShut", "shut"],
};

/**
 * Whether bets are accepted, in words; undefined: the phase does not decide it. While dice roll it depends on the game: in one,
 * bets are closed before the throw, in another they stay open until the result is announced.
 */
export function betsOf({ phase, dice }: TableView): Bets | undefined {
  if (phase !== "throwing" || typeof dice?.betsOpen !== "boolean") return BETS[phase];
  return dice.betsOpen ? ["betsOpen", "open"] : ["betsShut", "shut"];
}

/** The icon of a running spin. */
const RUNNING: Readonly<Record<WheelKind, IconName>> = {
  roulette: "ball-in-play",
  bowl: "ball-in-bowl",
  disc: "disc-turning",
};

export interface Stage {
  /** Name of the panel. */
  readonly name: string;
  readonly panel: JSX.Element;
}

/** The one panel for this moment. `fresh` false: nothing that the screen remembers may stand as current. */
export function stageFor(shown: Shown | null, fresh: boolean, voice: Voice): Stage {
  if (shown === null || !fresh)
    return { name: "disconnected", panel: disconnectedPanel(kindOf(shown?.view), voice) };
  const { view, qr } = shown;
  const { verdict, cards } = view;
  const kind = kindOf(view);
  const isDealt = cards !== null && (view.phase === "dealing" || cards.hands.length > 0);
  if (verdict === null || phaseOf(verdict) !== view.phase) {
    if (view.balls !== undefined && view.phase === "dealing")
      return { name: view.phase, panel: gamePanel(view.balls, voice) };
    if (isDealt && (view.phase === "dealing" || view.phase === "no-more-bets"))
      return { name: view.phase, panel: dealPanel(view, cards, voice) };
    // The game does not go on while this lasts, so no call is shown.
    return isStopped(view)
      ? { name: "trouble", panel: stoppedPanel(view, voice) }
      : { name: view.phase, panel: callPanel(view, voice) };
  }
  switch (verdict.kind) {
    case "result":
    case "deal-result":
    case "dice-result":
    case "balls-result":
      // Beside a device in trouble a number could be mistaken for a current one.
      return view.device.health === "ok"
        ? resultStage(verdict, view, qr, voice)
        : { name: "trouble", panel: stoppedPanel(view, voice) };
    case "void":
      return { name: "void", panel: withLaid(voidPanel(verdict, view, qr, voice), view, voice) };
    case "undecided":
      return { name: "undecided", panel: withLaid(undecidedPanel(verdict, kind, qr, voice), view, voice) };
    default:
      return { name: "aborted", panel: withLaid(abortedPanel(verdict, kind, qr, voice), view, voice) };
  }
}

/** Whether something prevents the game from going on. A closed table has no game. */
const isStopped = ({ stopped, phase }: TableView): boolean => stopped !== null && phase !== "closed";

/** The phase that a verdict belongs to. */
const phaseOf = ({ kind }: VerdictView): string =>
  kind === "deal-result" || kind === "dice-result" || kind === "balls-result" ? "result" : kind;

/** A result that is none of this table's game is shown as unreadable. */
function resultStage(verdict: ResultView, view: TableView, qr: Qr, voice: Voice): Stage {
  const panel = resultPanelFor(verdict, view, qr, voice);
  return panel === null ? { name: "trouble", panel: unreadablePanel(voice) } : { name: "result", panel };
}

function resultPanelFor(verdict: ResultView, view: TableView, qr: Qr, voice: Voice): JSX.Element | null {
  const { wheel, cards, balls } = view;
  if (verdict.kind === "balls-result")
    return balls === undefined ? null : gameResultPanel(verdict, balls, qr, voice);
  if (verdict.kind === "dice-result") return diceResultPanel(view, qr, voice);
  if (verdict.kind === "deal-result")
    return cards === null ? null : dealResultPanel(verdict, view, cards, voice, qr);
  return wheel === null ? null : resultPanel(verdict, wheel, qr, voice);
}

/** A round without result, with the hands that lie there or the state of a series of craps. */
function withLaid(panel: JSX.Element, view: TableView, voice: Voice) {
  const hands = handsBelow(view.cards, voice);
  return withBelow(withBelow(panel, diceStrip(view, voice), "with-strip"), hands, "with-hands");
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
function callPanel(view: TableView, voice: Voice) {
  const bets = betsOf(view);
  const call = view.call ?? phaseText(view.phase, kindOf(view));
  const icon = view.phase === "ball-in-play" && view.wheel !== null ? RUNNING[view.wheel] : view.phase;
  return h(
    "div",
    { class: `panel call call-${view.phase}` },
    iconOr(icon, "waiting"),
    shortText(call, voice, "call-words"),
    bets === undefined
      ? null
      : h(
          "div",
          { class: `bets bets-${bets[1]}` },
          iconSign(bets[1] === "open" ? "tick" : "no-more-bets"),
          shortText(wordText(bets[0], kindOf(view)), voice, "bets-words"),
        ),
    houseCountdown(view, voice.main),
    view.lastRounds === null ? null : countdownSign(view.lastRounds, voice),
    view.nextCall === null ? null : nextCallSign(view.nextCall, voice),
    shoeState(view, voice),
    diceStrip(view, voice),
    view.balls === undefined ? null : saleLines(view.balls, voice),
    ...(view.dice ? diceIncidents(view.dice, voice) : []),
  );
}

/** How many of the announced last rounds are left: 3, 2, 1. */
function countdownSign(left: number, voice: Voice) {
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
    shortText(roundsLeftText(left), voice, "countdown-words"),
  );
}

/** The question that the croupier asks before no more bets. */
function nextCallSign({ say: words, by }: NonNullable<TableView["nextCall"]>, voice: Voice) {
  const spoken = inEveryLanguage((language) => `«${sentenceIn(words, language)}»`);
  return h(
    "div",
    { class: "next-call" },
    h("span", { class: "label" }, `${wordIn("nextCall", voice.main)} · ${ROLES[by][voice.main]}`),
    shortText(spoken, voice, "next-words"),
  );
}

/** Nothing to play by: what is wrong, and what counts instead. */
const alarmPanel = (icon: IconName, what: Word, means: readonly Text[], voice: Voice) =>
  h(
    "div",
    { class: "panel call alarm" },
    iconSign(icon),
    shortText(wordText(what), voice, "call-words"),
    ...means.map((text) => longText(text, voice, "explain")),
  );

const disconnectedPanel = (kind: string | undefined, voice: Voice) =>
  alarmPanel("disconnected", "disconnected", [wordText("disconnectedMeans", kind)], voice);

/** What was sent contradicts itself or cannot be drawn: no number, no certificate. */
export const unreadablePanel = (voice: Voice) =>
  alarmPanel("warn", "dataUnreadable", [wordText("dataUnreadableMeans")], voice);

/** Faults for the jefe de mesa and the technician alone. */
const NOT_FOR_PLAYERS = [
  "pin-locked",
  "storage-short",
  "second-copy-lost",
  "copy-damaged",
  "not-witnessed",
  "log-refused",
  "cosignature-wrong",
];

/**
 * The game stands still. What the device has belongs to the house's own pages; the players only need to know what counts.
 */
function stoppedPanel(view: TableView, voice: Voice) {
  const withheld = view.verdict === null ? [] : [wordText("withheld", kindOf(view))];
  return alarmPanel("warn", "gameStopped", [wordText("callStands"), ...withheld], voice);
}

/**
 * The band above the stage: that the game stands still, that a round was cut off, or that the house has a notice.
 * Null when there is none, or the stage says it already.
 * @param stage name of the panel
 */
export function troubleBand(view: TableView, stage: string, voice: Voice) {
  if (stage === "trouble" || stage === "disconnected") return null;
  const deals = stage === "dealing" || stage === "no-more-bets";
  if (isStopped(view))
    return deals || view.stopped === "unread-card"
      ? null
      : bandSign("alarm", wordText("stoppedAndCall"), null, voice);
  if (view.interrupted !== null && stage !== "aborted")
    return bandSign("calm", wordText("resumed"), cutOffText(view.interrupted, kindOf(view)), voice);
  if (view.device.faults.some(({ code }) => !NOT_FOR_PLAYERS.includes(code)))
    return bandSign("notice", wordText("techNotice"), null, voice);
  return view.device.health === "waiting" ? bandSign("calm", wordText("tablePrepared"), null, voice) : null;
}

function bandSign(look: "alarm" | "notice" | "calm", words: Text, more: Text | null, voice: Voice) {
  return h(
    "div",
    { class: `band ${look}` },
    iconSign(look === "calm" ? "waiting" : "warn"),
    shortText(words, voice, "band-words"),
    more === null ? null : shortText(more, voice, "band-more"),
  );
}
