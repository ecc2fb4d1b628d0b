import { globSync } from "node:fs";
import { z } from "zod";
import { html, type Part } from "../../../../src/booklet/html.ts";
import { CONFIG_KEYS } from "../../../table/config/config.ts";
import { CONFIG_SECTIONS } from "../../../table/config/device-keys.ts";
import { DICE_OPTIONS, SHOE_OPTIONS, WHEEL_OPTIONS } from "../../../table/config/devices.ts";
import { mayOrderChange } from "../../../unit/configuration/configuration-change.ts";
import { inline } from "../markdown.ts";
import { paragraphs, type Chapter, type DossierLanguage, type Say } from "../page.ts";
import type { Sources } from "../sources.ts";

/** The configuration whose comments tell every key that all tables have; the other examples tell those of their families. */
const EXPLAINED = "examples/cl-ruleta-francesa.yaml";

type Schema = z.core.JSONSchema.BaseSchema;

/** One key of a configuration: where it stands, and what it may be. */
interface Parameter {
  /** `display.house.hours.0.from` is `display.house.hours[].from`. */
  readonly key: string;
  readonly schema: Schema;
}

/** Every parameter of a table: its range, who may change it, and what is recorded. */
export function parametersChapter({ read, checkout }: Sources, _: DossierLanguage, say: Say): Chapter {
  const parameters = everyParameter();
  const about = heardBy(
    parameters,
    [...globSync("examples/*.yaml", { cwd: checkout.root }).sort(), EXPLAINED].map(read),
  );
  return {
    id: "parameters",
    title: say("parameters.title"),
    parts: [
      paragraphs(say("parameters.text")),
      {
        id: "parameters.keys",
        title: say("parameters.keys"),
        command: null,
        head: [say("key"), say("about"), say("value"), say("default"), say("from-afar")],
        rows: parameters.map(({ key, schema }): readonly Part[] => [
          html`<code>${key}</code>`,
          inline(about(key), () => null),
          valuesText(schema),
          schema.default === undefined ? "–" : JSON.stringify(schema.default),
          say(mayOrderChange(key.replaceAll("[]", ".0")) ? "yes" : "no"),
        ]),
      },
    ],
  };
}

/**
 * What is said of a key: by the comments of the examples (the last one counts), by the option of a device, by the same key of another
 * device, or by the key above it.
 */
function heardBy(parameters: readonly Parameter[], examples: readonly string[]): (key: string) => string {
  const names = new Set(parameters.flatMap(({ key }) => key.split(/\.|\[\]\.?/)));
  const told = new Map(examples.flatMap((text) => [...commentsOf(text, names)]));
  const options = new Map(
    Object.entries({ ...DICE_OPTIONS, ...SHOE_OPTIONS, ...WHEEL_OPTIONS }).map(([key, one]) => [
      key,
      one.about,
    ]),
  );
  const isDevices = (key: string): boolean => CONFIG_SECTIONS.names.some((name) => key.startsWith(`${name}.`));
  const ofDevices = [...told].filter(([key]) => isDevices(key));
  const endings = new Map(ofDevices.map(([key, text]) => [key.split(".").slice(-2).join("."), text]));
  return (key) => {
    const parts = key.replaceAll("[]", "").split(".");
    const above = parts.map((_, at) => told.get(parts.slice(0, parts.length - at).join(".")));
    const same = options.get(parts.at(-1) ?? "") ?? endings.get(parts.slice(-2).join("."));
    // What is said of a section as a whole tells nothing of a key in it.
    const ofParent = above.slice(1, -1).find((text) => text !== undefined);
    return above[0] ?? (isDevices(key) ? same : ofParent) ?? "";
  };
}

/** Every key that a configuration may have, in the order in which the program reads them. */
export function everyParameter(): readonly Parameter[] {
  const sections = Object.fromEntries(
    CONFIG_SECTIONS.names.map((name) => [name, CONFIG_SECTIONS.get(name).schema]),
  );
  const whole = z.strictObject({ ...CONFIG_KEYS, ...sections });
  return keysBelow("", z.toJSONSchema(whole, { io: "input", unrepresentable: "any", reused: "inline" }));
}

function keysBelow(above: string, schema: Schema): readonly Parameter[] {
  const alternatives = (schema.anyOf ?? schema.oneOf ?? []) as readonly Schema[];
  const inner = [
    ...Object.entries((schema.properties ?? {}) as Readonly<Record<string, Schema>>).flatMap(([key, one]) =>
      keysBelow(above === "" ? key : `${above}.${key}`, one),
    ),
    ...below(`${above}[]`, schema.items),
    ...below(`${above}.NAME`, schema.additionalProperties),
    ...alternatives.flatMap((one) =>
      one.type === "object" || one.type === "array" ? keysBelow(above, one) : [],
    ),
  ];
  const seen = new Set<string>();
  const once = inner.filter(({ key }) => !seen.has(key) && seen.add(key));
  const isOwn =
    inner.length === 0 || schema.type === "array" || alternatives.some(({ type }) => type !== "object");
  return isOwn && above !== "" && !above.endsWith("[]") ? [{ key: above, schema }, ...once] : once;
}

/** The keys of what a list or a map holds, where that has keys. */
function below(above: string, schema: unknown): readonly Parameter[] {
  return typeof schema === "object" && schema !== null && !Array.isArray(schema)
    ? keysBelow(above, schema as Schema)
    : [];
}

/** What a value may be, in a few words: `5–600`, `"es" | "en"`, `text, 1–60 characters`. */
export function valuesText(schema: Schema): string {
  const { type, minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems, pattern } =
    schema;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const either = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  if (either !== undefined) return [...new Set(either.map(valuesText))].join(" | ");
  if (type === "boolean") return "true | false";
  if (type === "integer" || type === "number")
    return `${type} ${exclusiveMinimum === undefined ? (minimum ?? "") : `> ${exclusiveMinimum}`}–${maximum ?? ""}`;
  if (type === "string")
    return `text ${minLength ?? 0}–${maxLength ?? ""}${pattern === undefined ? "" : ` /${pattern}/`}`;
  if (type === "array")
    return `list ${minItems ?? 0}–${maxItems ?? ""}: ${valuesText((schema.items ?? {}) as Schema)}`;
  return type === undefined ? "text" : String(type);
}

/**
 * What the comments of an example say of each key, by its place. A key that is left out stands there behind a `#`, as the comments do,
 * and its comment is above it. `names`: those that keys have; whatever else stands before a colon is a sentence.
 */
export function commentsOf(yaml: string, names: ReadonlySet<string>): ReadonlyMap<string, string> {
  const told = new Map<string, string>();
  let above: { readonly key: string; readonly depth: number }[] = [];
  let comment: string[] = [];
  for (const line of yaml.split("\n")) {
    const [, before = "", marks = "", inner = "", rest = ""] = /^( *)((?:# ?)?)( *)(.*)$/.exec(line) ?? [];
    const [, item = "", key = ""] = /^(- )?([a-zA-Z][\w-]*):(?: |$)/.exec(rest) ?? [];
    if (rest === "") comment = [];
    else if (marks !== "" && !names.has(key)) comment.push(rest.replace(/^# /, ""));
    else if (key !== "") {
      const depth = before.length + inner.length + item.length;
      above = [...above.filter((one) => one.depth < depth), { key, depth }];
      const [, behind = ""] = / # (.*)$/.exec(rest) ?? [];
      const text = comment.length === 0 ? behind : comment.join(" ").replace(/ ?prettier-ignore$/, "");
      if (text !== "") told.set(above.map((one) => one.key).join("."), text);
      comment = [];
    }
  }
  return told;
}
