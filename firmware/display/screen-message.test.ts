import { describe, expect, test } from "vitest";
import type { FromScreen } from "../../src/table/view.ts";
import { parseScreenMessage } from "./screen-message.ts";

const good: FromScreen[] = [
  { type: "sign-in", id: 1, name: "Ana", pin: "1234" },
  { type: "sign-out", id: 2 },
  { type: "press", id: 3, key: { key: "confirm-void", round: 0, rule: "rotor-stopped" } },
  { type: "press", id: 4, key: { key: "void", round: 128, rule: "rotor-stopped" } },
  { type: "press", id: 5, key: { key: "acknowledge", what: "undecided:128" } },
  { type: "press", id: 6, key: { key: "open-table" } },
  { type: "press", id: 7, key: { key: "close-table" } },
  { type: "press", id: 8, key: { key: "last-three-spins" } },
];

describe("messages of the control page", () => {
  test.each(good)("$type $id is taken as it is", (message) => {
    expect(parseScreenMessage(JSON.stringify(message), message.id - 1)).toEqual({ ok: true, message });
  });

  test.each([
    ["", 0],
    ["{", 0],
    ["null", 0],
    ["[]", 0],
    ['{"type":"press"}', 0],
    ['{"type":"shout","id":3}', 3],
    ['{"type":"sign-out","id":0}', 0],
    ['{"type":"sign-out","id":-1}', 0],
    ['{"type":"sign-out","id":1.5}', 0],
    ['{"type":"sign-out","id":"1"}', 0],
    ['{"type":"sign-out","id":9007199254740993}', 0],
    ['{"type":"sign-out","id":1,"more":true}', 1],
    ['{"type":"sign-in","id":1,"name":"","pin":"1234"}', 1],
    ['{"type":"sign-in","id":1,"name":"Ana","pin":1234}', 1],
    ['{"type":"sign-in","id":1,"name":"Ana","pin":"12"}', 1],
    ['{"type":"sign-in","id":1,"name":"Ana","pin":"12 34"}', 1],
    [`{"type":"sign-in","id":1,"name":"${"x".repeat(61)}","pin":"1234"}`, 1],
    ['{"type":"press","id":1,"key":{"key":"void","round":-1,"rule":"x"}}', 1],
    ['{"type":"press","id":1,"key":{"key":"void","round":1,"rule":""}}', 1],
    [`{"type":"press","id":1,"key":{"key":"void","round":1,"rule":"${"x".repeat(81)}"}}`, 1],
    ['{"type":"press","id":1,"key":{"key":"void","round":1,"rule":"x","by":"me"}}', 1],
    ['{"type":"press","id":1,"key":{"key":"open-table","round":1}}', 1],
    ['{"type":"press","id":1,"key":{"key":"certify","pocket":"17"}}', 1],
    ['{"type":"press","id":1,"key":"open-table"}', 1],
  ])("%s is refused", (raw, id) => {
    expect(parseScreenMessage(raw, 0)).toMatchObject({ ok: false, id });
  });

  test("the number has to count up", () => {
    const raw = JSON.stringify({ type: "sign-out", id: 7 });
    expect(parseScreenMessage(raw, 6)).toMatchObject({ ok: true });
    expect(parseScreenMessage(raw, 7)).toEqual({ ok: false, id: 7, what: "id does not count up" });
  });

  test("what is said about a bad message never repeats it", () => {
    const answer = parseScreenMessage('{"type":"sign-in","id":1,"name":"Ana","pin":"secret"}', 0);
    expect(JSON.stringify(answer)).not.toContain("secret");
  });
});
