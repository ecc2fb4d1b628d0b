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

/** The parts that the definitions of families gave, by part and family. */
const GIVEN = new Map<string, Map<string, LazyPart<unknown> | { readonly ready: unknown }>>();

/** A part of a family: itself, or how its code is read. */
export type GivenPart = { readonly ready: unknown } | { readonly read: () => Promise<unknown> };

/** Gives the parts of one family, by the names of the parts. Throws TypeError for a family that has one of them already. */
export function giveFamily(family: string, parts: Readonly<Record<string, GivenPart>>): void {
  for (const [part, given] of Object.entries(parts)) {
    const families = GIVEN.get(part) ?? new Map<string, LazyPart<unknown> | { readonly ready: unknown }>();
    if (families.has(family)) throw new TypeError(`the family "${family}" has its ${part} already`);
    GIVEN.set(part, families);
    families.set(
      family,
      "ready" in given ? given : new LazyPart(`the part "${part}" of the family "${family}"`, given.read),
    );
  }
}

/**
 * What every family of tables (wheel, shoe, dice) has for one room of the program, by the family's name. The room declares what it
 * needs of a family; the family's definition gives it (`firmware/table/setup/families.ts`), at once or as code that is read later.
 */
export class FamilyParts<T> {
  readonly #part: string;

  /** `part`: its name in the definition of a family. */
  constructor(part: string) {
    this.#part = part;
  }

  /** The families that are known, in the order of their rows. */
  get names(): readonly string[] {
    return [...this.#families.keys()];
  }

  /** Reads the code of one family; a part that was given at once is ready already. */
  async load(name: string): Promise<void> {
    const part = this.#families.get(name);
    if (part instanceof LazyPart) await part.load();
  }

  /** Reads the code of every family. */
  async loadAll(): Promise<void> {
    for (const name of this.names) await this.load(name);
  }

  /** Null: no family has this name. Throws TypeError before its code was read. */
  find(name: string): T | null {
    const part = this.#families.get(name);
    if (part === undefined) return null;
    // The definition of a family is typed part by part.
    return (part instanceof LazyPart ? part.get() : part.ready) as T;
  }

  /** Throws TypeError for a name that no family has, and before its code was read. */
  get(name: string): T {
    const part = this.find(name);
    if (part === null) throw new TypeError(`no family of tables is called "${name}"`);
    return part;
  }

  get #families(): ReadonlyMap<string, LazyPart<unknown> | { readonly ready: unknown }> {
    return GIVEN.get(this.#part) ?? new Map<string, never>();
  }
}
