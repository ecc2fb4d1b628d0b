import type { Key } from "../../../src/people/keys.ts";
import type { Role } from "../../../src/people/roles.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import type { Point } from "./second-count.ts";
import type { DiceWorld } from "./world.ts";

/** Keys that say one thing of one throw: said again they change nothing. */
const ONCE: readonly Key["key"][] = ["no-more-bets", "announce", "confirm-void", "die-found"];
const POINTS = [4, 5, 6, 8, 9, 10] as const;

type Press = (key: Key, role: Role) => Promise<boolean>;

/**
 * Slips of the people at a dice table who know what is right, and how they put it right: a key pressed twice, a point marked wrongly, a
 * throw contested that then stands. None of it changes what the dice showed.
 */
export class DiceSlips {
  readonly #random: RandomSource;
  readonly #perMille: number;
  readonly #press: Press;
  /** What the table answered otherwise than it should. */
  readonly #wrong: (what: string) => void;

  constructor(perMille: number, random: RandomSource, press: Press, wrong: (what: string) => void) {
    this.#random = random;
    this.#perMille = perMille;
    this.#press = press;
    this.#wrong = wrong;
  }

  #slips(): boolean {
    return this.#random.below(1_000) < this.#perMille;
  }

  /** This key was taken: somebody presses it again. */
  async pressAgain(key: Key, role: Role): Promise<void> {
    if (!ONCE.includes(key.key) || !this.#slips()) return;
    if (await this.#press(key, role)) this.#wrong(`${key.key} was taken twice`);
  }

  /** Another point is marked first. */
  async markWrongly(point: Point): Promise<void> {
    if (!this.#slips()) return;
    const other = this.#random.pick(POINTS.filter((one) => one !== point));
    await this.#press({ key: "mark-point", point: other }, "jefe-de-mesa");
  }

  /** A certified throw is contested, its images are looked at, and it stands: the series too. */
  async contestThrow(world: DiceWorld, point: Point): Promise<void> {
    const { verdict, round, tasks, dice } = world.screen;
    const isPlain = verdict?.kind === "result" && verdict.round === round && tasks.length === 0;
    if (!isPlain || verdict.certainty.level !== "certified" || !this.#slips()) return;
    if (!(await this.#press({ key: "contest", round }, "jefe-de-mesa"))) {
      this.#wrong(`contest of throw ${round}`);
      return;
    }
    const upheld: Key = { key: "resolve", round, outcome: "upheld" };
    const isTaken = (await this.#press(upheld, "jefe-de-mesa")) || (await this.#press(upheld, "inspector"));
    if (!isTaken) this.#wrong(`upheld throw ${round}`);
    const craps = world.screen.dice?.craps;
    if (dice?.craps == null || craps == null) return;
    const shown = craps.phase === "point" ? craps.point : null;
    if (shown !== point) this.#wrong(`upheld, and the point is ${shown ?? "off"}, not ${point ?? "off"}`);
  }
}
