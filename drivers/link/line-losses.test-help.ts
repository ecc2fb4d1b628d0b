import { describe, expect, it } from "vitest";
import { monoUs } from "../../src/time/instant.ts";
import type { DeviceSession, SessionInput } from "../session.ts";
import { NOISE_WINDOW_US } from "./link.ts";

/** What the shared test needs of one device: its own bytes, and where it differs from the others. */
export interface LossesCase<State, Observation> {
  readonly session: DeviceSession<State, Observation>;
  /** Longer without a good line is silence, µs; null: the device may be silent for ever. */
  readonly silenceUs: number | null;
  /** What a sound device sends until it is attached; each piece comes `everyUs` after the one before. */
  readonly sound: string | readonly string[];
  readonly everyUs?: number;
  /** What a wheel sends whose ball runs: a session that begins to hear then knows it, and does not attach to open bets. */
  readonly running?: string | readonly string[];
  /** Ends what is under way on the line; a line feed unless given. */
  readonly lead?: string;
  /** One damaged line, `rubbish` unless given. */
  readonly rubbish?: string;
  /** Bytes that are nonsense and the beginning of a line, and the end of that line. */
  readonly partOf?: readonly [begins: string, ends: string];
  /** True: an open port is all that can be known of the device, so that opening it ends the loss. */
  readonly isKnownByPort?: boolean;
  /** How a port that is opened twice without a loss between is reported. */
  readonly reopened?: readonly string[];
  /** True: damaged lines in a silence are no loss of another kind. */
  readonly isSilenceKept?: boolean;
  /** How five damaged lines are reported. */
  readonly noise?: readonly string[];
  /** How an overrun is reported, and another one at once after it. */
  readonly overrun?: readonly [first: readonly string[], again: readonly string[]];
}

type Untimed<I> = I extends SessionInput ? Omit<I, "t"> : never;
interface ShortObservation {
  readonly o: string;
  readonly code?: string;
  readonly why?: unknown;
}

const FAULTS = ["port-gone", "device-silent", "device-garbled", "line-noise", "recording-overrun"];

/** Losses and gaps in short: `+port-gone`, `-port-gone`, `gap port-gone`. */
function observationText({ o, code = "", why }: ShortObservation): readonly string[] {
  if (o === "gap") return [`gap ${String(why)}`];
  if (!FAULTS.includes(code)) return [];
  return [`${o === "fault" ? "+" : "-"}${code}`];
}

/** A session that is fed; each call returns the losses and gaps that it reported. */
class FedSession<State, Observation extends ShortObservation> {
  readonly of: LossesCase<State, Observation>;
  state: State;
  t = 1_000_000;
  isAttached = false;

  constructor(of: LossesCase<State, Observation>) {
    this.of = of;
    this.state = of.session.initial();
  }

  feed(input: Untimed<SessionInput>): string[] {
    const { state, observations } = this.of.session.step(this.state, { ...input, t: monoUs(this.t) });
    expect(JSON.parse(JSON.stringify(state)), "the state is plain JSON").toEqual(state);
    this.state = state;
    for (const { o } of observations) if (o === "attached" || o === "gap") this.isAttached = o === "attached";
    return observations.flatMap(observationText);
  }

  open(): string[] {
    return this.feed({ i: "opened" });
  }

  lose(): string[] {
    return this.feed({ i: "lost", why: "unplugged" });
  }

  bytes(bytes: string): string[] {
    return this.feed({ i: "bytes", bytes });
  }

  /** How long a sound device takes until it is attached, µs. */
  get soundUs(): number {
    const { sound, everyUs = 0 } = this.of;
    return everyUs * (typeof sound === "string" ? 1 : sound.length);
  }

  sound(): string[] {
    const { sound, everyUs = 0, lead = "\n" } = this.of;
    const words = this.bytes(lead);
    for (const one of typeof sound === "string" ? [sound] : sound)
      words.push(...(everyUs > 0 ? this.wait(everyUs) : []), ...this.bytes(one));
    return words;
  }

