import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { openPty } from "../../hw-sim/lines/pty.ts";
import { playedSs2 } from "../../hw-sim/models/wheels/ss2/played.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";

/** `tirada listen` as a technician types it: a port on a pseudo-terminal, captures, and what is refused. */

const FIXTURES = new URL("../../drivers/wheel/cammegh-ss2/fixtures/", import.meta.url).pathname;
const clock = systemClock();
const MS = 1_000;

const objects = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** A SlingShot 2 with its people on a pseudo-terminal, which answers what it is asked. */
async function wheelOnTerminal(folder: string): Promise<string> {
  let asked = "";
  const path = join(folder, "wheel");
  const pty = await openPty({ path, onBytes: (bytes) => (asked += Buffer.from(bytes).toString("latin1")) });
  const ring = Array.from({ length: 37 }, (_, pocket) => String(pocket));
  const wheel = playedSs2({ seed: "listen", ring, profile: { name: "clean", faultPerMille: 0 } });
  const start = clock.now() - 5_000 * MS;
  wheel.run(5_000 * MS, "");
  const timer = clock.every(20 * MS, "wheel", () => {
    const { sent } = wheel.run(clock.now() - start, asked);
    asked = "";
    for (const { bytes } of sent) void pty.write(bytes).catch(() => undefined);
  });
  onTestFinished(async () => {
    timer.cancel();
    await pty.close();
  });
  return path;
}

it("finds a wheel, asks it, keeps a capture that replays, and hears that again", async () => {
  const folder = temporaryFolder();
  const port = await wheelOnTerminal(folder);
  const out = join(folder, "heard.jsonl");
  const args = ["listen", port, "--for", "4", "--send", "read-version", "--out", out, "--json"];
  const { status, stdout, stderr } = await commandHere(args);
  expect([status, stderr]).toEqual([0, ""]);
  const said = objects(stdout);
  expect(said.find(({ kind }) => kind === "verdict")).toMatchObject({
    device: "cammegh-ss2",
    baud: 9_600,
    certainty: "sure",
  });
  // The answer tells it from the other wheel whose status lines look alike.
  expect(said.findLast(({ kind }) => kind === "verdict")).toMatchObject({ device: "cammegh-ss2", damaged: 0 });
  const rows = said.filter(({ kind }) => kind === "row");
  expect(rows.filter(({ way }) => way === "out")).toMatchObject([{ text: "*V\\x0d\\x0a" }]);
  expect(rows.map(({ message }) => message)).toContain("reply version");
  const times = rows.map(({ t }) => Number(t));
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(JSON.parse(readFileSync(out, "utf8").split("\n", 1).join(""))).toMatchObject({
    k: "listened",
    device: "cammegh-ss2",
    baud: 9_600,
  });
  const again = await commandHere(["listen", out, "--json"]);
  expect([again.status, objects(again.stdout).at(-1)]).toMatchObject([
    0,
    { kind: "verdict", device: "cammegh-ss2", baud: 9_600, port: "wheel" },
  ]);
  const replayed = await commandHere(["replay", out, "--rulebook", "cl/ruleta-francesa", "--json"]);
  expect([replayed.status, replayed.stderr]).toEqual([0, ""]);
  expect(objects(replayed.stdout)[0]).toMatchObject({ kind: "phase" });
  const noRulebook = await commandHere(["replay", out]);
  expect([noRulebook.status, noRulebook.stderr]).toMatchObject([2, expect.stringContaining("say --rulebook")]);
  const kept = await commandHere(["listen", port, "--for", "1", "--out", out]);
  expect([kept.status, kept.stderr]).toMatchObject([2, expect.stringContaining("there already")]);
});

it("reads what others captured, row by row", async () => {
  const { status, stdout } = await commandHere(["listen", join(FIXTURES, "ss2-v250-params-part1.log.gz")]);
  expect(status).toBe(0);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.at(-1)).toMatch(/^wheel: sure: cammegh-ss2 at 9600 baud; of the newest messages 191 of a shape/);
  expect(lines).toContainEqual(
    expect.stringMatching(/^ +0\.462000 {2}in {3}\*T d 15 +reply parameter: letter d/),
  );
});

describe("what cannot be listened to says so in a line", () => {
  const folder = mkdtempSync(join(tmpdir(), "listen-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "notes.txt");
  writeFileSync(file, "no capture\n");
  const cases: readonly (readonly [what: string, args: readonly string[], status: number, said: RegExp])[] = [
    ["no such port", [join(folder, "none")], 2, /no device at .*none; check its plug and power/],
    ["a folder", [folder], 2, /is not a serial device; give the name of the serial adapter/],
    ["a device that is no port", ["/dev/null", "--for", "1"], 2, /\/dev\/null is not a serial device/],
    ["a file that is no capture", [file], 2, /notes\.txt:1: not a known wheel log/],
    [
      "a device that nobody has",
      ["/dev/null", "--as", "cammegh-ss3"],
      2,
      /--as cammegh-ss3: no such device on a line; known: cammegh-ss2,/,
    ],
    [
      "a speed that nobody speaks",
      ["/dev/null", "--baud", "1200"],
      2,
      /--baud 1200: no device speaks at this speed; known: 9600,.*Without --baud it is found/,
    ],
    [
      "an order",
      ["/dev/null", "--as", "cammegh-ss2", "--send", "self-test"],
      2,
      /that moves the rotor and fires the ball, and listening only asks/,
    ],
    [
      "a question that nobody knows",
      ["/dev/null", "--send", "spin"],
      2,
      /--send spin: no such question; what may be asked: read-mode/,
    ],
    ["a capture that is to be asked", [file, "--send", "read-version"], 2, /is a capture: it is only read/],
    ["a table without a configuration", ["wheel", "--config", join(folder, "none.yaml")], 2, /none\.yaml/],
  ];
  it.each(cases)("%s", async (_, args, status, said) => {
    const ended = await commandHere(["listen", ...args]);
    expect([ended.status, ended.stdout]).toEqual([status, ""]);
    expect(ended.stderr).toMatch(said);
    expect(ended.stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});
