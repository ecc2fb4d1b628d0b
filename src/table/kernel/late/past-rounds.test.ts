import { describe, expect, it } from "vitest";
import { after, monoUs } from "../../../time/instant.ts";
import { applyRecord, type Durable } from "../durable/durable.ts";
import { EMPTY_WHEEL_TABLE } from "../../wheel/durable-wheel.ts";
import { WHEEL_FAMILY } from "../../wheel/family.ts";
import type { KeyRecord, RecordBody, ResultRecord, UndecidedRecord, VerdictRecord } from "../record.ts";
import { isWithin, NO_PAST, PAST_MAX, pastAfter, pastRound, type PastRounds } from "./past-rounds.ts";

const { reducer: REDUCER } = WHEEL_FAMILY;
const JEFE = { role: "jefe-de-mesa", name: "Luis" } as const;
const key = (pressed: KeyRecord["key"], change: Partial<KeyRecord> = {}): KeyRecord => ({
  kind: "key",
  round: null,
  key: pressed,
  by: JEFE,
  ...change,
});
const phase = (name: "betting" | "closed", round: number): RecordBody => ({
  kind: "phase",
  phase: name,
  round,
});
const result = (round: number, pocket = "17"): ResultRecord => ({
  kind: "result",
  round,
  result: { pocket, suertes: [] },
  deviations: [],
  seen: { rotor: "cw", deviceGame: round },
  certainty: {
    level: "certified",
    witnesses: [],
    judged: [],
    bounded: [],
    attested: [],
    notObservable: [],
    because: [],
  },
});
const undecided = (round: number, change: Partial<UndecidedRecord> = {}): UndecidedRecord => ({
  kind: "undecided",
  round,
  because: ["no-number"],
  seen: {},
  mayBeCalled: [],
  ...change,
});

describe("rounds that may still be judged anew", () => {
  const MINUTE = 60_000_000;
  const ended = (
    bodies: readonly VerdictRecord[],
    times: readonly number[],
    minutes = 30,
    from: PastRounds = NO_PAST,
  ): PastRounds =>
    bodies.reduce(
      (past, body, at) =>
        pastAfter(past, body, EMPTY_WHEEL_TABLE, {
          minutes,
          t: monoUs((times[at] ?? 0) * MINUTE),
          reducer: REDUCER,
        }),
      from,
    );

  it("are known as long as they may be, from their first verdict on", () => {
    const past = ended([result(1), result(2), undecided(1)], [0, 10, 20]);
    expect(past.rounds).toMatchObject([
      { round: 1, kind: "undecided", endedAt: 0 },
      { round: 2, kind: "result", endedAt: 10 * MINUTE },
    ]);
    expect(ended([result(3)], [30], 30, past).rounds.map(({ round }) => round)).toEqual([1, 2, 3]);
    expect(ended([result(3)], [31], 30, past).rounds.map(({ round }) => round)).toEqual([2, 3]);
    const [first] = past.rounds;
    const end = after(monoUs(0), 30 * MINUTE);
    expect([isWithin(first!, 30, end), isWithin(first!, 30, after(end, 1))]).toEqual([true, false]);
  });

  it("are the newest of too many", () => {
    const many = ended(
      Array.from({ length: PAST_MAX + 3 }, (_, at) => result(at + 1)),
      [],
    );
    expect([many.rounds.length, many.rounds[0]?.round]).toEqual([PAST_MAX, 4]);
  });

  it("keep what they had come to while somebody contests them", () => {
    const contested = ended([result(1), undecided(1, { contestedBy: JEFE })], [0, 1]);
    expect(contested.rounds).toMatchObject([{ kind: "undecided", contested: "result" }]);
    const options = { minutes: 30, t: monoUs(2 * MINUTE), reducer: REDUCER };
    const said = (outcome: string, round: number): RecordBody =>
      key({ key: "resolve", round, outcome } as KeyRecord["key"], {
        round,
        resolves: { outcome } as never,
      });
    const upheld = pastAfter(contested, said("upheld", 1), EMPTY_WHEEL_TABLE, options);
    expect(upheld.rounds).toMatchObject([{ round: 1, kind: "result" }]);
    expect(upheld.rounds[0]).not.toHaveProperty("contested");
    expect(pastAfter(contested, said("upheld", 2), EMPTY_WHEEL_TABLE, options)).toEqual(contested);
    expect(pastAfter(contested, said("otherwise", 1), EMPTY_WHEEL_TABLE, options)).toBe(contested);
    const closed = pastAfter(contested, phase("closed", 1), EMPTY_WHEEL_TABLE, options);
    expect(closed.rounds).toMatchObject([{ isOver: true, contested: "result" }]);
    expect(pastAfter(contested, phase("betting", 2), EMPTY_WHEEL_TABLE, options)).toBe(contested);
  });

  it("of before a restart are those of the series, whose time counts from the restart", () => {
    const empty: Durable = EMPTY_WHEEL_TABLE;
    const table = applyRecord(empty, result(1), "2026-01-01T00:00:00.000Z", REDUCER);
    expect(pastRound({ since: monoUs(5), rounds: [] }, table, 1)).toEqual({
      round: 1,
      kind: "result",
      endedAt: 5,
    });
    expect(pastRound({ since: monoUs(5), rounds: [] }, table, 2)).toBeNull();
    expect(pastRound(NO_PAST, table, 1)).toBeNull();
    const past = ended([undecided(1)], [3]);
    expect(pastRound({ ...past, since: monoUs(5) }, table, 1)).toMatchObject({
      kind: "undecided",
      endedAt: 3 * MINUTE,
    });
  });
});
