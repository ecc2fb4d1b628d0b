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

/**
 * What every family of tables (wheel, shoe, dice) has for one room of the program, by the family's name. The room declares what it
 * needs of a family; the family's definition gives it (`firmware/setup/families.ts`), at once or as code that is read later.
 */
export class FamilyParts<T> {
  readonly #what: string;
  readonly #parts = new Map<string, LazyPart<T>>();
  readonly #ready = new Map<string, T>();

  /** `what`: the part's name for messages. */
  constructor(what: string) {
    this.#what = what;
  }

  /** The families that are known, in the order of their rows. */
  get names(): readonly string[] {
    return [...this.#ready.keys(), ...this.#parts.keys()];
  }

  /** Gives it. Throws TypeError for a name that is taken. */
  set(name: string, part: T): void {
    this.#requireFree(name);
    this.#ready.set(name, part);
  }

  /** Gives code that is read when somebody asks for it: {@link load}. */
  setLazy(name: string, read: () => Promise<T>): void {
    this.#requireFree(name);
    this.#parts.set(name, new LazyPart(`${this.#what} of the family "${name}"`, read));
  }

  /** Reads its code; what was given at once is there. */
  async load(name: string): Promise<void> {
    await this.#parts.get(name)?.load();
  }

  /** Reads the code of every family. */
  async loadAll(): Promise<void> {
    for (const part of this.#parts.values()) await part.load();
  }

  /** Null: no family has this name. Throws TypeError before its code was read. */
  find(name: string): T | null {
    return this.#ready.get(name) ?? this.#parts.get(name)?.get() ?? null;
  }

  /** Throws TypeError for a name that no family has, and before its code was read. */
  get(name: string): T {
    const part = this.find(name);
    if (part === null) throw new TypeError(`no family of tables is called "${name}"`);
    return part;
  }

  #requireFree(name: string): void {
    if (this.#ready.has(name) || this.#parts.has(name))
      throw new TypeError(`the family "${name}" has its ${this.#what} already`);
  }
}
