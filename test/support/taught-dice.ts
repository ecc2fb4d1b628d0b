import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { CameraConfig } from "../../drivers/dice/camera/config.ts";
import { openDiceDemo, type DiceDemo } from "../../hw-sim/demo/dice.ts";
import { layFlat } from "../../hw-sim/models/dice/physics/posed.ts";
import { drawPlate } from "../../hw-sim/models/dice/render/plate.ts";
import type { Shot, ShownDie } from "../../hw-sim/models/dice/render/looks.ts";
import { stageOf, type Stage } from "../../hw-sim/models/dice/render/stage.ts";
import { exposeImage, framesOf } from "../../hw-sim/models/dice/video.ts";
import type { PlayedUnit } from "../../firmware/cli/laboratory.ts";
import { plateDots } from "../../src/dice/calibration/plate-drawing.ts";
import type { DieFace } from "../../src/dice/faces.ts";
import { sameText } from "../../src/text/every-language.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { temporaryFolder } from "./folder.ts";
import { TaughtEye } from "./taught-eye.ts";

/** How many times faster than people play: a busy machine reads a throw before they throw again. */
const SPEED = 2;
/** More than the eye averages, so that no frame is the one before it. */
const FRAMES = 12;
const PLATE = { pitchMm: 15, columns: 17, rows: 11 };
/** How much of the arena a technician takes: a little within what the picture holds of it. */
const SEEN = 0.97;

interface DemoEye {
  readonly camera: CameraConfig;
  readonly calibration: string;
}
const EMPTY: Shot = { dice: [], things: [], drift: 1 };

/**
 * A simulated dice table whose eye nobody has taught yet: before its camera lies what a technician lays there; afterwards its people throw,
 * and the same camera shows that. What is learned of it is true of its play.
 */
export class TaughtDice {
  readonly #demo: DiceDemo;
  readonly #eyeConfig: DemoEye;
  readonly #stage: Stage;
  readonly #path: string;
  readonly #noise = randomFrom("taught dice");
  #eye: TaughtEye | null = null;
  /** Where the table keeps what its eye learned. */
  readonly calibration: string;

  private constructor(demo: DiceDemo, eyeConfig: DemoEye, folder: string) {
    this.#demo = demo;
    this.#eyeConfig = eyeConfig;
    this.#stage = stageOf(demo.setup.setting);
    this.#path = join(folder, "camera");
    this.calibration = join(folder, "eye.json");
  }

  static async open(rulebook: string): Promise<TaughtDice> {
    const folder = temporaryFolder();
    const choice = { rulebook, speed: SPEED, seed: "taught", wanted: [], folder: join(folder, "demo") };
    const demo = await openDiceDemo(systemClock(), choice, () => undefined);
    const { camera, calibration } = demo.config.dice?.eye ?? {};
    if (camera === undefined || calibration === undefined) throw new Error(`${rulebook} has no eye to teach`);
    const table = new TaughtDice(demo, { camera, calibration }, folder);
    await table.showNothing();
    return table;
  }

  /** The section of a configuration with its devices. */
  get device(): Readonly<Record<string, unknown>> {
    const camera = { ...this.#eyeConfig.camera, path: this.#path };
    const eye = { device: "tirada-eye", wait: true, camera, calibration: this.calibration };
    return { dice: { ...this.#demo.config.dice, eye } };
  }

  /** What a technician measures with tape and calliper. */
  measured(): Readonly<Record<"arena" | "die" | "height" | "pitch", string>> {
    const { appearance, setting } = this.#demo.setup;
    const [w, h] = [SEEN * setting.arena.half[0], SEEN * setting.arena.half[1]];
    const corners = [
      [-w, -h],
      [w, -h],
      [w, h],
      [-w, h],
    ].map(([x = 0, y = 0]) => `${x.toFixed(2)},${y.toFixed(2)}`);
    return {
      arena: setting.arena.shape === "round" ? `circle:${(2 * w).toFixed(2)}` : `polygon:${corners.join(";")}`,
      die: String(appearance.side),
      height: String(setting.camera.at[2]),
      pitch: String(PLATE.pitchMm),
    };
  }

  showPlate(): Promise<void> {
    const laid = { dots: plateDots(PLATE), x: 0, y: 0, turn: 0, margin: 6 };
    const radiance = drawPlate(this.#stage, laid);
    return this.#show(Array.from({ length: FRAMES }, () => exposeImage(this.#stage, radiance, 1, this.#noise)));
  }

  showNothing(): Promise<void> {
    return this.#showShot(EMPTY);
  }

  /** Dice with these faces up, in a ring around the middle. */
  lay(faces: readonly DieFace[]): Promise<void> {
    const { appearance, setting } = this.#demo.setup;
    const reach = 0.4 * Math.min(...setting.arena.half);
    const dice = faces.map((face, at): ShownDie => {
      const turn = (2 * Math.PI * at) / faces.length + 0.4;
      const [x, y] = [reach * Math.cos(turn), reach * Math.sin(turn)];
      return { appearance, pose: layFlat(appearance.set, appearance.side, face, x, y, 25 + 70 * at) };
    });
    return this.#showShot({ ...EMPTY, dice });
  }

  /** From here on the camera shows what its people throw; they play at the unit that runs. */
  async play(unitNow: () => PlayedUnit): Promise<void> {
    await this.#unplug();
    symlinkSync(this.#eyeConfig.camera.path ?? "", this.#path);
    // Whoever presses a key while the table starts anew presses it once more.
    const press: PlayedUnit["press"] = (key, by) =>
      unitNow()
        .press(key, by)
        .catch(() => ({ ok: false, why: sameText("it starts anew") }));
    this.#demo.play({
      get shown() {
        return unitNow().shown;
      },
      press,
    });
  }

  async close(): Promise<void> {
    await this.#unplug();
    await this.#demo.stop();
  }

  async #unplug(): Promise<void> {
    const eye = this.#eye;
    this.#eye = null;
    await eye?.close();
    rmSync(this.#path, { force: true });
  }

  #showShot(shot: Shot): Promise<void> {
    return this.#show(framesOf(this.#stage, shot, FRAMES, this.#noise));
  }

  async #show(frames: Parameters<TaughtEye["show"]>[0]): Promise<void> {
    if (this.#eye === null) this.#eye = await TaughtEye.open(this.#path, frames);
    else this.#eye.show(frames);
  }
}
