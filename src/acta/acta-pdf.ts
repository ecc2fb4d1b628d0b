import { pdfFile, pdfString } from "../text/pdf-file.ts";
import { widthOf, wrapped } from "./letter-widths.ts";
import type { ActaBall, ActaBlock, ActaPage } from "./acta-page.ts";
import type { ActaRow } from "./acta-words.ts";

/** An acta as a PDF: A4, in letters that every reader has, the same acta always as the same bytes. Lengths are points. */
const PAPER = { wide: 595, high: 842 } as const;
const EDGE = 48;
const WIDE = PAPER.wide - 2 * EDGE;
/** Where the foot of a page begins. */
const BOTTOM = 62;
const FONTS = ["Helvetica", "Helvetica-Bold"] as const;
const SIZE = 9.5;
const LINE = 13;
const SMALL = 8;
/** Where values stand behind their labels. */
const VALUE_AT = 172;
const BALLS_A_ROW = 15;
const BALL = { wide: WIDE / BALLS_A_ROW, high: 24 } as const;

interface Style {
  readonly size?: number;
  readonly bold?: true;
  readonly grey?: true;
}

/** `foot`: what stands below each page, by its number and how many there are. */
export function actaPdf(pages: readonly ActaPage[], foot: (page: number, of: number) => string): Uint8Array {
  const sheets = pages.flatMap((page) => new Drawing(page).sheets);
  const drawn = sheets.map((lines, n) =>
    [
      ...lines,
      ruleOf(EDGE, BOTTOM - 10, WIDE, 0.5),
      textOf(EDGE, BOTTOM - 22, foot(n + 1, sheets.length), { size: 7, grey: true }),
    ].join("\n"),
  );
  return pdfFile(drawn, PAPER, FONTS);
}

const number = (of: number): string => String(Math.round(of * 100) / 100);

/** One line of text whose letters stand on `y`. */
const textOf = (x: number, y: number, text: string, { size = SIZE, bold, grey }: Style = {}): string =>
  `BT ${grey === true ? 0.4 : 0} g /F${bold === true ? 2 : 1} ${number(size)} Tf ${number(x)} ${number(y)} Td (${pdfString(text)}) Tj ET`;

const ruleOf = (x: number, y: number, wide: number, thick = 0.75): string =>
  `${number(thick)} w 0.6 G ${number(x)} ${number(y)} m ${number(x + wide)} ${number(y)} l S`;

const boxOf = (x: number, y: number, wide: number, high: number, isGrey: boolean): string =>
  `0.5 w 0.6 G ${isGrey ? "0.9 g" : "1 g"} ${number(x)} ${number(y)} ${number(wide)} ${number(high)} re B`;

/** Draws one page of an acta on as many sheets as it needs. */
class Drawing {
  readonly sheets: string[][] = [[]];
  readonly #page: ActaPage;
  #y = PAPER.high - EDGE;

  constructor(page: ActaPage) {
    this.#page = page;
    this.#head();
    for (const block of page.blocks) this.#block(block);
  }

