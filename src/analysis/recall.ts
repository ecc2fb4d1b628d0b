import type { Language } from "../text/language.ts";
import { pictureOf, recallStep } from "./recall-step.ts";
import type { Recall, RecalledRound, RecallWords } from "./recall-types.ts";
import { fieldsAt, isFields, textAt, type Fields, outcomeText } from "./record-fields.ts";
import { roundOf } from "./search.ts";
import {
  standingAfterVerdict,
  standingAfterWord,
  verdictKindOf,
  type StandingRound,
} from "./standing-round.ts";

/** Rounds that are recalled, the open one besides. */
export const ROUNDS_RECALLED = 10;
/** Records of one round that are recalled; later ones are counted. */
export const STEPS_MAX = 200;

/** Kinds of records that belong to no round and are shown with the round that was under way. */
const BESIDE_ROUNDS = ["fault", "fault-cleared", "boot", "shutdown", "key", "shoe", "dice-set"];

interface Held {
  readonly records: Fields[];
  leftOut: number;
  /** The secret of its cards was published. */
  isOpened: boolean;
}

/** The records of the last rounds, by round. Memory is that of eleven rounds. */
export class RecallWindow {
  readonly #rounds = new Map<number, Held>();
  #current = 0;

  /** The next record of the journal, read back. */
  addRecord(fields: Fields): void {
    const kind = textAt(fields, "kind");
    const own = roundOf(fields);
    if (own !== null && own > this.#current) this.#current = own;
    const round = own ?? (BESIDE_ROUNDS.includes(kind) ? this.#current : 0);
    if (round < 1) return;
    const held = this.#roundAt(round);
    if (held === null) return;
    if (kind === "opened") held.isOpened = true;
    if (held.records.length < STEPS_MAX || verdictKindOf(fields) !== undefined) held.records.push(fields);
    else held.leftOut++;
  }

  /** Null for a round that is too long ago. */
  #roundAt(round: number): Held | null {
    const found = this.#rounds.get(round);
    if (found !== undefined) return found;
    const oldest = Math.max(0, ...this.#rounds.keys()) - ROUNDS_RECALLED;
    if (round < oldest) return null;
    const made = { records: [], leftOut: 0, isOpened: false };
    this.#rounds.set(round, made);
    for (const other of this.#rounds.keys()) if (other < round - ROUNDS_RECALLED) this.#rounds.delete(other);
    return made;
  }

  /** Whether this round is one of them. */
  has(round: number): boolean {
    return this.#rounds.has(round);
  }

  /** Hashes of the evidence pictures that these rounds name. */
  namesPicture(picture: string): boolean {
    if (picture === "") return false;
    return [...this.#rounds.values()].some(({ records }) => records.some((one) => pictureOf(one) === picture));
  }

  /** The same, of rounds that are over alone. */
  namesOverPicture(picture: string): boolean {
    if (picture === "") return false;
    return [...this.#rounds.values()].some(
      ({ records }) =>
        records.some((one) => pictureOf(one) === picture) &&
        records.some((one) => verdictKindOf(one) !== undefined),
    );
  }

  /** `round` null, or one that is not held: the newest. */
  recall(round: number | null, words: RecallWords, language: Language): Recall {
    const numbers = [...this.#rounds.keys()].sort((a, b) => b - a);
    const chosen = numbers.find((one) => one === round) ?? numbers[0] ?? null;
    const held = chosen === null ? undefined : this.#rounds.get(chosen);
    return {
      rounds: numbers.map((one) => recalledRoundOf(one, this.#rounds.get(one)?.records ?? [], words, language)),
      round: chosen,
      steps: held?.records.map((one) => recallStep(one, words, language, held.isOpened)) ?? [],
      leftOut: held?.leftOut ?? 0,
    };
  }
}

/** How the round ended, with what a person has decided of it since its newest verdict. */
function endOf(
  records: readonly Fields[],
  titleOf: (of: Fields) => string,
): Pick<RecalledRound, "end" | "result"> {
  let round: StandingRound<string> | undefined;
  for (const one of records) {
    const kind = verdictKindOf(one);
    if (kind !== undefined)
      round = standingAfterVerdict(round, kind, one, kind === "result" ? titleOf(one) : null);
    else if (round !== undefined && isFields(one["resolves"]))
      round = standingAfterWord(round, one, announcedText(one));
  }
  if (round === undefined) return { end: null, result: "" };
  const { kind, stands, resolved } = round;
  if (stands !== null) return { end: "result", result: stands };
  return { end: resolved === "void" ? "void" : kind, result: "" };
}

const announcedText = (fields: Fields): string =>
  textAt(fieldsAt(fields, "key"), "announced") || outcomeText(fieldsAt(fields, "resolves"));

function recalledRoundOf(
  round: number,
  records: readonly Fields[],
  words: RecallWords,
  language: Language,
): RecalledRound {
  const titleOf = (of: Fields): string => recallStep(of, words, language, false).title;
  return { round, at: textAt(records[0] ?? {}, "at"), ...endOf(records, titleOf) };
}
