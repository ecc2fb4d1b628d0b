import type { WheelObservation } from "../../../src/table/wheel/observation.ts";
import { monoUs } from "../../../src/time/instant.ts";
import type { SessionInput } from "../session.ts";
import { ss2Session } from "./session.ts";
import type { Ss2State } from "./state.ts";

/** Fields of a status line, as the wheel would print them. */
export interface Fields {
  readonly game: number;
  /** Two characters are taken as they are; anything else is padded with a blank. */
  readonly number: string;
  readonly flags: string;
  readonly rpm: number;
  readonly direction: 0 | 1;
}

/** One status line without its terminator, written by the test's own hand. */
export function statusText(state: number, fields: Fields): string {
  const { game, number, flags, rpm, direction } = fields;
  return `*X;${state};${String(game).padStart(3, "0")};${number.padStart(2)};${flags};${String(rpm).padStart(3, "0")};${direction}`;
}

type Seen<O extends WheelObservation["o"]> = Extract<WheelObservation, { o: O }>;

/** Drops the instant, which the writer's own clock gives. */
type Untimed<I> = I extends SessionInput ? Omit<I, "t"> : never;

/** A wheel as a session sees it: writes its lines every 0.5 s and keeps what the session made of them. */
export class LineWriter {
  readonly session;
  state: Ss2State;
  t = 1_000_000;
  fields: Fields = { game: 11, number: " 5", flags: "0", rpm: 168, direction: 1 };
  readonly seen: WheelObservation[] = [];

  constructor(pockets = 37) {
    this.session = ss2Session({ pockets, rotorVariationRpm10: 20, ask: false });
    this.state = this.session.initial();
  }

  feed(input: Untimed<SessionInput>): readonly WheelObservation[] {
    const step = this.session.step(this.state, { ...input, t: monoUs(this.t) });
    this.state = step.state;
    this.seen.push(...step.observations);
    return step.observations;
  }

  open(): this {
    this.feed({ i: "opened" });
    return this;
  }

  lose(why = "unplugged"): this {
    this.feed({ i: "lost", why });
    return this;
  }

  raw(bytes: string): this {
    this.feed({ i: "bytes", bytes });
    return this;
  }

  /** Nothing comes for so long; the session is woken whenever it asked for it. */
  wait(us: number): this {
    const until = this.t + us;
    for (
      let at = this.session.wakeAt(this.state);
      at !== null && at <= until;
      at = this.session.wakeAt(this.state)
    ) {
      this.t = at;
      this.feed({ i: "tick" });
      if (this.session.wakeAt(this.state) === at) break;
    }
    this.t = until;
    return this;
  }

  /** `lines` status lines, one every 0.5 s. `change` holds for these lines only. */
  status(state: number, lines = 1, change: Partial<Fields> = {}): this {
    for (let line = 0; line < lines; line++) {
      this.wait(500_000);
      this.raw(`${statusText(state, { ...this.fields, ...change })}\r\n`);
    }
    return this;
  }

  /** The bare number, terminated as a wheel of 2017 does. */
  bare(number: string, afterUs = 250_000): this {
    this.wait(afterUs);
    return this.raw(`${number.padStart(2)}\n\r`);
  }

  /** Opened, attached, bets open in the present game. */
  betting(lines = 4): this {
    if (!this.state.link.up) this.open().raw("\r\n");
    return this.status(2, lines);
  }

  rim(lines = 5): this {
    return this.status(3, lines);
  }

  closed(lines = 8): this {
    return this.status(4, lines);
  }

  /** State 5 with this number, which the fields keep from here on. */
  result(number: string, lines = 4): this {
    this.fields = { ...this.fields, number: number.padStart(2) };
    return this.status(5, lines);
  }

  /** The next game's open bets, rotor the other way. */
  next(lines = 4): this {
    const { game, direction } = this.fields;
    this.fields = { ...this.fields, game: game >= 256 ? 1 : game + 1, direction: direction === 0 ? 1 : 0 };
    return this.status(2, lines);
  }

  /** A whole game from open bets to the open bets of the next. */
  game(number: string): this {
    return this.rim().closed().bare(number).result(number).next();
  }

  of<O extends WheelObservation["o"]>(o: O): Seen<O>[] {
    return this.seen.filter((one): one is Seen<O> => one.o === o);
  }

  numbers(): string[] {
    return this.of("number").map((one) => one.pocket);
  }

  contradictions(): string[] {
    return this.of("contradiction").map((one) => one.what);
  }

  /** Codes as they were given out and cleared: `+port-gone`, `-port-gone`. */
  faults(): string[] {
    return this.seen.flatMap((one) =>
      one.o === "fault" ? [`+${one.code}`] : one.o === "fault-cleared" ? [`-${one.code}`] : [],
    );
  }

  /** Forgets what was seen so far, and the words that settle faults of a session before. */
  fresh(): this {
    this.seen.length = 0;
    return this;
  }
}
