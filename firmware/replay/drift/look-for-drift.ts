import { join } from "node:path";
import { CardSamples } from "../../../src/analysis/drift/card-samples.ts";
import { DriftWatch, type DriftReport } from "../../../src/analysis/drift/drift-report.ts";
import type { Sample } from "../../../src/analysis/drift/measures.ts";
import { wheelSamples } from "../../../src/analysis/drift/wheel-samples.ts";
import { fieldsAt, textAt, type Fields } from "../../../src/analysis/record-fields.ts";
import { weeksFrom } from "../../../src/analysis/weeks.ts";
import type { EpochSet } from "../../evidence/log/epoch-set.ts";
import { SHOE_TYPES, WHEEL_TYPES } from "../../table/config/devices.ts";
import { loadFamilyOfDevices } from "../../table/setup/load-families.ts";
import { readCaptureText } from "../capture.ts";
import { EndedRounds, readPart, traceOf, type EndedRound } from "../ended-rounds.ts";
import { fieldsOf, firstRecord, RECORDS_READ, withJournal } from "../look-back.ts";
import { eyeSamples } from "./eye-samples.ts";
import { SpreadRounds } from "./spread-rounds.ts";

/** A round, and what is read of it when all of them are known. */
interface ReadRound {
  readonly at: string;
  readonly samples: () => readonly Sample[];
}

/** What left its band at the table of this storage folder. `now`: ms since 1970. Works beside a running unit. Throws a JournalError. */
export async function lookForDrift(folder: string, now: number): Promise<DriftReport> {
  const watch = new DriftWatch();
  const { rounds, devices } = withJournal(folder, (epochs) => roundsIn(epochs, folder, now));
  for (const one of devices) await loadFamilyOfDevices(one);
  for (const { at, samples } of rounds) {
    const read = samples();
    if (read.length > 0) watch.addRound(at, read);
  }
  return watch.report(new Date(now).toISOString());
}

/** The rounds of the last weeks that are read, since somebody last changed something at a device. */
function roundsIn(
  epochs: EpochSet,
  folder: string,
  now: number,
): { readonly rounds: readonly ReadRound[]; readonly devices: ReadonlySet<string> } {
  const end = firstRecord(epochs, () => false);
  const oldest = weeksFrom(now);
  const begin = firstRecord(epochs, (fields) => textAt(fields, "at") >= oldest);
  const rounds = new SpreadRounds<ReadRound>();
  const cards = new CardSamples();
  const ended = new EndedRounds();
  const devices = new Set<string>();
  for (const row of epochs.records(Math.max(begin, end - RECORDS_READ))) {
    const fields = fieldsOf(row);
    if (fields === null) continue;
    if (beginsAnew(fields)) rounds.clear();
    const at = textAt(fields, "at");
    devices.add(textAt(fields, "dev"));
    if (isOf(fields, SHOE_TYPES)) {
      const samples = cards.addRecord(fields);
      if (samples !== null) rounds.addEvery({ at, samples: () => samples });
      continue;
    }
    const round = ended.add(fields);
    if (round === null) continue;
    const recordings = join(folder, "recordings");
    const read = isOf(fields, WHEEL_TYPES)
      ? () => spinSamples(recordings, round)
      : () => throwSamples(recordings, round);
    rounds.add({ at, samples: read });
  }
  return { rounds: rounds.chosen, devices };
}

const isOf = (fields: Fields, types: readonly { readonly name: string }[]): boolean =>
  types.some(({ name }) => name === textAt(fields, "dev"));

/** Somebody taught, set, mended or flashed something: what was measured before says nothing of what is there now. */
function beginsAnew(fields: Fields): boolean {
  const detail = fieldsAt(fields, "detail");
  const isDone = textAt(detail, "what") === "ended" && textAt(detail, "is") === "done";
  return textAt(fields, "kind") === "act" && isDone && textAt(detail, "act") !== "test-device";
}

function spinSamples(recordings: string, round: EndedRound): readonly Sample[] {
  const device = textAt(round.verdict, "dev");
  const drivesRotor = WHEEL_TYPES.some((one) => one.name === device && one.drivesRotor === true);
  const trace = traceOf(recordings, round);
  return trace === null ? [] : wheelSamples(trace, drivesRotor);
}

/** What the eye said of a throw, by its recording; nothing where that is gone. A damaged one is for `tirada verify`. */
function throwSamples(recordings: string, round: EndedRound): readonly Sample[] {
  const part = readPart(join(recordings, `${round.segment}.jsonl`), round);
  if (part === null) return [];
  try {
    return eyeSamples(readCaptureText(part, round.segment).entries);
  } catch {
    return [];
  }
}
