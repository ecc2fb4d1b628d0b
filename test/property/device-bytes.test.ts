import { describe, expect, it } from "vitest";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";
import { more, runSeed, volume } from "../support/volume.ts";
import { standingFaults } from "./device-bytes/account.ts";
import { DiceBytes, type DiceKind } from "./device-bytes/dice.ts";
import { ReaderBytes } from "./device-bytes/readers.ts";
import { BoardBytes, WheelBytes } from "./device-bytes/wheels.ts";
import { ShoeBytes } from "./device-bytes/shoe.ts";
import type { MonkeyTable } from "./monkey/table.ts";

/**
 * The bytes of every kind of device, whole, halved, doubled, held back, mixed with garbage, from a device that begins anew in mid-round
 * or that another one takes the place of, and people's words between them. What the monkey looks for holds here too; besides, nothing is
 * certified that the devices did not send and that did not happen, no face that nobody has seen is named, and what a former device had
 * against it is over when its successor is there.
 */

type Make = (rulebook: string, random: RandomSource) => MonkeyTable;

const CARDS = [
  "cl/punto-y-banca",
  "es-cb/punto-y-banca",
  "cl/black-jack",
  "es-cb/chemin-de-fer",
  "cl/war",
  "cl/canal-21",
  "es-cb/treinta-y-cuarenta",
  "es-as/chemin-de-fer",
  "cl/midi-punto-y-banca",
];
const ROULETTES = ["cl/ruleta-francesa", "es-pv/ruleta-americana", "es-cb/ruleta-francesa"];

const dice =
  (kind: Omit<DiceKind, "rulebook">): Make =>
  (rulebook, random) =>
    new DiceBytes({ rulebook, ...kind }, random);

const KINDS: readonly (readonly [kind: string, make: Make, rulebooks: readonly string[]])[] = [
  ["card-barcode", (rulebook, random) => new ReaderBytes(rulebook, "card-barcode", random), CARDS],
  ["card-rfid", (rulebook, random) => new ReaderBytes(rulebook, "card-rfid", random), CARDS],
  ["card-camera", (rulebook, random) => new ReaderBytes(rulebook, "card-camera", random), CARDS],
  ["tirada-shoe on a line", (rulebook, random) => new ShoeBytes(rulebook, random, "line"), CARDS],
  ["tirada-shoe on USB", (rulebook, random) => new ShoeBytes(rulebook, random, "hid"), CARDS],
  ["cammegh-ss2", (rulebook, random) => new WheelBytes(rulebook, "cammegh-ss2", random), ROULETTES],
  ["cammegh-mercury-360 basic", (rulebook, random) => new WheelBytes(rulebook, "basic", random), ROULETTES],
  [
    "cammegh-mercury-360 advanced",
    (rulebook, random) => new WheelBytes(rulebook, "advanced", random),
    ROULETTES,
  ],
  [
    "cammegh-mercury-360 extended",
    (rulebook, random) => new WheelBytes(rulebook, "extended", random),
    ROULETTES,
  ],
  ["sensor-board on a roulette", (rulebook, random) => new BoardBytes(rulebook, random), ROULETTES],
  ["sensor-board on a bowl", (rulebook, random) => new BoardBytes(rulebook, random), ["es-cb/bola"]],
  [
    "sensor-board on a disc",
    (rulebook, random) => new BoardBytes(rulebook, random),
    ["cl/big-six", "es-cb/rueda-de-la-fortuna"],
  ],
  ["tirada-eye", dice({ thrower: null, witness: null }), ["cl/craps", "es-pv/craps", "es-cb/craps"]],
  ["shaker-mqtt", dice({ thrower: "shaker-mqtt", witness: null }), ["es-cb/sic-bo"]],
  ["cage", dice({ thrower: "cage", witness: null }), ["cl/chuck-a-luck"]],
  ["cup-switch", dice({ thrower: "cup-switch", witness: null }), ["es-cb/banca-francesa", "cl/corona-y-ancla"]],
  ["idp-mqtt", dice({ thrower: null, witness: { isRequired: false } }), ["cl/craps", "es-cb/craps"]],
  ["idp-mqtt that must agree", dice({ thrower: null, witness: { isRequired: true } }), ["cl/craps"]],
];

/** Of each kind; TIRADA_DEVICE_SEQUENCES asks for another number. */
const SEQUENCES = Number(process.env["TIRADA_DEVICE_SEQUENCES"] ?? volume(more(1, 12), 2_000));
const ACTS = 25;
const RECOVERY_STEPS = 160;
/** Noise on a line is over when nothing was damaged for so long. */
const NOISE_ENDS_MS = 12_000;

describe.each(KINDS)("%s", (kind, make, rulebooks) => {
  it(
    "whatever its bytes and the people say, it is certified only what happened, and no state is the last",
    { timeout: volume(600_000, 36_000_000) },
    () => {
      const found: string[] = [];
      for (let n = 0; n < SEQUENCES && found.length < 5; n++) {
        const rulebook = rulebooks[n % rulebooks.length] ?? "";
        const table = make(rulebook, randomFrom(`${runSeed("device bytes")}/${kind}/${n}`));
        for (let act = 0; act < ACTS && table.watch.problems.length === 0; act++) table.act();
        if (table.watch.problems.length === 0) {
          table.recover(RECOVERY_STEPS);
          if (standingFaults(table).length > 0) table.wait(NOISE_ENDS_MS);
          for (const fault of standingFaults(table))
            table.watch.problems.push(`a new device, and ${fault} stands`);
        }
        const [problem] = table.watch.problems;
        if (problem !== undefined)
          found.push([`${rulebook} ${n}: ${problem}`, ...table.done.slice(-14)].join("\n  "));
      }
      expect(found).toEqual([]);
    },
  );
});
