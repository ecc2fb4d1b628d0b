import { BESIDE_DEVICES, EYE_DEVICES } from "../../table/config/installed.ts";
import type { CameraConfig } from "../../../drivers/dice/camera/config.ts";
import type { Asking } from "./asking.ts";

/** What a dice table has: the eye with its camera, and what throws or counts its dice. */

const SOURCES = ["v4l2", "rpicam", "socket"] as const satisfies readonly CameraConfig["source"][];
const FORMATS = {
  v4l2: ["mjpeg", "yuyv", "grey"],
  rpicam: [],
  socket: ["y4m", "mjpeg"],
} as const satisfies Record<(typeof SOURCES)[number], readonly CameraConfig["format"][]>;
const SIZE = "1280 720";
/** A short exposure under lamps that are on, as the examples have it. */
const PI_EXPOSURE = { shutterUs: 4_000, gainPercent: 200 } as const;
const WITNESSES: readonly string[] = ["idp-mqtt"];

/** The section of the dice. `calibration`: where the eye's calibration will lie. */
export async function askDice(asking: Asking, calibration: string): Promise<Record<string, unknown>> {
  const [{ name: device }] = EYE_DEVICES;
  asking.tell("only-device", { device });
  const eye = { device, calibration, camera: await askCamera(asking) };
  const throwers = BESIDE_DEVICES.map(({ name }) => name).filter((name) => !WITNESSES.includes(name));
  const thrower = await asking.oneOrNone("thrower", throwers);
  return { eye, ...(thrower === null ? {} : { thrower: { device: thrower } }) };
}

async function askCamera(asking: Asking): Promise<Record<string, unknown>> {
  const source = await asking.oneOf("camera", SOURCES);
  const camera = { source, ...(await asking.keyed("camera-size", SIZE)) };
  const formats = FORMATS[source];
  if (source === "rpicam") return { ...camera, ...PI_EXPOSURE };
  const format = (await asking.oneOrNone("camera-format", formats)) ?? formats[0];
  if (source === "v4l2") return { ...camera, format };
  return { ...camera, format, path: await asking.keyed("camera-path") };
}
