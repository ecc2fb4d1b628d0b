/**
 * A part of the program whose modules are read when somebody asks for them: a unit reads the code of its own family and of its own
 * devices, and no other.
 */
export class LazyPart<T> {
  readonly #what: string;
  readonly #read: () => Promise<T>;
  #part: T | null = null;

  /** `what`: the part's name for messages. `read`: reads its modules. */
  constructor(what: string, read: () => Promise<T>) {
    this.#what = what;
    this.#read = read;
  }

  /** Reads it, once. Rejects when a module cannot be read. */
  async load(): Promise<void> {
    this.#part ??= await this.#read();
  }

  /** Throws TypeError before {@link load} has come to its end. */
  get(): T {
    if (this.#part === null) throw new TypeError(`${this.#what} is used before its code was read`);
    return this.#part;
  }
}
