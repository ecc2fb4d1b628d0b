/** The screens that show a part of the table's display: by the same view, drawn by the same modules. */
import { h, type JSX } from "preact";
import type { TableView } from "../../../../src/table/kernel/view/view.ts";
import { asSentence, kindOf, phaseText, wordText, type Text } from "../i18n.ts";
import { iconOr, type IconName } from "../icons.ts";
import { shortText, type Voice } from "../display-parts.ts";
import { betsOf, type Stage } from "./stage.ts";

/** What this page shows: all of the display, its series, its result, or what one seat has. */
export interface TablePart {
  readonly screen: "display" | "board" | "result" | "seat";
  /** Of a seat. */
  readonly seat: number | null;
}

const PARTS: Readonly<Record<string, TablePart["screen"]>> = {
  "/screen/board": "board",
  "/screen/result": "result",
  "/screen/seat": "seat",
};

/** What an address asks for. One that names no part of the display is given all of it. */
export function partAt({ pathname, search }: Pick<Location, "pathname" | "search">): TablePart {
  const screen = PARTS[pathname] ?? "display";
  const seat = /^\d{1,2}$/.exec(new URLSearchParams(search).get("seat") ?? "");
  return { screen, seat: screen === "seat" && seat !== null ? Number(seat[0]) : null };
}

/** A hand of another seat than this one. The bank's, and those of a game without seats, are everybody's. */
const isOthers = (hand: string, seat: number): boolean =>
  hand.startsWith("seat-") && hand !== `seat-${seat}` && !hand.startsWith(`seat-${seat}.`);

/** The view with the hands and results of one seat and those that are everybody's. */
export function viewForSeat(view: TableView, seat: number | null): TableView {
  const { cards, verdict } = view;
  if (cards === null || seat === null) return view;
  const isOwn = (hand: string | null): boolean => hand === null || !isOthers(hand, seat);
  return {
    ...view,
    cards: {
      ...cards,
      hands: cards.hands.filter(({ id }) => isOwn(id)),
      expected: cards.expected.filter(({ id }) => isOwn(id)),
    },
    verdict:
      verdict?.kind === "deal-result"
        ? { ...verdict, results: verdict.results.filter(({ hand }) => isOwn(hand)) }
        : verdict,
  };
}

/**
 * What stands above the board's series: in one line what the table does. A result stands in the series itself, marked as the newest.
 */
export function boardState(stage: Stage, view: TableView | null, voice: Voice): JSX.Element {
  const beside = view === null || stage.name === "disconnected" ? null : besideState(stage, view);
  return h(
    "div",
    { class: `panel board-state board-${stage.name}` },
    iconOr(ICONS[stage.name] ?? stage.name, "waiting"),
    shortText(asSentence(stateText(stage.name, view)), voice, "board-words"),
    beside === null ? null : shortText(beside.text, voice, `board-beside board-beside-${beside.look}`),
  );
}

const ICONS: Readonly<Record<string, IconName>> = { trouble: "warn", result: "tick" };

/** Whether bets are accepted, or whether the result is certified; null: neither is to be said. */
function besideState({ name }: Stage, view: TableView): { readonly text: Text; readonly look: string } | null {
  const { verdict } = view;
  if (name === "result" && verdict !== null && "certified" in verdict)
    return verdict.certified
      ? { text: wordText("certified"), look: "certified" }
      : { text: wordText("notCertified"), look: "not-certified" };
  const [word, look] = betsOf(view) ?? [];
  return word === undefined || look === undefined ? null : { text: wordText(word), look };
}

function stateText(stage: string, view: TableView | null): Text {
  if (view === null || stage === "disconnected") return wordText("disconnected");
  if (stage === "trouble") return wordText("gameStopped");
  const { verdict } = view;
  if (stage === "void" && verdict?.kind === "void") return verdict.say;
  return view.call ?? phaseText(view.phase, kindOf(view));
}
