import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { cheapPinHash } from "../../../test/support/pin.ts";
import { writeConfig } from "../../../test/support/table-process.ts";
import type { Role } from "../../../src/people/roles.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { logOf, type Config } from "../../table/config/config.ts";
import {
  keptStage,
  ORDERED_TRIAL_US,
  readConfigOfStart,
  testFolderOf,
  watchOrdered,
} from "../configuration/ordered-configuration.ts";
import { textOfConfig } from "../configuration/read-config.ts";
import type { ActionParts } from "./action-parts.ts";
import { keepChange, planChange, type Planning } from "./configure.ts";
import { maskedText, unmaskedText } from "./edited-text.ts";
import type { AskedOf, PeopleChange } from "./wanted-action.ts";
import "../../table/setup/families.ts";

/** The configuration of a table, changed by people at its page: what counts from the next start on, and what never does. */

const EVA = { name: "Eva Mas", role: "tecnico" } as const;
const JON = { name: "Jon Etxeberria", role: "jefe-de-mesa" } as const;
const INES = { name: "Ines Rey", role: "inspector" } as const;
const WITNESS = "tirada.example/casino-1/witness+f2f084f4+BD1AF8PoQ4lakrcKp00bfrycmCzPLsSWjMDNVfEq9GYM";
const ID = "ab".repeat(32);
type Asked = AskedOf<"configure" | "undo-configuration" | "change-people" | "test-mode">;

/** A table's file, of one that counts unless told. */
function fileOf(isTest = false): string {
  const path = writeConfig({ folder: temporaryFolder(), wheel: "/dev/serial/by-id/usb-none" });
  const file = JSON.parse(readFileSync(path, "utf8")) as object;
  const people = [EVA, JON].map((one, at) => ({ ...one, pin: cheapPinHash(`830${at}19`) }));
  writeFileSync(path, JSON.stringify({ ...file, test: isTest, people }, null, 1));
  return path;
}

function partsOf(config: Config) {
  const clock = fakeClock(0, Date.parse("2026-11-28T12:00:00Z"));
  const records: object[] = [];
  const feed = (entry: Entry): Promise<void> => {
    if (entry.k === "event") records.push(entry.detail);
    return Promise.resolve();
  };
  const shown: { durable: { ordered?: { order: string } } } = { durable: {} };
  const unit = { feed, hasFailed: false, shown };
  const parts = { config, clock, unit, restartWhenIdle: () => true } as unknown as ActionParts;
  return { parts, clock, records, unit, shown };
}

/** What is asked for, agreed to by two, and the trial passed. */
async function changed(path: string, asked: Asked, second: { name: string; role: Role } = JON) {
  const config = await readConfigOfStart(path);
  const { parts, records } = partsOf(config);
  const planning = await planChange(parts, asked);
  if (!planning.ok) return { why: planning.why.en, records };
  const until = parts.clock.wall() + 3_600_000;
  const wanted = { id: ID, way: "table", people: [EVA, second], until } as const;
  const result = await keepChange(parts, planning.planned, wanted);
  const next = await readConfigOfStart(path);
  const after = partsOf(next);
  await watchOrdered({ config: next, clock: after.clock, unit: after.unit }, () => undefined);
  await after.clock.advanceSettling(ORDERED_TRIAL_US);
  return { why: null, result, records, config: next };
}

const configure = (configuration: string): Asked => ({
  action: "configure",
  arguments: { configuration, newLog: false },
});
const people = (change: PeopleChange): Asked => ({ action: "change-people", arguments: change });
const undo: Asked = { action: "undo-configuration", arguments: {} };
const testMode = (on: boolean): Asked => ({ action: "test-mode", arguments: { on } });
const textAt = async (path: string): Promise<string> => textOfConfig(await readConfigOfStart(path)) ?? "";

it("is read without what is secret, and what comes back has it again", async () => {
  const config = await readConfigOfStart(fileOf());
  const text = textOfConfig(config) ?? "";
  const masked = maskedText(text, config.people);
  expect(masked).toMatch(/kept-1[^]*kept-2/);
  expect(masked).not.toContain("scrypt");
  expect(unmaskedText(masked, config.people)).toBe(text);
});

