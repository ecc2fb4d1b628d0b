import { describe, expect, it } from "vitest";
import { compositeOf } from "../support/dice-composites.ts";
import { cropsOf, type DieCrop } from "../support/dice-crops.ts";
import { FoldReader, outcomeOf, photos } from "../support/dice-photos.ts";
import { SOAK, volume } from "../support/volume.ts";

/**
 * Dice of tier A's photographs laid out as the pips of a giant die, in trays, boxes and cups, on sheets and on bare tables: each
 * picture is read exactly or not at all. Dice of one fold, read by the network of the other. Two fixed pictures in `npm test`;
 * with TIRADA_SOAK=1 500 pictures of the seed in TIRADA_SEED, which is printed.
 */
const seed = (SOAK && process.env["TIRADA_SEED"]) || "composites";
/** Both would be read as a giant die if nobody looked inside its pips and for smaller dice; without the look inside alone, 14 still. */
const SAMPLE: readonly number[] = [13, 14];
const NUMBERS = volume(
  SAMPLE,
  Array.from({ length: 500 }, (_, number) => number),
);
const MINUTES = 60_000;

const reader = new FoldReader();

async function cropsByFold(): Promise<Record<"a" | "b", DieCrop[]>> {
  const crops: Record<"a" | "b", DieCrop[]> = { a: [], b: [] };
  for (const { name } of photos().filter(({ tier }) => tier === "A"))
    crops[reader.foldOf(name)].push(...(await cropsOf(name)));
  return crops;
}

describe("dice laid out as a giant die's pips", () => {
  it(
    `${NUMBERS.length} pictures of the seed "${seed}": none silently wrong`,
    async () => {
      const crops = await cropsByFold();
      const silent: string[] = [];
      let exact = 0;
      for (const number of NUMBERS) {
        const fold = number % 2 === 0 ? "b" : "a";
        const picture = compositeOf(seed, number, crops[fold]);
        const reading = reader.readUnseen(picture.image, fold);
        const outcome = outcomeOf(picture, reading);
        if (outcome === "exact") exact++;
        if (outcome === "silent")
          silent.push(`${picture.name}: ${reading.dice.map(({ face }) => face).join(" ")}`);
        if (outcome === "undecided") expect(reading.reasons).not.toEqual([]);
      }
      process.stdout.write(
        `composites of "${seed}": ${exact} of ${NUMBERS.length} exact, ${silent.length} silent\n`,
      );
      expect(silent).toEqual([]);
    },
    volume(3, 120) * MINUTES,
  );
});
