import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../test/support/folder.ts";
import { cardConfig } from "../../test/support/running-card-table.ts";
import { logOf, parseConfig, type Config } from "../table/config/config.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Role } from "../../src/people/roles.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import { fakeClock } from "../../src/time/fake-clock.ts";
import { openJournal, type Journal } from "../journal/thread/client.ts";
import { readCapture } from "../replay/capture.ts";
import { replay } from "../replay/replay.ts";
import { setupOf } from "../table/setup/config-setup.ts";
import type { TableSetup } from "../table/setup/table-setup.ts";
import { ROUND_RECORDING_MAX, Unit } from "./unit.ts";

/** One byte of the port takes six characters, and an entry has some sixty more. */
const CHUNK = 4_096;
const ENTRIES = Math.ceil(ROUND_RECORDING_MAX / (6 * CHUNK)) + 1;

interface Started {
  readonly unit: Unit;
  readonly journal: Journal;
  readonly bodies: RecordBody[];
  readonly recordings: string;
  readonly secrets: string[];
  readonly lines: string[];
  readonly setup: TableSetup;
}

function configOf(storage: string): Config {
  const read = parseConfig(cardConfig(storage), "table.yaml");
  if (!read.ok) throw new Error("the configuration is wrong");
  return read.config;
}

async function started(): Promise<Started> {
  const storage = temporaryFolder();
  const recordings = join(storage, "recordings");
  mkdirSync(recordings);
  const config = configOf(storage);
  const journal = await openJournal({
    path: join(storage, "journal.db"),
    keyPath: join(storage, "key.pem"),
    log: logOf(config),
    recordings: { dir: recordings, keepBytes: 1_000_000_000 },
  });
  const bodies: RecordBody[] = [];
  const secrets: string[] = [];
  const lines: string[] = [];
  const setup = setupOf(config);
  const done = (): Promise<void> => Promise.resolve();
  const unit = await Unit.start({
    config,
    setup,
    journal,
    clock: fakeClock(1_000_000),
    release: { version: "test", manifest: null },
    secrets: () => {
      const secret = String(secrets.length + 1).padStart(64, "0");
      secrets.push(secret);
      return secret;
    },
    events: {
      onRecord: ({ body, line }) => void (bodies.push(body), lines.push(line)),
      onNotice: () => undefined,
      onFailed: () => undefined,
    },
    keep: () => ({ write: done, reopen: done, isServed: () => true, stop: done }),
  });
  onTestFinished(() => unit.stop("test"));
  return { unit, journal, bodies, recordings, secrets, lines, setup };
}

/** As much as a round may record, and a little more; the disk keeps up. */
async function fill({ unit, journal }: Started): Promise<void> {
  const bytes = "\0".repeat(CHUNK);
  for (let n = 0; n < ENTRIES; n++) {
    await unit.feed({ k: "out", t: unit.pipeline.state.lastT, port: "shoe", bytes });
    if (n % 64 === 0) await journal.recordingFlush();
  }
  await journal.recordingFlush();
}

it("a table that only waits goes on under a new secret, and nothing is recorded", async () => {
  const table = await started();
  const { bodies, recordings, secrets } = table;
  await fill(table);
  expect(secrets).toHaveLength(2);
  expect(bodies.map(({ kind }) => kind)).toEqual(["boot"]);
  const plain = readFileSync(join(recordings, "shoe-000001.jsonl"), "latin1");
  expect(plain.length).toBeGreaterThan(ROUND_RECORDING_MAX);
  expect(plain).toContain(secrets[0]);
  expect(plain).not.toContain(secrets[1]);
  expect(readFileSync(join(recordings, "shoe-000002.jsonl"), "latin1")).toBe("");
}, 60_000);

it("a round that runs is given up: fault, verdict, and its secret", async () => {
  const table = await started();
  const { unit, bodies, secrets } = table;
  const press = (key: Key, role: Role): Promise<unknown> => unit.press(key, { role, name: role });
  await press({ key: "open-table" }, "jefe-de-mesa");
  await press({ key: "new-shoe" }, "croupier");
  await press({ key: "no-more-bets" }, "croupier");
  expect(unit.shown.durable.phase).toBe("no-more-bets");
  bodies.length = 0;
  await fill(table);
  expect(bodies).toMatchObject([
    { kind: "fault", device: "unit", code: "round-recording-full" },
    { kind: "aborted", round: 1, cause: "recording-limit" },
    { kind: "opened", round: 1, key: secrets[0] },
  ]);
  expect(secrets).toHaveLength(2);
  expect(unit.shown.durable.phase).toBe("aborted");
  await press({ key: "collect", round: 1 }, "croupier");
  expect(secrets).toHaveLength(3);
  expect(bodies.at(-1)).toMatchObject({ kind: "phase", round: 2, phase: "betting" });
  // The segment that began at the seal is whole by itself: its head holds the table as it was.
  await table.journal.recordingFlush();
  const capture = readCapture(join(table.recordings, "shoe-000002.jsonl"));
  const { own } = capture;
  if (own === null) throw new Error("no recording of tirada");
  const replayed = [...replay(capture, table.setup, own)].map(({ line }) => line);
  expect(replayed.length).toBeGreaterThanOrEqual(4);
  expect(replayed).toEqual(table.lines.slice(own.chain.seq, own.chain.seq + replayed.length));
}, 60_000);