it("shows no hash wherever somebody puts what stands for it, however the file has it", async () => {
  const path = fileOf();
  const [eva = "", jon = ""] = (await readConfigOfStart(path)).people.map(({ pin }) => pin);
  // Of JSON the people as YAML: an escape, a block, an alias, and a comment that remembers a hash.
  const file = JSON.parse(readFileSync(path, "utf8")) as Readonly<Record<string, object>>;
  const { people: _, ...rest } = file;
  const lines = Object.entries(rest).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const written = [
    ...lines,
    `# was ${cheapPinHash("5550001")}`,
    "people:",
    `  - { name: ${EVA.name}, role: tecnico, pin: "${eva.replace("$", "\\x24")}" }`,
    `  - { name: ${JON.name}, role: jefe-de-mesa, pin: &jon ${jon} }`,
    "  - { name: Ines Rey, role: inspector, pin: *jon }",
    "  - name: Ana Gil",
    "    role: croupier",
    "    pin: >-",
    `      ${eva}`,
    "",
  ].join("\n");
  writeFileSync(path, written);
  const config = await readConfigOfStart(path);
  const masked = maskedText(written, config.people);
  expect(masked).not.toMatch(/scrypt|\x24/);
  const meant = await planChange(partsOf(config).parts, configure(masked));
  expect(meant).toMatchObject({ ok: true, planned: { changes: [] } });
  const hash = /scrypt|[\w-]{43}/;
  for (const [was, is] of [
    ['"host":"127.0.0.1"', '"host":"kept-2"'],
    ["usb-none", "kept-2"],
    ["Mesa de prueba", "kept-1"],
    ["role: tecnico", "role: kept-2"],
    ['"languages"', '"kept-2"'],
    ["name: Ines Rey", "name: kept-2"],
  ] as const) {
    const planning = await planChange(partsOf(config).parts, configure(masked.replace(was, is)));
    const said = planning.ok ? JSON.stringify(planning.planned.changes) : planning.why.en;
    expect([is, said]).toEqual([is, expect.not.stringMatching(hash)]);
  }
});

it("counts once the jefe de mesa wants it too, and the one before comes back", async () => {
  const path = fileOf();
  const next = (await textAt(path)).replace("Mesa de prueba", "Mesa 8");
  const { config, records } = await changed(path, configure(next));
  expect(config?.table.name).toBe("Mesa 8");
  expect(records).toEqual([
    { what: "configuration-change", order: ID, key: "table.name", was: "Mesa de prueba", now: "Mesa 8" },
  ]);
  // Back, and back again: the last two that passed their trial.
  expect((await changed(path, undo)).config?.table.name).toBe("Mesa de prueba");
  expect((await changed(path, undo)).config?.table.name).toBe("Mesa 8");
  const waits = await changed(path, configure(next.replace("Mesa 8", "Mesa 9")), INES);
  expect([waits.config?.table.name, waits.records.at(-1)]).toEqual([
    "Mesa 8",
    { what: "configuration-waits", order: ID, changes: "table.name: Mesa 8 → Mesa 9" },
  ]);
});

it("never changes what is not its own", async () => {
  const path = fileOf();
  const text = await textAt(path);
  const why = async (asked: Asked): Promise<string | null> => (await changed(path, asked)).why;
  expect(await why(undo)).toMatch(/Nothing was changed/);
  expect(await why(configure(text.replace('"test": false', '"test": true')))).toMatch(/test: no order/);
  expect(await why(configure(text.replace(JON.name, "Jon Otro")))).toMatch(/people\.1\.name: no order/);
  expect(await why(configure(text.replace('"name"', '"nome"')))).toMatch(/^configuration:\d+:\d+: /);
  expect(await why(testMode(false))).toMatch(/not in test mode/);
  expect((await changed(fileOf(true), testMode(true))).why).toMatch(/a test already/);
  expect(await textAt(path)).toBe(text);
});

it("people come and go, and the last technician stays", async () => {
  const path = fileOf();
  const pin = cheapPinHash("830519");
  const why = async (change: PeopleChange): Promise<string | null> => (await changed(path, people(change))).why;
  const ana = { do: "add", name: "Ana Gil", role: "tecnico", pin } as const;
  expect(await why({ ...ana, name: "eva  mas" })).toMatch(/eva {2}mas/);
  expect(await why({ ...ana, pin: "1234" })).toMatch(/Ana Gil/);
  expect(await why({ do: "remove", name: "Nadie" })).toMatch(/Nobody at this table/);
  expect(await why({ do: "role", name: EVA.name, role: "croupier" })).toMatch(/last technician/);
  expect(await why({ do: "role", name: JON.name, role: "tecnico" })).toMatch(/last table head/);
  expect(await why({ do: "remove", name: JON.name })).toMatch(/last table head/);
  const { config, records } = await changed(path, people(ana));
  expect(config?.people.map(({ name }) => name)).toEqual([EVA.name, JON.name, "Ana Gil"]);
  expect(JSON.stringify(records)).not.toContain("scrypt");
  expect(await why({ do: "remove", name: EVA.name })).toBeNull();
  expect(await why({ do: "remove", name: "Ana Gil" })).toMatch(/last technician/);
  expect((await readConfigOfStart(path)).people.map(({ name }) => name)).toEqual([JON.name, "Ana Gil"]);
});

