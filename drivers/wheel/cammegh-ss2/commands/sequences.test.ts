import { describe, expect, it } from "vitest";
import { monoUs } from "../../../../src/time/instant.ts";
import { identifyStep, startIdentify, type Identity } from "./identify.ts";
import { queueStep, queueWakeAt } from "./queue.ts";
import { QUEUE_START, type QueueInput } from "./queue-state.ts";
import {
  type SequenceStep,
  type SetParameterRequest,
  type SetParameterResult,
  setParameterStep,
  startSetParameter,
} from "./set-parameter.ts";

/** A wheel that answers each line after 50 ms; `null` is silence. */
type Wheel = (line: string) => string | null;

/** Runs a sequence on a real queue against a wheel, in simulated time, and returns its result and all writes. */
function run<S, R>(
  first: SequenceStep<S, R>,
  go: (state: S, outcome: never) => SequenceStep<S, R>,
  wheel: Wheel,
  status = "*X;6;001;  ;0;000;0",
) {
  const writes: string[] = [];
  let queue = QUEUE_START;
  let step = first;
  let t = 0;
  const give = (input: Omit<QueueInput, "t"> & Record<string, unknown>): void => {
    const next = queueStep(queue, { ...input, t: monoUs(t) } as QueueInput);
    queue = next.state;
    for (const bytes of next.writes) {
      writes.push(bytes.trimEnd());
      const reply = wheel(bytes.trimEnd());
      if (reply !== null) pending.push(reply);
    }
    for (const outcome of next.outcomes) {
      step = go(step.state, outcome as never);
      if (step.result === null) submit();
    }
  };
  const pending: string[] = [];
  const submit = (): void => {
    for (const item of step.submit) give({ i: "submit", ...item });
  };
  give({ i: "opened" });
  give({ i: "line", text: status });
  submit();
  for (let revolutions = 0; revolutions < 500 && step.result === null; revolutions++) {
    const reply = pending.shift();
    if (reply !== undefined) {
      t += 50_000;
      give({ i: "line", text: status });
      give({ i: "line", text: reply });
      continue;
    }
    const at = queueWakeAt(queue);
    if (at === null) break;
    // Status lines go on all the time.
    while (t + 500_000 < at) {
      t += 500_000;
      give({ i: "line", text: status });
    }
    t = Math.max(t, at);
    give({ i: "tick" });
  }
  return { result: step.result, writes };
}

/** A wheel with memory: takes what it is told, as the captured one does, unless `change` says otherwise. */
function memoryWheel(held: Record<string, string>, change: Partial<Record<string, string | null>> = {}): Wheel {
  return (line) => {
    if (line in change) return change[line] ?? null;
    const read = /^\*T ([A-Z])$/.exec(line)?.[1]?.toLowerCase();
    if (read !== undefined) return `*T ${read} ${held[read] ?? "0"}`;
    const [, letter, text] = /^\*T ([a-z]) (.*)$/.exec(line) ?? [];
    if (letter !== undefined && text !== undefined) held[letter] = text;
    return "*T OK";
  };
}

const request = (change: Partial<SetParameterRequest>): SetParameterRequest => ({
  id: "p",
  letter: "m",
  values: [20],
  confirmed: true,
  ...change,
});
const set = (
  change: Partial<SetParameterRequest>,
  wheel: Wheel,
  status?: string,
): { result: SetParameterResult | null; writes: string[] } =>
  run(startSetParameter(request(change), 6), setParameterStep, wheel, status);

