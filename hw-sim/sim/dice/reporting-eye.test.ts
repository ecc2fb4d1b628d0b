import { expect, test } from "vitest";
import { loadPack } from "../../../firmware/table/rules/load.ts";
import { dicePack } from "../../../src/rules/pack.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { randomInstallation } from "../../people/dice/install.ts";
import { ReportingEye } from "./reporting-eye.ts";

const INSTALLED = randomInstallation(dicePack(loadPack("cl/craps").pack), randomFrom("installation"));

/** The letter of the last state line (`S`) of an eye that saw dice at rest, was started anew at 2 s, and saw them taken at `takenUs`. */
function lastState(takenUs: number): string | undefined {
  const eye = new ReportingEye(INSTALLED, randomFrom("eye"), 0);
  eye.see(US_PER_S, "rest");
  eye.restart(2 * US_PER_S);
  eye.see(takenUs, "empty");
  const lines = eye.step(3 * US_PER_S).flatMap(({ bytes }) => bytes.trim().split("\n"));
  return /^S .* ([A-Z])\*/.exec(lines.findLast((line) => line.startsWith("S")) ?? "")?.[1];
}

test("an eye that starts anew tells what lies there once it has looked, also of dice that are taken while it looks", () => {
  expect(lastState(9 * US_PER_S)).toBe("R");
  expect(lastState(2.5 * US_PER_S)).toBe("E");
});