it("what waits for the jefe de mesa and gives way to another one has a record of it", async () => {
  const { parts, records, shown } = partsOf(await readConfigOfStart(fileOf()));
  shown.durable.ordered = { order: "cd".repeat(32) };
  const asked = people({ do: "add", name: "Ana Gil", role: "croupier", pin: cheapPinHash("830519") });
  const planning = await planChange(parts, asked);
  if (!planning.ok) throw new Error(planning.why.en);
  const until = parts.clock.wall() + 3_600_000;
  await keepChange(parts, planning.planned, { id: ID, way: "table", people: [EVA, INES], until });
  expect(records.slice(-2)).toMatchObject([
    { what: "configuration-expired", order: "cd".repeat(32), why: "another one took its place" },
    { what: "configuration-waits", order: ID },
  ]);
});

it("one change at a time: what was kept is lost by none that comes after it, and is taken back first", async () => {
  const path = fileOf();
  const pin = cheapPinHash("830519");
  const config = await readConfigOfStart(path);
  const { parts, records } = partsOf(config);
  const keep = async (asked: Asked) => {
    const planning = await planChange(parts, asked);
    if (!planning.ok) return planning.why.en;
    const until = parts.clock.wall() + 3_600_000;
    return keepChange(parts, planning.planned, { id: ID, way: "table", people: [EVA, JON], until });
  };
  const ana = people({ do: "add", name: "Ana Gil", role: "croupier", pin });
  expect(await keep(ana)).toMatchObject({ counts: "from the next start on" });
  const others = [
    ana,
    people({ do: "pin", name: EVA.name, pin }),
    testMode(true),
    configure(await textAt(path)),
  ];
  for (const asked of others) expect(await keep(asked)).toMatch(/kept already/);
  expect(keptStage(config)).toBe("next-start");
  expect(await keep(undo)).toMatchObject({ isTakenBack: true });
  expect(records.at(-1)).toMatchObject({ key: "people.2.role", was: "croupier", now: null });
  expect(keptStage(config)).toBe("none");
  expect((await readConfigOfStart(path)).people).toHaveLength(2);
  // On trial the way back is open, and no test begins.
  await keep(ana);
  const tried = partsOf(await readConfigOfStart(path)).parts;
  expect(await planChange(tried, testMode(true))).toMatchObject({ ok: false, why: { en: /on trial/ } });
  expect(await planChange(tried, undo)).toMatchObject({ ok: true });
});

it("test mode has evidence of its own, and its end brings back what counted", async () => {
  const path = fileOf();
  const before = await readConfigOfStart(path);
  const { config } = await changed(path, testMode(true));
  expect([config?.test, config?.storage.folder]).toEqual([true, testFolderOf(before)]);
  // Nothing else is changed meanwhile.
  const refused = async (asked: Asked): Promise<string | null> => (await changed(path, asked)).why;
  const { name } = EVA;
  expect(await refused(people({ do: "remove", name }))).toMatch(/in test mode/);
  expect(await refused(undo)).toMatch(/in test mode/);
  const after = await changed(path, testMode(false));
  expect([after.config?.test, after.config?.storage.folder]).toEqual([false, before.storage.folder]);
  expect(await textAt(path)).toBe(textOfConfig(before));
  expect((await planOf(path, undo)).ok).toBe(false);
});

it("test mode asks neither the witness nor the floor of the table that counts, and tells results as those of a test", async () => {
  const path = fileOf();
  const file = JSON.parse(readFileSync(path, "utf8")) as object;
  const far = {
    witness: { url: "https://witness.example:8471/", key: WITNESS },
    floor: { collectors: ["https://floor.example:8474/"] },
    remote: {
      certificate: "u.pem",
      key: "u.key",
      authority: "a.pem",
      revoked: "r.json",
      server: { port: 8472 },
    },
    feeds: { tcp: { host: "127.0.0.1", port: 8490 } },
  };
  writeFileSync(path, JSON.stringify({ ...file, ...far, format: 5 }, null, 1));
  const before = await readConfigOfStart(path);
  const { config, records } = await changed(path, testMode(true));
  expect([config?.witness, config?.floor]).toEqual([undefined, undefined]);
  expect([config?.feeds, logOf(config!)]).toEqual([before.feeds, `${logOf(before)}/test`]);
  const said = JSON.stringify(records);
  expect(said).toContain("witness.url");
  expect(said).toContain("floor.collectors");
  const after = await changed(path, testMode(false));
  expect([after.config?.witness, after.config?.floor]).toEqual([before.witness, before.floor]);
});

const planOf = async (path: string, asked: Asked): Promise<Planning> =>
  planChange(partsOf(await readConfigOfStart(path)).parts, asked);
