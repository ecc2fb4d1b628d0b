import { readPictures } from "../../hw-sim/sim/balls/read-pictures.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import type { Part } from "./figures.ts";

const PICTURES = 600;

/** How rendered balls of three makers are read; with a seed of this run, so that no run is like another. */
export function ballsReading(): Promise<Part> {
  const clock = systemClock();
  const from = clock.now();
  const { kinds, legible, legibleRead, wrong } = readPictures(PICTURES, `bench ${clock.wall()}`);
  const took = (clock.now() - from) / 1_000;
  return Promise.resolve({
    title: "The number of a ball",
    about: `${PICTURES} rendered pictures of three makers' balls, one in four with something wrong`,
    figures: [
      { name: "read as another number", value: wrong.length, unit: "", wanted: "0", note: wrong.join("; ") },
      { name: "legible", value: legible, unit: "" },
      { name: "of them read", value: (100 * legibleRead) / legible, unit: "%", wanted: "≥ 97" },
      { name: "drawn and read, a picture", value: took / PICTURES, unit: "ms" },
      ...Object.entries(kinds).map(([kind, { right, asked, "no-ball": none }]) => ({
        name: kind,
        value: right,
        unit: "right",
        note: `${asked} asked, ${none} no ball`,
      })),
    ],
  });
}
