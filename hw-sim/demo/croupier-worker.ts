import { workerData } from "node:worker_threads";
import { gameOf } from "../people/cards/games/game-list.ts";
import { Machine } from "../people/cards/machine.ts";
import { cardPack } from "../../src/rules/pack.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import "../../firmware/table/setup/families.ts";
import { Croupier } from "../people/cards/croupier.ts";
import { RemoteReadings, ThreadSide } from "./croupier-side.ts";
import { DemoOver } from "./over.ts";
import type { CroupierSettings } from "./croupier-messages.ts";

/** The thread of a demonstration's people: they play round after round until it is over. */
const { rulebook, seed, port, answered, wanted, ...machine } = workerData as CroupierSettings;
const side = new ThreadSide(port, answered);
try {
  const pack = cardPack(loadPack(rulebook).pack);
  const game = gameOf(rulebook);
  if (game === null) throw new RangeError(`the simulator cannot play ${rulebook}`);
  const random = randomFrom(seed);
  const croupier = new Croupier(side, {
    pack,
    game,
    machine: new Machine({ ...machine, game: pack.cards, random: random.fork("machine") }),
    readings: new RemoteReadings(side, random.fork("reader")),
    random: random.fork("people"),
    wanted,
  });
  for (;;) croupier.playRound();
} catch (error) {
  if (!(error instanceof DemoOver)) throw error;
} finally {
  port.close();
}
