import { describe, expect, it } from "vitest";
import { CageModel } from "../../hw-sim/models/dice/devices/cage.ts";
import { CupModel } from "../../hw-sim/models/dice/devices/cup.ts";
import type { DeviceModel } from "../../hw-sim/models/dice/devices/model.ts";
import { ss2Model } from "../../hw-sim/models/wheels/ss2/model.ts";
import { cageSession } from "../../drivers/dice/cage/session.ts";
import { cupSession } from "../../drivers/dice/cup/session.ts";
import { EYE_FAULTS } from "../../drivers/dice/eye/codes.ts";
import { EyeOnLine, KNOWS_NOTHING } from "../../drivers/dice/eye/eye-harness.test-help.ts";
import { tiradaEyeSession } from "../../drivers/dice/eye/session.ts";
import type { DeviceSession, SessionInput } from "../../drivers/session.ts";
import { mercury360Session } from "../../drivers/wheel/cammegh-mercury-360/session.ts";
import { syntheticSession } from "../../drivers/wheel/cammegh-mercury-360/synthetic-wheel.test-support.ts";
import { ss2Session } from "../../drivers/wheel/cammegh-ss2/session.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { monoUs } from "../../src/time/instant.ts";

/** Faults of dice devices and wheels whose end nobody heard: what the device does not say any more stands no more. */

const S = 1_000_000;

interface Observed {
  readonly o: string;
  readonly code?: string;
}

/** Any session, and the faults that stand in the records of its table, which outlive it. */
class Line {
  readonly standing = new Set<string>();
  #session: DeviceSession<unknown, Observed>;
  #state: unknown;
  #writes = "";
  us = S;

  constructor(session: DeviceSession<unknown, Observed>) {
    this.#session = session;
    this.#state = session.initial();
  }

