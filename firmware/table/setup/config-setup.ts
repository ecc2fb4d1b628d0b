import { problemWords } from "../../../src/rules/problem-words.ts";
import { editionText, isInForce } from "../../../src/rules/editions.ts";
import type { Pack } from "../../../src/rules/pack.ts";
import type { Clock } from "../../../src/time/clock.ts";
import type { Day } from "../../../src/time/day.ts";
import type { Config } from "../config/config.ts";
import { orUsageProblem, usageProblem } from "../../problem.ts";
import { DATA, RulebookError } from "../rules/library.ts";
import { loadPack } from "../rules/load.ts";
import { familyNameOf, familyOfConfig, familyWords } from "./families.ts";
import type { TableSetup } from "./setup-types.ts";
import { withHouseTimes } from "./table-setup.ts";
import type { ConfigProblem, DevicePort } from "./unit-family.ts";

/**
 * The table of a configuration, with what its storage folder knows of the devices. `day`: the calendar's day on which it starts,
 * which chooses the edition of its rulebook; null: the newest. Throws Problem when no edition is in force on that day, or rulebook,
 * devices and what belongs to them do not fit each other.
 */
export function setupOf(given: Config, day: Day | null = null): TableSetup {
  const config = day === null ? given : withEditionInForce(given, day);
  const problem = deviceProblem(config);
  if (problem !== null) throw usageProblem(problem.message);
  const { rulebook, lateVerdictMinutes, betsSeconds } = config.table;
  const setup = orUsageProblem(() => familyOfConfig(config).configured(config, loadPack(rulebook)));
  return withHouseTimes(setup, { lateMinutes: lateVerdictMinutes, betsSeconds });
}

/**
 * The configuration with the edition of its rulebook that is the law on that day. One that it pins must be in force too; a table
 * with `test: true` may try any.
 */
export function withEditionInForce<T extends Config>(config: T, day: Day): T {
  const { table, test } = config;
  try {
    const { name, pack } = loadPack(table.rulebook, DATA, day);
    if (!test && !isInForce(pack, day))
      throw usageProblem(
        problemWords("not-in-force", { name, day, edition: editionText(pack), pinned: pack.edition }),
      );
    return { ...config, table: { ...table, rulebook: name } };
  } catch (error) {
    if (!(error instanceof RulebookError)) throw error;
    throw usageProblem(error.message, error);
  }
}

/** What is wrong with the devices' part of a configuration, or null. An unknown rulebook is refused elsewhere. */
export function deviceProblem(config: Config): ConfigProblem | null {
  const pack = findPack(config.table.rulebook);
  if (pack === null) return null;
  const given = familyNameOf(config);
  if (given === pack.family) return familyOfConfig(config).problem(config, pack);
  const { rulebook } = config.table;
  const english = `${rulebook} is played ${familyWords(pack.family).played}: it needs ${pack.family}, not ${given}`;
  const words = problemWords("other-family", { rulebook, wanted: pack.family, given });
  return { path: [given], message: { ...words, en: english } };
}

/** What the ports of a configuration's devices are called, for people: paths, serial numbers, brokers. */
export const portName = (config: Config): string => familyOfConfig(config).portName(config);

/** The devices of a table, by the names that recordings have for their ports. */
export function devicePorts(config: Config, setup: TableSetup, clock: Clock): ReadonlyMap<string, DevicePort> {
  return familyOfConfig(config).ports(config, setup, clock);
}

function findPack(rulebook: string): Pack | null {
  try {
    return loadPack(rulebook).pack;
  } catch (error) {
    if (error instanceof RulebookError) return null;
    throw error;
  }
}
