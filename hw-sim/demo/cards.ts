import { join } from "node:path";
import { gameOf } from "../people/cards/games/game-list.ts";
import { ScriptedReadings, SCRIPTED_ERRORS } from "../people/cards/scripted-readings.ts";
import { DEVICE_KIND, type MachineKind } from "../people/cards/machine.ts";
import { decksFor } from "../people/cards/stock.ts";
import type { WantedFault } from "../people/cards/owed-faults.ts";
import type { Deck } from "../../src/cards/decks.ts";
import type { Config } from "../../firmware/table/config/config.ts";
import type { CardGame } from "../../src/rules/card-game.ts";
import type { CardPack } from "../../src/rules/pack.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import type { Clock } from "../../src/time/clock.ts";
import { makeFolder } from "../../firmware/files/durable.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { firstDiceOf } from "../../firmware/table/setup/shoe/first-dice.ts";
import { EXIT, Problem } from "../../firmware/problem.ts";
import { CARD_TABLES } from "./tables.ts";
import type { Answer } from "./croupier-messages.ts";
import { CroupierTable } from "./croupier-table.ts";
import { startPeople, type People } from "./people-client.ts";
import type { Demo } from "../../firmware/cli/laboratory.ts";
import { DEMO_FOLDER, DEMO_NOTES, makeDemoConfig } from "./demo.ts";
import { EYE_DIGEST, PlayedEye } from "./played-eye.ts";
import { PlayedShoe } from "./played-shoe.ts";

export interface CardsChoice {
  readonly rulebook: string;
  /** How many times faster than people deal. */
  readonly speed: number;
  readonly seed: string;
  /** What goes wrong, of a scenario; absent: what a demonstration shows. */
  readonly wanted?: readonly WantedFault[];
  /** Folder for journal and terminal; default: a folder of the table's own. */
  readonly folder?: string;
}

/** A demonstrated card table, with the plug of its shoe. */
export interface CardDemo extends Demo {
  readonly shoe: PlayedShoe;
}

/** Every card has an identity of its own, so that a second one like it is known for what it is. */
const CODING = "identities";
const MODE = "one-by-one";

const NOTES: readonly string[] = [
  ...DEMO_NOTES,
  "a simulated croupier deals and presses the keys; whoever signs in may press them too",
];

const EYE_NOTE = "the eye's lines are simulated: no camera looks at the dice that say who is dealt first";

/**
 * A simulated card table: the electronics of an open shoe on a pseudo-terminal, and people who deal, shuffle, err and press keys,
 * at the pace of people.
 */
export async function openCardDemo(
  clock: Clock,
  choice: CardsChoice,
  onTrouble: (line: string) => void,
): Promise<CardDemo> {
  const { rulebook, speed, seed } = choice;
  const pack = playable(rulebook);
  const folder = choice.folder ?? join(DEMO_FOLDER, nameOf(rulebook));
  makeFolder(folder);
  const path = join(folder, `shoe-${process.pid}`);
  const decks = decksFor(pack.cards, pack.cards.decks.counts[0] ?? 1, CODING);
  const kind = machineOf(pack.cards);
  const readings = new ScriptedReadings(randomFrom(`${seed}/reader`));
  const eyePath = firstDiceOf(pack) === null ? null : join(folder, `eye-${process.pid}`);
  const config = await configOf({ rulebook, folder, path, eyePath }, decks);
  const model = {
    kind: DEVICE_KIND[kind],
    device: 1,
    decks: decks.length,
    random: readings,
    errors: SCRIPTED_ERRORS,
  };
  const shoe = await PlayedShoe.open(model, path, clock, onTrouble);
  const eye = eyePath === null ? null : await PlayedEye.open(eyePath, clock, onTrouble);
  const { wanted } = choice;
  const settings = {
    ...({ rulebook, seed, kind, mode: MODE, decks, coding: CODING } as const),
    ...(wanted === undefined ? {} : { wanted }),
  };
  let people: People | null = null;
  let isOver = false;
  return {
    config,
    clock,
    follower: null,
    notes: eye === null ? NOTES : [...NOTES, EYE_NOTE],
    shoe,
    play: (unit) => {
      const sitDown = (answer: (answer: Answer) => void): CroupierTable =>
        new CroupierTable({ clock, shoe, eye, readings, unit, speed, answer, onTrouble });
      // A shoe that is loaded before the unit has found it would be none of the table's.
      void shoe.heard.then(() => {
        if (!isOver) people ??= startPeople(settings, sitDown, onTrouble);
      });
    },
    stop: async () => {
      isOver = true;
      await people?.stop();
      await shoe.close();
      await eye?.close();
    },
  };
}

const nameOf = (rulebook: string): string => rulebook.replace("/", "-");

/** Throws a Problem for a rulebook that has no cards, or whose game nobody here can play. */
function playable(rulebook: string): CardPack {
  const { pack } = loadPack(rulebook);
  if (pack.family === "shoe" && gameOf(rulebook) !== null) return pack;
  throw new Problem(
    EXIT.usage,
    `--rulebook ${rulebook}: the simulated croupier plays ${CARD_TABLES.rulebooks().join(", ")}`,
  );
}

interface Paths {
  readonly rulebook: string;
  readonly folder: string;
  readonly path: string;
  /** Of the eye over the dice by which the game begins; null: it does not. */
  readonly eyePath: string | null;
}

function configOf({ rulebook, folder, path, eyePath }: Paths, decks: readonly Deck[]): Promise<Config> {
  const named = decks.map(({ id, back }) => ({ id, back, removed: [] }));
  const eye = { device: "tirada-eye", wait: true, digest: EYE_DIGEST, knows: [], picturesMegabytes: 64 };
  const dice = eyePath === null ? {} : { dice: { eye: { ...eye, path: eyePath } } };
  return makeDemoConfig({
    rulebook,
    log: `tirada.local/demo-${nameOf(rulebook)}`,
    folder,
    houseRules: eyePath === null ? [] : ["first-clockwise"],
    device: { shoe: { device: "tirada-shoe", path, decks: named, mode: MODE, ...dice } },
  });
}

/** Cards that are shuffled for every round come out of a shuffler, the others out of a shoe. */
export const machineOf = ({ cutCard }: CardGame): MachineKind => (cutCard === null ? "batch" : "shoe");
