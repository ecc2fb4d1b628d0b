import { join } from "node:path";
import { encodePng } from "../../../drivers/dice/camera/image-file.ts";
import { sha256Hex } from "../../../src/record/bytes.ts";
import type { GreyImage } from "../../../src/vision/grey-image.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { isThere, readdirSync, statSync, unlinkSync } from "../../files/disk.ts";
import { createDurably, makeFolder } from "../../files/durable.ts";

/** Evidence pictures: what was read, stored under its own hash before the throw is reported. */
export interface PictureStore {
  /** Keeps both averages as one picture, the earlier one above. Resolves with the file's SHA-256, or null when it cannot be kept. */
  store(early: GreyImage, late: GreyImage): Promise<string | null>;
}

/** Pictures of one table, whatever their size: a folder beyond it is slow to list. */
export const PICTURES_MAX = 200_000;

const DAY_MS = 86_400_000;

interface StoredPicture {
  readonly name: string;
  readonly bytes: number;
  readonly at: number;
}

/** Opens the folder, makes it when it is missing. Throws when it cannot be read. `limitBytes`: the oldest pictures go first, none of them before it is `days` old. */
export function openPictures(
  folder: string,
  limitBytes: number,
  { days, clock }: { readonly days: number; readonly clock: Pick<Clock, "wall"> },
): PictureStore {
  makeFolder(folder);
  const stored = listPictures(folder);
  let total = stored.reduce((sum, { bytes }) => sum + bytes, 0);
  const deleteOldest = (bytes: number): void => {
    while (stored.length > 0 && (total + bytes > limitBytes || stored.length >= PICTURES_MAX)) {
      const [oldest] = stored;
      if (oldest === undefined || (days > 0 && oldest.at >= clock.wall() - days * DAY_MS)) return;
      stored.shift();
      total -= oldest.bytes;
      const path = join(folder, oldest.name);
      if (isThere(path)) unlinkSync(path);
    }
  };
  return {
    store: async (early, late) => {
      try {
        const png = await encodePng(stackPictures(early, late));
        if (png.length > limitBytes) return null;
        const hash = sha256Hex(png);
        const name = `${hash}.png`;
        const path = join(folder, name);
        // The same bytes under the same name are kept already.
        if (isThere(path)) return hash;
        deleteOldest(png.length);
        createDurably(path, png, 0o640);
        stored.push({ name, bytes: png.length, at: clock.wall() });
        total += png.length;
        return hash;
      } catch {
        return null;
      }
    },
  };
}

function listPictures(folder: string): StoredPicture[] {
  return readdirSync(folder)
    .filter((name) => /^[0-9a-f]{64}\.png$/.test(name))
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return { name, bytes: size, at: mtimeMs };
    })
    .sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1));
}

function stackPictures(early: GreyImage, late: GreyImage): GreyImage {
  const data = new Uint8Array(early.data.length + late.data.length);
  data.set(early.data);
  data.set(late.data, early.data.length);
  return { width: early.width, height: early.height + late.height, data };
}
