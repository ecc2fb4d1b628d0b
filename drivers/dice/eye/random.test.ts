import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ThrowRead } from "../../../src/dice/observation.ts";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import { anyRead, EyeHarness, EyeOnLine } from "./eye-harness.test-help.ts";
import { more } from "../../../test/support/volume.ts";

/** Whatever is done to the lines between eye and session, no throw is told that the eye did not read. */

interface Life {
  readonly sent: readonly { readonly ms: number; readonly bytes: string }[];
  /** Throws by boot and number. */
  readonly reads: readonly ThrowRead[];
}

/** An eye's life: throws, hands, faults, lost frames; starts anew `resets` times. */
function life(seed: string, throws: number, resets = 0): Life {
  const random = randomFrom(seed);
  const reads: ThrowRead[] = [];
  let sent: Life["sent"] = [];
  let [ms, n] = [0, 0];
  const starts = new Set([0, ...Array.from({ length: resets }, () => 1 + random.below(throws - 1))]);
  let eye = new EyeOnLine();
  for (let at = 0; at < throws; at++) {
    if (starts.has(at)) {
      sent = [...sent, ...(at === 0 ? [] : eye.sent)];
      eye = new EyeOnLine({ boot: at + 1 }, ms);
      n = 0;
    }
    eye.tell({ m: "state", state: "empty" }).until(eye.ms + random.below(1_500));
    eye.tell({ m: "state", state: "moving" }).until(eye.ms + 300 + random.below(2_000));
    if (random.oneIn(5)) eye.tell({ m: "contact", what: random.pick(["hand", "object"] as const) });
    if (random.oneIn(9)) eye.tell({ m: "frames-lost", ms: 300 + random.below(500) });
    eye.tell({ m: "state", state: "settling" }).until(eye.ms + 300);
    const read = anyRead(++n, random);
    reads.push(read);
    eye.tell({ m: "state", state: "rest" }, { m: "rest", read }).until(eye.ms + random.below(3_000));
    if (random.oneIn(6))
      eye.tell({ m: "fault", fault: "eye-light", on: random.oneIn(2), value: random.below(255) });
    eye.tell({ m: "disturbed", what: random.pick(["hand", "taken", "moved"] as const) });
    ms = eye.ms;
  }
  return { sent: [...sent, ...eye.sent], reads };
}

function play(sent: Life["sent"]): EyeHarness {
  const harness = new EyeHarness().opened();
  for (const { ms, bytes } of sent) harness.until(ms * 1_000).bytes(bytes);
  return harness;
}

function damage(sent: { ms: number; bytes: string }[], random: RandomSource): void {
  const at = random.below(sent.length);
  const one = sent[at];
  if (one === undefined) return;
  const place = random.below(one.bytes.length);
  const char = String.fromCharCode(random.below(256));
  switch (random.below(6)) {
    case 0:
      one.bytes = one.bytes.slice(0, place) + char + one.bytes.slice(place + 1);
      return;
    case 1:
      one.bytes = one.bytes.slice(0, place);
      return;
    case 2:
      sent.splice(at, 1 + random.below(3));
      return;
    case 3:
      sent.splice(at, 0, { ...one });
      return;
    case 4:
      one.bytes = one.bytes.slice(0, place) + char.repeat(random.below(2_000)) + one.bytes.slice(place);
      return;
    default: {
      const other = sent[random.below(sent.length)];
      if (other === undefined) return;
      [one.bytes, other.bytes] = [other.bytes, one.bytes];
    }
  }
}

/** Every throw told is one that was read; how many were. */
const again = (read: ThrowRead): ThrowRead => ({ ...read, rolledMs: null });

