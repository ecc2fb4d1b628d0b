import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { BoardImage } from "../../drivers/boot-section/image.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import type { AvrMachine } from "../../hw-sim/boards/avr/machine.ts";
import { bootFlash, type CabledKind } from "../support/devices/cabled-board.ts";
import { ALL, more, runSeed, sampleInAll } from "../support/volume.ts";
import {
  CYCLES_PER_MS,
  flashingLines,
  markedFlash,
  outcomeOf,
  playLines,
  shortImage,
  tornBy,
  wholeImage,
  type Outcome,
} from "./flashing.ts";

/**
 * The power is cut while a board is flashed: at each page as it is erased and as it is written, and at 200 instants by the run's seed.
 * Whatever then lies in its flash, it runs a whole image or waits and says so; and it can be flashed again.
 */

const INSTANTS = more(20, 200);
const KINDS: readonly CabledKind[] = more<readonly CabledKind[]>(["panel"], ["panel", "wheel"]);
const imageFor = (kind: CabledKind): BoardImage => (ALL ? wholeImage(kind) : shortImage(kind, 4));

interface Cut {
  readonly at: string;
  readonly flash: Uint8Array;
}

/** Flashes a board once, over what it holds, and gives what a cut at each place would have left. */
function cutsOf(kind: CabledKind, before: Uint8Array): readonly Cut[] {
  const image = imageFor(kind);
  const lines = flashingLines(kind, image);
  const random = randomFrom(runSeed(`cut ${kind}`));
  const span = (lines.at(-1)?.cycle ?? 0) + 20 * CYCLES_PER_MS;
  const looks = Array.from({ length: INSTANTS }, () => random.below(span));
  const cuts: Cut[] = [];
  const keep = (machine: AvrMachine, at: string): void => {
    cuts.push({ at, flash: machine.flashAfterCut(tornBy(cuts.length + 1)) });
  };
  const { machine } = playLines(before, lines, {
    looks,
    look: (now, cycle) => keep(now, `cycle ${cycle}`),
    begun: (now, page) => keep(now, `page ${page}, change ${cuts.length}`),
  });
  expect(outcomeOf(machine.flashAfterCut(() => 0))).toBe("runs");
  return cuts;
}

function counted(cuts: readonly Cut[], kind: CabledKind): Readonly<Record<string, number>> {
  const count: Record<string, number> = {};
  for (const { at, flash } of cuts) {
    let outcome: Outcome;
    try {
      outcome = outcomeOf(flash);
    } catch (error) {
      throw new Error(`${kind}, cut at ${at}: ${String(error)}`, { cause: error });
    }
    count[outcome] = (count[outcome] ?? 0) + 1;
  }
  return count;
}

/** As the one of this release, but for a byte of its last page. */
function formerImage(kind: CabledKind): BoardImage {
  const image = wholeImage(kind);
  const pages = image.pages.map((page, at) =>
    at === image.pages.length - 1 ? page.map((byte, place) => (place === 0 ? byte ^ 1 : byte)) : page,
  );
  return { ...image, pages, crc: crc32(Buffer.concat(pages)) };
}

/** A board that comes from the programmer, and one that runs another image. */
const BEFORE = {
  blank: bootFlash,
  "that ran": (kind: CabledKind) => markedFlash(kind, formerImage(kind)),
} as const;
const CASES = KINDS.flatMap((kind) => (["blank", "that ran"] as const).map((before) => ({ kind, before })));

describe.each(more(CASES.slice(-1), CASES))("a $kind board $before, whose power is cut", ({ kind, before }) => {
  const cuts = cutsOf(kind, BEFORE[before](kind));

  it("runs or waits, whatever was written", () => {
    const all = counted(cuts, kind);
    process.stdout.write(`${kind} board ${before}: ${cuts.length} cuts: ${JSON.stringify(all)}\n`);
    // Of the pages of a board that ran, all but the last are right already.
    const pages = before === "blank" ? imageFor(kind).pages.length : 1;
    expect(cuts.length).toBeGreaterThan(INSTANTS + 2 * pages);
    expect(all["waits: none"]).toBeGreaterThan(0);
    expect(all["runs"]).toBeGreaterThan(0);
    // Neither the image before nor the new one is ever started with a page of the other.
    expect(Object.keys(all).filter((one) => one !== "runs" && one !== "waits: none")).toEqual([]);
  });

  it("is flashed again afterwards", () => {
    const image = imageFor(kind);
    for (const { at, flash } of sampleInAll(cuts, 1, `again ${kind}`).slice(0, more(1, 4))) {
      const { machine } = playLines(flash, flashingLines(kind, image));
      expect([at, outcomeOf(machine.flashAfterCut(() => 0))]).toEqual([at, "runs"]);
    }
  });
});

describe("flash that does not hold what was written", () => {
  it("waits, whichever bit of a marked image is lost", () => {
    const image = shortImage("panel", 4);
    const whole = markedFlash("panel", image);
    expect(outcomeOf(whole)).toBe("runs");
    const random = randomFrom(runSeed("lost bit"));
    for (let n = 0; n < more(6, 60); n++) {
      const flash = whole.slice();
      const at = random.below(image.pages.length * 128);
      flash[at] = (flash[at] ?? 0) ^ (1 << random.below(8));
      expect(outcomeOf(flash)).toBe("waits: torn");
    }
    for (let at = 0x7780; at < 0x7787; at++) {
      const flash = whole.slice();
      flash[at] = (flash[at] ?? 0) ^ (1 << random.below(8));
      expect(outcomeOf(flash)).not.toBe("runs");
    }
  });

  it("waits with another kind's image behind a mark that is right", () => {
    const flash = bootFlash("wheel");
    flash.set(markedFlash("panel", shortImage("panel", 4)).subarray(0, 0x7800));
    expect(outcomeOf(flash)).toBe("waits: other");
  });
});
