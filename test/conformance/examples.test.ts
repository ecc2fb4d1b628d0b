import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { filesOf } from "../../firmware/screens/house/files.ts";
import { houseSchema } from "../../firmware/table/config/house-config.ts";
import { readExample } from "../support/example-house.ts";
import { isPinHash } from "../../firmware/screens/server/client.ts";
import { packIds } from "../../firmware/table/rules/library.ts";
import { setupOf } from "../../firmware/table/setup/config-setup.ts";
import { CONFIG_SECTIONS } from "../../firmware/table/config/device-keys.ts";
import { parseConfig, type Config } from "../../firmware/table/config/config.ts";
import { problemText } from "../../src/rules/yaml.ts";
import {
  configOfText,
  EXAMPLES as FILES,
  KEYS,
  readExample as read,
  wholeExample,
  withComments,
} from "../support/example-configs.ts";

/** The example configurations are what technicians copy: each must work as it stands and explain every key. */

const ROOT = new URL("../../", import.meta.url).pathname;

/** A second example of a rulebook ends with the device that it is for. */
const BOARD = "-sensor-board";
const EYE = "-eye";
const TAGS = "-rfid";
const rulebookOf = (file: string): string =>
  basename(file, ".yaml").replace(BOARD, "").replace(EYE, "").replace(TAGS, "");

const configOf = (file: string): Config => configOfText(read(file), file);

/** `table.name`, `people.pin` …: every key of a value, list items under their list's name. */
function keyPaths(value: unknown, under = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => keyPaths(item, under));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = under === "" ? key : `${under}.${key}`;
    return [path, ...keyPaths(inner, path)];
  });
}

