import { z } from "zod";
import { usageProblem } from "../../problem.ts";
import { FileError, readTextFile } from "../../files/read-file.ts";
import { readYamlAs } from "../../files/yaml-file.ts";
import { SAFE_ADDRESS } from "../../safe-page/address.ts";
import {
  SEAT_MAX,
  SHOWN_SCREENS,
  spanSchema,
  wrongIn,
  type ShownScreen,
} from "../../table/config/compositions.ts";
import { problemsOf } from "../../table/config/device-keys.ts";

const CONFIG_LIMIT = 16_384;
/** Connectors as the kernel names them: `HDMI-A-1`, `DP-2`, `eDP-1`. */
const output = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]{1,30}$/, "must be the name of an output, such as HDMI-A-1");
/** Clockwise, in degrees. */
const rotate = z.literal([0, 90, 180, 270]).default(0);

/** Monitors besides those of display, control page and statistics. */
export const MONITORS_MAX = 8;

/** What one more monitor shows: a screen of the table, or one of its compositions by name. */
const monitor = z
  .strictObject({
    show: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,31}$/, `must be ${SHOWN_SCREENS.join(", ")} or the name of a composition`)
      .refine(
        (show) => show !== "control",
        "must be a screen without keys: the control page has control.output",
      ),
    rotate,
    /** Of statistics. */
    span: spanSchema.exactOptional(),
    /** Of a seat: its number. */
    seat: z.int().min(1).max(SEAT_MAX).exactOptional(),
  })
  .superRefine(({ show, ...asked }, context) => {
    for (const [key, words] of wrongIn({ ...asked, screen: show as ShownScreen }))
      problemsOf(context)(words, key === "screen" ? "show" : key);
  });

/** Everything may be left out. Every key is known, every unknown one is an error with its line. */
const schema = z
  .strictObject({
    /** Port of the table's screens, `display.port` of the table's configuration. */
    port: z.int().min(1).max(65_535).default(SAFE_ADDRESS.port),
    display: z.strictObject({ output: output.optional(), rotate }).default({ rotate: 0 }),
    control: z
      .strictObject({
        output: output.optional(),
        rotate,
        /** True: a keyboard types on the control page. */
        keyboard: z.boolean().default(false),
      })
      .default({ rotate: 0, keyboard: false }),
    statistics: z
      .strictObject({
        output: output.optional(),
        rotate,
        /** What is counted: so many of the last results, the shoe, or the day. Left out: as the game is usually counted. */
        span: spanSchema.optional(),
      })
      .default({ rotate: 0 }),
    /** Further monitors by their outputs, each with what it shows. */
    monitors: z.record(output, monitor).default({}),
  })
  .refine(({ display, control }) => differ(display.output, control.output), {
    path: ["control", "output"],
    message: "must be another output than that of the display",
  })
  .refine(
    ({ display, control, statistics: { output: own } }) =>
      differ(own, display.output) && differ(own, control.output),
    { path: ["statistics", "output"], message: "must be another output than those of display and control" },
  )
  .superRefine(({ display, control, statistics, monitors }, context) => {
    for (const [name, { output: own }] of Object.entries({ display, control, statistics }))
      if (own !== undefined && Object.hasOwn(monitors, own))
        context.addIssue({
          code: "custom",
          path: ["monitors", own],
          message: `must be another output than that of ${name}`,
        });
    if (Object.keys(monitors).length > MONITORS_MAX)
      context.addIssue({ code: "custom", path: ["monitors"], message: `at most ${MONITORS_MAX} monitors` });
  });

function differ(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || one !== other;
}

export type ScreensConfig = z.infer<typeof schema>;

/** What the screens are where no configuration says otherwise. */
export const USUAL_SCREENS: ScreensConfig = schema.parse({});

/**
 * Reads the configuration of the screens; without a file they are as usual. Throws a Problem that says everything that is wrong in one
 * line, each with file and line.
 */
export function readScreensConfig(path: string): ScreensConfig {
  const text = textOf(path);
  return text === null ? USUAL_SCREENS : readYamlAs(text, path, schema, {}).data;
}

function textOf(path: string): string | null {
  try {
    return readTextFile(path, CONFIG_LIMIT);
  } catch (error) {
    if (error instanceof FileError && error.code === "ENOENT") return null;
    throw usageProblem(error instanceof Error ? error.message : String(error), error);
  }
}
