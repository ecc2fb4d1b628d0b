import { join } from "node:path";
import { sensorHints } from "./board-trace.ts";
import { endedRounds, marksOf, traceOf } from "./ended-rounds.ts";
import { fieldsOf, firstRecord, withJournal } from "./look-back.ts";
import { textAt } from "../../src/analysis/record-fields.ts";
import { INSIDE_FORMAT, type InsideReport } from "../../src/analysis/wheel-trace.ts";
import { WHEEL_TYPES } from "../table/config/devices.ts";
import { loadFamilyOfDevices } from "../table/setup/load-families.ts";

/** Spins that are drawn, the newest, and those that hints are told from. */
export const SPINS_DRAWN = 6;
/** Records back from the newest in which they are looked for. */
const RECORDS_SEARCHED = 400;

/**
 * The last spins of the wheel in this storage folder. Only what a verdict stands behind is read: of a round that runs nothing is shown, not a
 * byte. Works beside a running unit. Throws a JournalError.
 */
export async function lookInside(folder: string, now: number): Promise<InsideReport> {
  const records = withJournal(folder, (epochs) => {
    const end = firstRecord(epochs, () => false);
    return epochs.rows(Math.max(0, end - RECORDS_SEARCHED), RECORDS_SEARCHED).map(fieldsOf);
  }).filter((one) => one !== null);
  const at = new Date(now).toISOString();
  const device = textAt(records.at(-1) ?? {}, "dev");
  if (!WHEEL_TYPES.some(({ name }) => name === device))
    return { format: INSIDE_FORMAT, at, spins: null, hints: [] };
  // A wheel's recordings need no code of cards and dice.
  await loadFamilyOfDevices(device);
  const marks = marksOf(textAt(records.at(-1) ?? {}, "rulebook"));
  const spins = endedRounds(records)
    .slice(-SPINS_DRAWN)
    .toReversed()
    .flatMap((spin) => {
      const trace = traceOf(join(folder, "recordings"), spin);
      return trace === null ? [] : [trace];
    });
  return {
    format: INSIDE_FORMAT,
    at,
    spins,
    hints: sensorHints(
      spins.map(({ channels }) => channels),
      marks,
    ),
  };
}
