import { z } from "zod";

/** How a camera is reached: a child process that writes frames to its standard output (docs/devices/eye.md, "Camera"). */
const cameraSchema = z
  .strictObject({
    /** `v4l2`: a Linux camera through ffmpeg; `rpicam`: a Raspberry Pi's own; `command`: any program; `file`: recorded frames. */
    source: z.enum(["v4l2", "rpicam", "command", "file"]),
    /** v4l2: the camera's stable name, e.g. `/dev/v4l/by-id/usb-…-video-index0`. file: the file. */
    path: z.string().min(1).max(300).exactOptional(),
    /** command: program and arguments, one word each; no shell reads them. */
    command: z.array(z.string().min(1).max(400)).min(1).max(64).exactOptional(),
    /** Pixels. */
    width: z.int().min(160).max(4_096),
    height: z.int().min(120).max(4_096),
    /** Frames a second. */
    fps: z.int().min(10).max(120).default(30),
    /**
     * What comes: from a v4l2 camera `yuyv`, `mjpeg` or `grey` (ffmpeg makes grey of it); from a command or a file `grey`
     * (bare frames), `yuv420` (bare frames, only the first plane is used), `y4m` or `mjpeg`. A Raspberry Pi's is `yuv420`.
     */
    format: z.enum(["grey", "yuyv", "mjpeg", "yuv420", "y4m"]).exactOptional(),
    /**
     * command with bare frames: the program writes each frame whole and flushes it, then waits for the next. Nothing in such
     * a stream tells where a frame begins: one byte lost or added shifts every later one. Must be said.
     */
    wholeFrames: z.literal(true).exactOptional(),
    /** v4l2 in colour: what grey is made of. Red dice need `min-green-blue`, or green or blue light. */
    channel: z.enum(["luma", "green", "blue", "min-green-blue"]).default("luma"),
    /** v4l2: controls set before the start, by their v4l2-ctl names; exposure, gain, white balance and focus must be fixed. */
    controls: z
      .record(
        z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, "must be a control's name as v4l2-ctl -L lists it"),
        z.int().min(-2_147_483_648).max(2_147_483_647),
      )
      .refine((controls) => Object.keys(controls).length <= 32, "at most 32 controls")
      .default({}),
    /** rpicam: exposure time in µs and analogue gain in hundredths, both fixed. */
    shutterUs: z.int().min(10).max(100_000).exactOptional(),
    gainPercent: z.int().min(100).max(2_200).exactOptional(),
  })
  .superRefine((camera, context) => {
    const problem = (key: string, message: string): void =>
      context.addIssue({ code: "custom", message, path: [key] });
    const { source, format, path, command } = camera;
    const needsPath = source === "v4l2" || source === "file";
    if (needsPath && path === undefined) problem("source", `source ${source} needs path`);
    if (!needsPath && path !== undefined) problem("path", `source ${source} has no path`);
    if (source === "command" && command === undefined) problem("source", "source command needs command");
    if (source !== "command" && command !== undefined) problem("command", `source ${source} has no command`);
    const formats: readonly string[] = CAMERA_FORMATS[source];
    if (format !== undefined && !formats.includes(format))
      problem("format", `source ${source} gives ${formats.join(", ")}`);
    if (format === undefined && formats.length > 1)
      problem("source", `source ${source} needs format: ${formats.join(", ")}`);
    if (source !== "v4l2" && camera.channel !== "luma")
      problem("channel", "only a v4l2 camera can choose a channel");
    if (source !== "v4l2" && Object.keys(camera.controls).length > 0)
      problem("controls", "only a v4l2 camera has controls");
    const isBare = source === "command" && (format === "grey" || format === "yuv420");
    if (isBare && camera.wholeFrames === undefined) problem("format", `format ${format} ${BARE_MEANS}`);
    if (!isBare && camera.wholeFrames !== undefined)
      problem("wholeFrames", "only for a command that writes bare frames, grey or yuv420");
    const isPi = source === "rpicam";
    if (isPi && camera.width % PI_ROW !== 0)
      problem(
        "width",
        `a Raspberry Pi's bare frames have rows of ${PI_ROW} pixels or a multiple: ${camera.width} would be padded, and every frame begin elsewhere`,
      );
    if (isPi && camera.shutterUs === undefined)
      problem("source", "source rpicam needs shutterUs: automatic exposure looks like motion");
    if (!isPi && camera.shutterUs !== undefined) problem("shutterUs", "only for source rpicam");
    if (isPi && camera.gainPercent === undefined)
      problem("source", "source rpicam needs gainPercent: automatic gain looks like motion");
    if (!isPi && camera.gainPercent !== undefined) problem("gainPercent", "only for source rpicam");
  });

/** Rows of rpicam-vid's bare frames are padded to this many pixels. */
const PI_ROW = 64;
const BARE_MEANS =
  "has no heads: one byte lost or added shifts every later frame, and a program that does not write and flush each frame whole is never believed; say wholeFrames: true if it does, or use y4m";

/** What each source can give. */
const CAMERA_FORMATS = {
  v4l2: ["yuyv", "mjpeg", "grey"],
  rpicam: ["yuv420"],
  command: ["grey", "yuv420", "y4m", "mjpeg"],
  file: ["grey", "yuv420", "y4m", "mjpeg"],
} as const;

const baud = z
  .union([z.literal(9600), z.literal(19200), z.literal(38400), z.literal(57600), z.literal(115200)])
  .exactOptional();

