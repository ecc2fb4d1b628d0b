/** A row of the catalogue of faults, for those who only show it. */

/** What a fault concerns, as pages and lists have it. */
export const FAULT_GROUPS = [
  "launch",
  "ball",
  "rotor",
  "people",
  "sensors",
  "line",
  "cards",
  "dice",
  "device",
  "other",
] as const;
export type FaultGroup = (typeof FAULT_GROUPS)[number];

export interface FaultRow {
  readonly fault: string;
  /** What happens, for people. */
  readonly about: string;
  readonly group: FaultGroup;
  /** Verdicts (`outcome.ts`), each of which the round that it hits may come to; none: it comes to none. */
  readonly comes: readonly string[];
  /** The round may come to no verdict as well: nobody took it for one. */
  readonly unseen: boolean;
  /** Faults that the table then names, always. */
  readonly raises: readonly string[];
  /** Of a device that is played by itself: what its acceptance then says of it (`firmware/care/acceptance/words.ts`), one of these. */
  readonly reports?: readonly string[] | undefined;
  /** The rulebook by which it is played, where not its table's. */
  readonly rulebook?: string | undefined;
  /** Devices that do not pass their acceptance with it; left out: that of its table. None: it is no defect of a device, or leaves no trace. */
  readonly refuses?: readonly string[] | undefined;
}
