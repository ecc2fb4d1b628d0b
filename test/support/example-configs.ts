import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CONFIG_FORMAT, CONFIG_KEYS, parseConfig, type Config } from "../../firmware/table/config/config.ts";
import { CONFIG_SECTIONS } from "../../firmware/table/config/device-keys.ts";
import { problemText } from "../../src/rules/yaml.ts";
import { z } from "zod";

/** The example configurations, as they stand and with all that they have as comments. */

const ROOT = new URL("../../", import.meta.url).pathname;
export const EXAMPLES = globSync("examples/*.yaml", { cwd: ROOT }).sort();
export const readExample = (file: string): string => readFileSync(join(ROOT, file), "utf8");

/** Throws an Error with what is wrong, as a technician reads it. */
export function configOfText(text: string, file: string): Config {
  const reading = parseConfig(text, file);
  if (!reading.ok) throw new Error(reading.problems.map(problemText).join("; "));
  return reading.config;
}

/** The configuration of an example with every key that it has as a comment. */
export const wholeExample = (file: string): Config => configOfText(withComments(readExample(file)), file);

/**
 * The text of an example in which keys that stand as comments are keys: lines that begin with `# `, a known key and a colon, and what is
 * indented below them.
 */
export function withComments(text: string): string {
  let below: number | null = null;
  const lines = text.split("\n").map((line) => {
    const [, indent = "", rest = ""] = /^(\s*)# (.*)$/.exec(line) ?? [];
    const [, key = ""] = /^([A-Za-z]\w*):(?: |$)/.exec(rest) ?? [];
    if (KNOWN.has(key)) below = indent.length;
    else if (!rest.startsWith("  ") || below !== indent.length) {
      below = null;
      return line;
    }
    return `${indent}${rest}`;
  });
  return [...(/^format:/m.test(text) ? [] : [`format: ${CONFIG_FORMAT}`]), ...lines].join("\n");
}

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}

/** `table.name`, `people.pin`, `display.compositions.*.grid` …: every key that a configuration may have. `*`: a name of its own. */
export const KEYS: readonly string[] = [
  ...new Set(
    Object.entries({
      ...CONFIG_KEYS,
      ...Object.fromEntries(CONFIG_SECTIONS.names.map((name) => [name, CONFIG_SECTIONS.get(name).schema])),
    }).flatMap(([key, schema]) => [
      key,
      ...keysOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape, key),
    ]),
  ),
];
const KNOWN: ReadonlySet<string> = new Set(KEYS.map((key) => key.split(".").at(-1) ?? ""));

function keysOf({ properties = {}, additionalProperties, items, anyOf = [] }: Shape, under: string): string[] {
  const free = typeof additionalProperties === "object" ? { "*": additionalProperties } : {};
  return [
    ...Object.entries<Shape>({ ...properties, ...free }).flatMap(([key, shape]) => [
      `${under}.${key}`,
      ...keysOf(shape, `${under}.${key}`),
    ]),
    ...[items ?? [], anyOf].flat().flatMap((shape) => keysOf(shape, under)),
  ];
}
