import { isCertified, isVerdict } from "./tally.ts";
import type { SimTable } from "./table.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Person, Role } from "../../src/people/roles.ts";
import type { Pack } from "../../src/rules/pack.ts";
import type { RandomSource } from "../../src/time/random-source.ts";

/** The ball runs, or the disc; a disc that is spun closes the bets. */
const RUNNING: readonly string[] = ["ball-in-play", "no-more-bets"];

export interface SlipParts {
  readonly table: SimTable;
  readonly pack: Pack;
  readonly random: RandomSource;
  /** Of a thousand moments at which somebody may err. */
  readonly perMille: number;
  /** What the table answered otherwise than it should. */
  readonly wrong: (what: "refusedKeys" | "wrongKeysTaken" | "certifiedThoughSpoiled", how: string) => void;
}

/**
 * Slips of the people at a wheel who know what is right, and how they put it right: a key pressed twice, an incident declared and taken
 * back or left to whom the law names, a number contested that then stands. None of it changes where the ball lies.
 */
export class WheelSlips {
  readonly #parts: SlipParts;
  /** Rounds of which somebody said what a person has to decide. */
  readonly #left = new Set<number>();

  constructor(parts: SlipParts) {
    this.#parts = parts;
  }

  /** Whether somebody has said of this round what a person has to decide. */
  isLeft(round: number): boolean {
    return this.#left.has(round);
  }

  /** People see what the table has recorded, and press their keys. */
  watch(records: readonly BuiltRecord[]): void {
    for (const { body } of records) {
      if (body.kind === "phase" && RUNNING.includes(body.phase)) this.#slipInPlay(body.round);
      if (!isVerdict(body) || !isCertified(body)) continue;
      if (this.#left.has(body.round))
        this.#parts.wrong("certifiedThoughSpoiled", `round ${body.round}: left to a person, and certified`);
      else this.#contest(body.round);
    }
  }

  #slips(): boolean {
    return this.#parts.random.below(1_000) < this.#parts.perMille;
  }

  #press(key: Key, role: Role): boolean {
    const by: Person = { role, name: `sim-${role}` };
    return this.#parts.table.press(key, by);
  }

  #slipInPlay(round: number): void {
    const { random, wrong, table } = this.#parts;
    const now = table.pipeline.durable;
    if (now.round !== round || !RUNNING.includes(now.phase) || !this.#slips()) return;
    if (now.phase === "no-more-bets" || random.oneIn(2)) return this.#declareWrongly(round);
    if (!this.#press({ key: "no-more-bets" }, "croupier")) wrong("refusedKeys", `round ${round}: no-more-bets`);
    else if (this.#press({ key: "no-more-bets" }, "croupier"))
      wrong("wrongKeysTaken", `round ${round}: no-more-bets, twice`);
  }

  /** Something is declared of which nothing is true. Mostly it is taken back. */
  #declareWrongly(round: number): void {
    const { pack, random, wrong } = this.#parts;
    const rules = pack.rules.filter(
      ({ verdict, scope, declaredBy, asks }) =>
        verdict === "person-decides" && scope === "spin" && declaredBy !== undefined && asks === undefined,
    );
    if (rules.length === 0) return;
    const { id, declaredBy = "jefe-de-mesa" } = random.pick(rules);
    if (!this.#press({ key: "declare", round, rule: id }, declaredBy)) return;
    if (random.oneIn(4)) return void this.#left.add(round);
    const by = random.oneIn(2) ? declaredBy : "jefe-de-mesa";
    if (!this.#press({ key: "take-back", round }, by))
      wrong("refusedKeys", `round ${round}: take-back of ${id}`);
  }

  /** A number is contested, the images are looked at, and it stands. */
  #contest(round: number): void {
    if (this.#parts.table.pipeline.durable.phase !== "result" || !this.#slips()) return;
    const { wrong } = this.#parts;
    if (!this.#press({ key: "contest", round }, "jefe-de-mesa"))
      return wrong("refusedKeys", `round ${round}: contest`);
    const upheld: Key = { key: "resolve", round, outcome: "upheld" };
    if (!this.#press(upheld, "jefe-de-mesa") && !this.#press(upheld, "inspector"))
      wrong("refusedKeys", `round ${round}: upheld`);
  }
}
