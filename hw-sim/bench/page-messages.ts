import type { LearnedCalibration } from "../../drivers/wheel/sensor-board/calibration/learned.ts";
import type { Phase } from "../../src/table/kernel/phase.ts";
import type { WheelObservation } from "../../src/table/wheel/observation.ts";
import type { Language } from "../../src/text/language.ts";
import type { FaultRow } from "../../firmware/office/faults/fault-row.ts";

/** What the bench's page and its server say to each other. Times are µs of the unit's clock since the bench began. */

/** What the page may ask for. */
export type BenchOrder =
  | { readonly order: "inject"; readonly fault: string }
  /** What a scenario's file says happens, from now on. */
  | { readonly order: "play"; readonly scenario: string }
  /** The cable between board and unit, pulled and put back. */
  | { readonly order: "cable"; readonly plugged: boolean }
  /** The board's reset button. */
  | { readonly order: "reset-board" };

/** Page to server. `id` counts up from 1 on each connection. */
export type FromPage = BenchOrder & { readonly id: number };

/** Server to page. */
export type ToPage =
  | BenchHello
  | BenchFrame
  | { readonly type: "done"; readonly id: number }
  | { readonly type: "refused"; readonly id: number; readonly why: Refused };

export type Refused = "malformed" | "busy" | "not-simulated" | "unknown-fault" | "unknown-scenario" | "failed";

/** A fault of the catalogue, and what it should come to. */
export type ListedFault = Pick<
  FaultRow,
  "fault" | "about" | "group" | "comes" | "unseen" | "raises" | "reports"
>;

/** The faults of tables of another kind. */
export interface ListedTable {
  readonly name: string;
  readonly faults: readonly ListedFault[];
}

/** First message on a connection: the table, and the last seconds of its edges. */
export interface BenchHello {
  readonly type: "hello";
  readonly table: string;
  readonly rulebook: string;
  readonly language: Language;
  readonly kind: "roulette" | "bowl" | "disc";
  readonly ring: readonly string[];
  /** What people read for names of the ring that are not plain numbers. */
  readonly labels: Readonly<Record<string, string>>;
  readonly calibration: LearnedCalibration | null;
  /** Where the reader (a disc: the pointer) truly is, turns clockwise from ball sensor A; null when nobody knows. */
  readonly reader: number | null;
  readonly speed: number;
  readonly board: "fast" | "emulated" | "real";
  /** Faults that can be injected; empty for a real wheel. */
  readonly faults: readonly ListedFault[];
  /** The rest of the catalogue, to read. */
  readonly others: readonly ListedTable[];
  /** Scenarios that can be played at this table. */
  readonly scenarios: readonly { readonly name: string; readonly about: string }[];
  readonly history: Pick<BenchFrame, "edges" | "seen" | "injected">;
}

/** `[t, channel, on, hole]`; `t` is when the board stamped it. */
export type EdgeRow = readonly [t: number, channel: string, on: 0 | 1, hole: number];

/**
 * Where everything truly is at `t`; angles in turns clockwise from ball sensor A (a disc: from the pointer), radius in
 * metres. `ringAngle` is that of the middle of the ring's first name.
 */
export type PictureRow = readonly [
  t: number,
  ringAngle: number,
  rotorRpm: number,
  ball: readonly [angle: number, radius: number, where: string] | null,
  objects: readonly (readonly [angle: number, radius: number, what: string])[],
  spin: number,
];

/** One observation of the device session, as the unit has it. */
export interface SeenRow {
  readonly t: number;
  readonly o: WheelObservation["o"];
  readonly text: string;
}

/** What is known of the board and of the spin. Null: not known yet. */
export interface Figures {
  /** The session's own figures, by their names on the technician's page. */
  readonly board: Readonly<Record<string, number>>;
  /** Number, firmware and cause of the last reset, as the board reported them. */
  readonly identity: string | null;
  readonly bytesPerS: number;
  readonly rotorRpm10: number | null;
  readonly rotorDirection: "cw" | "ccw" | null;
  readonly lapUs: number | null;
  readonly lapsAtLeast: number | null;
  readonly dropAt: number | null;
  readonly dropDoubtUs: number | null;
  readonly noMoreBetsAt: number | null;
  /** How late the simulation is behind the clock, µs; null for a real wheel. */
  readonly lateUs: number | null;
}

export interface TableNow {
  readonly phase: Phase | null;
  readonly round: number | null;
  readonly link: "open" | "gone";
  /** Codes of the active faults. */
  readonly faults: readonly string[];
  readonly verdict: VerdictNow | null;
}

export interface VerdictNow {
  readonly kind: "result" | "void" | "undecided" | "aborted";
  readonly round: number;
  readonly t: number;
  /** The pocket, the rules, the doubts or the cause. */
  readonly text: string;
  readonly certified: boolean;
}

/** One injected fault and what became of it. */
export interface InjectedRow {
  readonly fault: string;
  readonly t: number;
  /** The spin that it hit; null while it waits for one. */
  readonly spin: number | null;
  readonly verdict: VerdictNow | null;
  /** From the instant at which the fault truly was there to the durable record, µs of the unit's clock. */
  readonly latencyUs: number | null;
  /** Truth of the spin, once it is over. */
  readonly truth: string | null;
}

export interface BenchFrame {
  readonly type: "frame";
  readonly now: number;
  readonly pictures: readonly PictureRow[];
  readonly edges: readonly EdgeRow[];
  readonly seen: readonly SeenRow[];
  readonly figures: Figures;
  readonly table: TableNow;
  /** The newest first. */
  readonly injected: readonly InjectedRow[];
}
