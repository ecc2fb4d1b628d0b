import { expect, it } from "vitest";
import { problemText } from "../../../src/rules/yaml.ts";
import { parseConfig } from "./config.ts";
import { AREAS_MAX, COMPOSITIONS_MAX, compositionOf } from "./compositions.ts";
import "../setup/every-family.ts";
import { CONFIG_SECTIONS } from "./device-keys.ts";

await CONFIG_SECTIONS.loadAll();

const read = (compositions: string, more = "") =>
  parseConfig(
    `format: 4
table: { name: T, log: a.example/b, rulebook: cl/ruleta-francesa }
wheel: { device: cammegh-ss2, path: /dev/ttyUSB0 }
storage: { folder: /var/lib/tirada/x }
display: { ${more}compositions: ${compositions} }
`,
    "table.yaml",
  );

function problems(compositions: string): string {
  const reading = read(compositions);
  return reading.ok ? "none" : reading.problems.map(problemText).join("\n");
}

it("lays the areas of a grid out, each with the address of its screen", () => {
  const reading = read(
    `{ totem: { grid: [result result, result result, board numbers, . numbers], screens: { numbers: { screen: statistics, span: 20 } } } }`,
  );
  if (!reading.ok) throw new Error(reading.problems.map(problemText).join("\n"));
  const { totem } = reading.config.display.compositions ?? {};
  expect(compositionOf(totem!)).toEqual({
    columns: 2,
    rows: 4,
    areas: [
      { name: "result", column: [1, 3], row: [1, 3], path: "/screen/result" },
      { name: "board", column: [1, 2], row: [3, 4], path: "/screen/board" },
      { name: "numbers", column: [2, 3], row: [3, 5], path: "/screen/statistics?span=20" },
    ],
  });
});

it.each([
  ["{ a: { grid: [] } }", /grid/],
  [
    "{ a: { grid: [. .] } }",
    /yaml:5:\d+: display\.compositions\.a\.grid: names no screen: nothing would be shown/,
  ],
  ["{ a: { grid: [numbers] } }", /"numbers" is no screen \(display, board, .*\)/],
  ["{ a: { grid: [seat] } }", /"seat" is no screen/],
  ["{ a: { grid: [result board, board result] } }", /the area "result" stands there twice/],
  ["{ a: { grid: [result . result] } }", /the area "result" stands there twice/],
  ["{ a: { grid: [result board, result] } }", /row 2 has 1 column, the first one 2/],
  ["{ a: { grid: [result], screens: { board: { screen: board } } } }", /the area "board" is not in grid/],
  ["{ a: { grid: [result], screens: { result: { screen: roads } } } }", /screens\.result\.screen/],
  ["{ a: { grid: [result], screens: { result: { screen: result, span: 20 } } } }", /span: only the screen/],
  ["{ a: { grid: [s], screens: { s: { screen: seat } } } }", /needs seat/],
  ["{ a: { grid: [result], rows: 2 } }", /unknown key "rows"/],
  ["{ board: { grid: [result] } }", /is the name of a screen of the table/],
  ["{ 'a b': { grid: [result] } }", /must be a word/],
  ["{ __proto__: { grid: [result] } }", /./],
  [`{ a: { grid: [${Array.from({ length: 25 }, () => "result").join(" ")}] } }`, /at most 24 columns/],
  [
    `{ a: { grid: [${Array.from({ length: AREAS_MAX + 1 }, (_, at) => `s${at}`).join(" ")}], screens: {${Array.from({ length: AREAS_MAX + 1 }, (_, at) => `s${at}: { screen: seat, seat: ${at + 1} }`).join(", ")}} } }`,
    /at most 6 areas/,
  ],
  [
    `{ ${Array.from({ length: COMPOSITIONS_MAX + 1 }, (_, at) => `c${at}: { grid: [result] }`).join(", ")} }`,
    /at most 16 compositions/,
  ],
])("refuses %s", (compositions, why) => {
  expect(problems(compositions)).toMatch(why);
});

it.each([
  ["", /phone\.address: must be the address/],
  ["ftp://mesa.example/", /phone\.address: must be the address/],
  ["http://mesa.example/?x", /phone\.address: must be the address/],
])("refuses phones at %j", (address, why) => {
  const reading = read("{}", `phone: { address: "${address}", host: 10.0.0.7 }, `);
  expect(reading.ok ? "none" : reading.problems.map(problemText).join("\n")).toMatch(why);
});

it("gives phones a port and an address that ends in a stroke", () => {
  const reading = read("{}", `phone: { address: "http://mesa.example:8474", host: 10.0.0.7 }, `);
  expect(reading.ok ? reading.config.display.phone : reading.problems).toEqual({
    address: "http://mesa.example:8474/",
    host: "10.0.0.7",
    port: 8_474,
  });
});
