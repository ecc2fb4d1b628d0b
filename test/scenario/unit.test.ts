import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readCapture } from "../../firmware/replay/capture.ts";
import { replay } from "../../firmware/replay/replay.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import { parseVkey } from "../../src/record/keys.ts";
import { verifyCertificate } from "../../src/record/verify-certificate.ts";
import { readJournal, viewAfter, viewSetupOf } from "../support/journal-reading.ts";
import { commandHere } from "../support/command.ts";
import { testTable, toBallInPlay, type TestTable } from "../support/running-table.ts";
import { screenLine, until, type ScreenLine } from "../support/screen-line.ts";
import { ALL, more } from "../support/volume.ts";

/** The whole unit on a serial line: its bytes, its disk, its screens. */

const isNextGame = (line: string): boolean => line.startsWith("*X;2;");

const recordingsOf = (table: TestTable): string => join(table.folder, "storage", "recordings");

/** The busier the machine, the more lines arrive in one piece, and the fewer bytes are recorded of a round. */
const segmentsWritten = (table: TestTable, least: number): Promise<void> =>
  until(`${least} segments`, () => readdirSync(recordingsOf(table)).length >= least);

/** Every line that the unit's own recordings give when they are replayed, segment by segment. */
function replayedLines(table: TestTable): { segment: string; lines: string[]; damaged: number }[] {
  const dir = recordingsOf(table);
  return readdirSync(dir)
    .toSorted()
    .map((name) => {
      const capture = readCapture(join(dir, name));
      const head = capture.own!;
      const setup = tableSetup("cl/ruleta-francesa", head.device, head.houseRules, head.options);
      return {
        segment: name,
        lines: [...replay(capture, setup, head)].map(({ line }) => line),
        damaged: capture.notes.length,
      };
    });
}

describe("what was recorded replays to what was signed", () => {
  test("hash for hash, over many segments, a restart, a cable pulled and garbage on the line", async () => {
    const table = await testTable({ speed: 250, segmentMegabytes: 0.01 });
    table.wheel.play();
    await table.record("result", ({ round }) => round >= more(4, 6));
    await table.wheel.write("\x00\xff!!garbage;;;\r\n*X;9;\xfe\r\n".repeat(40));
    await table.record("fault", ({ code }) => code === "line-noise");
    await table.again();
    await table.record("result", ({ round }) => round >= more(6, 9));
    await table.wheel.unplug();
    await table.record("fault", ({ code }) => code === "port-gone");
    await table.wheel.replug();
    await table.record("fault-cleared", ({ code }) => code === "port-gone");
    await table.record("result", ({ round }) => round >= more(9, 14));
    await segmentsWritten(table, more(5, 9));
    await table.stop();
    const journal = readJournal(table.journal);
    const segments = replayedLines(table);
    expect(segments.map(({ damaged }) => damaged)).toEqual(segments.map(() => 0));
    expect(segments.flatMap(({ lines }) => lines)).toEqual(journal.map(({ line }) => line));
    expect(verifyPath(table.journal).problems).toEqual([]);
    // The command prints the same lines.
    const [first] = segments;
    const segment = join(recordingsOf(table), first!.segment);
    const args = ["replay", segment, "--device", "cammegh-ss2", "--rulebook", "cl/ruleta-francesa", "--lines"];
    const { stdout, stderr, status } = await commandHere(args);
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    expect(stdout.trimEnd().split("\n")).toEqual(first?.lines);
    expect(first?.lines.length).toBeGreaterThan(1);
  });

  if (ALL)
    test("each record names the very bytes that it was decided on, and the segments their predecessors", async () => {
      const table = await testTable({ speed: 250, segmentMegabytes: 0.01 });
      table.wheel.play();
      await table.record("result", ({ round }) => round >= 5);
      await segmentsWritten(table, 4);
      await table.stop();
      const dir = recordingsOf(table);
      const text = (segment: string): Buffer => readFileSync(join(dir, `${segment}.jsonl`));
      const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
      for (const { fields } of readJournal(table.journal)) {
        const src = fields["src"] as { segment: string; bytes: number; sha256: string };
        expect(sha256(text(src.segment).subarray(0, src.bytes))).toBe(src.sha256);
      }
      const names = readdirSync(dir).toSorted();
      for (const [at, name] of names.entries()) {
        const { previous } = readCapture(join(dir, name)).own!;
        const before = names[at - 1]?.replace(".jsonl", "");
        expect(previous).toEqual(
          before === undefined ? null : { segment: before, sha256: sha256(text(before)) },
        );
      }
    });
});

