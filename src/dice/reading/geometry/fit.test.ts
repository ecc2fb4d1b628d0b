import { describe, expect, it } from "vitest";
import { openKernels } from "../../../../drivers/dice/camera/reader-files.ts";
import { sampleOfRun, more } from "../../../../test/support/volume.ts";
import { randomFrom } from "../../../time/random-source.ts";
import { greyImage, type GreyImage, type Point } from "../../../vision/grey-image.ts";
import { mipsOf, sampleWindow } from "../../../vision/sample.ts";
import { ASIAN_PIPS } from "../../art/pips.ts";
import { drawnPicture, pipsOf, type DrawnPip } from "../drawn-dice.ts";
import { fitFace, type Fitted } from "./fit.ts";
import { FIT_RULES, KNOWN_RULES } from "./judge.ts";
import { BOX, WINDOW } from "./spots.ts";

const kernels = openKernels();
const SIDE = 64;
const VALUES = ["1", "2", "3", "4", "5", "6"] as const;
/** Each run takes two of them. */
const TURNS = sampleOfRun([0, 0.3, 0.8, 1.3, 2.2, 3.6], more(1, 2), "turns of a face");

interface Look {
  readonly pips: readonly DrawnPip[];
  readonly turn?: number;
  readonly body?: number;
  readonly pip?: number;
  readonly table?: number;
}

function picture({ pips, turn: angle = 0, body = 200, pip = 40, table = 90 }: Look): GreyImage {
  return drawnPicture(140, 140, table, [{ at: { x: 70, y: 70 }, side: SIDE, turn: angle, body, pip, pips }]);
}

/** The fit where the box measures `zoom` of the die's side, off its middle by `off` pixels. */
function fitted(image: GreyImage, zoom = 1.12, off = 0, rules = FIT_RULES): Fitted {
  const centre = { x: 70 + off, y: 70 - off };
  return fitFace(
    kernels,
    sampleWindow(mipsOf(image), { centre, step: (SIDE * zoom) / BOX, angle: 0, width: WINDOW, height: WINDOW }),
    rules,
  );
}

const valueOf = (look: Look): string | null => fitted(picture(look)).fit?.value ?? null;

/** Corners, edge middles and the centre of a face, so that pips can be taken away, faded or added. */
const inkOf = (pips: readonly DrawnPip[], ink: (pip: DrawnPip, at: number) => number): DrawnPip[] =>
  pips.map((pip, at) => ({ ...pip, ink: ink(pip, at) }));