describe("setting a parameter", () => {
  it("writes, reads back, saves and reads again", () => {
    const { result, writes } = set({}, memoryWheel({ m: "20000.0" }));
    expect(writes).toEqual(["*T m 2.0", "*T M", "*T f", "*T M"]);
    expect(result).toMatchObject({ end: "set", now: "2.0" });
  });

  it("takes the wheel's uneven floats for what they are", () => {
    const wheel = memoryWheel({}, { "*T S": "*T s 14.0 17.50000" });
    expect(set({ letter: "s", values: [140, 175] }, wheel).result).toMatchObject({
      end: "set",
      now: "14.0 17.50000",
    });
  });

  // Captured SS2 traffic, studio-sdp-mirror d5a550f, MIT, 06:40:15: `*Tr 23000 23000` was answered `*T OK` and ignored.
  it("sees that an OK was no change", () => {
    const wheel = memoryWheel({}, { "*T r 23000 23000": "*T OK", "*T R": "*T r 28000 32000" });
    const { result, writes } = set({ letter: "r", values: [23_000, 23_000] }, wheel);
    expect(writes).toEqual(["*T r 23000 23000", "*T R"]);
    expect(result).toMatchObject({ end: "not-taken", now: "28000 32000" });
  });

  it("sends nothing out of limits, unconfirmed, or in the wrong state", () => {
    for (const [values, wheel, confirmed, end] of [
      [[200_000], 6, true, "out-of-limits"],
      [[20], 6, false, "needs-confirmation"],
      [[20], 4, true, "wheel-not-ready"],
      [[20], null, true, "wheel-not-ready"],
    ] as const) {
      const step = startSetParameter(request({ values, confirmed }), wheel);
      expect([step.submit, step.result?.end]).toEqual([[], end]);
    }
  });

  it("names every other failure", () => {
    const bad = (change: Record<string, string | null>): string | undefined =>
      set({}, memoryWheel({ m: "1.5" }, change)).result?.end;
    expect(bad({ "*T m 2.0": "*T NO" })).toBe("write-refused");
    expect(bad({ "*T m 2.0": null, "*T M": null })).toBe("write-unanswered");
    expect(bad({ "*T m 2.0": null })).toBe("not-taken");
    expect(bad({ "*T M": null })).toBe("read-back-failed");
    expect(bad({ "*T f": null })).toBe("not-saved");
    expect(bad({ "*T f": "*T NO" })).toBe("not-saved");
    expect(set({}, memoryWheel({}), "*X;3;001;  ;0;100;0").result?.end).toBe("wheel-not-ready");
    expect(set({}, memoryWheel({}, { "*T m 2.0": "*T OK", "*T M": "*T m 20000.0" })).result?.say).toContain(
      "UNSAFE",
    );
    let saved = false;
    const forgetful: Wheel = (line) => {
      saved ||= line === "*T f";
      return line === "*T M" ? `*T m ${saved ? "1.5" : "2.0"}` : "*T OK";
    };
    expect(set({}, forgetful).result).toMatchObject({ end: "changed-by-saving", now: "1.5" });
  });

  it("goes on when a write whose answer was lost shows in the read-back, without writing twice", () => {
    const held: Record<string, string> = { m: "1.5" };
    const inner = memoryWheel(held);
    const { result, writes } = set({}, (line) => {
      const reply = inner(line);
      return line === "*T m 2.0" ? null : reply;
    });
    expect(result?.end).toBe("set");
    expect(writes.filter((line) => line === "*T m 2.0")).toHaveLength(1);
  });

  it("says one line each time, and ends on loss", () => {
    const step = startSetParameter(request({}), 6);
    const lost = setParameterStep(step.state, {
      id: "p/write",
      command: step.submit[0]!.command,
      ended: "lost",
      why: "unplugged",
      sent: true,
    });
    expect(lost.result).toMatchObject({ end: "lost" });
    expect(lost.result?.say).not.toMatch(/\n/);
    expect(
      setParameterStep(step.state, {
        id: "other",
        command: step.submit[0]!.command,
        ended: "timed-out",
        attempts: 3,
      }),
    ).toEqual({ state: step.state, submit: [], result: null });
  });
});

describe("identifying a wheel", () => {
  // Captured SS2 traffic, studio-sdp-mirror d5a550f, MIT: the read-out of 2025-11-13.
  const answers: Record<string, string | null> = {
    "*S": "*S V2.50",
    "*V": "*V V2.50 Cammegh / Syoptic - SlingShot 2 Roulette Wheel (c) 03/12/18",
    "*o": "*o 1159",
    "*O": "*O 6 1 161 1159",
    "*T Z": "*T z 37",
    "*T M": "*T m 20000.0",
    "*T N": "*T n 2920",
    "*T G": "*T g 0",
  };
  const identify = (change: Record<string, string | null>): Identity | null =>
    run(startIdentify("id"), identifyStep, (line) => ({ ...answers, ...change })[line] ?? null).result;

  it("collects everything, and warns of the parameter that made the captured rotor run away", () => {
    const identity = identify({});
    expect(identity).toMatchObject({
      version: "2.50",
      mode: { autoStatus: true, waitForStart: true, noBareNumber: false },
      options: { state: 6, enabled: true, gamesPerHour: 161 },
      pockets: 37,
      rotorVariationRpm10: 200_000,
      noMoreBetsLap2048: 2920,
      gameOptions: 0,
      missing: [],
    });
    expect(identity?.warnings).toHaveLength(1);
    expect(identity?.warnings[0]).toContain("20000.0");
  });

  it("names each missing piece and each thing that does not fit", () => {
    const identity = identify({
      "*T Z": null,
      "*V": "*V NO",
      "*O": "*O 6 1 161 1158",
      "*o": "*o 1175",
      "*T M": "*T m 2.0",
    });
    expect(identity?.missing.map(({ piece }) => piece).sort()).toEqual(["pockets", "product"]);
    expect(identity).toMatchObject({ pockets: null, product: null });
    expect(identity?.warnings).toHaveLength(2);
  });
});
