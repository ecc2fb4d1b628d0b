import { DICE_FAMILY } from "../../src/table/dice/family.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import type { DieFace } from "../../src/dice/faces.ts";
import { throwOutcome } from "../../src/rules/throw-outcome.ts";
import type { DiceOutcome } from "../../src/dice/outcome-types.ts";
import type { Key } from "../../src/people/keys.ts";
import { type Role, ROLES } from "../../src/people/roles.ts";
import { callableVoids } from "../../src/rules/declare.ts";
import { stepsAfter } from "../../src/rules/engine.ts";
import { citeText, dicePack, type DicePack, rulebookName } from "../../src/rules/pack.ts";
import { newDurableDice } from "../../src/table/dice/durable-dice.ts";
import { applyRecord, EMPTY_TABLE, type Durable } from "../../src/table/kernel/durable/durable.ts";
import type { Reason } from "../../src/rules/facts.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import { certificate, LOG } from "./view-parts.ts";
import type { AbortCause, ReasonCode } from "../../src/codes/reasons.ts";

/** Dice tables with the words of their own rulebooks: views of real records. */

const AT = "2026-11-21T21:04:17.250Z";
const SEQ = 1287;
const PICTURE = "7d1c".repeat(16);

/** A dice table under a rulebook, to which records are added. */
export class DiceTable {
  readonly pack: DicePack;
  #durable: Durable;
  #round = 40;
  /** What the last throw came to. */
  outcome: DiceOutcome | null = null;

