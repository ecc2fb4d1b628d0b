import { WHEEL_FAMILY } from "../../src/table/wheel/family.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import type { Key, ResolveOutcome } from "../../src/people/keys.ts";
import { stepsAfter } from "../../src/rules/engine.ts";
import { citeText, rulebookName, type WheelPack, wheelPack } from "../../src/rules/pack.ts";
import { winningSuertes } from "../../src/rules/winning.ts";
import { callableVoids } from "../../src/rules/declare.ts";
import { applyRecord, type Durable } from "../../src/table/kernel/durable/durable.ts";
import type { RecordBody, ResultRecord } from "../../src/table/kernel/record.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import { certificate, LOG } from "./view-parts.ts";
import type { AbortCause, ReasonCode } from "../../src/codes/reasons.ts";
import { EMPTY_WHEEL_TABLE } from "../../src/table/wheel/durable-wheel.ts";

/** Tables of bowls and upright wheels, with the words of their own rulebooks: views of real records. */

const AT = "2026-11-21T21:04:17.250Z";
const SEQ = 1287;

/** A table under a rulebook, to which records are added. */
export class WheelTable {
  readonly pack: WheelPack;
  #durable: Durable = EMPTY_WHEEL_TABLE;
  #round = 107;

  constructor(rulebook: string) {
    this.pack = wheelPack(loadPack(rulebook).pack);
    this.#add({ kind: "phase", round: this.#round, phase: "waiting" });
  }

  #add(body: RecordBody): this {
    this.#durable = applyRecord(this.#durable, body, AT, WHEEL_FAMILY.reducer);
    return this;
  }

  /** Bets are opened for the next round. */
  betting(): this {
    this.#round += 1;
    return this.#add({ kind: "phase", round: this.#round, phase: "betting" });
  }

  running(phase: "ball-in-play" | "no-more-bets"): this {
    return this.#add({ kind: "phase", round: this.#round, phase });
  }

  /** The number at a place of the ring, from 0. */
  result(cell: number, because: readonly ReasonCode[] = []): this {
    const pocket = this.pack.wheel.pockets[cell] ?? "";
    const record: ResultRecord = {
      kind: "result",
      round: this.#round,
      result: { pocket, suertes: winningSuertes(this.pack, pocket).map(({ id }) => id), cell },
      certainty: {
        level: because.length === 0 ? "certified" : "reported",
        witnesses: ["one", "two"],
        judged: [],
        bounded: [],
        attested: [],
        notObservable: [],
        because,
      },
      deviations: [],
      seen: { rotor: null, deviceGame: null },
    };
    return this.#add(record);
  }

  /** The same, for a pocket by its name. */
  number(pocket: string, because: readonly ReasonCode[] = []): this {
    return this.result(this.pack.wheel.pockets.lastIndexOf(pocket), because);
  }

  annul(...rules: readonly string[]): this {
    const reasons = this.pack.rules
      .filter(({ id }) => rules.includes(id))
      .map((rule) => ({ rule: rule.id, cite: citeText(rule.cite), observed: {} }));
    const then = stepsAfter(this.pack, rules, []);
    return this.#add({ kind: "void", round: this.#round, reasons, then, calledBy: "machine" });
  }

  undecide(because: ReasonCode, ...rules: readonly string[]): this {
    const mayBeCalled = callableVoids(this.pack, [], "jefe-de-mesa").map(({ id }) => id);
    const seen = { number: null, ...(rules.length > 0 ? { rules: rules.join(", ") } : {}) };
    return this.#add({ kind: "undecided", round: this.#round, because: [because], seen, mayBeCalled });
  }

  /** Three spins that nobody decided. */
  undecideMany(): this {
    for (let spin = 0; spin < 3; spin++) this.betting().running("no-more-bets").undecide("no-number");
    return this;
  }

  abort(cause: AbortCause): this {
    return this.#add({ kind: "aborted", round: this.#round, cause, seen: {} });
  }

  key(key: Key): this {
    const by = { name: "Jon Etxeberria", role: "jefe-de-mesa" } as const;
    return this.#add({ kind: "key", round: this.#round, key, by });
  }

  lastCall(): this {
    const by = { name: "Ana Ruiz", role: "croupier" } as const;
    return this.#add({ kind: "key", round: this.#round, key: { key: "last-three-spins" }, by });
  }

  /** The jefe de mesa resolved a round. */
  resolved(key: Key & { key: "resolve"; outcome: ResolveOutcome }): this {
    const by = { name: "Jon Etxeberria", role: "jefe-de-mesa" } as const;
    const { outcome, announced } = key;
    const resolves = { outcome, ...(announced === undefined ? {} : { pocket: announced }) };
    return this.#add({ kind: "key", round: key.round, key, by, resolves });
  }

  /** Twenty spins: every name of the ring, and one of each that brought no number. */
  evening(): this {
    const names = [...new Set(this.pack.wheel.pockets)];
    for (let spin = 0; spin < 20; spin++) {
      this.betting().running("no-more-bets");
      const voided = this.pack.rules.find(({ verdict }) => verdict === "void");
      if (spin === 11) this.abort("restart");
      else if (spin === 14) this.undecide("no-number");
      else if (spin === 16 && voided !== undefined) this.annul(voided.id);
      else this.number(names[spin % names.length] ?? "", spin === 17 ? ["joined-late"] : []);
    }
    return this;
  }

  view(): TableView {
    return viewOf(this.#durable, SEQ, certificate(SEQ), {
      pack: this.pack,
      houseRules: [],
      table: "Mesa 4",
      log: LOG,
      rulebook: rulebookName(this.pack),
      languages: LANGUAGES,
      test: false,
    });
  }
}

/** A table on which twenty spins were played, with bets open. */
export const evening = (rulebook: string): WheelTable => new WheelTable(rulebook).evening().betting();
