import { join } from "node:path";
import type { Config, DiceConfig } from "../../src/config/config.ts";
import { EYE_PORT, THROWER_PORT } from "../../src/recording/entry.ts";
import type { DicePack } from "../../src/rules/pack.ts";
import { chance } from "../../src/time/chance.ts";
import type { Clock } from "../../src/time/clock.ts";
import { makeFolder } from "../journal/durable.ts";
import { loadPack } from "../rules/load.ts";
import { DIGEST, fullInstallation, type Installed } from "../sim/dice/install.ts";
import { makeThrow, type DiceProfile } from "../sim/dice/make-throw.ts";
import { DicePeople } from "../sim/dice/people.ts";
import { ToldWorld } from "../sim/dice/told-world.ts";
import { EXIT, Problem } from "../unit/problem.ts";
import { DEMO_FOLDER, DEMO_NOTES, demoConfig, type Demo } from "./demo.ts";
import { DiceDemoOver, DiceLines } from "./dice-lines.ts";
import { diceRulebooks } from "./dice-tables.ts";

export interface DiceChoice {
  readonly rulebook: string;
  /** How many times faster than people play. */
  readonly speed: number;
  readonly seed: string;
  /** Where journal and terminals go; a folder of the table's own unless told. */
  readonly folder?: string;
}

/** A demonstrated dice table, with the plugs of its devices. */
export interface DiceDemo extends Demo {
  readonly lines: DiceLines;
}

/** What visitors see go wrong, about once in eight throws. */
const FAULTS: DiceProfile = {
  name: "default",
  perMille: 130,
  again: 0,
  most: 1,
  only: [
    ...["cocked", "stacked", "on-object", "broken", "rim", "outside", "off-table", "touching"],
    ...["hand", "contact", "slid", "wall-short", "before-call", "unread", "touched", "declared"],
    ...["shake", "cage-short", "cup-stay", "eye-cable"],
  ],
};

const NOTES: readonly string[] = [
  ...DEMO_NOTES,
  "simulated people throw and press the keys; whoever signs in may press them too",
  "the eye's lines are simulated: no camera looks at these dice",
];

/** A simulated dice table: its devices on pseudo-terminals, and people who throw, err and press keys at the pace of people. */
export async function diceDemo(
  clock: Clock,
  { rulebook, speed, seed, ...choice }: DiceChoice,
  onTrouble: (line: string) => void,
): Promise<DiceDemo> {
  const pack = playable(rulebook);
  const folder = choice.folder ?? join(DEMO_FOLDER, rulebook.replace("/", "-"));
  makeFolder(folder);
  const installed = fullInstallation(pack);
  const paths = pathsOf(installed, folder);
  const config = await configOf(rulebook, folder, installed, paths);
  const lines = await DiceLines.open(paths, { clock, speed, onTrouble });
  const world = new ToldWorld({ installed, seed, lines: (models) => lines.run(models) });
  let playing: Promise<void> | null = null;
  return {
    config,
    clock,
    follower: null,
    notes: NOTES,
    lines,
    play: (unit) => {
      lines.sitAt(unit);
      playing ??= play(installed, world, seed).catch((error: unknown) => {
        // A key that could not be kept is the end of the unit, which says so itself.
        if (!(error instanceof DiceDemoOver))
          onTrouble(`demonstration: ${error instanceof Error ? error.message : String(error)}`);
      });
    },
    stop: async () => {
      await lines.close();
      await playing;
    },
  };
}

/** Throw after throw until the demonstration is over. */
async function play(installed: Installed, world: ToldWorld, seed: string): Promise<void> {
  const luck = chance(`${seed}/demo`);
  const people = new DicePeople({ world, pack: installed.pack, luck: luck.fork("people") });
  const around = { installed, luck: luck.fork("dice") };
  for (let n = 1; ; n++)
    // A table that would not open its bets is waited for: a visitor may have closed it.
    if ((await people.play(makeThrow(n, around, FAULTS))) === null) await world.wait(5_000_000);
}

/** Throws a Problem for a rulebook that has no dice. */
function playable(rulebook: string): DicePack {
  const { pack } = loadPack(rulebook);
  if (pack.family === "dice") return pack;
  throw new Problem(
    EXIT.usage,
    `--rulebook ${rulebook}: the simulated dice table plays ${diceRulebooks().join(", ")}`,
  );
}

function pathsOf({ thrower }: Installed, folder: string): Readonly<Record<string, string>> {
  const path = (port: string): string => join(folder, `${port}-${process.pid}`);
  return { [EYE_PORT]: path(EYE_PORT), ...(thrower === null ? {} : { [THROWER_PORT]: path(THROWER_PORT) }) };
}

function configOf(
  rulebook: string,
  folder: string,
  { knows, thrower }: Installed,
  paths: Readonly<Record<string, string>>,
): Promise<Config> {
  const [eyePath = "", throwerPath = ""] = [paths[EYE_PORT], paths[THROWER_PORT]];
  const eye = { device: "tirada-eye", path: eyePath, wait: true, digest: DIGEST, knows: [...knows] };
  const dice: DiceConfig = {
    eye: { ...eye, picturesMegabytes: 64 },
    ...(thrower === null ? {} : { thrower: { device: thrower, path: throwerPath, wait: true } }),
    witnessRequired: false,
  };
  return demoConfig({
    rulebook,
    log: `tirada.local/demo-${rulebook.replace("/", "-")}`,
    folder,
    device: { dice },
  });
}