  constructor(rulebook: string) {
    this.pack = dicePack(loadPack(rulebook).pack);
    this.#durable = { ...EMPTY_TABLE, dice: newDurableDice(this.pack.dice.craps !== null) };
    this.add({ kind: "phase", round: this.#round, phase: "waiting" });
  }

  get round(): number {
    return this.#round;
  }

  /** The point that stands; null: none, or another game. */
  get point(): number | null {
    const craps = this.#durable.dice?.craps;
    return craps?.phase === "point" ? craps.point : null;
  }

  add(body: RecordBody): this {
    this.#durable = applyRecord(this.#durable, body, AT, DICE_FAMILY.reducer);
    return this;
  }

  key(key: Key, role: Role = "croupier", name = "Ana Ruiz"): this {
    return this.add({ kind: "key", round: this.#round, key, by: { name, role } });
  }

  /** Bets are opened for the next round. */
  betting(): this {
    this.#round += 1;
    return this.add({ kind: "phase", round: this.#round, phase: "betting" });
  }

  phase(phase: "no-more-bets" | "throwing" | "closed"): this {
    return this.add({ kind: "phase", round: this.#round, phase });
  }

  /** A throw that was read, e.g. `3 1 6`; `because`: why it is not certified. */
  result(
    faces: string,
    because: readonly ReasonCode[] = [],
    more: { readonly manual?: true; readonly deviations?: readonly string[] } = {},
  ): this {
    const thrown = faces.split(" ") as DieFace[];
    this.outcome = throwOutcome(this.pack.dice, thrown, this.#durable.dice?.craps ?? null);
    const lay = thrown.map((face, at) => ({ face, x: 300 * at, y: 250 }));
    const { manual } = more;
    return this.add({
      kind: "result",
      round: this.#round,
      result: manual
        ? { ...this.outcome, lay: [], picture: null, manual }
        : { ...this.outcome, lay, picture: PICTURE },
      certainty: {
        level: because.length === 0 ? "certified" : "reported",
        witnesses: ["eye-first", "eye-second"],
        judged: [],
        bounded: [],
        attested: [],
        notObservable: [],
        because,
      },
      deviations: this.#reasons(more.deviations ?? []),
      seen: { throw: null },
    });
  }

  annul(...rules: readonly string[]): this {
    const then = stepsAfter(this.pack, rules, []);
    const reasons = this.#reasons(rules);
    return this.add({ kind: "void", round: this.#round, reasons, then, calledBy: "machine" });
  }

  undecide(because: ReasonCode, ...rules: readonly string[]): this {
    const mayBeCalled = ROLES.flatMap((role) => callableVoids(this.pack, [], role)).map(({ id }) => id);
    const seen = { dice: null, ...(rules.length > 0 ? { rules: rules.join(", ") } : {}) };
    return this.add({ kind: "undecided", round: this.#round, because: [because], seen, mayBeCalled });
  }

  /** The result was called aloud. */
  announced(): this {
    return this.key({ key: "announce", round: this.#round });
  }

  abort(cause: AbortCause): this {
    return this.add({ kind: "aborted", round: this.#round, cause, seen: {} });
  }

  /** What the law knows of a throw that stands. */
  incident(rule: string, verdict: "stands" | "deviation" | "person-decides"): this {
    const [reason] = this.#reasons([rule]);
    if (reason === undefined) throw new Error(`${this.pack.game} has no rule "${rule}"`);
    const then = stepsAfter(this.pack, [rule], []);
    return this.add({ kind: "throw-incident", round: this.#round, reason, verdict, then, calledBy: "machine" });
  }

  shooter(seat: number): this {
    const craps = this.#durable.dice?.craps ?? null;
    return this.add({
      kind: "dice-set",
      round: this.#round,
      event: "thrower-changed",
      craps,
      detail: { seat },
    });
  }

  /** Everything that waits for a person is dealt with. */
  seen(): this {
    for (const { id, kind, round, about } of this.#durable.tasks) {
      if (kind === "confirm-void") this.key({ key: "confirm-void", round, rule: about }, "jefe-de-mesa");
      else this.key({ key: "acknowledge", what: id }, "jefe-de-mesa");
    }
    return this;
  }

  /** The dice were changed. */
  changed(): this {
    const craps = this.#durable.dice?.craps ?? null;
    return this.add({ kind: "dice-set", round: this.#round, event: "changed", craps, detail: {} });
  }

  #reasons(rules: readonly string[]): Reason[] {
    const known = this.pack.rules.filter(({ id }) => rules.includes(id));
    if (known.length < rules.length)
      throw new Error(`${this.pack.game} does not have all of ${rules.join(", ")}`);
    return known.map((rule) => ({ rule: rule.id, cite: citeText(rule.cite), observed: {} }));
  }

  view(change: Partial<TableView> = {}): TableView {
    const view = viewOf(this.#durable, SEQ, certificate(SEQ), {
      pack: this.pack,
      houseRules: [],
      table: "Mesa 9",
      log: LOG.replace("mesa-4", "mesa-9"),
      rulebook: rulebookName(this.pack),
      languages: LANGUAGES,
      test: false,
    });
    return { ...view, ...change };
  }
}

/** Throws of an evening by what is thrown, the oldest first. */
const EVENING = {
  two: ["3 4", "6 2", "5 1", "4 4", "3 5", "1 1", "6 5", "2 2", "5 3", "4 3", "6 6", "1 2", "5 5"],
  three: ["3 1 6", "2 2 5", "6 6 6", "4 1 3", "5 2 6", "1 1 1", "3 4 4", "6 5 2", "4 2 1", "5 5 3"],
  symbols: [
    "crown anchor heart",
    "spade spade club",
    "diamond heart anchor",
    "crown crown crown",
    "club heart spade",
    "anchor anchor diamond",
  ],
} as const;

/** A table on which twenty throws were made, with bets open. */
export function evening(rulebook: string): DiceTable {
  const table = new DiceTable(rulebook);
  const { faces, dice } = table.pack.dice;
  const throws = EVENING[faces === "symbols" ? "symbols" : dice === 2 ? "two" : "three"];
  const voided = table.pack.rules.find((rule) => rule.verdict === "void");
  for (let at = 0; at < 20; at++) {
    table.betting().phase("throwing");
    if (at === 9) table.abort("restart").seen();
    else if (at === 13) table.undecide("dice-disagree").seen();
    else if (at === 16 && voided !== undefined) table.annul(voided.id).seen().changed();
    else table.result(throws[at % throws.length] ?? "", at === 18 ? ["witness-silent"] : []);
    table.seen();
  }
  return table.betting();
}
