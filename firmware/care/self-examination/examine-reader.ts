import { openKernels, openNetworks, NETWORKS } from "../../../drivers/dice/camera/reader-files.ts";
import { WESTERN_PIPS, ASIAN_PIPS } from "../../../src/dice/art/pips.ts";
import type { DieFace } from "../../../src/dice/faces.ts";
import { drawnPicture, pipsOf, type DrawnDie } from "../../../src/dice/reading/drawn-dice.ts";
import { isCounted } from "../../../src/dice/reading/judge-die.ts";
import { READ_DEFAULTS, readDice } from "../../../src/dice/reading/read-dice.ts";
import { sha256Of } from "./release-set.ts";

/** What the networks of a release make of pictures that are drawn here, dice by dice. */
export interface ExaminedReader {
  /** SHA-256 of all that was made of each picture, to the bit. */
  readonly readings: Readonly<Record<string, string>>;
  /** Pictures whose dice were read otherwise than they were drawn; a line each. */
  readonly wrong: readonly string[];
}

const WIDTH = 320;
const HEIGHT = 200;
const SIDE = 52;
const TABLE = 95;
/** A die's box is this many sides of its face. */
const BOX = 1.16;

type Value = Parameters<typeof pipsOf>[0];
const THROWS: readonly (readonly Value[])[] = [
  ["1", "2", "3"],
  ["4", "5", "6"],
];

/** Reads drawn dice, and runs each network over a pattern in which every value of its input comes. */
export function examineReader(): ExaminedReader {
  const memory = openKernels();
  const networks = openNetworks(memory, NETWORKS.pips);
  const options = { ...READ_DEFAULTS, networks, die: SIDE * BOX };
  const readings: Record<string, string> = {};
  const wrong: string[] = [];
  for (const [at, values] of THROWS.entries()) {
    const name = `dice ${values.join(" ")}`;
    const reading = readDice(drawnThrow(values, at), options);
    const faces: readonly (DieFace | null)[] = reading.dice.filter(isCounted).map(({ face }) => face);
    if (faces.join(" ") !== values.join(" "))
      wrong.push(`${name}: read as ${faces.join(" ")} (${reading.reasons.join(", ")})`);
    readings[name] = sha256Of(JSON.stringify(reading));
  }
  for (const network of [...networks, ...openNetworks(memory, NETWORKS.symbols)]) {
    const { planes } = network.run(pattern(), PATTERN_SIDE, PATTERN_SIDE);
    const bytes = planes.map(({ buffer, byteOffset, byteLength }) =>
      Buffer.from(buffer, byteOffset, byteLength),
    );
    readings[`network ${network.name}`] = sha256Of(Buffer.concat(bytes));
  }
  return { readings, wrong };
}

/** Three dice beside each other, turned and lit otherwise in each throw. */
function drawnThrow(values: readonly Value[], at: number): ReturnType<typeof drawnPicture> {
  const dice = values.map((value, place): DrawnDie => {
    const isDark = at % 2 === 1;
    const pips = pipsOf(value, place === 1 ? ASIAN_PIPS : WESTERN_PIPS);
    const turn = 0.4 + 0.7 * place + 0.3 * at;
    const where = { x: 60 + 100 * place, y: 70 + 25 * ((place + at) % 3) };
    return { at: where, side: SIDE, turn, body: isDark ? 190 : 205, pip: isDark ? 30 : 35, pips };
  });
  return drawnPicture(WIDTH, HEIGHT, TABLE, dice);
}

const PATTERN_SIDE = 64;
const PATTERN_VALUES = 257;

/** The pattern that the training's export describes in the probe's `about`, of another size. */
const pattern = (): Float32Array =>
  Float32Array.from({ length: PATTERN_SIDE * PATTERN_SIDE }, (_, at) => {
    const [x, y] = [at % PATTERN_SIDE, Math.floor(at / PATTERN_SIDE)];
    return (((7 * x * x + 13 * y * y + 5 * x * y + 31 * x + 17 * y) % PATTERN_VALUES) - 128) / 64;
  });
