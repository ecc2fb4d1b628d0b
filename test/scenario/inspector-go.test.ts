import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { parseRecord } from "../../src/record/certificate.ts";
import { LOG } from "../../src/record/vector.fixture.ts";
import { handedOut, rotatedCase, type InspectorCase } from "../support/inspector-cases.ts";
import { isGoInstalled, MANUAL, MANUAL_PROGRAM } from "../support/manual.ts";

/** The Go program of docs/inspector.md and its command, as they stand there, where Debian's Go and its library are installed. */

const [, COMMAND = ""] = /^\$ (GO111MODULE=.*)$/m.exec(MANUAL) ?? [];

describe.runIf(isGoInstalled)("the manual's Go program", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tirada-go-"));
    return () => rmSync(folder, { recursive: true });
  });

  function run(one: InspectorCase, ...later: readonly string[]): string {
    writeFileSync(join(folder, "check.go"), MANUAL_PROGRAM);
    writeFileSync(join(folder, "TEST-result-5.json"), one.json);
    writeFileSync(join(folder, "TEST-result-5.tlog-proof"), one.proof ?? "");
    const env = { ...process.env, VKEY: one.vkey ?? "", GOCACHE: join(tmpdir(), "tirada-go-cache") };
    const command = [COMMAND, ...later.map((vkey) => `'${vkey}'`)].join(" ");
    return spawnSync("bash", ["-c", command], { cwd: folder, env, encoding: "utf8" }).stdout;
  }

  test("takes what the table handed out, and nothing else", () => {
    const log = "tirada.example/casino-1/table-07";
    const good = handedOut(log, 5, 7);
    expect(run(good)).toBe(`VALID: record 5 of ${log}, in a log of 7\n`);
    expect(run({ ...good, proof: handedOut(log, 4, 7).proof })).toMatch(/^NOT VALID: /);
    expect(run({ ...good, vkey: handedOut(`${log}/test`, 0, 1).vkey })).toMatch(/^NOT VALID: /);
    const digit = Buffer.from(good.json.toString().replace('pocket\\":\\"5', 'pocket\\":\\"6'));
    expect(digit.equals(good.json)).toBe(false);
    expect(run({ ...good, json: digit })).toMatch(/^NOT VALID: the signature is not of this line/);
  }, 120_000);

  test("takes records of a log whose key gave way: each by its own key, the checkpoint by a later one", () => {
    const [before, after] = [rotatedCase(0, 4), rotatedCase(3, 4)];
    const second = parseRecord(after.json.toString()).vkey;
    expect(run(before, second)).toBe(`VALID: record 0 of ${LOG}, in a log of 4\n`);
    expect(run({ ...after, vkey: second })).toBe(`VALID: record 3 of ${LOG}, in a log of 4\n`);
    expect(run(before)).toMatch(/^NOT VALID: /);
    expect(run(after, second)).toMatch(/^NOT VALID: the signature is not of this line/);
  }, 120_000);
});
