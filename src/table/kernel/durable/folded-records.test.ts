import { describe, expect, it } from "vitest";
import { EMPTY_WHEEL_TABLE } from "../../wheel/durable-wheel.ts";
import { WHEEL_FAMILY } from "../../wheel/family.ts";
import type { ResolveOutcome } from "../../../people/keys.ts";
import type { KeyRecord, LifeRecord, RecordBody, ResultRecord, UndecidedRecord } from "../record.ts";
import { applyRecord, type Durable } from "./durable.ts";
import { lastWordOf } from "./last-word.ts";
import { announcedRounds } from "./last-rounds.ts";
import { disputeTask, isOpenRound } from "./open-rounds.ts";
import { askedRules, DISPUTED } from "./tasks.ts";

/** What rows of records come to, whatever game they are of: a table's state is made of nothing else. */

const { reducer: REDUCER } = WHEEL_FAMILY;
const AT = "2026-01-01T00:00:00.000Z";
const JEFE = { role: "jefe-de-mesa", name: "Luis" } as const;
const CROUPIER = { role: "croupier", name: "Ana" } as const;

function fold(bodies: readonly RecordBody[], from: Durable = EMPTY_WHEEL_TABLE): Durable {
  return bodies.reduce((durable, body) => applyRecord(durable, body, AT, REDUCER), from);
}
const key = (pressed: KeyRecord["key"], change: Partial<KeyRecord> = {}): KeyRecord => ({
  kind: "key",
  round: null,
  key: pressed,
  by: JEFE,
  ...change,
});
const phase = (name: "waiting" | "betting" | "ball-in-play" | "closed", round: number): RecordBody => ({
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
const annulled = (round: number, calledBy: "machine" | typeof JEFE = JEFE): RecordBody => ({
  kind: "void",
  round,
  reasons: [{ rule: "ball-left", cite: "", observed: {} }],
  then: [],
  calledBy,
});

describe("updates", () => {
  const step = (name: string, detail: LifeRecord["detail"] = {}): RecordBody => ({
    kind: "update",
    detail: { step: name, version: "2.0.0", digest: "ab", until: "u", order: null, why: null, ...detail },
  });
  const last = (name: string, change: object = {}): object => ({
    step: name,
    version: "2.0.0",
    digest: "ab",
    order: null,
    why: null,
    at: AT,
    ...change,
  });
  const updateAfter = (...steps: readonly RecordBody[]): Durable["update"] => fold(steps).update;
  const announced = { version: "2.0.0", digest: "ab", until: "u" };

  it("wait from their announcement until they are switched to, withdrawn, gone back from or refused", () => {
    expect(updateAfter(step("announced"))).toEqual({ announced, last: last("announced") });
    expect(updateAfter(step("announced"), step("switched"))).toEqual({ announced, last: last("switched") });
    for (const end of ["withdrawn", "returned", "refused"])
      expect(updateAfter(step("announced"), step(end, { why: "x", order: "o" }))).toEqual({
        last: last(end, { why: "x", order: "o" }),
      });
    expect(updateAfter(step("announced"), step("confirmed", { release: 7 }))).toEqual({
      release: 7,
      last: last("confirmed"),
    });
  });

  it("that are announced again keep their first notice; another one begins its own, and one that is refused takes nothing from what waits", () => {
    expect(updateAfter(step("announced"), step("announced", { until: "later" }))?.announced).toEqual(announced);
    expect(
      updateAfter(step("announced"), step("announced", { digest: "cd", until: "later" }))?.announced,
    ).toEqual({
      ...announced,
      digest: "cd",
      until: "later",
    });
    expect(updateAfter(step("announced"), step("refused", { digest: "cd", version: null }))).toEqual({
      announced,
      last: last("refused", { digest: "cd", version: null }),
    });
  });

  it("count the highest number that was confirmed, one without a number none", () => {
    const confirmed = (release: number | null): RecordBody => step("confirmed", { release });
    expect(updateAfter(confirmed(7), confirmed(5), confirmed(null))?.release).toBe(7);
    expect(updateAfter(confirmed(7), confirmed(5))?.release).toBe(7);
    expect(updateAfter(confirmed(7), step("announced"), step("returned"), step("held"))?.release).toBe(7);
    expect(updateAfter(confirmed(null))).toEqual({ last: last("confirmed") });
  });

  it("are held until they are released, and that is no step of one", () => {
    const held = [step("announced"), step("held")];
    expect(updateAfter(...held)).toEqual({ announced, held: true, last: last("announced") });
    expect(updateAfter(...held, step("withdrawn"))).toEqual({ held: true, last: last("withdrawn") });
    expect(updateAfter(...held, step("confirmed", { release: 3 }))).toMatchObject({ held: true, release: 3 });
    expect(updateAfter(...held, step("released"))).toEqual({ announced, last: last("announced") });
    expect(fold([step("held"), step("released")])).toEqual(EMPTY_WHEEL_TABLE);
    expect(updateAfter(...held, step("unheard-of"))).toEqual(updateAfter(...held));
  });

  it("of the base system stand beside those of releases, and the highest one that was kept is known", () => {
    const base = (name: string, number: number, detail: LifeRecord["detail"] = {}): RecordBody =>
      step(name, { base: number, ...detail });
    const release = updateAfter(step("announced"), step("held"));
    const both = updateAfter(step("announced"), step("held"), base("announced", 3, { digest: "cd" }));
    expect(both).toEqual({
      ...release,
      base: { announced: { ...announced, digest: "cd" }, last: last("announced", { digest: "cd" }) },
    });
    const kept = fold([base("announced", 3), base("confirmed", 3)]).update?.base;
    expect(kept).toEqual({ kept: { number: 3, version: "2.0.0", digest: "ab" }, last: last("confirmed") });
    expect(fold([base("confirmed", 3), base("confirmed", 2, { digest: "cd" })]).update?.base?.kept).toEqual({
      number: 3,
      version: "2.0.0",
      digest: "ab",
    });
    expect(
      fold([base("confirmed", 3), base("confirmed", 3, { digest: "cd" })]).update?.base?.kept?.digest,
    ).toBe("cd");
    expect(fold([base("confirmed", 3), base("returned", 4)]).update?.base).toMatchObject({
      kept: { number: 3 },
      last: { step: "returned" },
    });
    expect(fold([base("confirmed", 3), step("confirmed", { release: 7 })]).update).toMatchObject({
      release: 7,
      base: { kept: { number: 3 } },
    });
  });
});

describe("the notice of the last rounds", () => {
  const open = fold([phase("betting", 7)]);
  const notice = (change: object = {}): KeyRecord => key({ key: "last-three-spins", ...change });
  const leftAfter = (bodies: readonly RecordBody[], from = open): number | null =>
    fold(bodies, from).lastRounds;

  it("counts down with each result, and ends with the one after the last", () => {
    expect(
      [1, 2, 3, 4, 5].map((count) =>
        leftAfter([notice(), ...[7, 8, 9, 10, 11].slice(0, count).map((round) => result(round))]),
      ),
    ).toEqual([2, 1, 0, null, null]);
    expect(leftAfter([notice({ rounds: 5 }), result(7)])).toBe(4);
    expect(announcedRounds(fold([notice({ rounds: 5 })], open))).toBe(5);
    expect(announcedRounds(fold([notice({ rounds: 5 }), notice()], open))).toBe(3);
  });

  it("counts no round that ran as it was said, none without a result, and none twice", () => {
    expect(leftAfter([phase("ball-in-play", 7), notice(), result(7)])).toBe(3);
    expect(leftAfter([notice(), undecided(7), annulled(8)])).toBe(3);
    expect(leftAfter([notice(), result(7), result(7)])).toBe(2);
    expect(leftAfter([notice(), result(7), annulled(7)])).toBe(3);
    expect(leftAfter([notice(), annulled(7), annulled(7)])).toBe(3);
  });

  it("of the last game is one round; how many a last shoe has nobody knows", () => {
    const game = notice({ notice: "last-game" });
    expect([leftAfter([game]), leftAfter([game, result(7)]), leftAfter([game, result(7), result(8)])]).toEqual([
      3,
      2,
      null,
    ]);
    const shoe = notice({ notice: "last-shoe" });
    expect([leftAfter([shoe, result(7)]), leftAfter([shoe, result(7), result(8), result(9)])]).toEqual([2, 2]);
  });

  it("is over when the table closes", () => {
    const closed = fold([notice({ rounds: 5, notice: "last-game" }), phase("closed", 7)], open);
    expect(closed).toEqual(fold([phase("closed", 7)], open));
    expect(fold([notice(), phase("closed", 7)], open).lastRounds).toBeNull();
  });

  it("is what was said last: taken back, the table counts as before it", () => {
    const said = fold([notice()], open);
    expect(lastWordOf(said)).toMatchObject({ by: "Luis", key: { key: "last-three-spins" } });
    const back = (of: KeyRecord): KeyRecord => key({ key: "take-back", round: 1 }, { takesBack: of.key });
    expect(fold([back(notice())], said)).toEqual(open);
    const twice = fold([notice({ rounds: 5 }), notice({ notice: "last-game" })], open);
    expect(fold([back(notice())], twice)).toEqual(fold([notice({ rounds: 5 })], open));
    expect(fold([back(notice()), back(notice())], twice)).toEqual(open);
  });

  it("can be taken back until something is launched or has its verdict, whatever else is pressed meanwhile", () => {
    const isKept = (...more: readonly RecordBody[]): boolean =>
      lastWordOf(fold([notice(), ...more], open)) !== undefined;
    expect(isKept(key({ key: "acknowledge", what: "x" }))).toBe(true);
    expect(isKept(phase("betting", 7))).toBe(true);
    for (const end of [phase("ball-in-play", 7), phase("closed", 7), result(7), annulled(7), undecided(7)])
      expect([end.kind, isKept(end)]).toEqual([end.kind, false]);
    expect(isKept({ kind: "aborted", round: 7, cause: "stopped", seen: {} })).toBe(false);
    expect(isKept({ kind: "boot", detail: {} })).toBe(false);
    // A key that is no such word stands before it, and is not what is taken back.
    const other = key({ key: "declare", round: 7, rule: "x" });
    expect(isKept(other)).toBe(false);
    expect(
      lastWordOf(fold([notice(), other, ...Array.from({ length: 9 }, () => notice())], open)),
    ).toBeDefined();
    expect(
      fold(
        Array.from({ length: 12 }, () => notice()),
        open,
      ).lastWords,
    ).toHaveLength(8);
  });
});

describe("what waits for somebody", () => {
  it("of the session gives way to what the next opening or closing wants", () => {
    const duties = (name: "open-table" | "close-table", all: readonly string[]): KeyRecord =>
      key({ key: name }, { duties: all });
    const opened = fold([duties("open-table", ["count-chips", "check-ball"])]);
    expect(opened.tasks.map(({ about, session }) => [about, session])).toEqual([
      ["count-chips", true],
      ["check-ball", true],
    ]);
    const closed = fold([undecided(1), duties("close-table", ["lock-up"])], opened);
    expect(closed.tasks.map(({ about }) => about)).toEqual(["no-number", "lock-up"]);
  });

  it("is a void to be called, until somebody has", () => {
    const judged = fold([annulled(3, "machine")]);
    expect(judged.tasks).toMatchObject([{ kind: "confirm-void", round: 3, about: "ball-left" }]);
    expect([judged.confirmed, fold([annulled(3)]).confirmed]).toEqual([false, true]);
  });

  it("is a round that nobody could decide, until somebody says what it came to", () => {
    const open = fold([result(1), undecided(2, { seen: { rules: "a, b" } }), result(3)]);
    expect([1, 2, 3, 9].map((round) => isOpenRound(open, round))).toEqual([false, true, false, false]);
    expect(askedRules(open, 2)).toEqual(["a", "b"]);
    const resolve = key(
      { key: "resolve", round: 2, outcome: "otherwise" },
      {
        round: 2,
        resolves: { outcome: "otherwise" },
      },
    );
    const over = fold([resolve], open);
    expect([isOpenRound(over, 2), over.tasks, askedRules(over, 2)]).toEqual([false, [], []]);
    expect(over.series[1]).toMatchObject({
      round: 2,
      kind: "undecided",
      resolved: { outcome: "otherwise", by: JEFE },
    });
    // So long ago that only its task is left.
    const long = fold(
      Array.from({ length: 25 }, (_, at) => result(at + 3)),
      open,
    );
    expect([long.series.some(({ round }) => round === 2), isOpenRound(long, 2)]).toEqual([false, true]);
  });

  it("is a dispute: at once of a round that is over, from its verdict on of one that runs", () => {
    const dispute = (round: number, decides: boolean): RecordBody => ({
      kind: "dispute",
      round,
      by: CROUPIER,
      words: "w",
      ...(decides ? { decides, rules: ["claim"] } : {}),
    });
    const over = fold([result(1), result(2), dispute(1, true)]);
    expect([over.disputes, disputeTask(over, 1)?.rules, disputeTask(over, 2)]).toEqual([[1], ["claim"], null]);
    expect(disputeTask(fold([result(1), dispute(1, false)]), 1)).toBeNull();
    const running = fold([phase("ball-in-play", 3), dispute(3, true)]);
    expect([running.disputed, disputeTask(running, 3)]).toEqual([{ round: 3, rules: ["claim"] }, null]);
    const done = fold([result(3)], running);
    expect([done.disputed, disputeTask(done, 3)?.about, disputeTask(done, 3)?.rules]).toEqual([
      undefined,
      DISPUTED,
      ["claim"],
    ]);
    expect(disputeTask(fold([undecided(3)], running), 3)).toBeNull();
    expect(fold([result(4)], running)).not.toHaveProperty("disputed");
    expect(fold([result(2)], running).disputed).toEqual({ round: 3, rules: ["claim"] });
    const kept = (round: number): RecordBody => ({ kind: "case-kept", detail: { round } });
    const two = fold([dispute(1, false), dispute(2, false), dispute(2, false)]);
    expect([two.disputes, fold([kept(1)], two).disputes]).toEqual([[1, 2], [2]]);
    expect(fold([kept(1), kept(2)], two)).not.toHaveProperty("disputes");
  });

  it("a contested result that is upheld is again what it was", () => {
    const contested = fold([result(1), undecided(1, { contestedBy: JEFE })]);
    expect(contested.series[0]).toMatchObject({
      kind: "undecided",
      contested: { pocket: "17", certified: true },
    });
    const resolve = (outcome: ResolveOutcome): KeyRecord =>
      key(
        { key: "resolve", round: 1, outcome },
        {
          round: 1,
          resolves: { outcome },
        },
      );
    const upheld = fold([resolve("upheld")], contested).series[0];
    expect(upheld).toMatchObject({
      kind: "result",
      pocket: "17",
      certified: true,
      resolved: { outcome: "upheld" },
    });
    expect(upheld).not.toHaveProperty("contested");
    expect(fold([resolve("otherwise")], contested).series[0]).toMatchObject({
      kind: "undecided",
      contested: { pocket: "17" },
    });
    // A void keeps what stood before it, through being contested too.
    expect(fold([annulled(1)], contested).series[0]).toMatchObject({
      kind: "void",
      annulled: { pocket: "17" },
    });
    expect(fold([result(1), annulled(1), annulled(1)]).series[0]).toMatchObject({
      kind: "void",
      annulled: { pocket: "17" },
    });
  });
});

describe("rounds are counted", () => {
  it("once each, whatever they come to in the end, and voids as long as they are void", () => {
    const counted = (...bodies: readonly RecordBody[]): unknown => fold(bodies).counted;
    expect(counted(result(1), undecided(2), annulled(3, "machine"))).toEqual({ rounds: 3, voids: 1 });
    expect(counted(result(1), annulled(1), annulled(1))).toEqual({ rounds: 1, voids: 1 });
    expect(counted(annulled(1), undecided(1, { contestedBy: JEFE }))).toEqual({ rounds: 1, voids: 0 });
    expect(counted(result(1), result(2), annulled(1))).toEqual({ rounds: 2, voids: 1 });
  });
});
