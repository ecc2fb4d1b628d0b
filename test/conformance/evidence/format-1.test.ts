import { execFileSync } from "node:child_process";
import { exportFrom } from "../../../firmware/journal/store/journal.fixture.ts";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openJournal } from "../../../firmware/journal/thread/client.ts";
import { verifyPath } from "../../../firmware/evidence/verify/verify-file.ts";
import { writeRawRecord } from "../../../firmware/journal/export/inspect.ts";
import { readCapture } from "../../../firmware/replay/capture.ts";
import { replay } from "../../../firmware/replay/replay.ts";
import { tableSetup, type TableSetup } from "../../../firmware/table/setup/table-setup.ts";
import { contractLine } from "../../../firmware/cli/evidence/contract.ts";
import { recordedOptions } from "../../../firmware/replay/recorded-setup.ts";
import { codeFault, parseCode } from "../../../src/record/certificate.ts";
import { utf8 } from "../../../src/record/bytes.ts";
import { readLine } from "../../../src/record/chain.ts";
import { parseVkey } from "../../../src/record/keys.ts";
import type { SegmentHead } from "../../../src/recording/entry.ts";
import type { BuiltRecord } from "../../../firmware/table/pipeline/pipeline.ts";
import { EXIT, Problem } from "../../../firmware/problem.ts";
import { runTable } from "../../../firmware/unit/run.ts";
import { parseConfig, type Config } from "../../../firmware/table/config/config.ts";
import { problemText } from "../../../src/rules/yaml.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { sampleInAll } from "../../support/volume.ts";

/** What release 0.6.2 left is read for ever: see test/data/format-1/README.md. */

const DATA = new URL("../../data/format-1/", import.meta.url).pathname;
const TABLES = ["wheel", "cards", "dice"] as const;

function unpacked(name: string): string {
  const folder = temporaryFolder();
  execFileSync("tar", ["-xzf", join(DATA, `${name}.tar.gz`), "-C", folder, "--no-same-owner"]);
  return folder;
}

const text = (folder: string, name: string): string => readFileSync(join(folder, name), "utf8");
const vkeyOf = (folder: string): string => text(folder, "vkey").trim();

/** What 0.6.2 said of a file. Notes are for people, and may be worded anew. */
function said(folder: string, name: string): object {
  const { notes, ...rest } = JSON.parse(text(folder, name)) as { notes: string[] };
  expect(notes).toBeInstanceOf(Array);
  return rest;
}

function setupOf({ device, rulebook, houseRules, options }: SegmentHead): TableSetup {
  const set = recordedOptions(device, options, null);
  return tableSetup(rulebook.split("@")[0] ?? "", device, houseRules, set);
}

describe.each(sampleInAll(TABLES, 1, "tables of format 1"))("a %s table of record format 1", (name) => {
  it("verifies as it did: journal, export, certificate, code, a record alone", () => {
    const folder = unpacked(name);
    const vkey = vkeyOf(folder);
    const journal = verifyPath(join(folder, "journal.db"));
    expect(journal).toMatchObject(said(folder, "verify-journal.json"));
    expect(journal.mode).toBe("live");
    const exported = verifyPath(join(folder, `${name}.tirada-export`), { vkey });
    expect(exported).toMatchObject(said(folder, "verify-export.json"));
    const certificate = verifyPath(join(folder, "result.json"), { vkey });
    expect(certificate).toMatchObject({ ok: true, problems: [], notes: [] });
    const { line } = JSON.parse(text(folder, "result.json")) as { line: string };
    expect(codeFault(parseCode(text(folder, "result.code")), line, parseVkey(vkey))).toBeNull();
    const raw = temporaryFolder();
    writeRawRecord(join(folder, "journal.db"), certificate.firstSeq ?? -1, raw);
    expect(text(raw, "rec")).toBe(line);
    expect(verifyPath(join(raw, "rec"), { vkey }).ok).toBe(true);
  });

  it("is still refused with one digit changed", () => {
    const folder = unpacked(name);
    const { line } = JSON.parse(text(folder, "result.json")) as { line: string };
    const code = parseCode(text(folder, "result.code"));
    expect(codeFault(code, line.replace('"round":1', '"round":2'), parseVkey(vkeyOf(folder)))).not.toBeNull();
  });

  it("replays to the same kinds, rounds and results, and says that its lines are others", () => {
    const folder = unpacked(name);
    const segments = readdirSync(join(folder, "recordings")).filter((file) => file.endsWith(".jsonl"));
    for (const file of segments) {
      const capture = readCapture(join(folder, "recordings", file));
      expect(capture.notes.join("; ")).toContain("recording format 1, made by release 0.6.2");
      const setup = setupOf(capture.own!);
      const lines = [...replay(capture, setup, capture.own!)].flatMap(
        (record) => contractLine(record, setup.rulebook, setup.pack) ?? [],
      );
      const before = text(folder, `replay-${file.replace(".jsonl", ".json")}`)
        .trimEnd()
        .split("\n");
      expect(lines.map(reportedOf)).toEqual(before.map(reportedOf));
    }
  });

  it("is taken over: an export of it is of the same records, and every line is of format 1", async () => {
    const folder = unpacked(name);
    const log = `tirada.example/format-1/${name}`;
    const path = join(folder, "journal.db");
    const journal = await openJournal({ path, keyPath: join(folder, "table.key.pem"), log, recordings: null });
    expect(journal).toMatchObject({ format: 1, mode: "live" });
    const { seq } = journal.head();
    const done = await exportFrom(
      journal,
      { from: 0, to: seq - 1 },
      join(temporaryFolder(), "again.tirada-export"),
    );
    await journal.close();
    expect(verifyPath(done.path, { vkey: vkeyOf(folder) })).toMatchObject({
      ok: true,
      records: seq,
      mode: "live",
    });
    const formats = readFileSync(done.path, "utf8")
      .split("\n")
      .flatMap((one) => (one.startsWith('{"line"') ? [(JSON.parse(one) as { line: string }).line] : []))
      .map((one) => readLine(utf8(one)));
    expect(new Set(formats.map((facts) => (typeof facts === "string" ? facts : facts.v)))).toEqual(
      new Set([1]),
    );
  });
});

