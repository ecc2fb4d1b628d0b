import { expect } from "vitest";
import { encodeMessage, type Field, type Wire } from "../../../hw-sim/models/shoe/device/messages.ts";
import { ShoeHarness } from "./shoe-harness.test-help.ts";
import type { TiradaShoeOptions } from "./state.ts";

/** Bits of the sensors that it tries. */
const EVERY_SENSOR = 0x1ff;

export const WIRES: readonly Wire[] = ["hid", "line"];

/** The messages of a made shoe, one after the other, as its writer puts them on the wire, and the session that reads them. */
export class Voice {
  readonly harness: ShoeHarness;
  readonly wire: Wire;
  n = 0;
  ms = 0;
  boots = 4;
  device = 0x70;
  cards = 0;

  constructor(wire: Wire, options: Partial<TiradaShoeOptions> = {}) {
    this.wire = wire;
    this.harness = new ShoeHarness({ carrier: wire, ...options });
    this.harness.opened();
    // What comes first on a line may be the tail of a cut one.
    if (wire === "line") this.harness.bytes("ut one*1234\n");
  }

  make(letter: string, ...fields: readonly Field[]): string {
    const text = encodeMessage(this.wire, letter, this.n, this.ms, fields);
    this.n = (this.n + 1) & 0xffff;
    return this.wire === "hid" ? String.fromCharCode(text.length) + text : text;
  }

  say(letter: string, ...fields: readonly Field[]): this {
    this.harness.bytes(this.make(letter, ...fields));
    return this;
  }

  identity({ major = 1, decks = 6, cause = 0 } = {}): string {
    const head = [
      [1, major],
      [1, 0],
      [1, 1],
      [4, this.device],
      [1, 1],
      [1, 0],
      [1, 0],
    ] as const;
    return this.make("I", ...head, [4, this.boots], [1, cause], [1, decks], [2, 0x1f]);
  }

  beat({
    levels = 0,
    stage = 7,
    mode = 0,
    cards = this.cards,
    jam = 0,
    warnings = 0,
    suspect = 0,
  } = {}): string {
    const state = [
      [2, levels],
      [1, stage],
      [1, mode],
      [2, cards],
      [1, 1],
      [1, jam],
      [2, warnings],
    ] as const;
    return this.make("B", ...state, [2, suspect], [2, 0], [2, 0]);
  }

  card(rank: number, suit: number, { n = ++this.cards, confidence = 990 } = {}): string {
    return this.make("C", [2, n], [1, rank], [1, suit], [1, 1], [4, 3], [8, "0"], [2, confidence], [1, 0]);
  }

  attached(): this {
    this.harness.bytes(this.identity()).bytes(this.beat());
    this.answerSelfTest();
    expect(this.harness.words()).toContain("attached dealing");
    this.harness.forget();
    return this;
  }

  /** Its self-test is asked for on each connection: it passes, unless some sensors are bad. */
  answerSelfTest({ bad = 0, result = 0 } = {}): this {
    const asked = this.harness.state.selfTest?.asked;
    if (typeof asked !== "number") throw new Error("the self-test was not asked for");
    if (result === 0) this.say("Y", [2, EVERY_SENSOR], [2, EVERY_SENSOR & ~bad]);
    return this.say("A", [2, asked], [1, 0x22], [1, result]);
  }

  said(): string[] {
    const words = this.harness.words();
    this.harness.forget();
    return words;
  }

  later(ms: number): this {
    this.ms += ms;
    this.harness.until(this.harness.t + ms * 1_000);
    return this;
  }
}
