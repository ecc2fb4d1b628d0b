import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { monoUs } from "../../../../src/time/instant.ts";
import type { Command } from "./command.ts";
import { definitionOf } from "./definition.ts";
import { queueStep, queueWakeAt } from "./queue.ts";
import {
  QUEUE_LIMIT,
  QUEUE_START,
  type QueueInput,
  type QueueOutcome,
  type QueueState,
} from "./queue-state.ts";

type Part = QueueInput extends infer I ? (I extends { t: unknown } ? Omit<I, "t"> : never) : never;

/** A queue driven by hand; `ms` counts from the opening of the port. */
function queueHarness() {
  let state: QueueState = QUEUE_START;
  const writes: string[] = [];
  const outcomes: QueueOutcome[] = [];
  const give = (ms: number, input: Part): void => {
    const step = queueStep(state, { ...input, t: monoUs(ms * 1_000) });
    state = JSON.parse(JSON.stringify(step.state)) as QueueState;
    writes.push(...step.writes);
    outcomes.push(...step.outcomes);
  };
  return {
    give,
    writes,
    outcomes,
    line: (ms: number, text: string) => give(ms, { i: "line", text }),
    submit: (ms: number, id: string, command: Command) => give(ms, { i: "submit", id, command }),
    tick: (ms: number) => give(ms, { i: "tick" }),
    wakeMs: () => {
      const at = queueWakeAt(state);
      return at === null ? null : at / 1_000;
    },
    state: () => state,
  };
}

const M: Command = { c: "read-parameter", letter: "m" };
const Z: Command = { c: "read-parameter", letter: "z" };
const WRITE: Command = { c: "write-parameter", letter: "m", values: [20] };
const idle = "*X;6;001;  ;0;000;0";

