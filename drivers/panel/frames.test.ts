import fc from "fast-check";
import { expect, test } from "vitest";
import { waitingLine } from "../boot-section/board-line.test-help.ts";
import { FrameReader, type Frame } from "./frames.ts";

const sysex = (...inner: number[]): number[] => [0xf0, ...inner, 0xf7];
const NAME = Array.from("tirada-panel").flatMap((letter) => [letter.charCodeAt(0), 0]);
const FIRMWARE = sysex(0x79, 1, 0, ...NAME);
const IN = [0, 1, 11, 1, 127];
const OUT = [1, 1, 127];
const NONE = [127];
const PINS = [
  NONE,
  NONE,
  IN,
  IN,
  IN,
  IN,
  IN,
  IN,
  OUT,
  OUT,
  OUT,
  OUT,
  OUT,
  NONE,
  OUT,
  OUT,
  OUT,
  OUT,
  NONE,
  NONE,
];
const CAPABILITIES = sysex(0x6c, ...PINS.flat());
const MAPPING = sysex(0x6a, ...PINS.map(() => 127));

const read = (...bytes: number[]): Frame[] => new FrameReader().parseBytes(Uint8Array.from(bytes));
const kinds = (...bytes: number[]): string[] => read(...bytes).map(({ kind }) => kind);

test("knows what the firmware says, however it is cut", () => {
  const all = [0xf9, 2, 5, ...FIRMWARE, ...CAPABILITIES, ...MAPPING, 0x90, 0x7c, 1];
  const wanted = ["version", "firmware", "capabilities", "analog-mapping", "levels"];
  expect(kinds(...all)).toEqual(wanted);
  const reader = new FrameReader();
  expect(all.flatMap((byte) => reader.parseBytes(Uint8Array.of(byte))).map(({ kind }) => kind)).toEqual(wanted);
  expect(reader.damaged).toBe(0);
});

test("passes nothing on that the panel cannot have said", () => {
  expect(kinds(0xe0, 1, 1, 0x91, 1, 1, 0x90, 1, 0xff, 0xf9, 3, 0)).toEqual([]);
  expect(kinds(...MAPPING)).toEqual([]);
  expect(kinds(...sysex(0x6e, 120, 1, 1), ...sysex(0x71, 65, 0), ...sysex(0x79, 2, 0, ...NAME))).toEqual([]);
  expect(kinds(...CAPABILITIES.with(5, 2))).toEqual([]);
  expect(kinds(...sysex(0x79, 1, 0, 83, 0))).toEqual([]);
});

test("finds its way back after damage, and holds little of what never ends", () => {
  const reader = new FrameReader();
  reader.parseBytes(new Uint8Array(100_000).fill(0x11));
  reader.parseBytes(Uint8Array.of(0xf0));
  reader.parseBytes(new Uint8Array(100_000).fill(0x11));
  expect(JSON.stringify(Object.values(reader)).length).toBeLessThan(1_000);
  expect(reader.damaged).toBeGreaterThan(199_000);
  expect(reader.parseBytes(Uint8Array.of(0xf9, 2, 0x90, 4, 0)).map(({ kind }) => kind)).toEqual(["levels"]);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (noise) => {
      const one = new FrameReader();
      one.parseBytes(noise);
      // A message that noise left open may swallow the first one after it, and no more.
      return one.parseBytes(Uint8Array.of(0x90, 4, 0, 0x90, 4, 0)).length >= 1;
    }),
  );
});

test("the line of a boot section is told, and nothing of it is Firmata", () => {
  const reader = new FrameReader();
  const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  expect(reader.parseBytes(bytes(waitingLine(2, "none")))).toEqual([{ kind: "waits", bytes: [] }]);
  // Behind a message that was cut, and cut itself.
  reader.parseBytes(Uint8Array.of(0x90, 4));
  expect(reader.parseBytes(bytes(`${waitingLine(2, "none")}${waitingLine(2, "torn")}`)).length).toBeGreaterThan(
    0,
  );
  expect(reader.parseBytes(bytes(waitingLine(2, "none").slice(0, -2)))).toEqual([]);
});
