import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseConfig } from "../config/config.ts";
import { problemText } from "../../src/rules/yaml.ts";
import { houseRuleProblem } from "./read-config.ts";

const EXAMPLE = readFileSync(new URL("../../examples/es-pv-ruleta-francesa.yaml", import.meta.url), "utf8");

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
    `table.yaml:${line}:16: house rule "ball-same-direction-as-rotr" cannot be adopted under es-pv/ruleta-francesa@1996-11: it offers ball-same-direction-as-rotor (did you mean "ball-same-direction-as-rotor"?); take it out or write one of those`,
  );
});

it("finds nothing wrong with what the law leaves open, and with none", () => {
  expect(reportedOf("[ball-same-direction-as-rotor]")).toBeNull();
  expect(reportedOf("[]")).toBeNull();
});
