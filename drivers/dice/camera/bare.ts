import { Filling, type FrameSize, type Piece, type Splitter } from "./split.ts";

/**
 * Bare frames one after the other: `grey`, or `yuv420` of which only the first plane is kept. Nothing in such a stream says
 * where a frame begins: it is only for programs that write whole frames, and one byte lost inside it shifts the picture
 * for good, which is then seen as a moved camera.
 */
export function bareSplitter({ width, height }: FrameSize, format: "grey" | "yuv420"): Splitter {
  const kept = width * height;
  const chroma = 2 * Math.ceil(width / 2) * Math.ceil(height / 2);
  const whole = format === "grey" ? kept : kept + chroma;
  const frame = new Filling(whole);
  return {
    push: (bytes) => {
      const pieces: Piece[] = [];
      for (let at = 0; at < bytes.length;) {
        at += frame.take(bytes, at);
        if (frame.isFull) pieces.push({ p: "grey", data: frame.emptied().subarray(0, kept) });
      }
      return pieces;
    },
    end: () => {
      if (frame.filled === 0) return [];
      frame.emptied();
      return [{ p: "lost", why: "cut", dead: true }];
    },
  };
}
