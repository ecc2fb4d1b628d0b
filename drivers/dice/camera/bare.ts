import { FrameBuffer, type FrameSize, type Piece, type Splitter } from "./split.ts";

/**
 * Bare frames one after the other: `grey`, or `yuv420` of which only the first plane is kept. Nothing in such a stream says
 * where a frame begins, and one byte lost or added shifts every frame after it.
 */

export type BareFormat = "grey" | "yuv420";

/** Bytes of one frame; its grey plane comes first. */
export function bareBytes({ width, height }: FrameSize, format: BareFormat): number {
  const chroma = 2 * Math.ceil(width / 2) * Math.ceil(height / 2);
  return format === "grey" ? width * height : width * height + chroma;
}

const greyPlane = (frame: Uint8Array, { width, height }: FrameSize): Uint8Array =>
  frame.subarray(0, width * height);

/** Of a file, whose length says whether its frames are whole, or of frames that never were on a line. */
export function bareSplitter(size: FrameSize, format: BareFormat): Splitter {
  const frame = new FrameBuffer(bareBytes(size, format));
  return {
    push: (bytes) => {
      const pieces: Piece[] = [];
      for (let at = 0; at < bytes.length;) {
        at += frame.fill(bytes, at);
        if (frame.isFull) pieces.push({ p: "grey", data: greyPlane(frame.takeContents(), size) });
      }
      return pieces;
    },
    end: () => {
      if (frame.filled === 0) return [];
      frame.takeContents();
      return [{ p: "lost", why: "cut", dead: true }];
    },
  };
}

/** So often the stream must fall quiet between two frames before a frame is believed, at its start and after every doubt. */
export const QUIETS_SURE = 3;
/** So often it may fall quiet inside a frame, without once doing so between two, before it is given up. */
export const QUIETS_INSIDE = 8;
/** Frames that wait to be believed; a stream that brings more without a pause is never known to be whole. */
export const FRAMES_WAITING = 16;

/**
 * Of a running program. A camera writes a frame and then waits for the next one: where the stream falls quiet, a frame has
 * ended. A frame is given only when it came without a pause inside, and the stream fell quiet between two frames several
 * times in a row since the last doubt, and after this one. In a shifted stream it falls quiet inside frames: none of them is
 * given, and the program is started anew. So is one that never pauses.
 */
export function liveBareSplitter(size: FrameSize, format: BareFormat): Splitter {
  const frame = new FrameBuffer(bareBytes(size, format));
  let waiting: Uint8Array[] = [];
  let between = 0;
  let inside = 0;
  let isTorn = false;
  const dead = (): readonly Piece[] => {
    frame.takeContents();
    waiting = [];
    return [{ p: "lost", why: "cut", dead: true }];
  };
  return {
    push: (bytes) => {
      const pieces: Piece[] = [];
      for (let at = 0; at < bytes.length;) {
        at += frame.fill(bytes, at);
        if (!frame.isFull) continue;
        const data = greyPlane(frame.takeContents(), size);
        if (isTorn) pieces.push({ p: "lost", why: "cut", dead: false });
        else waiting.push(data);
        isTorn = false;
        if (waiting.length > FRAMES_WAITING) return [...pieces, ...dead()];
      }
      return pieces;
    },
    handlePause: () => {
      if (frame.filled > 0) {
        between = 0;
        inside++;
        isTorn = true;
        return inside < QUIETS_INSIDE ? [] : dead();
      }
      inside = 0;
      between = Math.min(between + 1, QUIETS_SURE);
      if (between < QUIETS_SURE) return [];
      const believed = waiting;
      waiting = [];
      return believed.map((data): Piece => ({ p: "grey", data }));
    },
    end: () => (frame.filled === 0 && waiting.length === 0 ? [] : dead()),
  };
}
