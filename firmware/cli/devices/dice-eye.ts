import { writeFileSync } from "node:fs";
import { drawOver } from "../../../drivers/dice/camera/image-file.ts";
import { familyOfConfig } from "../../table/setup/families.ts";
import type { CameraConfig } from "../../../drivers/dice/camera/config.ts";
import { plateProblem, plateSvg } from "../../../src/dice/calibration/plate-drawing.ts";
import { facesOf } from "../../../src/dice/faces.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import {
  calibrateEye,
  OUTLINE_NAMES,
  recordedCamera,
  type EyeFrames,
  type EyeCalibrationOptions,
} from "../../table/dice/calibrate.ts";
import { readEyeCalibration, writeEyeCalibration } from "../../table/dice/calibration-file.ts";
import { checkThrows, THROWS, type LookNow } from "../../table/dice/check-throws.ts";
import { readArenaOnce } from "../../table/dice/look-once.ts";
import { readingSvg, linesOfReading } from "../../table/dice/look-picture.ts";
import { openReader } from "../../table/dice/reader.ts";
import { takeFrames } from "../../table/dice/take-frames.ts";
import { becomeTableUser } from "../../care/first-setup/table-user.ts";
import { sideProblem, type ThrownDice } from "../../table/setup/dice/thrown-dice.ts";
import { JournalError } from "../../files/errors.ts";
import { requireWriteTarget } from "../../journal/export/write-target.ts";
import { Problem, usageProblem } from "../../problem.ts";
import { asProblem } from "../../unit/failure.ts";
import type { CalibrateOptions, LookOptions, PlateOptions } from "./dice.ts";
import { readConfig } from "../../unit/configuration/read-config.ts";
import { openTerminal, technicianAt } from "../terminal.ts";
import { printLine, printLines } from "../common.ts";
import { namedRulebook } from "../rules/rulebook-options.ts";

export function printPlate({ out, pitch: pitchMm, columns, rows }: PlateOptions): void {
  const size = { pitchMm, columns, rows };
  const problem = plateProblem(size);
  if (problem !== null) throw usageProblem(`${problem} (--pitch, --columns, --rows)`);
  writePicture(out, plateSvg(size), "a plate", "<");
  const whole = (size.columns - 1) * size.pitchMm;
  printLine(
    `${out}: print it at 100 %, matt and black on white; then measure a row: ${whole} mm from first to last dot.`,
  );
  printLine(
    `Another length: divide it by ${size.columns - 1} and say the result as --pitch at the calibration.`,
  );
}

export async function calibrateDice(options: CalibrateOptions): Promise<void> {
  becomeTableUser();
  const { camera, path, game } = await eyePlaceOf(options.config, options.second === true);
  const calibrationOptions = calibrationOptionsOf(options, game);
  const wrongSize = sideProblem(game, calibrationOptions.dieMm);
  if (wrongSize !== null) throw usageProblem(`--die: ${wrongSize.en}`);
  // Refused before anybody lays the plate on the table.
  if (options.replace !== true) refuseExisting(path);
  const clock = systemClock();
  const frames = calibrationFramesOf(options, camera);
  const person = openTerminal();
  const technician = technicianAt(person);
  try {
    const calibration = await calibrateEye(calibrationOptions, frames, technician);
    const throws = [...(options.throwFrames ?? [])];
    const lookNow: LookNow = async () => {
      const recorded = throws.shift();
      if (frames.isRecorded && recorded === undefined) return null;
      const from = recorded === undefined ? camera : recordedCamera(camera, recorded);
      return readArenaOnce(from, calibration, openReader, clock);
    };
    const { isRecorded } = frames;
    const wanted = { dice: calibrationOptions.dice, faces: facesOf(calibrationOptions.faces), isRecorded };
    const { done, unseen } = await checkThrows(wanted, lookNow, technician);
    const digest = writeEyeCalibration(path, calibration, options.replace === true);
    person.say(`written to ${path}, digest ${digest}`);
    if (done < THROWS || unseen.length > 0)
      person.say(
        `checked with ${done} of ${THROWS} throws${unseen.length > 0 ? `, never with ${unseen.join(" ")} up` : ""}: compare ${THROWS} throws, and every face, with the screens before the table opens`,
      );
  } finally {
    person.leave();
  }
}

