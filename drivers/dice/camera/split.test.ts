import { describe, expect, it } from "vitest";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import { bareSplitter } from "./bare.ts";
import { jpegMax, MjpegSplitter } from "./mjpeg.ts";
import type { Piece, Splitter } from "./split.ts";
import { Y4mSplitter } from "./y4m.ts";

/** What comes out of a splitter was sent whole; whatever is done to the stream, nothing crashes and memory stays bounded. */

const SIZE = { width: 24, height: 16 };
const GREY = SIZE.width * SIZE.height;
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Frames whose bytes are noise: two are never alike, and one that is put together of two is none of them. */
const anyFrame = (random: RandomSource, length = GREY): Uint8Array =>
  Uint8Array.from({ length }, () => random.below(256));

function run(splitter: Splitter, bytes: Uint8Array, random: RandomSource | null = null): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = random === null ? bytes.length : 1 + random.below(700);
    pieces.push(...splitter.push(bytes.subarray(at, at + length)));
    at += length;
  }
  return [...pieces, ...splitter.end()];
}

const frames = (pieces: readonly Piece[]): string[] =>
  pieces.flatMap((piece) => (piece.p === "lost" ? [] : [Buffer.from(piece.data).toString("latin1")]));
const losses = (pieces: readonly Piece[]): string[] =>
  pieces.flatMap((piece) => (piece.p === "lost" ? [piece.why] : []));
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

/** A JPEG's bones: SOI, a segment (with an EOI inside it), a scan with stuffed bytes and restarts, EOI. */
function anyJpeg(random: RandomSource): Uint8Array {
  const body = Array.from({ length: 100 + random.below(400) }, () => random.below(256));
  const scan = body.flatMap((byte) =>
    byte === 0xff ? (random.oneIn(2) ? [0xff, 0] : [0xff, 0xd0 + random.below(8)]) : [byte],
  );
  const segment = [0xff, 0xe1, 0, 12, 0xff, 0xd8, 1, 2, 3, 0xff, 0xd9, random.below(256), random.below(256), 9];
  return Uint8Array.from([0xff, 0xd8, ...segment, 0xff, 0xda, 0, 4, 7, 7, ...scan, 0xff, 0xff, 0xd9]);
}

interface Stream {
  readonly name: string;
  readonly splitter: () => Splitter;
  /** Heads and frames as they are sent. */
  readonly head: Uint8Array;
  readonly frame: (random: RandomSource) => { readonly sent: Uint8Array; readonly given: Uint8Array };
}

const plain = (before: string, chroma: number) => (random: RandomSource) => {
  const given = anyFrame(random);
  return { sent: joined([latin1(before), given, anyFrame(random, chroma)]), given };
};
const STREAMS: readonly Stream[] = [
  {
    name: "bare grey",
    splitter: () => bareSplitter(SIZE, "grey"),
    head: latin1(""),
    frame: plain("", 0),
  },
  {
    name: "bare yuv420",
    splitter: () => bareSplitter(SIZE, "yuv420"),
    head: latin1(""),
    frame: plain("", GREY / 2),
  },
  {
    name: "y4m in grey",
    splitter: () => new Y4mSplitter(SIZE),
    head: latin1("YUV4MPEG2 W24 H16 F30:1 Ip A1:1 Cmono XCOLORRANGE=FULL\n"),
    frame: plain("FRAME\n", 0),
  },
  {
    name: "y4m in colour",
    splitter: () => new Y4mSplitter(SIZE),
    head: latin1("YUV4MPEG2 W24 H16 F30:1 C420mpeg2\n"),
    frame: plain("FRAME Ip\n", GREY / 2),
  },
  {
    name: "jpeg",
    splitter: () => new MjpegSplitter(SIZE),
    head: latin1(""),
    frame: (random) => {
      const given = anyJpeg(random);
      return { sent: given, given };
    },
  },
];

describe.each(STREAMS)("$name", ({ splitter, head, frame }) => {
  it("whole frames come out as they were sent, however the bytes are cut", () => {
    const random = randomFrom("whole");
    const all = Array.from({ length: 60 }, () => frame(random));
    const stream = joined([head, ...all.map(({ sent }) => sent)]);
    for (const cut of [null, random, random.fork("again")]) {
      const pieces = run(splitter(), stream, cut);
      expect(frames(pieces)).toEqual(all.map(({ given }) => text(given)));
      expect(losses(pieces)).toEqual([]);
    }
  });

  it("a stream that ends inside a frame loses that one and says so", () => {
    const random = randomFrom("cut");
    const all = Array.from({ length: 5 }, () => frame(random));
    const stream = joined([head, ...all.map(({ sent }) => sent)]);
    const pieces = run(splitter(), stream.subarray(0, stream.length - 3));
    const sent = all.map(({ given }) => text(given));
    expect(sent.slice(0, 4)).toEqual(expect.arrayContaining(frames(pieces)));
    expect(losses(pieces)).toEqual(["cut"]);
  });
});

