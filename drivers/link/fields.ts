/** Takes the fields of a message one after the other; one value that the specification does not list spoils the message. */
export class Fields {
  readonly #texts: readonly string[];
  #next = 0;
  isGood = true;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  text(): string {
    return this.#texts[this.#next++] ?? "";
  }

  number(least = 0, most = 0xffff_ffff): number {
    const value = Number.parseInt(this.text(), 16);
    if (!(value >= least && value <= most)) this.isGood = false;
    return value;
  }

  /** One of a list, by its place in it. */
  code<T>(list: readonly [T, ...T[]]): T {
    const value = list[this.number()];
    if (value === undefined) this.isGood = false;
    return value ?? list[0];
  }

  /** The same of a list whose first has the code `from`; null when it is none of them. */
  codeFrom<T>(list: readonly T[], from = 0): T | null {
    const value = list[this.number() - from];
    if (value === undefined) this.isGood = false;
    return value ?? null;
  }

  /** Hex digits, or null when all are 0. */
  id(): string | null {
    const text = this.text();
    return /^0*$/.test(text) ? null : text;
  }

  flag(): boolean {
    return this.number(0, 1) === 1;
  }

  /** A number, or null where it has the value `none`. Others lie in 0…`most`. */
  maybe(none: number, most: number): number | null {
    const value = this.number();
    if (value === none) return null;
    if (!(value <= most)) this.isGood = false;
    return value;
  }
}
