import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { cheapPinHash } from "../../../test/support/pin.ts";
import { writeConfig } from "../../../test/support/table-process.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import type { Config } from "../../table/config/config.ts";
import {
  keptStage,
  ORDERED_TRIAL_US,
  readConfigOfStart,
  watchOrdered,
} from "../configuration/ordered-configuration.ts";
import { watchWaiting } from "../configuration/waiting-configuration.ts";
import type { ActionParts } from "./action-parts.ts";
import { keepChange, planChange } from "./configure.ts";
import { withdrawChange, withdrawnLine } from "./withdraw-change.ts";
import "../../table/setup/families.ts";

/** A change of the configuration that somebody takes back before it counts for good. */

const EVA = { name: "Eva Mas", role: "tecnico" } as const;
const BEN = { name: "Ben Ruiz", role: "tecnico" } as const;
const JON = { name: "Jon Etxeberria", role: "jefe-de-mesa" } as const;
const FIRST = "ab".repeat(32);
const NEXT = "cd".repeat(32);

function fileOfTable(): string {
  const path = writeConfig({ folder: temporaryFolder(), wheel: "/dev/serial/by-id/usb-none" });
  const file = JSON.parse(readFileSync(path, "utf8")) as object;
  const people = [EVA, BEN, JON].map((one, at) => ({ ...one, pin: cheapPinHash(`830${at}19`) }));
  writeFileSync(path, JSON.stringify({ ...file, test: false, people }, null, 1));
  return path;
}

/** A table that runs with a configuration, and what it records; changes are asked for by Eva. */
function running(config: Config) {
  const clock = fakeClock(0, Date.parse("2026-11-28T12:00:00Z"));
  const records: Record<string, unknown>[] = [];
  const shown: { durable: { ordered?: { order: string; confirmed: boolean } } } = { durable: {} };
  const feed = (entry: Entry): Promise<void> => {
    if (entry.k !== "event") return Promise.resolve();
    records.push(entry.detail);
    if (/^configuration-(?:confirmed|expired)$/.test(String(entry.detail["what"])))
      delete shown.durable.ordered;
    return Promise.resolve();
  };
  const given = [FIRST, NEXT].map((order) => ({
    fields: { kind: "act", detail: { what: "keeping", order, person: EVA.name } },
  }));
  const unit = { feed, hasFailed: false, shown };
  const restarts: string[] = [];
  const restartWhenIdle = (why: string): boolean => restarts.push(why) > 0;
  const journal = { recent: () => Promise.resolve(given) };
  const parts = { config, clock, unit, journal, restartWhenIdle } as unknown as ActionParts;
  const change = async (name: string, second: typeof JON | typeof BEN = JON, id = FIRST) => {
    const pin = cheapPinHash("830519");
    const arguments_ = { do: "add", name, role: "croupier", pin } as const;
    const planning = await planChange(parts, { action: "change-people", arguments: arguments_ });
    if (!planning.ok) return planning.why.en;
    const until = clock.wall() + 3_600_000;
    return keepChange(parts, planning.planned, { id, way: "table", people: [EVA, second], until });
  };
  const withdraw = (by: typeof EVA | typeof BEN = EVA) => withdrawChange(parts, { people: [by] });
  return { parts, clock, unit, shown, records, restarts, change, withdraw };
}

it("one that waits for the jefe de mesa: by whoever asked for it alone, and that it was is a record", async () => {
  const table = running(await readConfigOfStart(fileOfTable()));
  expect(await table.withdraw()).toMatchObject({ ok: false, why: { en: /^Nothing waits/ } });
  await table.change("Ana Gil", BEN);
  table.shown.durable.ordered = { order: FIRST, confirmed: false };
  expect(await table.withdraw(BEN)).toMatchObject({ ok: false, why: { en: /^Eva Mas asked for it/ } });
  const withdrawal = await table.withdraw();
  expect(withdrawal).toMatchObject({ ok: true, withdrawn: { order: FIRST, waited: "jefe-de-mesa" } });
  expect(table.records.at(-1)).toMatchObject({
    what: "configuration-expired",
    order: FIRST,
    why: "Eva Mas withdrew it",
  });
  expect(table.restarts).toEqual([]);
});