  rubbish(lines: number): string[] {
    return this.bytes((this.of.rubbish ?? "rubbish\n").repeat(lines));
  }

  wait(us: number): string[] {
    this.t += us;
    return this.feed({ i: "tick" });
  }
}

/** A session that is opened, and attached by what a sound device sends. */
function attachedSession<State, Observation extends ShortObservation>(
  of: LossesCase<State, Observation>,
): FedSession<State, Observation> {
  const fed = new FedSession(of);
  fed.open();
  fed.sound();
  return fed;
}

/** Longer than any wait in these tests. */
const HOUR_US = 3_600_000_000;

/** The losses of any line device: gone, silent, garbled, overrun; each is raised once, is one gap, and is cleared once. */
export function testLineLosses<State, Observation extends ShortObservation>(
  of: LossesCase<State, Observation>,
): void {
  describe(`losses of ${of.session.device}`, () => {
    it("the device is attached by what the test says for it", () => {
      expect(attachedSession(of).isAttached).toBe(true);
    });

    if (of.running !== undefined) testRunning(of, of.running);
    testPort(of);
    if (of.silenceUs === null) testQuiet(of);
    else testSilence(of, of.silenceUs);
    testDamage(of);
  });
}

/** A spin that was under way before anybody listened was not watched: what attaches to open bets in it would have it certified. */
function testRunning<State, Observation extends ShortObservation>(
  of: LossesCase<State, Observation>,
  running: string | readonly string[],
): void {
  it("a spin that runs when the line begins is attached as one that runs", () => {
    const { lead = "\n", everyUs = 0 } = of;
    let [state, t] = [of.session.initial(), 1_000_000];
    const stages: unknown[] = [];
    const feed = (input: Untimed<SessionInput>): void => {
      const step = of.session.step(state, { ...input, t: monoUs(t) });
      state = step.state;
      for (const seen of step.observations as readonly (ShortObservation & {
        during?: string;
        stage?: string;
      })[])
        if (seen.o === "attached" || seen.o === "stage") stages.push(seen.during ?? seen.stage);
    };
    feed({ i: "opened" });
    for (const bytes of [lead, ...[running].flat()]) {
      t += everyUs;
      feed({ i: "bytes", bytes });
    }
    expect(stages[0]).toMatch(/^(?:ball-in-rim|no-more-bets|ball-not-in-track|unknown)$/);
  });
}

function testPort<State, Observation extends ShortObservation>(of: LossesCase<State, Observation>): void {
  const back = of.isKnownByPort === true ? [["-port-gone"], []] : [[], ["-port-gone"]];

  it("a port that is gone is raised once, and cleared once by a good line", () => {
    const fed = attachedSession(of);
    expect(fed.lose()).toEqual(["+port-gone", "gap port-gone"]);
    expect(fed.lose()).toEqual([]);
    expect(of.session.wakeAt(fed.state)).toBeNull();
    expect(fed.wait(HOUR_US)).toEqual([]);
    expect(fed.open()).toEqual(back[0]);
    expect(fed.sound()).toEqual(back[1]);
    expect(fed.isAttached).toBe(true);
    expect(fed.sound()).not.toContain("-port-gone");
  });

  it("a port that is opened anew without a word of its loss", () => {
    const fed = attachedSession(of);
    expect(fed.open()).toEqual(of.reopened ?? ["gap port-gone"]);
  });

  it("a port whose opening nobody recorded is read from its first bytes on", () => {
    const fed = new FedSession(of);
    fed.sound();
    expect(fed.isAttached).toBe(true);
  });

  it("a port that was never there is gone, once, and no gap", () => {
    const fed = new FedSession(of);
    expect(fed.lose()).toEqual(["+port-gone"]);
    expect(fed.lose()).toEqual([]);
  });
}

function testQuiet<State, Observation extends ShortObservation>(of: LossesCase<State, Observation>): void {
  it("silence is no fault", () => {
    const fed = attachedSession(of);
    expect(fed.wait(HOUR_US)).toEqual([]);
    expect(fed.wait(HOUR_US)).toEqual([]);
  });
}

