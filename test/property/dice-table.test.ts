import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dicePack } from "../../src/rules/pack.ts";
import type { DevicesBesideEye } from "../../src/table/dice/throw.ts";
import type { DiceObservation } from "../../src/dice/observation.ts";
import type { TableRules } from "../../src/table/kernel/context.ts";
import { DiceWatcher } from "../support/dice-watcher.ts";
import { PlayedDice, rulesWith } from "../support/played-dice.ts";
import { anyAct, type Act } from "../support/random-dice.ts";
import { more, runSeedNumber, volume } from "../support/volume.ts";

const RUNS = Number(process.env["TIRADA_FUZZ_TABLES"] ?? volume(more(15, 30), 60));
const ACTS = 70;
const SEED = runSeedNumber("dice tables");

const GAMES = [
  "es-cb/sic-bo",
  "es-cb/banca-francesa",
  "cl/corona-y-ancla",
  "cl/chuck-a-luck",
  "es-cb/craps",
  "es-pv/craps",
  "cl/craps",
  "cl/mini-craps",
] as const;

const OTHERS: readonly DevicesBesideEye[] = [false, true].flatMap((thrower) => [
  { thrower, witness: null },
  { thrower, witness: { waitUs: 2_000_000, required: false } },
  { thrower, witness: { waitUs: 2_000_000, required: true } },
]);

/** A table and who watches it; everything that happens goes through both. */
class Watched {
  readonly table: PlayedDice;
  readonly watcher: DiceWatcher;

  constructor(rulebook: string, has: DevicesBesideEye, rules: TableRules) {
    this.table = new PlayedDice(rulebook, has, rules);
    this.watcher = new DiceWatcher(this.table, has);
    this.table.feed({ i: "auto-open" });
    this.see(
      { o: "attached", device: "eye" },
      { o: "attached", device: "thrower" },
      { o: "arena", state: "empty" },
    );
  }

  see(...seen: readonly DiceObservation[]): void {
    for (const one of seen) {
      // What is due comes first and by itself, so that it is known what caused which record.
      this.wait(10_000);
      this.table.feed({ i: "dice", seen: [one] });
      this.watcher.after("seen", one);
    }
  }

  wait(us: number): void {
    this.table.wait(us);
    this.watcher.after("other", null);
  }

  act(act: Act): void {
    const { table } = this;
    switch (act.a) {
      case "see":
        return this.see(act.seen);
      case "rest": {
        table.n = Math.max(0, table.n + act.step);
        return this.see({ o: "rest", read: { ...act.read, n: table.n } });
      }
      case "throw":
        return this.#throw(act);
      case "take-up":
        return this.see(
          { o: "disturbed", what: "taken" },
          { o: "arena", state: "covered" },
          { o: "arena", state: "empty" },
        );
      case "wait":
        return this.wait(act.us);
      case "restart":
        this.wait(10_000);
        table.feed({ i: "restarted" });
        this.watcher.after("restart", null);
        return this.see({ o: "attached", device: "eye" }, { o: "arena", state: "empty" });
      case "panel":
        table.feed({ i: "fault", device: "panel", code: "panel-gone", detail: {}, stands: act.stands });
        return this.watcher.after("other", null);
      default:
        return this.#key(act);
    }
  }

  #key(act: Act & { a: "key" | "name" | "rule" | "acknowledge" }): void {
    const { table } = this;
    const { round } = table.durable;
    this.wait(10_000);
    const before = table.durable;
    if (act.a === "key") table.press(act.key, act.role, act.name);
    else if (act.a === "rule") {
      const rules = table.rules.pack.rules.filter(({ declaredBy }) => declaredBy !== undefined);
      const rule = rules[act.at % rules.length]?.id ?? "";
      table.press({ key: act.key, round: round - act.ago, rule }, act.role);
    } else if (act.a === "acknowledge") {
      table.press({ key: "acknowledge", what: table.durable.tasks[act.at]?.id ?? "none" }, act.role);
    } else {
      table.press({ key: "dice-are", round, faces: act.faces }, "croupier");
      this.watcher.after("key", null);
      table.press({ key: "dice-are", round, faces: act.faces }, "jefe-de-mesa");
      return this.watcher.after("key", null);
    }
    if (table.refusal !== null) expect(table.durable).toBe(before);
    this.watcher.after("key", null);
  }

  #throw({ dice, made, then }: Act & { a: "throw" }): void {
    const begins: Record<typeof made, readonly DiceObservation[]> = {
      shake: [
        { o: "shake", stage: "accepted", ms: null, asked: 9_590 },
        { o: "shake", stage: "shaking", ms: null, asked: 9_590 },
      ],
      cage: [{ o: "cage", stage: "turning", milliTurns: 0 }],
      cup: [
        { o: "cup", stage: "loaded", dice: dice.length },
        { o: "cup", stage: "thrown", dice: dice.length },
      ],
      nothing: [],
    };
    const ends: Record<typeof made, readonly DiceObservation[]> = {
      shake: [{ o: "shake", stage: "done", ms: 9_600, asked: 9_590 }],
      cage: [{ o: "cage", stage: "stopped", milliTurns: 2_100 }],
      cup: [],
      nothing: [],
    };
    const { pack } = this.table.rules;
    if (dicePack(pack).dice.betsClose === "call")
      this.#key({ a: "key", key: { key: "no-more-bets" }, role: "stickman", name: "A" });
    this.table.n++;
    const read = {
      n: this.table.n,
      rolledMs: 800,
      dice,
      verdict: "readable",
      reasons: [],
      picture: null,
    } as const;
    this.see(
      ...begins[made],
      { o: "arena", state: "moving" },
      { o: "arena", state: "settling" },
      { o: "rest", read },
    );
    this.see(...ends[made]);
    const own = dice.flatMap(({ face }) => face ?? []);
    if (then === "silence") this.see({ o: "witness", faces: null, why: "not-read" });
    else this.see({ o: "witness", faces: then === "witness" ? own : own.map(() => own[0] ?? "1"), why: null });
  }
}

describe(`tables to which anything happens, seed ${SEED}`, () => {
  it.each(GAMES)(
    "%s certifies nothing that was not seen to be so, and never hangs",
    (rulebook) => {
      const sets = [false, true].map((thrower) => rulesWith(rulebook, { thrower, witness: null }));
      const { dice } = dicePack((sets[0] as TableRules).pack);
      let certified = 0;
      const table = fc.record({
        has: fc.constantFrom(...OTHERS),
        acts: fc.array(anyAct(dice.faces === "symbols", dice.dice), {
          minLength: 10,
          maxLength: ACTS,
          size: "max",
        }),
      });
      fc.assert(
        fc.property(table, ({ has, acts }) => {
          const watched = new Watched(rulebook, has, sets[has.thrower ? 1 : 0] as TableRules);
          for (const act of acts) watched.act(act);
          watched.wait(600_000_000);
          watched.watcher.rests();
          certified += watched.watcher.certified;
        }),
        { numRuns: RUNS, seed: SEED },
      );
      // Tables that certify nothing would prove nothing.
      expect(certified).toBeGreaterThan(RUNS / 4);
    },
    120_000,
  );
});
