import { EXIT, Problem } from "../../firmware/problem.ts";
import type { WheelDevice } from "../sim/profiles.ts";
import { cardRulebook, cardTableNames } from "./card-tables.ts";
import { diceRulebook, diceTableNames } from "./dice-tables.ts";

/** A table that can be demonstrated without hardware. */
export interface DemoTable {
  readonly about: string;
  /** What plays: a wheel's captured bytes, or a simulated wheel, under a simulated sensor board or with electronics of its own. */
  readonly wheel: "captured" | "simulated";
  readonly device: WheelDevice;
  readonly rulebook: string;
}

export const DEMO_TABLES: Readonly<Record<string, DemoTable>> = {
  roulette: {
    about: "roulette on a SlingShot 2: its captured bytes",
    wheel: "captured",
    device: "cammegh-ss2",
    rulebook: "cl/ruleta-francesa",
  },
  "roulette-ss2": {
    about: "roulette on a SlingShot 2, simulated",
    wheel: "simulated",
    device: "cammegh-ss2",
    rulebook: "cl/ruleta-francesa",
  },
  "roulette-mercury-360": {
    about: "roulette on a Mercury 360, simulated with its dealer",
    wheel: "simulated",
    device: "cammegh-mercury-360",
    rulebook: "cl/ruleta-francesa",
  },
  "roulette-sensors": {
    about: "hand-spun roulette under a sensor board, simulated",
    wheel: "simulated",
    device: "sensor-board",
    rulebook: "cl/ruleta-francesa",
  },
  boule: {
    about: "boule (bola) under a sensor board, simulated",
    wheel: "simulated",
    device: "sensor-board",
    rulebook: "es-pv/bola",
  },
  "fortune-wheel": {
    about: "rueda de la fortuna under a sensor board, simulated",
    wheel: "simulated",
    device: "sensor-board",
    rulebook: "es-pv/rueda-de-la-fortuna",
  },
  "big-six": {
    about: "Big Six under a sensor board, simulated",
    wheel: "simulated",
    device: "sensor-board",
    rulebook: "cl/big-six",
  },
};

/** A card or dice table: its people and devices are simulated. */
export interface PeopledTable {
  readonly wheel: null;
  readonly family: "shoe" | "dice";
  readonly rulebook: string;
}

/** The table of that name, or a Problem that lists the known ones. */
export function findDemoTable(name: string): DemoTable | PeopledTable {
  const found = Object.hasOwn(DEMO_TABLES, name) ? DEMO_TABLES[name] : undefined;
  if (found !== undefined) return found;
  const cards = cardRulebook(name);
  if (cards !== null) return { wheel: null, family: "shoe", rulebook: cards };
  const dice = diceRulebook(name);
  if (dice !== null) return { wheel: null, family: "dice", rulebook: dice };
  const known = [...Object.keys(DEMO_TABLES), ...cardTableNames(), ...diceTableNames()];
  throw new Problem(EXIT.usage, `--table ${name}: no such table; known: ${known.join(", ")}`);
}
