import { WHEEL_FAMILY } from "../../wheel/family.ts";
import { describe, expect, it } from "vitest";
import { applyRecord, SERIES_MAX, TASKS_MAX, type Durable } from "./durable.ts";
import type { RecordBody, ResultRecord, UndecidedRecord } from "../record.ts";
import { FAULTS, isMomentary, type FaultCode } from "../../../codes/faults.ts";
import { EMPTY_WHEEL_TABLE } from "../../wheel/durable-wheel.ts";

const AT = "2026-01-01T00:00:00.000Z";
const { reducer: REDUCER } = WHEEL_FAMILY;
const fold = (bodies: readonly RecordBody[], from: Durable = EMPTY_WHEEL_TABLE): Durable =>
  bodies.reduce((durable, body) => applyRecord(durable, body, AT, REDUCER), from);

const result = (round: number, change: Partial<ResultRecord> = {}): ResultRecord => ({
  kind: "result",
  round,
  result: { pocket: "17", suertes: [] },
  certainty: {
    level: "certified",
    witnesses: [],
    judged: [],
    bounded: [],
    attested: [],
    notObservable: [],
    because: [],
  },
  deviations: [],
  seen: { rotor: "cw", deviceGame: round },
  ...change,
});
const undecided = (round: number): UndecidedRecord => ({
  kind: "undecided",
  round,
  because: ["no-number"],
  seen: {},
  mayBeCalled: ["ball-left-cylinder"],
});
const annulled = (round: number): RecordBody => ({
  kind: "void",
  round,
  reasons: [],
  then: [],
  calledBy: { role: "jefe-de-mesa", name: "Luis" },
});
const aborted = (round: number): RecordBody => ({ kind: "aborted", round, cause: "stopped", seen: {} });

describe("the series", () => {
  it("holds the newest twenty, newest first, one entry a round", () => {
    const durable = fold(Array.from({ length: 50 }, (_, at) => result(at + 1)));
    expect(SERIES_MAX).toBe(20);
    expect(durable.series.map((entry) => entry.round)).toEqual(Array.from({ length: 20 }, (_, at) => 50 - at));
  });

  it("replaces the entry of a round that gets another verdict, in its place", () => {
    const durable = fold([result(1), undecided(2), result(3), aborted(2)]);
    expect(durable.series.map((entry) => [entry.round, entry.kind])).toEqual([
      [3, "result"],
      [2, "aborted"],
      [1, "result"],
    ]);
    expect(durable).toMatchObject({ round: 3, phase: "result" });
  });

  it("shows a pocket for results only, and whether it is certified", () => {
    const reported = result(2, {
      certainty: { ...result(2).certainty, level: "reported", because: ["joined-late"] },
    });
    expect(fold([result(1), reported, undecided(3)]).series).toEqual([
      { round: 3, kind: "undecided", pocket: null, certified: false },
      { round: 2, kind: "result", pocket: "17", certified: false },
      { round: 1, kind: "result", pocket: "17", certified: true },
    ]);
  });
});

describe("tasks", () => {
  it("are twelve at most as long as an acknowledgement can give way; no decision and no void to be called does", () => {
    const first = fold([undecided(1), aborted(2)]);
    const many = fold(
      Array.from({ length: 11 }, (_, at) => undecided(at + 3)),
      first,
    );
    expect(TASKS_MAX).toBe(12);
    expect(many.tasks).toHaveLength(12);
    expect(many.tasks.map((task) => task.kind)).not.toContain("acknowledge");
    expect(many.tasks[0]?.round).toBe(1);
    const more = fold([undecided(14)], many);
    expect(more.tasks.map((task) => task.round)).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  });

  it("a verdict that replaces another settles the round's tasks, not what is to be acknowledged", () => {
    const deviation = { rule: "rotor-direction-not-alternated", cite: "", observed: {} };
    const durable = fold([result(1, { deviations: [deviation] }), undecided(1), aborted(1)]);
    expect(durable.tasks.map((task) => task.id)).toEqual([
      "acknowledge/1/rotor-direction-not-alternated",
      "acknowledge/1/stopped",
    ]);
  });

  it("an unwatched number without a reason still asks to be seen", () => {
    const reported = result(1, { certainty: { ...result(1).certainty, level: "reported" } });
    expect(fold([reported]).tasks.map((task) => task.about)).toEqual(["not-watched"]);
  });
});