describe("the cable is pulled in the middle of a spin", () => {
  async function pulled(): Promise<{ readonly table: TestTable; readonly screen: ScreenLine }> {
    const table = await testTable();
    const screen = await screenLine(table.now.url);
    await table.wheel.until(isNextGame);
    await toBallInPlay(table);
    await table.wheel.unplug();
    const { body } = await table.record("fault", ({ code }) => code === "port-gone");
    expect(body).toMatchObject({ device: "wheel", round: 1 });
    const view = await screen.view(({ device }) => device.health === "port-gone");
    expect(view).toMatchObject({ phase: "ball-in-play", verdict: null });
    return { table, screen };
  }

  test("and plugged in again before the number: it is reported, never certified, the screens show each step, and the next one can be proved", async () => {
    const { table, screen } = await pulled();
    await table.wheel.replug();
    await until(
      "a new connection",
      () => table.notices.filter((line) => line.includes("connected")).length === 2,
    );
    table.wheel.play();
    const { body } = await table.record("result", ({ round }) => round === 1);
    expect(body).toMatchObject({ certainty: { level: "reported", because: ["port-gone"] } });
    const next = await table.record("result", ({ round }) => round === 2);
    expect(next.body).toMatchObject({ certainty: { level: "certified" } });
    const cleared = table.records.filter(
      ({ body: one }) => one.kind === "fault-cleared" && one.code === "port-gone",
    );
    expect(cleared).toHaveLength(1);
    table.wheel.pause();
    await until("the newest view", () => screen.views.at(-1)?.seq === table.now.unit.shown.seq);
    const journal = readJournal(table.journal);
    const setup = viewSetupOf(table.config);
    expect(screen.views.length).toBeGreaterThan(8);
    for (const one of screen.views) expect(one).toEqual(viewAfter(journal[one.seq]!, setup));
    expect(screen.views.map(({ seq }) => seq)).toEqual(
      screen.views.map(({ seq }) => seq).toSorted((a, b) => a - b),
    );
    await provesItself(table, screen);
  });

  if (ALL)
    test("and plugged in again in a later game: a person decides", async () => {
      const { table } = await pulled();
      table.wheel.heard = false;
      await table.wheel.until((line) => line.startsWith("*X;5;"));
      await table.wheel.until(isNextGame);
      table.wheel.heard = true;
      await table.wheel.replug();
      await until(
        "a new connection",
        () => table.notices.filter((line) => line.includes("connected")).length === 2,
      );
      table.wheel.play();
      const { body } = await table.record("undecided");
      expect(body).toMatchObject({ round: 1, because: ["port-gone"] });
      await table.record("result", ({ round }) => round === 2);
      expect(table.records.filter(({ body: one }) => one.kind === "result" && one.round === 1)).toEqual([]);
    });

  if (ALL)
    test("and the table is started again before it is back: the fault stands until the wheel speaks, and ends then", async () => {
      const { table } = await pulled();
      await table.wheel.replug();
      // The stored table says port-gone; nothing was heard from the new connection yet.
      await table.again();
      await until("a new connection", () => table.notices.some((line) => line.includes("connected")));
      table.wheel.play();
      await table.record("result", ({ round }) => round >= 2);
      expect(table.now.unit.shown.durable.faults).toEqual([]);
    });
});

/** The newest result on the screens has a certificate that proves itself offline, and not after a digit was changed. */
async function provesItself(table: TestTable, screen: ScreenLine): Promise<void> {
  const { verdict } = screen.views.findLast((view) => view.verdict?.kind === "result")!;
  const { seq, hash } = verdict!.certificate;
  const get = async (path: string): Promise<string> => (await fetch(new URL(path, table.now.url))).text();
  const json = await get(`certificate/${seq}`);
  const proof = await get(`certificate/${seq}/proof`);
  const technician = JSON.parse(await get("technician/data")) as { data: { vkey: string } };
  const given = parseVkey(technician.data.vkey);
  expect(verifyCertificate({ json, proof }, given)).toMatchObject({ ok: true, problems: [], firstSeq: seq });
  const { line } = JSON.parse(json) as { line: string };
  expect(createHash("sha256").update(line).digest("hex")).toBe(hash);
  const file = join(table.folder, `result-${seq}.json`);
  writeFileSync(file, json);
  writeFileSync(file.replace(".json", ".tlog-proof"), proof);
  const verify = ["verify", file, "--vkey", technician.data.vkey];
  expect((await commandHere(verify)).stdout).toMatch(
    /^TEST {2}VALID {2}record of tirada\.test\/table\/test \(test\): 1 records\n$/,
  );
  const pocket = /\\"pocket\\":\\"(\d+)\\"/.exec(json)?.[1] ?? "";
  writeFileSync(
    file,
    json.replace(`\\"pocket\\":\\"${pocket}\\"`, `\\"pocket\\":\\"${pocket === "1" ? 2 : 1}\\"`),
  );
  const changed = await commandHere(verify);
  expect(changed.status).toBe(6);
  expect(changed.stdout).toMatch(/^TEST {2}NOT VALID/);
  expect((await fetch(new URL("certificate/999999", table.now.url))).status).toBe(404);
}
