import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stillSealed } from "../../firmware/evidence/verify/unseal.ts";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import { readCapture } from "../../firmware/replay/capture.ts";
import { replay } from "../../firmware/replay/replay.ts";
import { setupOf } from "../../firmware/table/setup/config-setup.ts";
import { sealedNotes } from "../../firmware/evidence/verify/unseal.ts";
import type { Face } from "../../src/cards/card.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { runTable } from "../../firmware/unit/run.ts";
import { ShoeDevice } from "../../hw-sim/models/shoe/device/device.ts";
import { parseConfig } from "../../firmware/table/config/config.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { ptyShoe } from "../support/pty-shoe.ts";
import { cardConfig, testCardTable, type TestCardTable } from "../support/running-card-table.ts";
import { until } from "../support/screen-line.ts";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";
import { ALL } from "../support/volume.ts";

const recordings = ({ storage }: TestCardTable): string => join(storage, "recordings");
const segments = (table: TestCardTable): string[] =>
  readdirSync(recordings(table)).filter((name) => name.endsWith(".jsonl"));

/** A round to its verdict. */
async function round(table: TestCardTable, ...faces: readonly Face[]): Promise<void> {
  await table.press({ key: "no-more-bets" });
  await table.cards(...faces);
  await until("the verdict", () => table.now.unit.shown.durable.phase === "result");
}

/** The command line in a process of its own: no other may close a file of a journal that is open in this one. */
function tirada(...words: readonly string[]): string {
  const bin = new URL("../../bin/tirada.mjs", import.meta.url).pathname;
  return spawnSync(process.execPath, [...NODE_OPTIONS, bin, ...words], { encoding: "utf8" }).stdout;
}

/** What the recording of a card table says of cards and secrets, in plain text. */
const PLAIN = [/"k":"in"/, /"k":"seal"/, /"k":"head"/, /"k":"key"/];

/** What was opened replays to the very lines that were signed. */
async function replaysOpened(table: TestCardTable): Promise<void> {
  const [name = ""] = segments(table);
  const path = join(recordings(table), name);
  const capture = readCapture(path);
  expect(capture.notes.join()).toMatch(/is sealed until its round is over/);
  const setup = setupOf(table.config);
  const lines = capture.own === null ? [] : [...replay(capture, setup, capture.own)].map(({ line }) => line);
  const collected = table.records.findIndex(({ body }) => body.kind === "opened");
  expect(lines.length).toBeGreaterThan(collected);
  expect(lines).toEqual(table.records.slice(0, lines.length).map(({ line }) => line));
  // Marks are of the plain text: whoever has it finds every prefix.
  const bytes = readFileSync(path);
  for (const { line } of table.records.slice(0, collected)) {
    const { src } = JSON.parse(line) as { src: { bytes: number; sha256: string } };
    expect(createHash("sha256").update(bytes.subarray(0, src.bytes)).digest("hex")).toBe(src.sha256);
  }
  const asked = ["--device", "tirada-shoe", "--rulebook", "cl/punto-y-banca", "--lines"];
  const reported = await commandHere(["replay", path, ...asked]);
  expect(reported).toMatchObject({ status: 0, stdout: `${lines.join("\n")}\n` });
  expect(reported.stderr).toMatch(/is sealed until its round is over; it is not in this replay/);
  const verified = tirada("verify", join(table.storage, "journal.db"));
  expect(verified).toMatch(/^TEST  VALID[^]*note: recording shoe-000001: what comes after byte \d+ is sealed/);
}

/** A shoe that is unplugged is told in its own words, and its figures hold no bytes. */
async function losesShoe(table: TestCardTable): Promise<void> {
  table.plug.unplug();
  await table.record("fault", ({ code }) => code === "port-gone");
  const { counters } = table.now.unit;
  expect(counters).toMatchObject({ portLosses: 1 });
  expect(counters).not.toHaveProperty("bytesIn");
  expect(table.notices.at(-1)).toMatch(/^shoe: /);
}

