import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { ROOT } from "../support/built-release.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { foundBy, type Finding, type Machine } from "./machine.ts";

/** What a machine's monitor shows, from the start of the service of its screens until its table is there. */

const clock = systemClock();
const EVERY_US = US_PER_S;
/** Pictures that are taken once the table is there. */
const LAST = 20;
/** From here on a part of a colour is bright. */
const BRIGHT = 200;

/** Switches the machine on until it is off by itself; pictures of its monitor go to `pictures` of its folder, in their order. */
export async function playWithMonitor(machine: Machine): Promise<(step: string) => Finding> {
  const folder = join(machine.folder, "pictures");
  mkdirSync(folder);
  const running = machine.start({ modules: join(ROOT, "node_modules") }, { hasMonitor: true });
  const isOff = running.ended.then(() => true);
  const has = (step: string): boolean => machine.findings().some((finding) => finding.step === step);
  const seen = join(machine.folder, "seen");
  let [taken, last] = [0, 0];
  while (!existsSync(seen) && !(await Promise.race([isOff, clock.sleep(EVERY_US).then(() => false)]))) {
    if (!has("started")) continue;
    const name = `${String(taken++).padStart(4, "0")}-${has("shown") ? "table" : "before"}.png`;
    // It may be going off, which is told below.
    await machine.takePicture(join(folder, name)).catch(() => undefined);
    if (has("shown") && ++last === LAST) writeFileSync(seen, "");
  }
  const console = await running.ended;
  return foundBy(machine.findings(), console);
}

export interface Seen {
  readonly name: string;
  readonly size: string;
  /** Thousandths of the picture. */
  readonly bright: number;
  /** Points of the very colour of the table's letters, `--ivory` of base.css. */
  readonly letters: number;
}

export async function seenOn(machine: Machine): Promise<readonly Seen[]> {
  const folder = join(machine.folder, "pictures");
  if (!existsSync(folder)) return [];
  return Promise.all(
    readdirSync(folder)
      .sort()
      .map((name) => look(folder, name)),
  );
}

async function look(folder: string, name: string): Promise<Seen> {
  const { data, info } = await sharp(join(folder, name))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let [bright, letters] = [0, 0];
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    if (red > BRIGHT && green > BRIGHT && blue > BRIGHT) bright++;
    if (red === 0xf6 && green === 0xf1 && blue === 0xe6) letters++;
  }
  return {
    name,
    size: `${info.width}x${info.height}`,
    letters,
    bright: Math.round((1_000 * bright) / (info.width * info.height)),
  };
}