it("one whose asking no record names any more is nobody's to withdraw alone", async () => {
  const table = running(await readConfigOfStart(fileOfTable()));
  table.shown.durable.ordered = { order: "ef".repeat(32), confirmed: false };
  expect(await table.withdraw()).toMatchObject({ ok: false, why: { en: /not among the newest records/ } });
});

it("one that is kept for the next start, and one on trial: what passed its trial before counts again", async () => {
  const path = fileOfTable();
  const before = running(await readConfigOfStart(path));
  await before.change("Ana Gil");
  expect(await before.withdraw()).toMatchObject({ ok: true, withdrawn: { waited: "next-start" } });
  expect((await readConfigOfStart(path)).people).toHaveLength(3);

  // One that passed its trial, and another one over it that is on trial.
  await before.change("Ana Gil");
  const first = running(await readConfigOfStart(path));
  await watchOrdered({ config: first.parts.config, clock: first.clock, unit: first.unit }, () => undefined);
  // Until then no other change comes over it: it would lose the way back.
  expect(await first.change("Leo Paz")).toMatch(/on trial still/);
  await first.clock.advanceSettling(ORDERED_TRIAL_US);
  await first.change("Leo Paz", JON, NEXT);
  const trial = running(await readConfigOfStart(path));
  expect(trial.parts.config.people.map(({ name }) => name)).toContain("Leo Paz");
  await watchOrdered({ config: trial.parts.config, clock: trial.clock, unit: trial.unit }, () => undefined);
  const withdrawal = await trial.withdraw();
  if (!withdrawal.ok) throw new Error(withdrawal.why.en);
  expect(withdrawal.withdrawn).toEqual({ order: NEXT, waited: "trial", restarts: true });
  expect(withdrawnLine(withdrawal.withdrawn).en).toContain("former configuration");
  // Its trial is over with it, however long the table plays on before it starts anew.
  await trial.clock.advanceSettling(ORDERED_TRIAL_US);
  const after = await readConfigOfStart(path);
  expect(after.people.map(({ name }) => name)).toEqual([EVA.name, BEN.name, JON.name, "Ana Gil"]);
  expect(keptStage(after)).toBe("none");
  const told = running(after);
  await watchOrdered({ config: after, clock: told.clock, unit: told.unit }, () => undefined);
  expect(told.records).toMatchObject([
    { what: "configuration-returned", order: NEXT, why: "Eva Mas withdrew it" },
  ]);
});

it("one that is accepted while another is on trial waits until that has passed", async () => {
  const path = fileOfTable();
  const before = running(await readConfigOfStart(path));
  await before.change("Ana Gil");
  const trial = running(await readConfigOfStart(path));
  const { config } = trial.parts;
  await watchOrdered({ config, clock: trial.clock, unit: trial.unit }, () => undefined);
  // It was asked for before the other one was on trial, and is accepted now.
  const { keepWaiting } = await import("../configuration/waiting-configuration.ts");
  const text = JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), table: { name: "Mesa 9" } });
  keepWaiting(config, { order: NEXT, text, until: trial.clock.wall() + 3_600_000 });
  trial.shown.durable.ordered = { order: NEXT, confirmed: true };
  const watch = watchWaiting({ ...trial.parts, unit: trial.unit as never, onNotice: () => undefined });
  await trial.clock.advanceSettling(10_000_000);
  expect([keptStage(config), trial.records]).toEqual(["on-trial", []]);
  await trial.clock.advanceSettling(ORDERED_TRIAL_US);
  watch.cancel();
  expect(keptStage(config)).toBe("next-start");
  expect(trial.records.map(({ what }) => what)).toEqual(["configuration-kept", "configuration-confirmed"]);
});
