import { sha256Hex } from "../../../src/record/bytes.ts";
import { canonical } from "../../../src/record/canonical.ts";
import type { Config } from "../../table/config/config.ts";

/** A value of a configuration that another one has otherwise. Null: it has none there. */
export interface ConfigurationChange {
  /** Where it stands, like `wheel.baud` or `people.0.role`. */
  readonly key: string;
  readonly was: string | null;
  readonly now: string | null;
}

/** Letters of a value in a record; a longer one is named by its digest. */
const VALUE_MAX = 200;

/** What is named by its digest alone, whoever reads the record. */
const SECRET = /(?:^|\.)pin$/;

/** The values that differ, in the order of their keys. */
export function changesOf(before: Config, after: Config): readonly ConfigurationChange[] {
  const [old, next] = [valuesOf(before), valuesOf(after)];
  const keys = [...new Set([...old.keys(), ...next.keys()])].sort();
  return keys.flatMap((key) => {
    const [was, now] = [old.get(key), next.get(key)];
    return was === now ? [] : [{ key, was: shownValue(key, was), now: shownValue(key, now) }];
  });
}

function valuesOf(config: Config): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const add = (key: string, value: unknown): void => {
    if (value === undefined) return;
    if (!isTaken(value)) return void values.set(key, textOf(value));
    for (const [name, one] of Object.entries(value)) add(key === "" ? name : `${key}.${name}`, one);
  };
  add("", config);
  return values;
}

/** Whether a value is told in parts: lists of plain values are not. */
const isTaken = (value: unknown): value is object =>
  typeof value === "object" &&
  value !== null &&
  (!Array.isArray(value) || value.some((one) => typeof one === "object"));

/** A fraction has no canonical form: configurations have none that counts. */
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : canonical(value);

function shownValue(key: string, value: string | undefined): string | null {
  if (value === undefined) return null;
  return SECRET.test(key) || value.length > VALUE_MAX ? `sha256:${sha256Hex(value)}` : value;
}