describe("command queue", () => {
  it("has one command under way, whatever status lines come in between", () => {
    const q = queueHarness();
    q.give(0, { i: "opened" });
    q.submit(10, "a", M);
    q.submit(11, "b", Z);
    expect(q.writes).toEqual(["*T M\r\n"]);
    q.line(50, "*X;4;011;23;0;168;1");
    q.line(60, "*T z 37");
    expect(q.outcomes).toEqual([]);
    expect(q.state().counts.stray).toBe(1);
    q.line(80, "*T m 20000.0");
    expect(q.outcomes).toMatchObject([
      { id: "a", ended: "answered", replies: [{ letter: "m", values: [200_000] }] },
    ]);
    expect(q.writes).toHaveLength(1);
    expect(q.wakeMs()).toBe(110);
    q.tick(110);
    expect(q.writes).toEqual(["*T M\r\n", "*T Z\r\n"]);
  });

  it("asks a question three times, then gives it up and drops its late reply", () => {
    const q = queueHarness();
    q.give(0, { i: "opened" });
    q.submit(0, "a", M);
    for (let ms = q.wakeMs(); ms !== null; ms = q.wakeMs()) q.tick(ms);
    expect(q.writes).toEqual(["*T M\r\n", "*T M\r\n", "*T M\r\n"]);
    expect(q.outcomes).toMatchObject([{ id: "a", ended: "timed-out", attempts: 3 }]);
    q.submit(3_300, "b", Z);
    q.line(3_400, "*T m 2.0");
    expect(q.state().counts.late).toBe(1);
    expect(q.outcomes).toHaveLength(1);
    q.line(3_500, "*T z 37");
    expect(q.outcomes[1]).toMatchObject({ id: "b", ended: "answered" });
  });

  it("does not ask again for what may still be answered late", () => {
    const q = queueHarness();
    q.give(0, { i: "opened" });
    q.submit(0, "a", M);
    for (let ms = q.wakeMs(); ms !== null; ms = q.wakeMs()) q.tick(ms);
    const sent = q.writes.length;
    q.submit(4_000, "b", M);
    expect(q.writes).toHaveLength(sent);
    q.tick(q.wakeMs() ?? 0);
    expect(q.writes).toHaveLength(sent + 1);
  });

  it("never sends a change twice, but reads back", () => {
    const q = queueHarness();
    q.give(0, { i: "opened" });
    q.line(1, idle);
    q.submit(10, "w", WRITE);
    q.tick(q.wakeMs() ?? 0);
    expect(q.writes).toEqual(["*T m 2.0\r\n", "*T M\r\n"]);
    q.line(1_100, "*T OK");
    expect(q.state().counts.late).toBe(1);
    expect(q.outcomes).toEqual([]);
    q.line(1_200, "*T m 20000.0");
    expect(q.outcomes).toMatchObject([{ id: "w", ended: "unconfirmed", matches: false }]);
  });

  it("checks the wheel's state when the turn comes, not when it is submitted", () => {
    const q = queueHarness();
    q.give(0, { i: "opened" });
    q.line(1, "*X;2;001;  ;0;100;0");
    q.submit(10, "a", M);
    q.submit(11, "w", WRITE);
    q.line(400, "*X;3;001;  ;0;100;0");
    q.line(410, "*T m 2.0");
    q.tick(500);
    expect(q.outcomes[1]).toMatchObject({ id: "w", ended: "not-sent", why: "wheel-state" });
    q.submit(9_000, "v", WRITE);
    expect(q.outcomes[2]).toMatchObject({ id: "v", ended: "not-sent", why: "state-unknown" });
    expect(q.writes).toEqual(["*T M\r\n"]);
  });

  it("takes a status line for the answer to *X, and collects the lines of a list", () => {
    const q = queueHarness();
    q.give(0, { i: "opened" });
    q.submit(0, "x", { c: "read-status" });
    q.line(50, idle);
    expect(q.outcomes).toMatchObject([{ id: "x", ended: "answered", replies: [] }]);
    q.submit(200, "f", { c: "self-test" });
    q.line(60_000, "*F 21");
    q.line(60_100, "*F 5");
    q.tick(q.wakeMs() ?? 0);
    expect(q.outcomes[1]).toMatchObject({ id: "f", ended: "answered", replies: [{ code: 21 }, { code: 5 }] });
  });

  it("refuses the seventeenth waiting command, bad arguments, and a closed port", () => {
    const q = queueHarness();
    q.submit(0, "early", M);
    q.give(1, { i: "opened" });
    for (let n = 0; n <= QUEUE_LIMIT; n++) q.submit(2, `n${n}`, Z);
    q.submit(3, "over", Z);
    q.submit(3, "bad", { c: "write-parameter", letter: "m", values: [200_000] });
    expect(q.outcomes.map(({ id, ...rest }) => [id, "why" in rest ? rest.why : rest.ended])).toEqual([
      ["early", "port-closed"],
      ["over", "queue-full"],
      ["bad", "bad-arguments"],
    ]);
    expect(q.state().counts.overflow).toBe(1);
  });

  it("fails everything on loss and sends nothing old on the new connection", () => {
    const q = queueHarness();
    q.give(0, { i: "opened" });
    q.submit(1, "a", M);
    q.submit(2, "b", Z);
    q.give(100, { i: "lost", why: "unplugged" });
    expect(q.outcomes).toMatchObject([
      { id: "a", ended: "lost", why: "unplugged", sent: true },
      { id: "b", ended: "lost", why: "unplugged", sent: false },
    ]);
    expect(q.wakeMs()).toBeNull();
    q.give(9_000, { i: "opened" });
    q.tick(60_000);
    expect(q.writes).toEqual(["*T M\r\n"]);
  });

  it("knows the echo of its own write, and another host's", () => {
    const q = queueHarness();
    q.give(0, { i: "opened" });
    q.submit(1, "a", M);
    q.give(2, { i: "sent", bytes: "*T M\r\n" });
    expect(q.state().counts.foreign).toBe(0);
    q.give(3, { i: "sent", bytes: "*u 1\r\n" });
    expect(q.outcomes).toEqual([]);
    q.give(4, { i: "sent", bytes: "*T S\r\n" });
    expect(q.outcomes).toMatchObject([{ id: "a", ended: "another-host", bytes: "*T S" }]);
    expect(q.state().counts.foreign).toBe(2);
    // It waits for the other host's reply, which may be a second away.
    q.submit(5, "b", Z);
    expect(q.wakeMs()).toBe(1_004);
  });
});

