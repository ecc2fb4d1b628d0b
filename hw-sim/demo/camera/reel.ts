import type { Drawn } from "./renderer.ts";

/** Pictures that are shown one after the other, and begun anew when they are over. */
interface Clip {
  readonly frames: readonly Uint8Array[];
  /** How many are shown before the next clip. */
  readonly ticks: number;
}

/** What a camera has before its lens, picture by picture: it never ends, and knows no time. */
export class Reel {
  readonly #empty: Drawn;
  /** What lies there, or will when what is shown now is over. */
  #lying: Drawn;
  #prepared: Drawn | null = null;
  /** Never none; the last one is shown on and on. */
  #clips: readonly Clip[] = [];
  #shown = 0;

  /** `empty`: the arena without dice. `lying`: a throw whose dice lie there already. */
  constructor(empty: Drawn, lying: Drawn | null) {
    this.#empty = empty;
    this.#lying = lying ?? empty;
    this.#show([]);
  }

  /** The throw that may come next. */
  keep(drawn: Drawn): void {
    this.#prepared = drawn;
  }

  /**
   * Its dice are thrown: after so many pictures as before, and so many of shaking; `shaken` null: until `settle`. False: a throw
   * that was not prepared.
   */
  throw(n: number, after: number, shaken: number | null): boolean {
    const drawn = this.#prepared;
    if (drawn?.n !== n) return false;
    const before = this.#lying.lies;
    this.#lying = drawn;
    const shake = { frames: drawn.shaken, ticks: shaken ?? Infinity };
    this.#show([{ frames: before, ticks: after }, shake, whole(drawn.moving)]);
    return true;
  }

  /** What is shaken without end comes to rest. */
  settle(): void {
    const last = this.#clips.length - 1;
    this.#clips = this.#clips.map((clip, at) =>
      at < last && clip.ticks === Infinity ? { ...clip, ticks: 0 } : clip,
    );
  }

  touch(): void {
    this.#show([whole(this.#lying.touch)]);
  }

  takeUp(): void {
    const { takeUp } = this.#lying;
    this.#lying = this.#empty;
    this.#show([whole(takeUp)]);
  }

  next(): Uint8Array {
    for (;;) {
      const [clip, ...rest] = this.#clips;
      const { frames, ticks } = clip as Clip;
      const frame = this.#shown < ticks ? frames[this.#shown % frames.length] : undefined;
      this.#shown++;
      if (frame !== undefined) return frame;
      // The last one has no end, and the empty arena is seen at least.
      this.#clips = rest;
      this.#shown = 0;
    }
  }

  /** From the next picture on these, then what lies there; whatever was to come is dropped. */
  #show(clips: readonly Clip[]): void {
    this.#clips = [
      ...clips.filter(({ frames }) => frames.length > 0),
      { frames: this.#lying.lies, ticks: Infinity },
    ];
    this.#shown = 0;
  }
}

const whole = (frames: readonly Uint8Array[]): Clip => ({ frames, ticks: frames.length });