function expectOnlyWhatWasRead(harness: EyeHarness, reads: readonly ThrowRead[]): number {
  // One that was not heard when it came to rest is told again without its beginning.
  const told = new Set(reads.flatMap((read) => [read, again(read)].map((one) => JSON.stringify(one))));
  for (const read of harness.rests()) expect(told).toContain(JSON.stringify(read));
  // Each once: the reads of this life differ from each other. Behind a gap the last one may be told again, without its beginning.
  const reported: string[] = [];
  let isAfterGap = false;
  for (const seen of harness.seen) {
    isAfterGap ||= seen.o === "gap";
    if (seen.o !== "rest") continue;
    const isAgain = isAfterGap && seen.read.rolledMs === null && reported.at(-1) === JSON.stringify(seen.read);
    if (!isAgain) reported.push(JSON.stringify(again(seen.read)));
    isAfterGap = false;
  }
  expect(new Set(reported).size).toBe(reported.length);
  return reported.length;
}

describe("any eye", () => {
  it("undamaged: every throw once, in order", () => {
    for (let seed = 0; seed < 6; seed++) {
      const { sent, reads } = life(`whole-${seed}`, 60);
      const harness = play(sent);
      expect(harness.rests()).toEqual(reads);
      expect(harness.words().filter((word) => /^gap (?!frames-lost)/.test(word))).toEqual([]);
    }
  });

  it("cut into chunks in any way: the same observations and the same state", () => {
    const whole = life("chunks", 20)
      .sent.map(({ bytes }) => bytes)
      .join("");
    const run = (cuts: readonly number[]): unknown => {
      const harness = new EyeHarness().opened();
      for (let at = 0, turn = 0; at < whole.length; turn++) {
        const length = cuts[turn % cuts.length] ?? 1;
        harness.bytes(whole.slice(at, at + length));
        at += length;
      }
      return [harness.seen, harness.state];
    };
    const all = run([whole.length]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 40 }), (cuts) => {
        expect(run(cuts)).toEqual(all);
      }),
      { numRuns: 20 },
    );
  });

  it("changed, cut, dropped, doubled, swapped, with starts: never a throw that was not read, and a small state", () => {
    let [reported, gaps] = [0, 0];
    for (let seed = 0; seed < more(25, 60); seed++) {
      const random = randomFrom(`damage-${seed}`);
      const { sent, reads } = life(`damage-${seed}`, 50, seed % 3);
      const damaged = sent.map((one) => ({ ...one }));
      for (let times = 1 + random.below(25); times > 0; times--) damage(damaged, random);
      const harness = play(damaged.toSorted((a, b) => a.ms - b.ms));
      reported += expectOnlyWhatWasRead(harness, reads);
      gaps += harness.words().filter((word) => word.startsWith("gap")).length;
      expect(JSON.stringify(harness.state).length).toBeLessThan(5_000);
    }
    // The test would mean nothing if everything were refused, or nothing damaged.
    expect(reported).toBeGreaterThan(more(500, 1_200));
    expect(gaps).toBeGreaterThan(200);
  });

  it("two eyes on one line: each throw told is one of theirs, and it is a fault", () => {
    const [one, two] = [life("one", 40), life("two", 40)];
    const harness = play(
      one.sent.flatMap((message, at) => [message, { ms: message.ms, bytes: two.sent[at]?.bytes ?? "" }]),
    );
    const known = new Set(
      [...one.reads, ...two.reads].flatMap((read) => [read, again(read)]).map((read) => JSON.stringify(read)),
    );
    for (const read of harness.rests()) expect(known).toContain(JSON.stringify(read));
    expect(harness.words()).toContain("+line-noise");
  });

  it("any bytes at all: no throw, no crash", () => {
    const random = randomFrom("bytes");
    const harness = new EyeHarness().opened();
    for (let turn = 0; turn < 400; turn++) {
      const bytes = Array.from({ length: random.below(600) }, () => String.fromCharCode(random.below(256)));
      harness.until(harness.t + random.below(400_000)).bytes(bytes.join(""));
    }
    expect(harness.rests()).toEqual([]);
    expect(JSON.stringify(harness.state).length).toBeLessThan(10_000);
  });
});
