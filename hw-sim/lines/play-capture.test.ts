import { expect, it } from "vitest";
import { fakeClock } from "../../src/time/fake-clock.ts";
import { capturedBytes, playCapture, type CapturedLine, type PlayOptions } from "./play-capture.ts";

/** Lines as the live capture has them (2025-09-23, game 004), the number's blank stripped by its host. */
const GAME: readonly CapturedLine[] = [
  { tUs: 0, dir: "in", text: "1" },
  { tUs: 100_000, dir: "in", text: "*X;4;004;31;0;172;0" },
  { tUs: 300_000, dir: "out", text: "*u 1" },
  { tUs: 400_000, dir: "in", text: "4" },
  { tUs: 600_000, dir: "in", text: "*X;5;004; 4;0;171;0" },
  { tUs: 9_000_000, dir: "in", text: "17" },
];

const BYTES = ["1\r\n", "*X;4;004;31;0;172;0\r\n", " 4\n\r", "*X;5;004; 4;0;171;0\r\n", "17\n\r"];

function play(options: Partial<PlayOptions>): {
  clock: ReturnType<typeof fakeClock>;
  heard: [number, string][];
  playing: ReturnType<typeof playCapture>;
} {
  const clock = fakeClock();
  const heard: [number, string][] = [];
  const sink = (bytes: Uint8Array): Promise<void> => {
    heard.push([clock.now(), Buffer.from(bytes).toString("latin1")]);
    return Promise.resolve();
  };
  return { clock, heard, playing: playCapture({ entries: GAME, sink, clock, ...options }) };
}

it("restores terminators and blanks, and leaves the host's lines and a cut line's tail alone", () => {
  expect(capturedBytes(GAME).map(({ bytes }) => bytes)).toEqual(BYTES);
});

it("keeps the original timing", async () => {
  const { clock, heard, playing } = play({});
  await clock.advanceSettling(9_000_000);
  expect(await playing.done).toBe(5);
  expect(heard).toEqual([0, 100_000, 400_000, 600_000, 9_000_000].map((t, i) => [t, BYTES[i]]));
});

it("hurries to the first line that was asked for, and goes on at its own speed, also when it loops", async () => {
  const { clock, heard, playing } = play({ loop: true, hurry: { speed: 10, until: /^\*X;4;/ } });
  await clock.advanceSettling(9_510_000);
  playing.stop();
  expect(heard.map(([t]) => t)).toEqual([0, 10_000, 310_000, 510_000, 8_910_000, 9_410_000, 9_510_000]);
  await clock.advanceSettling(1_000_000);
  await playing.done;
});

it("plays faster, shortens holes, loops until stopped", async () => {
  const { clock, heard, playing } = play({ speed: 2, longestWaitUs: 1_000_000, loop: true });
  await clock.advanceSettling(1_500_000);
  expect(heard.map(([t]) => t)).toEqual([
    0, 50_000, 200_000, 300_000, 800_000, 1_050_000, 1_100_000, 1_250_000, 1_350_000,
  ]);
  playing.stop();
  await clock.advanceSettling(1_000_000);
  expect(await playing.done).toBe(9);
});

it("ends with the sink's error", async () => {
  const clock = fakeClock();
  const playing = playCapture({ entries: GAME, sink: () => Promise.reject(new Error("unplugged")), clock });
  await expect(playing.done).rejects.toThrow("unplugged");
});
