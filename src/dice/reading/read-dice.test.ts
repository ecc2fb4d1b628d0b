import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { sampleOfRun, volume, more } from "../../../test/support/volume.ts";
import { randomFrom } from "../../time/random-source.ts";
import { greyImage, type GreyImage } from "../../vision/grey-image.ts";
import { KernelMemory } from "../../vision/kernels/kernels.ts";
import { ASIAN_PIPS, WESTERN_PIPS } from "../art/pips.ts";
import { drawnPicture, pipsOf, type DrawnDie, type DrawnPip } from "./drawn-dice.ts";
import { isCounted } from "./judge-die.ts";
import { FaceNetwork } from "./network/network.ts";
import { READ_DEFAULTS, readDice, type ReadOptions } from "./read-dice.ts";
import type { Reading } from "./read-types.ts";

const memory = new KernelMemory(readFileSync(new URL("../../vision/kernels/kernels.wasm", import.meta.url)));
const weights = (name: string): Buffer => readFileSync(new URL(`network/weights/${name}`, import.meta.url));
const networks = ["pips-a", "pips-b"].map(
  (name) => new FaceNetwork(memory, weights(`${name}.json`).toString("utf8"), weights(`${name}.bin`)),
);
/** A die's box is 1.16 sides of its face. */
const SIDE = 52;
const OPTIONS: ReadOptions = { ...READ_DEFAULTS, networks, die: SIDE * 1.16 };

function die(
  x: number,
  y: number,
  angle: number,
  pips: readonly DrawnPip[],
  more: Partial<DrawnDie> = {},
): DrawnDie {
  return { at: { x, y }, side: SIDE, turn: angle, body: 205, pip: 35, pips, ...more };
}

function table(...dice: readonly DrawnDie[]): GreyImage {
  return drawnPicture(320, 200, 95, dice);
}

function facesOf({ dice }: Reading): (string | null)[] {
  return dice.filter(isCounted).map(({ face }) => face);
}

const THREE = table(
  die(70, 80, 0.4, pipsOf("5")),
  die(160, 130, 1.2, pipsOf("2")),
  die(250, 70, 2.1, pipsOf("6")),
);

describe("reading a picture", () => {
  it("names the faces from left to right, with places, sizes and no reasons", () => {
    const reading = readDice(THREE, OPTIONS);
    expect(reading).toMatchObject({ verdict: "readable", reasons: [] });
    expect(facesOf(reading)).toEqual(["5", "2", "6"]);
    for (const [at, x] of [70, 160, 250].entries()) {
      const seen = reading.dice[at]!;
      expect(Math.abs(seen.at.x - x)).toBeLessThan(3);
      expect(seen.size / (SIDE * 1.16)).toBeGreaterThan(0.85);
      expect(seen.size / (SIDE * 1.16)).toBeLessThan(1.18);
      expect(seen.said).toEqual({ network: seen.face, geometry: seen.face });
    }
    expect(readDice(THREE, OPTIONS)).toEqual(reading);
  });

  it("looks at a plain die in one attitude, and at one that is not plain in all four", () => {
    const looks = (image: GreyImage): number => {
      // What has a part of the window for its own is a second look; each network looks.
      const run = vi.spyOn(networks[0]!, "runOn");
      readDice(image, OPTIONS);
      const count = run.mock.calls.filter(([, part]) => part !== undefined).length;
      run.mockRestore();
      return count;
    };
    expect(looks(THREE)).toBe(3);
    expect(looks(table(die(100, 100, 0.7, pipsOf("4").slice(1))))).toBe(4);
  });

  it("finds the size by itself", () => {
    expect(facesOf(readDice(THREE, { ...OPTIONS, die: null }))).toEqual(["5", "2", "6"]);
  });

  it("reads parts of the picture that the caller names", () => {
    const regions = [
      { x: 20, y: 30, width: 100, height: 100 },
      { x: 200, y: 20, width: 100, height: 100 },
    ];
    const reading = readDice(THREE, { ...OPTIONS, regions });
    expect(facesOf(reading)).toEqual(["5", "6"]);
  });

  it.each([
    [2, "too-many"],
    [4, "too-few"],
  ])("is undecided when there must be %i dice", (count, reason) => {
    expect(readDice(THREE, { ...OPTIONS, count })).toMatchObject({ verdict: "undecided", reasons: [reason] });
  });

  it("is undecided without dice, and about a die outside of the arena", () => {
    expect(readDice(table(), OPTIONS)).toMatchObject({ verdict: "undecided", reasons: ["no-dice"] });
    const arena = [
      { x: 0, y: 0 },
      { x: 205, y: 0 },
      { x: 205, y: 200 },
      { x: 0, y: 200 },
    ];
    expect(readDice(THREE, { ...OPTIONS, arena })).toMatchObject({
      verdict: "undecided",
      reasons: ["outside"],
    });
  });

  it("is undecided about a die of another size than the table's", () => {
    const image = table(die(70, 80, 0.4, pipsOf("5")), die(200, 110, 1, pipsOf("4"), { side: SIDE * 1.4 }));
    expect(readDice(image, OPTIONS).verdict).toBe("undecided");
  });

  it("reads a colour picture in which only green and blue show the top face", () => {
    const top = table(die(100, 90, 0.5, pipsOf("3"), { body: 20, pip: 210 }));
    const clear = [...pipsOf("3"), ...pipsOf("4").map((pip) => ({ ...pip, ink: 0.8 }))];
    const red = table(die(100, 90, 0.5, clear, { body: 140, pip: 225 }));
    const data = new Uint8Array(3 * top.data.length);
    top.data.forEach((level, at) => data.set([red.data[at]!, level, level], 3 * at));
    const reading = readDice({ width: 320, height: 200, data }, OPTIONS);
    if (reading.verdict === "readable") expect(facesOf(reading)).toEqual(["3"]);
    else expect(reading.reasons.length).toBeGreaterThan(0);
  });

  it("refuses what it cannot read", () => {
    expect(() => readDice(greyImage(20, 20, new Uint8Array(400)), OPTIONS)).toThrow("20 by 20");
    expect(() => readDice(THREE, { ...OPTIONS, networks: [] })).toThrow("no network");
    expect(() => readDice(THREE, { ...OPTIONS, set: "symbols" })).toThrow("does not read symbols");
  });
});

