import { describe, expect, it } from "vitest";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";
import { more, runSeed, volume } from "../support/volume.ts";
import { DiceMonkey } from "./monkey/dice.ts";
import { ShoeMonkey } from "./monkey/shoe.ts";
import type { MonkeyTable } from "./monkey/table.ts";
import { WheelMonkey } from "./monkey/wheel.ts";

/**
 * Anything is done to a table: lines that are lost, doubled and damaged, devices that fail and are exchanged, cables, restarts,
 * keys of every kind in every moment. No round has two verdicts of the machine or is certified after another one, no round in
 * play is left without one, no key is offered that everybody is refused, and when all is well again a certified result follows.
 */

/** 10,000 of each family in a soak; TIRADA_MONKEY_SEQUENCES asks for another number. */
const sequencesOf = (inRun: number): number =>
  Number(process.env["TIRADA_MONKEY_SEQUENCES"] ?? volume(inRun, 10_000));

type Make = (rulebook: string, random: RandomSource) => MonkeyTable;

const TABLES: readonly (readonly [
  family: string,
  make: Make,
  rulebooks: readonly string[],
  sequences: number,
])[] = [
  [
    "cards",
    (rulebook, random) => new ShoeMonkey(rulebook, random),
    [
      "cl/punto-y-banca",
      "es-cb/punto-y-banca",
      "cl/black-jack",
      "cl/war",
      "es-cb/chemin-de-fer",
      "cl/canal-21",
      "es-cb/treinta-y-cuarenta",
      "es-as/chemin-de-fer",
      "cl/midi-punto-y-banca",
      "cl/baccarat",
      "cl/draw-poker",
      "cl/caribbean-poker",
      "cl/texas-holdem-plus",
      "cl/omaha-poker",
      "cl/poker-tres-cartas",
      "es-cb/poker-sin-descarte",
      "es-ga/poker-trijoker",
      "es-pv/poker-sintetico",
      "es-cb/pai-gow-poker",
      "es-pv/seven-card-stud",
      "es-pv/bacarra-a-dos-panos",
      "es-cb/black-jack",
    ],
    sequencesOf(more(27, 100)),
  ],
  [
    "dice",
    (rulebook, random) => new DiceMonkey(rulebook, random),
    [
      "cl/craps",
      "es-cb/banca-francesa",
      "cl/corona-y-ancla",
      "cl/mini-craps",
      "es-pv/craps",
      "es-cb/craps",
      "es-cb/sic-bo",
      "cl/chuck-a-luck",
    ],
    sequencesOf(more(24, 100)),
  ],
  [
    "wheel",
    (rulebook, random) => new WheelMonkey(rulebook, random),
    ["cl/ruleta-francesa", "es-pv/ruleta-americana", "es-cb/ruleta-francesa"],
    sequencesOf(more(18, 60)),
  ],
];

const ACTS = 40;
const RECOVERY_STEPS = 600;

/** Sequences that once found something that no other test plays; the seed names the family. */
const FOUND: readonly (readonly [rulebook: string, seed: string])[] = [
  ["cl/punto-y-banca", "n50/monkey/cards/176"],
  ["cl/punto-y-banca", "n50/monkey/cards/506"],
  ["cl/caribbean-poker", "n50/monkey/cards/627"],
  ["cl/draw-poker", "n50/monkey/cards/868"],
  ["cl/punto-y-banca", "n51/monkey/cards/5412"],
  ["cl/midi-punto-y-banca", "n51/monkey/cards/8632"],
  ["cl/midi-punto-y-banca", "n52/monkey/cards/1152"],
  ["cl/black-jack", "n52/monkey/cards/2224"],
  ["es-ga/poker-trijoker", "inc1/monkey/cards/1082"],
  ["cl/omaha-poker", "n95/monkey/cards/13"],
  ["es-pv/seven-card-stud", "n95/monkey/cards/1581"],
  ["cl/craps", "n91/monkey/dice/8624"],
  ["cl/corona-y-ancla", "n91/monkey/dice/9282"],
];

it.each(FOUND)("%s, %s: holds, too", (rulebook, seed) => {
  const make = TABLES.find(([family]) => seed.split("/")[2] === family)?.[1];
  expect(make && play(make(rulebook, randomFrom(seed)))).toEqual([]);
});

/** Problems of this table, whatever is done to it. */
function play(table: MonkeyTable): readonly string[] {
  for (let act = 0; act < ACTS && table.watch.problems.length === 0; act++) table.act();
  if (table.watch.problems.length === 0) table.recover(RECOVERY_STEPS);
  return table.watch.problems;
}

describe.each(TABLES)("%s", (family, make, rulebooks, sequences) => {
  it(
    "whatever is done, one verdict a round, no dead end, no key that nobody may press",
    { timeout: sequences > 1_000 ? 36_000_000 : 600_000 },
    () => {
      const found: string[] = [];
      for (let n = 0; n < sequences && found.length < 5; n++) {
        const rulebook = rulebooks[n % rulebooks.length] ?? "";
        const table = make(rulebook, randomFrom(`${runSeed("monkey")}/${family}/${n}`));
        const [problem] = play(table);
        if (problem !== undefined)
          found.push([`${rulebook} ${n}: ${problem}`, ...table.done.slice(-12)].join("\n  "));
      }
      expect(found).toEqual([]);
    },
  );
});