describe("a card table from start to end", () => {
  it("has nothing of a running round on the disk in plain text, all of it afterwards, and replays to what was signed", async () => {
    const table = await testCardTable();
    await table.load();
    await round(table, "9h", "Kd", "9s", "6c");
    const during = table.onDisk();
    for (const pattern of PLAIN) expect(during).not.toMatch(pattern);
    expect(sealedNotes(recordings(table)).join()).toMatch(/after byte 0 is sealed/);
    const [name = ""] = segments(table);
    expect(() => readCapture(join(recordings(table), name))).toThrow(/sealed from its first byte/);
    await table.collect();
    await until("the seal", () => readFileSync(join(recordings(table), name), "utf8").includes('"k":"key"'));
    const opened = readFileSync(join(recordings(table), name), "utf8");
    for (const pattern of PLAIN) expect(opened).toMatch(pattern);
    // The next round is sealed from its first byte: the secret that is published is the last one's only.
    await round(table, "2h", "Kd", "3s", "4c", "Kh");
    expect(readFileSync(join(recordings(table), name), "utf8")).toBe(opened);
    const secret = table.records
      .map(({ body }) => (body.kind === "opened" ? body.key : null))
      .find((key) => key !== null);
    expect(opened).toContain(secret);
    expect(opened.match(/"k":"seal"/g)).toHaveLength(1);
    await replaysOpened(table);
    await losesShoe(table);
    await table.now.stop("test");
    expect(verifyPath(join(table.storage, "journal.db"))).toMatchObject({ ok: true, problems: [] });
  });

  if (ALL)
    it("gives up the round that ran when the unit stopped, and opens it", async () => {
      const table = await testCardTable();
      await table.load();
      await table.press({ key: "no-more-bets" });
      await table.cards("9h", "Kd");
      await table.again();
      await table.record("aborted", ({ cause }) => cause === "restart");
      const [first = "", second = ""] = segments(table);
      const text = readFileSync(join(recordings(table), first), "utf8");
      for (const pattern of PLAIN) expect(text).toMatch(pattern);
      expect(text.trimEnd().split("\n").at(-1)).toContain('"k":"end"');
      expect(readFileSync(join(recordings(table), second), "utf8")).toBe("");
      expect(stillSealed(recordings(table)).map(({ segment }) => segment)).toEqual([
        second.replace(".jsonl", ""),
      ]);
      const setup = setupOf(table.config);
      const capture = readCapture(join(recordings(table), first));
      const lines =
        capture.own === null ? [] : [...replay(capture, setup, capture.own)].map(({ line }) => line);
      expect(lines).toEqual(table.records.slice(0, lines.length).map(({ line }) => line));
      expect(table.notices.join("\n")).toMatch(/^shoe: connected to hid:SIM-0001/m);
      expect(table.notices.join("\n")).not.toMatch(/wheel/);
    });

  it("plays a shoe on a serial line through the operating system", async () => {
    const clock = systemClock();
    const device = new ShoeDevice({ wire: "line", kind: 1, device: 1, decks: 8, random: randomFrom("line") });
    const shoe = await ptyShoe(device, join(temporaryFolder(), "shoe"), clock);
    onTestFinished(() => shoe.stop());
    const text = cardConfig(join(temporaryFolder(), "storage")).replace(
      "serial: SIM-0001",
      `path: ${shoe.path}`,
    );
    const read = parseConfig(text, "table.yaml");
    if (!read.ok) throw new Error("the configuration is wrong");
    const records: BuiltRecord[] = [];
    const table = await runTable({
      config: read.config,
      clock,
      onRecord: (record) => records.push(record),
      onNotice: () => undefined,
    });
    onTestFinished(() => table.stop("test"));
    const phase = (): string => table.unit.shown.durable.phase;
    shoe.happens({ us: clock.now(), e: "stage", stage: "loading" });
    await until("the shoe is being loaded", () => phase() === "preparing");
    shoe.happens({ us: clock.now(), e: "stage", stage: "ready" });
    await until("bets are open", () => phase() === "betting");
    await table.unit.press({ key: "no-more-bets" }, { role: "croupier", name: "Bea" });
    for (const face of ["9h", "Kd", "9s", "6c"] as const)
      shoe.happens({ us: clock.now(), e: "pass", cards: [{ face, back: null, deck: 1, id: null }] });
    await until("the verdict", () => phase() === "result");
    const result = records.find(({ body }) => body.kind === "result");
    expect(result?.body).toMatchObject({ round: 1, certainty: { level: "certified" } });
    await shoe.unplug();
    await until("the loss", () =>
      records.some(({ body }) => body.kind === "fault" && body.code === "port-gone"),
    );
  });
});