describe("never a wrong face as readable", () => {
  const VALUES = ["1", "2", "3", "4", "5", "6"] as const;
  /** Of a pinned seed: how many of them are read is a matter of chance. */
  const THROWS = volume(more(3, 6), 12);

  /** Fails when the picture is readable with other faces. */
  function notWrong(image: GreyImage, faces: readonly string[]): void {
    const reading = readDice(image, OPTIONS);
    if (reading.verdict === "readable") expect(facesOf(reading)).toEqual(faces);
  }

  it("sixes half in shadow, ghosts of the bottom face, lamps in pips, narrow sixes", () => {
    const opposite = { "1": "6", "2": "5", "3": "4", "4": "3", "5": "2", "6": "1" } as const;
    for (const ink of [0.3, 0.5]) {
      const shaded = pipsOf("6").map((pip) => ({ ...pip, ink: pip.x > 0.5 ? ink : 1 }));
      notWrong(table(die(100, 100, 0.7, shaded)), ["6"]);
      for (const value of sampleOfRun(VALUES, 2, `ghosts of ${ink}`)) {
        const ghost = pipsOf(opposite[value]).map((pip) => ({ ...pip, ink, x: pip.x + 0.01 }));
        notWrong(table(die(100, 100, 0.3, [...pipsOf(value), ...ghost])), [value]);
      }
    }
    const narrow = pipsOf("6").map((pip) => ({ ...pip, x: 0.5 + (pip.x - 0.5) * 0.5 }));
    notWrong(table(die(150, 90, 0.9, narrow)), ["6"]);
    for (const value of sampleOfRun(VALUES, 2, "lamps in pips")) {
      const lamp = pipsOf(value).map((pip) => ({ ...pip, radius: pip.radius * 0.35, ink: -0.9 }));
      notWrong(table(die(150, 90, 0.2, [...pipsOf(value), ...lamp])), [value]);
    }
  });

  it("a die cut by the frame or with a pip missing is not readable at all", () => {
    for (const value of sampleOfRun(["2", "3", "4", "5", "6"] as const, 2, "cut dice"))
      expect(readDice(table(die(8, 100, 0, pipsOf(value))), OPTIONS).verdict).toBe("undecided");
    for (const pips of [pipsOf("6").slice(1), pipsOf("5").slice(1), pipsOf("4").slice(1)])
      expect(readDice(table(die(120, 100, 0.5, pips)), OPTIONS).verdict).toBe("undecided");
  });

  it(`${THROWS} drawn throws of many makes, lights and sizes: right or undecided`, () => {
    const stream = randomFrom("throws");
    let read = 0;
    for (let at = 0; at < THROWS; at++) {
      const style = stream.oneIn(3) ? ASIAN_PIPS : WESTERN_PIPS;
      const dark = stream.oneIn(2);
      const body = dark ? 40 + stream.below(60) : 150 + stream.below(90);
      const pip = dark ? body + 50 + stream.below(90) : body - 50 - stream.below(90);
      const side = SIDE * (0.9 + stream.below(20) / 100);
      const faces = [0, 1, 2].map(() => stream.pick(VALUES));
      const dice = faces.map((face, place) =>
        die(60 + 95 * place, 60 + stream.below(80), stream.below(628) / 100, pipsOf(face, style), {
          body,
          pip,
          side,
        }),
      );
      const reading = readDice(drawnPicture(320, 200, 60 + stream.below(120), dice, stream.below(12)), OPTIONS);
      if (reading.verdict !== "readable") continue;
      expect(facesOf(reading)).toEqual(faces);
      read++;
    }
    expect(read).toBeGreaterThan(THROWS / 2 - 1);
  });
});
