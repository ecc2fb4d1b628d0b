import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { encodePng } from "../../drivers/dice/camera/image-file.ts";
import { EXIT } from "../../firmware/problem.ts";
import { layFlat } from "../../hw-sim/models/dice/physics/posed.ts";
import { truthOfPicture } from "../../hw-sim/models/dice/render/picture-truth.ts";
import { calibrationText, digestOf } from "../../src/dice/calibration/schema.ts";
import type { DieFace } from "../../src/dice/faces.ts";
import { sha256Hex } from "../../src/record/bytes.ts";
import { averageOf } from "../../src/vision/means.ts";
import { manifestOf, piecesOf, signedAnew, signerOf } from "../support/case-parts.ts";
import { commandHere } from "../support/command.ts";
import { EMPTY, simArena } from "../support/dice-arena.ts";
import { dieRead } from "../support/dice-lines.ts";
import { leftTable } from "../support/killed-tables.ts";
import { PaiGowTable } from "../support/pai-gow-table.ts";
import { LOG, unitHere } from "../support/unit-here.ts";

/** A case of pai gow: cards out of a shoe and the dice that say who is dealt first, at one table. */

const sim = simArena("scene 3", { light: "installed", framed: true, side: 16 });
const { appearance } = sim.setup;
const LIE: readonly (readonly [DieFace, number, number, number])[] = [
  ["5", -25, 10, 12],
  ["4", 22, -14, 50],
  ["2", 10, 22, 80],
];
const shot = {
  ...EMPTY,
  dice: LIE.map(([face, x, y, yaw]) => ({
    appearance,
    pose: layFlat(appearance.set, appearance.side, face, x, y, yaw),
  })),
};
const frames = sim.frames(shot, 12);
const [early, late] = [averageOf(frames.slice(0, 6)), averageOf(frames.slice(6))];
const png = Buffer.from(
  await encodePng({ ...early, height: 2 * early.height, data: Buffer.concat([early.data, late.data]) }),
);
const picture = sha256Hex(png);
const { calibration, geometry } = sim.arena;
const dice = truthOfPicture(sim.stage, shot).map(({ face, at }, n) => {
  const { x, y } = geometry.toPlace(at, calibration.dieMm);
  return dieRead(face ?? "1", n, { x: Math.round(10 * x), y: Math.round(10 * y) });
});

/** A round that is dealt after the dice, and that a restart ends: its cards are open then. */
const digest = digestOf(calibration);
const played = new PaiGowTable(digest).seated().throwDice(1, dice, picture).card("2h").card("3h");
const entries = played.entries.filter(({ k }) => k !== "seal" && k !== "restarted" && k !== "out");
const root = mkdtempSync(join(tmpdir(), "tirada-pai-gow-"));
afterAll(() => rmSync(root, { recursive: true }));
const left = await leftTable(join(root, "pai gow"), { setup: played.setup, entries }, "stopped");
const storage = left.copy((folder) => {
  mkdirSync(join(folder, "pictures"), { recursive: true });
  writeFileSync(join(folder, "pictures", `${picture}.png`), png);
  writeFileSync(join(folder, "arena.json"), calibrationText(calibration));
});
const file = join(root, "whole.tirada-case.tar");
const open = join(root, "open.tirada-case.tar");

/** A restart gives the round up and opens what was sealed for it; the next one opens what the first had recorded of that. */
async function restartedTwice(): Promise<void> {
  for (let n = 0; n < 2; n++) await (await unitHere(storage, played.setup)).unit.stop("test");
}

async function rejudged(path: string): Promise<{ status: number | null; found: Record<string, unknown> }> {
  const { status, stdout, stderr } = await commandHere(["rejudge", path, "--json"]);
  if (stdout === "") throw new Error(stderr);
  return { status, found: JSON.parse(stdout) as Record<string, unknown> };
}

describe("a case of pai gow", () => {
  test("that was made while its cards lie face down ends before the round, and says what is sealed still", async () => {
    expect(await commandHere(["export", open, "--case", "--storage", storage])).toMatchObject({
      status: 0,
      stderr: "",
    });
    const round = await commandHere(["export", `${open}-1`, "--case", "--round", "1", "--storage", storage]);
    expect(round).toMatchObject({ status: EXIT.usage });
    expect((await commandHere(["verify", open])).status).toBe(0);
    const { status, found } = await rejudged(open);
    expect({ status, found }).toMatchObject({ status: 0, found: { verdict: "same", difference: null } });
    expect(JSON.stringify(found["notes"])).toMatch(/\d+ records from \d+ on were decided on what was sealed/);
    await restartedTwice();
  });

  test("holds both devices' recording, the dice's picture and their calibration, and verifies", async () => {
    const said = await commandHere(["export", file, "--case", "--storage", storage]);
    expect(said).toMatchObject({ status: 0, stderr: "" });
    const names = piecesOf(readFileSync(file)).map(({ name }) => name.replace("tirada-case/", ""));
    expect(names).toEqual(expect.arrayContaining([`pictures/${picture}.png`, "calibrations/arena.json"]));
    expect(manifestOf(readFileSync(file)).rulebooks.join()).toMatch(/^es-cb\/pai-gow-poker@/);
    expect((await commandHere(["verify", file])).status).toBe(0);
  });

  test("is judged again from its file alone: who is dealt first, and the dice as the picture has them", async () => {
    const { status, found } = await rejudged(file);
    expect({ status, found }).toMatchObject({ status: 0, found: { verdict: "same", difference: null } });
    expect(found["pictures"]).toBeGreaterThan(0);
  });

  test("whose picture shows other dice is found out, though it is signed", async () => {
    const swapped = signedAnew(
      piecesOf(readFileSync(file)).map((piece) =>
        piece.name.includes("/pictures/") ? { ...piece, bytes: Buffer.from("no picture") } : piece,
      ),
      signerOf(storage, LOG),
    );
    const path = join(root, "swapped.tirada-case.tar");
    writeFileSync(path, swapped);
    expect(await rejudged(path)).toMatchObject({
      status: EXIT.notValid,
      found: { verdict: "not-valid" },
    });
  });
});
