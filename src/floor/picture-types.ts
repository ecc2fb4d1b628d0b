import type { Phase } from "../table/kernel/phase.ts";
import type { SeriesItem } from "../table/kernel/view/view.ts";
import type { Text } from "../text/language.ts";

/** What is not as it should be and is no fault of a device. */
export const NOTES = ["behind", "certificate", "list", "disk", "warm", "update", "wear"] as const;
export type Note = (typeof NOTES)[number];

/** What the store itself says of a log: it counts, waits for two people, is marked since it has two histories, or stands no more. */
export type LogStanding = "enrolled" | "waiting" | "forked" | "retired";

/** Somebody is called. */
export interface Call {
  readonly kind: "confirm-void" | "decide";
  /** Whom the law names, as records name roles. */
  readonly role: string;
  readonly round: number;
  /** RFC 3339. */
  readonly since: string | null;
  readonly text: Text;
  readonly cite: string | null;
}

export interface PictureFault {
  readonly device: string;
  readonly code: string;
  /** RFC 3339. */
  readonly since: string;
  readonly refuses: boolean;
  readonly text: Text;
  readonly doThis: Text;
}

/** Why the newest verdict was what it was, in the words of the rulebook, with the paragraph where there is one. */
export interface Why {
  readonly text: Text;
  readonly cite: string | null;
}

/** The newest round that is over. */
export interface PictureRound {
  readonly item: SeriesItem;
  readonly at: string;
  readonly why: readonly Why[];
}

/** The gravest that can be said of a table, the gravest first: what its sign on the floor stands for. */
export const CONDITIONS = [
  "forked",
  "refuses",
  "called",
  "fault",
  "note",
  "playing",
  "idle",
  "closed",
  "retired",
] as const;
export type Condition = (typeof CONDITIONS)[number];

/** A table at a glance, plain JSON: what the floor's page is sent, as far as it changed. */
export interface TablePicture {
  readonly log: string;
  readonly standing: LogStanding;
  readonly name: string;
  readonly game: Text | null;
  readonly rulebook: string;
  readonly test: boolean;
  readonly phase: Phase | null;
  /** The label of the record that began the phase, RFC 3339. */
  readonly since: string;
  readonly round: number;
  readonly last: PictureRound | null;
  readonly calls: readonly Call[];
  readonly faults: readonly PictureFault[];
  readonly notes: readonly Note[];
  /** What left its band, by codes of the doctor. */
  readonly wears: readonly string[];
  /** Disputed rounds that wait for their case file or their decision. */
  readonly disputed: readonly number[];
  readonly release: string;
  readonly condition: Condition;
}
