import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readCapture } from "../../firmware/replay/capture.ts";
import { refusalOf } from "./refusal.test-help.ts";
import { sampleInAll } from "../../test/support/volume.ts";
import { problemsOf, playScenario } from "../sim/play-scenario.ts";
import { cutRecording } from "./cut-recording.ts";
import { isOutcome, outcomeFault } from "../../firmware/office/faults/outcome.ts";
import { readScenario, scenarioOf, timeOfUs, usOfTime } from "./scenario-file.ts";
import { scenarioFiles } from "./scenario-folder.ts";
import "../../firmware/table/setup/every-family.ts";

const folder = mkdtempSync(join(tmpdir(), "tirada-scenarios-"));
afterAll(() => rmSync(folder, { recursive: true }));

const GOOD = `scenario: 1
about: a test
device: sensor-board
rulebook: cl/ruleta-francesa
end: "02:00"
happens:
  - { at: "00:40", fault: chip-on-track }
  - { at: "01:00", cable: out }
`;

describe("a scenario's file", () => {
  it.each([
    [
      "an unknown fault",
      GOOD.replace("chip-on-track", "chip-on-trak"),
      '7:27: the catalogue has no fault "chip-on-trak" for roulette (did you mean "chip-on-track"?)',
    ],
    [
      "a fault of another kind of table",
      GOOD.replace("chip-on-track", "hole-blind"),
      "7:27: the catalogue has no fault",
    ],
    ["no end", GOOD.replace('end: "02:00"\n', ""), '1:1: missing key "end"'],
    [
      "times that run back",
      GOOD.replace('"01:00"', '"00:10"'),
      "8:11: 00:10 is before 00:40: times do not run back",
    ],
    ["a time behind the end", GOOD.replace('"01:00"', '"02:00"'), "8:11: 02:00 is not before the end, 02:00"],
    [
      "a time that is none",
      GOOD.replace('"01:00"', '"1.5"'),
      '8:11: happens.1.at: must be minutes and seconds: "01:30" or "01:30.250"',
    ],
    ["an end that never comes", GOOD.replace('"02:00"', '"900:00"'), "5:6: a scenario ends within 240 minutes"],
    [
      "a device of another family",
      GOOD.replace("device: sensor-board", "device: tirada-shoe"),
      "3:9: tirada-shoe is of the family shoe, and cl/ruleta-francesa is played with wheel",
    ],
    [
      "an unknown device",
      GOOD.replace("sensor-board", "sensor-bord"),
      '3:9: unknown device "sensor-bord" (did you mean "sensor-board"?)',
    ],
    [
      "an unknown rulebook",
      GOOD.replace("cl/ruleta-francesa", "cl/ruleta"),
      '4:11: unknown rulebook "cl/ruleta"',
    ],
    ["an unknown key", `${GOOD}loops: 3\n`, '9:1: unknown key "loops"'],
    [
      "two things at once",
      GOOD.replace("cable: out", "cable: out, fault: unplug"),
      "8:5: at each time one thing happens",
    ],
    ["an outcome that is none", `${GOOD}comes: [vois x]\n`, '9:9: comes.0: "vois x" is no outcome'],
    [
      "a misspelt rule that must not come",
      `${GOOD}never: [fault, void bal-left-cylinder]\n`,
      '9:16: nothing at a table of cl/ruleta-francesa is called "bal-left-cylinder" (did you mean "ball-left-cylinder"?)',
    ],
    [
      "a misspelt doubt",
      `${GOOD}comes: [undecided port-gon]\n`,
      '9:9: nothing at a table of cl/ruleta-francesa is called "port-gon" (did you mean "port-gone"?)',
    ],
    [
      "what no line can carry",
      `${GOOD}  - { at: "01:10", says: "\u4e00" }\n`,
      "9:26: happens.2.says: has a character that is no byte",
    ],
    [
      "a fault in a recording",
      `${GOOD}  - { at: "01:10", says: "*X" }\n`,
      "7:27: a recording is played as it is",
    ],
  ])("%s is one line with file, line and column", (_, text, words) => {
    expect(refusalOf(() => scenarioOf(text, "own.yaml"))).toContain(`own.yaml:${words}`);
  });

  it("of 100 MB is refused before it is read", () => {
    const path = join(folder, "large.yaml");
    writeFileSync(path, GOOD);
    truncateSync(path, 100_000_000);
    expect(refusalOf(() => readScenario(path))).toContain(
      `${path}:1:1: it has 100000000 bytes, and a scenario at most 262144`,
    );
  });

  it("has times to the millisecond, there and back", () => {
    for (const text of ["00:00", "01:30", "01:30.250", "239:59.001"])
      expect(timeOfUs(usOfTime(text))).toBe(text);
  });

  it("says what did not come, and what must not", () => {
    const wants = { comes: ["certified", "void rotor-stopped"], never: ["fault"] };
    expect(problemsOf(wants, ["void rotor-stopped", "certified"])).toEqual([
      '"void rotor-stopped" did not come after "certified"',
    ]);
    expect(problemsOf(wants, ["certified", "fault port-gone", "void a rotor-stopped"])).toEqual([
      '"fault port-gone" came, which must not',
    ]);
  });

  it("asks for outcomes by their reasons, whatever others there are", () => {
    expect(isOutcome("undecided port-gone sensor-blind", "undecided sensor-blind")).toBe(true);
    expect(isOutcome("undecided port-gone", "undecided sensor-blind")).toBe(false);
    expect(isOutcome("void port-gone", "undecided")).toBe(false);
    expect(outcomeFault("certified 17")).toBe('nothing follows "certified"');
  });
});

describe("the house's scenarios", () => {
  it.each(sampleInAll(scenarioFiles(), 1, "scenarios"))("%s comes to what it says", async (file) => {
    expect((await playScenario(readScenario(file))).problems).toEqual([]);
  });
});

describe("a recording", () => {
  const CUT = { about: "cut", device: "cammegh-ss2", rulebook: "cl/ruleta-francesa", fromUs: 0, toUs: 45e6 };
  const capture = readCapture("drivers/wheel/cammegh-ss2/fixtures/ss2-v250-live-part1.log.gz");

  it("of a real wheel is cut into a scenario that comes to what it came to", async () => {
    const scenario = scenarioOf(cutRecording(capture, CUT, ["certified"]), "cut.yaml");
    const { came, problems } = await playScenario(scenario);
    expect(problems).toEqual([]);
    expect(came.map(({ outcome }) => outcome)).toEqual(["certified"]);
    const [first] = scenario.happens;
    expect(first).toMatchObject({ us: 0, is: "says", bytes: "1\r\n" });
  });

  it("in a part in which nothing is said, or that is too long, is refused", () => {
    expect(refusalOf(() => cutRecording(capture, { ...CUT, fromUs: 9e12, toUs: 10e12 }))).toContain(
      "no device says anything",
    );
    expect(refusalOf(() => cutRecording(capture, { ...CUT, toUs: 1e13 }))).toContain("cut a shorter part");
  });
});
