import { decodeGrey } from "../../drivers/dice/camera/image-file.ts";
import { openKernels, openNetworks, NETWORKS } from "../../drivers/dice/camera/reader-files.ts";
import { parseCalibration } from "../../src/dice/calibration/schema.ts";
import type { DieFace, FaceSet } from "../../src/dice/faces.ts";
import { isCounted } from "../../src/dice/reading/judge-die.ts";
import { READ_DEFAULTS, readDice } from "../../src/dice/reading/read-dice.ts";
import { arenaOf, type Arena } from "../../src/dice/scene/arena.ts";
import type { Box } from "../../src/dice/scene/events.ts";
import { judgeReadings } from "../../src/dice/scene/judge.ts";
import { canonical } from "../../src/record/canonical.ts";
import { CASE_CALIBRATIONS, CASE_PICTURES } from "../../src/record/case-file.ts";
import type { LineFacts } from "../../src/record/chain.ts";
import type { SegmentHead } from "../../src/recording/entry.ts";
import { greyImage, type GreyImage } from "../../src/vision/grey-image.ts";
import { openReader, type ReadPicture } from "../table/dice/reader.ts";
import type { CaseContents } from "../evidence/case/case-contents.ts";
import { picturesIn } from "../files/named-files.ts";
import type { RejudgeDifference } from "./rejudge.ts";

/** A die where a record says that it lay, tenths of a millimetre. */
interface Lay {
  readonly face: string;
  readonly x: number;
  readonly y: number;
}

interface Eye {
  readonly arena: Arena;
  readonly read: ReadPicture;
}

/** How far around a die's middle is looked, sides of a die. */
const AROUND = 1.3;

/**
 * The evidence pictures of a case file, read again: as the eye read them where its calibration is in the file, else without one. Then
 * the readers know nothing of the empty arena and may find fewer dice, but no other ones.
 */
export class CasePictures {
  readonly #reader: CaseContents;
  readonly #eyes = new Map<string, Eye | null>();
  #same = 0;
  #absent = 0;
  #partly = 0;
  #uncalibrated = 0;

  constructor(reader: CaseContents) {
    this.#reader = reader;
  }

  /** Pictures in which all dice were read as the record has them. */
  get same(): number {
    return this.#same;
  }

  notes(): string[] {
    const count = (n: number, what: string): string[] => (n > 0 ? [`${n} pictures ${what}`] : []);
    return [
      ...count(this.#absent, "are not in the file, and were not read again"),
      ...count(this.#partly, "were read again in part: no die came out otherwise, and not every die was read"),
      ...count(
        this.#uncalibrated,
        "were read again without the calibration of their eye, which is not in the file",
      ),
    ];
  }

  /** A die in the picture of this record that is read otherwise than it says; null: there is none. */
  async difference(
    { seq, fields }: LineFacts,
    head: SegmentHead,
    set: FaceSet,
  ): Promise<RejudgeDifference | null> {
    const faces = facesIn(fields);
    const [hash] = picturesIn(fields);
    if (faces === null || hash === undefined) return null;
    const name = `${CASE_PICTURES}${hash}.png`;
    if (!this.#reader.parts.has(name)) {
      this.#absent++;
      return null;
    }
    const whole = await decodeGrey(this.#reader.bytes(name));
    const read = whole === null ? null : this.#read(whole, fields, head, set);
    const otherwise = { seq, field: "picture", signed: canonical(faces), entry: null };
    if (read === null) return { ...otherwise, judged: "no picture that can be read" };
    const left = [...faces];
    for (const face of read) {
      const at = left.indexOf(face);
      if (at < 0) return { ...otherwise, judged: canonical([...read].sort()) };
      left.splice(at, 1);
    }
    if (left.length === 0) this.#same++;
    else this.#partly++;
    return null;
  }

  /** The dice on which all readings agree. */
  #read(whole: GreyImage, fields: LineFacts["fields"], head: SegmentHead, set: FaceSet): readonly DieFace[] {
    const height = Math.floor(whole.height / 2);
    const half = (from: number): GreyImage =>
      greyImage(whole.width, height, whole.data.subarray(from * whole.width, (from + height) * whole.width));
    const [early, late] = [half(0), half(height)];
    const eye = this.#eyeOf(head);
    if (eye === null) return this.#readUncalibrated([early, late], set);
    const boxes = boxesOf(fields, eye.arena);
    const [one, two] = [eye.read(early, boxes, "early"), eye.read(late, boxes, "late")];
    const judged = judgeReadings(eye.arena, { early, late, boxes }, one, two);
    return judged.dice.flatMap(({ face }) => (face === null ? [] : [face]));
  }

  #readUncalibrated(halves: readonly GreyImage[], set: FaceSet): readonly DieFace[] {
    this.#uncalibrated++;
    const networks = openNetworks(openKernels(), NETWORKS[set]);
    const [early = [], late = []] = halves.map((half) =>
      readDice(half, { ...READ_DEFAULTS, networks, set })
        .dice.filter(isCounted)
        .flatMap(({ face }) => (face === null ? [] : [face])),
    );
    // A face that only one half shows is not one on which both agree.
    return early.filter((face, at) => {
      const among = early.slice(0, at + 1).filter((other) => other === face).length;
      return late.filter((other) => other === face).length >= among;
    });
  }

  /** The eye of a recording, by the digest of its calibration; null: that is not in the file. */
  #eyeOf({ options }: SegmentHead): Eye | null {
    const digest = options["eye.digest"];
    if (typeof digest !== "string") return null;
    const known = this.#eyes.get(digest);
    if (known !== undefined) return known;
    const eye = this.#openEye(digest);
    this.#eyes.set(digest, eye);
    return eye;
  }

