import type { TableScreen, PlayedSide } from "./played-side.ts";
import type { Reading } from "./scripted-readings.ts";
import type { MechanicsEvent } from "./table-side.ts";
import { PIP_FACES, type DieFace } from "../../../src/dice/faces.ts";
import { PAI_GOW_DICE, paiGowFirst, type PaiGowLaw } from "../../../src/rules/pai-gow-first.ts";
import type { Key } from "../../../src/people/keys.ts";
import type { Person } from "../../../src/people/roles.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import { US_PER_MS } from "../../../src/time/instant.ts";

/** How often he throws before he says it himself, and how often he looks whether the screens have it. */
const THROWS_MAX = 400;
const LOOKS_MAX = 40;
const LOOK_US = 40 * US_PER_MS;
/** One throw of so many stays cocked, and is made again. */
const COCKED_ONE_IN = 5;

/**
 * The table as a croupier meets it who throws three dice instead of saying who is dealt first. Whom the simulated game wants
 * to be first he knows; so the dice fall as they must. Where no eye reads them he presses the key as ever.
 */
export class ThrowingSide implements PlayedSide {
  readonly #side: PlayedSide;
  readonly #law: PaiGowLaw;
  readonly #random: RandomSource;

  constructor(side: PlayedSide, law: PaiGowLaw, random: RandomSource) {
    this.#side = side;
    this.#law = law;
    this.#random = random;
  }

  get us(): number {
    return this.#side.us;
  }

  get seenUs(): number {
    return this.#side.seenUs;
  }

  get screen(): TableScreen {
    return this.#side.screen;
  }

  press(key: Key, by: Person): boolean {
    const isFirst = key.key === "move" && key.move === "first";
    return (isFirst && this.#throws(key.who)) || this.#side.press(key, by);
  }

  /** True: the dice were read, and the screens say who is first. */
  #throws(who: string): boolean {
    const faces = this.#facesFor(who);
    if (faces === null) return false;
    const cocked = this.#random.oneIn(COCKED_ONE_IN);
    if (cocked && !this.#side.dice({ faces: this.#any(), isCocked: true })) return false;
    if (!this.#side.dice({ faces, isCocked: false })) return false;
    for (let looks = 0; looks < LOOKS_MAX && this.screen.wantsFirst; looks++) this.#side.wait(LOOK_US);
    return !this.screen.wantsFirst;
  }

  /** Dice that name this place; null: none came up in so many tries. */
  #facesFor(who: string): readonly DieFace[] | null {
    const wanted = who === "bank" ? 0 : Number(who.slice("seat-".length));
    const table = { banker: 0, seats: this.screen.seats, counted: "clockwise" } as const;
    for (let tries = 0; tries < THROWS_MAX; tries++) {
      const faces = this.#any();
      const named = paiGowFirst(this.#law, faces, table);
      if (named.ok && named.first === wanted) return faces;
    }
    return null;
  }

  #any(): readonly DieFace[] {
    return Array.from({ length: PAI_GOW_DICE.dice }, () => this.#random.pick(PIP_FACES));
  }

  dice(thrown: Parameters<PlayedSide["dice"]>[0]): boolean {
    return this.#side.dice(thrown);
  }

  emitEvent(event: MechanicsEvent, forUs: number): void {
    this.#side.emitEvent(event, forUs);
  }

  wait(us: number): void {
    this.#side.wait(us);
  }

  plug(isIn: boolean): void {
    this.#side.plug(isIn);
  }

  power(on: boolean): void {
    this.#side.power(on);
  }

  setNextReading(reading: Reading, cards: number, isBlind: boolean): void {
    this.#side.setNextReading(reading, cards, isBlind);
  }

  say(line: string): void {
    this.#side.say(line);
  }

  acknowledgeWarnings(by: Person): void {
    this.#side.acknowledgeWarnings(by);
  }

  confirmVoid(by: Person): void {
    this.#side.confirmVoid(by);
  }
}
