import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Edition } from "../../src/rules/editions.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { fakeClock } from "../../src/time/fake-clock.ts";
import { US_PER_S, wallMs, type WallMs } from "../../src/time/instant.ts";
import type { ClockQuality } from "../table/clock/clock-quality.ts";
import { parseConfig, type Config } from "../table/config/config.ts";
import "../table/setup/families.ts";
import { LawWatch, NO_TIMES, recordTimes, setupOfStart, type RecordTimes } from "./law-watch.ts";

const EDITIONS: readonly Edition[] = [
  { edition: "2023-03", inForce: "2023-03-14", until: "2027-06-30" },
  { edition: "2027-07", inForce: "2027-07-01" },
];
const at = (text: string): WallMs => wallMs(Date.parse(text));

interface Played {
  readonly from: string;
  readonly edition?: string;
  readonly rulebook?: string;
  readonly test?: boolean;
  readonly times?: RecordTimes;
  readonly isManaged?: boolean;
}

function watched({ from, edition = "2023-03", rulebook = "cl/ruleta-francesa", ...more }: Played) {
  const clock = fakeClock(0, at(from));
  const told: string[] = [];
  const restarts: string[] = [];
  const notices: string[] = [];
  const unit = {
    setup: { rulebook: `cl/ruleta-francesa@${edition}` },
    shown: { durable: { faults: [] } },
    clockQuality: null as ClockQuality | null,
    feed: (entry: Entry): Promise<void> => {
      if (entry.k === "fault") told.push(`${entry.code}${entry.stands ? "" : " over"}`);
      return Promise.resolve();
    },
  };
  const watch = new LawWatch({
    config: { table: { rulebook }, test: more.test ?? false } as Config,
    clock,
    unit,
    editions: EDITIONS,
    times: more.times ?? NO_TIMES,
    restartWhenIdle: (why) => restarts.push(why) > 0 && (more.isManaged ?? true),
    onNotice: (line) => notices.push(line),
  });
  const vouch = (quality: ClockQuality): void => void (unit.clockQuality = quality);
  const seconds = (count: number): void => clock.advance(count * US_PER_S);
  return { clock, told, restarts, notices, watch, vouch, seconds };
}

it("certifies nothing until the day is proven, and says so", () => {
  const { told, restarts, vouch, seconds } = watched({ from: "2026-12-01T12:00:00Z" });
  expect(told).toEqual(["edition-unproven"]);
  vouch("rtc");
  seconds(10);
  expect(told).toHaveLength(1);
  vouch("synced");
  seconds(1);
  expect([told, restarts]).toEqual([["edition-unproven", "edition-unproven over"], []]);
  // What is vouched for no more proves nothing of later days.
  vouch("unsynced");
  seconds(1);
  expect(told.at(-1)).toBe("edition-unproven");
});

it("at the midnight of a change nothing more is certified, and the table starts anew between rounds", () => {
  const { told, restarts, notices, vouch, seconds } = watched({ from: "2027-07-01T03:59:49Z" });
  vouch("synced");
  seconds(9);
  expect(told).toEqual(["edition-unproven", "edition-unproven over"]);
  seconds(2);
  expect(told.slice(2)).toEqual(["edition-other"]);
  expect(restarts).toEqual(["2027-07 is the law now, not 2023-03"]);
  expect(notices).toEqual(["2027-07 is the law now, not 2023-03: the table starts anew between rounds"]);
  seconds(600);
  expect(restarts).toHaveLength(1);
});

it("without a service manager it says what to do", () => {
  const { notices, vouch, seconds } = watched({ from: "2027-08-01T12:00:00Z", isManaged: false });
  vouch("synced");
  seconds(1);
  expect(notices).toEqual(["2027-07 is the law now, not 2023-03: start the table anew"]);
});

it("an edition that somebody wrote down is played while its days last, and not replaced", () => {
  const { told, restarts, seconds } = watched({
    from: "2027-07-01T03:59:58Z",
    rulebook: "cl/ruleta-francesa@2023-03",
  });
  expect(told).toEqual([]);
  seconds(2);
  expect([told, restarts]).toEqual([["edition-other"], []]);
});

it("a table on the bench may try any edition", () => {
  expect(watched({ from: "1970-01-01T00:00:00Z", test: true }).told).toEqual([]);
});

it("a clock alone ends no start: a machine that begins in 1970 starts with the edition of its program's day", () => {
  const file = readFileSync(new URL("../../examples/es-pv-ruleta-francesa.yaml", import.meta.url), "utf8");
  const read = parseConfig(file.replace(/@\d{4}-\d{2}/, ""), "table.yaml");
  if (!read.ok) throw new Error("it must be readable");
  for (const wall of ["1970-01-01T00:00:00Z", "2019-02-14T00:00:00Z", "2026-12-01T00:00:00Z"])
    expect(setupOfStart(read.config, at(wall), NO_TIMES).rulebook).toMatch(
      /^es-pv\/ruleta-francesa@\d{4}-\d{2}$/,
    );
});

it("reads how late the records are, and which of them somebody vouched for", async () => {
  const record = (time: string, clock: string) => ({
    seq: 0,
    hash: "",
    sig: "",
    line: "",
    fields: { at: time, clock },
  });
  const records = [
    record("2096-01-01T00:00:00.000Z", "unsynced"),
    record("2027-01-01T00:00:00.000Z", "synced"),
    record("2027-01-02T00:00:00.000Z", "rtc"),
    record("nonsense", "synced"),
  ];
  expect(await recordTimes({ recent: () => Promise.resolve(records) })).toEqual({
    newest: at("2096-01-01T00:00:00Z"),
    newestVouched: at("2027-01-01T00:00:00Z"),
  });
  expect(await recordTimes({ recent: () => Promise.resolve([]) })).toEqual(NO_TIMES);
});
