import type { Command } from "commander";
import { PITCH_MAX, PITCH_MIN, PLATE_USUAL } from "../../../src/dice/calibration/plate-drawing.ts";
import { lengthOption, lineOption, outlineOption, patchOption } from "../../table/dice/outline-options.ts";
import { calibrateDice, lookAtDice, printPlate } from "./dice-eye.ts";
import { numberOption, type OptionsOf } from "../common.ts";

/** The technician's commands for the eye of a dice table. The unit must be stopped: a camera has one owner. */
export function addDice(dice: Command): void {
  declarePlate(
    dice
      .command("plate")
      .description(
        "Writes the plate of dots that the calibration looks for, in exact millimetres, to be printed.",
      ),
  ).action(printPlate);
  declareCalibrate(
    dice
      .command("calibrate")
      .description(
        "A guided calibration of camera, arena and light; writes the file that the configuration names.",
      ),
  ).action(calibrateDice);
  declareLook(
    dice
      .command("look")
      .description("Looks once, as the table would: says what it sees, and draws it on the camera's picture."),
  ).action(lookAtDice);
}

const declarePlate = (command: Command) =>
  command
    .requiredOption("--out <file>", "SVG file to be written")
    .addOption(numberOption("--pitch <mm>", "from one dot to the next", PLATE_USUAL.pitchMm, Number))
    .addOption(numberOption("--columns <n>", "dots in a row", PLATE_USUAL.columns, Number))
    .addOption(numberOption("--rows <n>", "rows of dots", PLATE_USUAL.rows, Number));
export type PlateOptions = OptionsOf<typeof declarePlate>;

const outline = (name: string) => (text: string) => outlineOption(name, text);

const declareCalibrate = (command: Command) =>
  command
    .requiredOption("--config <file>", "configuration of the table")
    .requiredOption(
      "--arena <outline>",
      "circle:DIAMETER, rect:WIDTHxDEPTH or polygon:X,Y;X,Y;… in mm from the origin dot",
      outline("arena"),
    )
    .requiredOption("--die <mm>", "side of a die", (text) => lengthOption("die", text, 5, 80))
    .requiredOption("--height <mm>", "from the lens down to the cloth", (text) =>
      lengthOption("height", text, 100, 5_000),
    )
    .addOption(
      numberOption(
        "--pitch <mm>",
        "from one dot of the printed plate to the next, as measured on it",
        PLATE_USUAL.pitchMm,
        (text) => lengthOption("pitch", text, PITCH_MIN, PITCH_MAX),
      ),
    )
    .option("--rim <outline>", "where a die lies on the rim", outline("rim"))
    .option(
      "--basket <outline>",
      "the bowl or basket beside the arena that dice are put into",
      outline("basket"),
    )
    .option("--wall <outline>", "the strip of cloth before the far wall", outline("wall"))
    .option("--half <line>", "X,Y;X,Y: the far half lies to the left of this line", (text) =>
      lineOption("half", text),
    )
    .option(
      "--dome <patch>",
      "X,Y,SIDE in pixels: a part of the picture that tells a closed dome from an open one",
      (text) => patchOption("dome", text),
    )
    .option("--second", "the second eye (dice.second) instead of the first")
    .option("--replace", "put the new calibration in the place of the one that is there")
    .option("--plate-frames <file>", "recorded frames of the plate, instead of asking for it")
    .option("--empty-frames <file>", "recorded frames of the empty arena")
    .option("--closed-frames <file>", "recorded frames of the closed dome")
    .option("--throw-frames <file...>", "recorded frames of dice at rest, one file for each throw");
export type CalibrateOptions = OptionsOf<typeof declareCalibrate>;

const declareLook = (command: Command) =>
  command
    .requiredOption("--config <file>", "configuration of the table")
    .requiredOption("--out <file>", "PNG file to be written")
    .option("--second", "the second eye (dice.second) instead of the first");
export type LookOptions = OptionsOf<typeof declareLook>;
