import type { Command } from "commander";
import { PLATE_USUAL } from "../../src/dice/calibration/plate-drawing.ts";
import { calibrateDice, lookAtDice, printPlate, type CalibrateOptions } from "./dice-eye.ts";

/** The technician's commands for the eye of a dice table. The unit must be stopped: a camera has one owner. */
export function addDice(dice: Command): void {
  const { pitchMm, columns, rows } = PLATE_USUAL;
  dice
    .command("plate")
    .description(
      "Writes the plate of dots that the calibration looks for, in exact millimetres, to be printed.",
    )
    .requiredOption("--out <file>", "SVG file to be written")
    .option("--pitch <mm>", "from one dot to the next", String(pitchMm))
    .option("--columns <n>", "dots in a row", String(columns))
    .option("--rows <n>", "rows of dots", String(rows))
    .action((options: PlateOptions) => printPlate(options));
  dice
    .command("calibrate")
    .description(
      "A guided calibration of camera, arena and light; writes the file that the configuration names.",
    )
    .requiredOption("--config <file>", "configuration of the table")
    .requiredOption(
      "--arena <outline>",
      "circle:DIAMETER, rect:WIDTHxDEPTH or polygon:X,Y;X,Y;… in mm from the origin dot",
    )
    .requiredOption("--die <mm>", "side of a die")
    .requiredOption("--height <mm>", "from the lens down to the cloth")
    .option("--pitch <mm>", "from one dot of the printed plate to the next, as measured on it", String(pitchMm))
    .option("--rim <outline>", "where a die lies on the rim")
    .option("--basket <outline>", "the bowl or basket beside the arena that dice are put into")
    .option("--wall <outline>", "the strip of cloth before the far wall")
    .option("--half <line>", "X,Y;X,Y: the far half lies to the left of this line")
    .option(
      "--dome <patch>",
      "X,Y,SIDE in pixels: a part of the picture that tells a closed dome from an open one",
    )
    .option("--second", "the second eye (dice.second) instead of the first")
    .option("--replace", "put the new calibration in the place of the one that is there")
    .option("--plate-frames <file>", "recorded frames of the plate, instead of asking for it")
    .option("--empty-frames <file>", "recorded frames of the empty arena")
    .option("--closed-frames <file>", "recorded frames of the closed dome")
    .option("--throw-frames <file...>", "recorded frames of dice at rest, one file for each throw")
    .action((options: CalibrateOptions) => calibrateDice(options));
  dice
    .command("look")
    .description("Looks once, as the table would: says what it sees, and draws it on the camera's picture.")
    .requiredOption("--config <file>", "configuration of the table")
    .requiredOption("--out <file>", "PNG file to be written")
    .option("--second", "the second eye (dice.second) instead of the first")
    .action((options: LookOptions) => lookAtDice(options));
}

export interface PlateOptions {
  readonly out: string;
  readonly pitch: string;
  readonly columns: string;
  readonly rows: string;
}

export interface LookOptions {
  readonly config: string;
  readonly out: string;
  readonly second?: boolean;
}
