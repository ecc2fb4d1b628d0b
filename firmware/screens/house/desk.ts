import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Pack } from "../../../src/rules/pack.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { NODE_OPTIONS } from "../../node-options.ts";
import type { HouseConfig } from "../../table/config/house-config.ts";
import { openingAt } from "../../table/config/house-hours.ts";
import {
  fileProblem,
  filesOf,
  HOUSE_PICTURES,
  readBelow,
  VIDEO_FILE_MAX,
  type HousePicture,
  type HouseVideo,
} from "./files.ts";
import type { PicturesAsked, PicturesRead } from "./picture-child.ts";
import type { Attraction, HouseShown } from "./shown.ts";
import { houseStyle } from "./style.ts";
import { videoHeader } from "./video-header.ts";
import { limitsShown, rulesShown } from "./words.ts";

/** How long the pictures of a house may take to be opened, µs. */
export const PICTURES_US = 30 * US_PER_S;
/** Old generation of what opens them, megabytes; the pictures themselves lie outside of it. */
const PICTURES_MEGABYTES = 64;
const PICTURES_PROGRAM = new URL("./picture-child.ts", import.meta.url);

/** The house of a table, as its screens are told of it. */
export interface HouseSettings {
  readonly house: HouseConfig;
  /** The folder of the configuration, below which its files lie. */
  readonly folder: string;
  /** By which its hours count. */
  readonly zone: string;
}

/** A file as it is sent. */
export interface ShownFile {
  readonly type: string;
  readonly bytes: Buffer;
}

type FileName = HousePicture | HouseVideo;

/** What the screens show of the house: its colours, words and files, read once. */
export class HouseDesk {
  /** Its colours and letters, as styles. */
  readonly style: string;
  readonly #settings: HouseSettings | null;
  readonly #clock: Clock;
  readonly #files: Promise<ReadonlyMap<FileName, ShownFile>>;

  /** `tell`: takes one line for each file that is not shown. */
  constructor(settings: HouseSettings | null, clock: Clock, tell: (line: string) => void) {
    this.#settings = settings;
    this.#clock = clock;
    this.style = houseStyle(settings?.house ?? null);
    this.#files = settings === null ? Promise.resolve(new Map()) : readFiles(settings, clock, tell);
  }

  /** What pages are told, once the house's files were looked at. */
  async shown(pack: Pack | null): Promise<HouseShown | null> {
    const files = await this.#files;
    if (this.#settings === null) return null;
    const { house, zone } = this.#settings;
    const attraction = (of: "closed" | "idle"): Attraction => ({
      picture: files.has(`${of}-picture`),
      video: files.has(`${of}-video`),
    });
    return {
      name: house.name ?? null,
      logo: files.has("logo"),
      closed: attraction("closed"),
      idle: house.idle === undefined ? null : { minutes: house.idle.minutes, ...attraction("idle") },
      limits: pack === null ? null : limitsShown(house.limits, pack),
      rules: pack === null ? [] : rulesShown(house.rules, pack),
      opening: openingAt(house.hours ?? [], zone, this.#clock.wall()),
    };
  }

  /** A file by its name; null: there is none. */
  async file(name: string): Promise<ShownFile | null> {
    return (await this.#files).get(name as FileName) ?? null;
  }
}

/** Every file of a house that can be shown. Never rejects. */
async function readFiles(
  { house, folder }: HouseSettings,
  clock: Clock,
  tell: (line: string) => void,
): Promise<ReadonlyMap<FileName, ShownFile>> {
  const files = new Map<FileName, ShownFile>();
  const { pictures, videos } = filesOf(house);
  for (const { name, key, path } of videos)
    try {
      const bytes = readBelow(folder, path, VIDEO_FILE_MAX);
      const { type, problem } = videoHeader(bytes);
      if (problem === null) files.set(name, { type, bytes });
      else tell(fileProblem(key, new Error(`${path}: ${problem}`)));
    } catch (error) {
      tell(fileProblem(key, error));
    }
  if (pictures.length === 0) return files;
  const read = await openPictures({ folder, pictures }, clock);
  if (read === "ended") return files;
  if (read === null)
    for (const { key, path } of pictures)
      tell(fileProblem(key, new Error(`${path}: it could not be opened within its limits of time and memory`)));
  for (const line of read?.problems ?? []) tell(line);
  for (const name of HOUSE_PICTURES) {
    const bytes = read?.pictures[name];
    if (bytes !== undefined) files.set(name, { type: "image/webp", bytes: Buffer.from(bytes, "base64") });
  }
  return files;
}

/** Signals that end a table or a preview whole: what then has no answer says nothing of the pictures. */
const ENDING: readonly (NodeJS.Signals | null)[] = ["SIGTERM", "SIGINT", "SIGHUP"];

/** Has the pictures opened by a program of its own; null: it ended without an answer; `ended`: so does everything here. */
async function openPictures(asked: PicturesAsked, clock: Clock): Promise<PicturesRead | "ended" | null> {
  const child = spawn(
    process.execPath,
    [...NODE_OPTIONS, `--max-old-space-size=${PICTURES_MEGABYTES}`, fileURLToPath(PICTURES_PROGRAM)],
    { stdio: ["pipe", "pipe", "ignore"], env: {} },
  );
  const limit = clock.after(PICTURES_US, "limit of a house's pictures", () => void child.kill("SIGKILL"));
  child.once("error", () => undefined);
  child.stdin.once("error", () => undefined);
  child.stdin.end(JSON.stringify(asked));
  const closed = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once("close", (_status, signal) => resolve(signal));
    child.once("error", () => resolve(null));
  });
  try {
    return JSON.parse(await text(child.stdout)) as PicturesRead;
  } catch {
    return ENDING.includes(await closed) ? "ended" : null;
  } finally {
    limit.cancel();
  }
}