describe("faults", () => {
  const fault = (kind: "fault" | "fault-cleared", code: FaultCode): RecordBody => ({
    kind,
    device: "wheel",
    code,
    round: null,
    detail: {},
  });

  it("stand once, with the time of the last record, until cleared", () => {
    const standing = fold([
      fault("fault", "device-silent"),
      fault("fault", "port-gone"),
      fault("fault", "device-silent"),
    ]);
    expect(standing.faults.map((one) => one.code)).toEqual(["port-gone", "device-silent"]);
    expect(standing.faults[0]).toEqual({ device: "wheel", code: "port-gone", since: AT });
    expect(fold([fault("fault-cleared", "port-gone")], standing).faults.map((one) => one.code)).toEqual([
      "device-silent",
    ]);
    expect(
      applyRecord(
        standing,
        { kind: "fault-cleared", device: "other", code: "port-gone", round: null, detail: {} },
        AT,
        REDUCER,
      ).faults,
    ).toHaveLength(2);
  });

  const MOMENTARY = (Object.keys(FAULTS) as (keyof typeof FAULTS)[]).filter(isMomentary);
  it.each(MOMENTARY)("%s happens and does not stand", (code) => {
    expect(fold([fault("fault", code)])).toEqual(EMPTY_WHEEL_TABLE);
  });
});

describe("the verdict", () => {
  it("leaves the table with the next phase, not with a fault or a key", () => {
    const shown = fold([
      result(1),
      { kind: "fault", device: "wheel", code: "port-gone", round: 1, detail: {} },
    ]);
    expect(shown.verdict).toMatchObject({ kind: "result", round: 1 });
    for (const phase of ["betting", "waiting", "closed", "ball-in-play", "no-more-bets"] as const)
      expect(fold([{ kind: "phase", round: 2, phase }], shown)).toMatchObject({
        phase,
        verdict: null,
        confirmed: false,
      });
  });

  it("records of the unit's own life change nothing", () => {
    const shown = fold([result(1)]);
    for (const kind of ["boot", "shutdown", "clock"] as const)
      expect(fold([{ kind, detail: {} }], shown)).toBe(shown);
  });
});

describe("the last valid spin", () => {
  const reported = result(2, {
    certainty: { ...result(2).certainty, level: "reported", because: ["joined-late"] },
  });

  it("is a certified one that nothing of unknown validity followed", () => {
    expect(fold([result(1)]).wheel?.lastValid).toEqual({ round: 1, pocket: "17", rotor: "cw" });
    expect(fold([result(1), aborted(2)]).wheel?.lastValid?.round).toBe(1);
    expect(fold([result(1), undecided(2)]).wheel?.lastValid).toBeNull();
    // A certified spin that a person annuls while the next one runs is nothing to alternate from.
    const running = fold([result(1), { kind: "phase", round: 2, phase: "ball-in-play" }]);
    expect(fold([annulled(1)], running).wheel?.lastValid).toBeNull();
    expect(fold([result(1), reported]).wheel?.lastValid).toBeNull();
    expect(fold([reported]).wheel?.lastGame).toEqual({ deviceGame: 2, pocket: "17" });
  });
});

describe("the device's game", () => {
  it("is kept from the running ball on, until bets are opened", () => {
    const running = fold([{ kind: "phase", round: 1, phase: "ball-in-play", deviceGame: 7 }]);
    expect(running.wheel?.playedGame).toBe(7);
    expect(fold([{ kind: "phase", round: 1, phase: "waiting" }], running).wheel?.playedGame).toBe(7);
    expect(fold([{ kind: "phase", round: 2, phase: "betting" }], running).wheel?.playedGame).toBeNull();
    expect(fold([result(8)], running).wheel).toMatchObject({
      playedGame: 8,
      lastGame: { deviceGame: 8, pocket: "17" },
    });
    expect(fold([result(8, { seen: { rotor: null, deviceGame: null } })], running).wheel?.playedGame).toBe(7);
  });
});
