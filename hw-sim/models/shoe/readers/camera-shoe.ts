import { rankOf, RANKS, suitOf, type Face } from "../../../../src/cards/card.ts";
import type { RandomSource } from "../../../../src/time/random-source.ts";

/** What can be done to the shoe; each holds for the next occasion, but for the two that are stuck until `free`. */
export const CAMERA_FAULTS = [
  /** The next picture cannot be read. */
  "blurred",
  /** The next picture gives a byte that means nothing. */
  "odd-byte",
  /** The next picture is taken before the card was there, and shows the one before it. */
  "stale",
  /** The next card that is drawn stays in the exit. */
  "stuck-exit",
  /** The next card does not come to its place. */
  "stuck-load",
  /** The card in front of the camera is lifted out by hand. */
  "lifted",
  /** The next answer is not sent. */
  "mute",
] as const;
export type CameraFault = (typeof CAMERA_FAULTS)[number];

export interface CameraShoeOptions {
  /** Letters of the suits from 0 on. */
  readonly suits: string;
  readonly aceFirst: boolean;
  readonly cards: readonly Face[];
  /** One answer in so many has one bit turned; 0: none. */
  readonly damageOneIn: number;
}

export interface CameraStep {
  readonly bytes: string;
  /** When it has something to do next, µs; null: nothing. */
  readonly wakeAt: number | null;
}

/** From a question to its answer, µs. */
const ANSWER_US = 3_000;
const PICTURE_US = 90_000;
/** A drawn card covers the exit for so long; then the next one needs so long to its place. */
const EXIT_US = 120_000;
const LOAD_US = 150_000;

const PENDING = 255;
const EMPTY = 254;
const FAILED = 253;
const USED = 252;

/** A camera shoe on a byte port, as docs/devices/card-camera.md has it, written apart from the driver. */
export class CameraShoe {
  /** Cards that went out through the exit, in order. */
  readonly dealt: Face[] = [];
  readonly #options: CameraShoeOptions;
  readonly #random: RandomSource;
  readonly #queue: { readonly us: number; readonly byte: number }[] = [];
  #rest: Face[];
  #inPlace: Face | null = null;
  #last: Face | null = null;
  #answer = PENDING;
  #pictureAt: number | null = null;
  #exitFreeAt: number | null = null;
  #loadedAt: number | null;
  readonly #faults = new Set<CameraFault>();

  constructor(options: CameraShoeOptions, random: RandomSource) {
    this.#options = options;
    this.#random = random;
    this.#rest = [...options.cards];
    this.#loadedAt = LOAD_US;
  }

  get cardsInside(): number {
    return this.#rest.length + (this.#inPlace === null ? 0 : 1);
  }

  /** A card lies in front of the camera and was seen by it. */
  get isReady(): boolean {
    return this.#inPlace !== null && this.#pictureAt === null && this.#answer < USED;
  }

  inject(fault: CameraFault, us: number): void {
    if (fault !== "lifted") this.#faults.add(fault);
    else if (this.#inPlace !== null) {
      this.#inPlace = null;
      this.#answer = EMPTY;
      this.#loadedAt = us + LOAD_US;
    }
  }

  /** What was stuck is freed by a hand: the card in the exit is pushed through. */
  freeStuck(us: number): void {
    this.#faults.delete("stuck-load");
    if (this.#exitFreeAt === Number.POSITIVE_INFINITY) this.#exitFreeAt = us;
    if (this.#loadedAt === Number.POSITIVE_INFINITY) this.#loadedAt = us + LOAD_US;
  }

  /** The croupier draws the card that lies there; false when none does. */
  drawCard(us: number): boolean {
    if (this.#inPlace === null) return false;
    this.dealt.push(this.#inPlace);
    this.#last = this.#inPlace;
    this.#inPlace = null;
    this.#answer = USED;
    this.#pictureAt = null;
    this.#exitFreeAt = this.#faults.delete("stuck-exit") ? Number.POSITIVE_INFINITY : us + EXIT_US;
    this.#loadedAt = null;
    return true;
  }

  step(us: number, host = ""): CameraStep {
    this.#advance(us);
    for (const question of host) this.#handleQuestion(us, question.charCodeAt(0));
    let bytes = "";
    while ((this.#queue[0]?.us ?? Infinity) <= us)
      bytes += String.fromCharCode(this.#damageByte(this.#queue.shift()?.byte ?? 0));
    const next = [this.#queue[0]?.us, this.#exitFreeAt, this.#loadedAt, this.#pictureAt].filter(
      (at): at is number => at !== null && at !== undefined && at > us && Number.isFinite(at),
    );
    return { bytes, wakeAt: next.length === 0 ? null : Math.min(...next) };
  }

  #advance(us: number): void {
    if (this.#exitFreeAt !== null && this.#exitFreeAt <= us) {
      this.#loadedAt = this.#faults.delete("stuck-load")
        ? Number.POSITIVE_INFINITY
        : this.#exitFreeAt + LOAD_US;
      this.#exitFreeAt = null;
    }
    if (this.#loadedAt !== null && this.#loadedAt <= us) {
      this.#inPlace = this.#rest.shift() ?? null;
      this.#loadedAt = null;
    }
    if (this.#pictureAt !== null && this.#pictureAt <= us) this.#takePicture();
  }

  #handleQuestion(us: number, question: number): void {
    if (question === 0xfe && this.#exitFreeAt === null) {
      this.#answer = PENDING;
      this.#pictureAt = us + PICTURE_US;
    }
    if (question === 0xfc && !this.#faults.delete("mute"))
      this.#queue.push({ us: us + ANSWER_US, byte: this.#answer });
  }

  /** A picture while a card is on its way waits for it. */
  #takePicture(): void {
    if (this.#last !== null && this.#faults.delete("stale")) this.#answer = this.#codeOf(this.#last);
    else if (this.#loadedAt !== null) return;
    else if (this.#inPlace === null) this.#answer = EMPTY;
    else if (this.#faults.delete("blurred")) this.#answer = FAILED;
    else if (this.#faults.delete("odd-byte")) this.#answer = 52 + this.#random.below(200);
    else this.#answer = this.#codeOf(this.#inPlace);
    this.#pictureAt = null;
  }

  #codeOf(face: Face): number {
    const suit = this.#options.suits.indexOf(suitOf(face) ?? "?");
    const rank = RANKS.findIndex((name) => name === rankOf(face));
    return suit * 13 + (this.#options.aceFirst ? rank : (rank + 12) % 13);
  }

  #damageByte(byte: number): number {
    const { damageOneIn } = this.#options;
    return damageOneIn > 0 && this.#random.oneIn(damageOneIn) ? byte ^ (1 << this.#random.below(8)) : byte;
  }
}
