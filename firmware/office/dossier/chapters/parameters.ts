import { z } from "zod";
import { html, type Part } from "../../../../src/booklet/html.ts";
import { CONFIG_KEYS } from "../../../table/config/config.ts";
import { CONFIG_SECTIONS } from "../../../table/config/device-keys.ts";
import { mayOrderChange } from "../../../unit/configuration/configuration-change.ts";
import { paragraphs, type Chapter, type DossierLanguage, type Say } from "../page.ts";
import type { Sources } from "../sources.ts";

/** Configurations whose comments tell every key: one of each family. */
const EXPLAINED = [
  "examples/cl-ruleta-francesa.yaml",
  "examples/cl-punto-y-banca.yaml",
  "examples/es-cb-sic-bo.yaml",
];

type Schema = z.core.JSONSchema.BaseSchema;

/** One key of a configuration: where it stands, and what it may be. */
interface Parameter {
  /** `display.house.hours.0.from` is `display.house.hours[].from`. */
  readonly key: string;
  readonly schema: Schema;
}

/** Every parameter of a table: its range, who may change it, and what is recorded. */
export function parametersChapter({ read }: Sources, _: DossierLanguage, say: Say): Chapter {
  const told = new Map(EXPLAINED.flatMap((file) => [...commentsOf(read(file))]));
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
        rows: everyParameter().map(({ key, schema }): readonly Part[] => [
          html`<code>${key}</code>`,
          told.get(key) ?? told.get(key.split(".").at(-1) ?? "") ?? "",
          valuesText(schema),
          schema.default === undefined ? "–" : JSON.stringify(schema.default),
          say(mayOrderChange(key.replaceAll("[]", ".0")) ? "yes" : "no"),
        ]),
      },
    ],
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
 * What the comments of an example say of each key, by its place and by its name alone. A key that is left out stands there behind a
 * `#`, as the comments do, and its comment is above it.
 */
export function commentsOf(yaml: string): ReadonlyMap<string, string> {
  const told = new Map<string, string>();
  let above: { readonly key: string; readonly depth: number }[] = [];
  let comment: string[] = [];
  for (const line of yaml.split("\n")) {
    const [, before = "", mark = "", inner = "", rest = ""] = /^( *)(# ?)?( *)(.*)$/.exec(line) ?? [];
    const [, key] = /^(?:- )?([a-zA-Z][\w-]*):(?: |$)/.exec(rest) ?? [];
    const isSentence = mark !== "" && (key === undefined || /^[A-Z]/.test(rest));
    if (rest === "" && mark === "") comment = [];
    else if (isSentence) comment.push(rest);
    else if (key !== undefined) {
      const depth = before.length + inner.length + (rest.startsWith("- ") ? 2 : 0);
      above = [...above.filter((one) => one.depth < depth), { key, depth }];
      const text = comment.join(" ");
      if (text !== "") {
        told.set(above.map((one) => one.key).join("."), text);
        if (!told.has(key)) told.set(key, text);
      }
      comment = [];
    }
  }
  return told;
}
