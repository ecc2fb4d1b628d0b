import { describe, expect, test } from "vitest";
import {
  isTarName,
  readTarHeader,
  TAR_BLOCK,
  TAR_BYTES_MAX,
  TAR_NAME_MAX,
  tarHeader,
  tarPadding,
} from "./tar.ts";

describe("a header", () => {
  test.each([0, 1, 511, 512, TAR_BYTES_MAX])("of a file of %i bytes reads back", (bytes) => {
    const entry = { name: "tirada-case/pictures/a.png", bytes };
    expect(readTarHeader(tarHeader(entry))).toEqual(entry);
    expect((tarPadding(bytes) + bytes) % TAR_BLOCK).toBe(0);
  });

  test("has the checksum of POSIX: the sum of its bytes, its own place as spaces", () => {
    const header = tarHeader({ name: "a/b", bytes: 8 });
    const written = Number.parseInt(Buffer.from(header.subarray(148, 154)).toString(), 8);
    const blank = Uint8Array.from(header).fill(0x20, 148, 156);
    expect(written).toBe(blank.reduce((sum, byte) => sum + byte, 0));
    expect(Buffer.from(header.subarray(257, 265)).toString()).toBe("ustar\x0000");
  });

  test("with any byte changed is none", () => {
    const header = tarHeader({ name: "a/b.json", bytes: 77 });
    for (let at = 0; at < TAR_BLOCK; at++)
      for (const bit of [1, 32, 128]) {
        const changed = Uint8Array.from(header);
        changed[at] = (changed[at] ?? 0) ^ bit;
        expect(readTarHeader(changed), `byte ${at}`).toBeNull();
      }
  });

  test("of another length is none", () => {
    const header = tarHeader({ name: "a", bytes: 0 });
    for (const block of [header.subarray(1), Buffer.concat([header, Uint8Array.of(0)]), new Uint8Array(0)])
      expect(readTarHeader(block)).toBeNull();
    expect(readTarHeader(new Uint8Array(TAR_BLOCK))).toBeNull();
  });
});

test.each(["../a", "a/../b", "/a", "a//b", "a/", ".a", "-a", "a/-b", "A", "a b", "a\0b", "", "é"])(
  "%j leads out of a folder, or is no name",
  (name) => {
    expect(isTarName(name)).toBe(false);
    expect(() => tarHeader({ name, bytes: 0 })).toThrow("cannot be the name of a file");
  },
);

test("a name has so many letters and no more", () => {
  expect(isTarName("a".repeat(TAR_NAME_MAX))).toBe(true);
  expect(isTarName("a".repeat(TAR_NAME_MAX + 1))).toBe(false);
  expect(isTarName("a@1/b-c_d.e")).toBe(true);
});

test.each([-1, 0.5, NaN, TAR_BYTES_MAX + 1])("%d is no length of a file", (bytes) => {
  expect(() => tarHeader({ name: "a", bytes })).toThrow(`a of ${bytes} bytes cannot be a file`);
});
