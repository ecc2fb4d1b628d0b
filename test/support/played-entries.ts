import { packedTags } from "../../drivers/balls/rfid/tag-set.ts";
import { setOfTags, TaggedBalls } from "../../hw-sim/models/balls/tagged.ts";
import { Hall, ROWS } from "./bingo-hall.ts";
import { vi } from "vitest";
import { randomInstallation } from "../../hw-sim/people/dice/install.ts";
import { DICE_PROFILES, makeThrow } from "../../hw-sim/people/dice/make-throw.ts";
import { DicePeople } from "../../hw-sim/people/dice/people.ts";
import { SimLines } from "../../hw-sim/sim/dice/sim-lines.ts";
import { ReportedWorld } from "../../hw-sim/sim/dice/reported-world.ts";
import { PROFILES } from "../../hw-sim/sim/profiles.ts";
import { simulatedTable } from "../../hw-sim/sim/wheels.ts";
import { SimSide } from "../../hw-sim/sim/shoe/side.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { Pipeline } from "../../firmware/table/pipeline/pipeline.ts";
import { tableSetup, type TableSetup } from "../../firmware/table/setup/table-setup.ts";
import { ShoeDevice } from "../../hw-sim/models/shoe/device/device.ts";
import { Dealer } from "../../hw-sim/people/cards/dealer.ts";
import { SHOE_PROFILES } from "../../hw-sim/people/cards/fault-plans.ts";
import { gameOf } from "../../hw-sim/people/cards/games/game-list.ts";
import { ScriptedReadings, SCRIPTED_ERRORS } from "../../hw-sim/people/cards/scripted-readings.ts";
import { DEVICE_KIND, Machine } from "../../hw-sim/people/cards/machine.ts";
import { decksFor } from "../../hw-sim/people/cards/stock.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { cardPack, dicePack } from "../../src/rules/pack.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { monoUs } from "../../src/time/instant.ts";
import { SimulatedHall } from "../../hw-sim/sim/balls/hall.ts";
import { BALLS_PROFILES } from "../../hw-sim/people/balls/faults.ts";
import { CardReaderTable } from "./card-reader-table.ts";
import { capturedLines } from "./captured-wheel.ts";
import { ss2 } from "./replayed.ts";

/** What happened at a table of each family, as entries that a unit can be fed. */
export interface PlayedEntries {
  readonly setup: TableSetup;
  readonly entries: readonly Entry[];
}

/** Captured games of a real wheel. */
export function wheelEntries(lines: number): PlayedEntries {
  const port = "wheel";
  const entries: Entry[] = [
    { k: "auto-open", t: monoUs(1_000) },
    { k: "open", t: monoUs(1_000), port, name: "captured" },
  ];
  let t = 1_000;
  for (const { bytes, pauseUs } of capturedLines().slice(0, lines)) {
    entries.push({ k: "in", t: monoUs(t), port, bytes });
    t += pauseUs;
  }
  return { setup: ss2("cl/ruleta-francesa"), entries };
}

/** Spins of a wheel with a sensor board, none of them with a fault. */
export function sensorEntries(spins: number, seed: string, rulebook: string): PlayedEntries {
  const taken = tapped();
  const table = simulatedTable({ rulebook, seed, profile: PROFILES.clean, board: "fast" });
  for (let seen = 0; seen < spins; seen += table.drain().truth.length) table.deliver(table.advance());
  return { setup: table.tableSetup, entries: taken() };
}

