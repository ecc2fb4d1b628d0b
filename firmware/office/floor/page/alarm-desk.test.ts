import { beforeEach, expect, it } from "vitest";
import type { FloorAlarm } from "../../../../src/floor/alarm.ts";
import { systemClock } from "../../../../src/time/system-clock.ts";
import { MemoryFloor } from "../../../../test/support/memory-floor.ts";
import type { NewSilence, OwnSilence } from "../alarms/alertmanager.ts";
import { AlarmDesk } from "./alarm-desk.ts";
import { ChangedParts } from "./changed-parts.ts";

const SINCE = "2026-11-29T20:00:00.000Z";
const SILENT: FloorAlarm = {
  fingerprint: "f1",
  name: "TableSilent",
  log: "casino.example/r1",
  labels: { alertname: "TableSilent", log: "casino.example/r1" },
  since: SINCE,
  severity: "critical",
  summary: "",
  doThis: "",
};
const ANA = { person: "Ana", role: "tecnico", key: "a".repeat(64), serial: "1" };

/** Alertmanager as the desk sees it. */
class FakeManager {
  standing: readonly FloorAlarm[] = [SILENT];
  made: (OwnSilence & NewSilence)[] = [];
  isAway = false;
  #next = 1;

  alarms(): Promise<readonly FloorAlarm[]> {
    return this.isAway ? Promise.reject(new Error("away")) : Promise.resolve(this.standing);
  }
  silences(): Promise<readonly OwnSilence[]> {
    return Promise.resolve(this.made);
  }
  silence(one: NewSilence): Promise<void> {
    this.made.push({ ...one, id: String(this.#next++) });
    return Promise.resolve();
  }
  endSilence(id: string): Promise<void> {
    this.made = this.made.filter((one) => one.id !== id);
    return Promise.resolve();
  }
}

const clock = systemClock();
let manager: FakeManager;
let store: MemoryFloor;
let told: ChangedParts;
let desk: AlarmDesk;
const notices: string[] = [];

beforeEach(async () => {
  manager = new FakeManager();
  store = new MemoryFloor();
  told = new ChangedParts();
  notices.length = 0;
  desk = new AlarmDesk({
    manager,
    store,
    told,
    onChange: () => undefined,
    clock,
    onNotice: (line) => void notices.push(line),
  });
  await desk.look();
});

async function acknowledge(): Promise<number> {
  const act = desk.acknowledging({ fingerprint: "f1", since: SINCE, minutes: 30 }, ANA);
  if (act === null) throw new Error("there is no such alarm");
  const made = await store.addAct(act);
  await desk.lookAgain();
  return made ?? 0;
}
const shownNow = (): { isAway: boolean; all: { by: { person: string } | null }[] } =>
  (JSON.parse(told.since(0)?.text ?? "{}") as { floor: { alarms: ReturnType<typeof shownNow> } }).floor.alarms;

it("keeps Alertmanager silent about what somebody sees to, by the act that says so, and no longer", async () => {
  await acknowledge();
  expect(shownNow().all[0]?.by?.person).toBe("Ana");
  expect(manager.made).toMatchObject([{ person: "Ana", labels: SILENT.labels, of: "1 f1" }]);
  await desk.look();
  expect(manager.made).toHaveLength(1);
  // Alertmanager lost it.
  manager.made = [];
  await desk.look();
  expect(manager.made).toHaveLength(1);
  // The alarm is over, and comes again: nobody has heard of that one.
  manager.standing = [];
  await desk.look();
  expect(manager.made).toEqual([]);
  manager.standing = [{ ...SILENT, since: "2026-11-29T21:00:00.000Z" }];
  await desk.look();
  expect(manager.made).toEqual([]);
  expect(shownNow().all[0]?.by).toBeNull();
});

it("takes an acknowledgement back once, and none that does not hold", async () => {
  const act = await acknowledge();
  expect(desk.takingBack(act + 1, "f1", ANA)).toBeNull();
  const back = desk.takingBack(act, "f1", ANA);
  expect(back).toMatchObject({ does: "take-back-acknowledgement", person: "Ana", detail: { act } });
  if (back !== null) await store.addAct(back);
  await desk.lookAgain();
  expect(manager.made).toEqual([]);
  expect(desk.takingBack(act, "f1", ANA)).toBeNull();
});

it("takes no word on an alarm that does not stand", () => {
  expect(desk.acknowledging({ fingerprint: "f2", since: SINCE, minutes: 30 }, ANA)).toBeNull();
  expect(
    desk.acknowledging({ fingerprint: "f1", since: "2026-11-29T20:00:01.000Z", minutes: 30 }, ANA),
  ).toBeNull();
});

it("says that alarms are away, with those it knew last, and notices it once", async () => {
  manager.isAway = true;
  await desk.look();
  await desk.look();
  expect(shownNow()).toMatchObject({ isAway: true, all: [{ by: null }] });
  expect(notices).toEqual(["alarms: away"]);
  manager.isAway = false;
  await desk.look();
  expect(shownNow().isAway).toBe(false);
});
