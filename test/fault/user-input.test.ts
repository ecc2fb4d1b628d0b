import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hashPin } from "../../firmware/screens/server/client.ts";
import { EXIT } from "../../firmware/problem.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { temporaryFolder } from "../support/folder.ts";
import { commandHere } from "../support/command.ts";
import { startProcess, TIRADA } from "../support/table-process.ts";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";
import { ALL, more, sampleInAll } from "../support/volume.ts";

/** What people hand to the command line, and where its output goes: one line and a status, at once. */

function configuration(folder: string, people: readonly object[] = []): string {
  const path = join(folder, "table.yaml");
  const value = {
    table: { name: "Mesa 1", log: "tirada.test/table", rulebook: "cl/ruleta-francesa" },
    wheel: { device: "cammegh-ss2", path: join(folder, "none"), wait: true },
    display: { port: 0 },
    people,
    storage: { folder: join(folder, "storage") },
  };
  writeFileSync(path, JSON.stringify(value, null, 1));
  return path;
}

describe("a configuration", () => {
  it.each(["/dev/zero", "pipe"])("from %s is refused at once", async (name) => {
    const path = name === "pipe" ? join(temporaryFolder(), "pipe") : name;
    if (name === "pipe") execFileSync("mkfifo", [path]);
    const { status, stderr } = await commandHere(["start", "--config", path]);
    expect(stderr).toBe(
      `tirada: the configuration: cannot read ${path}: it is a device, a pipe or a socket, not a file\n`,
    );
    expect(status).toBe(EXIT.usage);
  });

  it.each([
    ["brackets", `table: ${"[".repeat(20_000)}${"]".repeat(20_000)}`],
    ["braces", `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`],
    ["lists", `${"- ".repeat(20_000)}1`],
  ])("with 20,000 nested %s is refused in words", async (_, text) => {
    const path = join(temporaryFolder(), "table.yaml");
    writeFileSync(path, text);
    const { status, stderr } = await commandHere(["start", "--config", path]);
    expect(stderr).toMatch(/^tirada: .*table\.yaml:\d+:\d+: not readable as YAML: nested too deeply\n$/);
    expect(status).toBe(EXIT.usage);
  });

  it("with a PIN that is none, or a name twice, is refused before anything is made", async () => {
    const folder = temporaryFolder();
    const ana = { name: "Ana", role: "croupier", pin: await hashPin("2468") };
    for (const [people, why] of [
      [[{ ...ana, pin: "2468" }], /table\.yaml:\d+:\d+: people: the pin of "Ana" cannot be used/],
      [[ana, ana], /table\.yaml:\d+:\d+: people: "Ana" is there twice/],
    ] as const) {
      const { status, stderr } = await commandHere(["start", "--config", configuration(folder, people)]);
      expect(stderr).toMatch(why);
      expect(status).toBe(EXIT.usage);
      expect(existsSync(join(folder, "storage"))).toBe(false);
    }
  });

  it("whose folder holds something else in the place of the unit's socket is a problem of the storage", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "storage", "unit.sock"), { recursive: true, mode: 0o700 });
    const { status, stderr } = await commandHere(["start", "--config", configuration(folder)]);
    expect(stderr).toMatch(
      /^tirada: cannot make the socket .*unit\.sock \(\w+\); nothing else may stand there.*\n$/,
    );
    expect(status).toBe(EXIT.storage);
  });
});

describe("a standard output that is closed", () => {
  it.each(
    sampleInAll(
      [
        ["--help"],
        ...more(
          [],
          [
            ["rules", "list"],
            ["rules", "coverage", "--rulebook", "cl/ruleta-francesa", "--device", "cammegh-ss2"],
          ],
        ),
      ],
      1,
      "closed outputs",
    ),
  )("ends a command without a word: %s %s", async (...args) => {
    const child = spawn(process.execPath, [...NODE_OPTIONS, TIRADA, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    child.stdout.destroy();
    const status = await new Promise((resolve) => child.once("close", resolve));
    expect(said).toBe("");
    expect([0, 141]).toContain(status);
  });

  if (ALL)
    it("does not end a table, nor does a closed standard error", async () => {
      const { child, url, ended } = startProcess(["start", "--config", configuration(temporaryFolder())]);
      const health = `${await url}health`;
      child.stdout?.destroy();
      child.stderr?.destroy();
      // Meanwhile the table prints that its wheel is not there.
      await systemClock().sleep(1_500_000);
      expect((await fetch(health)).ok).toBe(true);
      child.kill("SIGTERM");
      expect((await ended).status).toBe(0);
    });
});

if (ALL)
  describe("a demonstration", () => {
    it("of the captured wheel keeps its evidence where it is told", async () => {
      const storage = join(temporaryFolder(), "here");
      const { child, url, ended } = startProcess(["start", "--display-port", "0", "--storage", storage]);
      await url;
      child.kill("SIGTERM");
      expect((await ended).status).toBe(0);
      expect(existsSync(join(storage, "journal.db"))).toBe(true);
    });
  });

it.each([
  ["shoe", "es-cb/punto-y-banca"],
  ["dice", "es-cb/sic-bo"],
])("tirada sim %s plays %s when no rulebook is named", async (family, rulebook) => {
  const { stdout } = await commandHere(["sim", family, "--rounds", "1", "--profile", "fast", "--json"]);
  expect((JSON.parse(stdout) as { rulebook: string }).rulebook).toContain(`${rulebook}@`);
});