export async function lookAtDice({ config, out, second }: LookOptions): Promise<void> {
  becomeTableUser();
  const { camera, path } = await eyePlaceOf(config, second === true);
  const stored = readEyeCalibration(path);
  if (stored === null)
    throw usageProblem(`${path} is not there; learn it with tirada dice calibrate --config ${config}`);
  const { calibration, digest } = stored;
  if (calibration.width !== camera.width || calibration.height !== camera.height)
    throw usageProblem(
      `${path} was learned at ${calibration.width}x${calibration.height}, the camera is set to ${camera.width}x${camera.height}; use the same`,
    );
  const look = await readArenaOnce(camera, calibration, openReader, systemClock());
  writePicture(out, await drawOver(look.picture, readingSvg(look, calibration)), "a look", "\x89PNG");
  printLines(linesOfReading(look));
  printLine(`calibration ${digest}; picture in ${out}`);
}

async function eyePlaceOf(
  file: string,
  isSecond: boolean,
): Promise<{ readonly camera: CameraConfig; readonly path: string; readonly game: ThrownDice }> {
  const config = await readConfig(file);
  const { pack } = namedRulebook(config.table.rulebook, undefined);
  const watched = familyOfConfig(config).dice(config, pack);
  if (watched === null) throw usageProblem(`${file}: this is no table of dice; it has no dice`);
  const { devices: dice, game } = watched;
  const key = `${watched.key}.${isSecond ? "second" : "eye"}`;
  const eye = isSecond ? dice.second : dice.eye;
  if (eye === undefined) throw usageProblem(`${file}: ${key} is missing; leave out --second`);
  if (eye.camera === undefined || eye.calibration === undefined)
    throw usageProblem(
      `${file}: ${key} is an eye on a line and keeps its own calibration; calibrate it on its own computer`,
    );
  return { camera: eye.camera, path: eye.calibration, game };
}

function calibrationOptionsOf(options: CalibrateOptions, game: ThrownDice): EyeCalibrationOptions {
  const outlines = OUTLINE_NAMES.flatMap((name) => {
    const outline = options[name];
    return outline === undefined ? [] : [[name, outline] as const];
  });
  const { arena, half, dome } = options;
  return {
    faces: game.faces,
    dice: game.dice,
    dieMm: options.die,
    heightMm: options.height,
    pitchMm: options.pitch,
    outlines: { ...Object.fromEntries(outlines), arena },
    ...(half === undefined ? {} : { half }),
    ...(dome === undefined ? {} : { dome }),
  };
}

/** A calibration that cannot be used may be replaced like any other. */
function refuseExisting(path: string): void {
  let isThere = true;
  try {
    isThere = readEyeCalibration(path) !== null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  if (isThere) throw usageProblem(`${path} is there already; say --replace to put the new one in its place`);
}

/** The camera itself, or recorded frames in its place. */
function calibrationFramesOf(options: CalibrateOptions, camera: CameraConfig): EyeFrames {
  const clock = systemClock();
  const { plateFrames: plate, emptyFrames: empty, closedFrames: closed, dome } = options;
  const isRecorded = plate !== undefined || empty !== undefined;
  if (!isRecorded && camera.source === "file")
    throw usageProblem(
      "the camera's source is a file: a recording waits for nobody; say --plate-frames FILE and --empty-frames FILE",
    );
  if (!isRecorded) return { isRecorded, take: (_, count) => takeFrames(camera, clock, count) };
  if (plate === undefined || empty === undefined || (dome !== undefined && closed === undefined))
    throw usageProblem(
      "recorded frames are needed of the plate and of the empty arena (and with --dome of the closed one): --plate-frames, --empty-frames, --closed-frames",
    );
  const files = { plate, empty, closed: closed ?? "" };
  return {
    isRecorded,
    take: (step, count) => takeFrames(recordedCamera(camera, files[step]), clock, count),
  };
}

/** `begins`: how an older file of the kind begins, which is written over. */
function writePicture(path: string, content: string | Uint8Array, what: string, begins: string): void {
  try {
    const isOlder = (start: Buffer): boolean => start.toString("latin1").startsWith(begins);
    requireWriteTarget({ path, what, isOlder, replace: "always" });
    writeFileSync(path, content);
  } catch (error) {
    if (error instanceof JournalError) throw asProblem(error);
    const { code } = error as NodeJS.ErrnoException;
    throw usageProblem(`cannot write ${path}: ${code ?? "unwritable"}; name a file in a folder of yours`);
  }
}