function testSilence<State, Observation extends ShortObservation>(
  of: LossesCase<State, Observation>,
  silenceUs: number,
): void {
  const [begins, ends] = of.partOf ?? ["rubb", "ish\n"];

  it("silence is raised once, not before its time, and cleared once", () => {
    const fed = attachedSession(of);
    expect(fed.wait(silenceUs)).toEqual([]);
    expect(of.session.wakeAt(fed.state)).toBeLessThanOrEqual(fed.t + 1);
    expect(fed.wait(1)).toEqual(["+device-silent", "gap device-silent"]);
    expect(fed.wait(silenceUs + 1)).toEqual([]);
    expect(fed.sound()).toEqual(["-device-silent"]);
  });

  it("bytes without a good line are nonsense and no silence", () => {
    const fed = attachedSession(of);
    expect(fed.bytes(begins)).toEqual([]);
    expect(fed.wait(silenceUs + 1)).toEqual(["+device-garbled", "gap device-garbled"]);
    expect(fed.wait(silenceUs + 1)).toEqual([]);
    fed.bytes(ends);
    expect(fed.sound()).toEqual(["-device-garbled"]);
  });

  it("silence that turns into nonsense is another fault", () => {
    const fed = attachedSession(of);
    fed.wait(silenceUs + 1);
    expect(fed.rubbish(1)).toEqual(of.isSilenceKept === true ? [] : ["-device-silent", "+device-garbled"]);
  });

  it("silence that turns into a lost port is another fault, and so is a port that comes back to silence", () => {
    const fed = attachedSession(of);
    fed.wait(silenceUs + 1);
    expect(fed.lose()).toEqual(["-device-silent", "+port-gone"]);
    fed.open();
    expect(fed.wait(silenceUs + 1)).toEqual(["-port-gone", "+device-silent"]);
  });
}

function testDamage<State, Observation extends ShortObservation>(of: LossesCase<State, Observation>): void {
  const noise = of.noise ?? ["+line-noise"];

  it("five damaged lines within 10 s are noise, raised once, and over with a good line 10 s later", () => {
    const fed = attachedSession(of);
    expect(fed.rubbish(4)).toEqual([]);
    expect(fed.rubbish(1)).toEqual(noise);
    expect(fed.rubbish(5)).toEqual([]);
    const over = (noise[0] ?? "").replace("+", "-");
    const goOn = (us: number): string[] => [
      ...fed.wait(us),
      ...(of.isKnownByPort === true ? fed.open() : []),
      ...fed.sound(),
    ];
    // All of it within the window, however long the device takes.
    const soon = goOn(NOISE_WINDOW_US - 1_000_000 - fed.soundUs);
    if (of.noise === undefined) expect(soon).not.toContain(over);
    const words = [...soon, ...goOn(NOISE_WINDOW_US), ...fed.sound()];
    expect(words.filter((word) => word === over)).toEqual([over]);
  });

  it("four damaged lines in 10 s, and again four, are no noise", () => {
    const fed = attachedSession(of);
    for (let times = 0; times < 3; times++) {
      expect(fed.rubbish(4)).not.toContain(noise[0]);
      fed.wait(NOISE_WINDOW_US + 1);
    }
  });

  it("an overrun is a gap, and the line under way is thrown away", () => {
    const [first, again] = of.overrun ?? [["+recording-overrun", "gap overflow"], ["+recording-overrun"]];
    const [begins, ends] = of.partOf ?? ["rubb", "ish\n"];
    const fed = attachedSession(of);
    fed.bytes(begins);
    expect(fed.feed({ i: "overrun", lost: 40 })).toEqual(first);
    expect(fed.bytes(ends)).toEqual([]);
    expect(fed.feed({ i: "overrun", lost: 1 })).toEqual(again);
  });

  it("bytes without end are damage, and no memory", () => {
    const fed = attachedSession(of);
    for (let times = 0; times < 20; times++) fed.bytes("x".repeat(5_000));
    expect(JSON.stringify(fed.state).length).toBeLessThan(40_000);
  });
}