describe("the geometric reader", () => {
  it.each(VALUES)("reads a %s however it lies, dark on bright and bright on dark", (value) => {
    for (const angle of TURNS) {
      expect(valueOf({ pips: pipsOf(value), turn: angle })).toBe(value);
      expect(valueOf({ pips: pipsOf(value), turn: angle, body: 60, pip: 220, table: 120 })).toBe(value);
      expect(valueOf({ pips: pipsOf(value), turn: angle, body: 150, pip: 190, table: 125 })).toBe(value);
      // Pips fainter than the die's own edge beside them: not always found, never wrong.
      expect([null, value]).toContain(
        valueOf({ pips: pipsOf(value), turn: angle, body: 150, pip: 190, table: 60 }),
      );
    }
  });

  it.each(VALUES)("reads a %s of Asian dice: a large one, a narrow two", (value) => {
    for (const angle of TURNS) expect(valueOf({ pips: pipsOf(value, ASIAN_PIPS), turn: angle })).toBe(value);
  });

  it.each([0.17, 0.2, 0.22])(
    "reads a red one of radius %f, beside which the body looks like bright spots",
    (radius) => {
      const pips = pipsOf("1").map((pip) => ({ ...pip, radius }));
      for (const table of [20, 60, 90])
        for (const angle of TURNS)
          for (const zoom of sampleOfRun([1, 1.05, 1.1, 1.16, 1.2], 3, "sizes of a red one")) {
            const image = picture({ pips, turn: angle, body: 158, pip: 68, table });
            expect(fitted(image, zoom, 0, KNOWN_RULES).fit?.value).toBe("1");
          }
    },
  );

  it.each(VALUES)("reads a %s with size and place only roughly known", (value) => {
    for (const zoom of [0.92, 1.05, 1.3])
      expect(fitted(picture({ pips: pipsOf(value), turn: 0.5 }), zoom, 3).fit?.value).toBe(value);
  });

  it.each(VALUES)("sees through a lamp's bright ring in every pip of a %s", (value) => {
    const spots = pipsOf(value).map((pip) => ({ ...pip, radius: pip.radius * 0.3, ink: -0.9 }));
    for (const angle of TURNS)
      expect([null, value]).toContain(valueOf({ pips: [...pipsOf(value), ...spots], turn: angle }));
    const small = spots.map((spot) => ({ ...spot, radius: spot.radius * 0.6 }));
    for (const angle of TURNS) expect(valueOf({ pips: [...pipsOf(value), ...small], turn: angle })).toBe(value);
  });

  /** Paints print of the body's level to the right of the die, with dark gaps as large as pips at these places of its face. */
  function printBeside(image: GreyImage, gaps: readonly Point[]): GreyImage {
    const [{ radius } = { radius: 0 }] = pipsOf("1");
    const data = image.data.map((level, at) => {
      const [x, y] = [(at % image.width) + 0.5, Math.floor(at / image.width) + 0.5];
      if (x < 103 || x > 136 || y < 40 || y > 100) return level;
      const far = gaps.map((gap) => Math.hypot(x - 70 - gap.x * SIDE, y - 70 - gap.y * SIDE));
      return Math.min(...far) < radius * SIDE ? 40 : 200;
    });
    return greyImage(image.width, image.height, data);
  }

  it("takes print beside a one for another pip only while it does not know how large the die is", () => {
    const image = printBeside(picture({ pips: pipsOf("1") }), [{ x: 0.56 * 1.12, y: 0 }]);
    expect(fitted(image).fit).toBeNull();
    expect(fitted(image, 1.12, 0, KNOWN_RULES).fit?.value).toBe("1");
  });

  it("takes a four with two gaps of a print in its rows for a six only while it does not know how large the die is", () => {
    const image = printBeside(picture({ pips: pipsOf("4") }), [
      { x: 0.78, y: -0.26 },
      { x: 0.78, y: 0.26 },
    ]);
    expect(fitted(image, 1.12, 8).fit?.value).toBe("6");
    expect(fitted(image, 1.12, 8, KNOWN_RULES).fit?.value).toBe("4");
  });

  it("tells where the face is and that it is not tilted", () => {
    const { fit } = fitted(picture({ pips: pipsOf("5"), turn: 0.7 }), 1.12, 4);
    const step = (SIDE * 1.12) / BOX;
    expect(fit?.lattice.centre.x).toBeCloseTo(WINDOW / 2 - 4 / step, 0);
    expect(fit?.lattice.centre.y).toBeCloseTo(WINDOW / 2 + 4 / step, 0);
    expect(fit?.square).toBeGreaterThan(0.97);
  });
});

