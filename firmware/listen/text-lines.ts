import { ReadlineParser } from "@serialport/parser-readline";
import type { MonoUs } from "../../src/time/instant.ts";

/** The longest line that is kept whole, bytes: longer than any that a driver knows. What grows beyond it is cut there. */
export const TEXT_LINE_MAX = 4_096;

/** A line of text: one character a byte, without its end. */
export interface TextLine {
  readonly text: string;
  /** When its first byte came. */
  readonly t: MonoUs;
  /** False: it was cut at {@link TEXT_LINE_MAX}, or nothing came any more. */
  readonly hasEnd: boolean;
}

/**
 * Cuts bytes into lines. A device may end them with CR, LF or both in either order; empty lines do not exist. Bytes that never end are cut
 * too, so that noise fills no memory. The only file that knows parser-readline.
 */
export class TextLines {
  #parser = newParser();
  /** Bytes since the last line feed, as the parser holds them. */
  #held = 0;
  /** When the first byte of the line under way came; null: none did. */
  #since: MonoUs | null = null;

  /** The lines that these bytes complete. `t`: when they came. */
  receive(bytes: string, t: MonoUs): readonly TextLine[] {
    const lines: TextLine[] = [];
    // Whoever ends lines with CR alone has them cut there too.
    for (const part of bytes.replaceAll("\r", "\n").split(/(?<=\n)/)) {
      if (part === "") continue;
      if (part !== "\n" && this.#since === null) this.#since = t;
      this.#parser.write(Buffer.from(part, "latin1"));
      this.#held += part.length;
      if (part.endsWith("\n")) lines.push(...this.#take(true, t));
      else if (this.#held > TEXT_LINE_MAX) lines.push(...this.flush(t));
    }
    return lines;
  }

  /** The bytes of a line that has not ended: nothing more came for a while. */
  flush(t: MonoUs): readonly TextLine[] {
    if (this.#held === 0) return [];
    this.#parser.write("\n");
    return this.#take(false, t);
  }

  #take(hasEnd: boolean, t: MonoUs): readonly TextLine[] {
    const since = this.#since ?? t;
    [this.#held, this.#since] = [0, null];
    const lines: TextLine[] = [];
    for (let text = this.#read(); text !== null; text = this.#read())
      for (let from = 0; from < text.length; from += TEXT_LINE_MAX)
        lines.push({ text: text.slice(from, from + TEXT_LINE_MAX), t: since, hasEnd });
    return lines;
  }

  #read(): string | null {
    return this.#parser.read() as string | null;
  }
}

/** One string a read, whatever waits beside it. */
const newParser = (): ReadlineParser =>
  new ReadlineParser({ delimiter: "\n", encoding: "latin1", readableObjectMode: true });