  #openEye(digest: string): Eye | null {
    for (const name of this.#reader.parts.keys()) {
      if (!name.startsWith(CASE_CALIBRATIONS)) continue;
      const read = parseCalibration(this.#reader.text(name));
      if (!read.ok || read.digest !== digest) continue;
      const arena = arenaOf(read.calibration);
      return { arena, read: openReader(arena) };
    }
    return null;
  }
}

/** The dice that a record says the machine read; null: it says nothing of dice, or people named them. */
function facesIn({ kind, result, faces }: LineFacts["fields"]): readonly string[] | null {
  const { faces: thrown, manual } = (result ?? {}) as Readonly<Record<string, unknown>>;
  if (kind === "result" && Array.isArray(thrown) && manual !== true) return thrown as string[];
  return kind === "first-dice" && Array.isArray(faces) ? (faces as string[]) : null;
}

/** Where the dice lie in the picture by the record; the whole picture where it does not say. */
function boxesOf({ result }: LineFacts["fields"], { geometry, diePx, calibration }: Arena): readonly Box[] {
  const { lay } = (result ?? {}) as { readonly lay?: readonly Lay[] };
  const { width, height, dieMm } = calibration;
  if (lay === undefined || lay.length === 0) return [{ x: 0, y: 0, width, height }];
  const side = Math.ceil(AROUND * diePx);
  const boxes = lay.map(({ x, y }) => {
    const at = geometry.toPixel({ x: x / 10, y: y / 10 }, dieMm);
    const left = Math.max(0, Math.round(at.x) - side);
    const top = Math.max(0, Math.round(at.y) - side);
    const right = Math.min(width, Math.round(at.x) + side);
    const bottom = Math.min(height, Math.round(at.y) + side);
    return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
  });
  return joinBoxes(boxes.filter((box) => box.width > 0 && box.height > 0));
}

/** Boxes that meet are one, as the eye's own are. */
function joinBoxes(boxes: readonly Box[]): readonly Box[] {
  const apart: Box[] = [];
  for (let box of boxes) {
    for (let at = apart.findIndex((other) => doMeet(other, box)); at >= 0;) {
      const [other] = apart.splice(at, 1);
      if (other !== undefined) box = boxAround(other, box);
      at = apart.findIndex((one) => doMeet(one, box));
    }
    apart.push(box);
  }
  return apart;
}

const doMeet = (a: Box, b: Box): boolean =>
  a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;

function boxAround(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}
