import { expect, it } from "vitest";
import { packIds } from "../../firmware/table/rules/library.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { ROLES, type Role } from "../../src/people/roles.ts";
import type { Key } from "../../src/people/keys.ts";
import { stepsAfter } from "../../src/rules/engine.ts";
import { citeText, type Rule } from "../../src/rules/pack.ts";
import { applyRecord, type Durable } from "../../src/table/kernel/durable/durable.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import { tableStep, type Table } from "../../src/table/kernel/table.ts";
import type { TableRules } from "../../src/table/kernel/context.ts";
import type { TaskView } from "../../src/table/kernel/view/view.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import { monoUs } from "../../src/time/instant.ts";
import { PlayedDeal } from "../../src/table/shoe/played-deal.test-help.ts";
import { PlayedTable } from "../../src/table/wheel/played.test-help.ts";
import { idealRules } from "../support/ideal-rules.ts";
import { ALONE, PlayedDice } from "../support/played-dice.ts";
import { sampleOfRun } from "../support/volume.ts";

/**
 * Every task of every rulebook, as each role would press it: what is offered to a role the table takes from it, what is not offered it
 * refuses, and nothing waits for nobody.
 */

const AT = "2026-01-01T00:00:00.000Z";
const CERTIFICATE = { seq: 1, hash: "ab".repeat(32), short: "abab abab", qr: "", at: AT };
/** Whom every table has. */
const ALWAYS: readonly Role[] = ["croupier", "jefe-de-mesa"];

function openTable(rules: TableRules): Table {
  if (rules.family.name === "dice") return new PlayedDice("", ALONE, rules).open().table;
  if (rules.family.name === "shoe") return new PlayedDeal(rules).ready().table;
  const wheel = new PlayedTable(rules);
  wheel.open();
  return wheel.table;
}

/** What the machine itself may say of a round by this rule. */
function verdictBy(rule: Rule, { pack, coverage }: TableRules, round: number): RecordBody {
  const reason = { rule: rule.id, cite: citeText(rule.cite), observed: {} };
  const then = stepsAfter(pack, [rule.id], coverage.houseRules);
  return rule.verdict === "void"
    ? { kind: "void", round, reasons: [reason], then, calledBy: "machine" }
    : {
        kind: "undecided",
        round,
        because: ["left-to-a-person"],
        seen: { rules: rule.id },
        mayBeCalled: [],
      };
}

function tasksOf(durable: Durable, { pack, coverage }: TableRules): readonly TaskView[] {
  const setup = {
    pack,
    houseRules: coverage.houseRules,
    table: "T1",
    log: "L",
    rulebook: "",
    test: false,
    languages: ["es"] as const,
  };
  return viewOf(durable, 1, CERTIFICATE, setup).tasks;
}

/** What a screen sends for a task. */
function keysFor(task: TaskView): readonly Key[] {
  const round = task.round ?? 0;
  if (task.kind === "confirm-void") return [{ key: "confirm-void", round, rule: task.id }];
  const resolve: readonly Key[] = (task.resolve?.outcomes ?? [])
    .filter((outcome) => outcome !== "stands")
    .map((outcome) => ({ key: "resolve", round, outcome }));
  return resolve.length > 0 ? resolve : [{ key: "acknowledge", what: task.id }];
}

function heldOf(rules: TableRules): readonly string[] {
  const { pack, family } = rules;
  const start = openTable(rules);
  const problems: string[] = [];
  for (const rule of pack.rules.filter(({ verdict }) => verdict === "void" || verdict === "person-decides")) {
    const round = Math.max(1, start.durable.round);
    const durable = applyRecord(start.durable, verdictBy(rule, rules, round), AT, family.reducer);
    for (const isOpen of [true, false]) {
      const at = isOpen
        ? durable
        : applyRecord(durable, { kind: "phase", round, phase: "closed" }, AT, family.reducer);
      for (const task of tasksOf(at, rules)) {
        const by = task.by ?? [];
        const what = `${rule.id}: ${task.kind}${isOpen ? "" : " of a closed table"}`;
        if (by[0] !== task.for) problems.push(`${what} is for ${task.for}, offered to ${by.join(" ")}`);
        if (task.kind === "confirm-void" && !by.some((role) => ALWAYS.includes(role)))
          problems.push(`${what} waits for ${by.join(" ")} alone`);
        if (!isOpen && family.name !== "dice") continue;
        for (const key of keysFor(task))
          for (const role of ROLES) {
            const input = { i: "key", key, by: { role, name: role } } as const;
            const { refusal } = tableStep({ ...start, durable: at }, input, monoUs(9_000_000_000), AT, rules);
            if ((refusal === null) !== by.includes(role))
              problems.push(`${what} offered to ${by.join(" ")}: ${key.key} by ${role} is ${refusal}`);
          }
      }
    }
  }
  return problems;
}

const isDice = (id: string): boolean => loadPack(id).pack.family === "dice";
/** Games of balls are played by keys of their own: firmware/table/pipeline/balls-pipeline.test.ts. */
const OTHERS = packIds().filter((id) => !isDice(id) && loadPack(id).pack.family !== "balls");

it.each([...packIds().filter(isDice), ...sampleOfRun(OTHERS, 5, "offered-tasks")])("%s", (rulebook) => {
  expect(heldOf(idealRules(rulebook))).toEqual([]);
});
