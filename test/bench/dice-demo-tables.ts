import { framesOf } from "../../hw-sim/models/dice/video.ts";
import { openKernels } from "../../drivers/dice/camera/reader-files.ts";
import { openReader } from "../../firmware/table/dice/reader.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import {
  EMPTY_SHOT,
  calibrateRandomSetup,
  type CalibratedSetup,
} from "../../hw-sim/sim/dice/calibrated-setup.ts";
import { pictureThrow } from "../../hw-sim/sim/dice/rendered-throw.ts";
import { truthOfPicture } from "../../hw-sim/models/dice/render/picture-truth.ts";
import { arenaOf } from "../../src/dice/scene/arena.ts";
import { judgeReadings, type Judged } from "../../src/dice/scene/judge.ts";
import { Scene } from "../../src/dice/scene/scene.ts";
import { dicePack, type DicePack } from "../../src/rules/pack.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { monoUs, US_PER_S } from "../../src/time/instant.ts";

/**
 * `node test/bench/dice-demo-tables.ts RULEBOOK FROM TO THROWS`: how many ordinary throws the eye reads at each of these simulated
 * tables, and why not the others. The demonstrations play on those of `hw-sim/demo/camera/set-up.ts`.
 */

const [rulebook = "es-cb/sic-bo", from = "1", to = "10", throws = "10"] = process.argv.slice(2);
const RATE = 10;
const pack = dicePack(loadPack(rulebook).pack);
for (let number = Number(from); number <= Number(to); number++) tried(number, pack);

function tried(number: number, { dice }: DicePack): void {
  const name = `demonstrated table ${number}`;
  const setup = calibrateRandomSetup(pack, randomFrom(name));
  const counts = { readable: 0, wrong: 0 };
  const why = new Map<string, number>();
  for (let n = 0; n < Number(throws); n++) {
    const { lies } = pictureThrow(setup, "plain", dice.dice, randomFrom(`${name} throw ${n}`));
    const read = looked(setup, lies);
    const truth = truthOfPicture(setup.stage, lies).map(({ nearest }) => nearest);
    const faces = read?.dice.map(({ face }) => face) ?? [];
    const isReadable = read?.verdict === "readable";
    if (isReadable && [...faces].sort().join(" ") !== truth.sort().join(" ")) counts.wrong++;
    else if (isReadable) counts.readable++;
    else for (const reason of read?.reasons ?? ["not seen"]) why.set(reason, (why.get(reason) ?? 0) + 1);
  }
  const reasons = [...why].map(([reason, count]) => `${reason} ${count}`).join(", ");
  process.stdout.write(`${name}: ${counts.readable} of ${throws} read, ${counts.wrong} WRONG; ${reasons}\n`);
}

/** What the eye makes of dice that lie there; null: it sees none at rest. */
function looked({ calibration, stage }: CalibratedSetup, lies: Parameters<typeof framesOf>[1]): Judged | null {
  const arena = arenaOf(calibration);
  const read = openReader(arena);
  const scene = new Scene(arena, openKernels(), RATE);
  const noise = randomFrom("noise");
  let t = 0;
  for (const image of [...framesOf(stage, EMPTY_SHOT, 8, noise), ...framesOf(stage, lies, 30, noise)]) {
    const { due } = scene.takeFrame({ image, t: monoUs((t += US_PER_S / RATE)) });
    if (due !== null)
      return judgeReadings(arena, due, read(due.early, due.boxes, "early"), read(due.late, due.boxes, "late"));
  }
  return null;
}