  #put(...drawn: readonly string[]): void {
    this.sheets.at(-1)?.push(...drawn);
  }

  /** Room for so much, on this sheet or on the next one. */
  #need(high: number): void {
    if (this.#y - high >= BOTTOM) return;
    this.sheets.push([]);
    this.#y = PAPER.high - EDGE;
    const { title, number: own } = this.#page;
    this.#put(textOf(EDGE, this.#y - SMALL, `${title} · ${own}`, { size: SMALL, grey: true }));
    this.#y -= 2 * LINE;
  }

  #head(): void {
    const { title, number: own, marks } = this.#page;
    this.#put(textOf(EDGE, this.#y - 18, title, { size: 20, bold: true }));
    this.#put(textOf(EDGE, this.#y - 34, own, { size: 11 }));
    this.#y -= 42;
    for (const mark of marks) {
      this.#put(boxOf(EDGE, this.#y - 17, WIDE, 17, true));
      this.#put(textOf(EDGE + 6, this.#y - 12, mark, { size: 9, bold: true }));
      this.#y -= 21;
    }
  }

  #block(block: ActaBlock): void {
    this.#title(block.title, block.is === "signatures" ? 120 : 2 * LINE);
    switch (block.is) {
      case "rows":
        return block.rows.forEach((row) => this.#row(row));
      case "balls":
        return this.#balls(block.balls, block.note);
      case "lines":
        return block.lines.forEach((line) => this.#paragraph(line));
      case "signatures":
        return this.#signatures(block.places);
    }
  }

  /** A title stays with what comes below it. */
  #title(title: string, below: number): void {
    this.#need(LINE + below);
    this.#y -= 8;
    if (title === "") return;
    this.#y -= LINE;
    this.#put(textOf(EDGE, this.#y, title, { size: 10.5, bold: true }), ruleOf(EDGE, this.#y - 4, WIDE));
    this.#y -= 6;
  }

  #row({ label, value, note }: ActaRow): void {
    const room = WIDE - VALUE_AT;
    const labels = wrapped(label, SIZE, VALUE_AT - 10);
    const values = value === null ? [""] : wrapped(value, SIZE, room, true);
    const notes = note === "" ? [] : wrapped(note, SMALL, room);
    this.#need(Math.max(labels.length * LINE, values.length * LINE + notes.length * (LINE - 3)));
    const top = this.#y;
    labels.forEach((line, n) => this.#put(textOf(EDGE, top - (n + 1) * LINE, line)));
    const x = EDGE + VALUE_AT;
    values.forEach((line, n) => this.#put(textOf(x, top - (n + 1) * LINE, line, { bold: true })));
    if (value === null) this.#put(ruleOf(x, top - LINE - 2, room * 0.6, 0.5));
    let y = top - values.length * LINE;
    for (const line of notes) {
      y -= LINE - 3;
      this.#put(textOf(x, y, line, { size: SMALL, grey: true }));
    }
    this.#y = Math.min(top - labels.length * LINE, y) - 2;
  }

  #balls(balls: readonly ActaBall[], note: string): void {
    this.#y -= 4;
    for (let first = 0; first < balls.length; first += BALLS_A_ROW) {
      this.#need(BALL.high);
      balls.slice(first, first + BALLS_A_ROW).forEach((ball, at) => this.#ball(ball, first + at));
      this.#y -= BALL.high;
    }
    if (note !== "") this.#paragraph(note);
  }

  /** Its place above, its number below; one that people named has a star and a grey ground. */
  #ball({ number: shown, isSaid }: ActaBall, at: number): void {
    const x = EDGE + (at % BALLS_A_ROW) * BALL.wide;
    const text = isSaid ? `${shown}*` : shown;
    const left = x + (BALL.wide - widthOf(text, 11, true)) / 2;
    this.#put(
      boxOf(x, this.#y - BALL.high, BALL.wide, BALL.high, isSaid),
      textOf(x + 2.5, this.#y - 7, String(at + 1), { size: 5.5, grey: true }),
      textOf(left, this.#y - 18, text, { size: 11, bold: true }),
    );
  }

  #paragraph(text: string): void {
    for (const [n, line] of wrapped(text, 9, WIDE - 10).entries()) {
      this.#need(LINE);
      this.#y -= LINE - 1;
      this.#put(textOf(EDGE + (n === 0 ? 0 : 10), this.#y, line, { size: 9 }));
    }
  }

  #signatures(places: readonly ActaRow[]): void {
    const wide = (WIDE - 24) / places.length;
    this.#y -= 54;
    places.forEach(({ label, note }, n) => {
      const x = EDGE + n * (wide + 24);
      this.#put(ruleOf(x, this.#y, wide), textOf(x, this.#y - 11, label, { size: 9 }));
      wrapped(note, 7, wide).forEach((line, row) =>
        this.#put(textOf(x, this.#y - 21 - row * 9, line, { size: 7, grey: true })),
      );
    });
    this.#y -= 40;
  }
}
