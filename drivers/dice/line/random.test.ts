import type { Sent } from "../../../hw-sim/lines/sent.ts";
import { describe, expect, it } from "vitest";
import { CageModel } from "../../../hw-sim/models/dice/devices/cage.ts";
import { CupModel } from "../../../hw-sim/models/dice/devices/cup.ts";
import type { DeviceModel } from "../../../hw-sim/models/dice/devices/model.ts";
import type { DiceObservation } from "../../../src/dice/observation.ts";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import { cageSession } from "../cage/session.ts";
import { cupSession } from "../cup/session.ts";
import type { DiceSession } from "../session.ts";
import { DiceLineHarness } from "./dice-line-harness.test-help.ts";
import { more } from "../../../test/support/volume.ts";

/** Whatever is done to the lines between device and session: nothing is told that did not happen. */

const S = 1_000_000;
/** A device's life, from a seed: what it sent, and a check of what a session told of it. */
interface Life {
  readonly sent: readonly Sent[];
  readonly isTrue: (seen: DiceObservation) => boolean;
}

interface Kind {
  readonly session: () => DiceSession;
  readonly life: (seed: string) => Life;
}

const sentBy = (model: DeviceModel, until: number): Sent[] => {
  const sent: Sent[] = [];
  for (let us = 0; us <= until; us += 10_000) sent.push(...model.step(us));
  return sent;
};

const KINDS: Readonly<Record<string, Kind>> = {
  cage: {
    session: () => cageSession({ device: null }),
    life: (seed) => {
      const random = randomFrom(seed);
      const model = new CageModel({ device: 2, countsPerTurn: 200 });
      model.power(true, 0);
      for (let at = 1; at < 60; at += 10) model.turn(at * S, [500 + random.below(3_000), -random.below(1_000)]);
      const sent = sentBy(model, 65 * S);
      const most = Math.max(...model.truth.map(({ milliTurns }) => milliTurns)) + 10;
      return { sent, isTrue: (seen) => seen.o !== "cage" || (seen.milliTurns >= 0 && seen.milliTurns <= most) };
    },
  },
  cup: {
    session: () => cupSession({ device: null }),
    life: (seed) => {
      const random = randomFrom(seed);
      const model = new CupModel({ device: 3 });
      model.power(true, 0);
      for (let at = 1; at < 60; at += 6) {
        model.load(at * S, 3);
        model.throw((at + 1) * S, random.oneIn(4) ? { stay: 1 } : {});
      }
      const sent = sentBy(model, 65 * S);
      const left = new Set(model.truth.map((one) => one.left));
      return {
        sent,
        isTrue: (seen) =>
          seen.o !== "cup" || seen.stage === "loaded" || seen.dice === null || left.has(seen.dice),
      };
    },
  },
};

function play(kind: Kind, sent: readonly Sent[]): DiceLineHarness<unknown> {
  const harness = new DiceLineHarness(kind.session()).opened().bytes("\n");
  for (const { us, bytes } of sent) harness.until(Math.max(harness.t, us)).bytes(bytes);
  return harness;
}

describe.each(Object.entries(KINDS))("any %s", (_, kind) => {
  it("undamaged: everything true, and no gap", () => {
    for (let seed = 0; seed < 3; seed++) {
      const { sent, isTrue } = kind.life(`whole-${seed}`);
      const harness = play(kind, sent);
      expect(harness.seen.filter((seen) => !isTrue(seen))).toEqual([]);
      expect(harness.observationTexts().filter((word) => word.startsWith("gap"))).toEqual([]);
      expect(harness.seen.filter((seen) => "stage" in seen).length).toBeGreaterThan(10);
    }
  });

  it("cut into chunks in any way: the same observations", () => {
    const { sent } = kind.life("chunks");
    const whole = sent
      .slice(0, 120)
      .map(({ bytes }) => bytes)
      .join("");
    const run = (size: () => number): unknown => {
      const harness = new DiceLineHarness(kind.session()).opened().bytes("\n");
      for (let at = 0; at < whole.length;) {
        const length = size();
        harness.bytes(whole.slice(at, at + length));
        at += length;
      }
      return harness.seen;
    };
    const all = run(() => whole.length);
    const random = randomFrom("cuts");
    for (let times = 0; times < 10; times++) expect(run(() => 1 + random.below(60))).toEqual(all);
  });

  it("mutated, cut, dropped, doubled, swapped: nothing that did not happen, every loss a gap, a small state", () => {
    let [reported, gaps] = [0, 0];
    for (let seed = 0; seed < more(6, 12); seed++) {
      const random = randomFrom(`damage-${seed}`);
      const { sent, isTrue } = kind.life(`damage-${seed}`);
      const damaged = sent.map((one) => ({ ...one }));
      for (let times = 1 + random.below(25); times > 0; times--) damage(damaged, random);
      const harness = play(kind, damaged);
      expect(harness.seen.filter((seen) => !isTrue(seen))).toEqual([]);
      reported += harness.seen.filter((seen) => "stage" in seen).length;
      gaps += harness.observationTexts().filter((word) => word.startsWith("gap")).length;
      expect(JSON.stringify(harness.state).length).toBeLessThan(3_000);
    }
    // The test would mean nothing if everything were refused, or nothing damaged.
    expect(reported).toBeGreaterThan(more(40, 100));
    expect(gaps).toBeGreaterThan(more(8, 20));
  });
});

describe.each(Object.entries(KINDS))("%s", (name, { session }) => {
  it("random bytes: nothing is told of them, and the state stays small", () => {
    const random = randomFrom("noise");
    const harness = new DiceLineHarness(session()).opened();
    for (let turn = 0; turn < 300; turn++) {
      const bytes = Array.from({ length: random.below(400) }, () =>
        String.fromCharCode(random.below(256)),
      ).join("");
      harness.until(harness.t + 5_000).bytes(bytes);
    }
    expect(harness.observationTexts().filter((word) => !word.startsWith("+"))).toEqual([]);
    expect(JSON.stringify(harness.state).length).toBeLessThan(3_000);
    expect(Object.keys(harness.session.figures?.(harness.state) ?? {}).length).toBeLessThanOrEqual(20);
  });

  it("lines of another kind of device are none of its own", () => {
    const others = Object.entries(KINDS).filter(([other]) => other !== name);
    for (const [, { life }] of others) {
      const harness = play({ session, life }, life("other").sent);
      expect(harness.observationTexts()).toContain("+dice-device-setup");
      expect(harness.seen.filter((seen) => seen.o !== "fault" && seen.o !== "fault-cleared")).toEqual([]);
    }
  });
});

function damage(lines: { us: number; bytes: string }[], random: RandomSource): void {
  const at = 4 + random.below(lines.length - 6);
  const [one, next] = [lines[at], lines[at + 1]];
  if (one === undefined || next === undefined || one.bytes === "") return;
  switch (random.below(5)) {
    case 0: {
      const where = random.below(one.bytes.length);
      one.bytes =
        one.bytes.slice(0, where) + String.fromCharCode(random.below(256)) + one.bytes.slice(where + 1);
      return;
    }
    case 1:
      one.bytes = one.bytes.slice(random.below(one.bytes.length));
      return;
    case 2:
      lines.splice(at, 1);
      return;
    case 3:
      lines.splice(at, 0, { ...one });
      return;
    case 4:
      [one.bytes, next.bytes] = [next.bytes, one.bytes];
      return;
  }
}
