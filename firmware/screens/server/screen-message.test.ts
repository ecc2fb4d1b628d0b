import { describe, expect, test } from "vitest";
import type { FromScreen } from "../../../src/table/kernel/view/view.ts";
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
  { type: "press", id: 9, key: { key: "seats", seats: [1, 3, 9] } },
  { type: "press", id: 10, key: { key: "move", round: 7, who: "seat-3.2", move: "card" } },
  { type: "press", id: 11, key: { key: "move", round: 7, who: "seat-3", move: "exchange", cards: [0, 4] } },
  { type: "press", id: 12, key: { key: "turn", round: 7, hand: "banca" } },
  { type: "press", id: 13, key: { key: "collect", round: 7 } },
  { type: "press", id: 14, key: { key: "new-shoe" } },
  { type: "press", id: 15, key: { key: "card-is", round: 7, n: 5, face: "10h" } },
  { type: "press", id: 16, key: { key: "card-is", round: 7, n: 5, face: "joker" } },
  { type: "press", id: 17, key: { key: "declare", round: 7, rule: "player-not-dealt", hand: "seat-3" } },
  { type: "press", id: 18, key: { key: "void", round: 7, rule: "hand-short", hand: "cloth-2" } },
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
    ['{"type":"press","id":1,"key":{"key":"seats","seats":[]}}', 1],
    ['{"type":"press","id":1,"key":{"key":"seats","seats":[0]}}', 1],
    ['{"type":"press","id":1,"key":{"key":"seats","seats":[1.5]}}', 1],
    [`{"type":"press","id":1,"key":{"key":"seats","seats":[${Array(21).fill(1).join()}]}}`, 1],
    ['{"type":"press","id":1,"key":{"key":"move","round":1,"who":"seat-3","move":"cheat"}}', 1],
    ['{"type":"press","id":1,"key":{"key":"move","round":1,"who":"../seat","move":"card"}}', 1],
    ['{"type":"press","id":1,"key":{"key":"move","round":1,"who":"seat-3","move":"exchange","cards":[-1]}}', 1],
    [
      `{"type":"press","id":1,"key":{"key":"move","round":1,"who":"seat-3","move":"exchange","cards":[${Array(14).fill(1).join()}]}}`,
      1,
    ],
    ['{"type":"press","id":1,"key":{"key":"turn","round":1}}', 1],
    ['{"type":"press","id":1,"key":{"key":"turn","round":1,"hand":"bank","face":"As"}}', 1],
    ['{"type":"press","id":1,"key":{"key":"collect","round":"1"}}', 1],
    ['{"type":"press","id":1,"key":{"key":"new-shoe","decks":9}}', 1],
    ['{"type":"press","id":1,"key":{"key":"card-is","round":1,"n":0,"face":"As"}}', 1],
    ['{"type":"press","id":1,"key":{"key":"card-is","round":1,"n":501,"face":"As"}}', 1],
    ['{"type":"press","id":1,"key":{"key":"card-is","round":1,"n":5,"face":"1s"}}', 1],
    ['{"type":"press","id":1,"key":{"key":"card-is","round":1,"n":5,"face":"as"}}', 1],
    ['{"type":"press","id":1,"key":{"key":"declare","round":1,"rule":"x","hand":""}}', 1],
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