  input(input: SessionInput): this {
    const { state, observations, writes } = this.#session.step(this.#state, input);
    this.#state = state;
    for (const { o, code } of observations) {
      if (o === "fault" && this.#session.standingFaults.some((one) => one === code))
        this.standing.add(code ?? "");
      if (o === "fault-cleared") this.standing.delete(code ?? "");
    }
    this.#writes += writes.join("");
    for (const bytes of writes) this.input({ i: "sent", t: monoUs(this.us), bytes });
    return this;
  }

  opened(): this {
    return this.input({ i: "opened", t: monoUs(this.us) }).bytes("\n");
  }

  bytes(bytes: string): this {
    return this.input({ i: "bytes", t: monoUs(this.us), bytes });
  }

  /** Lines went by that nobody could read. */
  missed(): this {
    return this.input({ i: "overrun", t: monoUs(this.us), lost: 60 });
  }

  cable(): this {
    return this.input({ i: "lost", t: monoUs(this.us), why: "unplugged" }).opened();
  }

  /** The unit starts anew: of the session nothing is left, and every fault may stand that it knows. */
  restarted(): this {
    this.#state = this.#session.initial();
    for (const code of this.#session.standingFaults) this.standing.add(code);
    return this.opened();
  }

  plays(model: Pick<DeviceModel, "step">, seconds: number): this {
    const until = this.us + seconds * S;
    while (this.us < until) {
      this.us += 10_000;
      const host = this.#writes;
      this.#writes = "";
      for (const { bytes } of model.step(this.us, host)) this.bytes(bytes);
      const wake = this.#session.wakeAt(this.#state);
      if (wake !== null && wake <= this.us) this.input({ i: "tick", t: monoUs(this.us) });
    }
    return this;
  }
}

interface Device {
  readonly name: string;
  readonly session: DeviceSession<unknown, Observed>;
  /** A healthy one that was switched on at `us`; `number`: which. */
  readonly well: (us: number, number: number) => Pick<DeviceModel, "step">;
  /** The same with a fault of each kind that it can tell. */
  readonly ill: Readonly<Record<string, (us: number) => Pick<DeviceModel, "step">>>;
}

function on<M extends DeviceModel & { power(on: boolean, us: number): void }>(
  model: M,
  us: number,
  then: (one: M) => unknown = () => undefined,
): M {
  model.power(true, us);
  then(model);
  return model;
}

const DEVICES: readonly Device[] = [
  {
    name: "cup-switch",
    session: cupSession({ device: null }),
    well: (us, device) => on(new CupModel({ device }), us),
    ill: {
      "cup-switch": (us) => on(new CupModel({ device: 1 }), us, (one) => one.setStuck(us + S, 1)),
      "horn-blocked": (us) => on(new CupModel({ device: 1 }), us, (one) => one.holdLevel(us + S, 4, true)),
    },
  },
  {
    name: "cage",
    session: cageSession({ device: null }),
    well: (us, device) => on(new CageModel({ device, countsPerTurn: 400 }), us),
    ill: {},
  },
  {
    name: "tirada-eye",
    session: tiradaEyeSession({ digest: null, faces: "pips", knows: KNOWS_NOTHING }),
    well: (us, number) => eye(us, number, null),
    ill: Object.fromEntries(EYE_FAULTS.map((fault) => [fault, (us: number) => eye(us, 1, fault)])),
  },
];

/** An eye that tells its lines as time comes to them. */
function eye(us: number, boot: number, fault: (typeof EYE_FAULTS)[number] | null): Pick<DeviceModel, "step"> {
  const line = new EyeOnLine({ boot });
  line.until(500).tell({ m: "state", state: "empty" });
  if (fault !== null) line.tell({ m: "fault", fault, on: true, value: 1 });
  let told = 0;
  return {
    step(now) {
      line.until((now - us) / 1_000);
      const fresh = line.sent.slice(told);
      told = line.sent.length;
      return fresh.map(({ bytes }) => ({ us: now, bytes }));
    },
  };
}

const WAYS: Readonly<Record<string, (line: Line) => Line>> = {
  "lines are missed": (line) => line.missed(),
  "the cable is out": (line) => line.cable(),
  "the unit restarts": (line) => line.restarted(),
};

describe.each(DEVICES)("$name", ({ session, well, ill }) => {
  it.each(Object.keys(WAYS))("well, after %s: nothing stands", (way) => {
    const line = new Line(session).opened();
    const model = well(line.us, 1);
    line.plays(model, 3);
    WAYS[way]?.(line);
    expect([...line.plays(model, 20).standing]).toEqual([]);
  });

  it.each(Object.keys(ill))("%s is told, and another device brings nothing of it", (code) => {
    for (const [way, happens] of Object.entries(WAYS)) {
      const line = new Line(session).opened();
      const model = ill[code]?.(line.us) ?? well(line.us, 1);
      expect([...line.plays(model, 20).standing]).toContain(code);
      happens(line).plays(well(line.us, 2), 20);
      expect([...line.standing], way).toEqual([]);
    }
  });
});

describe("a wheel that is well ends every fault that a former session of the unit left", () => {
  it("cammegh-ss2", () => {
    const session = ss2Session({ pockets: 37, baud: 9_600, ask: false, rotorVariationRpm10: 10 });
    const line = new Line(session).restarted();
    const model = ss2Model({ seed: "well" });
    model.power(true, 0);
    model.step(line.us, "*P 1\r\n");
    const step = (us: number): { us: number; bytes: string }[] => {
      const { bytes } = model.step(us, "");
      return bytes === "" ? [] : [{ us, bytes }];
    };
    // Until it takes bets, and nobody launches.
    expect([...line.plays({ step }, 40).standing]).toEqual([]);
  });

  it.each(["advanced", "extended"] as const)("cammegh-mercury-360, %s", (protocol) => {
    const line = new Line(mercury360Session({ protocol, pockets: 37 })).restarted();
    const { lines } = syntheticSession(
      { protocol, pockets: 37, countsOn: "result", bare: true, games: 3, lengths: [2, 2, 2, 4, 5] },
      randomFrom("well"),
    );
    const from = line.us;
    for (const { ms, text } of lines) {
      line.us = from + ms * 1_000;
      line.bytes(text);
    }
    expect([...line.standing]).toEqual([]);
  });
});
