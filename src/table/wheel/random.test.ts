import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ss2 } from "../../../test/support/replayed.ts";
import type { Key } from "../../people/keys.ts";
import { ROLES, type Role } from "../../people/roles.ts";
import { monoUs } from "../../time/instant.ts";
import { SERIES_MAX, TASKS_MAX } from "../kernel/durable/durable.ts";
import type { Phase } from "../kernel/phase.ts";
import { isVerdict, PlayedTable } from "./played.test-help.ts";
import type { RecordBody } from "../kernel/record.ts";
import { tableStep, type TableInput, type TableStep } from "../kernel/table.ts";
import type { WheelObservation, WheelStage } from "./observation.ts";
import { more } from "../../../test/support/volume.ts";

/** Any sequence of observations, keys, restarts and time: the table holds its promises. */

const RULES = ["cl/ruleta-francesa", "es-cb/ruleta-francesa", "es-pv/ruleta-americana"].map(
  (name) => ss2(name).rules,
);

const STAGES: WheelStage[] = [
  "unknown",
  "idle",
  "starting",
  "betting",
  "ball-in-rim",
  "no-more-bets",
  "ball-not-in-track",
  "dealer-lock",
  "result",
];
const stage = fc.constantFrom(...STAGES);
const deviceGame = fc.constantFrom(null, 0, 1, 11, 11, 11, 12, 256);
const pocket = fc.constantFrom("0", "17", "18");
const direction = fc.constantFrom("cw" as const, "ccw" as const);

const observation: fc.Arbitrary<WheelObservation> = fc.oneof<fc.Arbitrary<WheelObservation>[]>(
  fc.record({
    o: fc.constant("attached" as const),
    during: stage,
    deviceGame,
    shows: fc.option<string>(pocket),
  }),
  fc.record({ o: fc.constant("stage" as const), stage, deviceGame }),
  fc.record({ o: fc.constant("rotor" as const), rpm10: fc.nat(999), direction }),
  fc.constant({ o: "aborted", from: "no-more-bets", cause: "stopped" }),
  fc.record({ o: fc.constant("number" as const), pocket, witnesses: fc.constant(["state-5"]) }),
  fc.record({
    o: fc.constant("ball-direction" as const),
    sense: fc.constantFrom("with-rotor" as const, "against-rotor" as const),
  }),
  fc.record({
    o: fc.constant("ball-laps" as const),
    atLeast: fc.nat(5),
    atMost: fc.option<number>(fc.nat(9)),
    how: fc.constant(""),
  }),
  fc.record({
    o: fc.constantFrom("fault" as const, "fault-cleared" as const),
    code: fc.constantFrom("device-silent", "wheel-component"),
    detail: fc.constant({}),
  }),
  fc.record({
    o: fc.constant("contradiction" as const),
    what: fc.constantFrom("state-jump", "number-changed", "bare-number-differs"),
    seen: fc.constant(["a", "b"]),
  }),
  fc.constantFrom<WheelObservation>(
    { o: "ball-on-track" },
    { o: "launch-failed", attempt: 1, cause: "weak-launch" },
    { o: "ball-not-seen", forUs: 5_000_000 },
    { o: "ball-left-cylinder" },
    { o: "foreign-object" },
    { o: "rotor-stopped" },
    { o: "rotor-irregular", from: 1, to: 2, what: "speed" },
    { o: "number-announced", pocket: "17" },
    { o: "gap", why: "port-gone", during: "betting" },
  ),
);

/** A whole game in order, so that verdicts of every kind do come. */
const game: fc.Arbitrary<WheelObservation[]> = fc
  .record({
    deviceGame: fc.constantFrom(11, 12, 13),
    pocket: fc.option(pocket),
    extra: fc.option(observation),
    at: fc.nat(9),
    direction,
  })
  .map(({ deviceGame: of, pocket: shown, extra, at, direction: way }) => {
    const rotor = { o: "rotor", rpm10: 180, direction: way } as const;
    const seen: WheelObservation[] = [
      { o: "stage", stage: "betting", deviceGame: of },
      rotor,
      { o: "stage", stage: "ball-in-rim", deviceGame: of },
      rotor,
      rotor,
      { o: "stage", stage: "no-more-bets", deviceGame: of },
      { o: "ball-direction", sense: "against-rotor" },
      { o: "stage", stage: "result", deviceGame: of },
      { o: "ball-laps", atLeast: 4, atMost: null, how: "" },
      ...(shown === null
        ? []
        : [{ o: "number", pocket: shown, witnesses: ["bare-number", "state-5"] } as const]),
    ];
    return extra === null ? seen : seen.toSpliced(at, 0, extra);
  });

const round = fc.nat(6);
const rule = fc.constantFrom(
  "foreign-object-in-cylinder",
  "ball-left-cylinder",
  "ball-same-direction-as-rotor",
  "none",
);
const key: fc.Arbitrary<Key> = fc.oneof<fc.Arbitrary<Key>[]>(
  fc.record({ key: fc.constantFrom("confirm-void" as const, "void" as const), round, rule }),
  fc
    .tuple(
      fc.constantFrom("decide", "acknowledge", "confirm-void"),
      round,
      fc.constantFrom("no-number", "stopped", "port-gone"),
    )
    .map(([kind, of, about]) => ({ key: "acknowledge" as const, what: `${kind}/${of}/${about}` })),
  fc.constantFrom<Key>({ key: "open-table" }, { key: "close-table" }, { key: "last-three-spins" }),
);

