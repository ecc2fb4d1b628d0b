import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseConfig } from "../../table/config/config.ts";
import { problemHere, problemText } from "../../../src/rules/yaml.ts";
import { cheapPinHash } from "../../../test/support/pin.ts";
import { houseRuleProblem, peopleProblem, seatScreenProblem } from "./read-config.ts";

const EXAMPLE = readFileSync(new URL("../../../examples/es-pv-ruleta-francesa.yaml", import.meta.url), "utf8");

/** The line that a technician sees of a table with these house rules; null: they are right. */
function reportedOf(houseRules: string): string | null {
  const text = EXAMPLE.replace(/houseRules: .*/, `houseRules: ${houseRules}`);
  const reading = parseConfig(text, "table.yaml");
  if (!reading.ok) throw new Error("it must be readable");
  const problem = houseRuleProblem(reading.config);
  return problem === null ? null : problemText(reading.problemAt(problem.path, problem.message));
}

it("names file and line of a house rule that the law does not leave open, and what it offers", () => {
  const line = EXAMPLE.split("\n").findIndex((one) => one.includes("houseRules:")) + 1;
  expect(reportedOf("[ball-same-direction-as-rotr]")).toBe(
    `table.yaml:${line}:16: house rule "ball-same-direction-as-rotr" cannot be adopted under es-pv/ruleta-francesa@1996-11: it offers ball-same-direction-as-rotor (did you mean "ball-same-direction-as-rotor"?)`,
  );
});

it("finds nothing wrong with what the law leaves open, and with none", () => {
  expect(reportedOf("[ball-same-direction-as-rotor]")).toBeNull();
  expect(reportedOf("[]")).toBeNull();
});

it("names the tablet of a seat that the game has not", () => {
  const reported = (example: string): string | null => {
    const file = new URL(`../../../examples/${example}.yaml`, import.meta.url);
    const seat = "\n  compositions: { own: { grid: [mine], screens: { mine: { screen: seat, seat: 3 } } } }";
    const reading = parseConfig(
      `format: 4\n${readFileSync(file, "utf8")}`.replace("\ndisplay:", `$&${seat}`),
      "t.yaml",
    );
    if (!reading.ok) throw new Error("it must be readable");
    const problem = seatScreenProblem(reading.config);
    return problem === null ? null : problemText(reading.problemAt(problem.path, problem.message));
  };
  expect(reported("es-cb-ruleta-americana")).toMatch(
    /^t\.yaml:\d+:\d+: display\.compositions\.own\.screens\.mine\.seat: es-cb\/ruleta-americana has no seat 3$/,
  );
  expect(reported("es-cb-black-jack")).toBeNull();
});

it("two people are two names that nobody takes for one, and a name is what it looks like", () => {
  const reportedOfPeople = (...names: readonly string[]): string | null => {
    const pin = cheapPinHash("830519");
    const problem = peopleProblem({ people: names.map((name) => ({ name, role: "croupier", pin })) });
    return problem === null
      ? null
      : problemText(problemHere({ file: "", line: 0, column: 0 }, problem.message)).slice(":0:0: ".length);
  };
  expect(reportedOfPeople("Ana Soto", "Ana Sota", "Íñigo", "Iñigo")).toBeNull();
  for (const other of ["ana soto", "Ana  Soto", "\uFF21na Soto"])
    expect([other, reportedOfPeople("Ana Soto", other)]).toEqual([
      other,
      `people: "${other}" is there twice; give each person one name`,
    ]);
  expect(reportedOfPeople("\u0410na Soto")).toMatch(/is no name: its letters are of more than one script/);
  expect(reportedOfPeople("Ana\u202E Soto")).toMatch(/is no name: it has characters that nobody sees/);
});
