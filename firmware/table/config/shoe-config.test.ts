import { describe, expect, it } from "vitest";
import { problemText } from "../../../src/rules/yaml.ts";
import { parseConfig, type ShoeConfig } from "./config.ts";

const LEAST = `table:
  name: Mesa 9
  log: tirada.example/casino-1/table-09
  rulebook: cl/punto-y-banca
shoe:
  device: tirada-shoe
  serial: SN-1
  decks:
    - { id: 0000000A }
storage:
  folder: var/table-09
`;

function shoe(text: string): ShoeConfig {
  const read = parseConfig(text, "table.yaml");
  if (!read.ok) throw new Error(read.problems.map(problemText).join("\n"));
  if (read.config.shoe === undefined) throw new Error("no card table");
  return read.config.shoe;
}

function problems(text: string): string {
  const read = parseConfig(text, "table.yaml");
  return read.ok ? "" : read.problems.map(problemText).join("\n");
}

describe("the card device of a table", () => {
  it("needs device, where it is and its decks; the rest is said beside the rulebook", () => {
    expect(shoe(LEAST)).toEqual({
      device: "tirada-shoe",
      serial: "SN-1",
      wait: false,
      decks: [{ id: "0000000A", back: null, removed: [] }],
    });
  });

  it.each([
    ["tirada-shoe", { number: "0000ABCD", mode: "packets" }],
    ["card-barcode", { coding: "table", codes: "codes.txt", at: "inside" }],
    ["card-rfid", { codes: "codes.txt", lines: 1, at: "exit" }],
    ["card-camera", { suits: "cdhs", ranks: "two-first" }],
  ])("takes everything that there is to say of a %s", (device, own) => {
    const keys = Object.entries(own).map(([key, value]) => `\n  ${key}: ${value}`);
    const full = LEAST.replace("tirada-shoe", device)
      .replace("serial: SN-1", "path: /dev/serial/by-id/x\n  baud: 9600\n  wait: true")
      .replace("{ id: 0000000A }", "{ id: 0000000A, back: red, pack: 52, jokers: 0, removed: [As, 10h] }")
      .replace("\nstorage:", `${keys.join("")}\nstorage:`);
    expect(shoe(full)).toMatchObject({
      path: "/dev/serial/by-id/x",
      baud: 9600,
      decks: [{ back: "red", pack: 52, jokers: 0, removed: ["As", "10h"] }],
      ...own,
    });
  });

  it.each([
    ["coding: table", /shoe\.coding: is no option of tirada-shoe; it has number, mode/],
    ["codes: codes.txt", /shoe\.codes: tirada-shoe takes no table of codes/],
  ])("%s is refused at a shoe of our own", (line, wanted) => {
    expect(problems(LEAST.replace("serial: SN-1", `serial: SN-1\n  ${line}`))).toMatch(wanted);
  });

  it.each([
    ["serial: SN-1", "serial: SN-1\n  colour: red", /table\.yaml:8:\d+: .*colour/],
    ["serial: SN-1", "serial: SN-1\n  path: /dev/x", /table\.yaml:5:\d+: .*needs path.*serial or socket/],
    ["  serial: SN-1\n", "", /needs path.*serial or socket/],
    ["serial: SN-1", "serial: SN-1\n  socket: 1-1.2", /one of them alone/],
    ["serial: SN-1", "socket: /dev/hidraw0", /is no USB socket: write it as 1-1\.2/],
    ["serial: SN-1", "serial: SN-1\n  baud: 9600", /table\.yaml:8:\d+: .*only a serial port/],
    ["{ id: 0000000A }", "{ id: 0000000A, pack: 54 }", /table\.yaml:9:\d+/],
    ["{ id: 0000000A }", "{ id: 0000000A, removed: [1h] }", /table\.yaml:9:\d+: .*10h, As or joker/],
    ["{ id: 0000000A }", "{ back: red }", /table\.yaml:9:\d+: .*id/],
    ["{ id: 0000000A }", "{ id: a deck }", /table\.yaml:9:\d+/],
    ["mode", "mode", /^$/],
  ])("%s as %s is told with file and line", (from, to, wanted) => {
    expect(problems(LEAST.replace(from, to))).toMatch(wanted);
  });

  it.each([
    ["mode: fast", /table\.yaml:8:\d+/],
    ["number: abcd", /8 hex digits/],
    ["lines: 3", /table\.yaml:8:\d+/],
    ["coding: guess", /table\.yaml:8:\d+/],
  ])("%s is refused", (line, wanted) => {
    expect(problems(LEAST.replace("serial: SN-1", `serial: SN-1\n  ${line}`))).toMatch(wanted);
  });

  it("a table has a wheel or a shoe, and never both", () => {
    const wheel = "wheel:\n  device: cammegh-ss2\n  path: /dev/x\nstorage:";
    expect(problems(LEAST.replace("storage:", wheel))).toMatch(/table\.yaml:5:\d+: .*either wheel or shoe/);
    expect(problems(LEAST.replace(/shoe:\n( .*\n)+/, ""))).toMatch(/missing key "wheel", or "shoe"/);
  });
});
