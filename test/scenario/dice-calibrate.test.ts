import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openImage } from "../../drivers/dice/camera/image-file.ts";
import { readEyeCalibration } from "../../firmware/table/dice/calibration-file.ts";
import {
  calibrateEye,
  type EyeFrames,
  type EyeCalibrationOptions,
} from "../../firmware/table/dice/calibrate.ts";
import { AT_TERMINAL, type AskedTechnician } from "../../firmware/table/acts/technician.ts";
import type { Text } from "../../src/text/language.ts";
import { checkThrows, THROWS } from "../../firmware/table/dice/check-throws.ts";
import type { ArenaReading } from "../../firmware/table/dice/look-once.ts";
import { outlineOption } from "../../firmware/table/dice/outline-options.ts";
import { facesOf, type DieFace } from "../../src/dice/faces.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import type { DieRead } from "../../src/dice/observation.ts";
import type { GreyImage } from "../../src/vision/grey-image.ts";
import { commandHere } from "../support/command.ts";
import { diceBench, PLATE } from "../support/dice-bench.ts";
import { runCommand, type Ended } from "../support/table-process.ts";
import { more, volume, ALL } from "../support/volume.ts";

/** The technician's commands for the eye of a dice table, on frames as its camera gives them. */

const bench = diceBench("scene 3");
afterAll(() => bench.remove());

/** With a technician at the keyboard in a process of its own; else here. */
const dice = (args: readonly string[], input: string | null = null): Promise<Ended> =>
  input === null
    ? commandHere(["dice", ...args])
    : runCommand(["dice", ...args], { input, limitUs: 150 * US_PER_S });
const plate = bench.record("plate.grey", bench.plate());
const empty = bench.record("empty.grey", bench.empty());
const PIPS = facesOf("pips");
/** Throws that a technician records, with every face up; as many as are checked are played from them, again and again. */
const THROWN = Array.from({ length: 3 }, (_, at): readonly DieFace[] => [
  PIPS[at] ?? "1",
  PIPS[(at + 3) % 6] ?? "1",
]);
/** A soak checks as many as the manual says, `test:all` each face once, a run one throw: the command says which faces it never saw. */
const CHECKED = volume(more(1, THROWN.length), THROWS);
const recordings = THROWN.slice(0, CHECKED).map((faces, at) =>
  bench.record(`throw-${at}.grey`, bench.lying(faces)),
);
const throws = Array.from({ length: CHECKED }, (_, at) => recordings[at % recordings.length] ?? "");
const recorded = ["--plate-frames", plate, "--empty-frames", empty];
const calibrate = (words: readonly string[], input: string | null = null): Promise<Ended> =>
  dice(["calibrate", ...bench.described, ...words], input);