/** The keys of a YAML text that have a comment of their own: on the line, or on the one before. `a.{}`: all that stands in the braces of `a`. */
function commentedKeys(text: string): string[] {
  const found: string[] = [];
  const above: { readonly depth: number; readonly key: string }[] = [];
  let commented = false;
  for (const line of text.split("\n")) {
    const [, indent = "", dash = "", key] = /^(\s*)(- )?([A-Za-z][\w-]*):(?:\s|$)/.exec(line) ?? [];
    if (key === undefined) {
      commented = /^\s*#/.test(line);
      continue;
    }
    const depth = indent.length + dash.length;
    while ((above.at(-1)?.depth ?? -1) >= depth) above.pop();
    above.push({ depth, key });
    const path = above.map((each) => each.key).join(".");
    if (commented || line.includes(" # ")) found.push(path, ...(/: \[?\{/.test(line) ? [`${path}.{}`] : []));
    commented = false;
  }
  return found;
}

describe("example configurations", () => {
  it("there is one for each rulebook, named after it", () => {
    const named = packIds().map((id) => id.replace("/", "-"));
    expect([...new Set(FILES.map(rulebookOf))].sort()).toEqual(named.sort());
  });

  it("there is a roulette with a sensor board for each jurisdiction", () => {
    const boards = FILES.filter((file) => basename(file, ".yaml").endsWith(BOARD));
    expect(boards.map((file) => configOf(file).wheel?.device)).toEqual(boards.map(() => "sensor-board"));
    const places = new Set(
      packIds()
        .filter((id) => id.includes("/ruleta-"))
        .map((id) => id.split("/", 1)[0]),
    );
    expect(boards.map((file) => configOf(file).table.rulebook.split("/", 1)[0])).toEqual([...places]);
  });

  it("there is a dice table with a second eye, and what it sees with is its own", () => {
    const config = FILES.map(configOf).find(({ dice }) => dice?.second !== undefined);
    const { eye, second } = config?.dice ?? {};
    expect(eye?.camera?.path).not.toBe(second?.camera?.path);
    expect(eye?.calibration).not.toBe(second?.calibration);
    if (config === undefined) throw new Error("no example has a second eye");
    const setup = setupOf(config);
    expect(setup.family === "dice" && setup.has.witness).toMatchObject({ required: false });
    expect(setup.devices.ports).toEqual(["eye", "witness"]);
  });

  it("there is a card table whose dice are read by an eye", () => {
    const file = FILES.find((one) => basename(one, ".yaml").endsWith(EYE)) ?? "";
    const setup = setupOf(configOf(file));
    expect(setup.coverage.houseRules).toEqual(["first-clockwise"]);
    expect(setup.devices.ports).toEqual(["shoe", "eye", "thrower"]);
  });

  it.each(FILES)("%s is read without a problem, and rulebook, device and house rules fit", (file) => {
    const config = configOf(file);
    expect(config.table.rulebook.replace("/", "-")).toBe(rulebookOf(file));
    expect(setupOf(config).coverage.houseRules).toEqual(config.table.houseRules);
  });

  it.each(FILES)("%s says that its people are fake and gives usable values", (file) => {
    expect(read(file)).toContain("FAKE");
    const { people } = configOf(file);
    expect(people.map((person) => person.role)).toContain("jefe-de-mesa");
    for (const { pin } of people) expect(isPinHash(pin)).toBe(true);
  });

  it.each(["classic", "bright", "red-and-gold"])(
    "the house %s goes with every table, and its files are there",
    (name) => {
      const house = readExample(name);
      for (const file of [
        "examples/es-pv-ruleta-francesa.yaml",
        "examples/cl-black-jack.yaml",
        "examples/es-cb-sic-bo.yaml",
      ]) {
        const whole = { ...(parse(read(file)) as { display: object }), format: 4 };
        const text = stringify({ ...whole, display: { ...whole.display, house } });
        const reading = parseConfig(text, file);
        expect(reading.ok ? reading.config.display.house : reading.problems.map(problemText)).toMatchObject(
          house,
        );
      }
      const { pictures, videos } = filesOf(houseSchema.parse(house));
      expect(pictures.length).toBeGreaterThan(0);
      for (const { path } of [...pictures, ...videos])
        expect(existsSync(join(ROOT, "examples", path)), path).toBe(true);
    },
  );

  it("an unknown key is refused, with its line", () => {
    const file = FILES.find((one) => read(one).includes("  baud:")) ?? "";
    const reading = parseConfig(read(file).replace("  baud:", "  buad:"), file);
    expect(reading.ok).toBe(false);
    if (!reading.ok) expect(reading.problems.map(problemText).join("; ")).toMatch(/:\d+:\d+: .*buad/);
  });

  it.each(FILES)("%s is one with what stands in it as a comment, too", (file) => {
    expect(setupOf(wholeExample(file)).family).toBe(setupOf(configOf(file)).family);
  });

  it("explain every key of the configuration in at least one of them, also where it stands as a comment", () => {
    const all = new Set(FILES.flatMap((file) => keyPaths(wholeExample(file))));
    const sections = ["table", "wheel", "shoe", "display", "storage"];
    expect(all.size).toBeGreaterThan(20);
    const explained = new Set(FILES.flatMap((file) => commentedKeys(withComments(read(file)))));
    const isExplained = (key: string): boolean => {
      const parts = key.split(".");
      return explained.has(key) || parts.some((_, at) => explained.has(`${parts.slice(0, at).join(".")}.{}`));
    };
    expect([...all].filter((key) => !sections.includes(key) && key !== "format" && !isExplained(key))).toEqual(
      [],
    );
    // A key that no example has at all is explained by none; options of devices have tables of their own (docs/technician/device-options.md).
    const has = (key: string): boolean => {
      const pattern = new RegExp(`^${key.replaceAll(".", "\\.").replaceAll("*", "[^.]+")}$`);
      return [...all].some((one) => pattern.test(one));
    };
    const ofEveryTable = KEYS.filter(
      (key) => !CONFIG_SECTIONS.names.some((section) => key.startsWith(section)),
    );
    expect(ofEveryTable.filter((key) => !has(key))).toEqual([]);
  });
});
