import { familyOf } from "../../src/table/kernel/families.ts";
import type { DieFace } from "../../src/dice/faces.ts";
import type { DieNote } from "../../src/dice/reading/read-types.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Role } from "../../src/people/roles.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { idealAbilities } from "../../src/cases/run.ts";
import { coverageOf } from "../../src/rules/coverage.ts";
import { judge } from "../../src/rules/engine.ts";
import { dicePack } from "../../src/rules/pack.ts";
import { type DevicesBesideEye, diceTableStart } from "../../src/table/dice/throw.ts";
import type { ArenaState, DiceObservation, DieRead, ThrowRead } from "../../src/dice/observation.ts";
import { applyRecord, type Durable } from "../../src/table/kernel/durable/durable.ts";
import type { RecordBody, VerdictRecord } from "../../src/table/kernel/record.ts";
import {
  tableStep,
  tableDeadline,
  type Table,
  type TableInput,
  type TableStep,
} from "../../src/table/kernel/table.ts";
import type { TableCommand, TableRules } from "../../src/table/kernel/context.ts";
import { monoUs } from "../../src/time/instant.ts";

export const ALONE: DevicesBesideEye = { thrower: false, witness: null };

/** A die that lies flat and alone, unless told. */
export function die(face: DieFace | null, more: Partial<DieRead> = {}): DieRead {
  return { face, x: 100, y: 200, confidence: 990, notes: [], ...more };
}

export function noted(face: DieFace | null, ...notes: readonly DieNote[]): DieRead {
  return die(face, { notes });
}

/** What only a shaker, a cage or a cup can tell. */
const OF_THROWER = ["shake", "cage-turns", "dice-in-cup", "die-retained"];

const KNOWN = new Map<string, TableRules>();

/** As `rulesOf`, read once: a rulebook does not change. */
export function rulesWith(rulebook: string, has: DevicesBesideEye): TableRules {
  const name = `${rulebook} ${has.thrower}`;
  const rules = KNOWN.get(name) ?? rulesOf(rulebook, has);
  KNOWN.set(name, rules);
  return rules;
}

/** The rulebook of a table whose eye can see everything that a fact speaks of, and whose thrower too if it has one. */
export function rulesOf(
  rulebook: string,
  has: DevicesBesideEye,
  houseRules: readonly string[] = [],
): TableRules {
  const { pack } = loadPack(rulebook);
  const abilities = Object.fromEntries(
    Object.entries(idealAbilities(pack)).filter(([name]) => has.thrower || !OF_THROWER.includes(name)),
  );
  const coverage = coverageOf(pack, abilities, houseRules);
  return {
    pack,
    coverage,
    abilities,
    family: familyOf(pack),
    judge: (facts, moment) => judge(pack, coverage, facts, moment),
  };
}

/** A dice table played by hand. Every step is checked: the durable table is nothing but the fold of its records. */
export class PlayedDice {
  readonly rules: TableRules;
  table: Table;
  t = 1_000_000;
  n = 0;
  readonly records: RecordBody[] = [];
  readonly commands: TableCommand[] = [];
  refusal: TableStep["refusal"] = null;
  #folded: Durable;

  constructor(rulebook: string, has: DevicesBesideEye = ALONE, rules: TableRules = rulesWith(rulebook, has)) {
    this.rules = rules;
    this.table = diceTableStart(has, dicePack(this.rules.pack).dice.craps !== null);
    this.#folded = this.table.durable;
  }

  get durable(): Durable {
    return this.table.durable;
  }

  get last(): RecordBody | undefined {
    return this.records.at(-1);
  }

  get verdicts(): readonly VerdictRecord[] {
    return this.records.filter(
      (one): one is VerdictRecord =>
        one.kind === "result" || one.kind === "void" || one.kind === "undecided" || one.kind === "aborted",
    );
  }

  /** The newest verdict in a few words: `result 1-2-4`, `void dice-stacked`, `undecided dice-not-read`. */
  get said(): string {
    const verdict = this.verdicts.at(-1);
    switch (verdict?.kind) {
      case "result":
        return `result ${"faces" in verdict.result ? verdict.result.faces.join("-") : "?"}`;
      case "void":
        return `void ${verdict.reasons.map(({ rule }) => rule).join(" ")}`;
      case "undecided":
        return `undecided ${verdict.because.join(" ")}`;
      case "aborted":
        return `aborted ${verdict.cause}`;
      default:
        return "nothing";
    }
  }

  feed(input: TableInput): this {
    const at = `at ${this.t}`;
    const step = tableStep(this.table, input, monoUs(this.t), at, this.rules);
    for (const body of step.records)
      this.#folded = applyRecord(this.#folded, body, at, this.rules.family.reducer);
    this.table = step.table;
    this.records.push(...step.records);
    this.commands.push(...step.commands);
    this.refusal = step.refusal;
    if (JSON.stringify(this.#folded) !== JSON.stringify(this.durable))
      throw new Error("the durable table is not the fold of its records");
    return this;
  }

  see(...seen: readonly DiceObservation[]): this {
    this.t += 10_000;
    return this.feed({ i: "dice", seen });
  }

  arena(...states: readonly ArenaState[]): this {
    for (const state of states) this.see({ o: "arena", state });
    return this;
  }

  /** Time goes by; the table is woken whenever it asked for it. */
  wait(us: number): this {
    const until = this.t + us;
    for (
      let deadline = tableDeadline(this.table, this.rules);
      deadline !== null && deadline <= until;
      deadline = tableDeadline(this.table, this.rules)
    ) {
      this.t = Math.max(this.t + 1, deadline);
      this.feed({ i: "tick" });
    }
    this.t = until;
    return this;
  }

  press(key: Key, role: Role = "croupier", name = `${role} A`): this {
    return this.feed({ i: "key", key, by: { role, name } });
  }

  /** The table is open and its eye sees an empty arena. */
  open(): this {
    return this.feed({ i: "auto-open" }).see({ o: "attached", device: "eye" }).arena("empty");
  }

  read(dice: readonly DieRead[], more: Partial<ThrowRead> = {}): DiceObservation & { o: "rest" } {
    const flat = dice.every(({ face, notes }) => face !== null && notes.length === 0);
    this.n++;
    const verdict = flat ? "readable" : "undecided";
    const reasons = [...new Set(dice.flatMap(({ notes }) => notes))];
    const read = {
      n: this.n,
      rolledMs: 800,
      dice,
      verdict,
      reasons,
      picture: "ab".repeat(32),
      ...more,
    } as const;
    return { o: "rest", read };
  }

  /** Dice roll over the arena and come to rest. */
  roll(dice: readonly (DieRead | DieFace)[], more: Partial<ThrowRead> = {}): this {
    const lie = dice.map((one) => (typeof one === "string" ? die(one) : one));
    this.t += 500_000;
    this.arena("moving");
    this.t += 800_000;
    this.arena("settling").see(this.read(lie, more));
    return this;
  }

  takeUp(): this {
    this.t += 3_000_000;
    return this.see({ o: "disturbed", what: "taken" }).arena("covered", "empty");
  }
}
