import type { ShoeObservation, ShoeStanding } from "../../../src/table/shoe/observation.ts";
import { monoUs } from "../../../src/time/instant.ts";
import type { SessionInput } from "../../session.ts";
import type { ShoeCommand, ShoeStep } from "../session.ts";
import { tiradaShoeSession } from "./session.ts";
import { SHOE_START, type ShoeState, type TiradaShoeOptions } from "./state.ts";

/** A session under test: keeps its state, its time, and all that it said. */
export class ShoeHarness {
  readonly session;
  state: ShoeState = SHOE_START;
  t = 0;
  seen: ShoeObservation[] = [];
  /** What went to the device and was not fetched, one character a byte. */
  writes: string[] = [];

  constructor(options: Partial<TiradaShoeOptions> & Pick<TiradaShoeOptions, "carrier">) {
    this.session = tiradaShoeSession({ device: null, decks: null, ...options });
  }

  opened(): this {
    return this.input({ i: "opened", t: monoUs(this.t) });
  }

  lost(why = "unplugged"): this {
    return this.input({ i: "lost", t: monoUs(this.t), why });
  }

  bytes(bytes: string): this {
    return this.input({ i: "bytes", t: monoUs(this.t), bytes });
  }

  overrun(lost: number): this {
    return this.input({ i: "overrun", t: monoUs(this.t), lost });
  }

  /** Time goes on; the session is woken as often as it asks for it. */
  until(t: number): this {
    for (;;) {
      const wake = this.session.wakeAt(this.state);
      if (wake === null || wake > t) break;
      this.t = Math.max(this.t, wake);
      this.input({ i: "tick", t: monoUs(this.t) });
    }
    this.t = Math.max(this.t, t);
    return this;
  }

  tell(command: ShoeCommand): this {
    const step = this.session.applyCommand?.(this.state, command, monoUs(this.t));
    if (step !== undefined) this.#take(step);
    return this;
  }

  input(input: SessionInput): this {
    this.#take(this.session.step(this.state, input));
    return this;
  }

  #take(step: ShoeStep<ShoeState>): void {
    this.state = step.state;
    this.seen.push(...step.observations);
    this.writes.push(...step.writes);
    // The port took them: the recording has them, and the session hears of it.
    for (const bytes of step.writes) this.input({ i: "sent", t: monoUs(this.t), bytes });
  }

  fetched(): string {
    const all = this.writes.join("");
    this.writes = [];
    return all;
  }

  forget(): this {
    this.seen = [];
    return this;
  }

  /** Observations in short. */
  words(): string[] {
    return this.seen.map(wordOf);
  }

  cards(): string[] {
    return this.seen.flatMap((one) => (one.o === "card" ? [`${one.card.n} ${one.card.face}`] : []));
  }
}

/** What stands; nothing where all is well. */
function standingWords({ lidOpen, jam, warnings, faceUp, suspect }: ShoeStanding): readonly string[] {
  return [
    ...(lidOpen ? ["lid"] : []),
    ...(jam === null ? [] : [`jam:${jam}`]),
    ...warnings.map((code) => `!${code}`),
    ...faceUp.map((where) => `up:${where}`),
    ...(suspect === null ? [] : [`repeat?${suspect}`]),
  ];
}

export function wordOf(seen: ShoeObservation): string {
  switch (seen.o) {
    case "attached":
      return ["attached", seen.during, ...standingWords(seen.standing)].join(" ");
    case "stage":
      return seen.stage;
    case "card":
      return `${seen.card.n} ${seen.card.face}`;
    case "card-unread":
      return `${seen.n} ${seen.why}`;
    case "suspected-repeat":
      return `${seen.n} ${seen.settled ?? "repeat?"}`;
    case "gap":
      return `gap ${seen.why}`;
    case "fault":
      return `+${seen.code}`;
    case "fault-cleared":
      return `-${seen.code}`;
    case "jam":
      return `jam ${seen.where}`;
    case "lid":
      return seen.open ? "lid open" : "lid shut";
    case "warning":
      return `${seen.standing ? "!" : "ok"} ${seen.code}`;
    case "cut-card":
    case "face-up":
      return `${seen.o} ${seen.where}${"gone" in seen ? " no more" : ""}`;
    default:
      return seen.o;
  }
}
