import { expect, test } from "vitest";
import { readIntelHex } from "./intel-hex.ts";

/** Two records and the end: what objcopy writes. */
const IMAGE = ":100000000C9434000C943E000C943E000C943E0082\n:0400100000940895BB\n:00000001FF\n";

test("records become memory; what an image leaves out is erased", () => {
  const memory = readIntelHex(IMAGE, 32);
  expect([...memory.subarray(16, 22)]).toEqual([0, 0x94, 8, 0x95, 0xff, 0xff]);
});

test("a damaged image is refused, naming the line", () => {
  expect(() =>
    readIntelHex(
      IMAGE.replace(/^:.{8}../, (start) => `${start.slice(0, 9)}99`),
      32_768,
    ),
  ).toThrow("line 1");
  expect(() => readIntelHex(":00000001FF\n:00000001FF\n", 16)).toThrow("line 2: a record after the end record");
  expect(() => readIntelHex(":0100100055 9A\n", 16)).toThrow("line 1");
  expect(() => readIntelHex(":01001000559A\n:00000001FF\n", 16)).toThrow("beyond the program memory");
  expect(() => readIntelHex("", 16)).toThrow("end record is missing");
});
