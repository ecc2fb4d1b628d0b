import { describe, expect, it } from "vitest";
import { randomFrom } from "../time/random-source.ts";
import { byteShift } from "./byte-shift.ts";
import { greyImage, type GreyImage } from "./grey-image.ts";

const [WIDTH, HEIGHT] = [320, 240];

/** A cloth with a pattern of its own: blobs of any size and level. */
function cloth(seed: string): GreyImage {
  const random = randomFrom(seed);
  const data = new Uint8Array(WIDTH * HEIGHT).fill(90);
  for (let blob = 0; blob < 60; blob++) {
    const [x, y, r, level] = [
      random.below(WIDTH),
      random.below(HEIGHT),
      4 + random.below(24),
      40 + random.below(150),
    ];
    for (let dy = -r; dy <= r; dy++)
      for (let dx = -r; dx <= r; dx++)
        if (dx * dx + dy * dy <= r * r && y + dy >= 0 && y + dy < HEIGHT && x + dx >= 0 && x + dx < WIDTH)
          data[(y + dy) * WIDTH + x + dx] = level;
  }
  return greyImage(WIDTH, HEIGHT, data);
}

/** What a stream of frames with this many bytes beside the grey plane shows from `shift` bytes on. */
function shifted({ data }: GreyImage, shift: number, beside = 0): GreyImage {
  const whole = data.length + beside;
  const at = (place: number): number => (place % whole < data.length ? (data[place % whole] ?? 0) : 128);
  return greyImage(
    WIDTH,
    HEIGHT,
    Uint8Array.from(data, (_, place) => at(place + shift + whole)),
  );
}

const changed = ({ data }: GreyImage, change: (level: number, at: number) => number): GreyImage =>
  greyImage(
    WIDTH,
    HEIGHT,
    Uint8Array.from(data, (level, at) => Math.max(0, Math.min(255, change(level, at)))),
  );

const half = (image: GreyImage): GreyImage =>
  greyImage(
    WIDTH / 2,
    HEIGHT / 2,
    Uint8Array.from({ length: image.data.length / 4 }, (_, at) => {
      const [x, y] = [2 * (at % (WIDTH / 2)), 2 * Math.floor(at / (WIDTH / 2))];
      const of = (dx: number, dy: number): number => image.data[(y + dy) * WIDTH + x + dx] ?? 0;
      return (of(0, 0) + of(1, 0) + of(0, 1) + of(1, 1)) / 4;
    }),
  );

describe("a picture of the same place", () => {
  const known = cloth("known");
  const noise = randomFrom("noise");

  it.each<[string, GreyImage]>([
    ["as it was", known],
    ["with noise", changed(known, (level) => level + noise.below(13) - 6)],
    ["in less light", changed(known, (level) => 0.8 * level)],
    ["in light from one side", changed(known, (level, at) => level * (0.7 + (0.6 * (at % WIDTH)) / WIDTH))],
    ["a third of it under a hand", changed(known, (level, at) => (at < known.data.length / 3 ? 190 : level))],
    ["moved by a pixel", shifted(known, 1)],
    ["all in the dark", changed(known, () => 3)],
    ["another place", cloth("other")],
  ])("%s is not shifted", (_, image) => {
    expect(byteShift(image, known)).toBeNull();
    expect(byteShift(image, half(known))).toBeNull();
  });

  it.each([
    ["half a row", WIDTH / 2],
    ["ten rows and a bit", 10 * WIDTH + 77],
    ["a third of the picture", Math.floor((WIDTH * HEIGHT) / 3)],
    ["so that it begins too late", -(40 * WIDTH + 90)],
  ])("%s: shifted", (_, shift) => {
    for (const beside of [0, (WIDTH * HEIGHT) / 2]) {
      const found = byteShift(shifted(known, shift, beside), half(known));
      // Without anything between the frames a shift is one the other way as well.
      const all = WIDTH * HEIGHT + beside;
      const off = Math.min(...[-all, 0, all].map((round) => Math.abs((found ?? Infinity) - shift - round)));
      expect(off).toBeLessThan(3 * WIDTH);
    }
  });

  it("shifted, in other light, with noise and dice on it", () => {
    const dice = changed(known, (level, at) => {
      const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
      return x > 140 && x < 165 && y > 100 && y < 125 ? 230 : 0.9 * level + noise.below(9) - 4;
    });
    expect(byteShift(shifted(dice, 60 * WIDTH + 100), half(known))).not.toBeNull();
  });

  it("of another form is none that can be compared", () => {
    expect(
      byteShift(known, greyImage(WIDTH, HEIGHT / 2, known.data.subarray(0, WIDTH * (HEIGHT / 2)))),
    ).toBeNull();
  });
});
