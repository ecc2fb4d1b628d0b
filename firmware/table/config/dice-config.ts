import { z } from "zod";
import { cameraSchema } from "../../../drivers/dice/camera/config.ts";
import { problemWords, schemaWords } from "../../../src/rules/problem-words.ts";
import { checkOptions, keysOf, problemsOf, serialBaud, withinLimits } from "./device-keys.ts";
import { BESIDE_OPTIONS, EYE_OPTIONS } from "./devices.ts";
import { BESIDE_DEVICES, EYE_DEVICES } from "./installed.ts";
import type { ConfigSection } from "./device-keys.ts";

/** All evidence pictures together. */
export const PICTURES_MEGABYTES = { least: 64, most: 1_048_576, default: 4_096 } as const;

/** An eye: a camera of this computer, or one with a computer of its own on a serial line. */
const eyeSchema = z
  .strictObject({
    /** An eye, by its device's name. The type is never guessed. */
    device: z.string().min(1).max(64),
    camera: cameraSchema.exactOptional(),
    /** An eye on a serial line instead: the port's stable name. */
    path: z.string().min(1).max(300).exactOptional(),
    /** Of the serial port; 115200 unless told. */
    baud: serialBaud,
    /** True: a unit that starts before its eye is plugged in waits for it instead of giving up. */
    wait: z.boolean().default(false),
    /** What was learned of this installation (`tirada dice calibrate`); an eye on a line keeps its own. */
    calibration: z.string().min(1).max(300).exactOptional(),
    ...keysOf(EYE_OPTIONS),
    knows: EYE_OPTIONS.knows.value.default(EYE_OPTIONS.knows.otherwise),
    /** Evidence pictures of all throws together; the oldest go first. */
    picturesMegabytes: withinLimits(PICTURES_MEGABYTES),
  })
  .superRefine((eye, context) => {
    const { camera, path, calibration, baud, digest, knows } = eye;
    const problem = problemsOf(context);
    checkOptions(eye, EYE_DEVICES, EYE_OPTIONS, problem);
    if ((camera === undefined) === (path === undefined)) problem(problemWords("eye-camera"));
    else if (camera !== undefined) {
      if (calibration === undefined) problem(problemWords("eye-calibration"), "camera");
      if (baud !== undefined) problem(problemWords("baud"), "baud");
      if (digest !== undefined) problem(problemWords("eye-line"), "digest");
      if (knows.length > 0) problem(problemWords("eye-line"), "knows");
    } else if (calibration !== undefined) problem(problemWords("eye-own-calibration"), "calibration");
  });

/** What throws the dice, when it can speak: a shaker, a cage, switches at cup and horn. */
const throwerSchema = z
  .strictObject({
    /** Its name, from the list of devices. The type is never guessed. */
    device: z.string().min(1).max(64),
    /** A serial port's stable name. */
    path: z.string().min(1).max(300).exactOptional(),
    /** Of the serial port. Without it: the device's own. */
    baud: serialBaud,
    /** MQTT broker, e.g. `mqtt://127.0.0.1:1883`. */
    url: z
      .string()
      .refine(
        (url) => /^mqtts?:\/\/\S{1,200}$/.test(url),
        schemaWords("https", { like: "mqtt://127.0.0.1:1883" }),
      )
      .exactOptional(),
    /** MQTT: who signs in there, and the file whose first line is the password. */
    user: z.string().min(1).max(100).exactOptional(),
    passwordFile: z.string().min(1).max(300).exactOptional(),
    ...keysOf(BESIDE_OPTIONS),
    /** True: a unit that starts before it is there waits for it instead of giving up. */
    wait: z.boolean().default(false),
  })
  .superRefine((device, context) => {
    const { path, url, topic, baud, user, passwordFile, input, output } = device;
    const problem = problemsOf(context);
    checkOptions(device, BESIDE_DEVICES, BESIDE_OPTIONS, problem);
    if ((path === undefined) === (url === undefined)) problem(problemWords("thrower-place"));
    if (url === undefined)
      for (const [key, value] of Object.entries({ topic, user, passwordFile, input, output }))
        if (value !== undefined) problem(problemWords("mqtt-only"), key);
    if (path === undefined && baud !== undefined) problem(problemWords("baud"), "baud");
    if ((user === undefined) !== (passwordFile === undefined))
      problem(problemWords("mqtt-user"), user === undefined ? "passwordFile" : "user");
  });

/** The devices of a dice table. */
export const diceSchema = z
  .strictObject({
    eye: eyeSchema,
    /** A second eye over the same dice, as a second source. */
    second: eyeSchema.exactOptional(),
    thrower: throwerSchema.exactOptional(),
    /** A second source that reads the same throw, which has the keys of a thrower. */
    witness: throwerSchema.exactOptional(),
    /** True: without the agreement of the second source (second, or witness) nothing is certified. */
    witnessRequired: z.boolean().default(false),
  })
  .refine(({ second, witness }) => second === undefined || witness === undefined, schemaWords("second-source"));

/** The devices of the dice by which a game of cards begins (pai gow). */
export const firstDiceSchema = z.strictObject({ eye: eyeSchema, thrower: throwerSchema.exactOptional() });

export const DICE_SECTION: ConfigSection = { at: "at a dice table", schema: diceSchema };

export type DiceConfig = z.infer<typeof diceSchema>;
export type EyeConfig = z.infer<typeof eyeSchema>;
/** A thrower's or a witness's. */
export type DiceDeviceConfig = z.infer<typeof throwerSchema>;