describe("tirada dice", { timeout: 300_000 }, () => {
  it("prints the plate in exact millimetres", async () => {
    const out = join(bench.folder, "plate.svg");
    const ended = await dice(["plate", "--out", out, "--pitch", "10", "--columns", "17", "--rows", "13"]);
    expect(ended.stderr).toBe("");
    expect(ended.stdout).toContain("160 mm from first to last dot");
    const svg = readFileSync(out, "utf8");
    expect(svg).toContain('width="180mm"');
    expect(svg.match(/<circle /g)).toHaveLength(17 * 13);
    expect(svg.match(/r="2.5"/g)).toHaveLength(3);
    const refused = await dice(["plate", "--out", out, "--columns", "2"]);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("2 columns: say a whole number");
  });

  it("refuses before anything is laid: an arena that is none, from a file without recordings", async () => {
    const odd = await calibrate([...recorded, "--arena", "oval:3"]);
    expect(odd.status).toBe(2);
    expect(odd.stderr).toContain("circle:DIAMETER");
    expect((await calibrate([])).stderr).toContain("a recording waits for nobody");
    const config = join(bench.folder, "cantabria.yaml");
    const described = bench.described.with(bench.described.indexOf("--config") + 1, config);
    const own = readFileSync(bench.config, "utf8");
    writeFileSync(config, own.replace("cl/craps", "es-cb/craps"));
    const small = await dice(["calibrate", ...described, ...recorded]);
    expect(small.status).toBe(2);
    expect(small.stderr).toContain(
      "dice of 16 mm are not those of es-cb/craps@2010-02: its law has 20 to 25 mm",
    );
  });

  it(`finds plate and arena, checks ${CHECKED} throws, and writes what a table can read`, async () => {
    // As many as the manual says.
    expect(THROWS).toBe(40);
    const ended = await calibrate([...recorded, "--throw-frames", ...throws], "\n".repeat(CHECKED));
    expect(ended.stderr).toBe("");
    expect(ended.status).toBe(0);
    expect(ended.stdout).toMatch(/\d+ dots; off by 0\.[0-3]\d px = 0\.0\d\d mm/);
    expect(ended.stdout).toContain("written to");
    expect(ended.stdout.includes(`checked with ${CHECKED} of ${THROWS} throws`)).toBe(CHECKED < THROWS);
    expect(ended.stdout.includes("never with 2 3 5 6 up")).toBe(CHECKED === 1);
    const stored = readEyeCalibration(bench.calibration);
    expect(ended.stdout).toContain(stored?.digest ?? "?");
    const { at } = bench.sim.setup.setting.camera;
    const { foot, dice: count, homography } = stored?.calibration ?? { foot: null, dice: 0, homography: [] };
    expect(count).toBe(2);
    expect(homography).toHaveLength(9);
    // Below the lens, as it truly stands; the table's y goes up.
    expect(Math.hypot((foot?.x ?? 1e3) - at[0], (foot?.y ?? 1e3) + at[1])).toBeLessThan(4);
  });

  if (ALL)
    it("does not overwrite unasked, and replaces when it is asked", async () => {
      const before = readFileSync(bench.calibration, "utf8");
      const refused = await calibrate(recorded);
      expect(refused.status).toBe(2);
      expect(refused.stderr).toContain("--replace");
      expect(readFileSync(bench.calibration, "utf8")).toBe(before);
      writeFileSync(bench.calibration, before.slice(0, 500));
      const replaced = await calibrate([...recorded, "--replace"]);
      expect(replaced.status).toBe(0);
      expect(replaced.stdout).toContain(`checked with 0 of ${THROWS} throws, never with 1 2 3 4 5 6 up`);
      expect(readFileSync(bench.calibration, "utf8")).toBe(before);
    });

  if (ALL)
    it("writes nothing when the technician says no, goes away, or a file is not there", async () => {
      const before = readFileSync(bench.calibration, "utf8");
      const again = [...recorded, "--replace", "--throw-frames", ...throws.slice(0, 2)];
      expect((await calibrate(again, "\nno\n")).stderr).toMatch(/does not lie there.*Nothing was written/);
      expect((await calibrate(again, "\n")).stderr).toMatch(/stopped; nothing was written/);
      const gone = await calibrate(["--plate-frames", `${plate}.gone`, "--empty-frames", empty, "--replace"]);
      expect(gone.stderr).toMatch(/there is no such file/);
      expect(gone.status).toBe(3);
      expect(readFileSync(bench.calibration, "utf8")).toBe(before);
    });

  it("looks: says and draws what lies there", async () => {
    const out = join(bench.folder, "look.png");
    bench.record("now.grey", bench.lying(["4", "1"]));
    const ended = await dice(["look", "--config", bench.config, "--out", out]);
    expect(ended.stderr).toBe("");
    const [verdict = "", faces = ""] = ended.stdout.split("\n")[0]?.split(": ") ?? [];
    expect(verdict).toBe("readable");
    expect(faces.split(" ").sort()).toEqual(["1", "4"]);
    const { image } = await openImage(out);
    expect(image).toMatchObject({ width: 640, height: 480 });
    // Drawn on: coloured pixels in a grey picture.
    const { data } = image ?? { data: new Uint8Array() };
    expect(data.some((level, i) => i % 3 === 0 && Math.abs(level - (data[i + 1] ?? 0)) > 60)).toBe(true);
  });
});

