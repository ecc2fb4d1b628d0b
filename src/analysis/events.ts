import { FAULTS, isMomentary, refusesResults } from "../codes/faults.ts";
import { WARNINGS } from "../table/shoe/texts.ts";
import type { RecordBody } from "../table/kernel/record.ts";
import type { Text } from "../text/language.ts";
import { textsOf } from "../text/text-of.ts";

/**
 * Every event that records and screens can name, from the catalogues of codes and of texts: nothing is listed by hand but which
 * remedy a kind of record has. A code that several families tell in their own words has a row for each of them.
 */
export interface EventRow {
  readonly kind: EventKind;
  /** The code as it stands in records. */
  readonly code: string;
  /** Group of texts that it belongs to: `eye`, `card-link`; for records empty. */
  readonly of: string;
  readonly text: Text;
  /** What to do. */
  readonly remedy: Text;
  /** Faults: whether it stands until it is cleared, and whether nothing is certified meanwhile. */
  readonly stands?: boolean;
  readonly refusesResults?: boolean;
}

export const EVENT_KINDS = ["record", "fault", "reason", "aborted", "refusal"] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

const REMEDIES = textsOf("records.remedies");
const KINDS = textsOf("records.kinds");

/** A kind of record that people have words for. */
type RecordKind = RecordBody["kind"] & keyof typeof KINDS;

/** What to do about a record of each kind. */
const REMEDY_OF_KIND: Readonly<Record<RecordKind, keyof typeof REMEDIES>> = {
  phase: "none",
  result: "none",
  void: "confirm",
  undecided: "decide",
  aborted: "repeat",
  fault: "look-fault",
  "fault-cleared": "none",
  key: "none",
  deal: "none",
  incident: "acknowledge",
  shoe: "none",
  opened: "none",
  "first-dice": "none",
  "throw-incident": "acknowledge",
  "dice-set": "none",
  ball: "none",
  "balls-set": "acknowledge",
  "card-check": "none",
  boot: "none",
  shutdown: "none",
  clock: "check-clock",
  access: "check-access",
  export: "check-access",
  configuration: "check-configuration",
  "epoch-closed": "none",
  restored: "look-disk",
  "key-rotated": "enrol-key",
  dispute: "keep-case",
  "case-kept": "copy-case",
  update: "none",
  "self-test": "none",
  "copy-restored": "look-disk",
  order: "check-access",
  technician: "check-access",
  act: "check-access",
  device: "check-access",
  check: "none",
};

/** Every kind of record. */
export const RECORD_KINDS = Object.keys(REMEDY_OF_KIND) as readonly RecordKind[];

/** What people read about a kind of record; a kind that this release does not know has no text. */
export const recordKindText = (kind: string): Text | null =>
  Object.hasOwn(KINDS, kind) ? KINDS[kind as RecordKind] : null;

/** Groups of reasons whose codes carry a word before them in records. */
const PREFIXES: Readonly<Record<string, string>> = { "dice-seen": "dice-" };

/** Every event, kind by kind, in the order of the catalogues. */
export function everyEvent(): readonly EventRow[] {
  return [...recordRows(), ...faultRows(), ...reasonRows(), ...abortedRows(), ...refusalRows()];
}

function recordRows(): readonly EventRow[] {
  return RECORD_KINDS.map((code) => ({
    kind: "record",
    code,
    of: "",
    text: KINDS[code],
    remedy: REMEDIES[REMEDY_OF_KIND[code]],
  }));
}

function faultRows(): readonly EventRow[] {
  const groups = Object.entries(textsOf("faults")).filter(([of]) => of !== "unknown");
  const own = groups.flatMap(([of, faults]) =>
    Object.entries(faults as Readonly<Record<string, { readonly text: Text; readonly doThis: Text }>>).map(
      ([code, { text, doThis }]) => faultRow(of, code, text, doThis),
    ),
  );
  const warnings = Object.entries(WARNINGS).map(([code, { text, doThis }]) =>
    faultRow("warnings", `warning-${code}`, text, doThis),
  );
  return [...own, ...warnings];
}

function faultRow(of: string, code: string, text: Text, remedy: Text): EventRow {
  const base = { kind: "fault", code, of, text, remedy } as const;
  return Object.hasOwn(FAULTS, code) || of === "warnings"
    ? { ...base, stands: !isMomentary(code), refusesResults: refusesResults(code) }
    : base;
}

function reasonRows(): readonly EventRow[] {
  return Object.entries(textsOf("reasons"))
    .filter(([of]) => of !== "aborted")
    .flatMap(([of, texts]) =>
      Object.entries(texts as Readonly<Record<string, Text>>).map(([code, text]) => ({
        kind: "reason" as const,
        code: `${PREFIXES[of] ?? ""}${code}`,
        of,
        text,
        remedy: REMEDIES.decide,
      })),
    );
}

function abortedRows(): readonly EventRow[] {
  return Object.entries(textsOf("reasons.aborted")).map(([code, text]) => ({
    kind: "aborted",
    code,
    of: "",
    text,
    remedy: REMEDIES.repeat,
  }));
}

function refusalRows(): readonly EventRow[] {
  return Object.entries(textsOf("refusals")).map(([code, text]) => ({
    kind: "refusal",
    code,
    of: "",
    text,
    remedy: REMEDIES["press-again"],
  }));
}
