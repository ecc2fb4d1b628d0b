import type { Fields } from "../analysis/record-fields.ts";
import { randomFrom, type RandomSource } from "../time/random-source.ts";
import { PlayedRounds, ROUNDS_MAX } from "./played-rounds.ts";

/** All rounds that are remembered. */
export const ALL = { span: "last", rounds: ROUNDS_MAX } as const;
export const minute = (at: number): string => new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString();
const WORDS = ["certified", "reported", "void", "undecided", "aborted"] as const;

/** Records of simulated rounds that end in every way and are judged again; and, kept beside them, what stands in the end. */
export class Journal {
  readonly lines: Fields[] = [];
  readonly stands = new Map<number, unknown>();
  /** Results of the machine that stand, and those that were contested since. */
  readonly machine = new Map<number, unknown>();
  readonly #random: RandomSource;
  readonly #result: (random: RandomSource) => Fields;
  readonly #said: (result: Fields) => Fields;

  constructor(seed: string, result: (random: RandomSource) => Fields, said: (result: Fields) => Fields) {
    this.#random = randomFrom(seed);
    this.#result = result;
    this.#said = said;
  }

  #write(fields: Fields): void {
    this.lines.push({ at: minute(this.lines.length), ...fields });
  }

  play(round: number): void {
    const word = this.#random.oneIn(3) ? this.#random.pick(WORDS) : "certified";
    if (word === "certified" || word === "reported") {
      const result = this.#result(this.#random);
      this.#write({ kind: "result", round, result, certainty: { level: word } });
      this.stands.set(round, result);
      this.machine.set(round, result);
    } else this.#write({ kind: word, round });
  }

  /** Somebody contests a round, or a late verdict reaches it. */
  judgeAgain(round: number): void {
    if (this.#random.oneIn(2)) {
      this.#write({ kind: "void", round, late: { stood: "result" } });
      this.stands.delete(round);
      this.machine.delete(round);
      return;
    }
    this.#write({ kind: "undecided", round, contestedBy: { name: "Ana", role: "jefe-de-mesa" } });
    this.stands.delete(round);
    const outcome = this.#random.pick(["stands", "void", "upheld", "later"] as const);
    if (outcome === "later") return;
    const result = this.#result(this.#random);
    const words = outcome === "stands" ? this.#said(result) : {};
    this.#write({ kind: "key", round, key: { key: "resolve" }, resolves: { outcome, ...words } });
    if (outcome === "stands") this.stands.set(round, result);
    // Whoever contests what somebody decided, or a void, has no result that could be upheld.
    if (outcome !== "upheld") this.machine.delete(round);
    const own = this.machine.get(round);
    if (outcome === "upheld" && own !== undefined) this.stands.set(round, own);
  }

  /** What stands, oldest first. */
  standing(): readonly Fields[] {
    return [...this.stands].toSorted(([a], [b]) => a - b).map(([, result]) => result as Fields);
  }
}

/** Plays `rounds` of them, one in four judged again, and reads the records back. */
export function played(
  seed: string,
  rounds: number,
  result: (random: RandomSource) => Fields,
  said: (result: Fields) => Fields,
): { readonly journal: Journal; readonly memory: PlayedRounds } {
  const journal = new Journal(seed, result, said);
  const chance = randomFrom(`${seed}/again`);
  for (let round = 1; round <= rounds; round++) {
    journal.play(round);
    if (chance.oneIn(4)) journal.judgeAgain(1 + chance.below(round));
  }
  const memory = new PlayedRounds();
  for (const line of journal.lines) memory.addRecord(line);
  return { journal, memory };
}
