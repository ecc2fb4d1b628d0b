import type { Person } from "../../src/people/roles.ts";
import { cardPack, wheelPack, type CardPack, type Pack } from "../../src/rules/pack.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { usageProblem } from "../../firmware/problem.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { DICE_PROFILES } from "../people/dice/make-throw.ts";
import { playDice } from "../sim/dice/table.ts";
import { PROFILES, SHOE_PROFILES } from "../sim/profiles.ts";
import { canPlay, playCards } from "../sim/shoe/table.ts";
import type { SimTable } from "../sim/table.ts";
import { WheelSlips } from "../sim/wheel-slips.ts";
import { simulatedTable } from "../sim/wheels.ts";

/** Rounds that are played for a preview: enough that every state comes in which a table stays for a moment. */
export const PREVIEW_ROUNDS = 80;
/** The same rulebook shows the same rounds each time. */
const SEED = "preview";

/**
 * Plays rounds of a rulebook at a simulated table that much goes wrong at, through the very pipeline of the unit, and gives every record
 * with the durable table behind it. Rejects with a Problem for a game that the simulator cannot play.
 */
export async function playedRecords(
  pack: Pack,
  rulebook: string,
  rounds = PREVIEW_ROUNDS,
): Promise<readonly BuiltRecord[]> {
  const records: BuiltRecord[] = [];
  const hear = (record: BuiltRecord): void => void records.push(record);
  if (pack.family === "wheel") playWheel(wheelPack(pack), rulebook, rounds, hear);
  else if (pack.family === "dice")
    await playDice({ rulebook, seed: SEED, faults: DICE_PROFILES.rough, profile: "fast" }, rounds, {
      record: hear,
    });
  else playCardTable(cardPack(pack), rounds, hear);
  return records;
}

function playCardTable(pack: CardPack, rounds: number, hear: (record: BuiltRecord) => void): void {
  const rulebook = `${pack.jurisdiction}/${pack.game}`;
  if (pack.cards.reader === "none" || !canPlay(pack))
    throw usageProblem(`the simulator cannot play ${rulebook}: there is nothing to preview`);
  playCards({ rulebook, seed: SEED, profile: SHOE_PROFILES.rough }, rounds, { record: hear });
}

const VERDICTS: readonly string[] = ["result", "void", "undecided", "aborted"];
/** Of a wheel's rounds: every third void stays unconfirmed; the unit starts anew in this one; the last ones are announced. */
const CUT_OFF = 7;
const LAST_ROUNDS = 4;

function playWheel(
  pack: ReturnType<typeof wheelPack>,
  rulebook: string,
  rounds: number,
  hear: (record: BuiltRecord) => void,
): void {
  const table = simulatedTable({ rulebook, seed: SEED, profile: PROFILES.rough, board: "fast" });
  const slips = new WheelSlips({
    table,
    pack,
    random: randomFrom(`${SEED}/slips`),
    perMille: PROFILES.rough.faultPerMille,
    wrong: () => {},
  });
  const people = wheelPeople(table);
  let decided = 0;
  for (let isOpen = true; isOpen;) {
    table.deliver(table.advance());
    const { records } = table.drain();
    for (const record of records) {
      hear(record);
      if (VERDICTS.includes(record.body.kind)) decided += 1;
    }
    slips.watch(records);
    isOpen = people(decided, rounds);
  }
  table.drain().records.forEach(hear);
}

const JEFE: Person = { role: "jefe-de-mesa", name: "Ana" };

/** What the jefe de mesa does at a wheel, and a power cut; false: the table is closed. */
function wheelPeople(table: SimTable): (decided: number, rounds: number) => boolean {
  let [isCutOff, isAnnounced] = [false, false];
  return (decided, rounds) => {
    const { phase, tasks, open } = table.pipeline.durable;
    const waiting = tasks.find(({ kind }) => kind === "confirm-void");
    if (waiting !== undefined && waiting.round % 3 !== 0)
      table.press({ key: "confirm-void", round: waiting.round, rule: waiting.about }, JEFE);
    if (!isCutOff && decided >= CUT_OFF && phase === "ball-in-play") {
      isCutOff = true;
      table.restart();
    }
    if (!isAnnounced && decided >= rounds - LAST_ROUNDS)
      isAnnounced = table.press({ key: "last-three-spins" }, JEFE);
    if (decided < rounds) return true;
    table.press({ key: "close-table" }, JEFE);
    // What still waits for a decision keeps it open, and a preview does not wait for ever.
    return table.pipeline.durable.open && open && decided < rounds + LAST_ROUNDS;
  };
}
