import { crc16 } from "../../../hw-sim/lines/crc16.ts";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  parseHostCommand,
  encodeMessage,
  type Field,
  type Wire,
} from "../../../hw-sim/models/shoe/device/messages.ts";
import type { NumberedLine } from "../../link/numbered-line.ts";
import {
  HOST_REPORTS,
  hostBytes,
  hostMessages,
  INPUT_BYTES,
  LINE_LIMIT,
  OUTPUT_BYTES,
  rawOfLine,
  rawOfReport,
  SHAPES,
} from "./carrier.ts";
import { parseMessage } from "./messages.ts";

/** Both encodings against the device's own writer, which was written apart from them after the same page. */

const WIRES: readonly Wire[] = ["hid", "line"];
const rawOf = (wire: Wire, text: string): NumberedLine | null =>
  wire === "hid" ? rawOfReport(text) : rawOfLine(text.replace(/\n$/, ""));

const anyField = (bytes: number): fc.Arbitrary<Field> =>
  fc
    .string({
      unit: fc.constantFrom(...Array.from("0123456789ABCDEF")),
      minLength: 2 * bytes,
      maxLength: 2 * bytes,
    })
    .map((digits) => [bytes, digits] as const);
const anyMessage = fc
  .constantFrom(...Object.keys(SHAPES))
  .chain((letter) =>
    fc.tuple(
      fc.constant(letter),
      fc.integer({ min: 0, max: 0xffff }),
      fc.integer({ min: 0, max: 0xffff_ffff }),
      fc.tuple(...(SHAPES[letter]?.widths ?? []).map(anyField)),
    ),
  );

const CARD: readonly Field[] = [
  [2, 7],
  [1, 13],
  [1, 3],
  [1, 2],
  [4, 0xabc],
  [8, "1122334455667788"],
  [2, 987],
  [1, 1],
];

describe.each(WIRES)("messages on %s", (wire) => {
  it("are read as they were written, field by field", () => {
    fc.assert(
      fc.property(anyMessage, ([letter, n, at, fields]) => {
        const text = encodeMessage(wire, letter, n, at, fields);
        expect(text.length).toBeLessThanOrEqual(wire === "hid" ? INPUT_BYTES : LINE_LIMIT + 1);
        expect(rawOf(wire, text)).toEqual({ letter, n, at, fields: fields.map(([, digits]) => digits) });
      }),
    );
  });

  it("with one damaged byte are refused", () => {
    fc.assert(
      fc.property(
        anyMessage,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        ([letter, n, at, fields], where, flip) => {
          const text = encodeMessage(wire, letter, n, at, fields).replace(/\n$/, "");
          const spot = where % text.length;
          const damaged =
            text.slice(0, spot) + String.fromCharCode(text.charCodeAt(spot) ^ flip) + text.slice(spot + 1);
          expect(rawOf(wire, damaged)).toBeNull();
        },
      ),
    );
  });

  it("cut short or grown are refused", () => {
    const text = encodeMessage(wire, "C", 1, 2, CARD).replace(/\n$/, "");
    for (let length = 0; length < text.length; length++) expect(rawOf(wire, text.slice(0, length))).toBeNull();
    expect(rawOf(wire, `${text}\x00`)).toBeNull();
    expect(rawOf(wire, `\x03${text}`)).toBeNull();
  });

  it("a card", () => {
    const raw = rawOf(wire, encodeMessage(wire, "C", 0x1234, 99, CARD));
    expect(raw && parseMessage(raw)).toEqual({
      m: "card",
      n: 0x1234,
      at: 99,
      card: {
        n: 7,
        face: "Kh",
        back: "blue",
        deck: "00000ABC",
        id: "1122334455667788",
        confidence: 987,
        at: "exit",
      },
    });
  });

  it.each([
    ["rank 0", 1, 0],
    ["rank 14", 1, 14],
    ["a joker with a suit", 1, 15],
    ["suit 5", 2, 5],
    ["a card without a suit", 2, 0],
    ["back 9", 3, 9],
    ["confidence 1001", 6, 1_001],
    ["place 2", 7, 2],
    ["card number 0", 0, 0],
  ])("a card with %s is none", (_, field, value) => {
    const fields = CARD.map((one, at): Field => (at === field ? [one[0], value] : one));
    const raw = rawOf(wire, encodeMessage(wire, "C", 1, 1, fields));
    expect(raw).not.toBeNull();
    expect(raw && parseMessage(raw)).toBeNull();
  });

  it("any message of random fields is read whole or refused, and never throws", () => {
    fc.assert(
      fc.property(anyMessage, ([letter, n, at, fields]) => {
        const raw = rawOf(wire, encodeMessage(wire, letter, n, at, fields));
        const message = raw && parseMessage(raw);
        if (message !== null) expect(JSON.stringify(message)).not.toContain("undefined");
      }),
    );
  });

  it("host messages are heard as they were said", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(HOST_REPORTS)),
        fc.integer({ min: 0, max: 0xffff }),
        fc.integer({ min: 0, max: 0xff }),
        (letter, n, value) => {
          const bytes = hostBytes(wire, letter, n, value);
          const unframed = wire === "hid" ? bytes.slice(1) : bytes.slice(0, -1);
          expect(parseHostCommand(wire, unframed)).toEqual({ letter, n, value });
          expect(hostMessages(wire, bytes + bytes)).toEqual([
            { letter, n },
            { letter, n },
          ]);
          const last = String.fromCharCode(unframed.charCodeAt(unframed.length - 1) ^ 1);
          expect(parseHostCommand(wire, unframed.slice(0, -1) + last).letter).toBeNull();
        },
      ),
    );
  });
});

