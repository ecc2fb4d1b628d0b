import { chownSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { replaceDurably } from "../../files/durable.ts";
import { EXIT, Problem } from "../../problem.ts";
import { ACTS_MAX, readActs, type Act } from "../../net/acts.ts";

/** So many changes an hour at the most: more than a technician makes, and few enough that a script in a loop cannot fill the journal. */
export const CHANGES_AN_HOUR = 60;
const HOUR_MS = 3_600_000;

/** What is said of an act. */
export type Said = Pick<Act, "who" | "verb" | "arguments" | "outcome" | "why">;

/** The acts that wait for their record, on the disk. `group`: who may read them; null: whoever makes the file. */
export class ActsFile {
  readonly #path: string;
  readonly #group: number | null;
  readonly #wall: () => number;
  /** Number of the newest act that is a record: no later act gets it again, though the clock was set back or the file is gone. */
  #recorded = 0;

  constructor(path: string, group: number | null, wall: () => number) {
    this.#path = path;
    this.#group = group;
    this.#wall = wall;
  }

  /** Throws a Problem where there were too many changes lately. */
  requireFewChanges(): void {
    const now = this.#wall();
    const lately = readActs(this.#path).acts.filter(
      ({ outcome, at }) => outcome === "begun" && Date.parse(at) <= now && Date.parse(at) > now - HOUR_MS,
    );
    if (lately.length >= CHANGES_AN_HOUR)
      throw new Problem(EXIT.usage, `there were ${CHANGES_AN_HOUR} changes within an hour: wait`);
  }

  /** Keeps an act: it is on the disk when this returns. */
  add(said: Said): void {
    const { acts } = readActs(this.#path);
    const now = this.#wall();
    const number = Math.max((acts.at(-1)?.number ?? 0) + 1, this.#recorded + 1, now);
    const act: Act = { number, at: new Date(now).toISOString(), ...said, lost: 0 };
    const kept = acts.slice(-(ACTS_MAX - 1));
    const gone = acts.slice(0, acts.length - kept.length);
    const lost = gone.reduce((all, one) => all + 1 + one.lost, 0);
    const [first, ...others] = kept;
    this.#write(first === undefined ? [act] : [{ ...first, lost: first.lost + lost }, ...others, act]);
  }

  /** Up to this number the table has a record of each. Those of the last hour stay, to be counted. */
  forget(number: number): void {
    this.#recorded = Math.max(this.#recorded, number);
    const { acts } = readActs(this.#path);
    const now = this.#wall();
    const left = acts.filter((act) => act.number > number || now - Date.parse(act.at) < HOUR_MS);
    if (left.length < acts.length) this.#write(left);
  }

  #write(acts: readonly Act[]): void {
    const made = mkdirSync(dirname(this.#path), { recursive: true, mode: 0o750 });
    if (made !== undefined && this.#group !== null) chownSync(dirname(this.#path), 0, this.#group);
    const text = acts.map((act) => `${JSON.stringify(act)}\n`).join("");
    replaceDurably(this.#path, text, { mode: 0o640, ...(this.#group === null ? {} : { group: this.#group }) });
  }
}