/** An eye: a camera of this computer, or one with a computer of its own on a serial line. */
const eyeSchema = z
  .strictObject({
    /** `tirada-eye`. The type is never guessed. */
    device: z.string().min(1).max(64),
    camera: cameraSchema.exactOptional(),
    /** An eye on a serial line instead: the port's stable name. */
    path: z.string().min(1).max(300).exactOptional(),
    /** Of the serial port; 115200 unless told. */
    baud,
    /** True: a unit that starts before its eye is plugged in waits for it instead of giving up. */
    wait: z.boolean().default(false),
    /** What was learned of this installation (`tirada dice calibrate`); an eye on a line keeps its own. */
    calibration: z.string().min(1).max(300).exactOptional(),
    /** An eye on a line: digest of the one calibration that belongs to this table, 16 hex digits; without it any. */
    digest: z
      .string('must be text: put digits in quotes, "0123456789abcdef"')
      .regex(/^[0-9a-f]{16}$/, "must be 16 hex digits")
      .exactOptional(),
    /** An eye on a line: what it must have been calibrated for beside the arena; without one of them it is refused. */
    knows: z
      .array(z.enum(["rim", "basket", "half", "wall", "rolled", "dome"]))
      .max(6)
      .default([]),
    /** Evidence pictures of all throws together; the oldest go first. */
    picturesMegabytes: z.int().min(64).max(1_048_576).default(4_096),
  })
  .superRefine(({ camera, path, calibration, baud, digest, knows }, context) => {
    const problem = (message: string, key?: string): void =>
      context.addIssue({ code: "custom", message, path: key === undefined ? [] : [key] });
    if ((camera === undefined) === (path === undefined))
      problem("needs either camera (of this computer) or path (an eye on a serial line), and not both");
    else if (camera !== undefined) {
      if (calibration === undefined)
        problem("needs calibration: the file that `tirada dice calibrate` wrote", "camera");
      if (baud !== undefined) problem("only a serial port has a baud rate", "baud");
      if (digest !== undefined) problem("only for an eye on a line: here the file itself says it", "digest");
      if (knows.length > 0) problem("only for an eye on a line: here the file itself says it", "knows");
    } else if (calibration !== undefined)
      problem("an eye on a serial line keeps its own calibration", "calibration");
  });

/** What throws the dice, when it can speak: a shaker, a cage, switches at cup and horn. */
const throwerSchema = z
  .strictObject({
    /** `shaker-mqtt`, `shaker-line`, `cage`, `cup-switch`. The type is never guessed. */
    device: z.string().min(1).max(64),
    /** A serial port's stable name. */
    path: z.string().min(1).max(300).exactOptional(),
    /** Of the serial port. Without it: the device's own. */
    baud,
    /** MQTT broker, e.g. `mqtt://127.0.0.1:1883`. */
    url: z
      .string()
      .regex(/^mqtts?:\/\/\S{1,200}$/, "must look like mqtt://127.0.0.1:1883")
      .exactOptional(),
    /** MQTT: what the device's topics begin with. */
    topic: z
      .string()
      .regex(/^[^\s+#]{1,100}$/, "must be a topic without blanks, + and #")
      .exactOptional(),
    /** MQTT: who signs in there, and the file whose first line is the password. */
    user: z.string().min(1).max(100).exactOptional(),
    passwordFile: z.string().min(1).max(300).exactOptional(),
    /** The device's own number (on a line, eight hex digits) or its name in the topics of its broker. */
    id: z
      .string('must be text: put digits in quotes, "0001"')
      .regex(/^[0-9A-Za-z._-]{1,64}$/, "must be 1 to 64 letters, digits, dots, - or _")
      .exactOptional(),
    /** idp-mqtt: the detector's own names of the streams that it looks at and writes. */
    input: z.string().min(1).max(200).exactOptional(),
    output: z.string().min(1).max(200).exactOptional(),
    /** True: a unit that starts before it is there waits for it instead of giving up. */
    wait: z.boolean().default(false),
  })
  .superRefine(({ path, url, topic, baud, user, passwordFile, input, output }, context) => {
    const problem = (message: string, key?: string): void =>
      context.addIssue({ code: "custom", message, path: key === undefined ? [] : [key] });
    if ((path === undefined) === (url === undefined))
      problem("needs either path (a serial port) or url (an MQTT broker), and not both");
    if (url === undefined)
      for (const [key, value] of Object.entries({ topic, user, passwordFile, input, output }))
        if (value !== undefined) problem("only for a device behind an MQTT broker", key);
    if (path === undefined && baud !== undefined) problem("only a serial port has a baud rate", "baud");
    if ((user === undefined) !== (passwordFile === undefined))
      problem("user and passwordFile belong together", user === undefined ? "passwordFile" : "user");
  });

/** The devices of a dice table. */
export const diceSchema = z
  .strictObject({
    eye: eyeSchema,
    /** A second eye over the same dice, as a second source. */
    second: eyeSchema.exactOptional(),
    thrower: throwerSchema.exactOptional(),
    /** A second source that reads the same throw, e.g. `idp-mqtt`; it has the keys of a thrower. */
    witness: throwerSchema.exactOptional(),
    /** True: without the agreement of the second source (second, or witness) nothing is certified. */
    witnessRequired: z.boolean().default(false),
  })
  .refine(({ second, witness }) => second === undefined || witness === undefined, {
    message: "a table has one second source: second or witness, not both",
  });

/** The devices of the dice by which a game of cards begins (pai gow). */
export const firstDiceSchema = z.strictObject({ eye: eyeSchema, thrower: throwerSchema.exactOptional() });

export type DiceConfig = z.infer<typeof diceSchema>;
export type CameraConfig = z.infer<typeof cameraSchema>;
export type EyeConfig = z.infer<typeof eyeSchema>;
/** A thrower's or a witness's. */
export type DiceDeviceConfig = z.infer<typeof throwerSchema>;
