import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, it, vi } from "vitest";
import { openImage } from "../../drivers/dice/camera/image-file.ts";
import { NETWORKS, openKernels, openNetworks } from "../../drivers/dice/camera/reader-files.ts";
import { drawnPicture, pipsOf, type DrawnDie } from "../../src/dice/reading/drawn-dice.ts";
import { isCounted } from "../../src/dice/reading/judge-die.ts";
import { CANDIDATES_MAX } from "../../src/dice/reading/candidate.ts";
import { READ_DEFAULTS, readDice, type ReadOptions } from "../../src/dice/reading/read-dice.ts";
import type { Reading } from "../../src/dice/reading/read-types.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { greyImage, type GreyImage } from "../../src/vision/grey-image.ts";
import { ALL, more, sampleInAll, volume } from "../support/volume.ts";

/** Pictures that are none of a throw. What is asked of each: no face that is not there, a reason, and so many looks at most. */

const kernels = openKernels();
const networks = openNetworks(kernels, NETWORKS.pips);
const SIDE = 40;
/** As a table reads, which knows its dice, and as a file is read, of which nothing is known. */
const MODES = [
  ["size known", { ...READ_DEFAULTS, networks, die: SIDE * 1.14 }],
  ["nothing known", { ...READ_DEFAULTS, networks }],
] as const satisfies readonly (readonly [string, ReadOptions])[];
const [WIDTH, HEIGHT] = [320, 200];

/** The kernels' memory for a picture of the camera's size, most of all. */
const MEMORY_MAX = 64 * 1024 * 1024;

/** Reads a picture; fails where that took more looks than its candidates may cost, or more memory than a reader is given. */
function readBounded(
  image: GreyImage | Awaited<ReturnType<typeof openImage>>["image"],
  options: ReadOptions,
): Reading {
  if (image === null) throw new Error("no picture");
  const look = vi.spyOn(networks[0]!, "runOn");
  try {
    const reading = readDice(image, options);
    const looks = look.mock.calls.filter(([, part]) => part !== undefined).length;
    // Sizes of the pyramid examine what is strong at each of them, and pips are looked into.
    expect(looks).toBeLessThanOrEqual(12 * READ_DEFAULTS.angles.length * CANDIDATES_MAX);
    expect(kernels.run.memory.buffer.byteLength).toBeLessThan(MEMORY_MAX);
    if (reading.verdict === "undecided") expect(reading.reasons).not.toEqual([]);
    return reading;
  } finally {
    look.mockRestore();
  }
}

const facesOf = ({ dice }: Reading): (string | null)[] => dice.filter(isCounted).map(({ face }) => face);

function noise(seed: string, width = WIDTH, height = HEIGHT): GreyImage {
  const random = randomFrom(seed);
  return greyImage(
    width,
    height,
    Uint8Array.from({ length: width * height }, () => random.below(256)),
  );
}

const flat = (level: number, width = WIDTH, height = HEIGHT): GreyImage =>
  greyImage(width, height, new Uint8Array(width * height).fill(level));

const die = (x: number, y: number, value: Parameters<typeof pipsOf>[0], turn = 0.3): DrawnDie => ({
  at: { x, y },
  side: SIDE,
  turn,
  body: 210,
  pip: 30,
  pips: pipsOf(value),
});

const DICE = [die(60, 60, "5"), die(160, 120, "3", 1.1), die(250, 70, "6", 2)];
const THREE = drawnPicture(WIDTH, HEIGHT, 90, DICE);

/** The upper half of a frame that came, the rest of it as the camera's memory left it. */
function halfOf(whole: GreyImage, rest: number): GreyImage {
  const half = (whole.height >> 1) * whole.width;
  return greyImage(
    whole.width,
    whole.height,
    whole.data.map((level, at) => (at < half ? level : rest)),
  );
}