/** Rounds of punto y banca at a modelled shoe. `isSealed`: with the seals of a unit, for a pipeline that is fed alone. */
export function cardEntries(
  rounds: number,
  seed: string,
  rulebook = "cl/punto-y-banca",
  isSealed = false,
): PlayedEntries {
  const pack = cardPack(loadPack(rulebook).pack);
  const game = gameOf(rulebook)!;
  const decks = decksFor(pack.cards, pack.cards.decks.counts[0]!, "identities");
  const setup = tableSetup(rulebook, "tirada-shoe", [], { decks, port: "serial", mode: "one-by-one" });
  const random = randomFrom(seed);
  const reader = new ScriptedReadings(random.fork("reader"));
  const kind = DEVICE_KIND.shoe;
  const device = new ShoeDevice({
    wire: "line",
    kind,
    device: 1,
    decks: decks.length,
    random: reader,
    errors: SCRIPTED_ERRORS,
  });
  const taken = tapped(isSealed);
  const side = new SimSide({ setup, device, seed, onFed: () => undefined });
  const machine = new Machine({
    kind: "shoe",
    game: pack.cards,
    decks,
    coding: "identities",
    mode: "one-by-one",
    random: random.fork("machine"),
  });
  const profile = SHOE_PROFILES.clean;
  const dealer = new Dealer(side, {
    pack,
    game,
    machine,
    readings: reader,
    profile,
    random: random.fork("people"),
  });
  dealer.openTable();
  const nothing = (): void => undefined;
  for (let round = 0; round < rounds; round++) dealer.playRound(nothing, nothing);
  return { setup, entries: taken() };
}

/** Throws of sic bo or another game, whose eye is told what there is to see. */
export async function diceEntries(
  throws: number,
  seed: string,
  rulebook = "es-cb/sic-bo",
): Promise<PlayedEntries> {
  const pack = dicePack(loadPack(rulebook).pack);
  const random = randomFrom(seed);
  const installed = randomInstallation(pack, random.fork("installation"));
  const { setup } = installed;
  const taken = tapped();
  const world = new ReportedWorld({
    installed,
    seed,
    lines: (models) => new SimLines({ setup, models, seed, onFed: () => undefined }),
  });
  const people = new DicePeople({ world, pack, random: random.fork("people") });
  const around = { installed, random: random.fork("dice") };
  await world.wait(3_000_000);
  for (let n = 1; n <= throws; n++) await people.play(makeThrow(n, around, DICE_PROFILES.clean));
  return { setup, entries: taken() };
}

/** Spins of a Mercury 360 with its people. */
export function mercuryEntries(spins: number, seed: string, rulebook: string): PlayedEntries {
  const taken = tapped();
  const device = "cammegh-mercury-360";
  const table = simulatedTable({ rulebook, seed, profile: PROFILES.clean, board: "fast", device });
  for (let seen = 0; seen < spins; seen += table.drain().truth.length) table.deliver(table.advance());
  return { setup: table.tableSetup, entries: taken() };
}

/** A round of punto y banca whose cards are shown to a reader. */
export function readerEntries(reader: "card-barcode" | "card-rfid" | "card-camera"): PlayedEntries {
  const cards = ["9h", "Kd", "9s", "6c"] as const;
  const taken = tapped(true);
  const table = new CardReaderTable("cl/punto-y-banca", reader, 8, cards);
  table
    .key("no-more-bets")
    .show(...cards)
    .collect();
  return { setup: table.setup, entries: taken() };
}

/** A game of bingo. */
export function ballEntries(seed: string, rulebook = "es-cb/bingo"): PlayedEntries {
  const taken = tapped();
  const hall = new SimulatedHall({ rulebook, seed, profile: BALLS_PROFILES.clean });
  hall.play();
  return { setup: hall.setup, entries: taken() };
}

/** A game of bingo whose balls have tags. */
export function ballTagEntries(): PlayedEntries {
  const tags = setOfTags(1);
  const model = new TaggedBalls(tags);
  const hall = new Hall(
    "es-cb/bingo",
    {},
    {
      device: "ball-reader-rfid",
      options: { tags: packedTags(tags) },
      model: { draw: (us, ball) => model.draw(us, ball), step: (us) => model.step(us) },
      ballUs: 2_000_000,
    },
  );
  hall
    .begin()
    .draw(1, ...ROWS[0])
    .call("line")
    .must({ key: "resume-game" });
  hall
    .draw(...ROWS[1], ...ROWS[2])
    .call("bingo")
    .must({ key: "end-game" });
  return { setup: hall.setup, entries: hall.entries };
}

/** The entries that pipelines take in from here on. Seals, restarts and what goes to the devices are the unit's own doing. */
function tapped(isSealed = false): () => readonly Entry[] {
  const spy = vi.spyOn(Pipeline.prototype, "feed");
  return () => {
    const entries = spy.mock.calls.map(([entry]) => entry);
    spy.mockRestore();
    return entries.filter(({ k }) => (isSealed || k !== "seal") && k !== "restarted" && k !== "out");
  };
}
