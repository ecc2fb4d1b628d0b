import { describe, expect, it } from "vitest";
import { randomFrom } from "../../src/time/random-source.ts";
import { greyImage, type GreyImage } from "../../src/vision/grey-image.ts";
import { joined, shifted, streamOf, type StreamFault } from "./stream.ts";

const W = 8;
const H = 6;
const frame = (n: number): GreyImage =>
  greyImage(
    W,
    H,
    Uint8Array.from({ length: W * H }, (_, i) => (n * 31 + i * 3) % 251),
  );
const FRAMES = Array.from({ length: 6 }, (_, n) => frame(n));
const text = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

function chunks(format: "raw" | "y4m", ...faults: StreamFault[]): Uint8Array[] {
  return [...streamOf(format, 30, FRAMES, faults, randomFrom("stream"))];
}

describe("a camera's bytes", () => {
  it("raw: frames back to back and nothing else", () => {
    const all = joined(chunks("raw"));
    expect(all.length).toBe(6 * W * H);
    expect(all.subarray(2 * W * H, 3 * W * H)).toEqual(FRAMES[2]!.data);
  });

  it("y4m: the header names size, rate and one grey plane; each frame has its mark", () => {
    const [head, first, second] = chunks("y4m");
    expect(text(head!)).toBe("YUV4MPEG2 W8 H6 F30:1 Ip A1:1 Cmono\n");
    expect(text(first!.subarray(0, 6))).toBe("FRAME\n");
    expect(second!.subarray(6)).toEqual(FRAMES[1]!.data);
  });

  it("a frozen camera repeats its last frame to the byte, then goes on", () => {
    const [, ...seen] = chunks("raw", { kind: "frozen", at: 2, count: 3 });
    expect(seen.map((bytes) => FRAMES.findIndex(({ data }) => text(data) === text(bytes)))).toEqual([
      0, 1, 1, 1, 1, 5,
    ]);
  });

  it("dropped frames are missing, a cut one is short, the end is the end", () => {
    expect(chunks("raw", { kind: "dropped", at: 1, count: 2 }).length).toBe(1 + 4);
    expect(chunks("raw", { kind: "cut", at: 1, bytes: 17 })[2]!.length).toBe(17);
    expect(chunks("raw", { kind: "end", at: 3 }).length).toBe(1 + 4);
  });

  it("garbage comes before its frame; a bad header replaces the good one", () => {
    const all = chunks("y4m", { kind: "garbage", at: 1, bytes: 9 }, { kind: "bad-header", text: "RIFF" });
    expect(text(all[0]!)).toBe("RIFF");
    expect(all.map(({ length }) => length)).toEqual([4, 54, 9, 54, 54, 54, 54, 54]);
  });

  it("black, white and dimmed frames", () => {
    const black = chunks("raw", { kind: "black", at: 0, count: 1 });
    expect(Math.max(...black[1]!)).toBeLessThan(4);
    expect(black[2]).toEqual(FRAMES[1]!.data);
    expect(Math.min(...chunks("raw", { kind: "white", at: 0, count: 9 })[6]!)).toBe(255);
    const dim = chunks("raw", { kind: "dimmed", at: 4, factor: 0.5 });
    expect(dim[4]).toEqual(FRAMES[3]!.data);
    expect([...dim[5]!]).toEqual([...FRAMES[4]!.data].map((grey) => Math.round(grey / 2)));
  });

  it("a knocked camera: whole pixels move, halves are means, the edge repeats", () => {
    const moved = shifted(FRAMES[0]!, 2, 1).data;
    expect(moved[3 * W + 5]).toBe(FRAMES[0]!.data[2 * W + 3]);
    expect(moved[0]).toBe(FRAMES[0]!.data[0]);
    const half = shifted(greyImage(2, 1, Uint8Array.of(0, 100)), 0.5, 0).data;
    expect([...half]).toEqual([0, 50]);
    expect(chunks("raw", { kind: "shifted", at: 3, x: 2, y: 1 })[4]).toEqual(shifted(FRAMES[3]!, 2, 1).data);
  });
});
