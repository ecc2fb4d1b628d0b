import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drawPlate } from "../../hw-sim/models/dice/render/plate.ts";
import { exposeFrame } from "../../hw-sim/models/dice/render/sensor.ts";
import { frameBytes } from "../../hw-sim/models/dice/stream.ts";
import { layFlat } from "../../hw-sim/models/dice/physics/posed.ts";
import type { ShownDie } from "../../hw-sim/models/dice/render/looks.ts";
import { plateDots, type PlateSize } from "../../src/dice/calibration/plate-drawing.ts";
import type { DieFace } from "../../src/dice/faces.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { greyImage, type GreyImage } from "../../src/vision/grey-image.ts";
import { EMPTY, simArena, type SimArena } from "./dice-arena.ts";

/** A simulated table's camera as recorded files, and a configuration beside them, for the technician's commands. */
export interface DiceBench {
  readonly sim: SimArena;
  readonly folder: string;
  readonly config: string;
  /** The file that the configuration names. */
  readonly calibration: string;
  /** Options of the calibration that describe the table. */
  readonly described: readonly string[];
  /** Writes frames and gives the file's path. */
  record(name: string, frames: readonly GreyImage[]): string;
  plate(options?: { readonly turn?: number; readonly x?: number }): readonly GreyImage[];
  empty(): readonly GreyImage[];
  lying(faces: readonly DieFace[]): readonly GreyImage[];
  remove(): void;
}

export const PLATE: PlateSize = { pitchMm: 10, columns: 17, rows: 13 };

/** Where dice lie: mm, and degrees. */
const LIE = [
  [-25, 10, 12],
  [22, -14, 50],
] as const;

export function diceBench(seed: string): DiceBench {
  const sim = simArena(seed, { light: "installed", framed: true, side: 16 }, { dice: 2 });
  const folder = mkdtempSync(join(tmpdir(), "tirada-dice-"));
  const { camera } = sim.setup.setting;
  const noise = randomFrom(`${seed} bench`);
  const calibration = join(folder, "arena.json");
  const record = (name: string, frames: readonly GreyImage[]): string => {
    const path = join(folder, name);
    writeFileSync(path, Buffer.concat(frames.map((frame) => frameBytes("raw", frame))));
    return path;
  };
  const config = join(folder, "table.yaml");
  writeFileSync(config, configText(folder, calibration, camera));
  const { side } = sim.setup.appearance;
  // What the picture holds of the arena, a little within its edges.
  const corners = sim.calibration.arena.map(({ x, y }) => `${(0.98 * x).toFixed(2)},${(0.98 * y).toFixed(2)}`);
  const described = [
    "--config",
    config,
    "--die",
    String(side),
    "--height",
    String(camera.at[2]),
    "--pitch",
    "10",
    "--arena",
    `polygon:${corners.join(";")}`,
  ];
  return {
    sim,
    folder,
    config,
    calibration,
    described,
    record,
    plate: ({ turn = 0, x = 0 } = {}) => {
      const laid = { dots: plateDots(PLATE), x, y: 0, turn, margin: PLATE.pitchMm };
      const radiance = drawPlate(sim.stage, laid);
      return Array.from({ length: 10 }, () =>
        greyImage(
          camera.width,
          camera.height,
          exposeFrame(sim.stage.tables, sim.stage.noise, radiance, camera.width, 1, noise),
        ),
      );
    },
    empty: () => sim.frames(EMPTY, 20),
    lying: (faces) => {
      const { appearance } = sim.setup;
      const dice = faces.map((face, at): ShownDie => {
        const [x, y, yaw] = LIE[at] ?? [0, 0, 0];
        return { appearance, pose: layFlat(appearance.set, appearance.side, face, x, y, yaw) };
      });
      return sim.frames({ dice, things: [], drift: 1 }, 40);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function configText(
  folder: string,
  calibration: string,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  return [
    "table: { name: Dados, log: tirada.example/test/dice, rulebook: cl/craps, languages: [es] }",
    "dice:",
    "  eye:",
    "    device: tirada-eye",
    `    calibration: ${calibration}`,
    `    camera: { source: file, path: ${join(folder, "now.grey")}, format: grey, width: ${width}, height: ${height} }`,
    `storage: { folder: ${join(folder, "storage")} }`,
    "",
  ].join("\n");
}
