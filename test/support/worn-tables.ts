import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { JournalError } from "../../firmware/files/errors.ts";
import { openStore } from "../../firmware/journal/store/open-store.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import type { TableSetup } from "../../firmware/table/setup/table-setup.ts";
import { RELEASE } from "../../firmware/release.ts";
import { newTableHead } from "../../firmware/replay/replay.ts";
import type { Wear } from "../../hw-sim/models/wheels/wear.ts";
import { SHOE_PROFILES } from "../../hw-sim/people/cards/fault-plans.ts";
import { goesUnread, type ReaderWear } from "../../hw-sim/people/cards/reader-wear.ts";
import { DICE_PROFILES } from "../../hw-sim/people/dice/make-throw.ts";
import type { EyeWear } from "../../hw-sim/sim/dice/eye-wear.ts";
import { playDice } from "../../hw-sim/sim/dice/table.ts";
import { PROFILES, type WheelDevice } from "../../hw-sim/sim/profiles.ts";
import { playCards } from "../../hw-sim/sim/shoe/table.ts";
import { simulatedTable } from "../../hw-sim/sim/wheels.ts";
import { table as signer, testLine } from "../../src/record/vector.fixture.ts";
import { encodeEntry } from "../../src/recording/codec.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { randomFrom } from "../../src/time/random-source.ts";

/** Storage folders as tables write them, of devices that wear out while they play, and of others that do not. */

/** Of punto y banca. */
const CARDS_OF_ROUND = 5;
const VERDICTS = ["result", "void", "undecided", "aborted"];

/** A storage folder that is being written: journal and recordings, a segment a table. */
class WrittenFolder {
  readonly #folder: string;
  readonly #store;
  #text = "";
  #segments = 0;
  #setup: TableSetup | null = null;
  /** When the newest record was made, ms since 1970. */
  newest = 0;
  rounds = 0;

  constructor(folder: string) {
    this.#folder = folder;
    this.#store = openStore({ path: join(folder, "journal.db"), signer, maxPages: null });
    mkdirSync(join(folder, "recordings"));
  }

  begin(setup: TableSetup): void {
    this.#keep();
    this.#setup = setup;
    this.#segments++;
    this.#text = encodeEntry({ ...newTableHead(setup, RELEASE, []), segment: this.#segment });
  }

  entry(entry: Entry): void {
    this.#text += encodeEntry(entry);
  }

  record({ body, at }: BuiltRecord, mono: number): void {
    const { devices, rulebook } = this.#setup!;
    const src = { segment: this.#segment, bytes: Buffer.byteLength(this.#text) };
    this.#store.commit(testLine(this.#store.head, { at, dev: devices.device, rulebook, src, mono, ...body }));
    this.newest = Date.parse(at);
    if (VERDICTS.includes(body.kind)) this.rounds++;
  }

  end(): void {
    this.#keep();
    this.#store.fail(new JournalError("closed", "it is written"));
  }

  get #segment(): string {
    return `${this.#setup!.family}-${String(this.#segments).padStart(6, "0")}`;
  }

  #keep(): void {
    // Of a table of cards nothing but records is read.
    if (this.#setup === null || this.#setup.family === "shoe") return;
    writeFileSync(join(this.#folder, "recordings", `${this.#segment}.jsonl`), this.#text);
  }
}

export interface WornTable {
  readonly seed: string;
  readonly rulebook: string;
  readonly rounds: number;
  readonly wear: Wear;
}

/** @returns when the last record was made, ms since 1970 */
export function playWornWheel(
  folder: string,
  { rulebook, seed, rounds, wear }: WornTable,
  device: WheelDevice,
): number {
  const written = new WrittenFolder(folder);
  const follow = (entry: Entry): void => written.entry(entry);
  const common = { rulebook, seed, profile: PROFILES.default, board: "fast", device, wear } as const;
  const begun = simulatedTable(common).tableSetup;
  written.begin(begun);
  const table = simulatedTable({ ...common, follow });
  while (written.rounds < rounds) {
    table.deliver(table.advance());
    for (const record of table.drain().records) written.record(record, table.us);
  }
  written.end();
  return written.newest;
}

/** A roulette one of whose sensors is dirty in every spin. */
export function playDirtySensor(folder: string, rounds: number): void {
  const written = new WrittenFolder(folder);
  const common = {
    rulebook: "cl/ruleta-francesa",
    seed: "dirty",
    profile: PROFILES.clean,
    board: "fast",
  } as const;
  written.begin(simulatedTable(common).tableSetup);
  const table = simulatedTable({ ...common, follow: (entry) => written.entry(entry) });
  while (written.rounds < rounds) {
    table.deliver(table.advance());
    for (const record of table.drain().records) {
      written.record(record, table.us);
      if (record.body.kind === "phase" && record.body.phase === "betting") table.inject("sensor-dirty-B");
    }
  }
  written.end();
}

export function playWornReader(folder: string, { rulebook, seed, rounds, wear }: WornTable): number {
  const written = new WrittenFolder(folder);
  const random = randomFrom(`${seed}/reader`);
  let [loaded, inside] = [1, 1];
  playCards({ rulebook, seed, profile: SHOE_PROFILES.default }, rounds, {
    opened: (setup) => written.begin(setup),
    record: (record) => {
      written.record(record, 0);
      if (record.body.kind === "deal") ({ loaded, inside } = record.body.counts);
    },
    asked: (_us, possible) => {
      const dealt = 1 - inside / Math.max(1, loaded);
      const isUnread = Array.from({ length: CARDS_OF_ROUND }, () =>
        goesUnread(wear as Wear<ReaderWear>, written.rounds, dealt, random),
      ).some(Boolean);
      return isUnread && possible.includes("unread") ? ["unread"] : [];
    },
  });
  written.end();
  return written.newest;
}

export async function playWornEye(
  folder: string,
  { rulebook, seed, rounds, wear }: WornTable,
): Promise<number> {
  const written = new WrittenFolder(folder);
  const options = { rulebook, seed, faults: DICE_PROFILES.default, profile: "fast" } as const;
  await playDice({ ...options, wear: wear as Wear<EyeWear> }, rounds, {
    opened: ({ setup }) => written.begin(setup),
    entry: (entry) => written.entry(entry),
    record: (record) => written.record(record, 0),
  });
  written.end();
  return written.newest;
}
