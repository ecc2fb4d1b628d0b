/** The name under which the floor's own lists are told, beside those of tables: no log is named so, each has a `/`. */
export const FLOOR = "floor";

/** One part of what pages are told, as text, and when it changed last. */
interface Part {
  readonly text: string;
  readonly version: number;
}

/** Letters after which a message ends: a page that does not read has one of them waiting, and no more. */
export const PIECE_LENGTH = 65_536;

/** Changes for a page: `text` is JSON, by the name of each thing its parts; up to which change they go, and whether that is the newest. */
export interface Piece {
  readonly to: number;
  readonly isLast: boolean;
  readonly text: string;
}

/**
 * What pages are told, by things (tables, the floor's lists) and their parts. Each change has a number, so that a page that was told up to one
 * is told what is newer, however much happened meanwhile: a page that reads slowly skips what was in between, and nothing waits for it.
 */
export class ChangedParts {
  readonly #things = new Map<string, { parts: Map<string, Part>; newest: number }>();
  #version = 0;
  /** What was last made of a span of changes: pages that keep up share it. */
  #made: { readonly from: number; readonly newest: number; readonly piece: Piece } | null = null;

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

  /** What changed after this number, the oldest changes first, as much as fits into one message; null: nothing. */
  since(from: number): Piece | null {
    if (from === this.#version) return null;
    if (this.#made?.from === from && this.#made.newest === this.#version) return this.#made.piece;
    const piece = this.#pieceAfter(from);
    this.#made = { from, newest: this.#version, piece };
    return piece;
  }

  #pieceAfter(from: number): Piece {
    const changed = [...this.#things].flatMap(([name, { parts, newest }]) =>
      newest <= from
        ? []
        : [...parts].flatMap(([key, part]) => (part.version > from ? [{ name, key, ...part }] : [])),
    );
    changed.sort((a, b) => a.version - b.version);
    const things = new Map<string, string[]>();
    let [length, to] = [0, from];
    for (const { name, key, text, version } of changed) {
      // What changed at once is said at once.
      if (length > PIECE_LENGTH && version > to) break;
      to = version;
      length += text.length;
      const said = things.get(name) ?? [];
      things.set(name, said);
      said.push(`${JSON.stringify(key)}:${text}`);
    }
    const all = [...things].map(([name, said]) => `${JSON.stringify(name)}:{${said.join(",")}}`);
    return { to, isLast: to === this.#version, text: `{${all.join(",")}}` };
  }
}
