import fc from "fast-check";
import { expect, it } from "vitest";
import {
  utf8LengthOf,
  droppedLine,
  messageLine,
  MQTT_LINE_LIMIT,
  PAYLOAD_MAX,
  parseMqttLine,
} from "./lines.ts";

const unframed = (line: string): string => line.slice(0, -1);

it("carries any text as ASCII, and gives it back", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (payload) => {
      const line = messageLine({ topic: "ikg/idp/1/response", payload });
      expect(line).toMatch(/^[\x20-\x7e\t]+\n$/);
      if (utf8LengthOf(payload) <= PAYLOAD_MAX)
        expect(parseMqttLine(unframed(line))).toEqual({ w: "message", topic: "ikg/idp/1/response", payload });
    }),
  );
});

it("the longest payload of the worst letters fits", () => {
  const line = messageLine({ topic: "t".repeat(120), payload: "\u0001".repeat(PAYLOAD_MAX) });
  expect(line.length - 1).toBe(MQTT_LINE_LIMIT);
  expect(parseMqttLine(unframed(line))).toMatchObject({ w: "message" });
  expect(parseMqttLine(unframed(messageLine({ topic: "t", payload: "x".repeat(PAYLOAD_MAX + 1) })))).toBeNull();
  expect(parseMqttLine(unframed(messageLine({ topic: "t".repeat(121), payload: "" })))).toBeNull();
});

it("tells what was thrown away at its place", () => {
  expect(parseMqttLine(unframed(droppedLine("too-many", 7)))).toEqual({
    w: "dropped",
    why: "too-many",
    messages: 7,
  });
  expect(parseMqttLine("\tfor-fun 7")).toBeNull();
});

it.each([
  "",
  "t",
  't"x"',
  "t\tS1",
  't\t"S1',
  't\t"S1" ',
  't\t"a"b"',
  "t\t1",
  "t\tnull",
  'a b\t"S1"',
  '#\t"S1"',
  'a/+\t"S1"',
])("%j is no message", (line) => expect(parseMqttLine(line)).toBeNull());

it("takes any line without throwing", () => {
  fc.assert(fc.property(fc.string(), fc.string(), (a, b) => void parseMqttLine(`${a}\t${b}`)));
});
