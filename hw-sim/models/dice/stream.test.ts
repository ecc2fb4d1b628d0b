import { describe, expect, it } from "vitest";
import { greyImage } from "../../../src/vision/grey-image.ts";
import { frameBytes, streamHeader } from "./stream.ts";

const FRAME = greyImage(4, 2, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8));
const text = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

describe("a camera's bytes", () => {
  it("raw: the picture and nothing else", () => {
    expect(streamHeader("raw", 4, 2, 30)).toHaveLength(0);
    expect(frameBytes("raw", FRAME)).toEqual(FRAME.data);
  });

  it("y4m: the header names size, rate and one grey plane; each frame has its mark", () => {
    expect(text(streamHeader("y4m", 4, 2, 30))).toBe("YUV4MPEG2 W4 H2 F30:1 Ip A1:1 Cmono\n");
    const bytes = frameBytes("y4m", FRAME);
    expect(text(bytes.subarray(0, 6))).toBe("FRAME\n");
    expect(bytes.subarray(6)).toEqual(FRAME.data);
  });
});