const input: fc.Arbitrary<TableInput> = fc.oneof<{ arbitrary: fc.Arbitrary<TableInput>; weight: number }[]>(
  { weight: 8, arbitrary: game.map((seen) => ({ i: "observations" as const, seen })) },
  {
    weight: 8,
    arbitrary: fc
      .array(observation, { minLength: 1, maxLength: 3 })
      .map((seen) => ({ i: "observations" as const, seen })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(key, fc.constantFrom<Role>("jefe-de-mesa", "jefe-de-mesa", ...ROLES))
      .map(([pressed, role]) => ({
        i: "key" as const,
        key: pressed,
        by: { role, name: "A" },
      })),
  },
  { weight: 1, arbitrary: fc.constantFrom<TableInput>({ i: "tick" }, { i: "restarted" }, { i: "auto-open" }) },
);

const sequence = fc.array(fc.tuple(fc.constantFrom(0, 500_000, 500_000, 70_000_000), input), {
  maxLength: 40,
  size: "max",
});

/** What may come after each phase without a verdict in between; `closed` only from a key or at the start. */
const FOLLOWS: Readonly<Partial<Record<Phase, readonly Phase[]>>> = {
  closed: ["waiting", "betting"],
  waiting: ["betting", "closed"],
  betting: ["waiting", "ball-in-play", "no-more-bets", "void", "undecided", "closed"],
  "ball-in-play": ["no-more-bets", "result", "void", "undecided", "aborted"],
  "no-more-bets": ["result", "void", "undecided", "aborted"],
  result: ["betting", "waiting", "closed", "void", "undecided"],
  void: ["betting", "waiting", "closed"],
  undecided: ["betting", "waiting", "closed", "void"],
  aborted: ["betting", "waiting", "closed", "void"],
};

/** Checks the records of one table as they come. */
class Watch {
  phase: Phase = "closed";
  round = 0;
  readonly verdictOf = new Map<number, string>();
  readonly began = new Set<number>();

  take(body: RecordBody): void {
    if (body.kind === "phase") {
      if (body.phase !== this.phase)
        expect(FOLLOWS[this.phase], `${this.phase} → ${body.phase}`).toContain(body.phase);
      if (body.phase === "betting") expect(body.round, "rounds count up by one").toBe(this.round + 1);
      else expect(body.round).toBe(this.round);
      if (body.phase === "ball-in-play" || body.phase === "no-more-bets") this.began.add(body.round);
      // The round that is left behind has its verdict.
      if (["betting", "waiting", "closed"].includes(body.phase))
        for (const began of this.began)
          expect(this.verdictOf.has(began), `round ${began} has no verdict`).toBe(true);
      this.phase = body.phase;
      this.round = body.round;
    }
    if (!isVerdict(body)) return;
    const before = this.verdictOf.get(body.round);
    if (before !== undefined) {
      const byPerson = body.kind === "void" && body.calledBy !== "machine" && before !== "void";
      const takenBack =
        before === "result" && body.kind === "undecided" && body.because[0] === "number-changed";
      expect(byPerson || takenBack, `round ${body.round}: ${before}, then ${body.kind}`).toBe(true);
    }
    this.verdictOf.set(body.round, body.kind);
    if (body.round === this.round) this.phase = body.kind;
    else expect(body.kind).toBe("void");
    if (body.kind === "result" && body.certainty.level === "reported")
      expect(body.certainty.because).not.toEqual([]);
    if (body.kind === "undecided") expect(body.because).not.toEqual([]);
  }
}

describe("any sequence of observations, keys and restarts", () => {
  it("every spin that begins ends in exactly one verdict; phases follow; nothing grows", () => {
    const seen = new Map<string, number>();
    const property = fc.property(fc.constantFrom(...RULES), fc.boolean(), sequence, (rules, opened, steps) => {
      const played = new PlayedTable(rules);
      const watch = new Watch();
      if (opened) for (const body of played.open().records) watch.take(body);
      for (const [afterUs, one] of steps) {
        played.t += afterUs;
        const before = played.table;
        // PlayedTable itself throws when the durable table is not the fold of its records.
        const step: TableStep = played.feed(one);
        for (const body of step.records) {
          watch.take(body);
          const what = body.kind === "result" ? body.certainty.level : body.kind;
          seen.set(what, (seen.get(what) ?? 0) + 1);
        }
        if (step.refusal !== null) {
          // Time may have run out for a spin; but the key itself changed nothing.
          const tick = tableStep(before, { i: "tick" }, monoUs(played.t), `at ${played.t}`, rules);
          expect(step).toEqual({ ...tick, refusal: step.refusal });
        }
        const { durable } = played;
        expect(durable.series.length).toBeLessThanOrEqual(SERIES_MAX);
        // Voids to be called and decisions never give way: the sequence has no more rounds than these.
        const noticed = durable.tasks.filter(({ kind }) => kind === "acknowledge");
        expect(noticed.length).toBeLessThanOrEqual(TASKS_MAX);
        expect(durable.tasks.length - noticed.length).toBeLessThanOrEqual(durable.round + 1);
        expect(new Set(durable.tasks.map((task) => task.id)).size).toBe(durable.tasks.length);
        expect(durable).toMatchObject({
          phase: watch.phase,
          round: watch.round,
          open: watch.phase !== "closed",
        });
        expect(durable.verdict?.kind ?? null).toBe(isVerdictPhase(durable.phase) ? durable.phase : null);
      }
      expect(JSON.parse(JSON.stringify(played.table))).toEqual(played.table);
      expect(JSON.stringify(played.table).length).toBeLessThan(30_000);
    });
    fc.assert(property, { numRuns: more(250, 600), seed: 311 });
    for (const kind of ["certified", "reported", "void", "undecided", "aborted"])
      expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(30);
  });
});

function isVerdictPhase(phase: Phase): boolean {
  return phase === "result" || phase === "void" || phase === "undecided" || phase === "aborted";
}