describe("what the geometric reader must not take for a face", () => {
  it.each([0.3, 0.45, 0.55])(
    "a six with one side's pips in shadow, %f of their ink left, for a three",
    (ink) => {
      for (const angle of TURNS) {
        const shaded = inkOf(pipsOf("6"), ({ x }) => (x > 0.5 ? ink : 1));
        expect([null, "6"]).toContain(valueOf({ pips: shaded, turn: angle }));
      }
    },
  );

  it.each([0.3, 0.45, 0.55])("pips of the bottom face shining through with %f of the ink, for more", (ink) => {
    const opposite = { "1": "6", "2": "5", "3": "4", "4": "3", "5": "2", "6": "1" } as const;
    for (const value of VALUES) {
      const ghost = inkOf(pipsOf(opposite[value]), () => ink).map((pip) => ({
        ...pip,
        x: 0.515 + (pip.x - 0.5) * 0.96,
        y: 0.49 + (pip.y - 0.5) * 0.96,
      }));
      for (const angle of TURNS)
        expect([null, value]).toContain(valueOf({ pips: [...pipsOf(value), ...ghost], turn: angle }));
    }
  });

  it("a five whose middle is worn away for a four", () => {
    for (const ink of [0.45, 0.6]) {
      const worn = inkOf(pipsOf("5"), ({ x, y }) => (x === 0.5 && y === 0.5 ? ink : 1));
      expect([null, "5"]).toContain(valueOf({ pips: worn, turn: 0.2 }));
    }
  });

  it("two thirds of a narrow six, a perfect square, for a four", () => {
    const narrow = pipsOf("6").map((pip) => ({ ...pip, x: 0.5 + (pip.x - 0.5) * 0.5 }));
    for (const angle of TURNS) expect([null, "6"]).toContain(valueOf({ pips: narrow, turn: angle }));
  });

  it("a face with a pip too many, one too few, or one out of place", () => {
    const four = pipsOf("4");
    const extra = [...four, { x: 0.5, y: 0.24, radius: 0.095, ink: 1 }];
    const moved = four.map((pip, at) => (at === 0 ? { ...pip, x: pip.x + 0.17, y: pip.y + 0.05 } : pip));
    for (const pips of [extra, four.slice(1), moved, pipsOf("6").slice(1), pipsOf("5").slice(0, 4)])
      for (const angle of TURNS) expect(valueOf({ pips, turn: angle })).toBeNull();
  });

  it("a blank die, an empty table, or cloth of random prints", () => {
    expect(valueOf({ pips: [] })).toBeNull();
    expect(fitted(drawnPicture(140, 140, 90, [])).fit).toBeNull();
    const stream = randomFrom("cloth");
    let taken = 0;
    for (let at = 0; at < 40; at++) {
      const noise = greyImage(
        140,
        140,
        Uint8Array.from({ length: 140 * 140 }, () => 60 + stream.below(120)),
      );
      if (fitted(noise).fit !== null) taken++;
    }
    expect(taken).toBeLessThanOrEqual(4);
  });

  /** A thin bright circle about the middle of the picture, as a ring lamp's mirror image or a printed one. */
  function ringed(image: GreyImage, radius: number): GreyImage {
    const data = image.data.map((level, at) => {
      const far = Math.hypot((at % 140) + 0.5 - 70, Math.floor(at / 140) + 0.5 - 70);
      return Math.abs(far - radius) < 1.6 ? 200 : level;
    });
    return greyImage(140, 140, data);
  }

  it("a spot of light in a printed circle for a one", () => {
    const spot = [{ x: 0.5, y: 0.5, radius: 0.095, ink: 1 }];
    const lamp = drawnPicture(140, 140, 90, [
      { at: { x: 70, y: 70 }, side: SIDE, turn: 0, body: 90, pip: 240, pips: spot },
    ]);
    for (const radius of [24, 30, 36]) expect(fitted(ringed(lamp, radius)).fit).toBeNull();
  });

  it("one pip of a five in a lamp's mirror image for a one", () => {
    for (const angle of TURNS) {
      const five = drawnPicture(140, 140, 60, [
        {
          at: { x: 70, y: 70 },
          side: SIDE,
          turn: angle,
          body: 40,
          pip: 200,
          pips: pipsOf("5").map((pip) => ({ ...pip, x: pip.x + 0.26, y: pip.y + 0.26 })),
        },
      ]);
      // The circle measures two thirds of the die: that is the size at which a one is looked for.
      expect(fitted(ringed(five, 23), 0.75).fit?.value ?? null).not.toBe("1");
    }
  });

  it("pips so faint that noise could draw them", () => {
    for (const value of VALUES) expect(valueOf({ pips: pipsOf(value), body: 100, pip: 94 })).toBeNull();
  });
});