if (ALL)
  describe("a calibration is refused, and nothing is written", { timeout: 300_000 }, () => {
    const options: EyeCalibrationOptions = {
      faces: "pips",
      dice: 2,
      dieMm: 16,
      pitchMm: PLATE.pitchMm,
      heightMm: bench.sim.setup.setting.camera.at[2],
      outlines: { arena: outlineOption("arena", "circle:80") },
    };
    const frames = { plate: bench.plate(), empty: bench.empty(), closed: [] };
    /** A technician who answers with these words, and hears. */
    const person = (answers: readonly string[] = []): AskedTechnician & { readonly heard: string[] } => {
      const left = [...answers];
      const heard: string[] = [];
      const ask = (prompt: Text): Promise<"" | "no"> => {
        heard.push(prompt.en);
        const answer = left.shift();
        return answer === undefined
          ? Promise.reject(new Error("went away"))
          : Promise.resolve(answer === "" ? "" : "no");
      };
      return {
        words: AT_TERMINAL,
        heard,
        say: (line) => heard.push(line.en),
        progress: () => undefined,
        ask,
        ready: (prompt) => ask(prompt).then(() => undefined),
      };
    };
    const given = (other: Partial<typeof frames> = {}, isRecorded = true): EyeFrames => ({
      isRecorded,
      take: (step) => Promise.resolve({ ...frames, ...other }[step]),
    });
    const refused = (
      asked: Partial<EyeCalibrationOptions>,
      other: Partial<typeof frames> = {},
    ): Promise<unknown> =>
      calibrateEye({ ...options, ...asked }, given(other), person()).catch((error: unknown) => String(error));

    it("for frames without a plate, or of a plate that is cut off", async () => {
      expect(await refused({}, { plate: frames.empty })).toMatch(
        /three of twice the size|full of dots|lie as on the plate/,
      );
      expect(await refused({}, { plate: frames.plate.slice(0, 2) })).toMatch(/2 frames of the plate/);
    });

    it("for an arena that reaches beyond the picture", async () => {
      const arena = outlineOption("arena", "circle:2000");
      expect(await refused({ outlines: { arena } })).toMatch(
        /--arena: its place .* lies beyond the picture's (?:left|right|upper|lower) edge/,
      );
    });

    it("for too few frames of the empty arena, and for a lens that stands elsewhere", async () => {
      expect(await refused({}, { empty: frames.empty.slice(0, 3) })).toMatch(/3 frames of the empty arena/);
      expect(await refused({ heightMm: 100, pitchMm: 100 })).toMatch(/--height 100: no lens .*--pitch/);
    });

    it("live: a step that is not in order is said and asked for again, ten times at most", async () => {
      const again = person(["", "", ""]);
      let tries = 0;
      const take: EyeFrames["take"] = (step) =>
        Promise.resolve(step === "plate" && tries++ === 0 ? frames.empty : frames[step]);
      const learned = await calibrateEye(options, { isRecorded: false, take }, again);
      expect(learned.dice).toBe(2);
      expect(again.heard.filter((line) => line.startsWith("Lay the plate"))).toHaveLength(2);
      expect(again.heard.join("\n")).toContain("Not in order: ");
      const never = calibrateEye(
        options,
        given({ plate: frames.empty }, false),
        person(new Array(20).fill("") as string[]),
      );
      await expect(never).rejects.toThrow(/failed 10 times; .*Nothing was written/);
    });

    it("when a throw is read otherwise than it lies there, is not read, or has another number of dice", async () => {
      const die = (face: DieFace, x: number): DieRead => ({ face, x, y: 0, confidence: 800, notes: [] });
      const judged = {
        dice: [die("3", 0), die("5", 300)],
        verdict: "readable",
        reasons: [],
        foreign: 0,
        edges: 900,
      } as const;
      const look: ArenaReading = {
        picture: frames.empty[0] as GreyImage,
        judged,
        uncertainties: [],
        faults: [],
        state: "rest",
        drift: 0,
      };
      const check = (
        one: ArenaReading | null,
        answers: readonly string[],
        isRecorded = true,
      ): Promise<unknown> =>
        checkThrows(
          { dice: 2, faces: ["3", "5"], isRecorded },
          () => Promise.resolve(one),
          person(answers),
        ).catch((error: unknown) => String(error));
      expect(await check(look, new Array(THROWS).fill("") as string[])).toEqual({ done: THROWS, unseen: [] });
      expect(await check(look, ["no"])).toMatch(/3 5 was read, and you say .*Nothing was written/);
      expect(await check({ ...look, faults: ["eye-light"] }, [""])).toMatch(/undecided \(eye-light\)/);
      expect(await check({ ...look, uncertainties: ["camera-moved"] }, [""])).toMatch(
        /undecided \(camera-moved\)/,
      );
      expect(await check({ ...look, judged: null }, [""])).toMatch(/nothing lies at rest/);
      expect(await check({ ...look, judged: { ...judged, dice: [die("3", 0)] } }, [""])).toMatch(
        /1 die is seen/,
      );
      expect(await check({ ...look, judged: { ...judged, edges: 699 } }, [""])).toMatch(
        /only 69 % are seen: dice and cloth are too much alike/,
      );
      expect(await check(look, [""])).toBe("Error: went away");
      // Live: they may go without, and undecided throws are asked for again.
      expect(await check(look, ["", "", "no"], false)).toEqual({ done: 1, unseen: [] });
      expect(
        await check({ ...look, uncertainties: ["light"] }, new Array(20).fill("") as string[], false),
      ).toMatch(/10 throws could not be read/);
    });
  });