/** Dice of twenty faces: a hexagon, its triangles, a figure in the middle. */
async function twenties(): Promise<GreyImage> {
  const one = (x: number, y: number, turn: number, figure: number): string => {
    const corners = [0, 60, 120, 180, 240, 300].map((angle) => {
      const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
      return `${24 * cos},${24 * sin}`;
    });
    return `<g transform="translate(${x} ${y}) rotate(${turn})" stroke="#222" stroke-width="1.5">
      <polygon points="${corners.join(" ")}" fill="#ddd"/><polygon points="0,-16 14,8 -14,8" fill="#eee"/>
      <text y="6" font-size="13" text-anchor="middle" stroke="none" font-family="sans-serif">${figure}</text></g>`;
  };
  const dice = [one(60, 60, 10, 20), one(160, 120, 75, 8), one(250, 70, 200, 11)].join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#5a5a5a"/>${dice}</svg>`;
  const data = await sharp(Buffer.from(svg)).toColourspace("b-w").removeAlpha().raw().toBuffer();
  return greyImage(WIDTH, HEIGHT, new Uint8Array(data));
}

describe.each(more(MODES.slice(0, 1), [...MODES]))("a picture that shows no throw, %s", (_, options) => {
  it("of zeros, of full light, of noise or without a die has no face", () => {
    for (const image of [
      flat(0),
      ...more([], [flat(255)]),
      noise("noise"),
      drawnPicture(WIDTH, HEIGHT, 90, []),
    ]) {
      const reading = readBounded(image, options);
      expect([reading.verdict, facesOf(reading)]).toEqual(["undecided", []]);
    }
  });

  it("of dice with twenty faces has none of six", async () => {
    const reading = readBounded(await twenties(), options);
    expect([reading.verdict, facesOf(reading)]).toEqual(["undecided", []]);
  });
});

