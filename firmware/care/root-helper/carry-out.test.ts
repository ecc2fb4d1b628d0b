import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ActsFile, CHANGES_AN_HOUR } from "./acts-file.ts";
import { ACTS_MAX, readActs } from "../../net/acts.ts";
import { carryOut, type HelperParts, type Machine } from "./carry-out.ts";
import { askTable } from "./keep-act.ts";

const START = Date.parse("2026-11-28T18:00:00Z");
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tirada-root-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A machine that notes what would happen to it. */
function here(more: { readonly status?: number; readonly recorded?: number } = {}) {
  let now = START;
  const did: string[] = [];
  const file = join(folder, "acts.jsonl");
  const machine: Machine = {
    run: ({ program, words }) => {
      did.push([program, ...words].join(" "));
      return more.status ?? 0;
    },
    hear: () => "no\n",
    write: (path) => void did.push(`write ${path}`),
    remove: (path) => void did.push(`remove ${path}`),
    give: (words) => void did.push(`give ${words.join(" ")}`),
    take: (path) => void did.push(`take ${path}`),
  };
  const acts = new ActsFile(file, null, () => now);
  const parts: HelperParts = {
    machine,
    acts,
    who: "technician",
    facts: { isZone: () => true, isAsked: true },
    tellTable: () => {
      if (more.recorded === undefined) return Promise.resolve(null);
      return Promise.resolve(Math.max(more.recorded, readActs(file).acts.at(-1)?.number ?? 0));
    },
    clock: { wall: () => now as never },
  };
  return {
    did,
    file,
    acts: () => readActs(file).acts,
    later: (ms: number) => (now += ms),
    ask: (...words: readonly string[]) => carryOut(words, parts),
  };
}

test("a change is kept as begun before it happens, and as done after it, each with who, verb and words", async () => {
  const one = here();
  await one.ask("zone", "Europe/Madrid");
  expect(one.did).toEqual(["/usr/bin/timedatectl set-timezone Europe/Madrid"]);
  const said = { at: "2026-11-28T18:00:00.000Z", who: "technician", verb: "zone", arguments: "Europe/Madrid" };
  expect(one.acts()).toEqual([
    { number: START, ...said, outcome: "begun", why: null, lost: 0 },
    { number: START + 1, ...said, outcome: "done", why: null, lost: 0 },
  ]);
  expect(statSync(one.file).mode & 0o777).toBe(0o640);
});

test("what failed is kept as failed, and what comes after it is not done", async () => {
  const one = here({ status: 3 });
  await expect(one.ask("reset-safe-page")).rejects.toMatchObject({ status: 3 });
  expect(one.did).toEqual(["/usr/bin/systemctl --no-pager reset-failed tirada.service"]);
  expect(one.acts().map(({ outcome, why }) => [outcome, why])).toEqual([
    ["begun", null],
    ["failed", "/usr/bin/systemctl --no-pager reset-failed tirada.service ended with status 3"],
  ]);
});

test.each([[["sh"]], [["--version"]], [["restart", "ssh"]], [["__proto__"]], [["zone\nreboot"]]])(
  "%s: one line, nothing done, nothing kept",
  async (words) => {
    const one = here();
    await expect(one.ask(...words)).rejects.toMatchObject({ status: 2 });
    expect(one.did).toEqual([]);
    expect(one.acts()).toEqual([]);
  },
);

test("who only looks leaves no act", async () => {
  const one = here({ status: 2 });
  expect(await one.ask("doctor", "es")).toBe(2);
  expect(one.did).toEqual([
    "/usr/bin/setpriv --reuid=tirada --regid=tirada --init-groups --no-new-privs --inh-caps=-all /usr/bin/tirada doctor --config /etc/tirada/table.yaml --lang es",
  ]);
  expect(one.acts()).toEqual([]);
});

test("a bundle of a base by hand is taken away again, also where it was refused", async () => {
  const one = here({ status: 1 });
  await expect(one.ask("base", "install")).rejects.toMatchObject({ status: 1 });
  expect(one.did.at(-1)).toBe("remove /var/lib/tirada-root/by-hand.raucb");
});

test("what the table has a record of is forgotten an hour later, and numbers rise all the same", async () => {
  const one = here({ recorded: 0 });
  await one.ask("zone", "Europe/Madrid");
  expect(one.acts()).toHaveLength(2);
  one.later(3_600_001);
  await one.ask("reboot");
  expect(one.acts().map(({ verb }) => verb)).toEqual(["reboot", "reboot"]);
});

test("a file that is gone, and a clock that was set back: no number comes twice", async () => {
  const one = here({ recorded: START + 5_000 });
  one.later(-86_400_000);
  await one.ask("reboot");
  expect(one.acts().map(({ number }) => number)).toEqual([START + 5_001, START + 5_002]);
});

test("a table that never runs: the oldest go, and how many is kept", async () => {
  const one = here();
  const old = { at: "2026-11-01T18:00:00.000Z", who: "root", verb: "zone", arguments: "UTC", outcome: "done" };
  const lines = Array.from({ length: ACTS_MAX }, (_, at) => ({ number: at + 1, ...old, why: null, lost: 1 }));
  writeFileSync(one.file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await one.ask("reboot");
  expect(one.acts()).toHaveLength(ACTS_MAX);
  expect(one.acts()[0]).toMatchObject({ number: 3, lost: 5 });
});

test("more changes an hour than hands make are refused", async () => {
  const one = here();
  await one.ask("zone", "UTC");
  const [begun] = one.acts();
  const lines = Array.from({ length: CHANGES_AN_HOUR }, (_, at) => ({ ...begun, number: at + 1 }));
  writeFileSync(one.file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await expect(one.ask("reboot")).rejects.toMatchObject({ status: 2 });
  expect(one.did).toHaveLength(1);
  one.later(3_600_001);
  await one.ask("reboot");
});

test("a damaged line is told, and the others count", async () => {
  const one = here();
  await one.ask("zone", "UTC");
  writeFileSync(one.file, `${readFileSync(one.file, "utf8")}{"number":1}\nnone\n`);
  expect(readActs(one.file)).toMatchObject({ damaged: 2, acts: [{ verb: "zone" }, { verb: "zone" }] });
});

test("the table's socket is told one word, and only a number is taken from it", async () => {
  const heard: string[] = [];
  for (const [said, number] of [
    ['{"ok":true,"lines":["17"]}\n', 17],
    ['{"ok":false,"why":"this request is not understood"}\n', null],
    [`${"x".repeat(9_000)}\n`, null],
    ["", null],
  ] as const) {
    const path = join(folder, "unit.sock");
    const server = createServer((talk) => {
      talk.on("data", (bytes) => void heard.push(String(bytes)));
      talk.once("data", () => talk.end(said));
    });
    await new Promise<void>((resolve) => void server.listen(path, resolve));
    expect(await askTable(path)).toBe(number);
    await new Promise((resolve) => server.close(resolve));
  }
  expect(new Set(heard)).toEqual(new Set(['{"do":"acts"}\n']));
  expect(await askTable(join(folder, "nobody.sock"))).toBe(null);
});
