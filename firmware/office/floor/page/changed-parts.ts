/** The name under which the floor's own lists are told, beside those of tables: no log is named so, each has a `/`. */
export const FLOOR = "floor";

/** One part of what pages are told, as text, and when it changed last. */
interface Part {
  readonly text: string;
  readonly version: number;
}

/**
 * What pages are told, by things (tables, the floor's lists) and their parts. Each change has a number, so that a page that was told up to one
 * is told what is newer, however much happened meanwhile: a page that reads slowly skips what was in between, and nothing waits for it.
 */
export class ChangedParts {
  readonly #things = new Map<string, { parts: Map<string, Part>; newest: number }>();
  #version = 0;
  /** What was last made of a span of changes: pages that keep up share it. */
  #made: { readonly from: number; readonly to: number; readonly text: string } | null = null;

  /** The number of the newest change. */
  get version(): number {
    return this.#version;
  }

  /** Sets a thing as it is now; true: something of it changed. Parts that it has no more stay as they were. */
  set(name: string, parts: object): boolean {
    const thing = this.#things.get(name) ?? { parts: new Map<string, Part>(), newest: 0 };
    this.#things.set(name, thing);
    let isChanged = false;
    for (const [key, value] of Object.entries(parts)) {
      const text = JSON.stringify(value);
      if (thing.parts.get(key)?.text === text) continue;
      if (!isChanged) this.#version += 1;
      isChanged = true;
      thing.parts.set(key, { text, version: this.#version });
      thing.newest = this.#version;
    }
    return isChanged;
  }

  /** What changed after this number, as JSON: by the name of each thing its parts that changed; null: nothing. */
  since(from: number): string | null {
    if (from === this.#version) return null;
    if (this.#made?.from === from && this.#made.to === this.#version) return this.#made.text;
    const things: string[] = [];
    for (const [name, { parts, newest }] of this.#things) {
      if (newest <= from) continue;
      const changed = [...parts].filter(([, { version }]) => version > from);
      const told = changed.map(([key, { text }]) => `${JSON.stringify(key)}:${text}`);
      things.push(`${JSON.stringify(name)}:{${told.join(",")}}`);
    }
    const text = `{${things.join(",")}}`;
    this.#made = { from, to: this.#version, text };
    return text;
  }
}
