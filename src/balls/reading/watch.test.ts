import { describe, expect, it } from "vitest";
import { monoUs } from "../../time/instant.ts";
import { greyImage } from "../../vision/grey-image.ts";
import type { Look } from "./read-ball.ts";
import { AGAIN_US, isDark, loseSight, UNREAD_US, WATCH_START, watchFrame, type LookedFrame } from "./watch.ts";

const FRAME_US = 66_667;
const DISC = { x: 8, y: 8, radius: 6 };
const number = (of: number): Look => ({ see: "number", number: of, disc: DISC });
const unread: Look = { see: "unread", why: "unsure", disc: DISC };
const beside: Look = { see: "unread", why: "not-alone", disc: DISC };
const none: Look = { see: "no-ball" };

/** A camera whose frames show these things, one after the other. */
class Watched {
  state = WATCH_START;
  t = 0;
  readonly seen: string[] = [];
  #before: LookedFrame | null = null;
  #grey = 100;

  /** So many frames; `rolls`: each shows another side of the ball. */
  see(look: Look, frames = 6, rolls = false): this {
    for (let frame = 0; frame < frames; frame++) {
      this.t += FRAME_US;
      if (rolls) this.#grey = this.#grey === 100 ? 140 : 100;
      const now = { t: monoUs(this.t), image: greyImage(16, 16, new Uint8Array(256).fill(this.#grey)), look };
      const { state, seen } = watchFrame(this.state, now, this.#before);
      this.state = state;
      this.#before = now;
      if (seen !== null) this.seen.push(String(seen.number ?? seen.why));
    }
    return this;
  }

  lose(): this {
    this.state = loseSight(this.state);
    this.#before = null;
    return this;
  }
}

const LONG = Math.ceil(UNREAD_US / FRAME_US) + 3;

describe("what comes past the camera", () => {
  it("is told once for as long as it lies there, and the next ball after it", () => {
    expect(new Watched().see(none).see(number(17), 200).see(none).see(number(90), 50).see(none).seen).toEqual([
      "17",
      "90",
    ]);
  });

  it("is not told while it rolls, by one frame, or by frames that do not agree", () => {
    const watched = new Watched().see(number(17), 10, true).see(none).see(number(18), 2).see(none);
    for (let turn = 0; turn < 4; turn++) watched.see(number(66), 2).see(number(99), 2);
    expect(watched.seen).toEqual([]);
  });

  it("that pushes the one before out is another ball; one that turns over is the same", () => {
    expect(new Watched().see(number(17)).see(beside, 2).see(number(18)).seen).toEqual(["17", "18"]);
    expect(new Watched().see(number(17)).see(unread, 8, true).see(number(17)).see(unread, LONG).seen).toEqual([
      "17",
    ]);
  });

  it("that cannot be read is told so once it has lain there, and not again when it is read later", () => {
    expect(new Watched().see(unread, LONG).see(number(17), 20).see(none).seen).toEqual(["weak"]);
    expect(new Watched().see(beside, LONG).see(none).seen).toEqual(["two-balls"]);
  });

  it("that was read as two numbers without having been away is neither", () => {
    expect(new Watched().see(number(66)).see(number(99)).seen).toEqual(["66", "differ"]);
  });

  it("that is shown again is the same, and after a while it is told: a game may begin with it", () => {
    const watched = new Watched().see(number(17)).see(none).see(number(17)).see(none);
    expect(watched.seen).toEqual(["17"]);
    expect(watched.see(none, Math.ceil(AGAIN_US / FRAME_US)).see(number(17)).seen).toEqual(["17", "17"]);
  });

  it("after a lost picture is the same where its number is, and another where it is not or cannot be read", () => {
    expect(new Watched().see(number(17)).lose().see(number(17)).seen).toEqual(["17"]);
    expect(new Watched().see(number(17)).lose().see(number(18)).seen).toEqual(["17", "18"]);
    expect(new Watched().see(number(17)).lose().see(unread, LONG).seen).toEqual(["17", "weak"]);
  });

  it("is nothing that could be seen in the dark", () => {
    expect(isDark(greyImage(4, 4, new Uint8Array(16).fill(6)))).toBe(true);
    expect(isDark(greyImage(4, 4, new Uint8Array(16).fill(20)))).toBe(false);
  });
});
