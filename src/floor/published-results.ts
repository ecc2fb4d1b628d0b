import { fieldsAt, isFields, numberAt, outcomeText, textAt, type Fields } from "../analysis/record-fields.ts";
import {
  standingAfterVerdict,
  standingAfterWord,
  verdictKindOf,
  type StandingRound,
  type VerdictKind,
} from "../analysis/standing-round.ts";
import { modeOfLog, type Mode } from "../record/mode.ts";

/** Rounds of a table that a later word can still change here: those of a day at a quick table. */
export const ROUNDS_KNOWN = 2_048;

/** What stands of a round. `certified`, `reported`: as the record has it; `decided`: a person said so. */
export interface StandingResult {
  /** The result as the record has it. */
  readonly result: Fields;
  /** For lists: `17`, `1-2-4 = 7`. Empty where the game has no such text. */
  readonly text: string;
  readonly level: "certified" | "reported" | "decided";
}

/**
 * What a casino's other systems are told of a round: once at each verdict, and again at each word that changes what stands. All of it is
 * read from durable records.
 */
export interface PublishedResult {
  readonly v: 1;
  /** Name of the table's log. */
  readonly table: string;
  readonly mode: Mode;
  /**
   * Number of the record, and of the one that was told before it at this table; null: none was. Who has not seen that one has missed some. Of
   * the first one that is known here it is the record before the first that was read: nobody knows what was told of those.
   */
  readonly seq: number;
  readonly prev: number | null;
  /** Hex SHA-256 of the record's line: its certificate has the same. */
  readonly hash: string;
  /** By the table's clock (RFC 3339). */
  readonly at: string;
  readonly round: number;
  readonly is: VerdictKind | "decided";
  /** What stands of the round from now on; null: nothing does. */
  readonly stands: StandingResult | null;
  /** The record that told of this round before; null: this is the first. What that one said counts no more. */
  readonly replaces: number | null;
}

interface KnownRound {
  /** The record that was told of it last. */
  readonly seq: number;
  readonly round: StandingRound<StandingResult>;
}

/** The records of one table in their order, and what its casino is told of them. Memory is that of `ROUNDS_KNOWN` rounds. */
export class PublishedResults {
  readonly #table: string;
  readonly #rounds = new Map<number, KnownRound>();
  #prev: number | null = null;
  /** The newest round that is known, and the one that was looked for last. */
  #newest = 0;
  #looked: number | null = null;

  /** `from`: the first record that is given; those before it were told by others. */
  constructor(table: string, from = 0) {
    this.#table = table;
    this.#prev = from > 0 ? from - 1 : null;
  }

  /**
   * The round of which a record changes what stands, and of which nothing is known here: its earlier records were before the first one that
   * was read, or too many rounds ago. Null: there is none. With `recallRound` it is known.
   */
  lacks(fields: Fields): number | null {
    const round = numberAt(fields, "round");
    if (round === null || this.#rounds.has(round) || this.#looked === round) return null;
    const isWord = isFields(fields["resolves"]);
    if (!isWord && (verdictKindOf(fields) ?? "result") === "result") return null;
    if (this.#newest === 0) return isWord || "late" in fields ? round : null;
    return round < this.#newest ? round : null;
  }

  /** The earlier verdicts of a round, and people's words on it, in their order. Nothing is told of them. */
  recallRound(round: number, records: readonly { readonly seq: number; readonly fields: Fields }[]): void {
    this.#looked = round;
    let known: KnownRound | undefined;
    for (const { seq, fields } of records) {
      const now = numberAt(fields, "round") === round ? roundAfter(known?.round, fields) : null;
      if (now !== null) known = { seq, round: now };
    }
    if (known !== undefined) this.#keep(round, known);
  }

  #keep(round: number, known: KnownRound): void {
    this.#rounds.delete(round);
    this.#rounds.set(round, known);
    this.#newest = Math.max(this.#newest, round);
    for (const oldest of this.#rounds.keys()) {
      if (this.#rounds.size <= ROUNDS_KNOWN) break;
      this.#rounds.delete(oldest);
    }
  }

  /** The next durable record. `hash`: hex SHA-256 of its line. @returns what is told; null: nothing */
  add(seq: number, hash: string, fields: Fields): PublishedResult | null {
    const round = numberAt(fields, "round");
    const before = round === null ? undefined : this.#rounds.get(round);
    const now = round === null ? null : roundAfter(before?.round, fields);
    if (round === null || now === null) return null;
    this.#keep(round, { seq, round: now });
    const prev = this.#prev;
    this.#prev = seq;
    return {
      v: 1,
      table: this.#table,
      mode: modeOfLog(this.#table),
      seq,
      prev,
      hash,
      at: textAt(fields, "at"),
      round,
      is: verdictKindOf(fields) ?? "decided",
      stands: now.stands,
      replaces: before?.seq ?? null,
    };
  }
}

/** Null: the record says nothing of what stands. */
function roundAfter(
  before: StandingRound<StandingResult> | undefined,
  fields: Fields,
): StandingRound<StandingResult> | null {
  const kind = verdictKindOf(fields);
  if (kind !== undefined)
    return standingAfterVerdict(before, kind, fields, kind === "result" ? resultOf(fields) : null);
  // A question that holds a deal is answered before the round ends.
  if (!isFields(fields["resolves"]) || before === undefined) return null;
  return standingAfterWord(before, fields, announcedIn(fields));
}

function resultOf(fields: Fields): StandingResult {
  const result = fieldsAt(fields, "result");
  const level = textAt(fieldsAt(fields, "certainty"), "level") === "certified" ? "certified" : "reported";
  return { result, text: outcomeText(result), level };
}

/** What a person announced of the round. */
function announcedIn(fields: Fields): StandingResult {
  const resolves = fieldsAt(fields, "resolves");
  const text = textAt(fieldsAt(fields, "key"), "announced") || outcomeText(resolves);
  return { result: resolves, text, level: "decided" };
}
