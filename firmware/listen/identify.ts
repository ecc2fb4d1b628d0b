import type { DecoderRun, Piece } from "../../drivers/decoding.ts";
import type { KnownLine } from "./known-lines.ts";
import type { Certainty } from "./row.ts";

/** The newest pieces that count: a line that was noisy an hour ago is judged by what it says now. */
export const PIECES_COUNTED = 200;
/** Pieces with a proof of their own that make sure, and weak ones that make likely. */
const SURE_AT = 3;
const WEAK_AT = 4;
/** So many weak pieces come for each damaged one where they are no accident. */
const WEAK_SHARE = 4;
/** Pieces that one device can have said and its rival cannot, until the rival is out; on a noisy line, one in so many damaged ones too. */
const APART_AT = 2;
const APART_NOISE = 3;

/** How the pieces of a line were read as those of one device: the newest ones. */
export interface LineCounts {
  readonly checksums: number;
  readonly shapes: number;
  /** Too short to prove anything alone. */
  readonly weak: number;
  readonly damaged: number;
}

/** What a line is, as far as it told. */
export interface Identified {
  /** Null: none of those that are known. */
  readonly line: KnownLine | null;
  readonly certainty: Certainty;
  /** Others that may have said the same. */
  readonly rivals: readonly KnownLine[];
  /** Of the line that was found; of none where none was. */
  readonly counts: LineCounts;
}

const NOTHING: LineCounts = { checksums: 0, shapes: 0, weak: 0, damaged: 0 };
const COUNTED_AS = { checksum: "checksums", shape: "shapes", weak: "weak", none: null } as const;

/** One line that is known, held against what comes. */
export class Candidate {
  readonly line: KnownLine;
  #run: DecoderRun;
  #newest: (keyof LineCounts)[] = [];
  #counts: Record<keyof LineCounts, number> = { ...NOTHING };
  /** Damaged pieces since the beginning: one answer to a question tells two devices apart for good. */
  #damagedEver = 0;

  constructor(line: KnownLine) {
    this.line = line;
    this.#run = line.decoder.begin();
  }

  receive(bytes: string): readonly Piece[] {
    const pieces = this.#run.receive(bytes);
    for (const { decoded } of pieces) {
      const as = decoded === null ? "damaged" : COUNTED_AS[decoded.proof];
      if (as !== null) this.#count(as);
    }
    return pieces;
  }

  onSent(bytes: string): void {
    this.#run.onSent?.(bytes);
  }

  /** The port was opened anew: half a piece is none. */
  restart(): void {
    this.#run = this.line.decoder.begin();
  }

  /** What was heard so far counts no more, as after another speed was set. */
  forget(): void {
    this.restart();
    this.#newest = [];
    this.#counts = { ...NOTHING };
    this.#damagedEver = 0;
  }

  get counts(): LineCounts {
    return { ...this.#counts };
  }

  get damagedEver(): number {
    return this.#damagedEver;
  }

  #count(as: keyof LineCounts): void {
    this.#counts[as]++;
    if (as === "damaged") this.#damagedEver++;
    this.#newest.push(as);
    const oldest = this.#newest.length > PIECES_COUNTED ? this.#newest.shift() : undefined;
    if (oldest !== undefined) this.#counts[oldest]--;
  }
}

const provenBy = ({ checksums, shapes }: LineCounts): number => checksums + shapes;

function certaintyOf({ line, counts }: Candidate): Certainty {
  const proven = provenBy(counts);
  if (proven >= SURE_AT) return "sure";
  const isTerse = line.decoder.isTerse === true;
  const isWeak = isTerse && counts.weak >= WEAK_AT && counts.weak > WEAK_SHARE * counts.damaged;
  return proven > 0 || isWeak ? "likely" : "none";
}

/** Which line the candidates heard, by the pieces that each could read. */
export function identify(candidates: readonly Candidate[]): Identified {
  const counted = candidates
    .map((one) => ({
      line: one.line,
      counts: one.counts,
      damagedEver: one.damagedEver,
      certainty: certaintyOf(one),
    }))
    .filter(({ certainty }) => certainty !== "none")
    .sort((one, other) => compareCounts(one.counts, other.counts));
  const [best] = counted;
  if (best === undefined) return { line: null, certainty: "none", rivals: [], counts: NOTHING };
  const { line, certainty, counts } = best;
  const rivals = counted.slice(1).filter((one) => isAsGood(one, best));
  return { line, certainty, counts, rivals: rivals.map((one) => one.line) };
}

/** The one that explains more comes first. */
function compareCounts(one: LineCounts, other: LineCounts): number {
  return provenBy(other) - provenBy(one) || one.damaged - other.damaged || other.weak - one.weak;
}

interface Counted {
  readonly counts: LineCounts;
  readonly damagedEver: number;
}

function isAsGood(rival: Counted, best: Counted): boolean {
  const apart = Math.max(APART_AT, Math.ceil(best.damagedEver / APART_NOISE));
  return provenBy(rival.counts) + apart > provenBy(best.counts) && rival.damagedEver < best.damagedEver + apart;
}
