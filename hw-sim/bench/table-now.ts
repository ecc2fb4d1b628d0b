import type { Entry } from "../../src/recording/entry.ts";
import { isMomentary } from "../../src/codes/faults.ts";
import type { RecordBody } from "../../src/table/record.ts";
import { resultText } from "../../src/table/result.ts";
import type { TableNow, VerdictNow } from "./page-messages.ts";

/** What the records that became durable make of the table, for the bench's head line. */
export const TABLE_START: TableNow = { phase: null, round: null, link: "gone", faults: [], verdict: null };

/** One entry of the unit. */
export function applyEntry(table: TableNow, entry: Entry): TableNow {
  if (entry.k === "open") return { ...table, link: "open" };
  return entry.k === "lost" ? { ...table, link: "gone" } : table;
}

/** One durable record, at `t`. */
export function applyRecord(table: TableNow, body: RecordBody, t: number): TableNow {
  switch (body.kind) {
    case "phase":
      return { ...table, phase: body.phase, round: body.round };
    case "result":
    case "void":
    case "undecided":
    case "aborted":
      return { ...table, phase: body.kind, round: body.round, verdict: verdictOf(body, t) };
    case "fault":
      if (isMomentary(body.code)) return table;
      return { ...table, faults: [...new Set([...table.faults, body.code])].slice(-FAULTS_SHOWN) };
    case "fault-cleared":
      return { ...table, faults: table.faults.filter((code) => code !== body.code) };
    default:
      return table;
  }
}

const FAULTS_SHOWN = 6;

function verdictOf(
  body: Extract<RecordBody, { kind: "result" | "void" | "undecided" | "aborted" }>,
  t: number,
): VerdictNow {
  const one = { kind: body.kind, round: body.round, t, certified: false };
  switch (body.kind) {
    case "result":
      return { ...one, text: resultText(body.result), certified: body.certainty.level === "certified" };
    case "void":
      return { ...one, text: body.reasons.map(({ rule }) => rule).join(", ") };
    case "undecided":
      return { ...one, text: body.because.join(", ") };
    case "aborted":
      return { ...one, text: body.cause };
  }
}
