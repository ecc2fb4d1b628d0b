import type { CameraConfig } from "../../../drivers/dice/camera/config.ts";
import { PITCH_MAX, PITCH_MIN, PLATE_USUAL } from "../../../src/dice/calibration/plate-drawing.ts";
import { parseCalibration } from "../../../src/dice/calibration/schema.ts";
import { facesOf } from "../../../src/dice/faces.ts";
import type { ActValues } from "../../../src/people/acts.ts";
import { EYE_VALUES, type EyeValue } from "../../../src/people/eye-values.ts";
import { EYE_PORT } from "../../../src/recording/entry.ts";
import { fillText, sameText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { EXIT, Problem } from "../../problem.ts";
import type { DiceConfig } from "../config/config.ts";
import type { EyeCalibrationOptions } from "../dice/calibrate.ts";
import { THROWS } from "../dice/check-throws.ts";
import { lengthOption, lineOption, outlineOption, patchOption } from "../dice/outline-options.ts";
import { sideProblem, type ThrownDice } from "../setup/dice/thrown-dice.ts";
import { ActRefusal, type ActTable, type FamilyActs, type RunAct } from "./act.ts";
import { runEyeLesson } from "./eye-lesson.ts";
import { inspect } from "./inspection.ts";
import { bringBack, keepFile, tellKept } from "./keep.ts";

const { refusals: REFUSALS, eye: WORDS } = textsOf("acts");

interface TaughtEye {
  readonly camera: CameraConfig;
  readonly calibration: string;
}

/** What the eye of a dice table has for technicians to do: one with a camera of this unit is taught; one on a line keeps its own. */
export function eyeActs(table: ActTable, { eye }: DiceConfig, game: ThrownDice): FamilyActs {
  const { camera, calibration } = eye;
  const taught = camera === undefined || calibration === undefined ? null : { camera, calibration };
  return {
    acts: [...(taught === null ? [] : (["calibrate-eye", "undo-calibration"] as const)), "inspect-dice"],
    run: (act, values) => {
      if (act === "inspect-dice") return inspect(act, values);
      if (taught === null) throw new ActRefusal(REFUSALS["no-device"]);
      if (act === "undo-calibration") return bringBack(table, taught.calibration, digestOf);
      return calibrateEyeAct(table, taught, game, eyeOptionsOf(values, game));
    },
    test: () => null,
  };
}

/** As the eye's own greeting names it. */
function digestOf(text: string): string {
  const parsed = parseCalibration(text);
  if (!parsed.ok) throw new Problem(EXIT.usage, parsed.problem);
  return parsed.digest;
}

/**
 * The table lets go of its camera, which has one owner; a thread of its own takes frames, learns and reads throws, and asks the person. The
 * table takes its eye back however that ends.
 */
const calibrateEyeAct =
  (
    table: ActTable,
    { camera, calibration }: TaughtEye,
    game: ThrownDice,
    options: EyeCalibrationOptions,
  ): RunAct =>
  async (context) => {
    const takeBack = await table.unit.letGo(EYE_PORT);
    try {
      const wanted = { dice: game.dice, faces: facesOf(game.faces), isRecorded: false };
      const { text, digest, done, unseen } = await runEyeLesson({ camera, options, wanted }, context);
      if (done < THROWS || unseen.length > 0) context.person.say(fillText(WORDS.checked, { done, of: THROWS }));
      const detail = { calibration: digest, throws: done, unseen: unseen.join(" ") };
      await context.commit(detail);
      const { hasFormer } = await keepFile({ path: calibration, text });
      return tellKept(table, context, hasFormer ? "written" : "written-first", detail);
    } finally {
      takeBack();
    }
  };

/** What was measured with tape and calliper. Throws ActRefusal naming what is missing or wrong. */
function eyeOptionsOf(values: ActValues, game: ThrownDice): EyeCalibrationOptions {
  const refuse = (what: Text): ActRefusal => new ActRefusal(fillText(REFUSALS.values, { what }));
  const read = <Value>(name: EyeValue, parse: (text: string) => Value): Value | null => {
    const text = values[name]?.trim() ?? "";
    if (text === "") return null;
    try {
      return parse(text);
    } catch (error) {
      if (error instanceof Problem) throw refuse(WORDS.fields[name]);
      throw error;
    }
  };
  const due = <Value>(name: EyeValue, parse: (text: string) => Value): Value => {
    const value = read(name, parse);
    if (value === null) throw refuse(WORDS.fields[name]);
    return value;
  };
  if (Object.keys(values).some((name) => !EYE_VALUES.some((one) => one === name))) throw refuse(sameText("?"));
  const outline = (name: EyeValue) => (text: string) => outlineOption(name, text);
  const arena = due("arena", outline("arena"));
  const dieMm = due("die", (text) => lengthOption("die", text, 5, 80));
  const wrongSize = sideProblem(game, dieMm);
  if (wrongSize !== null) throw refuse(wrongSize);
  const heightMm = due("height", (text) => lengthOption("height", text, 100, 5_000));
  const pitchMm =
    read("pitch", (text) => lengthOption("pitch", text, PITCH_MIN, PITCH_MAX)) ?? PLATE_USUAL.pitchMm;
  const zones = (["rim", "basket", "wall"] as const).flatMap((name) => {
    const places = read(name, outline(name));
    return places === null ? [] : [[name, places] as const];
  });
  const half = read("half", (text) => lineOption("half", text));
  const dome = read("dome", (text) => patchOption("dome", text));
  return {
    faces: game.faces,
    dice: game.dice,
    dieMm,
    heightMm,
    pitchMm,
    outlines: { ...Object.fromEntries(zones), arena },
    ...(half === null ? {} : { half }),
    ...(dome === null ? {} : { dome }),
  };
}
