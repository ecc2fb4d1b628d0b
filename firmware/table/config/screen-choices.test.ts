import { expect, it } from "vitest";
import { problemText } from "../../../src/rules/yaml.ts";
import { parseConfig } from "./config.ts";
import { screenChoices } from "./screen-choices.ts";
import "../setup/every-family.ts";
import { CONFIG_SECTIONS } from "./device-keys.ts";

await CONFIG_SECTIONS.loadAll();

const read = (display: string, table = "") =>
  parseConfig(
    `format: 4
table: { name: T, log: a.example/b, rulebook: cl/ruleta-francesa, languages: [es, eu, en]${table} }
wheel: { device: cammegh-ss2, path: /dev/ttyUSB0 }
storage: { folder: /var/lib/tirada/x }
display: { ${display} }
`,
    "table.yaml",
  );

function chosen(display: string) {
  const reading = read(display);
  if (!reading.ok) throw new Error(reading.problems.map(problemText).join("\n"));
  return screenChoices(reading.config.display, reading.config.table.languages);
}

it.each([
  ["", null],
  ["motion: calm, staffSounds: false", null],
  ["motion: none, staffSounds: true", { motion: "none", staffSounds: true }],
  ["languages: { seconds: 10 }", { turns: { languages: ["eu", "en"], seconds: 10 } }],
  ["languages: { turns: [gl, es] }", { turns: { languages: ["gl"], seconds: 6 } }],
  ["languages: { turns: [] }", { turns: { languages: [], seconds: 6 } }],
])("%s", (display, choices) => {
  expect(chosen(display)).toEqual(choices);
});

it.each([
  ["languages: { turns: [fr] }", "", /^table\.yaml:5:\d+: display\.languages\.turns\.0: /],
  ["languages: { each: 6 }", "", /^table\.yaml:5:\d+: .*each/],
  ["languages: { seconds: 1 }", "", /^table\.yaml:5:\d+: display\.languages\.seconds: /],
  ["motion: wild", "", /^table\.yaml:5:\d+: display\.motion: /],
  ["sounds: true", "", /^table\.yaml:5:\d+: .*sounds/],
  ["port: 0", ", betsSeconds: 4", /^table\.yaml:2:\d+: table\.betsSeconds: /],
])("refuses %s%s with file and line", (display, table, why) => {
  const reading = read(display, table);
  expect(reading.ok ? "none" : reading.problems.map(problemText).join("\n")).toMatch(why);
});
