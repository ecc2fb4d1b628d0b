import { frame, FRAMER_START } from "../line-framer.ts";
import { crc16, hexAt } from "../link/fields.ts";
import { BOARD_LINE_MAX, parseBootLine, type BootMessage } from "./lines.ts";

/** What comes from a board whose application may run: of it is taken who speaks, so that somebody can be told. */

/** Longer than any line of either. */
const LINE_LIMIT = 160;
const MARK = "!";
/** Firmata's report of the panel's firmware: two numbers, then its name in two bytes a letter. */
const PANEL = /\xf0\x79([\0-\x7f])([\0-\x7f])t\0i\0r\0a\0d\0a\0/;
const PANEL_BYTES = 64;

/** Takes a board's bytes, and gives its boot section's lines. */
export class BoardHearing {
  #framer = FRAMER_START;
  #newest = "";
  /** Bytes that came. */
  bytes = 0;
  /** Version of the application that speaks; null: none that is known was heard. */
  application: string | null = null;

  /** Whatever application spoke before: another one is about to start. */
  forget(): void {
    this.application = null;
    this.#newest = "";
  }

  take(text: string): BootMessage[] {
    this.bytes += text.length;
    this.#newest = `${this.#newest}${text}`.slice(-PANEL_BYTES - text.length);
    const panel = PANEL.exec(this.#newest);
    if (panel !== null)
      this.application = panel
        .slice(1)
        .map((one) => one.charCodeAt(0))
        .join(".");
    this.#newest = this.#newest.slice(-PANEL_BYTES);
    const framed = frame(this.#framer, text, LINE_LIMIT);
    this.#framer = framed.state;
    return framed.lines.flatMap(({ text: line }) => {
      // A panel's bytes have no line feeds: its boot section's line may stand behind them.
      const message = parseBootLine(line.slice(Math.max(0, line.lastIndexOf(MARK))).slice(0, BOARD_LINE_MAX));
      if (message !== null) return [message];
      this.#takeWheel(line);
      return [];
    });
  }

  #takeWheel(line: string): void {
    const end = line.length - 5;
    if (end < 1 || line.charAt(end) !== "*" || hexAt(line, end + 1, 4) !== crc16(line, end)) return;
    const identity = /^I [0-9A-F]{4} [0-9A-F]{8} [0-9A-F]{8} (\d+\.\d+\.\d+) /.exec(line);
    if (identity !== null) this.application = identity[1] ?? null;
  }
}
