import type { CrapsState } from "../../src/dice/outcome-types.ts";
import type { VerdictRecord } from "../../src/table/kernel/record.ts";

const POINTS = [4, 5, 6, 8, 9, 10];

/** A series of craps as a player would keep it: one number, which is the point, or none. */
export class CrapsModel {
  #point: number | null = null;
  /** Rounds of which nobody knows what was thrown. */
  readonly #open = new Set<number>();
  #isAsked = false;
  /** Somebody marked another point than this one, which the dice had set, unasked; undefined: a throw has come since. Null: nobody did. */
  #unasked: { readonly own: number | null | undefined } | null = null;
  /** The last result, and the point before it. */
  #last: {
    readonly round: number;
    readonly before: number | null;
    readonly after: number | null;
    /** What was marked unasked before it. */
    readonly unasked: { readonly own: number | null | undefined } | null;
  } | null = null;

  get isOpen(): boolean {
    return this.#open.size > 0 || this.#isAsked;
  }

  /** Dice may have been thrown unseen. */
  ask(): void {
    this.#isAsked = true;
  }

  /** What is thrown means something only from a point that the dice never set. */
  get isByWord(): boolean {
    return this.#unasked !== null;
  }

  /** A session begins with a come-out. */
  begin(): void {
    this.mark({ phase: "come-out" });
    this.#unasked = null;
  }

  mark(state: CrapsState | null): void {
    const own = this.#unasked === null ? this.#point : this.#unasked.own;
    this.#point = state?.phase === "point" ? state.point : null;
    this.#unasked = this.isOpen || own === this.#point ? null : { own };
    this.#open.clear();
    this.#isAsked = false;
  }

  /** `isThrown`: dice of a later round are under way, and nobody knows yet for which series they were thrown. */
  verdict(body: VerdictRecord, isThrown: boolean): void {
    if (body.kind === "result") {
      if (!("faces" in body.result)) return;
      const [before, unasked] = [this.#point, this.#unasked];
      const total = body.result.faces.reduce((sum, face) => sum + Number(face), 0);
      this.#point = this.#after(total);
      if (this.#unasked !== null) this.#unasked = total === 7 ? null : { own: undefined };
      this.#last = { round: body.round, before, after: this.#point, unasked };
      this.#open.delete(body.round);
      return;
    }
    const taken = this.#last?.round === body.round ? this.#last : null;
    // A result that is taken back takes its point along, unless somebody has marked another since: over dice that run it is asked.
    if (taken !== null && isThrown) this.#isAsked = true;
    else if (taken !== null && taken.after === this.#point) {
      this.#point = taken.before;
      // The point that comes back is the one that was marked.
      this.#unasked = taken.unasked;
    }
    if (taken !== null) this.#last = null;
    if (body.kind === "void") this.#open.delete(body.round);
    else this.#open.add(body.round);
  }

  /** Throws an Error when the table has it otherwise. */
  check(state: CrapsState | null): void {
    const point = state?.phase === "point" ? state.point : null;
    if (state === null || point !== this.#point)
      throw new Error(`the table has point ${point ?? "off"}, it is ${this.#point ?? "off"}`);
  }

  #after(total: number): number | null {
    if (this.#point === null) return POINTS.includes(total) ? total : null;
    return total === 7 || total === this.#point ? null : this.#point;
  }
}
