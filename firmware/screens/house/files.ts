import { join } from "node:path";
import { lstatSync } from "../../files/disk.ts";
import { readRegularFile } from "../../files/read-file.ts";
import { errorText } from "../../problem.ts";
import type { HouseConfig } from "../../table/config/house-config.ts";

/** Everything that a house may show from a file, by the name under which pages ask for it: `/house/logo`. */
export const HOUSE_PICTURES = ["logo", "closed-picture", "idle-picture"] as const;
export const HOUSE_VIDEOS = ["closed-video", "idle-video"] as const;
export type HousePicture = (typeof HOUSE_PICTURES)[number];
export type HouseVideo = (typeof HOUSE_VIDEOS)[number];

/** The largest file of a picture and of a video, bytes. */
export const PICTURE_FILE_MAX = 16 * 1024 * 1024;
export const VIDEO_FILE_MAX = 32 * 1024 * 1024;

/** One file of a house: which, by which key of the configuration, and where. */
export interface HouseFile<Name extends string> {
  readonly name: Name;
  /** `display.house.logo` */
  readonly key: string;
  /** Below the folder of the configuration. */
  readonly path: string;
}

/** The pictures and videos that a house names. */
export function filesOf({ logo, closed, idle }: HouseConfig): {
  readonly pictures: readonly HouseFile<HousePicture>[];
  readonly videos: readonly HouseFile<HouseVideo>[];
} {
  const named = <Name extends string>(name: Name, key: string, path: string | undefined) =>
    path === undefined ? [] : [{ name, key: `display.house.${key}`, path }];
  return {
    pictures: [
      ...named("logo", "logo", logo),
      ...named("closed-picture", "closed.picture", closed?.picture),
      ...named("idle-picture", "idle.picture", idle?.picture),
    ],
    videos: [
      ...named("closed-video", "closed.video", closed?.video),
      ...named("idle-video", "idle.video", idle?.video),
    ],
  };
}

/**
 * The bytes of a file below a folder. No step of its path is a link, so that nothing outside of the folder is ever read, and it is a file
 * that ends: no device, no pipe. @throws Error whose message is one line
 */
export function readBelow(folder: string, path: string, limit: number): Buffer {
  const steps = path.split("/");
  for (const at of steps.keys()) {
    const here = join(folder, ...steps.slice(0, at + 1));
    if (lstatSync(here, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw new Error(`cannot read ${here}: it is a link; put the file itself there`);
  }
  return readRegularFile(join(folder, path), limit);
}

/** Why a file of the house is not shown, in one line: the key that names it first. */
export const fileProblem = (key: string, error: unknown): string =>
  `${key}: ${errorText(error)}; the screens do without it`;
