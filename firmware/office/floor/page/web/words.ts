/** What the floor's page calls conditions, phases and people, and the sign of each. */
import type { Condition, Note, TablePicture } from "../../../../../src/floor/picture-types.ts";
import type { Phase } from "../../../../../src/table/kernel/phase.ts";
import type { Language, Text } from "../../../../../src/text/language.ts";
import { fillText } from "../../../../../src/text/every-language.ts";
import { textsOf } from "../../../../../src/text/text-of.ts";
import type { IconName } from "../../../../screens/pages/icons.ts";
import type { ShownTable } from "./feed.ts";

const FLOOR = textsOf("floor");

export const WORDS = FLOOR.words;
export type FloorWord = keyof typeof WORDS;
/** What a table's doctor says, by codes that an earlier or a later release may have said. */
export const FINDINGS: Readonly<Record<string, { readonly text: Text; readonly remedy: Text } | undefined>> =
  textsOf("doctor.findings");
export const NOTES: Readonly<Record<Note, { readonly text: Text; readonly doThis: Text }>> = FLOOR.notes;
export const REFUSED: Readonly<Record<string, Text | undefined>> = FLOOR.refused;

/** How a table stands, with what is not heard of before all else. */
export type Shown = Condition | "stale" | "gone";

export const CONDITIONS: Readonly<Record<Shown, { readonly word: Text; readonly means: Text }>> =
  FLOOR.conditions;
const PHASES: Readonly<Record<Phase, Text>> = FLOOR.phases;

/** The gravest first: the order in which a floor is looked through. */
export const ORDER: readonly Shown[] = [
  ...(["forked", "refuses", "called", "gone", "stale", "fault"] as const),
  ...(["note", "playing", "idle", "closed", "retired"] as const),
];

/** Conditions that nobody has to do anything about. */
const QUIET: readonly Shown[] = ["playing", "idle", "closed", "retired"];

export const wantsSomebody = (table: Pick<ShownTable, "condition" | "heard">): boolean =>
  !QUIET.includes(shownOf(table));

const ICONS: Readonly<Record<Exclude<Shown, "playing">, IconName>> = {
  forked: "push",
  refuses: "void",
  called: "undecided",
  gone: "disconnected",
  stale: "disconnected",
  fault: "warn",
  note: "bang",
  idle: "waiting",
  closed: "closed",
  retired: "cross",
};

const PHASE_ICONS: Readonly<Partial<Record<Phase, IconName>>> = {
  betting: "betting",
  "ball-in-play": "ball-in-play",
  dealing: "dealing",
  preparing: "preparing",
  throwing: "throwing",
  "no-more-bets": "no-more-bets",
  result: "tick",
  void: "void",
  undecided: "undecided",
  aborted: "aborted",
};

/** A table that stands no more is not missed, and one with two histories is told so whether it is heard of or not. */
export function shownOf({ condition, heard }: Pick<ShownTable, "condition" | "heard">): Shown {
  return heard === "fresh" || condition === "retired" || condition === "forked" ? condition : heard;
}

export const iconOf = (table: ShownTable): IconName => {
  const shown = shownOf(table);
  return shown === "playing" ? (PHASE_ICONS[table.phase ?? "closed"] ?? "tick") : ICONS[shown];
};

export const phaseWord = ({ phase }: Pick<TablePicture, "phase">, language: Language): string =>
  phase === null ? "" : PHASES[phase][language];

/** One word for how a table stands; of one that plays, what it does. */
export function wordOf(table: ShownTable, language: Language): string {
  const shown = shownOf(table);
  return shown === "playing" ? phaseWord(table, language) : CONDITIONS[shown].word[language];
}

export const word = (
  id: FloorWord,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string => fillText(WORDS[id], values)[language];

const REFUSALS: Readonly<Record<string, Text | undefined>> = FLOOR.refusals;

/** Why the server did not take what a person did. */
export const refusal = (why: string, language: Language): string =>
  (REFUSALS[why] ?? FLOOR.refusals.away)[language];

/** `3 min`, `2 h`: how long ago an instant (RFC 3339) was. */
export function agoText(since: string | number | null, now: number, language: Language): string {
  if (since === null || since === "") return "";
  const at = typeof since === "number" ? since : Date.parse(since);
  const seconds = Math.max(0, Math.floor((now - at) / 1_000));
  if (seconds < 60) return word("seconds", language, { count: seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return word("minutes", language, { count: minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? word("hours", language, { count: hours })
    : word("days", language, { count: Math.floor(hours / 24) });
}