it("a message of a later version counts, and says nothing", () => {
  const unframed = Buffer.alloc(INPUT_BYTES);
  unframed[0] = 0x1e;
  unframed.writeUInt16LE(5, 1);
  unframed.writeUInt16LE(crc16(unframed.subarray(0, 30)), 30);
  const raw = rawOfReport(unframed.toString("latin1"));
  expect(raw && parseMessage(raw)).toEqual({ m: "unknown", n: 5, at: 0 });
  const line = rawOf("line", encodeMessage("line", "Z", 5, 0, [[3, 1]]));
  expect(line && parseMessage(line)).toEqual({ m: "unknown", n: 5, at: 0 });
});

it("bytes behind the fields of a report must be 0", () => {
  const report = Buffer.from(encodeMessage("hid", "X", 1, 1, [[1, 0]]), "latin1");
  report[20] = 1;
  report.writeUInt16LE(crc16(report.subarray(0, 30)), 30);
  expect(rawOfReport(report.toString("latin1"))).toBeNull();
});

describe("the report descriptor of the specification", () => {
  const page = readFileSync(new URL("../../../docs/devices/tirada-shoe.md", import.meta.url), "utf8");
  const [, block = ""] = /```descriptor\n([\s\S]*?)```/.exec(page) ?? [];
  const bytes = block
    .split("\n")
    .flatMap((line) => line.split(";", 1)[0]?.trim().split(/\s+/) ?? [])
    .filter((word) => word !== "")
    .map((word) => Number.parseInt(word, 16));

  it("has every report, each of the driver's size, on the vendor's page", () => {
    const sizes = new Map<string, number>();
    let [count, size, id, page16, usage] = [0, 0, 0, 0, -1];
    for (let at = 0; at < bytes.length;) {
      const head = bytes[at] ?? 0;
      const width = [0, 1, 2, 4][head & 3] ?? 0;
      const value = bytes
        .slice(at + 1, at + 1 + width)
        .reduce((sum, byte, shift) => sum + byte * 256 ** shift, 0);
      const item = head & 0xfc;
      if (item === 0x04) page16 = value;
      if (item === 0x08 && usage < 0) usage = value;
      if (item === 0x74) size = value;
      if (item === 0x94) count = value;
      if (item === 0x84) id = value;
      if (item === 0x80) sizes.set(`in ${id}`, (size * count) / 8 + 1);
      if (item === 0x90) sizes.set(`out ${id}`, (size * count) / 8 + 1);
      at += 1 + width;
    }
    expect([page16, usage]).toEqual([0xff54, 1]);
    const ins = Object.values(SHAPES).map(({ report }) => [`in ${report}`, INPUT_BYTES]);
    const outs = Object.values(HOST_REPORTS).map((report) => [`out ${report}`, OUTPUT_BYTES]);
    expect(Object.fromEntries(sizes)).toEqual(Object.fromEntries([...ins, ...outs]));
    expect(page).toContain(`${bytes.length} bytes`);
  });
});
