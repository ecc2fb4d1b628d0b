import { statSync } from "../../files/disk.ts";
import { errorText } from "../../problem.ts";
import type { HouseConfig } from "../../table/config/house-config.ts";
import { filesOf, PICTURE_FILE_MAX, readBelow, VIDEO_FILE_MAX } from "../../screens/house/files.ts";
import { videoHeader } from "../../screens/house/video-header.ts";

/** A file that the house shows. */
export interface HouseFileState {
  /** The key that names it: `display.house.logo`. */
  readonly key: string;
  readonly path: string;
  /** Bytes; null: it cannot be shown. */
  readonly size: number | null;
  /** Why it cannot; null: it can, as far as is seen without opening it. */
  readonly problem: string | null;
}

const FONTS = new URL("../../screens/pages/", import.meta.url);
const FONT_WEIGHTS = ["", "-bold"];

/** Whether the files of a house are there, can be read by who asks, and how large they are. `folder`: that of the configuration. */
export function lookAtHouse(house: HouseConfig, folder: string): readonly HouseFileState[] {
  const { pictures, videos } = filesOf(house);
  return [
    ...pictures.map(({ key, path }) =>
      stateOf(key, path, () => readBelow(folder, path, PICTURE_FILE_MAX).length),
    ),
    ...videos.map(({ key, path }) => stateOf(key, path, () => sizeOfVideo(folder, path))),
    // They come with tirada: what is missing is missing in the release.
    ...FONT_WEIGHTS.map((weight) => {
      const path = `${house.font}${weight}.woff2`;
      return stateOf("display.house.font", path, () => statSync(new URL(path, FONTS)).size);
    }),
  ];
}

function sizeOfVideo(folder: string, path: string): number {
  const bytes = readBelow(folder, path, VIDEO_FILE_MAX);
  const { problem } = videoHeader(bytes);
  if (problem !== null) throw new Error(`${path}: ${problem}`);
  return bytes.length;
}

function stateOf(key: string, path: string, look: () => number): HouseFileState {
  try {
    return { key, path, size: look(), problem: null };
  } catch (error) {
    return { key, path, size: null, problem: errorText(error) };
  }
}