const COMMANDS: readonly Command[] = [
  M,
  Z,
  WRITE,
  { c: "set-mode", bits: 1158 },
  { c: "read-status" },
  { c: "read-options" },
  { c: "self-test" },
  { c: "save-parameters" },
];
const LINES = [
  idle,
  "*X;2;001;  ;0;100;0",
  "*X;4;001;  ;0;100;0",
  "*T m 2.0",
  "*T z 37",
  "*T OK",
  "*P OK",
  "*P NO",
  "*o BUSY",
  "*o 1158",
  "*W 5",
  "*F 0",
  "*u OK",
  "*T NO",
  "*O 6 1 60 1158",
  "*bs 1",
  "garbage",
];

const input: fc.Arbitrary<Part> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...COMMANDS).map((command): Part => ({ i: "submit", id: "", command })),
  },
  { weight: 8, arbitrary: fc.constantFrom(...LINES).map((text): Part => ({ i: "line", text })) },
  { weight: 6, arbitrary: fc.constant<Part>({ i: "tick" }) },
  { weight: 1, arbitrary: fc.constant<Part>({ i: "opened" }) },
  { weight: 1, arbitrary: fc.constant<Part>({ i: "lost", why: "unplugged" }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("*T M\r\n", "*q 0\r\n").map((bytes): Part => ({ i: "sent", bytes })),
  },
);

describe("under any sequence of inputs", () => {
  it("one under way, bounded, each command ends once, no change is repeated, nothing is sent after a loss", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(input, fc.nat(1_500_000)), { maxLength: 120 }), (inputs) => {
        let state = QUEUE_START;
        let t = 0;
        let opened = false;
        let serial = 0;
        const open = new Map<string, Command>();
        const wrote = new Map<string, number>();
        for (const [part, wait] of inputs) {
          t += wait;
          const id = `n${serial++}`;
          if (part.i === "submit") open.set(id, part.command);
          if (part.i === "opened") opened = true;
          if (part.i === "lost") opened = false;
          const before = state.flight;
          const step = queueStep(state, {
            ...part,
            ...(part.i === "submit" ? { id } : {}),
            t: monoUs(t),
          });
          state = step.state;
          expect(step.writes.length).toBeLessThanOrEqual(1);
          if (!opened) expect([step.writes, state.flight, state.waiting]).toEqual([[], null, []]);
          expect(state.waiting.length).toBeLessThanOrEqual(QUEUE_LIMIT);
          expect(state.ghosts.length).toBeLessThanOrEqual(8);
          for (const outcome of step.outcomes) {
            expect(open.delete(outcome.id)).toBe(true);
            if (outcome.ended === "answered") {
              for (const reply of outcome.replies)
                expect(definitionOf(outcome.command).judge(reply, outcome.command)).toBe("success");
            }
          }
          for (const bytes of step.writes) {
            const flight = state.flight!;
            expect(bytes).toBe(`${flight.line}\r\n`);
            if (before !== null && before.id !== flight.id) expect(open.has(before.id)).toBe(false);
            const key = `${flight.id} ${bytes}`;
            wrote.set(key, (wrote.get(key) ?? 0) + 1);
            const limit = definitionOf(flight.asking).changesIn === null ? 3 : 1;
            expect(wrote.get(key)).toBeLessThanOrEqual(limit);
          }
          if (part.i === "lost") expect(open.size).toBe(0);
          expect(open.size).toBe(state.waiting.length + (state.flight === null ? 0 : 1));
          expect(JSON.parse(JSON.stringify(state))).toEqual(state);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("always comes to an end by its own alarms", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...COMMANDS), { maxLength: 17 }), (commands) => {
        const q = queueHarness();
        q.give(0, { i: "opened" });
        commands.forEach((command, n) => q.submit(1, `n${n}`, command));
        let last = 1;
        for (let alarms = 0, ms = q.wakeMs(); ms !== null; alarms++, ms = q.wakeMs()) {
          expect(alarms).toBeLessThan(200);
          last = Math.max(last, ms);
          q.tick(last);
        }
        expect(q.outcomes).toHaveLength(commands.length);
      }),
    );
  });
});
