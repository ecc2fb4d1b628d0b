import type { Decoded, Piece } from "../../drivers/decoding.ts";
import { after, type MonoUs } from "../../src/time/instant.ts";
import { Candidate, identify, type Identified } from "./identify.ts";
import type { KnownLine } from "./known-lines.ts";
import type { Row } from "./row.ts";
import { TextLines, type TextLine } from "./text-lines.ts";

/** A line without its end is shown when nothing came for so long. */
export const QUIET_US = 500_000;

/** What was counted since the beginning. */
export interface ListenedCounts {
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly rows: number;
  readonly damaged: number;
}

export interface ListenerOptions {
  /** Cards may be shown: nobody plays with them. */
  readonly showsFaces: boolean;
}

/**
 * One line that is listened to. A line of a card device keeps its secrets from here on: what has a face, what is damaged and may have one,
 * and how much of either came.
 */
export class LineListener {
  readonly #candidates: readonly Candidate[];
  readonly #options: ListenerOptions;
  readonly #text = new TextLines();
  readonly #counts = { bytesIn: 0, bytesOut: 0, rows: 0, damaged: 0 };
  /** A card device was heard on this line. */
  #isSecret: boolean;
  #heardAt: MonoUs | null = null;

  /** `lines`: those that may be heard; one alone where it is known which. */
  constructor(lines: readonly KnownLine[], options: ListenerOptions) {
    this.#candidates = lines.map((line) => new Candidate(line));
    this.#options = options;
    this.#isSecret = lines.every(({ decoding }) => decoding.isSecret);
  }

  get counts(): ListenedCounts {
    return { ...this.#counts };
  }

  get identified(): Identified {
    return identify(this.#candidates);
  }

  /** When {@link checkTime} has something to do; null: nothing waits. */
  get wakeAt(): MonoUs | null {
    return this.#heardAt === null ? null : after(this.#heardAt, QUIET_US);
  }

  /** The rows that these bytes complete. */
  receive(bytes: string, t: MonoUs): readonly Row[] {
    this.#counts.bytesIn += bytes.length;
    this.#heardAt = t;
    const binary = this.#candidates.filter(({ line }) => line.decoder.carries === "binary");
    const pieces = new Map(binary.map((one) => [one, one.receive(bytes)]));
    const lines = this.#text.receive(bytes, t).map((line) => ({ line, read: this.#readLine(line) }));
    const best = this.#best();
    this.#learnSecrets(best);
    const rows =
      best?.line.decoder.carries === "binary"
        ? (pieces.get(best) ?? []).map((piece) => this.#rowOf(piece.bytes, t, [piece]))
        : lines.map(({ line, read }) => this.#rowOf(line.text, line.t, best === null ? null : read.get(best)));
    return this.#counted(rows);
  }

  /** Bytes that the host wrote. */
  send(bytes: string, t: MonoUs): readonly Row[] {
    this.#counts.bytesOut += bytes.length;
    for (const one of this.#candidates) one.onSent(bytes);
    // What the host says to a reader of cards never holds a face.
    return this.#counted([{ t, way: "out", bytes, decoded: null, isDamaged: false }]);
  }

  /** A line without its end is shown when nothing more comes. */
  checkTime(t: MonoUs): readonly Row[] {
    if (this.wakeAt === null || t < this.wakeAt) return [];
    this.#heardAt = null;
    const best = this.#best();
    if (best?.line.decoder.carries === "binary") return [];
    return this.#counted(this.#text.flush(t).map((line) => this.#rowOf(line.text, line.t, null)));
  }

  /** The port is there again: half a line is none. */
  restart(): void {
    for (const one of this.#candidates) one.restart();
  }

  /** Another speed was set: nothing that was heard counts. */
  forget(): void {
    for (const one of this.#candidates) one.forget();
  }

  #readLine({ text }: TextLine): ReadonlyMap<Candidate, readonly Piece[]> {
    const ofText = this.#candidates.filter(({ line }) => line.decoder.carries === "text");
    return new Map(ofText.map((one) => [one, one.receive(`${text}\n`)]));
  }

  #best(): Candidate | null {
    const { line } = this.identified;
    if (line === null && this.#candidates.length === 1) return this.#candidates[0] ?? null;
    return this.#candidates.find((one) => one.line === line) ?? null;
  }

  /** A single piece of a card device is enough to keep what follows: it may be the next card. */
  #learnSecrets(best: Candidate | null): void {
    const { checksums = 0, shapes = 0 } = best?.counts ?? {};
    if (best?.line.decoding.isSecret === true && checksums + shapes > 0) this.#isSecret = true;
  }

  /** `pieces`: what the device that was found made of it; null: none was found, and undefined: nothing. */
  #rowOf(bytes: string, t: MonoUs, pieces: readonly Piece[] | null | undefined): Row {
    const decoded = pieces?.at(-1)?.decoded ?? null;
    const isDamaged = pieces?.some((one) => one.decoded === null) ?? false;
    const isSecret = decoded === null ? this.#isSecret : decoded.isSecret === true;
    const row = { t, way: "in", isDamaged } as const;
    if (!isSecret || this.#options.showsFaces) return { ...row, bytes, decoded };
    const { face: _, ...kept } = decoded ?? {};
    return { ...row, bytes: null, decoded: decoded === null ? null : (kept as Decoded) };
  }

  #counted(rows: readonly Row[]): readonly Row[] {
    this.#counts.rows += rows.length;
    this.#counts.damaged += rows.filter(({ isDamaged }) => isDamaged).length;
    return rows;
  }
}