/** A drawing laid over the throw. */
async function under(svg: string): Promise<GreyImage> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${svg}</svg>`;
  const { data, info } = await sharp(THREE.data, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .toColourspace("srgb")
    .composite([{ input: Buffer.from(drawing) }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return greyImage(
    WIDTH,
    HEIGHT,
    new Uint8Array(data).filter((__, at) => at % info.channels === 0),
  );
}

describe("what lies beside a throw is no die", () => {
  const KEY = `<g transform="translate(40 160)" fill="#bbb"><circle r="12"/><circle r="5" fill="#555"/>
    <path d="M10 -3 h60 v8 h-5 v-4 h-5 v6 h-5 v-6 h-5 v4 h-5 v-5 h-35 z"/></g>`;
  const RIM = `<g fill="none"><circle cx="160" cy="100" r="150" stroke="#ddd" stroke-width="6"/>
    <circle cx="160" cy="100" r="156" stroke="#222" stroke-width="5"/></g>`;
  const COIN = `<circle cx="110" cy="165" r="14" fill="#999" stroke="#444"/><circle cx="110" cy="165" r="9" fill="none" stroke="#777"/>`;
  const small: DrawnDie = { ...die(110, 170, "4"), side: SIDE / 5 };
  const THINGS: readonly (readonly [thing: string, picture: () => GreyImage | Promise<GreyImage>])[] = [
    ["a thing five times smaller", () => drawnPicture(WIDTH, HEIGHT, 90, [...DICE, small])],
    ["a key's teeth", () => under(KEY)],
    ["a rim", () => under(RIM)],
    ["a coin", () => under(COIN)],
  ];

  it.each(sampleInAll(THINGS, 2, "beside a throw"))("%s", async (_, picture) => {
    const image = await picture();
    const known = readBounded(image, MODES[0][1]);
    expect([known.verdict, facesOf(known)]).toEqual(["readable", ["5", "3", "6"]]);
    if (!ALL) return;
    const unknown = readBounded(image, MODES[1][1]);
    expect(facesOf(unknown)).toEqual(["5", "3", "6"]);
  });
});

describe("a picture that shows a throw in part", () => {
  it.each(more([0], [0, 90, 255]))(
    "half a frame, the rest of level %i: what is whole, or undecided",
    (rest) => {
      const reading = readBounded(halfOf(THREE, rest), MODES[0][1]);
      // The middle die is cut: it may never be left out of a reading that counts.
      expect(facesOf(reading).every((face) => face === "5" || face === "6")).toBe(true);
      const asked = readBounded(halfOf(THREE, rest), { ...MODES[0][1], count: 3 });
      expect(asked.verdict).toBe("undecided");
    },
  );

  it("dice printed on a card are none of the table's size", () => {
    const card = { at: { x: 160, y: 100 }, side: 150, turn: 0.2, body: 235, pip: 40, pips: [] };
    const printed = [
      { ...die(120, 80, "6"), side: 18, body: 245 },
      { ...die(170, 110, "2"), side: 18, body: 245 },
      { ...die(190, 70, "4"), side: 18, body: 245 },
    ];
    const reading = readBounded(drawnPicture(WIDTH, HEIGHT, 90, [card, ...printed]), MODES[0][1]);
    expect([reading.verdict, facesOf(reading)]).toEqual(["undecided", []]);
  });

  it("33 dice are all read or undecided, and too many where three are asked for", () => {
    const faces = ["1", "2", "3", "4", "5", "6"] as const;
    const many = Array.from({ length: 33 }, (_, at) =>
      die(30 + 52 * (at % 11), 34 + 56 * Math.floor(at / 11), faces[at % 6] ?? "1", at),
    );
    const image = drawnPicture(600, 190, 90, many);
    const reading = readBounded(image, { ...MODES[0][1], count: 3 });
    expect(reading.verdict).toBe("undecided");
    expect(reading.reasons).toContain("too-many");
    const wanted = many.map((_, at) => [many[at]!.at, faces[at % 6]] as const);
    for (const { at, face } of reading.dice.filter(isCounted))
      expect(wanted.find(([place]) => Math.hypot(place.x - at.x, place.y - at.y) < 8)?.[1]).toBe(face);
  });

  it("of a size that no camera here has is refused with the size", () => {
    const known = MODES[0][1];
    expect(() => readDice(flat(9, 1, 1), known)).toThrow("1 by 1 pixels; 32 to 4096");
    const wide = { width: 7_680, height: 4_320, data: new Uint8Array(7_680 * 4_320) };
    expect(() => readDice(wide, known)).toThrow("7680 by 4320 pixels; 32 to 4096");
  });
});

describe("a picture's file", () => {
  const folder = mkdtempSync(join(tmpdir(), "tirada-bad-pictures-"));
  const file = join(folder, "picture");
  afterAll(() => rmSync(folder, { recursive: true }));

  const opened = async (bytes: Uint8Array): ReturnType<typeof openImage> => {
    writeFileSync(file, bytes);
    return openImage(file);
  };
  const stored = ({ width, height, data }: GreyImage): ReturnType<typeof sharp> =>
    sharp(data, { raw: { width, height, channels: 1 } }).toColourspace("b-w");

  it("of 8K is refused before its pixels are unpacked", async () => {
    const png = await stored({ width: 7_680, height: 4_320, data: new Uint8Array(7_680 * 4_320) })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect((await opened(png)).problem).toMatch(/pixel|4096/);
  });

  const FLIPS = volume(more(3, 60), 600);
  it(`with a bit flipped, ${FLIPS} times, is refused, undecided, or read as it was`, async () => {
    const jpeg = await stored(THREE).jpeg({ quality: 88 }).toBuffer();
    const random = randomFrom("flipped bits");
    let other = 0;
    for (let flip = 0; flip < FLIPS; flip++) {
      const damaged = new Uint8Array(jpeg);
      const at = random.below(damaged.length);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << random.below(8));
      const { image, problem } = await opened(damaged);
      if (image === null) expect(problem).not.toBe("");
      if (image === null || Math.min(image.width, image.height) < 32) continue;
      const reading = readBounded(image, { ...MODES[0][1], count: 3 });
      if (reading.verdict === "readable") expect(facesOf(reading)).toEqual(["5", "3", "6"]);
      else other++;
    }
    expect(other).toBeLessThan(FLIPS);
  });
});
