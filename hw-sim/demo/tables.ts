import { EXIT, Problem } from "../../firmware/problem.ts";
import { packIds } from "../../firmware/table/rules/library.ts";
import type { WheelDevice } from "../sim/profiles.ts";
import { KNOWN_GAMES } from "../people/cards/games/game-list.ts";

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

/** A table of cards, dice or balls: its people and devices are simulated. */
export interface PeopledTable {
  readonly wheel: null;
  readonly family: "shoe" | "dice" | "balls";
  readonly rulebook: string;
}

/** The tables of a family whose people are simulated. */
interface PeopledTables {
  /** Their installed rulebooks, sorted: `cl/punto-y-banca` … */
  rulebooks(): readonly string[];
  /** The rulebook behind a table's name, `punto-y-banca` or `es-cb/punto-y-banca`; null: there is none. */
  rulebookOf(name: string): string | null;
  /** Every name of a table: first each game, then each rulebook that its game's name alone does not lead to. */
  names(): readonly string[];
}

const gameIn = (rulebook: string): string => rulebook.split("/")[1] ?? rulebook;

/** `first`: whose reading of a game is shown when only the game is named. */
function peopledTables(games: readonly string[], first: readonly string[]): PeopledTables {
  const rulebooks = (): readonly string[] => {
    const installed = new Set(packIds());
    return games.filter((rulebook) => installed.has(rulebook));
  };
  const rulebookOf = (name: string): string | null => {
    const known = rulebooks();
    if (name.includes("/")) return known.includes(name) ? name : null;
    const played = known.filter((rulebook) => gameIn(rulebook) === name);
    const [only = null] = played;
    return first.map((place) => `${place}/${name}`).find((rulebook) => played.includes(rulebook)) ?? only;
  };
  const names = (): readonly string[] => {
    const known = rulebooks();
    const all = [...new Set(known.map(gameIn))].sort();
    return [...all, ...known.filter((rulebook) => rulebookOf(gameIn(rulebook)) !== rulebook)];
  };
  return { rulebooks, rulebookOf, names };
}

/** Games whose cards a machine reads and whose table can be simulated. */
export const CARD_TABLES = peopledTables(KNOWN_GAMES, ["cl", "es-cb"]);

/** Every game of dice, named here, so that no pack is read to find a name. */
export const DICE_TABLES = peopledTables(
  [
    "cl/chuck-a-luck",
    "cl/corona-y-ancla",
    "cl/craps",
    "cl/mini-craps",
    "es-cb/banca-francesa",
    "es-cb/craps",
    "es-cb/sic-bo",
    "es-pv/craps",
  ],
  ["es-cb", "cl"],
);

/** Every rulebook of bingo. */
export const BALL_TABLES = peopledTables(["cl/bingo", "es-cb/bingo", "es-pv/bingo"], ["es-cb"]);

/** The table of that name, or a Problem that lists the known ones. */
export function findDemoTable(name: string): DemoTable | PeopledTable {
  const found = Object.hasOwn(DEMO_TABLES, name) ? DEMO_TABLES[name] : undefined;
  if (found !== undefined) return found;
  const cards = CARD_TABLES.rulebookOf(name);
  if (cards !== null) return { wheel: null, family: "shoe", rulebook: cards };
  const dice = DICE_TABLES.rulebookOf(name);
  if (dice !== null) return { wheel: null, family: "dice", rulebook: dice };
  const balls = BALL_TABLES.rulebookOf(name);
  if (balls !== null) return { wheel: null, family: "balls", rulebook: balls };
  const known = [
    ...Object.keys(DEMO_TABLES),
    ...CARD_TABLES.names(),
    ...DICE_TABLES.names(),
    ...BALL_TABLES.names(),
  ];
  throw new Problem(EXIT.usage, `--table ${name}: no such table; known: ${known.join(", ")}`);
}
