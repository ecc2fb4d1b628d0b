import fc from "fast-check";
import { expect, it } from "vitest";
import { parseAnswer, detectMessage, questionId, STOP_MESSAGE, parseCameraOrder } from "./idp.ts";

const said = (arg: unknown): string => JSON.stringify({ response: "result", arg });

it("reads the dice of a sound answer", () => {
  expect(parseAnswer(said({ round_id: "7-9-1", res: [6, 1, 3], err: 0 }), 3)).toEqual({
    id: "7-9-1",
    reading: { r: "faces", faces: ["6", "1", "3"] },
  });
});

it.each([
  [{ res: null, err: 0 }, "none"],
  [{ res: [], err: 0 }, "none"],
  [{ res: [1, null, 3], err: 0 }, "none"],
  [{ res: [1, 2, 3], err: -3 }, "none"],
  [{ res: [1, 2, 3], err: 5 }, "none"],
  [{ res: [1, 2, 3] }, "nonsense"],
  [{ res: [1, 2, 3], err: "0" }, "nonsense"],
  [{ res: [1, 2], err: 0 }, "nonsense"],
  [{ res: [1, 2, 3, 4], err: 0 }, "nonsense"],
  [{ res: [1, 2, 7], err: 0 }, "nonsense"],
  [{ res: [1, 2, 0], err: 0 }, "nonsense"],
  [{ res: [1, 2, 2.5], err: 0 }, "nonsense"],
  [{ res: [1, 2, "3"], err: 0 }, "nonsense"],
  [{ res: [1, 2, [3]], err: 0 }, "nonsense"],
  [{ res: "123", err: 0 }, "nonsense"],
  [{ res: { 0: 1, length: 3 }, err: 0 }, "nonsense"],
  [{ err: 0 }, "nonsense"],
])("%j is no reading", (arg, what) => {
  expect(parseAnswer(said({ round_id: "7-9-1", ...arg }), 3)?.reading.r).toBe(what);
});

it.each([
  "",
  "null",
  "[]",
  "{}",
  "7",
  '{"response":"other","arg":{}}',
  '{"response":"result"}',
  '{"response":"result","arg":[1]}',
])("%s is no answer", (payload) => expect(parseAnswer(payload, 3)).toBeNull());

it("an answer for nobody says so", () => {
  expect(parseAnswer(said({ res: [1, 2, 3], err: 0 }), 3)?.id).toBeNull();
  expect(parseAnswer(said({ round_id: 7, res: [1, 2, 3], err: 0 }), 3)?.id).toBeNull();
});

it("any JSON is refused or read as faces of a die, never else", () => {
  fc.assert(
    fc.property(fc.json(), fc.jsonValue(), fc.jsonValue(), (text, res, err) => {
      parseAnswer(text, 3);
      const answer = parseAnswer(said({ round_id: "1-1-1", res, err }), 3);
      if (answer?.reading.r === "faces")
        expect(answer.reading.faces.every((face) => /^[1-6]$/.test(face))).toBe(true);
    }),
  );
});

it("its own questions are known again", () => {
  const question = { round: 12, at: 3_456_789, tries: 2 };
  expect(parseCameraOrder(detectMessage(questionId(question), "in", "out"))).toEqual(question);
  expect(parseCameraOrder(STOP_MESSAGE)).toBe("stop");
  expect(parseCameraOrder(detectMessage("another", "in", "out"))).toBeNull();
  expect(parseCameraOrder("[]")).toBeNull();
});
