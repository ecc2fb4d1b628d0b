import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { handedOut, type InspectorCase } from "../support/inspector-cases.ts";

/** The Go program of docs/inspector.md and its command, as they stand there, where Debian's Go and its library are installed. */

const MANUAL = readFileSync(new URL("../../docs/inspector.md", import.meta.url), "utf8");
const [, PROGRAM = ""] = /^```go\n([\s\S]*?)^```$/m.exec(MANUAL) ?? [];
const [, COMMAND = ""] = /^\$ (GO111MODULE=.*)$/m.exec(MANUAL) ?? [];
const isInstalled =
  existsSync("/usr/bin/go") && existsSync("/usr/share/gocode/src/golang.org/x/mod/sumdb/tlog");

describe.runIf(isInstalled)("the manual's Go program", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tirada-go-"));
    return () => rmSync(folder, { recursive: true });
  });

  function run(one: InspectorCase): string {
    writeFileSync(join(folder, "check.go"), PROGRAM);
    writeFileSync(join(folder, "result-5.json"), one.json);
    writeFileSync(join(folder, "result-5.tlog-proof"), one.proof ?? "");
    const env = { ...process.env, VKEY: one.vkey ?? "", GOCACHE: join(tmpdir(), "tirada-go-cache") };
    return spawnSync("bash", ["-c", COMMAND], { cwd: folder, env, encoding: "utf8" }).stdout;
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
});
