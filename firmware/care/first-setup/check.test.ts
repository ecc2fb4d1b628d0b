import { expect, it } from "vitest";
import { readYaml } from "../../../src/rules/yaml.ts";
import { wallMs } from "../../../src/time/instant.ts";
import { checkAnswers } from "./check.ts";

const ANSWERS = `table: { name: Mesa 7, log: tirada.example/casino-1/table-07, rulebook: cl/ruleta-francesa }
wheel: { device: cammegh-ss2, path: /dev/serial/by-id/usb-none }
people: [{ name: Ana, role: jefe-de-mesa, pin: "830519" }]
storage: { folder: /var/lib/tirada }
`;

it("a machine whose clock begins in 1970 is set up under the law of a day that can be today", async () => {
  const yaml = readYaml(ANSWERS, "answers.yaml");
  if (!yaml.ok) throw new Error("it must be readable");
  for (const time of ["1970-01-01T00:00:00Z", "2019-02-14T00:00:00Z", "2026-12-01T00:00:00Z"]) {
    const { setup } = await checkAnswers(yaml, { wall: wallMs(Date.parse(time)) });
    expect([time, setup.rulebook]).toEqual([time, "cl/ruleta-francesa@2023-03"]);
  }
});