/** One piece of damage: bytes that are missing, too many or others. */
function damage(stream: Uint8Array, random: RandomSource): Uint8Array {
  const at = random.below(stream.length);
  const count = 1 + random.below(40);
  const [before, after] = [stream.subarray(0, at), stream.subarray(at)];
  switch (random.below(3)) {
    case 0:
      return joined([before, after.subarray(count)]);
    case 1:
      return joined([before, anyFrame(random, count), after]);
    default:
      return joined([before, stream.subarray(Math.max(0, at - count), at), after]);
  }
}

describe.each(STREAMS.filter(({ name }) => name.startsWith("y4m")))(
  "$name, damaged",
  ({ splitter, head, frame }) => {
    it("a million bytes with bytes missing, added, doubled: never a frame that was not sent whole", () => {
      const random = randomFrom("damage");
      let [bytes, whole, lost] = [0, 0, 0];
      while (bytes < 1_000_000) {
        const all = Array.from({ length: 12 }, () => frame(random));
        const sent = new Set(all.map(({ given }) => text(given)));
        const stream = damage(joined([head, ...all.map((one) => one.sent)]), random);
        const pieces = run(splitter(), stream, random);
        for (const one of frames(pieces)) expect(sent.has(one)).toBe(true);
        bytes += stream.length;
        whole += frames(pieces).length;
        lost += losses(pieces).length;
      }
      expect(whole).toBeGreaterThan(300);
      expect(lost).toBeGreaterThan(60);
    });
  },
);

describe("jpeg, damaged", () => {
  it("a million bytes of damage: begins anew at the next picture, and only whole walks come out", () => {
    const random = randomFrom("jpeg");
    let [bytes, whole, lost] = [0, 0, 0];
    while (bytes < 1_000_000) {
      const all = Array.from({ length: 30 }, () => anyJpeg(random));
      const sent = new Set(all.map(text));
      const stream = damage(damage(joined(all), random), random);
      const pieces = run(new MjpegSplitter(SIZE), stream, random);
      const out = frames(pieces);
      // What is changed inside a scan is for the decoder to refuse; here each begins, ends and is bounded as it must be.
      for (const one of out) {
        expect(one.startsWith("\xff\xd8\xff")).toBe(true);
        expect(one.endsWith("\xff\xd9")).toBe(true);
        expect(one.length).toBeLessThanOrEqual(jpegMax(SIZE));
      }
      const good = out.filter((one) => sent.has(one)).length;
      bytes += stream.length;
      whole += good;
      lost += losses(pieces).length;
    }
    // A segment's damaged length may swallow what comes after it, up to the limit of one picture.
    expect(whole).toBeGreaterThan(1_000);
    expect(lost).toBeGreaterThan(20);
  });

  it("a picture without an end is given up at its limit", () => {
    const endless = joined([Uint8Array.of(0xff, 0xd8, 0xff, 0xda, 0, 2), new Uint8Array(200_000)]);
    const pieces = run(new MjpegSplitter(SIZE), endless, randomFrom("endless"));
    expect(frames(pieces)).toEqual([]);
    expect(losses(pieces)[0]).toBe("long");
  });

  it("zeros after a picture are padding", () => {
    const random = randomFrom("padding");
    const [one, two] = [anyJpeg(random), anyJpeg(random)];
    const pieces = run(new MjpegSplitter(SIZE), joined([one, new Uint8Array(50), two, new Uint8Array(9)]));
    expect(frames(pieces)).toEqual([text(one), text(two)]);
    expect(losses(pieces)).toEqual([]);
  });
});

describe("noise", () => {
  it.each(STREAMS.filter(({ name }) => !name.startsWith("bare")))(
    "$name: no frame, no crash",
    ({ splitter, head }) => {
      const random = randomFrom("noise");
      for (let turn = 0; turn < 40; turn++) {
        const noise = anyFrame(random, 10_000);
        const pieces = run(splitter(), turn % 2 === 0 ? noise : joined([head, noise]), random);
        expect(frames(pieces)).toEqual([]);
      }
    },
  );
});

describe("heads of y4m", () => {
  const frame = joined([latin1("FRAME\n"), new Uint8Array(GREY)]);
  const first = (head: string): Piece | undefined =>
    run(new Y4mSplitter(SIZE), joined([latin1(head), frame]))[0];

  it.each([
    ["another size", "YUV4MPEG2 W25 H16 Cmono\n", "size"],
    ["no size", "YUV4MPEG2 W24 Cmono\n", "head"],
    ["a size twice", "YUV4MPEG2 W24 W24 H16 Cmono\n", "head"],
    ["ten bits", "YUV4MPEG2 W24 H16 Cmono10\n", "head"],
    ["another chroma", "YUV4MPEG2 W24 H16 C444\n", "head"],
    ["another magic", "YUV4MPEG3 W24 H16 Cmono\n", "head"],
    ["a head without an end", `YUV4MPEG2 ${"X".repeat(600)}`, "long"],
    ["a sign in a number", "YUV4MPEG2 W+24 H16 Cmono\n", "size"],
  ])("%s is refused", (_, head, why) => {
    expect(first(head)).toEqual({ p: "lost", why, dead: true });
  });

  it("without a kind it is 4:2:0", () => {
    const colour = joined([latin1("YUV4MPEG2 W24 H16\nFRAME\n"), new Uint8Array(GREY * 1.5)]);
    expect(run(new Y4mSplitter(SIZE), colour)).toMatchObject([{ p: "grey" }]);
  });
});
