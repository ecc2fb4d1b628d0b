import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { realDisk, setDisk } from "../../files/disk.ts";
import { floorFile, NO_FLOOR, type Floor } from "./floor.ts";

// Whether it is durable is the concern of the tests of power cuts.
beforeEach(() => setDisk({ ...realDisk, fsyncSync: () => undefined }));
afterEach(() => setDisk());

type Six = readonly [number, number, number, number, number, number];
const floorOf = ([imageRoot, image, directorRoot, director, release, base]: Six): Floor => ({
  versions: {
    image: { root: imageRoot, targets: image },
    director: { root: directorRoot, targets: director },
  },
  release,
  base,
});
const NUMBERS = ["image root", "image targets", "director root", "director targets", "release", "base"];

describe("the rollback floor", () => {
  it("is none until one was kept", () => {
    expect(floorFile(temporaryFolder()).read()).toBeNull();
  });

  it.each(NUMBERS)("keeps the higher of two numbers, each for itself: %s", (name) => {
    const place = NUMBERS.indexOf(name);
    const withOne = (all: number, one: number): Floor =>
      floorOf(NUMBERS.map((_, at) => (at === place ? one : all)) as unknown as Six);
    const floors = floorFile(temporaryFolder());
    floors.raise(withOne(5, 5));
    floors.raise(withOne(4, 7));
    expect(floors.read()).toEqual(withOne(5, 7));
    floors.raise(withOne(6, 3));
    expect(floors.read()).toEqual(withOne(6, 7));
  });

  it("is lowered by nothing", () => {
    const floors = floorFile(temporaryFolder());
    floors.raise(floorOf([1, 2, 3, 4, 5, 6]));
    floors.raise(NO_FLOOR);
    expect(floors.read()).toEqual(floorOf([1, 2, 3, 4, 5, 6]));
  });
});
