import type { CardRead, ShoeObservation } from "../../../src/table/shoe/observation.ts";
import { monoUs } from "../../../src/time/instant.ts";
import type { SessionInput } from "../../session.ts";
import type { ShoeSession } from "../session.ts";

type Untimed<I> = I extends SessionInput ? Omit<I, "t"> : never;

/** A reader as its session sees it: feeds inputs, wakes the session when it asks for it, stores what it reported. */
export class ReaderHarness<State> {
  state: State;
  t = 1_000_000;
  readonly session: ShoeSession<State>;
  readonly seen: ShoeObservation[] = [];
  readonly writes: string[] = [];
  #fed = 0;
  readonly #told = new Set<string>();

  constructor(session: ShoeSession<State>) {
    this.session = session;
    this.state = session.initial();
  }

  feed(input: Untimed<SessionInput>): readonly ShoeObservation[] {
    // Expensive, so not at every step.
    const look = this.#fed++ % 16 < 2;
    const frozen = look ? JSON.stringify(this.state) : "";
    const step = this.session.step(this.state, { ...input, t: monoUs(this.t) });
    if (look && JSON.stringify(this.state) !== frozen)
      throw new Error("the session changed the state that it was given");
    this.state = step.state;
    for (const one of step.observations) {
      if (one.o === "fault") this.#told.add(one.code);
      // Reports that clear faults of an earlier session are not counted.
      if (one.o !== "fault-cleared" || this.#told.has(one.code)) this.seen.push(one);
    }
    this.writes.push(...step.writes);
    return step.observations;
  }

  open(): this {
    this.feed({ i: "opened" });
    return this;
  }

  /** Goes on to this instant; the session is woken whenever it asked for it. */
  until(us: number): this {
    for (let woken = 0; ; woken++) {
      const at = this.session.wakeAt(this.state);
      if (at === null || at > us) break;
      if (woken > 1_000) throw new Error("the session asks to be woken for ever");
      this.t = Math.max(this.t, at);
      this.feed({ i: "tick" });
    }
    this.t = Math.max(this.t, us);
    return this;
  }

  wait(us: number): this {
    return this.until(this.t + us);
  }

  bytes(text: string): this {
    this.feed({ i: "bytes", bytes: text });
    return this;
  }

  /** Bytes at their instants. */
  play(sent: readonly { readonly us: number; readonly bytes: string }[]): this {
    for (const { us, bytes } of sent) this.until(us).bytes(bytes);
    return this;
  }

  of<O extends ShoeObservation["o"]>(o: O): Extract<ShoeObservation, { o: O }>[] {
    return this.seen.filter((one): one is Extract<ShoeObservation, { o: O }> => one.o === o);
  }

  cards(): CardRead[] {
    return this.of("card").map((one) => one.card);
  }

  faces(): string[] {
    return this.cards().map(({ face }) => face);
  }

  /** The observations as short texts: `10h`, `unread:failed`, `repeat`, `stuck:2`, `+port-gone` … */
  observationTexts(): string[] {
    return this.seen.map((one) => {
      switch (one.o) {
        case "card":
          return one.card.face;
        case "card-unread":
          return `unread:${one.why}`;
        case "suspected-repeat":
          return "repeat";
        case "cards-stuck":
          return `stuck:${one.atLeast}`;
        case "fault":
          return `+${one.code}`;
        case "fault-cleared":
          return `-${one.code}`;
        case "stage":
          return `stage:${one.stage}`;
        case "gap":
          return `gap:${one.why}`;
        case "jam":
          return `jam:${one.where}`;
        default:
          return one.o;
      }
    });
  }
}

/**
 * Whether the reported cards are among the presented ones in the same order: cards may be missing, none may be added or
 * swapped.
 */
export function isSubsequence(reported: readonly string[], presented: readonly string[]): boolean {
  let at = 0;
  for (const face of reported) {
    while (at < presented.length && presented[at] !== face) at++;
    if (at++ >= presented.length) return false;
  }
  return true;
}

/** Anything in faults that could be a face, or the text of a code. */
export function secretsIn(seen: readonly ShoeObservation[], secrets: readonly string[]): string[] {
  const open = seen.filter((one) => one.o !== "card").map((one) => JSON.stringify(one));
  return secrets.filter((secret) => open.some((text) => text.includes(`"${secret}"`)));
}