/** A table as it was set in format 1, whose device does not come. */
function configOf(name: (typeof TABLES)[number], folder: string, test = false): Config {
  const { rulebook, device } = {
    wheel: {
      rulebook: "cl/ruleta-francesa",
      device: { wheel: { device: "cammegh-ss2", path: "/dev/none", wait: true } },
    },
    cards: {
      rulebook: "cl/punto-y-banca",
      device: { shoe: { device: "tirada-shoe", serial: "NONE", wait: true, decks: DECKS } },
    },
    dice: {
      rulebook: "es-cb/banca-francesa",
      device: { dice: { eye: { device: "tirada-eye", path: "/dev/none", wait: true } } },
    },
  }[name];
  const written = {
    table: { name: "Mesa", log: `tirada.example/format-1/${name}`, rulebook },
    ...device,
    display: { port: 0 },
    storage: { folder },
    test,
  };
  const reading = parseConfig(JSON.stringify(written), "table.yaml");
  if (!reading.ok) throw new Error(reading.problems.map(problemText).join("; "));
  return reading.config;
}

const DECKS = Array.from({ length: 8 }, (_, at) => ({ id: `0000000${at + 1}` }));

describe.each(sampleInAll(TABLES, 1, "live tables of format 1"))("a live %s table of format 1", (name) => {
  it("goes on under this release: one chain, the same state, lines of format 2 that replay hash for hash", async () => {
    const folder = unpacked(name);
    const before = verifyPath(join(folder, "journal.db"));
    const records: BuiltRecord[] = [];
    const config = configOf(name, folder);
    const onRecord = (record: BuiltRecord): void => void records.push(record);
    const running = await runTable({ config, clock: systemClock(), onRecord, onNotice: () => undefined });
    const { durable } = running.unit.shown;
    await running.stop("test");
    const [boot] = records.filter(({ body }) => body.kind === "boot");
    expect(boot?.body).toMatchObject({ detail: { formatBefore: 1 } });
    expect(boot?.seq).toBe(before.records);
    expect(boot?.durable.v).toBe(2);
    for (const part of ["wheel", "deal", "dice"] as const)
      expect(durable[part] !== undefined).toBe(part === { wheel: "wheel", cards: "deal", dice: "dice" }[name]);
    expect(boot?.durable.series.map(({ kind }) => kind)).toContain("result");
    const after = verifyPath(join(folder, "journal.db"), { vkey: vkeyOf(folder) });
    expect(after).toMatchObject({
      ok: true,
      mode: "live",
      records: before.records + records.length,
      problems: [],
    });
    const newest =
      readdirSync(join(folder, "recordings"))
        .filter((file) => file.endsWith(".jsonl"))
        .toSorted()
        .at(-1) ?? "";
    if (name === "cards") return;
    const capture = readCapture(join(folder, "recordings", newest));
    const lines = [...replay(capture, setupOf(capture.own!), capture.own!)].map(({ line }) => line);
    expect(lines).toEqual(records.map(({ line }) => line));
    expect(lines[0]).toMatch(/"epoch":0,.*"mode":"live",.*"rel":\{"manifest":null,"version":"[^"]+"\}/);
  });
});

describe("a test table of format 1", () => {
  const problemOf = async (started: Promise<unknown>): Promise<Problem> => {
    const error: unknown = await started.catch((failure: unknown) => failure);
    if (!(error instanceof Problem)) throw new Error("it started, or failed otherwise");
    return error;
  };
  const start = (config: Config): Promise<unknown> =>
    runTable({ config, clock: systemClock(), onRecord: () => undefined, onNotice: () => undefined });

  it("does not become a live one: one line says what to do, status 4", async () => {
    const folder = unpacked("cards-test");
    const problem = await problemOf(start(configOf("cards", folder)));
    expect(problem).toMatchObject({ status: EXIT.storage });
    expect(problem.message).toMatch(
      /says that it is a test table's, and this table is live: begin a new log in an empty/,
    );
  });

  it("does not go on as a test either, since a test's log is named so: one line says what to do, status 4", async () => {
    const folder = unpacked("cards-test");
    const problem = await problemOf(start(configOf("cards", folder, true)));
    expect(problem).toMatchObject({ status: EXIT.storage });
    expect(problem.message).toMatch(
      /table\.key\.pem is the key of a live table, or of a test .*a new log must be begun/,
    );
  });

  it("stays readable", () => {
    const folder = unpacked("cards-test");
    expect(verifyPath(join(folder, "journal.db"))).toMatchObject({ ok: true, mode: "test" });
  });
});

/**
 * A line of the contract without what a release says of itself: the hash of its own line, what was seen, and which rules it judges
 * itself or has attested. How sure a result is, and why not more, stays.
 */
function reportedOf(line: string): object {
  const { seen, record, certainty, ...rest } = JSON.parse(line) as {
    seen?: unknown;
    record?: { seq: number };
    certainty?: { level: string; because: readonly string[] };
  };
  const sure = certainty === undefined ? null : { level: certainty.level, because: certainty.because };
  return { ...rest, sure, seq: record?.seq ?? null, was: seen === undefined ? "phase" : "verdict" };
}
